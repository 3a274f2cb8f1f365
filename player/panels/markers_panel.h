#pragma once
// The markers of the recording: seek to, edit, delete.

#include "player/panels/panel.h"

namespace tickreel {

class MarkersPanel final : public Panel {
public:
    void draw(const PanelContext& context) override;
};

}  // namespace tickreel
