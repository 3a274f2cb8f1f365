#include "format/tables/tick_bounds.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "format/tables/parse_tree.h"
#include "format/tables/plain_expression.h"

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

// "" when it is no column of this table.
std::string own_column(const ParseNode& node, const TableUse& use, bool alone) {
    if (text_of(node, "class") != "COLUMN_REF" || !node.contains("column_names")) return {};
    const ParseNode& names = node["column_names"];
    if (!names.is_array() || names.empty() || !names.back().is_string()) return {};
    const bool own = names.size() == 1 ? alone
                                       : names.size() == 2 && names[0].is_string() &&
                                             ascii_lower(names[0].get<std::string>()) == use.name;
    return own ? ascii_lower(names.back().get<std::string>()) : std::string();
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

// A range of numbers, inclusive.
struct Range {
    std::int64_t from = std::numeric_limits<std::int64_t>::min();
    std::int64_t to = std::numeric_limits<std::int64_t>::max();
};

// What lies in `value` is as good as `off` away from what the query compares with.
void narrow(Range& range, const std::string& compare, std::int64_t value, std::int64_t off) {
    const Range all;
    const bool equal = compare == "COMPARE_EQUAL";
    const std::int64_t low = value > all.from + off ? value - off : all.from;
    const std::int64_t high = value < all.to - off ? value + off : all.to;
    if (equal || compare == "COMPARE_GREATERTHANOREQUALTO") range.from = std::max(range.from, low);
    if (compare == "COMPARE_GREATERTHAN" && low < all.to)
        range.from = std::max(range.from, off == 0 ? low + 1 : low);
    if (equal || compare == "COMPARE_LESSTHANOREQUALTO") range.to = std::min(range.to, high);
    if (compare == "COMPARE_LESSTHAN" && high > all.from)
        range.to = std::min(range.to, off == 0 ? high - 1 : high);
}

// What one table of a SELECT is asked for.
class Narrowing {
public:
    Narrowing(const TableUse& use, bool alone, const ExpressionAnswers& answers)
        : use_(use), alone_(alone), answers_(answers) {}

    TickBounds by(const ParseNode& where) {
        add(where);
        TickBounds bounds;
        bounds.from = ticks_.from;
        bounds.to = ticks_.to;
        bounds.time_from = times_.from;
        bounds.time_to = times_.to;
        bounds.places = places_;
        bounds.ids = ids_;
        return bounds;
    }

private:
    void add(const ParseNode& where) {
        const std::string kind = text_of(where, "class");
        const std::string type = text_of(where, "type");
        if (kind == "CONJUNCTION" && type == "CONJUNCTION_AND" && where.contains("children")) {
            for (const ParseNode& child : where["children"]) add(child);
            return;
        }
        if (kind == "COMPARISON" && where.contains("left") && where.contains("right")) {
            compare(where["left"], type, where["right"]);
            compare(where["right"], mirrored(type), where["left"]);
        } else if (kind == "BETWEEN" && type == "COMPARE_BETWEEN" && where.contains("input")) {
            compare(where["input"], "COMPARE_GREATERTHANOREQUALTO",
                    where.value("lower", ParseNode()));
            compare(where["input"], "COMPARE_LESSTHANOREQUALTO", where.value("upper", ParseNode()));
        } else if (type == "COMPARE_IN" && where.contains("children")) {
            add_list(where["children"]);
        }
        add_places(where);
    }

    void compare(const ParseNode& column, const std::string& how, const ParseNode& value) {
        const std::string name = own_column(column, use_, alone_);
        if (name == "id") {
            const auto id = whole_number(value);
            if (id && how == "COMPARE_EQUAL") keep_ids({*id});
        } else if (name == "tick") {
            if (const auto tick = whole_number(value))
                narrow(ticks_, how, *tick, 0);
            else if (const auto about = answer(answers_.number, value))
                narrow(ticks_, how, *about, 1);
        } else if (name == "time") {
            if (const auto time = answer(answers_.microseconds, value))
                narrow(times_, how, *time, 1);
        }
    }

    void add_list(const ParseNode& children) {
        if (!children.is_array() || children.size() < 2) return;
        const std::string name = own_column(children[0], use_, alone_);
        if (name == "tick") add_ticks(children);
        if (name == "id") add_ids(children);
    }

    void add_ids(const ParseNode& children) {
        IdList ids;
        for (std::size_t i = 1; i < children.size(); ++i) {
            const auto id = whole_number(children[i]);
            if (!id) return;
            ids.push_back(*id);
        }
        keep_ids(std::move(ids));
    }

    void keep_ids(IdList ids) {
        std::sort(ids.begin(), ids.end());
        ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
        TickBounds before, more;
        before.ids = ids_;
        more.ids = std::make_shared<const IdList>(std::move(ids));
        ids_ = both(before, more).ids;
    }

    // tick IN (a, b, c): from the least to the greatest.
    void add_ticks(const ParseNode& children) {
        Range range{std::numeric_limits<Tick>::max(), std::numeric_limits<Tick>::min()};
        for (std::size_t i = 1; i < children.size(); ++i) {
            const auto plain = whole_number(children[i]);
            const auto tick = plain ? plain : answer(answers_.number, children[i]);
            if (!tick) return;
            range.from = std::min(range.from, *tick);
            range.to = std::max(range.to, *tick);
        }
        narrow(ticks_, "COMPARE_GREATERTHANOREQUALTO", range.from, 1);
        narrow(ticks_, "COMPARE_LESSTHANOREQUALTO", range.to, 1);
    }

    void add_places(const ParseNode& where) {
        const auto is_own = [this](const ParseNode& column) {
            return !own_column(column, use_, alone_).empty();
        };
        if (!answers_.places || !is_place_condition(where, is_own)) return;
        const auto places = answers_.places(without_tables(where).dump());
        if (!places) return;
        TickBounds before, more;
        before.places = places_;
        more.places = places;
        places_ = both(before, more).places;
    }

    template <class Ask>
    static std::optional<std::int64_t> answer(const Ask& ask, const ParseNode& value) {
        return ask && is_constant(value) ? ask(value.dump()) : std::nullopt;
    }

    const TableUse& use_;
    bool alone_;
    const ExpressionAnswers& answers_;
    Range ticks_;
    Range times_;
    std::shared_ptr<const PlaceSet> places_;
    std::shared_ptr<const IdList> ids_;
};

bool is_blank(const ParseNode& select, const char* key) {
    const auto found = select.find(key);
    return found == select.end() || found->is_null() || (found->is_structured() && found->empty());
}

// Neither an aggregate nor a window: each row of the table is one of the result.
bool is_row_by_row(const ParseNode& list) {
    return std::all_of(
        list.begin(), list.end(),
        [](const ParseNode& entry) {
            const std::string kind = text_of(entry, "class");
            return kind == "COLUMN_REF" || kind == "STAR" || kind == "CONSTANT";
        });
}

std::optional<std::uint64_t> row_count(const ParseNode& node) {
    if (node.is_null()) return 0;
    const auto number = whole_number(node);
    return number && *number >= 0 ? std::optional(static_cast<std::uint64_t>(*number))
                                  : std::nullopt;
}

// SELECT columns FROM table ORDER BY tick LIMIT n, nothing else.
std::optional<FewRows> few_rows(const ParseNode& select, const TableUse& use) {
    for (const char* key : {"where_clause", "group_expressions", "having", "sample", "qualify"})
        if (!is_blank(select, key)) return std::nullopt;
    const auto modifiers = select.find("modifiers");
    if (modifiers == select.end() || !modifiers->is_array() || modifiers->size() != 2 ||
        !is_row_by_row(select.value("select_list", ParseNode::array())))
        return std::nullopt;
    const ParseNode& order = (*modifiers)[0];
    const ParseNode& limit = (*modifiers)[1];
    if (text_of(order, "type") != "ORDER_MODIFIER" || text_of(limit, "type") != "LIMIT_MODIFIER" ||
        !order.contains("orders") || order["orders"].size() != 1)
        return std::nullopt;
    const ParseNode& by = order["orders"][0];
    if (own_column(by.value("expression", ParseNode()), use, true) != "tick") return std::nullopt;
    const auto rows = row_count(limit.value("limit", ParseNode()));
    const auto skipped = row_count(limit.value("offset", ParseNode()));
    if (!rows || !skipped || *rows == 0 || *rows + *skipped > (1U << 20)) return std::nullopt;
    const std::string direction = text_of(by, "type");
    if (direction != "ORDER_DEFAULT" && direction != "ASCENDING" && direction != "DESCENDING")
        return std::nullopt;
    return FewRows{*rows + *skipped, direction == "DESCENDING"};
}

class Walk {
public:
    explicit Walk(const ExpressionAnswers& answers) : answers_(answers) {}
    void visit(const ParseNode& node);
    std::map<std::string, TickBounds> result() {
        return opaque_ ? std::map<std::string, TickBounds>() : std::move(bounds_);
    }

private:
    void visit_select(const ParseNode& node);
    void add_use(const ParseNode& node);

    const ExpressionAnswers& answers_;
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
        known_[use.node] = Narrowing(use, alone, answers_).by(node["where_clause"]);
        if (alone) known_[use.node].few = few_rows(node, use);
    }
}

// A table that is used more than once is read as far as any use reaches.
void Walk::add_use(const ParseNode& node) {
    const auto known = known_.find(&node);
    const TickBounds own = known == known_.end() ? TickBounds{} : known->second;
    const auto [at, fresh] = bounds_.try_emplace(ascii_lower(text_of(node, "table_name")), own);
    if (!fresh) at->second = hull(at->second, own);
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

std::map<std::string, TickBounds> tick_bounds(std::string_view parse_tree,
                                              const ExpressionAnswers& answers) {
    const ParseNode tree = ParseNode::parse(parse_tree, nullptr, false);
    if (!tree.is_object() || tree.value("error", true)) return {};
    Walk walk(answers);
    walk.visit(tree);
    return walk.result();
}

}  // namespace tickreel
