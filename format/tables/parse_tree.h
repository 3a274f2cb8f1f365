#pragma once
// Helpers for reading DuckDB's parse tree and plan.

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

// The comparison with its sides exchanged.
inline std::string mirrored(const std::string& compare) {
    if (compare == "COMPARE_GREATERTHAN") return "COMPARE_LESSTHAN";
    if (compare == "COMPARE_LESSTHAN") return "COMPARE_GREATERTHAN";
    if (compare == "COMPARE_GREATERTHANOREQUALTO") return "COMPARE_LESSTHANOREQUALTO";
    if (compare == "COMPARE_LESSTHANOREQUALTO") return "COMPARE_GREATERTHANOREQUALTO";
    return compare;
}

}  // namespace tickreel
