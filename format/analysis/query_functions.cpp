// The functions: count, changed, prev, delta, now, abs, min, max, dist and player.
#include <algorithm>

#include "format/analysis/query_names.h"
#include "format/analysis/query_parser.h"
#include "tickreel/model/names.h"

namespace tickreel {
namespace {

using Kind = QueryWord::Kind;

}  // namespace

// Empty if there is no function here.
std::optional<QueryParser::Node> QueryParser::parse_function() {
    const QueryWord name = word();
    if (name.kind != Kind::Name) return std::nullopt;
    const bool text_next = words_[std::min(at_ + 1, words_.size() - 1)].kind == Kind::Text;
    if (name.text == "player" && (text_next || is_sign("~", 1))) {
        ++at_;
        return parse_player(QueryOp::Player);
    }
    if (!is_sign("(", 1)) return std::nullopt;
    const auto call = [&](auto parse) -> std::optional<Node> {
        at_ += 2;
        if (++depth_ > kMaxQueryDepth) return wrong("too many brackets within brackets");
        Node made = parse();
        --depth_;
        return closed(std::move(made));
    };
    if (name.text == "count") return call([&] { return parse_count(); });
    if (name.text == "changed") return call([&] { return parse_of_field(QueryOp::Changed); });
    if (name.text == "prev") return call([&] { return parse_of_field(QueryOp::Previous); });
    if (name.text == "now") return call([&] { return parse_of_field(QueryOp::Field); });
    if (name.text == "delta") return call([&] { return parse_of_field(QueryOp::Subtract); });
    if (name.text == "abs") {
        return call([&]() -> Node {
            const Node inside = parse_sum();
            return inside ? add_pair(QueryOp::Absolute, *inside, *inside) : inside;
        });
    }
    if (name.text == "min" || name.text == "max") {
        const QueryOp op = name.text == "min" ? QueryOp::Smaller : QueryOp::Larger;
        return call([&] { return parse_least_or_most(op); });
    }
    if (name.text == "dist") return call([&] { return parse_distance(); });
    return std::nullopt;
}

QueryParser::Node QueryParser::parse_count() {
    const QueryWord name = word();
    if (name.kind != Kind::Name && name.kind != Kind::Quoted)
        return wrong("count needs a type, for example count(Projectile)");
    Result<std::vector<TypeId>> types = find_query_types(schema_, name.text);
    if (!types) return wrong(types.error().message);
    ++at_;
    QueryNode node;
    node.op = QueryOp::Count;
    node.text = types->size() == 1 ? schema_[types->front()].name : name.text;
    for (const TypeId type : *types) node.fields.emplace_back(type);
    return add(std::move(node));
}

// changed, prev and now of a field; Subtract: the difference to the previous snapshot.
QueryParser::Node QueryParser::parse_of_field(QueryOp op) {
    const QueryWord name = word();
    if (name.kind != Kind::Name && name.kind != Kind::Quoted)
        return wrong("the field of an item is missing, as in changed(Type.field)");
    const Node field = parse_name();
    if (!field || op == QueryOp::Field) return field;
    QueryNode node = query_.nodes_[*field];
    if (node.op != QueryOp::Field || query_.variables_[node.variable].event)
        return wrong(name, "this needs the field of an item, for example changed(Type.field)");
    if (op == QueryOp::Subtract) {
        node.op = QueryOp::Previous;
        const Node before = add(std::move(node));
        return before ? add_pair(op, *field, *before) : before;
    }
    node.op = op;
    return add(std::move(node));
}

QueryParser::Node QueryParser::parse_least_or_most(QueryOp op) {
    Node left = parse_sum();
    if (left && !is_sign(",")) return wrong("min and max want two values or more, as in min(a, b)");
    while (left && take_sign(",")) {
        const Node right = parse_sum();
        left = right ? add_pair(op, *left, *right) : right;
    }
    return left;
}

QueryParser::Node QueryParser::parse_distance() {
    const Node from = parse_place();
    if (!from) return from;
    if (!take_sign(",")) return wrong("dist needs two places, for example dist(Character, Flag)");
    const QueryWord second = word();
    const Node to = parse_place();
    if (!to) return to;
    // A type is one item throughout a query: it would hold for each of them, wherever they are.
    const QueryNode& a = query_.nodes_[*from];
    const QueryNode& b = query_.nodes_[*to];
    if (a.op == QueryOp::Place && b.op == QueryOp::Place && a.variable == b.variable)
        return wrong(second, concat("both are the same ", second.text,
                                    ", which has no distance to itself; name two players, as in "
                                    "dist(player \"Ada\", player \"Bob\"), or join the table with "
                                    "itself in 'tickreel sql'"));
    return add_pair(QueryOp::Distance, *from, *to);
}

// A type, a player by name, or a point: two numbers.
QueryParser::Node QueryParser::parse_place() {
    const QueryWord name = word();
    if (name.kind == Kind::Number || is_sign("-") || is_sign("(")) {
        const Node x = parse_sum();
        if (!x) return x;
        if (!take_sign(","))
            return wrong("a point needs two numbers, for example dist(Character, 100, 200)");
        const Node y = parse_sum();
        return y ? add_pair(QueryOp::Point, *x, *y) : y;
    }
    if (name.kind == Kind::Name && name.text == "player" &&
        words_[std::min(at_ + 1, words_.size() - 1)].kind == Kind::Text) {
        ++at_;
        return parse_player(QueryOp::PlayerPlace);
    }
    if (name.kind != Kind::Name && name.kind != Kind::Quoted)
        return wrong("a type, player \"name\" or two numbers are missing");
    Result<std::vector<TypeId>> types = find_query_types(schema_, name.text);
    if (!types) return wrong(types.error().message);
    if (!find_role(schema_[types->front()], Role::PositionX))
        return wrong(schema_[types->front()].name + " has no place");
    ++at_;
    const Result<std::size_t> which = variable(name.text, std::move(*types));
    if (!which) return which.error();
    QueryNode node;
    node.op = QueryOp::Place;
    node.variable = *which;
    return add(std::move(node));
}

// After the word: "name", or ~ "part".
QueryParser::Node QueryParser::parse_player(QueryOp op) {
    QueryNode node;
    node.op = op;
    node.part = take_sign("~");
    if (word().kind != Kind::Text)
        return wrong("a name in quotes is missing, as in player \"Ada\"");
    node.text = words_[at_++].text;
    return add(std::move(node));
}

// `player "Ada"` refers to the first players' item mentioned, else to the first event, else to
// items with names.
Result<void> QueryParser::bind_players() {
    auto& nodes = query_.nodes_;
    const auto asks = [](const QueryNode& node) { return node.op == QueryOp::Player; };
    if (std::none_of(nodes.begin(), nodes.end(), asks)) return {};
    const auto& all = query_.variables_;
    auto about = std::find_if(all.begin(), all.end(), [](const auto& v) { return v.named; });
    if (about == all.end())
        about = std::find_if(all.begin(), all.end(), [](const auto& v) { return v.event; });
    auto which = static_cast<std::size_t>(about - all.begin());
    for (const Role role : {Role::Name, Role::PositionX, Role::None}) {
        for (std::size_t i = 0; i < schema_.size() && which == all.size(); ++i) {
            const auto type = static_cast<TypeId>(i);
            const ItemType& what = schema_[type];
            if (what.use == TypeUse::Item && shares_names(what) &&
                (role == Role::None || find_role(what, role))) {
                const Result<std::size_t> made = variable(what.name, {type});
                if (!made) return made.error();
                which = *made;
                break;
            }
        }
    }
    if (which == all.size()) return fail("nothing in this recording has a player's name");
    for (QueryNode& node : nodes)
        if (asks(node)) node.variable = which;
    return {};
}

void QueryParser::collect_variables(std::size_t index, std::vector<bool>& into) const {
    const QueryNode& node = query_.nodes_[index];
    switch (node.op) {
        case QueryOp::Field:
        case QueryOp::Id:
        case QueryOp::Exists:
        case QueryOp::Changed:
        case QueryOp::Previous:
        case QueryOp::Speed:
        case QueryOp::Player:
        case QueryOp::NameOf:
        case QueryOp::Place:
            into[node.variable] = true;
            return;
        default:
            break;
    }
    if (node.op >= QueryOp::Point) {  // has children
        collect_variables(node.left, into);
        if (node.right != node.left) collect_variables(node.right, into);
    }
}

// Whether the variable's type stands alone somewhere.
bool QueryParser::asks_presence(std::size_t index, std::size_t variable) const {
    const QueryNode& node = query_.nodes_[index];
    if (node.op == QueryOp::Exists) return node.variable == variable;
    return node.op >= QueryOp::Point &&
           (asks_presence(node.left, variable) ||
            (node.right != node.left && asks_presence(node.right, variable)));
}

// Regroups the operands of the outermost `or` by common types or players.
void QueryParser::split_clauses() {
    struct Part {
        std::size_t root = 0;
        std::vector<bool> uses{};
    };
    std::vector<std::size_t> operands;
    std::vector<std::size_t> open{query_.root_};
    while (!open.empty()) {
        const std::size_t index = open.back();
        open.pop_back();
        const QueryNode& node = query_.nodes_[index];
        if (node.op == QueryOp::Or) {
            open.push_back(node.right);
            open.push_back(node.left);
        } else {
            operands.push_back(index);
        }
    }
    const auto& all = query_.variables_;
    const auto related = [&](const Part& one, const Part& other) {
        for (std::size_t a = 0; a < all.size(); ++a) {
            for (std::size_t b = 0; b < all.size(); ++b)
                if (one.uses[a] && other.uses[b] && (a == b || (all[a].named && all[b].named)))
                    return true;
        }
        return false;
    };
    const auto join = [&](Part& into, const Part& part) {
        QueryNode both;  // not counted: the query was short enough without it
        both.op = QueryOp::Or;
        both.left = into.root;
        both.right = part.root;
        query_.nodes_.push_back(both);
        into.root = query_.nodes_.size() - 1;
        for (std::size_t v = 0; v < all.size(); ++v) {
            into.uses[v] = into.uses[v] || part.uses[v];
        }
    };
    std::vector<Part> parts;
    std::vector<Part> loose;  // without a type: combined with their neighbours
    for (const std::size_t operand : operands) {
        Part part{operand, std::vector<bool>(all.size())};
        collect_variables(operand, part.uses);
        if (std::none_of(part.uses.begin(), part.uses.end(), [](bool used) { return used; })) {
            loose.push_back(std::move(part));
            continue;
        }
        for (std::size_t i = 0; i < parts.size();) {
            if (related(parts[i], part)) {
                Part whole = std::move(parts[i]);
                parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(i));
                join(whole, part);
                part = std::move(whole);
            } else {
                ++i;
            }
        }
        parts.push_back(std::move(part));
    }
    for (Part& part : loose)
        parts.empty() ? parts.push_back(std::move(part)) : join(parts.front(), part);
    for (const Part& part : parts) {
        QueryClause clause{part.root, {}};
        for (std::size_t v = 0; v < all.size(); ++v)
            if (part.uses[v]) clause.variables.push_back(v);
        clause.asks_presence =
            !clause.variables.empty() && asks_presence(part.root, clause.variables[0]);
        query_.find_tests(clause);
        query_.clauses_.push_back(std::move(clause));
    }
}

}  // namespace tickreel
