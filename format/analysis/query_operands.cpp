// Parses the operands of a query: numbers, text, names, calls, parentheses.
#include <algorithm>
#include <array>
#include <charconv>

#include "format/analysis/query_answer.h"
#include "format/analysis/query_names.h"
#include "format/analysis/query_parser.h"
#include "tickreel/base/concat.h"
#include "tickreel/model/names.h"

namespace tickreel {
namespace {

using Kind = QueryWord::Kind;

std::optional<long double> number_of(std::string_view text) {
    const bool hex = text.size() > 2 && text.substr(0, 2) == "0x";
    const char* end = text.data() + text.size();
    if (hex) {
        std::uint64_t bits = 0;
        const auto [stop, error] = std::from_chars(text.data() + 2, end, bits, 16);
        return error == std::errc() && stop == end ? std::optional<long double>(bits)
                                                   : std::nullopt;
    }
    long double number = 0;
    const auto [stop, error] = std::from_chars(text.data(), end, number, std::chars_format::fixed);
    return error == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

// Seconds: "1:02.5", "1:01:02", "2s", "500ms", "3m", "1h".
std::optional<long double> time_of(std::string_view text) {
    if (text.find(':') != std::string_view::npos) {
        long double seconds = 0;
        for (int parts = 0; parts < 3; ++parts) {
            const std::size_t end = std::min(text.find(':'), text.size());
            const auto part = number_of(text.substr(0, end));
            if (!part) return std::nullopt;
            seconds = seconds * 60 + *part;
            if (end == text.size()) return seconds;
            text.remove_prefix(end + 1);
        }
        return std::nullopt;
    }
    struct Unit {
        std::string_view name;
        long double seconds;
    };
    static constexpr std::array kUnits = {Unit{"ms", 0.001L}, Unit{"min", 60}, Unit{"s", 1},
                                          Unit{"m", 60}, Unit{"h", 3600}};
    for (const Unit& unit : kUnits) {
        if (text.ends_with(unit.name)) {
            text.remove_suffix(unit.name.size());
            const auto number = number_of(text);
            return number ? std::optional(*number * unit.seconds) : std::nullopt;
        }
    }
    return std::nullopt;
}

}  // namespace

QueryParser::Node QueryParser::parse_operand() {
    const QueryWord& first = word();
    switch (first.kind) {
        case Kind::Number:
            return parse_number();
        case Kind::Text: {
            QueryNode node;
            node.op = QueryOp::Text;
            node.text = first.text;
            ++at_;
            return add(std::move(node));
        }
        case Kind::Name:
        case Kind::Quoted:
            return parse_name();
        case Kind::Sign:
        case Kind::End:
            break;
    }
    if (!is_sign("(")) {
        return wrong(first.kind == Kind::End ? "something is missing at the end"
                                             : "\"" + first.text + "\" is not expected here");
    }
    ++at_;
    return parse_brackets();
}

// After the opening one.
QueryParser::Node QueryParser::parse_brackets() {
    if (++depth_ > kMaxQueryDepth) return wrong("too many brackets within brackets");
    const Node inside = parse_or();
    --depth_;
    return closed(inside);
}

QueryParser::Node QueryParser::closed(Node inside) {
    if (inside && !take_sign(")")) {
        return wrong(word().kind == Kind::Name && (word().text == "for" || word().text == "within")
                         ? "for and within stand at the end of the question, outside brackets"
                         : "a closing bracket is missing");
    }
    return inside;
}

QueryParser::Node QueryParser::parse_number() {
    auto number = number_of(word().text);
    const bool time = !number.has_value();
    if (time) number = time_of(word().text);
    if (time && number) number = rounded_seconds(*number);
    if (!number) return wrong("\"" + word().text + "\" is not a number");
    QueryNode node;
    node.op = QueryOp::Number;
    node.number = *number;
    node.text = word().text;
    node.time = time;
    ++at_;
    return add(std::move(node));
}

QueryParser::Node QueryParser::parse_name() {
    const QueryWord name = word();
    const bool plain = name.kind == Kind::Name;
    const bool alone = plain && !is_sign(".", 1);
    if (std::optional<Node> function = parse_function()) return *function;
    QueryNode node;
    if (alone && (name.text == "true" || name.text == "false")) {
        node.op = QueryOp::Number;
        node.number = name.text == "true" ? 1 : 0;
        node.text = name.text;
    } else if (alone && name.text == "tick") {
        node.op = QueryOp::TheTick;
    } else if (alone && name.text == "time") {
        node.op = QueryOp::TheTime;
    } else if (alone && name.text == "wire") {
        node.op = QueryOp::Wire;
    } else if (alone && name.text == "null") {
        node.op = QueryOp::Null;
    } else if (alone && !is_plain_name(name.text)) {
        return wrong("\"" + name.text + "\" is not expected here");
    } else {
        Result<std::vector<TypeId>> types = find_query_types(schema_, name.text);
        if (types) {
            ++at_;
            return parse_type(name, std::move(*types));
        }
        if (is_sign(".", 1)) return wrong(types.error().message);
        const Result<QueryFieldPlace> lone = find_lone_field(schema_, name.text);
        if (!lone && name.text == "speed") {
            if (std::optional<Node> speed = lone_speed()) {
                ++at_;
                return *speed;
            }
        }
        const auto moves = [&](const ItemType& type) {
            return type.use == TypeUse::Item && find_role(type, Role::VelocityX).has_value();
        };
        if (!lone && name.text == "speed" &&
            std::none_of(schema_.types().begin(), schema_.types().end(), moves))
            return wrong("speed needs a velocity, and no type of this recording has one");
        if (!lone) return wrong(lone.error().message);
        const ItemType& type = schema_[lone->type];
        const Result<std::size_t> which = variable(type.name, {lone->type});
        if (!which) return which.error();
        ++at_;
        return field_node(name, *which, type.fields[lone->field].name);
    }
    ++at_;
    return add(std::move(node));
}

// Of the type mentioned, else of the players, else of moving items.
std::optional<QueryParser::Node> QueryParser::lone_speed() {
    QueryNode node;
    node.op = QueryOp::Speed;
    const auto moves = [this](TypeId type) {
        return schema_[type].use == TypeUse::Item &&
               find_role(schema_[type], Role::VelocityX).has_value();
    };
    for (std::size_t i = 0; i < query_.variables_.size(); ++i) {
        if (moves(query_.variables_[i].types.front())) {
            node.variable = i;
            return add(std::move(node));
        }
    }
    for (const bool players : {true, false}) {
        for (std::size_t i = 0; i < schema_.size(); ++i) {
            const auto type = static_cast<TypeId>(i);
            if (moves(type) && (!players || shares_names(schema_[type]))) {
                const Result<std::size_t> which = variable(schema_[type].name, {type});
                if (!which) return Node(which.error());
                node.variable = *which;
                return add(std::move(node));
            }
        }
    }
    return std::nullopt;
}

Result<std::string> QueryParser::parse_field_name() {
    if (word().kind == Kind::Quoted) return words_[at_++].text;
    if (word().kind != Kind::Name) return wrong("the name of a field is missing after the dot");
    std::string name = words_[at_++].text;
    while (is_sign(".") && words_[at_ + 1].kind == Kind::Name) {
        name += "." + words_[at_ + 1].text;
        at_ += 2;
    }
    return name;
}

QueryParser::Node QueryParser::field_node(const QueryWord& at, std::size_t which,
                                          const std::string& name) {
    QueryNode node;
    node.op = QueryOp::Field;
    node.variable = which;
    std::string missing;
    for (const TypeId type : query_.variables_[which].types) {
        const Result<std::size_t> field = find_query_field(schema_[type], name);
        node.fields.push_back(field ? std::optional(*field) : std::nullopt);
        if (!field) {
            missing = field.error().message;
            continue;
        }
        const auto& fields = schema_[type].fields;
        node.text =
            *field < fields.size() ? fields[*field].name : concat("word", *field - fields.size());
    }
    return node.text.empty() ? wrong(at, missing) : add(std::move(node));
}

// Nothing: it is no name of a player.
std::optional<QueryParser::Node> QueryParser::name_node(std::size_t which,
                                                        const std::string& name) {
    const QueryVariable& variable = query_.variables_[which];
    QueryNode node;
    node.op = QueryOp::NameOf;
    node.variable = which;
    if (variable.named && name == "name") {
        node.text = name;
        return add(std::move(node));
    }
    for (const TypeId type : variable.types) {
        node.fields.push_back(find_field_of_name(schema_[type], name));
        if (const auto field = node.fields.back())
            node.text = schema_[type].fields[*field].name + std::string(kNameSuffix);
    }
    if (node.text.empty()) return std::nullopt;
    return add(std::move(node));
}

QueryParser::Node QueryParser::parse_type(const QueryWord& name, std::vector<TypeId> types) {
    const Result<std::size_t> which = variable(name.text, std::move(types));
    if (!which) return which.error();
    QueryNode node;
    node.variable = *which;
    if (!take_sign(".")) {
        node.op = QueryOp::Exists;
        return add(std::move(node));
    }
    const bool quoted = word().kind == Kind::Quoted;
    const Result<std::string> field_name = parse_field_name();
    if (!field_name) return field_name.error();
    const QueryVariable& variable = query_.variables_[*which];
    const ItemType& type = schema_[variable.types.front()];
    const bool field = find_query_field(type, *field_name).ok();
    if (!field && *field_name == "id" && !quoted && !variable.event) {
        node.op = QueryOp::Id;
        return add(std::move(node));
    }
    if (!field && *field_name == "speed" && !quoted && find_role(type, Role::VelocityX)) {
        node.op = QueryOp::Speed;
        return add(std::move(node));
    }
    if (!field && *field_name == "speed" && !quoted)
        return wrong(concat("speed needs a velocity, and ", type.name, " has none"));
    if (!field && !quoted)
        if (std::optional<Node> named = name_node(*which, *field_name)) return *named;
    return field_node(name, *which, *field_name);
}

}  // namespace tickreel
