#include "player/games/teeworlds/used_skins.h"

#include "player/games/teeworlds/items.h"

namespace tickreel::teeworlds_art {

std::set<std::string> used_skins(const ReelReader& reel, std::uint32_t segment) {
    constexpr int kMoments = 6;
    std::set<std::string> skins;
    const Items clients(reel.schema(), "ClientInfo");
    const auto& spans = reel.timeline().segments();
    if (!clients.exist() || segment >= spans.size()) return skins;
    const SegmentSpan& span = spans[segment];
    for (int i = 0; i <= kMoments; ++i) {
        const Tick tick = span.first + (span.last - span.first) * i / kMoments;
        const Result<Frame> frame = reel.at({segment, tick});
        if (!frame) continue;
        clients.each(frame->snapshot,
                     [&](EntityId, Row row) { skins.insert(clients.text(row, "skin")); });
    }
    return skins;
}

}  // namespace tickreel::teeworlds_art
