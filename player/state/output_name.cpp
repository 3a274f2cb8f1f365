#include "player/state/output_name.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include <fmt/format.h>

#include "tickreel/base/ascii.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/expand_paths.h"

namespace tickreel {

namespace {

constexpr std::array<std::string_view, 4> kVideos{".mp4", ".webm", ".gif", ".mkv"};

bool is_video(const std::string& extension) {
    return std::find(kVideos.begin(), kVideos.end(), ascii_lower(extension)) != kVideos.end();
}

std::string wrong_extension(const std::string& out, bool film) {
    const std::string extension = std::filesystem::path(out).extension().string();
    const bool png = ascii_lower(extension) == ".png";
    const bool series = out.find('%') != std::string::npos;
    if (!film && (out == "-" || png)) return {};
    if (film && (is_video(extension) || read_picture_pattern(out))) return {};
    if (film && png && series)
        return concat("-o ", out, ": pictures are numbered by one %d or %05d, as in frame%05d.png");
    if (!film && is_video(extension))
        return concat("-o ", out, ": a video is of --ticks A..B; one tick is a picture, .png");
    if (!film) return concat("-o ", out, ": pictures are PNG files; name it .png");
    return concat("-o ", out,
                  ": a range becomes .mp4, .webm, .gif, .mkv or pictures like frame%05d.png");
}

}  // namespace

std::string PicturePattern::path(int number) const {
    return fmt::format("{}{:0{}}{}", before, number, digits, after);
}

std::optional<PicturePattern> read_picture_pattern(const std::string& out) {
    if (!ascii_lower(out).ends_with(".png")) return {};
    const std::size_t start = out.find('%');
    const std::size_t end = start == std::string::npos ? start : out.find('d', start);
    if (end == std::string::npos || out.find('%', start + 1) != std::string::npos) return {};
    const std::string digits = out.substr(start + 1, end - start - 1);
    if (digits.size() > 2 || digits.find_first_not_of("0123456789") != std::string::npos) return {};
    return PicturePattern{out.substr(0, start), digits.empty() ? 1 : std::stoi(digits),
                          out.substr(end + 1)};
}

std::string wrong_output_name(const std::string& out, const std::string& input, bool film) {
    if (std::string wrong = wrong_extension(out, film); !wrong.empty()) return wrong;
    if (same_file_in({input}, out).empty()) return {};
    return concat("-o ", out, " would replace ", input, ", which it reads; use another name");
}

}  // namespace tickreel
