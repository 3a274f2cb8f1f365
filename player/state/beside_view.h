#pragma once
// A second view of the open match file, or its union, at the tick of the playhead: the right half
// of the map. Its frames have the types of the session's match()->schema(), so that whatever draws
// the first view draws it too.

#include "player/state/frame_window.h"
#include "player/state/match_views.h"
#include "player/state/view_settings.h"
#include "tickreel/analysis/holes.h"
#include "tickreel/base/background.h"

namespace tickreel {

class RecordingSession;

class BesideView {
public:
    BesideView() = default;
    // Once per frame; nothing is read unless a second view is wanted. `playhead`: on the timeline
    // of the session. `with_recent`: as FrameWindow.
    void update(const RecordingSession& session, double playhead, const ViewSettings& view,
                bool with_recent);

    bool shown() const { return shown_; }  // wanted, and the session's is a view of a match file
    bool loading() const { return opening_ && opening_->running(); }
    // nullptr: it is not read yet, or trouble() says why not.
    const MatchViews* match() const { return match_.get(); }
    const std::string& trouble() const { return trouble_; }  // why there is no current(); else ""

    const Frame* current() const { return frames_.empty() ? nullptr : &frames_.back(); }
    const Frame* next() const { return next_ ? &*next_ : nullptr; }
    std::span<const Frame> with_current() const { return frames_; }
    // Of the way to next(); empty: current() is shown as it was sent.
    const std::optional<double>& share() const { return share_; }
    // Gap or Unreadable where snapshots of this view are missing: current() is older; else None.
    Integrity missing() const { return missing_; }
    double ticks_into_hole() const { return into_hole_; }  // as the function of that name
    const Frame* ghosts() const { return ghosts_; }        // of current(), if they are wanted
    const Frame* next_ghosts() const { return next_ghosts_; }

private:
    struct Opened {
        std::shared_ptr<const ReelReader> reader{};
        std::shared_ptr<const MatchViews> match{};
        std::vector<Hole> holes{};
        std::string error{};
    };
    void choose(const RecordingSession& session, unsigned number);
    void look(const RecordingSession& session, double playhead, bool with_recent);
    void translate();
    Frame translated(const Frame& frame) const;
    void clear_frames(std::string trouble);

    bool shown_ = false;
    std::uint64_t generation_ = 0;  // of the session, and what was chosen of it
    unsigned number_ = 0;
    bool importing_ = false;
    std::unique_ptr<Background<Opened>> opening_;
    std::shared_ptr<const ReelReader> reader_;
    std::shared_ptr<const MatchViews> match_;
    std::string trouble_;
    FrameWindow window_;
    std::vector<TypeId> ids_;    // by the reader's
    std::vector<Frame> frames_;  // of window_, translated
    std::optional<Frame> next_;
    std::optional<double> share_;
    std::vector<Hole> holes_;
    Integrity missing_ = Integrity::None;
    double into_hole_ = 0;
    GhostFrames ghost_frames_;
    const Frame* ghosts_ = nullptr;
    const Frame* next_ghosts_ = nullptr;
};

}  // namespace tickreel
