#pragma once
// All that the player knows, by what it is. Only player/state changes a part; panels see the parts
// they need, constant, and ask for changes by commands.

#include "player/state/analysis.h"
#include "player/state/beside_view.h"
#include "player/state/frame_window.h"
#include "player/state/marker_list.h"
#include "player/state/match_sight.h"
#include "player/state/notices.h"
#include "player/state/playback.h"
#include "player/state/recording_session.h"
#include "player/state/selection.h"
#include "player/state/timeline_view.h"
#include "player/state/view_settings.h"

namespace tickreel {

struct PlayerParts {
    RecordingSession session;
    Playback playback{};
    FrameWindow frames{};  // around the playhead
    Roster roster{};       // who is who in the current frame
    MatchSight match{};    // of a match file: ghosts, who was sent what
    BesideView beside{};
    Selection selection{};
    ViewSettings view{};
    std::vector<PaneLayout> layouts{};  // before each change of the layout
    TimelineView timeline{};
    MarkerList markers{};
    Analysis analysis{};
    Notices notices{};

    Moment moment() const { return session.moment_at(playback.position()); }
};

}  // namespace tickreel
