#include "format/analysis/query_answer.h"

#include <algorithm>
#include <cmath>

namespace tickreel {
namespace {

char folded(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool less(const Answer& a, const Answer& b) {
    return a.kind == Answer::Kind::Number ? a.number < b.number : a.text < b.text;
}

bool has_flag(const Answer& flags, const Answer& wanted) {
    if (flags.kind != Answer::Kind::Number || wanted.kind != Answer::Kind::Number ||
        std::abs(flags.number) > 1e18L || std::abs(wanted.number) > 1e18L)
        return false;
    const auto mask = static_cast<std::int64_t>(wanted.number);
    return mask != 0 && (static_cast<std::int64_t>(flags.number) & mask) == mask;
}

bool holds(QueryOp op, const Answer& a, const Answer& b) {
    if (op == QueryOp::Equal || op == QueryOp::NotEqual)
        return same(a, b) == (op == QueryOp::Equal);
    if (a.kind != b.kind) return false;
    switch (op) {
        case QueryOp::Less:
            return less(a, b);
        case QueryOp::LessEqual:
            return !less(b, a);
        case QueryOp::Greater:
            return less(b, a);
        case QueryOp::GreaterEqual:
            return !less(a, b);
        case QueryOp::Contains:
            return a.kind == Answer::Kind::Text && holds_text(a.text, b.text);
        case QueryOp::Has:
            return has_flag(a, b);
        default:
            return false;
    }
}

}  // namespace

bool holds_text(std::string_view where, std::string_view what) {
    const auto found = std::search(where.begin(), where.end(), what.begin(), what.end(),
                                   [](char a, char b) { return folded(a) == folded(b); });
    return what.empty() || found != where.end();
}

Answer answer_of(const Field& field, const Value& value) {
    const auto scale = static_cast<long double>(field.scale);
    if (const auto* integer = std::get_if<std::int64_t>(&value))
        return Answer::of(static_cast<long double>(*integer) * scale);
    if (const auto* natural = std::get_if<std::uint64_t>(&value))
        return Answer::of(static_cast<long double>(*natural) * scale);
    if (const auto* real = std::get_if<double>(&value))
        return Answer::of(static_cast<long double>(*real) * scale);
    if (const auto* yes = std::get_if<bool>(&value)) return Answer::truth(*yes);
    if (const auto* words = std::get_if<std::string>(&value)) return Answer::of_text(*words);
    if (std::holds_alternative<Bytes>(value)) return Answer::of_text(display_value(field, value));
    return {};
}

bool same(const Answer& a, const Answer& b) {
    return a.kind == b.kind &&
           (a.kind == Answer::Kind::Number ? a.number == b.number : a.text == b.text);
}

bool is_arithmetic(QueryOp op) {
    return op == QueryOp::Add || op == QueryOp::Subtract || op == QueryOp::Multiply ||
           op == QueryOp::Divide || op == QueryOp::Smaller || op == QueryOp::Larger;
}

Answer calculate(QueryOp op, const Answer& a, const Answer& b) {
    if (a.kind != Answer::Kind::Number || b.kind != Answer::Kind::Number) return {};
    switch (op) {
        case QueryOp::Add:
            return Answer::of(a.number + b.number);
        case QueryOp::Subtract:
            return Answer::of(a.number - b.number);
        case QueryOp::Multiply:
            return Answer::of(a.number * b.number);
        case QueryOp::Smaller:
            return Answer::of(std::min(a.number, b.number));
        case QueryOp::Larger:
            return Answer::of(std::max(a.number, b.number));
        default:
            return b.number == 0 ? Answer{} : Answer::of(a.number / b.number);
    }
}

Answer compare(QueryOp op, const Answer& a, const Answer& b) {
    return a.unknown() || b.unknown() ? Answer{} : Answer::truth(holds(op, a, b));
}

}  // namespace tickreel
