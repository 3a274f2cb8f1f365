#include "tickreel/analysis/maybe_lost.h"

#include <algorithm>

#include "tickreel/analysis/extent.h"
#include "tickreel/base/concat.h"
#include "tickreel/reel/other_records.h"
#include "tickreel/reel/unreadable_ticks.h"

namespace tickreel {

namespace {

constexpr std::size_t kNamedPlaces = 8;

MaybeLost around(std::span<const ChunkInfo> chunks, const Damage& damage) {
    const auto behind = std::find_if(chunks.begin(), chunks.end(), [&](const ChunkInfo& chunk) {
        return chunk.offset > damage.offset;
    });
    MaybeLost place;
    if (behind != chunks.begin())
        place.after = Moment{std::prev(behind)->segment, std::prev(behind)->last_tick};
    if (behind != chunks.end()) place.before = Moment{behind->segment, behind->first_tick};
    return place;
}

}  // namespace

std::vector<MaybeLost> maybe_lost(const ReelReader& reel, std::span<const Damage> damage) {
    std::vector<MaybeLost> places;
    if (knows_all_chunks(reel)) return places;
    for (const Damage& one : damage) {
        if (!ticks_lost_by(reel.chunks(), one).empty()) continue;
        const MaybeLost place = around(reel.chunks(), one);
        if (std::none_of(places.begin(), places.end(), [&](const MaybeLost& known) {
                return known.after == place.after && known.before == place.before;
            }))
            places.push_back(place);
    }
    return places;
}

std::string maybe_lost_text(const ReelReader& reel, const std::vector<MaybeLost>& places) {
    std::string text = "ticks";
    const auto name = [&](Moment moment) { return moment_text(reel.timeline(), moment); };
    for (std::size_t i = 0; i < std::min(places.size(), kNamedPlaces); ++i) {
        const auto& [after, before] = places[i];
        if (!after && !before) continue;
        text += i == 0 ? " " : ", ";
        if (after && before)
            text += concat("between ", name(*after), " and ", name(*before));
        else
            text += after ? "after " + name(*after) : "before " + name(*before);
    }
    if (places.size() > kNamedPlaces)
        text += concat(" and in ", places.size() - kNamedPlaces, " more places");
    return text;
}

}  // namespace tickreel
