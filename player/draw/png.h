#pragma once
// Reads and writes PNG files. Images over kMaxPixels are rejected before allocating.

#include <string>

#include "player/draw/image.h"
#include "tickreel/base/bytes.h"
#include "tickreel/base/result.h"

namespace tickreel {

inline constexpr std::uint64_t kMaxPixels = 1U << 26;  // 64 million: 256 MB of RGBA

Result<Image> read_png(ByteView bytes);
Result<Image> read_png_file(const std::string& path);
Result<Bytes> write_png(const Image& image);

}  // namespace tickreel
