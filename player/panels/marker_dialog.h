#pragma once
// A marker's text and colour: of a new one at the playhead, or of one that is changed.

#include "player/panels/panel.h"

namespace tickreel {

class MarkerBox final : public Panel {
public:
    void draw(const PanelContext& context) override;

private:
    void begin(const PanelContext& context);
    void draw_colors(const PanelContext& context);
    void finish(const PanelContext& context);

    Marker marker_;
    bool open_ = false;
};

}  // namespace tickreel
