#pragma once
// Tells the panels' fonts what will be shown: names and other texts of the snapshot, the events
// found so far, markers, files. Looks only at what is new since the last frame.

#include <utility>
#include <vector>

#include "player/app/ui_context.h"
#include "player/state/player_state.h"

namespace tickreel {

class WantedText {
public:
    void collect(const PlayerState& state, UiContext& ui);

private:
    void start(const PlayerState& state, UiContext& ui);
    void collect_events(const RecordingScan& scan, UiContext& ui);

    std::uint64_t generation_ = ~std::uint64_t{0};
    std::vector<std::pair<TypeId, std::size_t>> text_fields_;  // of item types
    Moment looked_at_{~0U, 0};
    std::size_t events_ = 0;
    std::size_t markers_ = 0;
};

}  // namespace tickreel
