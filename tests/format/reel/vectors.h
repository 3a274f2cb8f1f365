#pragma once
// The test vectors of FORMAT.md: small generated files and their content as JSON.

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tickreel/reel/reel_reader.h"

namespace tickreel_test {

struct Vector {
    std::string name{};
    tickreel::Bytes file{};
    // false: the bytes depend on the zstd version; only the content is compared
    bool exact = true;
};

std::vector<Vector> make_vectors();

// Everything that a reader reports about a file.
nlohmann::ordered_json describe(const tickreel::Bytes& file);

}  // namespace tickreel_test
