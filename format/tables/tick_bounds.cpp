#include "format/tables/tick_bounds.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "format/tables/parse_tree.h"

namespace tickreel {

namespace {

struct TableUse {
    const ParseNode* node = nullptr;
    std::string name{};  // as columns call it: the alias, else the table
};

// The plain tables of a FROM. False: one of its parts makes rows depend on other rows.
bool collect(const ParseNode& from, std::vector<TableUse>& uses) {
    const std::string type = text_of(from, "type");
    const auto sample = from.find("sample");
    if (sample != from.end() && !sample->is_null()) return false;
    if (type == "BASE_TABLE") {
        const auto renamed = from.find("column_name_alias");
        if (renamed != from.end() && !renamed->empty()) return true;  // `tick` may be another
        const std::string alias = text_of(from, "alias");
        uses.push_back({&from, ascii_lower(alias.empty() ? text_of(from, "table_name") : alias)});
        return true;
    }
    if (type != "JOIN") return true;
    const std::string how = text_of(from, "ref_type");
    if (how != "REGULAR" && how != "CROSS") return false;
    return from.contains("left") && from.contains("right") && collect(from["left"], uses) &&
           collect(from["right"], uses);
}

// Whether the expression is the tick of this table.
bool is_tick(const ParseNode& node, const TableUse& use, bool alone) {
    if (text_of(node, "class") != "COLUMN_REF" || !node.contains("column_names")) return false;
    const ParseNode& names = node["column_names"];
    if (!names.is_array() || names.empty() || !names.back().is_string()) return false;
    if (ascii_lower(names.back().get<std::string>()) != "tick") return false;
    if (names.size() == 1) return alone;
    return names.size() == 2 && names[0].is_string() &&
           ascii_lower(names[0].get<std::string>()) == use.name;
}

std::optional<Tick> whole_number(const ParseNode& node) {
    if (text_of(node, "class") != "CONSTANT" || !node.contains("value")) return std::nullopt;
    const ParseNode& value = node["value"];
    if (!value.is_object() || !value.contains("value") || !value["value"].is_number_integer())
        return std::nullopt;
    if (!value.contains("type")) return std::nullopt;
    const std::string type = text_of(value["type"], "id");
    if (type != "INTEGER" && type != "BIGINT") return std::nullopt;
    return value["value"].get<std::int64_t>();
}

void narrow(TickBounds& bounds, const std::string& compare, Tick tick) {
    constexpr Tick kMin = std::numeric_limits<Tick>::min();
    constexpr Tick kMax = std::numeric_limits<Tick>::max();
    const bool equal = compare == "COMPARE_EQUAL";
    if (equal || compare == "COMPARE_GREATERTHANOREQUALTO")
        bounds.from = std::max(bounds.from, tick);
    if (compare == "COMPARE_GREATERTHAN" && tick < kMax)
        bounds.from = std::max(bounds.from, tick + 1);
    if (equal || compare == "COMPARE_LESSTHANOREQUALTO") bounds.to = std::min(bounds.to, tick);
    if (compare == "COMPARE_LESSTHAN" && tick > kMin) bounds.to = std::min(bounds.to, tick - 1);
}

std::string mirrored(const std::string& compare) {
    if (compare == "COMPARE_GREATERTHAN") return "COMPARE_LESSTHAN";
    if (compare == "COMPARE_LESSTHAN") return "COMPARE_GREATERTHAN";
    if (compare == "COMPARE_GREATERTHANOREQUALTO") return "COMPARE_LESSTHANOREQUALTO";
    if (compare == "COMPARE_LESSTHANOREQUALTO") return "COMPARE_GREATERTHANOREQUALTO";
    return compare;
}

void narrow_by(const ParseNode& where, const TableUse& use, bool alone, TickBounds& bounds) {
    const std::string kind = text_of(where, "class");
    const std::string type = text_of(where, "type");
    if (kind == "CONJUNCTION" && type == "CONJUNCTION_AND" && where.contains("children")) {
        for (const ParseNode& child : where["children"]) narrow_by(child, use, alone, bounds);
    } else if (kind == "COMPARISON" && where.contains("left") && where.contains("right")) {
        const ParseNode& left = where["left"];
        const ParseNode& right = where["right"];
        if (const auto tick = whole_number(right); tick && is_tick(left, use, alone))
            narrow(bounds, type, *tick);
        if (const auto tick = whole_number(left); tick && is_tick(right, use, alone))
            narrow(bounds, mirrored(type), *tick);
    } else if (kind == "BETWEEN" && type == "COMPARE_BETWEEN" && where.contains("input") &&
               is_tick(where["input"], use, alone)) {
        if (const auto tick = whole_number(where.value("lower", ParseNode())))
            narrow(bounds, "COMPARE_GREATERTHANOREQUALTO", *tick);
        if (const auto tick = whole_number(where.value("upper", ParseNode())))
            narrow(bounds, "COMPARE_LESSTHANOREQUALTO", *tick);
    }
}

class Walk {
public:
    void visit(const ParseNode& node);
    std::map<std::string, TickBounds> result() {
        return opaque_ ? std::map<std::string, TickBounds>() : std::move(bounds_);
    }

private:
    void visit_select(const ParseNode& node);
    void add_use(const ParseNode& node);

    std::map<const ParseNode*, TickBounds> known_;
    std::map<std::string, TickBounds> bounds_;
    bool opaque_ = false;  // a table function may read any table
};

void Walk::visit_select(const ParseNode& node) {
    if (!node.contains("from_table") || !node.contains("where_clause")) return;
    const auto sample = node.find("sample");
    if (sample != node.end() && !sample->is_null()) return;
    std::vector<TableUse> uses;
    if (!collect(node["from_table"], uses)) return;
    const bool alone = text_of(node["from_table"], "type") == "BASE_TABLE";
    for (const TableUse& use : uses) {
        TickBounds bounds;
        narrow_by(node["where_clause"], use, alone, bounds);
        known_[use.node] = bounds;
    }
}

// A table that is used more than once is read as far as any use reaches.
void Walk::add_use(const ParseNode& node) {
    const auto known = known_.find(&node);
    const TickBounds own = known == known_.end() ? TickBounds{} : known->second;
    const auto [at, fresh] = bounds_.try_emplace(ascii_lower(text_of(node, "table_name")), own);
    if (fresh) return;
    at->second.from = std::min(at->second.from, own.from);
    at->second.to = std::max(at->second.to, own.to);
}

void Walk::visit(const ParseNode& node) {
    if (node.is_object()) {
        const std::string type = text_of(node, "type");
        if (type == "SELECT_NODE") visit_select(node);
        if (type == "BASE_TABLE") add_use(node);
        if (type == "TABLE_FUNCTION") opaque_ = true;
    }
    if (node.is_structured())
        for (const ParseNode& child : node) visit(child);
}

}  // namespace

std::map<std::string, TickBounds> tick_bounds(std::string_view parse_tree) {
    const ParseNode tree = ParseNode::parse(parse_tree, nullptr, false);
    if (!tree.is_object() || tree.value("error", true)) return {};
    Walk walk;
    walk.visit(tree);
    return walk.result();
}

}  // namespace tickreel
