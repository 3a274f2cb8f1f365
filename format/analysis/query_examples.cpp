// Example queries that hold for a frame.
#include <algorithm>
#include <cmath>

#include "format/analysis/query.h"
#include "format/analysis/query_answer.h"
#include "format/analysis/query_names.h"
#include "format/analysis/query_words.h"
#include "format/base/quotes.h"
#include "tickreel/analysis/describe.h"
#include "tickreel/analysis/query_help.h"
#include "tickreel/base/concat.h"
#include "tickreel/model/names.h"

namespace tickreel {
namespace {

std::string number_text(long double number) {
    return std::to_string(static_cast<long long>(std::floor(number)));
}

class Examples {
public:
    Examples(const Schema& schema, const Frame& frame, const Roster* roster)
        : schema_(schema), frame_(frame), roster_(roster) {}

    std::vector<std::string> run() {
        if (const auto item = player(); item) {
            const ItemType& type = schema_[item->key.type];
            health_and_weapon(type, *item);
            speed(type, *item);
            const std::string name =
                entity_name(schema_, frame_.snapshot, item->key.entity, roster_);
            if (!name.empty())
                add(name_text(type.name) + " and player " + put_in_quotes(name, '"', '\\'));
        }
        events();
        most();
        return std::move(made_);
    }

private:
    // Adds it only if it holds.
    void add(std::string text) {
        const auto query = Query::parse(text, schema_);
        if (query && query->match(frame_, nullptr, {0, roster_}).found())
            made_.push_back(std::move(text));
    }

    // A moving item with a name, preferably with many known fields.
    std::optional<Item> player() const {
        std::optional<Item> best;
        std::size_t most = 0;
        for (const Item item : frame_.snapshot) {
            if (!schema_.contains(item.key.type)) continue;
            const ItemType& type = schema_[item.key.type];
            if (!shares_names(type) || !find_role(type, Role::PositionX)) continue;
            std::size_t known = 1;
            for (std::size_t i = 0; i < type.fields.size(); ++i) {
                const Value value = read_field(type, item.row, i);
                known += std::holds_alternative<std::monostate>(value) ? 0 : 1;
            }
            if (known > most) {
                most = known;
                best = item;
            }
        }
        return best;
    }

    void health_and_weapon(const ItemType& type, const Item& item) {
        std::string both;
        if (const auto health = find_role(type, Role::Health)) {
            const Answer value =
                answer_of(type.fields[*health], read_field(type, item.row, *health));
            if (value.kind == Answer::Kind::Number) {
                both = name_text(type.name) + "." + name_text(type.fields[*health].name) +
                       " <= " + number_text(std::ceil(value.number));
            }
        }
        for (std::size_t i = 0; i < type.fields.size(); ++i) {
            const Field& field = type.fields[i];
            const auto number = as_number(read_field(type, item.row, i));
            if (field.kind != FieldKind::Enum || !number) continue;
            const std::string_view value = enum_name(field, static_cast<std::int64_t>(*number));
            if (!value.empty()) {
                const std::string text =
                    name_text(type.name) + "." + name_text(field.name) + " == " +
                    (is_plain_name(value) ? std::string(value) : put_in_quotes(value, '"', '\\'));
                add(both.empty() ? text : both + " and " + text);
                return;
            }
        }
        if (!both.empty()) add(both);
    }

    void speed(const ItemType& type, const Item& item) {
        const auto x = find_role(type, Role::VelocityX);
        const auto y = find_role(type, Role::VelocityY);
        if (!x || !y) return;
        const Answer way = answer_of(type.fields[*x], read_field(type, item.row, *x));
        const Answer up = answer_of(type.fields[*y], read_field(type, item.row, *y));
        const long double fast = std::hypot(way.number, up.number);
        add(name_text(type.name) + ".speed " + (fast >= 1 ? ">= " + number_text(fast) : "< 1"));
    }

    void events() {
        for (const Event& event : frame_.events) {
            if (!schema_.contains(event.type)) continue;
            const ItemType& type = schema_[event.type];
            const EventClass kind = type.event_class;
            if (kind == EventClass::Kill || kind == EventClass::Chat) {
                const auto types = find_query_types(schema_, event_class_name(kind));
                const bool said =
                    types && std::find(types->begin(), types->end(), event.type) != types->end();
                add(said ? std::string(event_class_name(kind)) : name_text(type.name));
                return;
            }
        }
    }

    // The most frequent type.
    void most() {
        std::vector<std::size_t> counts(schema_.size());
        for (const Item item : frame_.snapshot)
            if (schema_.contains(item.key.type)) ++counts[item.key.type];
        const auto most = std::max_element(counts.begin(), counts.end());
        if (most != counts.end() && *most > 0) {
            const auto type = static_cast<TypeId>(most - counts.begin());
            add(concat("count(", name_text(schema_[type].name), ") >= ", *most));
        }
    }

    const Schema& schema_;
    const Frame& frame_;
    const Roster* roster_;
    std::vector<std::string> made_;
};

}  // namespace

std::vector<std::string> query_examples(const Schema& schema, const Frame& frame,
                                        const Roster* roster) {
    return Examples(schema, frame, roster).run();
}

}  // namespace tickreel
