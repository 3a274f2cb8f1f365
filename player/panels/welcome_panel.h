#pragma once
// What a player without a recording shows: how to open one, and the recent ones.

#include "player/panels/panel.h"

namespace tickreel {

class WelcomePanel final : public Panel {
public:
    void draw(const PanelContext& context) override;
};

}  // namespace tickreel
