// The part of PlayerState that moves the playhead and the camera.
#include <algorithm>
#include <cctype>
#include <charconv>

#include "player/state/player_state.h"

namespace tickreel {
namespace {

std::string signed_text(std::int64_t number) {
    return (number > 0 ? "+" : "") + std::to_string(number);
}

std::optional<std::int64_t> whole_number(std::string_view text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool all = error == std::errc() && end == text.data() + text.size();
    return all ? std::optional(number) : std::nullopt;
}

bool has_position(const ItemType& type) {
    return type.use == TypeUse::Item && find_role(type, Role::PositionX) &&
           find_role(type, Role::PositionY);
}

}  // namespace

void PlayerState::jump(std::int64_t position) {
    playback_.jump(position);
    timeline_follows_ = true;
}

void PlayerState::step(Unit unit, int by) {
    switch (unit) {
        case Unit::Snapshot:
            return step_snapshot(by);
        case Unit::OneTick:
            return step_tick(by);
        case Unit::Skip:
            return skip(playback_.skip_ticks() * by);
        case Unit::Second:
            return skip(static_cast<std::int64_t>(by * playback_.ticks_per_second()));
        case Unit::Event:
            return jump_event(by);
        case Unit::Problem:
            return jump_problem(by);
        case Unit::Hit:
            return jump_hit(by);
        case Unit::FieldChange:
            return jump_change(by);
    }
}

void PlayerState::jump_share(double share) {
    jump(static_cast<std::int64_t>(share * static_cast<double>(playback_.length())));
}

void PlayerState::step_snapshot(int by) {
    playback_.pause();
    const Frame* here = frames_.current();
    if (here == nullptr) {
        return;
    }
    const std::int64_t before = playback_.position();
    if (by > 0 && frames_.next() != nullptr) {
        playback_.move(frames_.next_position());
    } else if (by < 0 && before > frames_.current_position()) {
        playback_.move(frames_.current_position());
    } else if (by < 0 && frames_.previous() != nullptr) {
        playback_.move(reader_->timeline().position(frames_.previous()->moment()));
    } else {
        notify(by > 0 ? "This is the last snapshot" : "This is the first snapshot");
        return;
    }
    notify(signed_text(playback_.position() - before) + " ticks");
}

void PlayerState::step_tick(std::int64_t by) {
    playback_.pause();
    playback_.move(playback_.position() + by);
    frames_.update(playback_.position(), true);
    const bool recorded = frames_.current_position() == playback_.position();
    notify(signed_text(by) + (recorded ? " tick" : " tick: no snapshot at this one"));
}

void PlayerState::jump_problem(int by) {
    const std::int64_t here = playback_.position();
    const auto found = by > 0 ? scan_->next_problem(here) : scan_->previous_problem(here);
    if (found) {
        jump(*found);
        const Hole* hole = scan_->hole_at(*found);
        std::string text(integrity_text(hole != nullptr ? hole->kind : Integrity::Mismatch));
        text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
        if (hole != nullptr) {
            text += ", " + std::to_string(hole->to - hole->from) + " ticks";
        }
        notify(std::move(text));
    } else {
        const char* where = by > 0 ? "after" : "before";
        notify(std::string("No integrity problem ") + where + " this tick" +
               (scan_->complete ? "" : " so far (still reading)"));
    }
}

void PlayerState::jump_event(int by) {
    const std::int64_t here = playback_.position();
    std::optional<std::int64_t> found;
    const auto offer = [&](std::int64_t position) {
        const bool ahead = by > 0 ? position > here : position < here;
        const bool nearer = !found || (by > 0 ? position < *found : position > *found);
        if (ahead && nearer) {
            found = position;
        }
    };
    for (const Marker& marker : markers_) {
        offer(reader_->timeline().position(marker.moment));
    }
    const EventList& events = scan_->events;
    const auto visible = [&](std::size_t index) {
        return view_.lanes[static_cast<std::size_t>(events[index].kind)];
    };
    if (by > 0) {
        std::size_t at = events.lower_bound(here + 1);
        while (at < events.size() && !visible(at)) {
            ++at;
        }
        if (at < events.size()) {
            offer(events[at].position);
        }
    } else {
        std::size_t behind = events.lower_bound(here);
        while (behind > 0 && !visible(behind - 1)) {
            --behind;
        }
        if (behind > 0) {
            offer(events[behind - 1].position);
        }
    }
    if (found) {
        jump(*found);
    } else {
        notify(by > 0 ? "No marker or event after this tick"
                      : "No marker or event before this tick");
    }
}

void PlayerState::go_to(const std::string& place) {
    if (!reader_) {
        return;
    }
    const std::string_view text = place;
    const bool relative = !text.empty() && (text[0] == '+' || text[0] == '-');
    if (relative) {
        const auto ticks = whole_number(text[0] == '+' ? text.substr(1) : text);
        if (ticks) {
            skip(*ticks);
            return;
        }
    }
    if (text.size() > 1 && text[0] == 'm') {
        const auto number = whole_number(text.substr(1));
        if (number && *number >= 1 && static_cast<std::size_t>(*number) <= markers_.size()) {
            const Marker& marker = markers_[static_cast<std::size_t>(*number) - 1];
            jump(reader_->timeline().position(marker.moment));
            return;
        }
    }
    const Result<Moment> moment = reader_->timeline().parse(place);
    if (!moment) {
        notify(moment.error().message);
        return;
    }
    jump(reader_->timeline().position(*moment));
}

std::vector<ItemKey> PlayerState::followable() const {
    const Frame* frame = frames_.current();
    if (frame == nullptr) {
        return {};
    }
    const Schema& schema = reader_->schema();
    std::vector<ItemKey> named;
    std::vector<ItemKey> nameless;  // of the types that names belong to
    std::vector<ItemKey> placed;
    for (const Item item : frame->snapshot) {
        if (!schema.contains(item.key.type) || !has_position(schema[item.key.type])) {
            continue;
        }
        placed.push_back(item.key);
        if (shares_names(schema[item.key.type])) {
            const bool has_name =
                !entity_name(schema, frame->snapshot, item.key.entity, roster()).empty();
            (has_name ? named : nameless).push_back(item.key);
        }
    }
    if (named.empty()) {
        return nameless.empty() ? placed : nameless;
    }
    // Of several such types the one with most items is the players.
    std::vector<ItemKey> best;
    for (std::size_t at = 0; at < named.size();) {
        std::size_t end = at;
        while (end < named.size() && named[end].type == named[at].type) {
            ++end;
        }
        if (end - at > best.size()) {
            best.assign(named.begin() + static_cast<std::ptrdiff_t>(at),
                        named.begin() + static_cast<std::ptrdiff_t>(end));
        }
        at = end;
    }
    return best;
}

void PlayerState::follow(std::optional<ItemKey> key) {
    followed_ = key;
    if (!key) {
        return;
    }
    selected_ = key;
    view_.map.fit = false;
    if (frames_.current() != nullptr) {
        notify("Following " +
               item_title(reader_->schema(), frames_.current()->snapshot, *key, roster()));
    }
}

void PlayerState::follow_neighbour(int by) {
    const std::vector<ItemKey> all = followable();
    if (all.empty()) {
        notify("Nothing here has a position to follow");
        return;
    }
    const auto count = static_cast<std::ptrdiff_t>(all.size());
    const auto at = followed_ ? std::find(all.begin(), all.end(), *followed_) : all.end();
    std::ptrdiff_t index = by > 0 ? 0 : count - 1;
    if (at != all.end()) {
        index = (at - all.begin() + by + count) % count;
    }
    follow(all[static_cast<std::size_t>(index)]);
}

void PlayerState::follow_number(std::size_t index) {
    const std::vector<ItemKey> all = followable();
    if (index < all.size()) {
        follow(all[index]);
    }
}

void PlayerState::escape() {
    if (view_.shows(Dialog::MarkerHome)) {
        changes_.clear();
        view_.dialog = {};
        notify("Nothing was written");
    } else if (view_.any_dialog()) {
        view_.dialog = {};
    } else if (view_.theatre) {
        view_.theatre = false;
    } else if (view_.scoreboard) {
        view_.scoreboard = false;
    } else if (view_.fullscreen) {
        view_.fullscreen = false;
    } else if (followed_) {
        followed_.reset();
        notify("Free camera");
    } else {
        selected_.reset();
    }
}

}  // namespace tickreel
