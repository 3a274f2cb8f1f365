#pragma once
// An image at several sizes, so that it can be drawn small without flicker. The smaller ones are
// made, and put into the texture store, when they are first needed.

#include <array>
#include <optional>

#include "player/draw/image.h"
#include "player/draw/textures.h"

namespace tickreel {

class Picture {
public:
    Picture() = default;
    explicit Picture(Image image)
        : width_(image.width), height_(image.height), image_(std::move(image)) {}

    bool empty() const { return width_ == 0; }
    int width() const { return width_; }
    int height() const { return height_; }
    const Image& image() const { return image_; }  // until prepare()
    // Makes all sizes now, where waiting does no harm; frees the image.
    void prepare();
    // The texture whose texels are nearest to the wanted size: `shrink` = texels per pixel at full
    // size. At most `kLevels` halvings, so that a grid of 16 x 16 tiles stays a grid.
    TextureId texture(TextureStore& store, float shrink);

private:
    static constexpr std::size_t kLevels = 4;
    Image made(std::size_t level) const;

    int width_ = 0;
    int height_ = 0;
    Image image_;
    std::array<Image, kLevels> prepared_{};
    std::array<std::optional<TextureId>, kLevels> textures_{};
};

// Half the width and height; colours weigh by their alpha. Odd rests are dropped.
Image halved(const Image& image);
// Invisible pixels take the colour of visible neighbours, for backends that filter colour and alpha
// apart.
Image with_spread_colors(const Image& image);
// The mean colour of a part, by alpha.
Color mean_color(const Image& image, int x, int y, int width, int height);

}  // namespace tickreel
