#include "format/tables/recorded_player.h"

#include <limits>

#include "tickreel/model/names.h"
#include "tickreel/model/row.h"
#include "tickreel/reel/part_scan.h"

namespace tickreel {

RecordedPlayer::RecordedPlayer(const ReelReader& reel, const ProblemSink& problems)
    : reel_(reel), problems_(problems) {
    for (std::size_t i = 0; i < reel.schema().size(); ++i) {
        const auto id = static_cast<TypeId>(i);
        const ItemType& type = reel.schema()[id];
        const auto field = find_field(type, "local");  // no role says it
        if (type.use == TypeUse::Item && shares_names(type) && field &&
            type.fields[*field].kind == FieldKind::Bool)
            flags_.emplace(id, *field);
    }
}

std::optional<EntityId> RecordedPlayer::find(std::uint32_t segment) const {
    PartFilter filter;
    for (const auto& [type, field] : flags_) filter.types.push_back(type);
    std::optional<EntityId> found;
    if (flags_.empty()) return found;
    const MomentRange all{{segment, std::numeric_limits<Tick>::min()},
                          {segment, std::numeric_limits<Tick>::max()}};
    const auto look = [&](const Item& item) {
        const auto flag = flags_.find(item.key.type);
        const Value value = flag == flags_.end()
                                ? Value()
                                : read_field(reel_.schema()[item.key.type], item.row, flag->second);
        const auto* local = std::get_if<bool>(&value);
        if (local != nullptr && *local) found = item.key.entity;
    };
    // What cannot be read is told by whoever reads the rows.
    (void)scan_parts(reel_, all, filter, problems_, [&](PartFrame part) {
        for (const Item item : part.frame.snapshot) look(item);
        return !found;
    });
    return found;
}

std::optional<EntityId> RecordedPlayer::in(std::uint32_t segment) {
    const auto [known, fresh] = found_.try_emplace(segment);
    if (fresh) known->second = find(segment);
    return known->second;
}

}  // namespace tickreel
