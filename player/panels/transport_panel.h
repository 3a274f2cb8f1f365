#pragma once
// Play, pause, step, direction, speed, loop, marker; the time; and the integrity of the current
// snapshot. Every control runs an action of the registry.

#include "player/panels/panel.h"

namespace tickreel {

class TransportPanel final : public Panel {
public:
    void draw(const PanelContext& context) override;

private:
    static void draw_buttons(const PanelContext& context, float top);
    static void draw_clock(const PanelContext& context, float top);
    static void draw_right(const PanelContext& context, float top);
};

}  // namespace tickreel
