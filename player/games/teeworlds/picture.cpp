#include "player/games/teeworlds/picture.h"

namespace tickreel {

namespace {

struct Sum {
    std::uint64_t r = 0;
    std::uint64_t g = 0;
    std::uint64_t b = 0;
    std::uint64_t a = 0;

    void add(Color c) {
        r += std::uint64_t{c.r} * c.a;
        g += std::uint64_t{c.g} * c.a;
        b += std::uint64_t{c.b} * c.a;
        a += c.a;
    }
    Color mean(std::uint64_t count) const {
        if (a == 0 || count == 0) {
            return {0, 0, 0, 0};
        }
        return {static_cast<std::uint8_t>((r + a / 2) / a),
                static_cast<std::uint8_t>((g + a / 2) / a),
                static_cast<std::uint8_t>((b + a / 2) / a),
                static_cast<std::uint8_t>((a + count / 2) / count)};
    }
};

}  // namespace

Color mean_color(const Image& image, int x, int y, int width, int height) {
    Sum sum;
    for (int row = y; row < y + height; ++row) {
        for (int column = x; column < x + width; ++column) {
            sum.add(image.at(column, row));
        }
    }
    return sum.mean(static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height));
}

Image halved(const Image& image) {
    Image out(std::max(1, image.width / 2), std::max(1, image.height / 2));
    const int across = std::min(2, image.width);
    const int down = std::min(2, image.height);
    for (int y = 0; y < out.height; ++y) {
        for (int x = 0; x < out.width; ++x) {
            out.at(x, y) = mean_color(image, x * across, y * down, across, down);
        }
    }
    return out;
}

Image with_spread_colors(const Image& image) {
    Image out = image;
    for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) {
            if (image.at(x, y).a != 0) {
                continue;
            }
            Sum sum;
            for (int dy = std::max(0, y - 1); dy <= std::min(image.height - 1, y + 1); ++dy) {
                for (int dx = std::max(0, x - 1); dx <= std::min(image.width - 1, x + 1); ++dx) {
                    sum.add(image.at(dx, dy));
                }
            }
            Color color = sum.mean(9);
            color.a = 0;
            out.at(x, y) = color;
        }
    }
    return out;
}

TextureId Picture::texture(TextureStore& store, float shrink) {
    std::size_t level = 0;
    for (float s = shrink; s >= 1.6F && level + 1 < kLevels; s /= 2) {
        ++level;
    }
    if (!textures_[level]) {
        Image image = image_;
        for (std::size_t i = 0; i < level; ++i) {
            image = halved(image);
        }
        textures_[level] = store.add(with_spread_colors(image));
    }
    return *textures_[level];
}

}  // namespace tickreel
