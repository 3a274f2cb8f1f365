#pragma once
// Small change for reading DuckDB's parse tree.

#include <cctype>
#include <string>

#include <nlohmann/json.hpp>

namespace tickreel {

using ParseNode = nlohmann::json;

inline std::string lower(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

// "" when there is none.
inline std::string text_of(const ParseNode& node, const char* key) {
    const auto found = node.find(key);
    return found != node.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace tickreel
