#pragma once
// The dialog for a marker's text and colour: a new one at the playhead, or an existing one.

#include "player/panels/panel.h"

namespace tickreel {

class MarkerDialog final : public Panel {
public:
    void draw(const PanelContext& context) override;

private:
    void begin(const PanelContext& context);
    void draw_colors(const PanelContext& context);
    void finish(const PanelContext& context);

    Marker marker_;
    bool open_ = false;
};

// Asks once per recording, before anything is written: where its markers are to go.
class MarkerHomeDialog final : public Panel {
public:
    void draw(const PanelContext& context) override;
};

}  // namespace tickreel
