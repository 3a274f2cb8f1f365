#include "format/analysis/query_answer.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "format/analysis/as_decimal.h"
#include "tickreel/base/valid_utf8.h"

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

// 0.1 as a float is not 0.1: cat and SQL show the float by its shortest name, and SQL compares and
// calculates with floats where one side is one. So do we.
Answer as_single(Answer answer) {
    if (answer.kind != Answer::Kind::Number) return answer;
    if (std::abs(answer.number) <= std::numeric_limits<float>::max())
        answer.number = static_cast<float>(answer.number);
    answer.single = true;
    return answer;
}

bool holds(QueryOp op, const Answer& a, const Answer& b) {
    const bool numbers = a.kind == Answer::Kind::Number && b.kind == Answer::Kind::Number;
    if (numbers && a.single != b.single) return holds(op, as_single(a), as_single(b));
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

DecimalScale::DecimalScale(double scale) : factor_(static_cast<long double>(scale)) {
    if (scale == 1) return;           // nearly every field, of each row that is asked
    constexpr double kExact = 1e-12;  // 1 / 0.01 is not quite 100
    const double parts = std::round(1 / scale);
    if (std::abs(parts) >= 2 && std::abs(1 / scale - parts) <= std::abs(parts) * kExact)
        parts_ = static_cast<long double>(parts);
}

long double rounded_seconds(long double seconds) {
    constexpr long double kParts = 1e9L;  // whole ones are exact for 500 years
    return std::round(seconds * kParts) / kParts;
}

Answer answer_of(const Field& field, const Value& value) {
    const DecimalScale scale(field.scale);
    if (const auto* integer = std::get_if<std::int64_t>(&value))
        return Answer::of(scale.of(static_cast<long double>(*integer)));
    if (const auto* natural = std::get_if<std::uint64_t>(&value))
        return Answer::of(scale.of(static_cast<long double>(*natural)));
    if (const auto* real = std::get_if<double>(&value)) {
        const Answer number = Answer::of(scale.of(static_cast<long double>(*real)));
        return field.kind == FieldKind::Float32 ? as_single(number) : number;
    }
    if (const auto* yes = std::get_if<bool>(&value)) return Answer::truth(*yes);
    if (const auto* words = std::get_if<std::string>(&value))
        return Answer::of_text(valid_utf8(*words));
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
    if (a.single != b.single) return calculate(op, as_single(a), as_single(b));
    const auto made = [&](long double number) {
        if (a.single) return as_single(Answer::of(number));
        const long double terms = std::max(std::abs(a.number), std::abs(b.number));
        const bool sum = op == QueryOp::Add || op == QueryOp::Subtract;
        return Answer::of(as_decimal(number, sum ? terms : number));
    };
    switch (op) {
        case QueryOp::Add:
            return made(a.number + b.number);
        case QueryOp::Subtract:
            return made(a.number - b.number);
        case QueryOp::Multiply:
            return made(a.number * b.number);
        case QueryOp::Smaller:
            return made(std::min(a.number, b.number));
        case QueryOp::Larger:
            return made(std::max(a.number, b.number));
        default:
            return b.number == 0 ? Answer{} : made(a.number / b.number);
    }
}

Answer compare(QueryOp op, const Answer& a, const Answer& b) {
    return a.unknown() || b.unknown() ? Answer{} : Answer::truth(holds(op, a, b));
}

}  // namespace tickreel
