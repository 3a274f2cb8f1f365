#pragma once
// The top bar: the open recording, and ways to open another.

#include "player/panels/panel.h"

namespace tickreel {

class TopBar final : public Panel {
public:
    void draw(const PanelContext& context) override;
};

}  // namespace tickreel
