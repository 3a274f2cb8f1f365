#include "player/draw/picture_scale.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace tickreel {

namespace {

constexpr std::size_t kChannels = 4;
using Sums = std::array<double, kChannels>;

// The sum of the source from x to x + 1 of `width`, per row; likewise for columns.
struct Span {
    double begin;
    double end;
    int first() const { return static_cast<int>(begin); }
    int last(int size) const { return std::min(static_cast<int>(std::ceil(end)), size); }
    double share(int at) const { return std::min(end, at + 1.0) - std::max(begin, double(at)); }
};

Span span_of(int at, int from, int to) {
    const double step = static_cast<double>(from) / to;
    return {at * step, (at + 1) * step};
}

Color straight(const Sums& sums) {
    const double opacity = sums[3];
    if (opacity < 0.5) return {0, 0, 0, 0};
    const auto byte = [](double value) {
        return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0, 255.0)));
    };
    return {byte(sums[2] * 255 / opacity), byte(sums[1] * 255 / opacity),
            byte(sums[0] * 255 / opacity), byte(opacity)};
}

}  // namespace

std::vector<Color> scaled_picture(const unsigned char* from, int from_width, int from_height,
                                  int pitch, int width, int height) {
    std::vector<Color> out;
    if (from_width <= 0 || from_height <= 0)
        return std::vector<Color>(static_cast<std::size_t>(width * height), Color{0, 0, 0, 0});
    for (int y = 0; y < height; ++y) {
        const Span rows = span_of(y, from_height, height);
        for (int x = 0; x < width; ++x) {
            const Span columns = span_of(x, from_width, width);
            Sums sums{};
            double weight = 0;
            for (int row = rows.first(); row < rows.last(from_height); ++row) {
                for (int column = columns.first(); column < columns.last(from_width); ++column) {
                    const double share = rows.share(row) * columns.share(column);
                    const unsigned char* pixel =
                        from + std::ptrdiff_t{pitch} * row + std::ptrdiff_t{4} * column;
                    for (std::size_t i = 0; i < kChannels; ++i) sums[i] += share * pixel[i];
                    weight += share;
                }
            }
            for (double& sum : sums) sum /= std::max(weight, 1e-9);
            out.push_back(straight(sums));
        }
    }
    return out;
}

}  // namespace tickreel
