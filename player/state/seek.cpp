// Seeking the next or previous of something.
#include <cctype>

#include "player/state/navigation.h"
#include "tickreel/analysis/holes.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/text.h"

namespace tickreel {

void seek_problem(PlayerParts& parts, int by) {
    const std::int64_t here = parts.playback.position();
    const auto found = by > 0 ? parts.session.scan().next_problem(here)
                              : parts.session.scan().previous_problem(here);
    if (found) {
        jump(parts, *found);
        const RecordingScan& scan = parts.session.scan();
        std::string text;
        for (const Hole& hole : holes_from(scan.holes, *found))
            text += concat(text.empty() ? "" : "; ", hole_title(hole), ", ",
                           plural(static_cast<std::uint64_t>(hole.ticks), "tick"));
        if (text.empty()) text = integrity_text(Integrity::Mismatch);
        text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
        parts.notices.say(std::move(text));
    } else {
        const char* where = by > 0 ? "after" : "before";
        parts.notices.say(std::string("No integrity problem ") + where + " this tick" +
                          (parts.session.scan().complete ? "" : " so far (still reading)"));
    }
}

void seek_event(PlayerParts& parts, int by) {
    const std::int64_t here = parts.playback.position();
    std::optional<std::int64_t> found;
    const auto offer = [&](std::int64_t position) {
        const bool ahead = by > 0 ? position > here : position < here;
        const bool nearer = !found || (by > 0 ? position < *found : position > *found);
        if (ahead && nearer) found = position;
    };
    for (const Marker& marker : parts.markers.all())
        offer(parts.session.reader().timeline().position(marker.moment));
    const EventList& events = parts.session.scan().events;
    const auto visible = [&](std::size_t index) {
        return parts.view.lanes[static_cast<std::size_t>(events[index].kind)];
    };
    if (by > 0) {
        std::size_t at = events.lower_bound(here + 1);
        while (at < events.size() && !visible(at)) ++at;
        if (at < events.size()) offer(events[at].position);
    } else {
        std::size_t behind = events.lower_bound(here);
        while (behind > 0 && !visible(behind - 1)) --behind;
        if (behind > 0) offer(events[behind - 1].position);
    }
    if (found) {
        jump(parts, *found);
    } else {
        parts.notices.say(by > 0 ? "No marker or event after this tick"
                                 : "No marker or event before this tick");
    }
}

void seek_hit(PlayerParts& parts, int by) {
    const QueryResult& query = parts.analysis.query();
    if (query.text.empty()) {
        parts.notices.say("No query yet; press / to enter one");
        return;
    }
    const std::int64_t here = parts.playback.position();
    const QueryHit* hit = by > 0 ? query.next(here) : query.previous(here);
    if (hit == nullptr) {
        parts.notices.say(std::string("No hit ") + (by > 0 ? "after" : "before") + " this tick" +
                          (query.complete ? "" : " so far (still looking)"));
        return;
    }
    jump(parts, hit->from);
    if (hit->item) parts.selection.select(hit->item);
    const auto number = static_cast<std::size_t>(hit - query.hits.data()) + 1;
    parts.notices.say(concat("Hit ", number, " of ", query.hits.size(), "  ", hit->label));
}

void seek_field_change(PlayerParts& parts, int by) {
    const SeriesPointer& series = parts.analysis.blame_series();
    if (!series) {
        parts.notices.say("Click a field of the inspector first");
        return;
    }
    std::optional<std::size_t> index;
    if (by > 0)
        index = series->next_change(parts.playback.position());
    else
        index = series->last_change(parts.playback.position() - 1);
    if (index)
        jump(parts, series->points[*index].position);
    else
        parts.notices.say(by > 0 ? "It does not change any more" : "It did not change before");
}

}  // namespace tickreel
