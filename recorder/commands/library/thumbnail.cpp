#include "recorder/commands/library/thumbnail.h"

#include <cstdlib>
#include <filesystem>

#include <unistd.h>

#include "tickreel/base/errno_text.h"
#include "tickreel/base/file.h"
#include "tickreel/base/subprocess.h"

namespace tickreel {

namespace {

constexpr const char* kThumbnailSize = "192x108";
constexpr std::uint64_t kMostPictureBytes = 1U << 20;  // ten times a picture of noise
constexpr int kDamagedRecording = 3;  // exit code of a picture that may lack something

}  // namespace

Result<Bytes> draw_thumbnail(const std::string& path) {
    std::error_code error;
    const auto folder = std::filesystem::temp_directory_path(error);
    if (error) return fail("no folder for temporary files: ", error.message());
    std::string picture = (folder / "tickreel-thumbnail-XXXXXX.png").string();
    const int file = ::mkstemps(picture.data(), 4);
    if (file < 0) return fail("no temporary file: ", errno_text());
    ::close(file);
    const ProgramResult drawn =
        run_subprocess("tickreel-player",
                       {"render", path, "--tick", "50%", "--size", kThumbnailSize, "--no-names",
                        "--force", "-o", picture},
                       WorkControl());
    Result<Bytes> png = Bytes();
    if (drawn.code < 0) png = fail("tickreel-player draws the pictures, and is not installed");
    if (drawn.code == 0 || drawn.code == kDamagedRecording)
        png = read_whole_file(picture, kMostPictureBytes);
    std::filesystem::remove(picture, error);
    return png;
}

}  // namespace tickreel
