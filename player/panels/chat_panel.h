#pragma once
// What was said up to the playhead, as it stood in the game's chat: correct after any seek. Click
// jumps to where it was said.

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
    std::size_t past_ = 0;  // how many lines lie before the playhead
};

}  // namespace tickreel
