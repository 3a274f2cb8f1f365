#pragma once
// The line on top: what is open, and the ways to something else.

#include "player/panels/panel.h"

namespace tickreel {

class TopBar final : public Panel {
public:
    void draw(const PanelContext& context) override;
};

}  // namespace tickreel
