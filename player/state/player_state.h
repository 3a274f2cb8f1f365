#pragma once
// The state of the player, by its parts, and the only way to change them: apply() executes a
// command, poll() takes the results of background work, advance() lets time pass. All three keep
// the parts consistent. No window, no drawing. Nothing here throws; errors are notices.

#include <chrono>

#include "player/state/actions.h"
#include "player/state/command.h"
#include "player/state/parts.h"

namespace tickreel {

class PlayerState {
public:
    using Seconds = std::chrono::duration<double>;

    explicit PlayerState(Recents recents = {});

    const PlayerParts& parts() const { return parts_; }
    const RecordingSession& session() const { return parts_.session; }
    const Playback& playback() const { return parts_.playback; }
    const FrameWindow& frames() const { return parts_.frames; }
    const Roster* roster() const { return &parts_.roster; }
    const MatchSight& match() const { return parts_.match; }
    const BesideView& beside() const { return parts_.beside; }
    const Selection& selection() const { return parts_.selection; }
    const ViewSettings& view() const { return parts_.view; }
    const TimelineView& timeline() const { return parts_.timeline; }
    const MarkerList& markers() const { return parts_.markers; }
    const Analysis& analysis() const { return parts_.analysis; }
    // For evolved values of recordings without their map.
    void set_map_finder(Evolution::FindMap find_map) {
        parts_.analysis.set_map_finder(std::move(find_map));
    }
    const Notices& notices() const { return parts_.notices; }
    Moment moment() const { return parts_.moment(); }

    // Carries a command out and says what of the parts is different now. What only an app can do
    // (pictures, the clipboard, text boxes, keys, quitting) is handed on in Changes::tasks.
    Changes apply(const Command& command, const ActionRegistry& actions);
    void poll();  // once per frame, before drawing
    void advance(Seconds elapsed);

private:
    void follow_session(const SessionNews& news);
    void ask_about_markers(bool not_kept);
    void start_over();
    void show_recording(const std::string& place);
    void show_grown();
    void refresh_frames();
    void refresh_roster();
    void refresh_match();

    PlayerParts parts_;
    ScanPointer roster_source_;  // what the roster was read from, and for when
    Moment roster_at_{};
    std::uint64_t generation_ = 0;  // of the recording that the parts are about
};

}  // namespace tickreel
