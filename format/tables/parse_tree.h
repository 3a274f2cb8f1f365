#pragma once
// Helpers for reading DuckDB's parse tree.

#include <string>

#include <nlohmann/json.hpp>

#include "tickreel/base/text.h"

namespace tickreel {

using ParseNode = nlohmann::json;

// "" if there is none.
inline std::string text_of(const ParseNode& node, const char* key) {
    const auto found = node.find(key);
    return found != node.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace tickreel
