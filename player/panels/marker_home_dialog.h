#pragma once
// Asks once per recording, before anything is written, where its markers should be stored.

#include "player/panels/panel.h"

namespace tickreel {

class MarkerHomeDialog final : public Panel {
public:
    void draw(const PanelContext& context) override;
};

}  // namespace tickreel
