#include "tickreel/analysis/resend_track.h"

#include <algorithm>

#include "format/analysis/partition_index.h"
#include "tickreel/model/schema.h"

namespace tickreel {

std::optional<ResendReader::Places> ResendReader::places_of(const ItemType& type) {
    const bool of_server = type.event_class == EventClass::Transport;
    if (type.use != TypeUse::Event || !type.derived ||
        (!of_server && type.event_class != EventClass::Input))
        return std::nullopt;
    const auto messages = find_field(type, "resent");
    const auto seen_before = find_field(type, "seen_before");
    const auto asks = find_field(type, "asks");
    if (!messages || !seen_before || !asks) return std::nullopt;
    const std::vector<FieldPlace> all = field_places(type);
    return Places{of_server ? ConnectionSide::Server : ConnectionSide::Client, all[*messages],
                  all[*seen_before], all[*asks]};
}

bool ResendReader::add(const Event& event, const Schema& schema, ResendTotals& to) {
    const auto [known, fresh] = places_.try_emplace(event.type);
    if (fresh && schema.contains(event.type)) known->second = places_of(schema[event.type]);
    if (!known->second) return false;
    const Places& places = *known->second;
    // Damaged files may say anything: nothing is sent again less than never.
    const auto number = [&](const FieldPlace& place) -> std::uint64_t {
        if (place.is_null(event.row)) return 0;
        return static_cast<std::uint64_t>(std::max<Word>(event.row[place.slot], 0));
    };
    ResendCounts& counts = to[static_cast<std::size_t>(places.side)];
    counts.messages += number(places.messages);
    counts.seen_before += number(places.seen_before);
    counts.requests += number(places.asks) != 0 ? 1 : 0;
    return true;
}

void add(ResendTotals& to, const ResendTotals& more) {
    for (std::size_t side = 0; side < to.size(); ++side) {
        to[side].messages += more[side].messages;
        to[side].seen_before += more[side].seen_before;
        to[side].requests += more[side].requests;
    }
}

void ResendTrack::add(const Frame& frame, const Schema& schema, std::int64_t position) {
    Entry entry{position, entries_.empty() ? ResendTotals{} : entries_.back().until};
    bool any = false;
    for (const Event& event : frame.events) any = reader_.add(event, schema, entry.until) || any;
    if (!any) return;
    left_out_ = left_out_ || entries_.size() >= kMaxResends;
    if (!left_out_) entries_.push_back(entry);
}

ResendTotals ResendTrack::before(std::int64_t position) const {
    const std::size_t after = partition_index(
        entries_.size(), [&](std::size_t index) { return entries_[index].position < position; });
    return after == 0 ? ResendTotals{} : entries_[after - 1].until;
}

ResendTotals ResendTrack::between(std::int64_t from, std::int64_t to) const {
    ResendTotals counts = before(std::max(from, to));
    const ResendTotals earlier = before(from);
    for (std::size_t side = 0; side < counts.size(); ++side) {
        counts[side].messages -= earlier[side].messages;
        counts[side].seen_before -= earlier[side].seen_before;
        counts[side].requests -= earlier[side].requests;
    }
    return counts;
}

}  // namespace tickreel
