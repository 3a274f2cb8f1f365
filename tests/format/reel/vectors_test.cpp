// The vectors in tests/vectors match their .json files, and the writer still produces the same
// bytes. Changing a vector requires a new version of the format: the vectors of the previous
// version are then kept in a folder named after it.
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
    for (const auto& entry : std::filesystem::recursive_directory_iterator(kFolder)) {
        if (entry.path().extension() != ".reel") continue;
        const std::filesystem::path name =
            std::filesystem::relative(entry.path(), kFolder).replace_extension();
        INFO(name);
        std::ifstream text(kFolder / (name.string() + ".json"));
        REQUIRE(text.good());
        const auto wanted = nlohmann::ordered_json::parse(text);
        CHECK(describe(read_vector(name.string())) == wanted);
        ++count;
    }
    CHECK(count >= 75);
}

TEST_CASE("the writer makes the vectors byte by byte") {
    for (const Vector& vector : make_vectors()) {
        INFO(vector.name);
        if (vector.exact) CHECK((read_vector(vector.name) == vector.file));
    }
}
