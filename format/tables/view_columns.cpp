#include "format/tables/view_columns.h"

#include <map>
#include <optional>
#include <set>
#include <vector>

#include "format/tables/parse_tree.h"
#include "tickreel/tables/table_database.h"

namespace tickreel {

namespace {

// A column, or a struct of what shares the name up to a dot.
struct Node {
    std::string name{};
    const TableColumn* column = nullptr;
    std::vector<Node> parts{};
};

void place(std::vector<Node>& nodes, std::string_view name, const TableColumn& column) {
    const std::size_t dot = name.find('.');
    const std::string_view first = name.substr(0, dot);
    if (dot == std::string_view::npos || dot + 1 == name.size()) {
        nodes.push_back({std::string(name), &column, {}});
        return;
    }
    for (Node& node : nodes)
        if (node.column == nullptr && node.name == first)
            return place(node.parts, name.substr(dot + 1), column);
    nodes.push_back({std::string(first), nullptr, {}});
    place(nodes.back().parts, name.substr(dot + 1), column);
}

// SQL does not tell Position from position: a struct whose name is taken stays flat.
bool names_clash(const std::vector<Node>& nodes) {
    std::set<std::string> taken;
    for (const Node& node : nodes)
        if (!taken.insert(ascii_lower(node.name)).second || names_clash(node.parts)) return true;
    return false;
}

std::string expression(const Node& node) {
    if (node.column != nullptr) return sql_name(node.column->name);
    std::string text;
    for (const Node& part : node.parts)
        text += (text.empty() ? "" : ", ") + sql_text(part.name) + ": " + expression(part);
    return '{' + text + '}';
}

void leaves(const Node& node, std::vector<const TableColumn*>& found) {
    if (node.column != nullptr) found.push_back(node.column);
    for (const Node& part : node.parts) leaves(part, found);
}

// A vector of which nothing is there is no vector of nothings.
std::string nullable(const Node& node, bool may_lack_fields) {
    std::vector<const TableColumn*> columns;
    leaves(node, columns);
    std::string all_null;
    for (const TableColumn* column : columns) {
        if (!column->meaning.nullable && !may_lack_fields) return expression(node);
        all_null += (all_null.empty() ? "" : " AND ") + sql_name(column->name) + " IS NULL";
    }
    return "CASE WHEN " + all_null + " THEN NULL ELSE " + expression(node) + " END";
}

}  // namespace

std::string view_columns(const TablePlan& plan) {
    std::vector<Node> nodes;
    for (const TableColumn& column : plan.columns) {
        const bool field = column.use == ColumnUse::Field;
        if (field)
            place(nodes, column.name, column);
        else
            nodes.push_back({column.name, &column, {}});
    }
    if (names_clash(nodes)) return "*";
    std::string text;
    for (const Node& node : nodes) {
        if (!text.empty()) text += ", ";
        text += node.column != nullptr ? expression(node)
                                       : nullable(node, plan.kind == TableKind::AllItems) + " AS " +
                                             sql_name(node.name);
    }
    return text;
}

}  // namespace tickreel
