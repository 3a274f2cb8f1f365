#include "recorder/recording/match_start.h"

#include "tickreel/model/find_name.h"

namespace tickreel {

void note_fields(const Schema& schema, TypeId id, std::span<const ItemField> wanted,
                 std::vector<TypeField>& into) {
    for (const ItemField& one : wanted)
        if (one.type == schema[id].name)
            if (const auto field = match_field(schema[id], one.field))
                into.emplace_back(id, *field);
}

}  // namespace tickreel
