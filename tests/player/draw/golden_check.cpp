#include "tests/player/draw/golden_check.h"

#include <cstdlib>

#include "player/draw/png.h"
#include "tickreel/base/file.h"

namespace tickreel_test {

using namespace tickreel;

namespace {

std::string save(const std::string& path, const Image& image) {
    const Result<Bytes> bytes = write_png(image);
    auto file = create_file(path, IfExists::Replace);
    if (!bytes || !file || !(*file)->write(*bytes) || !(*file)->close())
        return "cannot write " + path;
    return {};
}

bool nearly_equal(const Image& a, const Image& b, double share) {
    if (a.width != b.width || a.height != b.height) return false;
    std::size_t far = 0;
    const auto off = [](std::uint8_t x, std::uint8_t y) { return std::abs(x - y) > kNear; };
    for (std::size_t i = 0; i < a.pixels.size(); ++i) {
        const Color& p = a.pixels[i];
        const Color& q = b.pixels[i];
        far += off(p.r, q.r) || off(p.g, q.g) || off(p.b, q.b) ? 1 : 0;
    }
    return static_cast<double>(far) <= share * static_cast<double>(a.pixels.size());
}

}  // namespace

std::string golden_difference(const std::string& name, const Image& actual, double share) {
    const std::string golden =
        std::string(TICKREEL_SOURCE_DIR) + "/tests/player/draw/golden/" + name + ".png";
    if (std::getenv("TICKREEL_UPDATE_GOLDEN") != nullptr) return save(golden, actual);
    const Result<Image> expected = read_png_file(golden);
    if (expected && (*expected == actual || (share > 0 && nearly_equal(*expected, actual, share))))
        return {};
    const std::string left = std::string(TICKREEL_BIN_DIR) + "/" + name + ".actual.png";
    const std::string trouble = save(left, actual);
    std::string what = expected ? "the picture differs" : expected.error().message;
    if (expected && expected->pixels.size() == actual.pixels.size()) {
        std::size_t different = 0;
        for (std::size_t i = 0; i < actual.pixels.size(); ++i)
            different += actual.pixels[i] == expected->pixels[i] ? 0U : 1U;
        what += " in " + std::to_string(different) + " pixels";
    }
    return what + "; look at " + left + " and " + golden + trouble;
}

}  // namespace tickreel_test
