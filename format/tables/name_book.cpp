#include "tickreel/tables/name_book.h"

#include <algorithm>
#include <limits>

#include "format/tables/player_stays.h"

namespace tickreel {

NameBook::NameBook(const ReelFile& file, const TickBounds& bounds, const ProblemSink& problems) {
    const auto stays = stays_of(file, bounds, problems);
    if (!stays) return;
    std::map<std::pair<std::uint32_t, EntityId>, Tick> ends;  // of the last one of each
    for (const PlayerStay& stay : **stays) {  // they come in order of their beginning
        const auto who = std::pair(stay.segment, stay.key.entity);
        std::vector<Entry>& all = entries_[who];
        if (!all.empty())
            all.back().until = stay.from > ends[who] ? (ends[who] + stay.from + 1) / 2 : stay.from;
        all.push_back({std::numeric_limits<Tick>::max(), stay.named.name});
        ends[who] = stay.to;
    }
}

const std::string* NameBook::find(std::uint32_t segment, EntityId entity, Tick tick) const {
    const auto all = entries_.find({segment, entity});
    if (all == entries_.end()) return nullptr;
    const auto entry = std::upper_bound(all->second.begin(), all->second.end(), tick,
                                        [](Tick at, const Entry& one) { return at < one.until; });
    return entry == all->second.end() ? nullptr : &entry->name;
}

}  // namespace tickreel
