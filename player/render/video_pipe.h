#pragma once
// Pictures into a video file through the ffmpeg program, which has to be installed. The file
// appears under its name when it is complete.

#include <memory>
#include <string>

#include "player/draw/image.h"
#include "tickreel/base/result.h"

namespace tickreel {

class VideoPipe {
public:
    // The kind of video follows from the extension: mp4, webm, gif, mkv.
    static Result<std::unique_ptr<VideoPipe>> open(const std::string& path, int width, int height,
                                                   double fps);
    ~VideoPipe();  // without finish(): stops ffmpeg, no file is left

    Result<void> add(const Image& picture);
    Result<void> finish();

private:
    VideoPipe();
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace tickreel
