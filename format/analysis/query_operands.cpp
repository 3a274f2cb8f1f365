// What stands between the signs of a query: numbers, text, names, calls, brackets.
#include <charconv>

#include "format/analysis/query_names.h"
#include "format/analysis/query_parser.h"

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
    if (!take_sign("(")) {
        return wrong(first.kind == Kind::End ? "something is missing at the end"
                                             : "\"" + first.text + "\" is not expected here");
    }
    if (++depth_ > kMaxQueryDepth) {
        return wrong("too many brackets within brackets");
    }
    const Node inside = parse_or();
    --depth_;
    if (inside && !take_sign(")")) {
        return wrong("a closing bracket is missing");
    }
    return inside;
}

QueryParser::Node QueryParser::parse_number() {
    const auto number = number_of(word().text);
    if (!number) {
        return wrong("\"" + word().text + "\" is no number");
    }
    QueryNode node;
    node.op = QueryOp::Number;
    node.number = *number;
    node.text = word().text;
    ++at_;
    return add(std::move(node));
}

QueryParser::Node QueryParser::parse_name() {
    const QueryWord name = word();
    const bool plain = name.kind == Kind::Name;
    const bool alone = !is_sign(".", 1);
    if (plain && is_sign("(", 1) && (name.text == "count" || name.text == "changed")) {
        at_ += 2;
        return parse_call(name.text == "count" ? QueryOp::Count : QueryOp::Changed);
    }
    QueryNode node;
    if (plain && alone && (name.text == "true" || name.text == "false")) {
        node.op = QueryOp::Number;
        node.number = name.text == "true" ? 1 : 0;
        node.text = name.text;
    } else if (plain && alone && name.text == "tick") {
        node.op = QueryOp::TheTick;
    } else if (plain && alone && name.text == "wire") {
        node.op = QueryOp::Wire;
    } else if (plain && alone && name.text == "null") {
        node.op = QueryOp::Null;
    } else if (plain && !is_plain_name(name.text)) {
        return wrong("\"" + name.text + "\" is not expected here");
    } else {
        const Result<TypeId> type = find_query_type(schema_, name.text);
        if (type) {
            ++at_;
            return parse_type(name, *type);
        }
        if (!alone) {
            return wrong(type.error().message);
        }
        const Result<QueryFieldPlace> lone = find_lone_field(schema_, name.text);
        if (!lone) {
            return wrong(lone.error().message);
        }
        const Result<std::size_t> which = variable(lone->type);
        if (!which) {
            return which.error();
        }
        node.op = QueryOp::Field;
        node.variable = *which;
        node.field = lone->field;
    }
    ++at_;
    return add(std::move(node));
}

Result<std::string> QueryParser::parse_field_name() {
    if (word().kind == Kind::Quoted) {
        return words_[at_++].text;
    }
    if (word().kind != Kind::Name) {
        return wrong("the name of a field is missing after the dot");
    }
    std::string name = words_[at_++].text;
    while (is_sign(".") && words_[at_ + 1].kind == Kind::Name) {
        name += "." + words_[at_ + 1].text;
        at_ += 2;
    }
    return name;
}

QueryParser::Node QueryParser::parse_type(const QueryWord& name, TypeId type) {
    const Result<std::size_t> which = variable(type);
    if (!which) {
        return which.error();
    }
    QueryNode node;
    node.variable = *which;
    if (!take_sign(".")) {
        node.op = QueryOp::Exists;
        return add(std::move(node));
    }
    const bool quoted = word().kind == Kind::Quoted;
    const Result<std::string> field_name = parse_field_name();
    if (!field_name) {
        return field_name.error();
    }
    const Result<std::size_t> field = find_query_field(schema_[type], *field_name);
    if (field) {
        node.op = QueryOp::Field;
        node.field = *field;
    } else if (*field_name == "id" && !quoted && !query_.variables_[*which].event) {
        node.op = QueryOp::Id;
    } else {
        return wrong(name, field.error().message);
    }
    return add(std::move(node));
}

QueryParser::Node QueryParser::parse_call(QueryOp op) {
    const QueryWord name = word();
    if (name.kind != Kind::Name && name.kind != Kind::Quoted) {
        return wrong(op == QueryOp::Count ? "count wants a type, as in count(Projectile)"
                                          : "changed wants a field, as in changed(Type.field)");
    }
    QueryNode node;
    if (op == QueryOp::Count) {
        const Result<TypeId> type = find_query_type(schema_, name.text);
        if (!type) {
            return wrong(type.error().message);
        }
        ++at_;
        node.type = *type;
    } else {
        const Node field = parse_name();
        if (!field) {
            return field;
        }
        node = query_.nodes_[*field];
        if (node.op != QueryOp::Field || query_.variables_[node.variable].event) {
            return wrong(name, "changed wants the field of an item, as in changed(Type.field)");
        }
    }
    node.op = op;
    if (!take_sign(")")) {
        return wrong("a closing bracket is missing");
    }
    return add(std::move(node));
}

}  // namespace tickreel
