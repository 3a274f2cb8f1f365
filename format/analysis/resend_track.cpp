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
    const std::vector<FieldPlace> all = field_places(type);
    const auto place = [&](std::string_view name) {
        const auto field = find_field(type, name);
        return field ? std::optional(all[*field]) : std::nullopt;
    };
    const Places places{of_server ? ConnectionSide::Server : ConnectionSide::Client,
                        place("resent"), place("seen_before"), place("asks"), place("lost")};
    const bool resends = places.messages && places.seen_before && places.asks;
    return resends || places.lost ? std::optional(places) : std::nullopt;
}

std::string ResendReader::unit(const Schema& schema) {
    for (const ItemType& type : schema.types())
        if (tells(type)) {
            const auto resent = find_field(type, "resent");
            std::string units = type.fields[resent ? *resent : *find_field(type, "lost")].unit;
            if (units.ends_with('s')) units.pop_back();
            return units.empty() ? "message" : units;
        }
    return {};
}

bool ResendReader::add(const Event& event, const Schema& schema, ResendTotals& to) {
    const auto [known, fresh] = places_.try_emplace(event.type);
    if (fresh && schema.contains(event.type)) known->second = places_of(schema[event.type]);
    if (!known->second) return false;
    const Places& places = *known->second;
    const auto signed_number = [&](const std::optional<FieldPlace>& place) -> Word {
        return !place || place->is_null(event.row) ? 0 : event.row[place->slot];
    };
    // Damaged files may say anything: nothing is sent again less than never.
    const auto number = [&](const std::optional<FieldPlace>& place) {
        return static_cast<std::uint64_t>(std::max<Word>(signed_number(place), 0));
    };
    ResendCounts& counts = to[static_cast<std::size_t>(places.side)];
    counts.messages += number(places.messages);
    counts.seen_before += number(places.seen_before);
    counts.requests += number(places.asks) != 0 ? 1 : 0;
    counts.lost += signed_number(places.lost);
    return true;
}

void add(ResendTotals& to, const ResendTotals& more) {
    for (std::size_t side = 0; side < to.size(); ++side) {
        to[side].messages += more[side].messages;
        to[side].seen_before += more[side].seen_before;
        to[side].requests += more[side].requests;
        to[side].lost += more[side].lost;
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
        counts[side].lost -= earlier[side].lost;
    }
    return counts;
}

}  // namespace tickreel
