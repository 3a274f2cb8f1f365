#pragma once
// The test vectors of FORMAT.md: small files, made here, and what they say as JSON.

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tickreel/reel/reel_reader.h"

namespace tickreel_test {

struct Vector {
    std::string name{};
    tickreel::Bytes file{};
    // False: the bytes depend on the version of zstd, only the content is compared.
    bool exact = true;
};

std::vector<Vector> make_vectors();

// Everything a reader tells about a file.
nlohmann::ordered_json describe(const tickreel::Bytes& file);

}  // namespace tickreel_test
