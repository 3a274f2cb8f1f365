// Finds the items of a frame that satisfy a query.
#include <algorithm>
#include <array>
#include <cmath>

#include "format/analysis/query_answer.h"
#include "tickreel/analysis/describe.h"
#include "tickreel/base/valid_utf8.h"

namespace tickreel {
namespace {

constexpr std::size_t kMaxTries = 200'000;  // combinations of items in one frame

using Point = std::array<long double, 3>;

// std::hypot of three is off by a bit where the length itself has few digits, as 12.5 has.
long double length(const Point& way) {
    return std::sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]);
}

}  // namespace

// Tries items for the variables of each clause.
class QueryMatcher {
public:
    QueryMatcher(const Query& query, const Frame& frame, const Frame* before,
                 const QueryContext& context)
        : query_(query),
          frame_(frame),
          before_(before),
          context_(context),
          things_(query.variables_.size()) {}

    Query::Outcome run() {
        for (const QueryClause& clause : query_.clauses_) {
            clause_ = &clause;
            clause.variables.empty() ? ask_snapshot(0) : ask_subjects();
        }
        outcome_.gave_up = tries_ >= kMaxTries;
        return std::move(outcome_);
    }

private:
    struct Thing {
        bool there = false;
        ItemKey key{};  // of an event: its index in the frame
        Row row{};
        std::size_t type = 0;  // which of its variable's
    };

    bool over() const { return tries_ >= kMaxTries; }

    // Without a subject: tests the snapshot once.
    void ask_snapshot(std::size_t at) {
        const auto whole = [](const Query::Match& match) { return !match.thing; };
        auto& matches = outcome_.matches;
        if (search(at) && std::none_of(matches.begin(), matches.end(), whole))
            matches.push_back({});
    }

    void ask_subjects() {
        const std::size_t subject = clause_->variables[0];
        const bool any = each_thing(subject, [&](const Thing& thing) {
            if (!passes(thing)) return true;
            things_[subject] = thing;
            if (search(1))
                outcome_.matches.push_back({thing.key, query_.variables_[subject].event});
            return !over();
        });
        if (!any && clause_->asks_presence) {
            things_[subject] = {};
            ask_snapshot(1);
        }
    }

    bool passes(const Thing& thing) const {
        const auto& tests = clause_->tests[thing.type];
        return std::all_of(tests.begin(), tests.end(),
                           [&](const QueryTest& test) { return test.holds(thing.row); });
    }

    // Whether the variables from `at` on can be bound so that the clause holds.
    bool search(std::size_t at) {
        if (at == clause_->variables.size()) {
            ++tries_;
            return eval(clause_->root).is_true();
        }
        const std::size_t which = clause_->variables[at];
        if (const Thing* player = named_before(at)) {
            things_[which] = player->there ? thing_of(which, player->key.entity) : Thing{};
            return search(at + 1);
        }
        bool found = false;
        const bool any = each_thing(which, [&](const Thing& thing) {
            things_[which] = thing;
            found = search(at + 1);
            return !found && !over();
        });
        if (any) return found;
        things_[which] = {};
        return search(at + 1);
    }

    Thing thing_of(std::size_t which, EntityId entity) const {
        const auto& types = query_.variables_[which].types;
        for (std::size_t i = 0; i < types.size(); ++i) {
            const ItemKey key{types[i], entity};
            if (const auto row = frame_.snapshot.find(key)) return {true, key, *row, i};
        }
        return {};
    }

    // Until `take` returns false. Returns whether there was any.
    template <class Take>
    bool each_thing(std::size_t which, Take take) {
        const QueryVariable& variable = query_.variables_[which];
        bool any = false;
        if (variable.event) {
            for (std::size_t i = 0; i < frame_.events.size(); ++i) {
                const Event& event = frame_.events[i];
                const auto type =
                    std::find(variable.types.begin(), variable.types.end(), event.type);
                if (type == variable.types.end()) continue;
                any = true;
                if (!take(Thing{true,
                                {event.type, i},
                                event.row,
                                static_cast<std::size_t>(type - variable.types.begin())}))
                    return any;
            }
            return any;
        }
        const Snapshot& snapshot = frame_.snapshot;
        for (std::size_t type = 0; type < variable.types.size(); ++type) {
            const TypeId id = variable.types[type];
            for (std::size_t i = snapshot.lower_bound({id, 0});
                 i < snapshot.size() && snapshot[i].key.type == id; ++i) {
                any = true;
                if (!take(Thing{true, snapshot[i].key, snapshot[i].row, type})) return any;
            }
        }
        return any;
    }

    // An earlier variable joined with this one because both are players.
    const Thing* named_before(std::size_t at) const {
        const auto& order = clause_->variables;
        for (std::size_t i = 0; i < at && query_.variables_[order[at]].named; ++i)
            if (query_.variables_[order[i]].named) return &things_[order[i]];
        return nullptr;
    }

    Answer value_of(const QueryNode& node, const Thing& thing, Row row) const {
        const auto field = node.fields[thing.type];
        if (!field) return Answer::missing();
        const RowReader& reader = query_.variables_[node.variable].readers[thing.type];
        const auto& fields = reader.type().fields;
        if (*field < fields.size()) return answer_of(fields[*field], reader.read(row, *field));
        const std::size_t word = *field - fields.size();
        return word < row.size() ? Answer::of(row[word]) : Answer{};
    }

    Answer now(const QueryNode& node) const {
        const Thing& thing = things_[node.variable];
        return thing.there ? value_of(node, thing, thing.row) : Answer::missing();
    }

    std::optional<Row> row_before(const Thing& thing) const {
        return before_ != nullptr ? before_->snapshot.find(thing.key) : std::nullopt;
    }

    // Null for an item that has just come, as lag() is in SQL.
    Answer previous(const QueryNode& node) const {
        const Thing& thing = things_[node.variable];
        if (!thing.there) return Answer::missing();
        const auto old = row_before(thing);
        return old ? value_of(node, thing, *old) : Answer{};
    }

    Answer changed(const QueryNode& node) const {
        const Thing& thing = things_[node.variable];
        if (!thing.there) return Answer::missing();
        if (!row_before(thing)) return Answer::truth(false);
        const Answer then = previous(node);
        const Answer is = now(node);
        const bool both = then.kind != Answer::Kind::Missing && is.kind != Answer::Kind::Missing;
        return Answer::truth(both && (is.kind != then.kind || !same(is, then)));
    }

    Answer count(const QueryNode& node) const {
        std::size_t all = 0;
        for (const auto& field : node.fields) {
            const auto type = static_cast<TypeId>(field.value_or(0));
            const Snapshot& snapshot = frame_.snapshot;
            for (std::size_t i = snapshot.lower_bound({type, 0});
                 i < snapshot.size() && snapshot[i].key.type == type; ++i)
                ++all;
            all += static_cast<std::size_t>(
                std::count_if(frame_.events.begin(), frame_.events.end(),
                              [type](const Event& event) { return event.type == type; }));
        }
        return Answer::of(static_cast<long double>(all));
    }

    // A number of a row by its role; empty if it has none.
    static std::optional<long double> by_role(const RowReader& reader, Row row, Role role) {
        const auto field = find_role(reader.type(), role);
        if (!field) return std::nullopt;
        const Answer value = answer_of(reader.type().fields[*field], reader.read(row, *field));
        return value.kind == Answer::Kind::Number ? std::optional(value.number) : std::nullopt;
    }

    static std::optional<Point> vector_of(const RowReader& reader, Row row,
                                          const std::array<Role, 3>& roles) {
        const auto x = by_role(reader, row, roles[0]);
        const auto y = by_role(reader, row, roles[1]);
        if (!x || !y) return std::nullopt;
        return Point{*x, *y, by_role(reader, row, roles[2]).value_or(0)};
    }

    // Valid until the next call.
    Row shown(ItemKey key, Row row) const {
        return context_.evolution == nullptr ? row
                                             : context_.evolution->shown(frame_.moment(), key, row);
    }

    std::optional<Point> place_of(const RowReader& reader, ItemKey key, Row row) const {
        return vector_of(reader, shown(key, row),
                         {Role::PositionX, Role::PositionY, Role::PositionZ});
    }

    Answer speed(const QueryNode& node) const {
        const Thing& thing = things_[node.variable];
        if (!thing.there) return Answer::missing();
        const auto way = vector_of(query_.variables_[node.variable].readers[thing.type],
                                   shown(thing.key, thing.row),
                                   {Role::VelocityX, Role::VelocityY, Role::VelocityZ});
        return way ? Answer::of(length(*way)) : Answer{};
    }

    // As shown: SQL has nothing else. Nothing where nobody tells one.
    std::optional<std::string> name_of(EntityId entity, const Roster* left = nullptr) const {
        auto name = told_name(*query_.schema_, frame_.snapshot, entity, context_.roster);
        if (!name && left != nullptr)
            if (const auto gone = left->find(entity); gone != left->end()) name = gone->second.name;
        return name ? std::optional(valid_utf8(*name)) : std::nullopt;
    }
    bool has_name(EntityId entity, const QueryNode& node, const Roster* left = nullptr) const {
        const auto name = name_of(entity, left);
        return name && QueryName{node.text, node.part}.fits(*name);
    }

    // Null where nobody is meant, or nobody whose name was told.
    Answer name(const QueryNode& node) const {
        const Thing& thing = things_[node.variable];
        if (!thing.there) return Answer::missing();
        const RowReader& reader = query_.variables_[node.variable].readers[thing.type];
        std::optional<EntityId> who;
        if (node.fields.empty())
            who = thing.key.entity;
        else if (const auto field = node.fields[thing.type])
            who = entity_of(reader.read(thing.row, *field));
        else
            return Answer::missing();
        const auto name = who ? name_of(*who, context_.left) : std::nullopt;
        return name ? Answer::of_text(*name) : Answer{};
    }

    Answer player(const QueryNode& node) const {
        const Thing& thing = things_[node.variable];
        if (!thing.there) return Answer::missing();
        const QueryVariable& variable = query_.variables_[node.variable];
        if (!variable.event) return Answer::truth(has_name(thing.key.entity, node));
        const RowReader& reader = variable.readers[thing.type];
        const auto& fields = reader.type().fields;
        for (std::size_t i = 0; i < fields.size(); ++i) {
            const auto who =
                tells_who(fields[i]) ? entity_of(reader.read(thing.row, i)) : std::nullopt;
            if (who && has_name(*who, node, context_.left)) return Answer::truth(true);
        }
        if (const auto field = find_role(reader.type(), Role::Name)) {
            const Answer name =
                answer_of(reader.type().fields[*field], reader.read(thing.row, *field));
            return Answer::truth(name.kind == Answer::Kind::Text &&
                                 QueryName{node.text, node.part}.fits(name.text));
        }
        return Answer::truth(false);
    }

    std::optional<Point> place(const QueryNode& node) const {
        if (node.op == QueryOp::Point) {
            const Answer x = eval(node.left);
            const Answer y = eval(node.right);
            const bool numbers = x.kind == Answer::Kind::Number && y.kind == Answer::Kind::Number;
            return numbers ? std::optional(Point{x.number, y.number, 0}) : std::nullopt;
        }
        if (node.op == QueryOp::Place) {
            const Thing& thing = things_[node.variable];
            return thing.there ? place_of(query_.variables_[node.variable].readers[thing.type],
                                          thing.key, thing.row)
                               : std::nullopt;
        }
        for (const Item item : frame_.snapshot) {
            if (!query_.schema_->contains(item.key.type)) continue;
            const ItemType& type = (*query_.schema_)[item.key.type];
            if (find_role(type, Role::PositionX) && shares_names(type) &&
                has_name(item.key.entity, node))
                return place_of(RowReader(type), item.key, item.row);
        }
        return std::nullopt;
    }

    Answer distance(const QueryNode& node) const {
        const auto from = place(query_.nodes_[node.left]);
        const auto to = place(query_.nodes_[node.right]);
        return from && to ? Answer::of(length({(*from)[0] - (*to)[0], (*from)[1] - (*to)[1],
                                               (*from)[2] - (*to)[2]}))
                          : Answer::missing();
    }

    Answer both(const QueryNode& node) const {
        const Answer a = eval(node.left);
        if (a.is_false()) return Answer::truth(false);
        const Answer b = eval(node.right);
        if (b.is_false()) return Answer::truth(false);
        return a.unknown() || b.unknown() ? Answer{} : Answer::truth(true);
    }

    Answer either(const QueryNode& node) const {
        const Answer a = eval(node.left);
        if (a.is_true()) return Answer::truth(true);
        const Answer b = eval(node.right);
        if (b.is_true()) return Answer::truth(true);
        return a.unknown() || b.unknown() ? Answer{} : Answer::truth(false);
    }

    Answer eval(std::size_t index) const {
        const QueryNode& node = query_.nodes_[index];
        switch (node.op) {
            case QueryOp::Or:
                return either(node);
            case QueryOp::And:
                return both(node);
            case QueryOp::Not: {
                const Answer inside = eval(node.left);
                return inside.unknown() ? Answer{} : Answer::truth(inside.is_false());
            }
            case QueryOp::Negate:
                return calculate(QueryOp::Subtract, Answer::of(0), eval(node.left));
            case QueryOp::Absolute: {
                Answer inside = eval(node.left);
                if (inside.kind != Answer::Kind::Number) return Answer{};
                inside.number = std::abs(inside.number);
                return inside;
            }
            case QueryOp::Distance:
                return distance(node);
            default:
                return is_arithmetic(node.op)
                           ? calculate(node.op, eval(node.left), eval(node.right))
                           : eval_leaf(node);
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
                return now(node);
            case QueryOp::Previous:
                return previous(node);
            case QueryOp::Id:
                return things_[node.variable].there
                           ? Answer::of(static_cast<long double>(things_[node.variable].key.entity))
                           : Answer::missing();
            case QueryOp::Exists:
                return Answer::truth(things_[node.variable].there);
            case QueryOp::Count:
                return count(node);
            case QueryOp::Changed:
                return changed(node);
            case QueryOp::Speed:
                return speed(node);
            case QueryOp::Player:
                return player(node);
            case QueryOp::NameOf:
                return name(node);
            case QueryOp::TheTick:
                return Answer::of(static_cast<long double>(frame_.tick));
            case QueryOp::TheTime:
                return Answer::of(rounded_seconds(context_.seconds));
            case QueryOp::Wire:
                return Answer::of_text(wire_checksum_name(frame_.wire.checksum));
            case QueryOp::Place:
            case QueryOp::PlayerPlace:
            case QueryOp::Point:
                return Answer::missing();  // no value; distance() asks place()
            default:
                return compared(node);
        }
    }

    // `x == null` tests whether the x of an existing item is hidden; any other comparison with a
    // missing value is unknown.
    Answer compared(const QueryNode& node) const {
        const bool about_null = query_.nodes_[node.left].op == QueryOp::Null ||
                                query_.nodes_[node.right].op == QueryOp::Null;
        const Answer a = eval(node.left);
        const Answer b = eval(node.right);
        const bool missing = a.kind == Answer::Kind::Missing || b.kind == Answer::Kind::Missing;
        if (about_null && !missing && (node.op == QueryOp::Equal || node.op == QueryOp::NotEqual))
            return Answer::truth((a.kind == b.kind) == (node.op == QueryOp::Equal));
        return compare(node.op, a, b);
    }

    const Query& query_;
    const Frame& frame_;
    const Frame* before_;
    const QueryContext& context_;
    std::vector<Thing> things_;
    const QueryClause* clause_ = nullptr;
    Query::Outcome outcome_;
    std::size_t tries_ = 0;
};

Query::Outcome Query::match(const Frame& frame, const Frame* before,
                            const QueryContext& context) const {
    return QueryMatcher(*this, frame, before, context).run();
}

}  // namespace tickreel
