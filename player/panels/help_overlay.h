#pragma once
// The keys (?), by heading.

#include "player/panels/panel.h"

namespace tickreel {

class HelpOverlay final : public Panel {
public:
    void draw(const PanelContext& context) override;
};

}  // namespace tickreel
