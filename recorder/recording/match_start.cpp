#include "recorder/recording/match_start.h"

#include "tickreel/model/find_name.h"
#include "tickreel/model/row.h"

namespace tickreel {

void note_fields(const Schema& schema, TypeId id, std::span<const ItemField> wanted,
                 std::vector<TypeField>& into) {
    for (const ItemField& one : wanted)
        if (one.type == schema[id].name)
            if (const auto field = match_field(schema[id], one.field))
                into.emplace_back(id, *field);
}

std::optional<Tick> match_start_in(const Schema& schema, std::span<const TypeField> fields,
                                   const Snapshot& snapshot) {
    for (const Item item : snapshot)
        for (const auto& [type, field] : fields) {
            if (item.key.type != type) continue;
            const Value value = read_field(schema[type], item.row, field);
            if (const auto* start = std::get_if<std::int64_t>(&value)) return *start;
        }
    return std::nullopt;
}

bool is_another_match(Tick before, Tick start, Tick passed) {
    constexpr Tick kOfPause = 5;
    return start < before || start - before > passed + kOfPause;
}

}  // namespace tickreel
