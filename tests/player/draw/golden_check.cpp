#include "tests/player/draw/golden_check.h"

#include <cstdlib>

#include "format/base/file.h"
#include "player/draw/png.h"

namespace tickreel_test {

using namespace tickreel;

namespace {

std::string save(const std::string& path, const Image& image) {
    const Result<Bytes> bytes = write_png(image);
    auto file = create_file(path, IfExists::Replace);
    if (!bytes || !file || !(*file)->write(*bytes) || !(*file)->close()) {
        return "cannot write " + path;
    }
    return {};
}

}  // namespace

std::string golden_difference(const std::string& name, const Image& actual) {
    const std::string golden =
        std::string(TICKREEL_SOURCE_DIR) + "/tests/player/draw/golden/" + name + ".png";
    if (std::getenv("TICKREEL_UPDATE_GOLDEN") != nullptr) {
        return save(golden, actual);
    }
    const Result<Image> expected = read_png_file(golden);
    if (expected && *expected == actual) {
        return {};
    }
    const std::string left = std::string(TICKREEL_BIN_DIR) + "/" + name + ".actual.png";
    const std::string trouble = save(left, actual);
    std::string what = expected ? "the picture differs" : expected.error().message;
    if (expected && expected->pixels.size() == actual.pixels.size()) {
        std::size_t different = 0;
        for (std::size_t i = 0; i < actual.pixels.size(); ++i) {
            different += actual.pixels[i] == expected->pixels[i] ? 0U : 1U;
        }
        what += " in " + std::to_string(different) + " pixels";
    }
    return what + "; look at " + left + " and " + golden + trouble;
}

}  // namespace tickreel_test
