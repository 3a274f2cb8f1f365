#include "format/reel/reader_core.h"

#include <algorithm>

#include "tickreel/reel/unreadable_ticks.h"

namespace tickreel {

namespace {

// In addition to one entry per chunk.
constexpr std::size_t kDamageRoom = 1024;

}  // namespace

void ReaderCore::renew() {
    look_for_types();
    views = make_views(gather->catalog(), used_types);
    std::vector<Damage> known = gather->damage();
    if (gather->tail()) known.push_back(*gather->tail());
    damage.reset(std::move(known), chunks().size() + kDamageRoom);
    counted.reset();
    sound.reset();
    if (views.info.start.count() == 0 && !chunks().empty()) {
        ChunkFault fault;
        if (const ChunkFrames first = store.get(0, fault)) views.info.start = first->frames[0].time;
    }
}

// Where something is lost that nobody can name, it may have been what defines them.
void ReaderCore::look_for_types() {
    if (gather->damage().empty()) return;
    const auto use = [this](TypeId id, TypeUse as) {
        if (id < layout::kMaxTypes) used_types[id] = as;
    };
    if (const auto& counts = gather->catalog().statistics; counts && gather->finished()) {
        for (const auto& [id, count] : counts->items) use(id, TypeUse::Item);
        for (const auto& [id, count] : counts->events) use(id, TypeUse::Event);
        return;
    }
    for (; looked_at < chunks().size(); ++looked_at) {
        ChunkFault fault;
        const ChunkFrames chunk = store.get(looked_at, fault);
        if (!chunk) continue;
        for (const Frame& frame : chunk->frames) {
            for (const Item item : frame.snapshot) use(item.key.type, TypeUse::Item);
            for (const Event& event : frame.events) use(event.type, TypeUse::Event);
        }
    }
}

Error ReaderCore::broken(const ChunkFault& fault) const {
    const ChunkInfo& bad = chunks()[fault.chunk];
    const std::size_t last = store.group_end(fault.chunk) - 1;
    const std::string segment =
        chunks().back().segment == 0 ? std::string() : concat("s", bad.segment, ":");
    Damage entry;
    entry.offset = bad.offset;
    entry.length = bad.stored_bytes;
    // Messages name the first and the last tick.
    entry.what =
        concat("chunk of ticks ", segment, bad.first_tick, "..", bad.last_tick, ": ", fault.reason);
    entry.ticks = Gap{bad.segment, bad.first_tick, end_of_lost(chunks(), last), "damaged"};
    damage.add(entry);
    return fail("ticks ", segment, bad.first_tick, "..", chunks()[last].last_tick,
                " cannot be read: the chunk at offset ", bad.offset, ": ", fault.reason);
}

std::optional<std::size_t> ReaderCore::chunk_at(Moment moment) const {
    const auto after = std::upper_bound(chunks().begin(), chunks().end(), moment,
                                        [](Moment m, const ChunkInfo& chunk) {
                                            return m < Moment{chunk.segment, chunk.first_tick};
                                        });
    if (after == chunks().begin()) return std::nullopt;
    return static_cast<std::size_t>(after - chunks().begin()) - 1;
}

Result<std::size_t> ReaderCore::chunk_for(Moment moment) const {
    if (chunks().empty()) return fail("the recording has no frames");
    const std::optional<std::size_t> at = chunk_at(moment);
    if (!at) return std::size_t{0};
    const bool before_its_segment = chunks()[*at].segment < moment.segment;
    if (before_its_segment && *at + 1 < chunks().size() &&
        chunks()[*at + 1].segment == moment.segment)
        return *at + 1;
    return *at;
}

}  // namespace tickreel
