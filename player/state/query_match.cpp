// Whether a frame answers a query.
#include <algorithm>
#include <cmath>

#include "player/state/query.h"

namespace tickreel {
namespace {

constexpr std::size_t kMaxTries = 200'000;  // combinations of things in one frame

struct Answer {
    enum class Kind { Null, Number, Text };
    Kind kind = Kind::Null;
    long double number = 0;
    std::string text{};
};

Answer number(long double value) {
    return {Answer::Kind::Number, value, {}};
}

Answer truth(bool holds) {
    return number(holds ? 1 : 0);
}

Answer text(std::string_view value) {
    return {Answer::Kind::Text, 0, std::string(value)};
}

bool is_true(const Answer& answer) {
    return answer.kind == Answer::Kind::Number ? answer.number != 0 : !answer.text.empty();
}

// As the inspector shows it: scaled, text without quotes.
Answer answer_of(const Field& field, const Value& value) {
    const auto scale = static_cast<long double>(field.scale);
    if (const auto* integer = std::get_if<std::int64_t>(&value)) {
        return number(static_cast<long double>(*integer) * scale);
    }
    if (const auto* natural = std::get_if<std::uint64_t>(&value)) {
        return number(static_cast<long double>(*natural) * scale);
    }
    if (const auto* real = std::get_if<double>(&value)) {
        return number(static_cast<long double>(*real) * scale);
    }
    if (const auto* yes = std::get_if<bool>(&value)) {
        return truth(*yes);
    }
    if (const auto* words = std::get_if<std::string>(&value)) {
        return text(*words);
    }
    if (std::holds_alternative<Bytes>(value)) {
        return text(display_value(field, value));
    }
    return {};
}

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool contains(std::string_view where, std::string_view what) {
    const auto found = std::search(where.begin(), where.end(), what.begin(), what.end(),
                                   [](char a, char b) { return lower(a) == lower(b); });
    return what.empty() || found != where.end();
}

bool same(const Answer& a, const Answer& b) {
    return a.kind == b.kind &&
           (a.kind == Answer::Kind::Number ? a.number == b.number : a.text == b.text);
}

bool less(const Answer& a, const Answer& b) {
    return a.kind == Answer::Kind::Number ? a.number < b.number : a.text < b.text;
}

bool is_arithmetic(QueryOp op) {
    return op == QueryOp::Add || op == QueryOp::Subtract || op == QueryOp::Multiply ||
           op == QueryOp::Divide;
}

Answer calculate(QueryOp op, const Answer& a, const Answer& b) {
    if (a.kind != Answer::Kind::Number || b.kind != Answer::Kind::Number) {
        return {};
    }
    switch (op) {
        case QueryOp::Add:
            return number(a.number + b.number);
        case QueryOp::Subtract:
            return number(a.number - b.number);
        case QueryOp::Multiply:
            return number(a.number * b.number);
        default:
            return b.number == 0 ? Answer{} : number(a.number / b.number);
    }
}

bool has_flag(const Answer& flags, const Answer& wanted) {
    if (flags.kind != Answer::Kind::Number || wanted.kind != Answer::Kind::Number ||
        std::abs(flags.number) > 1e18L || std::abs(wanted.number) > 1e18L) {
        return false;
    }
    const auto mask = static_cast<std::int64_t>(wanted.number);
    return mask != 0 && (static_cast<std::int64_t>(flags.number) & mask) == mask;
}

bool compare(QueryOp op, const Answer& a, const Answer& b) {
    if (a.kind == Answer::Kind::Null || b.kind == Answer::Kind::Null) {
        return false;
    }
    if (op == QueryOp::Equal || op == QueryOp::NotEqual) {
        return same(a, b) == (op == QueryOp::Equal);
    }
    if (a.kind != b.kind) {
        return false;
    }
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
            return a.kind == Answer::Kind::Text && contains(a.text, b.text);
        case QueryOp::Has:
            return has_flag(a, b);
        default:
            return false;
    }
}

}  // namespace

// Tries things for the variables until the query holds.
class QueryMatcher {
public:
    QueryMatcher(const Query& query, const Frame& frame, const Frame* before)
        : query_(query), frame_(frame), before_(before), things_(query.variables_.size()) {}

    Query::Outcome run() {
        Query::Outcome outcome;
        outcome.found = search(0);
        outcome.gave_up = tries_ >= kMaxTries && !outcome.found;
        for (const Thing& thing : things_) {
            outcome.things.push_back(thing.there ? std::optional(thing.key) : std::nullopt);
        }
        return outcome;
    }

private:
    struct Thing {
        bool there = false;
        ItemKey key{};
        Row row{};
    };

    bool search(std::size_t at) {
        if (at == things_.size()) {
            ++tries_;
            return is_true(eval(query_.root_));
        }
        const QueryVariable& variable = query_.variables_[at];
        bool any = false;
        if (variable.event) {
            any = search_events(at, variable.type);
        } else if (const Thing* player = named_before(at)) {
            things_[at] = {};
            if (player->there) {
                const ItemKey key{variable.type, player->key.entity};
                const auto row = frame_.snapshot.find(key);
                things_[at] = row ? Thing{true, key, *row} : Thing{};
            }
            return search(at + 1);
        } else {
            any = search_items(at, variable.type);
        }
        if (found_) {
            return true;
        }
        things_[at] = {};
        return !any && search(at + 1);
    }

    // Both return whether there was any such thing; found_ says that the search is over.
    bool search_events(std::size_t at, TypeId type) {
        bool any = false;
        for (std::size_t i = 0; i < frame_.events.size() && !over(); ++i) {
            if (frame_.events[i].type == type) {
                any = true;
                things_[at] = {true, {type, i}, frame_.events[i].row};
                found_ = search(at + 1);
            }
        }
        return any;
    }

    bool search_items(std::size_t at, TypeId type) {
        bool any = false;
        const Snapshot& snapshot = frame_.snapshot;
        for (std::size_t i = snapshot.lower_bound({type, 0}); i < snapshot.size() && !over(); ++i) {
            const Item item = snapshot[i];
            if (item.key.type != type) {
                break;
            }
            any = true;
            things_[at] = {true, item.key, item.row};
            found_ = search(at + 1);
        }
        return any;
    }

    bool over() const { return found_ || tries_ >= kMaxTries; }

    // An earlier variable that goes with this one because both are players.
    const Thing* named_before(std::size_t at) const {
        for (std::size_t i = 0; i < at && query_.variables_[at].named; ++i) {
            if (query_.variables_[i].named) {
                return &things_[i];
            }
        }
        return nullptr;
    }

    Answer field_value(const QueryNode& node, Row row) const {
        const RowReader& reader = query_.rows_[node.variable];
        const auto& fields = reader.type().fields;
        if (node.field < fields.size()) {
            return answer_of(fields[node.field], reader.read(row, node.field));
        }
        const std::size_t word = node.field - fields.size();
        return word < row.size() ? number(row[word]) : Answer{};
    }

    Answer changed(const QueryNode& node) const {
        const Thing& thing = things_[node.variable];
        const auto old =
            thing.there && before_ != nullptr ? before_->snapshot.find(thing.key) : std::nullopt;
        if (!old) {
            return truth(false);
        }
        const Answer now = field_value(node, thing.row);
        const Answer then = field_value(node, *old);
        return truth(now.kind != then.kind || !same(now, then));
    }

    Answer count(TypeId type) const {
        std::size_t items = 0;
        const Snapshot& snapshot = frame_.snapshot;
        for (std::size_t i = snapshot.lower_bound({type, 0});
             i < snapshot.size() && snapshot[i].key.type == type; ++i) {
            ++items;
        }
        const auto events =
            std::count_if(frame_.events.begin(), frame_.events.end(),
                          [type](const Event& event) { return event.type == type; });
        return number(static_cast<long double>(items) + static_cast<long double>(events));
    }

    Answer eval(std::size_t index) const {
        const QueryNode& node = query_.nodes_[index];
        switch (node.op) {
            case QueryOp::Or:
                return truth(is_true(eval(node.left)) || is_true(eval(node.right)));
            case QueryOp::And:
                return truth(is_true(eval(node.left)) && is_true(eval(node.right)));
            case QueryOp::Not:
                return truth(!is_true(eval(node.left)));
            case QueryOp::Negate:
                return calculate(QueryOp::Subtract, number(0), eval(node.left));
            default:
                return eval_leaf(node);
        }
    }

    Answer eval_leaf(const QueryNode& node) const {
        switch (node.op) {
            case QueryOp::Number:
                return number(node.number);
            case QueryOp::Text:
                return text(node.text);
            case QueryOp::Null:
                return {};
            case QueryOp::Field:
                return things_[node.variable].there ? field_value(node, things_[node.variable].row)
                                                    : Answer{};
            case QueryOp::Id:
                return things_[node.variable].there
                           ? number(static_cast<long double>(things_[node.variable].key.entity))
                           : Answer{};
            case QueryOp::Exists:
                return truth(things_[node.variable].there);
            case QueryOp::Count:
                return count(node.type);
            case QueryOp::Changed:
                return changed(node);
            case QueryOp::Tick:
                return number(static_cast<long double>(frame_.tick));
            case QueryOp::Wire:
                return text(wire_checksum_name(frame_.wire.checksum));
            default:
                return is_arithmetic(node.op)
                           ? calculate(node.op, eval(node.left), eval(node.right))
                           : compared(node);
        }
    }

    // `x == null` asks whether x is there; every other comparison with nothing is false.
    Answer compared(const QueryNode& node) const {
        const bool about_null = query_.nodes_[node.left].op == QueryOp::Null ||
                                query_.nodes_[node.right].op == QueryOp::Null;
        const Answer a = eval(node.left);
        const Answer b = eval(node.right);
        if (about_null && (node.op == QueryOp::Equal || node.op == QueryOp::NotEqual)) {
            return truth((a.kind == b.kind) == (node.op == QueryOp::Equal));
        }
        return truth(compare(node.op, a, b));
    }

    const Query& query_;
    const Frame& frame_;
    const Frame* before_;
    std::vector<Thing> things_;
    std::size_t tries_ = 0;
    bool found_ = false;
};

Query::Outcome Query::match(const Frame& frame, const Frame* before) const {
    return QueryMatcher(*this, frame, before).run();
}

}  // namespace tickreel
