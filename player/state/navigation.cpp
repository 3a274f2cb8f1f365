#include "player/state/navigation.h"

#include <algorithm>
#include <charconv>

#include "tickreel/analysis/extent.h"
#include "tickreel/base/concat.h"

namespace tickreel {
namespace {

std::string signed_text(std::int64_t number) {
    return concat(number > 0 ? "+" : "", number);
}

std::optional<std::int64_t> whole_number(std::string_view text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool all = error == std::errc() && end == text.data() + text.size();
    return all ? std::optional(number) : std::nullopt;
}

void skip(PlayerParts& parts, std::int64_t ticks) {
    jump(parts, parts.playback.position() + ticks);
}

void step_snapshot(PlayerParts& parts, int by) {
    parts.playback.pause();
    const Frame* here = parts.frames.current();
    if (here == nullptr) return;
    const std::int64_t before = parts.playback.position();
    if (by > 0 && parts.frames.next() != nullptr) {
        parts.playback.move(parts.frames.next_position());
    } else if (by < 0 && before > parts.frames.current_position()) {
        parts.playback.move(parts.frames.current_position());
    } else if (by < 0 && parts.frames.previous() != nullptr) {
        parts.playback.move(
            parts.session.reader().timeline().position(parts.frames.previous()->moment()));
    } else {
        parts.notices.say(by > 0 ? "This is the last snapshot" : "This is the first snapshot");
        return;
    }
    parts.notices.say(signed_text(parts.playback.position() - before) + " ticks");
}

void step_tick(PlayerParts& parts, std::int64_t by) {
    parts.playback.pause();
    parts.playback.move(parts.playback.position() + by);
    parts.frames.update(parts.playback.position(), true);
    const bool recorded = parts.frames.current_position() == parts.playback.position();
    parts.notices.say(signed_text(by) + (recorded ? " tick" : " tick: no snapshot at this one"));
}

}  // namespace

void jump(PlayerParts& parts, std::int64_t position) {
    parts.playback.jump(position);
    parts.timeline.set_follows(true);
}

void step(PlayerParts& parts, Unit unit, int by) {
    switch (unit) {
        case Unit::Snapshot:
            return step_snapshot(parts, by);
        case Unit::OneTick:
            return step_tick(parts, by);
        case Unit::Skip:
            return skip(parts, parts.playback.skip_ticks() * by);
        case Unit::Second:
            return skip(parts, static_cast<std::int64_t>(by * parts.playback.ticks_per_second()));
        case Unit::Event:
            return seek_event(parts, by);
        case Unit::Problem:
            return seek_problem(parts, by);
        case Unit::Hit:
            return seek_hit(parts, by);
        case Unit::FieldChange:
            return seek_field_change(parts, by);
    }
}

void go_to(PlayerParts& parts, const std::string& place) {
    if (!parts.session.ready()) return;
    const std::string_view text = place;
    const bool relative = !text.empty() && (text[0] == '+' || text[0] == '-');
    if (relative) {
        const auto ticks = whole_number(text[0] == '+' ? text.substr(1) : text);
        if (ticks) {
            skip(parts, *ticks);
            return;
        }
    }
    if (text.size() > 1 && text[0] == 'm') {
        const auto& markers = parts.markers.all();
        const auto number = whole_number(text.substr(1));
        if (number && *number >= 1 && static_cast<std::size_t>(*number) <= markers.size()) {
            const Marker& marker = markers[static_cast<std::size_t>(*number) - 1];
            jump(parts, parts.session.reader().timeline().position(marker.moment));
            return;
        }
        if (number)
            return parts.notices.say(concat("There is no marker ", *number, "; there ",
                                            markers.size() == 1 ? "is " : "are ", markers.size()));
    }
    const Timeline& timeline = parts.session.reader().timeline();
    const Result<Moment> moment = timeline.locate(place);
    if (!moment) return parts.notices.say(moment.error().message);
    if (!timeline.contains(*moment)) return parts.notices.say(outside_text(timeline, place));
    jump(parts, timeline.position(*moment));
}

std::vector<ItemKey> followable_now(const PlayerParts& parts) {
    const Frame* frame = parts.frames.current();
    return frame == nullptr
               ? std::vector<ItemKey>()
               : followable(parts.session.reader().schema(), frame->snapshot, &parts.roster);
}

void follow(PlayerParts& parts, std::optional<ItemKey> key) {
    parts.selection.follow(key);
    if (!key) return;
    parts.view.map.fit = false;
    if (const Frame* frame = parts.frames.current()) {
        parts.notices.say("Following " + item_title(parts.session.reader().schema(),
                                                    frame->snapshot, *key, &parts.roster));
    }
}

void follow_neighbour(PlayerParts& parts, int by) {
    const std::vector<ItemKey> all = followable_now(parts);
    if (all.empty()) {
        parts.notices.say("Nothing here has a position to follow");
        return;
    }
    const std::optional<ItemKey>& followed = parts.selection.followed();
    const auto count = static_cast<std::ptrdiff_t>(all.size());
    const auto at = followed ? std::find(all.begin(), all.end(), *followed) : all.end();
    std::ptrdiff_t index = by > 0 ? 0 : count - 1;
    if (at != all.end()) index = (at - all.begin() + by + count) % count;
    follow(parts, all[static_cast<std::size_t>(index)]);
}

void follow_number(PlayerParts& parts, std::size_t index) {
    const std::vector<ItemKey> all = followable_now(parts);
    if (index < all.size()) follow(parts, all[index]);
}

}  // namespace tickreel
