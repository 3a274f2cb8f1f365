#pragma once
// An image at several sizes, so that it can be drawn small without flicker. They are put into the
// texture store when they are first needed. The full size is wanted only close up: where the image
// can be read again it is not kept, and read beside the frame when it is asked for. The textures go
// with the picture.

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

private:
    static constexpr std::size_t kLevels = 4;
    Image made(std::size_t level) const;
    // Whether the full size has arrived; starts reading it.
    bool full_size_there(bool wait);

    int width_ = 0;
    int height_ = 0;
    Image image_;
    std::array<Image, kLevels> prepared_{};
    std::array<std::optional<OwnedTexture>, kLevels> textures_{};
    std::function<Image()> read_again_;
    std::future<Image> reading_;
};

// Half the width and height; colours weigh by their alpha. Odd rests are dropped.
Image halved(const Image& image);
// Invisible pixels take the colour of visible neighbours, for backends that filter colour and alpha
// apart.
Image with_spread_colors(const Image& image);
// The mean colour of a part, by alpha.
Color mean_color(const Image& image, int x, int y, int width, int height);

}  // namespace tickreel
