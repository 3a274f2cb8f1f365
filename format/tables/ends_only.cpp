#include "format/tables/ends_only.h"

#include <algorithm>

#include "format/tables/parse_tree.h"

namespace tickreel {

namespace {

bool is_empty(const ParseNode& node, const char* key) {
    const auto found = node.find(key);
    return found == node.end() || found->is_null() || found->empty();
}

bool is_tick(const ParseNode& node) {
    if (text_of(node, "class") != "COLUMN_REF" || !node.contains("column_names")) return false;
    const ParseNode& names = node["column_names"];
    return names.is_array() && !names.empty() && names.back().is_string() &&
           ascii_lower(names.back().get<std::string>()) == "tick";
}

// Whether the expression is the same for all tables with so many rows and these two ticks.
bool needs_ends_only(const ParseNode& node) {
    const std::string kind = text_of(node, "class");
    if (kind == "CONSTANT") return true;
    if (kind == "CAST") return node.contains("child") && needs_ends_only(node["child"]);
    if (kind != "FUNCTION" || !is_empty(node, "filter") || !node.contains("children")) return false;
    const ParseNode& children = node["children"];
    const std::string name = ascii_lower(text_of(node, "function_name"));
    const bool distinct = node.value("distinct", true);
    if (name == "count_star") return !distinct;
    if (children.size() == 1 && is_tick(children[0]))
        return name == "min" || name == "max" || (name == "count" && !distinct);
    return !children.empty() && std::all_of(children.begin(), children.end(), needs_ends_only);
}

// The table of a SELECT that needs its ends only, or nullptr.
const ParseNode* table_with_ends_only(const ParseNode& select) {
    const auto from = select.find("from_table");
    if (from == select.end() || text_of(*from, "type") != "BASE_TABLE") return nullptr;
    for (const char* key :
         {"where_clause", "group_expressions", "having", "sample", "qualify", "modifiers"})
        if (!is_empty(select, key)) return nullptr;
    if (!is_empty(*from, "sample") || !is_empty(*from, "column_name_alias")) return nullptr;
    const auto list = select.find("select_list");
    const bool plain = list != select.end() && list->is_array() &&
                       std::all_of(list->begin(), list->end(), needs_ends_only);
    return plain ? &*from : nullptr;
}

struct Uses {
    std::set<const ParseNode*> plain{};
    std::set<std::string> of_ends{};
    std::set<std::string> other{};
    bool opaque = false;  // a table function may read any table
};

void visit(const ParseNode& node, Uses& uses) {
    if (node.is_object()) {
        const std::string type = text_of(node, "type");
        if (type == "TABLE_FUNCTION") uses.opaque = true;
        if (type == "SELECT_NODE")
            if (const ParseNode* table = table_with_ends_only(node)) uses.plain.insert(table);
        if (type == "BASE_TABLE")
            (uses.plain.contains(&node) ? uses.of_ends : uses.other)
                .insert(ascii_lower(text_of(node, "table_name")));
    }
    if (node.is_structured())
        for (const ParseNode& child : node) visit(child, uses);
}

}  // namespace

std::set<std::string> ends_only(std::string_view parse_tree) {
    const ParseNode tree = ParseNode::parse(parse_tree, nullptr, false);
    if (!tree.is_object() || tree.value("error", true)) return {};
    Uses uses;
    visit(tree, uses);
    if (uses.opaque) return {};
    std::erase_if(uses.of_ends, [&](const auto& name) { return uses.other.contains(name); });
    return uses.of_ends;
}

}  // namespace tickreel
