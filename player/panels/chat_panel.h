#pragma once
// The chat up to the playhead, as the game's chat showed it: correct after any seek. A click seeks
// to a line's tick.

#include <vector>

#include "player/panels/panel.h"

namespace tickreel {

class ChatPanel final : public Panel {
public:
    void draw(const PanelContext& context) override;

private:
    void update(const PanelContext& context);

    std::vector<std::uint32_t> lines_;  // indices into the scan's events
    ScanPointer scan_;
    ImVec2 size_{};
    int settling_ = 0;      // frames until the lines are wrapped as wide as they stay
    std::size_t past_ = 0;  // how many lines lie before the playhead
};

}  // namespace tickreel
