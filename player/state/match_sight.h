#pragma once
// What of a match file is looked at: the ghosts of the frames around the playhead, and which views
// were sent the selected item. Empty unless the recording is a view of a match file; then only what
// is shown is read.

#include "player/state/frame_window.h"
#include "player/state/match_views.h"
#include "player/state/selection.h"
#include "player/state/view_settings.h"

namespace tickreel {

class MatchSight {
public:
    // Once per frame, and when another recording is shown. `match` nullptr: there is none.
    void update(const MatchViews* match, const FrameWindow& frames, const Selection& selection,
                const ViewSettings& view);

    // Of current() and next() of the frames, if ghosts are wanted; nullptr: none, or trouble().
    const Frame* ghosts() const { return ghosts_; }
    const Frame* next_ghosts() const { return next_ghosts_; }
    const std::string& trouble() const { return trouble_; }  // why they are not known here
    // By view, of the selected item at the current frame; empty: nothing is selected, or it is
    // not known.
    const std::vector<ViewSight>& sights() const { return sights_; }

private:
    void look(const MatchViews& match, const Frame& frame, ItemKey key);

    const MatchViews* match_ = nullptr;
    GhostFrames frames_;
    const Frame* ghosts_ = nullptr;
    const Frame* next_ghosts_ = nullptr;
    std::string trouble_;
    std::optional<ItemKey> looked_at_;
    Snapshot looked_in_;
    Moment looked_when_{};
    std::vector<ViewSight> sights_;
};

}  // namespace tickreel
