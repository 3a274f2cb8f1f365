#include "player/draw/png.h"

#include <cstring>

#include <png.h>

#include "tickreel/base/file.h"

namespace tickreel {

namespace {

// Frees libpng's memory on every return path.
struct PngImage {
    png_image image{};
    PngImage() { image.version = PNG_IMAGE_VERSION; }
    ~PngImage() { png_image_free(&image); }
    PngImage(const PngImage&) = delete;
    PngImage& operator=(const PngImage&) = delete;
};

}  // namespace

Result<Image> read_png(ByteView bytes) {
    PngImage png;
    if (png_image_begin_read_from_memory(&png.image, bytes.data(), bytes.size()) == 0)
        return fail("not a readable PNG: ", png.image.message);
    if (std::uint64_t{png.image.width} * png.image.height > kMaxPixels)
        return fail("PNG of ", png.image.width, " x ", png.image.height, " pixels is too large");
    png.image.format = PNG_FORMAT_RGBA;
    Image out(static_cast<int>(png.image.width), static_cast<int>(png.image.height));
    if (png_image_finish_read(&png.image, nullptr, out.pixels.data(), 0, nullptr) == 0)
        return fail("damaged PNG: ", png.image.message);
    return out;
}

Result<Image> read_png_file(const std::string& path) {
    constexpr std::uint64_t kMaxFile = 64U << 20;
    Result<Bytes> bytes = read_whole_file(path, kMaxFile);
    if (!bytes) return bytes.error();
    return read_png(*bytes);
}

Result<Bytes> write_png(const Image& image) {
    PngImage png;
    png.image.width = static_cast<png_uint_32>(image.width);
    png.image.height = static_cast<png_uint_32>(image.height);
    png.image.format = PNG_FORMAT_RGBA;
    png_alloc_size_t size = 0;
    if (png_image_write_get_memory_size(png.image, size, 0, image.pixels.data(), 0, nullptr) == 0)
        return fail("cannot make a PNG: ", png.image.message);
    Bytes out(size);
    if (png_image_write_to_memory(&png.image, out.data(), &size, 0, image.pixels.data(), 0,
                                  nullptr) == 0)
        return fail("cannot make a PNG: ", png.image.message);
    out.resize(size);
    return out;
}

}  // namespace tickreel
