#pragma once
// The markers of the recording: jump, change, delete.

#include "player/panels/panel.h"

namespace tickreel {

class MarkersPanel final : public Panel {
public:
    void draw(const PanelContext& context) override;
};

}  // namespace tickreel
