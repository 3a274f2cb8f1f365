#pragma once
// An image at several sizes, so that it can be drawn small without flicker. They are added to the
// texture store on first use. The two large sizes are needed only close up: if the image can be
// reloaded, they are not kept but loaded in the background on demand. The textures are removed with
// the picture.

#include <array>
#include <functional>
#include <future>
#include <optional>

#include "player/draw/image.h"
#include "player/draw/textures.h"

namespace tickreel::teeworlds_art {

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
    const Image& image() const { return image_; }  // valid until prepare()
    // Creates now all sizes that cannot be reloaded, while waiting is acceptable; frees the image.
    void prepare();
    // The texture closest to the wanted size: `shrink` = texels per pixel at full size. At most
    // `kLevels` halvings, so that a grid of 16 x 16 tiles stays a grid.
    TextureId texture(TextureStore& store, float shrink);
    // Drops sizes that were not used in the last seconds and can be reloaded. Once per frame.
    void forget_unused(const TextureStore& store);

private:
    static constexpr std::size_t kLevels = 4;
    static constexpr std::size_t kReadAgain = 2;        // the number of large sizes
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

// Half the width and height; colours are weighted by alpha. Odd remainders are dropped.
Image halved(const Image& image);
// Invisible pixels take the colour of visible neighbours, for backends that filter colour and alpha
// separately.
Image with_spread_colors(Image image);
// The mean colour of a part, weighted by alpha.
Color mean_color(const Image& image, int x, int y, int width, int height);

}  // namespace tickreel::teeworlds_art
