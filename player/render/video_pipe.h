#pragma once
// Writes pictures to a video file with the ffmpeg program, which must be installed. The file
// appears under its name when it is complete.

#include <memory>
#include <string>

#include "player/draw/image.h"
#include "tickreel/base/result.h"

namespace tickreel {

class VideoPipe {
public:
    // The extension selects the kind of video: mp4, webm, gif, mkv.
    static Result<std::unique_ptr<VideoPipe>> open(const std::string& path, int width, int height,
                                                   double fps);
    // Whether this kind of video has even sizes only: an odd one gets a line of black more.
    static bool has_even_sizes(const std::string& path);
    ~VideoPipe();  // without finish(): stops ffmpeg and leaves no file

    Result<void> add(const Image& picture);
    Result<void> finish();

private:
    VideoPipe();
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace tickreel
