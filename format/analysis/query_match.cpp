// Whether a frame answers a query.
#include <algorithm>

#include "format/analysis/query_answer.h"

namespace tickreel {
namespace {

constexpr std::size_t kMaxTries = 200'000;  // combinations of things in one frame

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
            return eval(query_.root_).is_true();
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
        return word < row.size() ? Answer::of(row[word]) : Answer{};
    }

    Answer changed(const QueryNode& node) const {
        const Thing& thing = things_[node.variable];
        const auto old =
            thing.there && before_ != nullptr ? before_->snapshot.find(thing.key) : std::nullopt;
        if (!old) {
            return Answer::truth(false);
        }
        const Answer now = field_value(node, thing.row);
        const Answer then = field_value(node, *old);
        return Answer::truth(now.kind != then.kind || !same(now, then));
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
        return Answer::of(static_cast<long double>(items) + static_cast<long double>(events));
    }

    Answer eval(std::size_t index) const {
        const QueryNode& node = query_.nodes_[index];
        switch (node.op) {
            case QueryOp::Or:
                return Answer::truth(eval(node.left).is_true() || eval(node.right).is_true());
            case QueryOp::And:
                return Answer::truth(eval(node.left).is_true() && eval(node.right).is_true());
            case QueryOp::Not:
                return Answer::truth(!eval(node.left).is_true());
            case QueryOp::Negate:
                return calculate(QueryOp::Subtract, Answer::of(0), eval(node.left));
            default:
                return eval_leaf(node);
        }
    }

    Answer eval_leaf(const QueryNode& node) const {
        switch (node.op) {
            case QueryOp::Number:
                return Answer::of(node.number);
            case QueryOp::Text:
                return Answer::of_text(node.text);
            case QueryOp::Null:
                return {};
            case QueryOp::Field:
                return things_[node.variable].there ? field_value(node, things_[node.variable].row)
                                                    : Answer{};
            case QueryOp::Id:
                return things_[node.variable].there
                           ? Answer::of(static_cast<long double>(things_[node.variable].key.entity))
                           : Answer{};
            case QueryOp::Exists:
                return Answer::truth(things_[node.variable].there);
            case QueryOp::Count:
                return count(node.type);
            case QueryOp::Changed:
                return changed(node);
            case QueryOp::TheTick:
                return Answer::of(static_cast<long double>(frame_.tick));
            case QueryOp::Wire:
                return Answer::of_text(wire_checksum_name(frame_.wire.checksum));
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
            return Answer::truth((a.kind == b.kind) == (node.op == QueryOp::Equal));
        }
        return Answer::truth(compare(node.op, a, b));
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
