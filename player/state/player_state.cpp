#include "player/state/player_state.h"

#include <algorithm>

#include "player/state/navigation.h"
#include "tickreel/base/concat.h"

namespace tickreel {
namespace {

std::string place_text(Moment here) {
    return concat("s", here.segment, ":", here.tick);
}

// Something to look at: a player in the inspector; and not the events that only experts read,
// when there are others.
void show_first_things(PlayerParts& parts) {
    const std::vector<ItemKey> players = followable_now(parts);
    if (!players.empty()) parts.selection.select(players.front());
    const auto& types = parts.session.reader().schema().types();
    const bool telling = std::any_of(types.begin(), types.end(), [](const ItemType& type) {
        return type.use == TypeUse::Event && event_lane(type) != EventLane::Other &&
               event_lane(type) != EventLane::Effect;
    });
    parts.view.lanes.fill(true);
    parts.view.lanes[static_cast<std::size_t>(EventLane::Other)] = !telling;
    parts.view.lanes[static_cast<std::size_t>(EventLane::Effect)] = !telling;
}

}  // namespace

PlayerState::PlayerState(Recents recents) : parts_{RecordingSession(std::move(recents))} {}

void PlayerState::poll() {
    // A marker that is being set, written or asked about is one of the open recording.
    const bool stays =
        parts_.markers.unsaved() || parts_.markers.writing() || parts_.view.shows(Dialog::Marker);
    const SessionNews news = parts_.session.poll(place_text(moment()), stays, parts_.notices);
    if (!news.kept.empty()) parts_.markers.stored_elsewhere(news.kept);
    follow_session(news);
    if (parts_.markers.poll(parts_.notices)) parts_.session.reread_own_change();
    ask_about_markers(news.not_kept);
    parts_.analysis.poll();
}

// Where a recording waits for the answer, or what would have kept them failed.
void PlayerState::ask_about_markers(bool not_kept) {
    MarkerList& markers = parts_.markers;
    if (parts_.view.any_dialog() || !markers.unsaved()) return;
    if (!not_kept && !parts_.session.another_waits()) return;
    markers.ask_again();
    parts_.view.dialog = {Dialog::MarkerHome, {}, {}};
    if (!not_kept)
        parts_.notices.say("Another recording is read: say where markers go, it opens then");
}

void PlayerState::follow_session(const SessionNews& news) {
    if (generation_ != parts_.session.generation()) {
        generation_ = parts_.session.generation();
        const bool replaced = news.opened && parts_.session.replaced();
        if (!replaced) parts_.markers.start(parts_.session.path(), parts_.session.marked_path());
        start_over();
        if (replaced)
            parts_.markers.replaced(parts_.session.path(), parts_.session.marked_path(),
                                    parts_.session.reader(), news.same, parts_.notices);
        if (news.opened) show_recording(news.place);
    } else if (news.reread) {
        // Somebody who went on by himself stays where he is.
        const bool waits = !news.place.empty() && parts_.playback.position() == 0;
        show_grown();
        if (waits) go_to(parts_, news.place);
    }
    // Before all of it is imported, a marker may be where nothing is yet.
    if (parts_.session.ready() && !parts_.session.shows_beginning())
        parts_.markers.read_beside(parts_.session.reader().timeline(), parts_.notices);
}

// Of the recording before nothing is left but markers that no file has, if its file was replaced;
// how things are shown stays.
void PlayerState::start_over() {
    parts_.playback = {};
    parts_.frames = {};
    parts_.match = {};
    parts_.roster.clear();
    parts_.timeline = {};
    parts_.analysis.set_reader(nullptr);
    parts_.selection = {};
    parts_.view.map = {};
}

void PlayerState::show_recording(const std::string& place) {
    const RecordingSession& session = parts_.session;
    const Timeline& timeline = session.reader().timeline();
    parts_.markers.read(session.reader());
    parts_.analysis.set_reader(session.shared_reader());
    parts_.playback = Playback(timeline.length(), timeline.ticks_per_second());
    parts_.frames = FrameWindow(session.shared_reader());
    parts_.timeline = TimelineView(timeline.length());
    if (!place.empty()) go_to(parts_, place);
    refresh_frames();
    show_first_things(parts_);
}

// A playhead that waits at the end goes on when more is there.
void PlayerState::show_grown() {
    const RecordingSession& session = parts_.session;
    Playback& playback = parts_.playback;
    const std::int64_t before = playback.length();
    const std::int64_t after = session.reader().timeline().length();
    const bool waits_at_end = playback.position() >= before && !playback.scrubbing();
    parts_.analysis.grow(session.shared_reader());
    parts_.frames = FrameWindow(session.shared_reader());
    playback.set_length(after);
    parts_.timeline.set_length(after);
    parts_.markers.moved(session.path());
    parts_.markers.read(session.reader());
    refresh_frames();
    if (waits_at_end && after > before && !playback.playing() && !playback.reversed())
        playback.toggle_play();
}

void PlayerState::refresh_frames() {
    if (parts_.session.ready())
        parts_.frames.update(parts_.playback.position(), !parts_.playback.scrubbing());
}

void PlayerState::refresh_roster() {
    const Frame* frame = parts_.frames.current();
    const Moment at = frame != nullptr ? frame->moment() : Moment{};
    const ScanPointer& scan = parts_.session.scan_pointer();
    if (roster_source_ != scan || roster_at_ != at) {
        roster_source_ = scan;
        roster_at_ = at;
        parts_.roster = scan->roster.at(at);
    }
}

void PlayerState::refresh_match() {
    parts_.match.update(parts_.session.match(), parts_.frames, parts_.selection, parts_.view);
    parts_.beside.update(parts_.session, parts_.playback.playhead(), parts_.view,
                         !parts_.playback.scrubbing());
}

void PlayerState::advance(Seconds elapsed) {
    parts_.notices.advance(elapsed.count());
    parts_.playback.advance(elapsed);
    parts_.timeline.advance(parts_.playback.playhead());
    parts_.session.watch(elapsed.count(), parts_.markers.writing());
    refresh_frames();
    refresh_roster();
    refresh_match();
}

}  // namespace tickreel
