#include "format/analysis/query_parser.h"

#include <algorithm>
#include <array>

#include "format/analysis/query_names.h"
#include "tickreel/analysis/describe.h"

namespace tickreel {
namespace {

using Kind = QueryWord::Kind;

}  // namespace

bool QueryParser::is_name(std::string_view name) const {
    return word().kind == Kind::Name && word().text == name;
}

bool QueryParser::is_sign(std::string_view sign, std::size_t ahead) const {
    const QueryWord& there = words_[std::min(at_ + ahead, words_.size() - 1)];
    return there.kind == Kind::Sign && there.text == sign;
}

bool QueryParser::take_name(std::string_view name) {
    const bool there = is_name(name);
    at_ += there ? 1 : 0;
    return there;
}

bool QueryParser::take_sign(std::string_view sign) {
    const bool there = is_sign(sign);
    at_ += there ? 1 : 0;
    return there;
}

Error QueryParser::wrong(const QueryWord& at, const std::string& what) const {
    return fail("column ", at.column, ": ", what);
}

Error QueryParser::wrong(const std::string& what) const {
    return wrong(word(), what);
}

QueryParser::Node QueryParser::add(QueryNode node) {
    if (query_.nodes_.size() >= kMaxQueryNodes)
        return wrong("this question is too long; ask for less at once");
    query_.nodes_.push_back(std::move(node));
    return query_.nodes_.size() - 1;
}

QueryParser::Node QueryParser::add_pair(QueryOp op, std::size_t left, std::size_t right) {
    QueryNode node;
    node.op = op;
    node.left = left;
    node.right = right;
    return add(std::move(node));
}

// What is the same for every snapshot answers nothing: `kill within 1s of 0:15` held for each kill.
QueryParser::Node QueryParser::condition(Node node) const {
    if (!node) return node;
    const QueryNode& asked = query_.nodes_[*node];
    const bool constant = asked.op == QueryOp::Number || asked.op == QueryOp::Text ||
                          asked.op == QueryOp::Null || asked.op == QueryOp::TheTick ||
                          asked.op == QueryOp::TheTime;
    const bool spelt =
        asked.op == QueryOp::Number && (asked.text == "true" || asked.text == "false");
    if (!constant || spelt) return node;
    return wrong(words_[at_ - 1], asked.op == QueryOp::Text
                                      ? "a text alone is no condition; compare it, as in "
                                        "player \"Ada\" or Sv_Chat.message ~ \"hello\""
                                      : "a number or a time alone is no condition; compare it, "
                                        "as in time > 1:02.5");
}

Result<std::size_t> QueryParser::variable(const std::string& name, std::vector<TypeId> types) {
    auto& all = query_.variables_;
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const QueryVariable& v) { return v.types == types; });
    if (found != all.end()) return static_cast<std::size_t>(found - all.begin());
    if (all.size() >= kMaxQueryTypes)
        return wrong("one question may speak of four types, not more");
    const ItemType& what = schema_[types.front()];
    QueryVariable made;
    made.name = types.size() == 1 ? what.name : name;
    made.event = what.use == TypeUse::Event;
    made.named = !made.event && shares_names(what);
    for (const TypeId type : types) made.readers.emplace_back(schema_[type]);
    made.types = std::move(types);
    all.push_back(std::move(made));
    return all.size() - 1;
}

Result<Query> QueryParser::run() {
    if (word().kind == Kind::End) return fail("ask something, for example Character.health <= 2");
    const Node root = is_name("within") && !inner_ ? every_snapshot() : condition(parse_or());
    if (!root) return root.error();
    query_.root_ = *root;
    if (const Result<void> end = parse_end(); !end) return end.error();
    if (word().kind != Kind::End)
        return wrong("\"" + word().text + "\" is not expected here; and, or, or a comparison is");
    if (const Result<void> bound = bind_players(); !bound) return bound.error();
    split_clauses();
    return std::move(query_);
}

// `within 3s of kill` alone.
QueryParser::Node QueryParser::every_snapshot() {
    QueryNode node;
    node.op = QueryOp::Number;
    node.number = 1;
    node.text = "true";
    return add(std::move(node));
}

Result<Query::Seconds> QueryParser::parse_seconds() {
    const QueryWord typed = word();
    const Node number = typed.kind == Kind::Number ? parse_number() : wrong("how long? as in 2s");
    if (!number) return number.error();
    return Query::Seconds{static_cast<double>(query_.nodes_[*number].number), typed.text};
}

// `for 2s`, then `within 3s of|after|before` another query.
Result<void> QueryParser::parse_end() {
    if (!inner_ && take_name("for")) {
        const auto seconds = parse_seconds();
        if (!seconds) return seconds.error();
        query_.least_seconds_ = *seconds;
    }
    if (inner_ || !take_name("within")) return {};
    const auto seconds = parse_seconds();
    if (!seconds) return seconds.error();
    query_.within_ = *seconds;
    if (!is_name("of") && !is_name("after") && !is_name("before"))
        return wrong("of, after or before is missing, as in within 3s of kill");
    query_.window_ = words_[at_++].text;
    std::vector<QueryWord> rest(words_.begin() + static_cast<std::ptrdiff_t>(at_), words_.end());
    Result<Query> around = QueryParser(schema_, std::move(rest), true).run();
    if (!around) return around.error();
    query_.around_ = std::make_shared<const Query>(std::move(*around));
    at_ = words_.size() - 1;
    return {};
}

QueryParser::Node QueryParser::parse_or() {
    Node left = parse_and();
    while (left && (take_name("or") || take_sign("||"))) {
        left = condition(left);
        const Node right = left ? condition(parse_and()) : left;
        left = right ? add_pair(QueryOp::Or, *left, *right) : right;
    }
    return left;
}

QueryParser::Node QueryParser::parse_and() {
    Node left = parse_not();
    while (left && (take_name("and") || take_sign("&&"))) {
        left = condition(left);
        const Node right = left ? condition(parse_not()) : left;
        left = right ? add_pair(QueryOp::And, *left, *right) : right;
    }
    return left;
}

QueryParser::Node QueryParser::parse_not() {
    if (!take_name("not") && !take_sign("!")) return parse_comparison();
    if (++depth_ > kMaxQueryDepth) return wrong("too many brackets within brackets");
    const Node inside = condition(parse_not());
    --depth_;
    return inside ? add_pair(QueryOp::Not, *inside, *inside) : inside;
}

std::optional<QueryOp> QueryParser::take_comparison() {
    struct Sign {
        std::string_view text;
        QueryOp op;
    };
    static constexpr std::array kSigns = {
        Sign{"==", QueryOp::Equal},    Sign{"=", QueryOp::Equal},
        Sign{"!=", QueryOp::NotEqual}, Sign{"<=", QueryOp::LessEqual},
        Sign{"<", QueryOp::Less},      Sign{">=", QueryOp::GreaterEqual},
        Sign{">", QueryOp::Greater},   Sign{"~", QueryOp::Contains}};
    for (const Sign& sign : kSigns)
        if (take_sign(sign.text)) return sign.op;
    return take_name("has") ? std::optional(QueryOp::Has) : std::nullopt;
}

QueryParser::Node QueryParser::parse_comparison() {
    const Node left = parse_sum();
    if (!left) return left;
    const QueryWord sign = word();
    if (take_name("between")) return parse_between(sign, *left);
    const std::optional<QueryOp> op = take_comparison();
    if (!op) return left;
    const Field* field = field_of(*left);
    if (*op == QueryOp::Has && (field == nullptr || field->kind != FieldKind::Flags))
        return wrong(sign, "\"has\" follows a field of flags");
    return parse_right(sign, *op, *left);
}

QueryParser::Node QueryParser::parse_right(const QueryWord& sign, QueryOp op, std::size_t left) {
    const Result<std::optional<std::size_t>> value = parse_value_of(left);
    if (!value) return value.error();
    const Node right = *value ? Node(**value) : parse_sum();
    if (!right) return right;
    if (const auto checked = check_comparison(sign, op, left, *right); !checked)
        return checked.error();
    return add_pair(op, left, *right);
}

QueryParser::Node QueryParser::parse_between(const QueryWord& sign, std::size_t left) {
    const Node above = parse_right(sign, QueryOp::GreaterEqual, left);
    if (!above) return above;
    if (!take_name("and")) return wrong("between needs two values, for example between 1 and 5");
    const Node below = parse_right(sign, QueryOp::LessEqual, left);
    return below ? add_pair(QueryOp::And, *above, *below) : below;
}

const Field* QueryParser::field_of(std::size_t node) const {
    const QueryNode& it = query_.nodes_[node];
    if (it.op != QueryOp::Field && it.op != QueryOp::Previous) return nullptr;
    const auto& types = query_.variables_[it.variable].types;
    for (std::size_t i = 0; i < types.size(); ++i) {
        const auto& fields = schema_[types[i]].fields;
        if (it.fields[i] && *it.fields[i] < fields.size()) return &fields[*it.fields[i]];
    }
    return nullptr;
}

Result<std::optional<std::size_t>> QueryParser::parse_value_of(std::size_t left) {
    const QueryWord value = word();
    const bool named = value.kind == Kind::Name || value.kind == Kind::Text;
    if (!named || is_sign(".", 1) || is_sign("(", 1) ||
        (value.kind == Kind::Name && value.text == "null"))
        return std::optional<std::size_t>();
    QueryNode node;
    node.text = value.text;
    const Field* field = field_of(left);
    const QueryOp of = query_.nodes_[left].op;
    const bool text = field != nullptr &&
                      (field->kind == FieldKind::Text || field->kind == FieldKind::PackedText);
    if (of == QueryOp::Wire || of == QueryOp::NameOf || text) {
        node.op = QueryOp::Text;
    } else if (field != nullptr && !field->values.empty()) {
        const Result<std::int64_t> number = find_query_value(*field, value.text);
        if (!number) return wrong(number.error().message);
        node.op = QueryOp::Number;
        node.number = static_cast<long double>(*number);
        node.named = true;
    } else {
        return std::optional<std::size_t>();
    }
    ++at_;
    const Node added = add(std::move(node));
    if (!added) return added.error();
    return std::optional<std::size_t>(*added);
}

QueryParser::Node QueryParser::parse_sum() {
    Node left = parse_product();
    while (left && (is_sign("+") || is_sign("-"))) {
        const QueryOp op = is_sign("+") ? QueryOp::Add : QueryOp::Subtract;
        ++at_;
        const Node right = parse_product();
        left = right ? add_pair(op, *left, *right) : right;
    }
    return left;
}

QueryParser::Node QueryParser::parse_product() {
    Node left = parse_sign();
    while (left && (is_sign("*") || is_sign("/"))) {
        const QueryOp op = is_sign("*") ? QueryOp::Multiply : QueryOp::Divide;
        ++at_;
        const Node right = parse_sign();
        left = right ? add_pair(op, *left, *right) : right;
    }
    return left;
}

QueryParser::Node QueryParser::parse_sign() {
    if (!take_sign("-")) return parse_operand();
    if (++depth_ > kMaxQueryDepth) return wrong("too many signs in a row");
    const Node inside = parse_sign();
    --depth_;
    return inside ? add_pair(QueryOp::Negate, *inside, *inside) : inside;
}

Result<Query> Query::parse(std::string_view text, const Schema& schema) {
    if (text.size() > kMaxQueryText)
        return fail("a question may have ", kMaxQueryText, " bytes, this has ", text.size());
    Result<std::vector<QueryWord>> words = split_query(text);
    if (!words) return words.error();
    return QueryParser(schema, std::move(*words)).run();
}

}  // namespace tickreel
