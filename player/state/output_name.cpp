#include "player/state/output_name.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "tickreel/base/ascii.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/expand_paths.h"

namespace tickreel {

namespace {

// As ffmpeg and its codecs are chosen: in lower case.
constexpr std::array<std::string_view, 4> kVideos{".mp4", ".webm", ".gif", ".mkv"};

bool is_video(const std::string& extension) {
    return std::find(kVideos.begin(), kVideos.end(), extension) != kVideos.end();
}

std::string wrong_extension(const std::string& out, bool film) {
    const std::string extension = std::filesystem::path(out).extension().string();
    const bool png = ascii_lower(extension) == ".png";
    const bool series = out.find('%') != std::string::npos;
    if (!film && (out == "-" || png)) return {};
    if (film && (is_video(extension) || (png && series))) return {};
    if (!film && is_video(extension))
        return concat("-o ", out, ": a video is of --ticks A..B; one tick is a picture, .png");
    if (!film) return concat("-o ", out, ": pictures are PNG files; name it .png");
    return concat("-o ", out,
                  ": a range becomes .mp4, .webm, .gif, .mkv or pictures like frame%05d.png");
}

}  // namespace

std::string wrong_output_name(const std::string& out, const std::string& input, bool film) {
    if (std::string wrong = wrong_extension(out, film); !wrong.empty()) return wrong;
    if (same_file_in({input}, out).empty()) return {};
    return concat("-o ", out, " would replace ", input, ", which it reads; use another name");
}

}  // namespace tickreel
