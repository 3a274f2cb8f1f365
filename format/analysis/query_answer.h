#pragma once
// The value of a query's subexpression in one frame: missing, null, a number or a text, and the
// operators on two of them. Comparing with null gives null.

#include <optional>
#include <string>
#include <string_view>

#include "format/analysis/query.h"
#include "tickreel/model/row.h"

namespace tickreel {

struct Answer {
    enum class Kind { Missing, Null, Number, Text };  // Missing: of a thing that is not there
    Kind kind = Kind::Null;
    long double number = 0;
    std::string text{};
    bool single = false;  // a number from a float field: what it meets is rounded to a float too

    static Answer of(long double value) { return {Kind::Number, value, {}, false}; }
    static Answer truth(bool holds) { return of(holds ? 1 : 0); }
    static Answer of_text(std::string_view value) {
        return {Kind::Text, 0, std::string(value), false};
    }
    static Answer missing() { return {Kind::Missing, 0, {}, false}; }
    bool unknown() const { return kind == Kind::Missing || kind == Kind::Null; }
    // Neither true nor false if unknown.
    bool is_true() const { return !unknown() && !is_false(); }
    bool is_false() const {
        return kind == Kind::Number ? number == 0 : kind == Kind::Text && text.empty();
    }
};

// Seconds as the decimal that they are: 2.34 of a division and 2.34 as typed are one number.
long double rounded_seconds(long double seconds);
// As shown in the inspector: scaled, text without quotes, as valid UTF-8.
Answer answer_of(const Field& field, const Value& value);
bool same(const Answer& a, const Answer& b);
// Case-insensitive.
bool holds_text(std::string_view where, std::string_view what);
bool is_arithmetic(QueryOp op);  // Smaller and Larger too
Answer calculate(QueryOp op, const Answer& a, const Answer& b);
// Null if either is unknown.
Answer compare(QueryOp op, const Answer& a, const Answer& b);

}  // namespace tickreel
