#include "player/games/teeworlds/picture.h"

#include <chrono>

namespace tickreel::teeworlds_art {

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
        if (a == 0 || count == 0) return {0, 0, 0, 0};
        return {static_cast<std::uint8_t>((r + a / 2) / a),
                static_cast<std::uint8_t>((g + a / 2) / a),
                static_cast<std::uint8_t>((b + a / 2) / a),
                static_cast<std::uint8_t>((a + count / 2) / count)};
    }
};

}  // namespace

Color mean_color(const Image& image, int x, int y, int width, int height) {
    Sum sum;
    for (int row = y; row < y + height; ++row)
        for (int column = x; column < x + width; ++column) sum.add(image.at(column, row));
    return sum.mean(static_cast<std::uint64_t>(width) * static_cast<std::uint64_t>(height));
}

Image halved(const Image& image) {
    Image out(std::max(1, image.width / 2), std::max(1, image.height / 2));
    const int across = std::min(2, image.width);
    const int down = std::min(2, image.height);
    for (int y = 0; y < out.height; ++y)
        for (int x = 0; x < out.width; ++x)
            out.at(x, y) = mean_color(image, x * across, y * down, across, down);
    return out;
}

// In place, because these images are large; invisible pixels have no weight in the mean.
Image with_spread_colors(Image image) {
    // For each pixel: is anything visible in its three rows, left, here or right?
    std::vector<std::uint8_t> visible(image.pixels.size());
    for (int y = 0; y < image.height; ++y) {
        const Color* row = &image.at(0, y);
        std::uint8_t* seen = visible.data() + (row - image.pixels.data());
        for (int x = 0; x < image.width; ++x) {
            seen[x] = static_cast<std::uint8_t>(row[std::max(x - 1, 0)].a | row[x].a |
                                                row[std::min(x + 1, image.width - 1)].a);
        }
    }
    const auto seen = [&](int x, int y) {
        return visible[static_cast<std::size_t>(y) * static_cast<std::size_t>(image.width) +
                       static_cast<std::size_t>(x)];
    };
    for (int y = 0; y < image.height; ++y) {
        const int above = std::max(0, y - 1);
        const int below = std::min(image.height - 1, y + 1);
        for (int x = 0; x < image.width; ++x) {
            if (image.at(x, y).a == 0 && (seen(x, above) | seen(x, y) | seen(x, below)) != 0) {
                const int left = std::max(0, x - 1);
                const int right = std::min(image.width - 1, x + 1);
                image.at(x, y) =
                    mean_color(image, left, above, right - left + 1, below - above + 1);
                image.at(x, y).a = 0;
            }
        }
    }
    return image;
}

Image Picture::made(std::size_t level) const {
    Image image = image_;
    for (std::size_t i = 0; i < level; ++i) image = halved(image);
    return with_spread_colors(std::move(image));
}

void Picture::prepare() {
    if (image_.empty()) return;
    for (std::size_t level = 0; level < kLevels; ++level) {
        Image next = halved(image_);
        if (level >= kReadAgain || !read_again_)
            prepared_[level] = with_spread_colors(std::move(image_));
        image_ = std::move(next);
    }
    image_ = Image();
}

// Starts reloading a large size, or takes the result. One at a time.
void Picture::read_again(std::size_t level, bool wait) {
    if (!reading_.valid()) {
        reading_level_ = level;
        reading_ = std::async(std::launch::async, [level, read = read_again_] {
            Image image = read();
            if (level > 0) image = halved(image);
            return with_spread_colors(std::move(image));
        });
    }
    if (!wait && reading_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return;
    Image image = reading_.get();
    if (image.width == std::max(1, width_ >> reading_level_))
        prepared_[reading_level_] = std::move(image);
    else
        read_again_ = nullptr;  // from now on, dropped sizes stay dropped
}

bool Picture::there(std::size_t level) const {
    return textures_[level].has_value() || !prepared_[level].empty() || !image_.empty();
}

// The wanted size, or the nearest smaller one while that is being loaded.
std::size_t Picture::level_there(std::size_t wanted, TextureStore& store) {
    if (there(wanted)) return wanted;
    while (read_again_ && !there(wanted)) {
        read_again(wanted, store.waits());
        if (!store.waits()) break;
    }
    if (read_again_ && !there(wanted)) store.note_coarse();
    std::size_t level = wanted;
    while (!there(level) && level + 1 < kLevels) ++level;
    return level;
}

// Drops large sizes that were not used recently.
void Picture::forget_unused(const TextureStore& store) {
    for (std::size_t level = 0; level < kReadAgain && read_again_; ++level) {
        if (store.frame() - used_[level] > kForgetAfter) {
            textures_[level].reset();
            prepared_[level] = Image();
        }
    }
}

TextureId Picture::texture(TextureStore& store, float shrink) {
    std::size_t level = 0;
    for (float s = shrink; s >= 1.6F && level + 1 < kLevels; s /= 2) ++level;
    level = level_there(level, store);
    used_[level] = store.frame();
    if (!textures_[level])
        textures_[level].emplace(store, image_.empty() ? std::move(prepared_[level]) : made(level));
    return textures_[level]->id();
}

}  // namespace tickreel::teeworlds_art
