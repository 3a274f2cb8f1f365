#pragma once
// The lines of an NDJSON output.

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace tickreel_test {

inline std::vector<nlohmann::ordered_json> ndjson_rows(const std::string& text) {
    std::vector<nlohmann::ordered_json> rows;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        rows.push_back(nlohmann::ordered_json::parse(text.substr(at, end - at)));
        at = end + 1;
    }
    return rows;
}

}  // namespace tickreel_test
