#pragma once
// When the match (round) on a server began, as the snapshots of the game say it. Ticks.

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tickreel/model/row.h"
#include "tickreel/model/schema.h"
#include "tickreel/model/snapshot.h"

namespace tickreel {

using TypeField = std::pair<TypeId, std::size_t>;

// Whether the field of an item says it. No role does: Teeworlds' GameInfo and, of 0.7, GameData.
inline bool says_match_start(const ItemType& type, const Field& field) {
    return type.use == TypeUse::Item &&
           (field.name == "round_start_tick" || field.name == "game_start_tick");
}

inline bool says_match_start(const ItemType& type) {
    for (const Field& field : type.fields)
        if (says_match_start(type, field)) return true;
    return false;
}

inline std::vector<TypeField> match_start_fields(const Schema& schema) {
    std::vector<TypeField> found;
    for (TypeId id = 0; id < schema.size(); ++id)
        for (std::size_t field = 0; field < schema[id].fields.size(); ++field)
            if (says_match_start(schema[id], schema[id].fields[field]))
                found.emplace_back(id, field);
    return found;
}

// Empty if the snapshot has no such item.
inline std::optional<Tick> match_start_in(const Schema& schema, std::span<const TypeField> fields,
                                          const Snapshot& snapshot) {
    for (const auto& [type, field] : fields) {
        const std::size_t at = snapshot.lower_bound({type, 0});
        if (at >= snapshot.size() || snapshot[at].key.type != type) continue;
        const Value value = read_field(schema[type], snapshot[at].row, field);
        if (const auto* start = std::get_if<std::int64_t>(&value)) return *start;
    }
    return std::nullopt;
}

// Whether another match began since a snapshot `passed` ticks earlier, whose match began at
// `before`. While a server pauses a match, its start moves on with the clock; a new one lets it
// jump.
inline bool is_another_match(Tick before, Tick start, Tick passed) {
    constexpr Tick kOfPause = 5;
    return start < before || start - before > passed + kOfPause;
}

// Looks at the snapshots of one segment, one after the other.
class MatchClock {
public:
    // `start`: of match_start_in(). The tick at which another match began, if one did since the
    // snapshot before: what that or an earlier snapshot has is of the match before.
    std::optional<Tick> see(Tick tick, std::optional<Tick> start) {
        if (!start) return std::nullopt;
        const std::optional<Tick> before = std::exchange(start_, start);
        const Tick seen = std::exchange(tick_, tick);
        if (!before || !is_another_match(*before, *start, tick - seen)) return std::nullopt;
        return *start >= seen && *start <= tick ? *start : seen;
    }
    // What was seen last.
    Tick tick() const { return tick_; }
    std::optional<Tick> start() const { return start_; }

private:
    Tick tick_ = 0;
    std::optional<Tick> start_{};
};

}  // namespace tickreel
