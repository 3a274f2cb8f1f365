#pragma once
// What a part of a query comes to in one frame: nothing, a number or a text, and what can be done
// with two of them. Nothing compares with nothing.

#include <string>
#include <string_view>

#include "format/analysis/query.h"
#include "tickreel/model/row.h"

namespace tickreel {

struct Answer {
    enum class Kind { Null, Number, Text };
    Kind kind = Kind::Null;
    long double number = 0;
    std::string text{};

    static Answer of(long double value) { return {Kind::Number, value, {}}; }
    static Answer truth(bool holds) { return of(holds ? 1 : 0); }
    static Answer of_text(std::string_view value) { return {Kind::Text, 0, std::string(value)}; }
    bool is_true() const { return kind == Kind::Number ? number != 0 : !text.empty(); }
};

// As the inspector shows it: scaled, text without quotes.
Answer answer_of(const Field& field, const Value& value);
bool same(const Answer& a, const Answer& b);
bool is_arithmetic(QueryOp op);
Answer calculate(QueryOp op, const Answer& a, const Answer& b);
bool compare(QueryOp op, const Answer& a, const Answer& b);

}  // namespace tickreel
