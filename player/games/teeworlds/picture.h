#pragma once
// An image at several sizes, so that it can be drawn small without flicker. They are put into the
// texture store when they are first needed. The two large sizes are wanted only close up: where the
// image can be read again they are not kept, and read beside the frame when they are asked for. The
// textures go with the picture.

#include <array>
#include <functional>
#include <future>
#include <optional>

#include "player/draw/image.h"
#include "player/draw/textures.h"

namespace tickreel {

class Picture {
public:
    Picture() = default;
    explicit Picture(Image image, std::function<Image()> read_again = {})
        : width_(image.width),
          height_(image.height),
          image_(std::move(image)),
          read_again_(std::move(read_again)) {}

    bool empty() const { return width_ == 0; }
    int width() const { return width_; }
    int height() const { return height_; }
    const Image& image() const { return image_; }  // until prepare()
    // Makes all sizes now that cannot be read again, where waiting does no harm; frees the image.
    void prepare();
    // The texture whose texels are nearest to the wanted size: `shrink` = texels per pixel at full
    // size. At most `kLevels` halvings, so that a grid of 16 x 16 tiles stays a grid.
    TextureId texture(TextureStore& store, float shrink);
    // Gives back what was not asked for in the last seconds and can be read again. Once a frame.
    void forget_unused(const TextureStore& store);

private:
    static constexpr std::size_t kLevels = 4;
    static constexpr std::size_t kReadAgain = 2;        // so many of them are large
    static constexpr std::uint64_t kForgetAfter = 240;  // frames
    Image made(std::size_t level) const;
    bool there(std::size_t level) const;
    void read_again(std::size_t level, bool wait);
    std::size_t level_there(std::size_t wanted, TextureStore& store);

    int width_ = 0;
    int height_ = 0;
    Image image_;
    std::array<Image, kLevels> prepared_{};
    std::array<std::optional<OwnedTexture>, kLevels> textures_{};
    std::array<std::uint64_t, kLevels> used_{};  // the store's frame
    std::function<Image()> read_again_;
    std::future<Image> reading_;
    std::size_t reading_level_ = 0;
};

// Half the width and height; colours weigh by their alpha. Odd rests are dropped.
Image halved(const Image& image);
// Invisible pixels take the colour of visible neighbours, for backends that filter colour and alpha
// apart.
Image with_spread_colors(Image image);
// The mean colour of a part, by alpha.
Color mean_color(const Image& image, int x, int y, int width, int height);

}  // namespace tickreel
