// The vectors in tests/vectors say what their .json says, and the writer still makes the same
// bytes. A vector that has to change means a new version of the format.
#include "tests/format/reel/vectors.h"

#include <filesystem>
#include <fstream>

#include "tests/catch.h"
#include "tests/format/reel/reel_file.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

const std::filesystem::path kFolder = std::filesystem::path(TICKREEL_SOURCE_DIR) / "tests/vectors";

Bytes read_vector(const std::string& name) {
    const Result<Bytes> bytes = read_whole_file((kFolder / (name + ".reel")).string());
    REQUIRE(bytes.ok());
    return *bytes;
}

}  // namespace

TEST_CASE("every vector says what its json says") {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
        if (entry.path().extension() != ".reel") continue;
        const std::string name = entry.path().stem().string();
        INFO(name);
        std::ifstream text(kFolder / (name + ".json"));
        REQUIRE(text.good());
        const auto wanted = nlohmann::ordered_json::parse(text);
        CHECK(describe(*open_bytes(read_vector(name))) == wanted);
        ++count;
    }
    CHECK(count >= 12);
}

TEST_CASE("the writer makes the vectors byte by byte") {
    for (const Vector& vector : make_vectors()) {
        INFO(vector.name);
        if (vector.exact) CHECK((read_vector(vector.name) == vector.file));
    }
}
