#include "player/state/match_sight.h"

namespace tickreel {

void MatchSight::look(const MatchViews& match, const Frame& frame, ItemKey key) {
    if (looked_at_ == key && looked_when_ == frame.moment() &&
        looked_in_.same_storage(frame.snapshot))
        return;
    looked_at_ = key;
    looked_when_ = frame.moment();
    looked_in_ = frame.snapshot;
    auto sights = match.who_saw(key, frame.moment());
    sights_ = sights ? std::move(*sights) : std::vector<ViewSight>();
}

void MatchSight::update(const MatchViews* match, const FrameWindow& frames,
                        const Selection& selection, const ViewSettings& view) {
    if (match_ != match) *this = {};
    match_ = match;
    ghosts_ = next_ghosts_ = nullptr;
    trouble_.clear();
    const Frame* frame = frames.current();
    if (match == nullptr || frame == nullptr) return;
    if (view.ghosts) {
        next_ghosts_ = frames_.of(*match, frames.next());
        ghosts_ = frames_.of(*match, frame);
        trouble_ = frames_.error();
    }
    if (selection.selected()) {
        look(*match, *frame, *selection.selected());
    } else {
        looked_at_.reset();
        sights_.clear();
    }
}

}  // namespace tickreel
