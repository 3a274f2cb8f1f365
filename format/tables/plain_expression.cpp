#include "format/tables/plain_expression.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace tickreel {

namespace {

// Functions whose result follows from their arguments alone.
constexpr std::array<std::string_view, 30> kPure{"+",
                                                 "-",
                                                 "*",
                                                 "/",
                                                 "//",
                                                 "%",
                                                 "abs",
                                                 "floor",
                                                 "ceil",
                                                 "round",
                                                 "least",
                                                 "greatest",
                                                 "to_seconds",
                                                 "to_milliseconds",
                                                 "to_microseconds",
                                                 "to_minutes",
                                                 "to_hours",
                                                 "to_days",
                                                 "date_trunc",
                                                 "make_timestamp",
                                                 "strptime",
                                                 "epoch_ms",
                                                 "~~",
                                                 "!~~",
                                                 "~~*",
                                                 "!~~*",
                                                 "starts_with",
                                                 "ends_with",
                                                 "contains",
                                                 "lower"};

// Of the expression and all within it: whether each is allowed.
template <class Column>
bool all_plain(const ParseNode& node, const Column& column) {
    if (node.is_array())
        return std::all_of(node.begin(), node.end(),
                           [&](const ParseNode& child) { return all_plain(child, column); });
    if (!node.is_object()) return true;
    const auto kind = node.find("class");
    if (kind != node.end()) {
        const std::string name = text_of(node, "class");
        if (name == "COLUMN_REF") return column(node);
        if (name == "FUNCTION") {
            const std::string function = ascii_lower(text_of(node, "function_name"));
            if (std::find(kPure.begin(), kPure.end(), function) == kPure.end()) return false;
        } else if (name != "CONSTANT" && name != "CAST" && name != "COMPARISON" &&
                   name != "CONJUNCTION" && name != "OPERATOR" && name != "BETWEEN") {
            return false;
        }
    }
    return std::all_of(node.begin(), node.end(),
                       [&](const ParseNode& child) { return all_plain(child, column); });
}

}  // namespace

bool is_constant(const ParseNode& node) {
    return node.is_object() && node.contains("class") &&
           all_plain(
               node, [](const ParseNode&) { return false; });
}

bool is_place_condition(const ParseNode& node,
                        const std::function<bool(const ParseNode& column)>& is_own) {
    bool any = false;
    const bool plain = all_plain(node, [&](const ParseNode& column) {
        any = true;
        const std::string name = ascii_lower(column["column_names"].back().get<std::string>());
        return (name == "segment" || name == "file") && is_own(column);
    });
    return plain && any;
}

ParseNode without_tables(ParseNode node) {
    if (node.is_object() && text_of(node, "class") == "COLUMN_REF") {
        node["column_names"] = ParseNode::array({node["column_names"].back()});
        return node;
    }
    if (node.is_structured())
        for (ParseNode& child : node) child = without_tables(child);
    return node;
}

}  // namespace tickreel
