#pragma once
// Export: what, which stretch (the in and out points, if set) and where to; runs `tickreel` beside
// the player and shows the very command, so that it can be typed elsewhere too.

#include <string>

#include "player/panels/panel.h"
#include "tickreel/analysis/export_plan.h"

namespace tickreel {

class ExportBox final : public Panel {
public:
    void draw(const PanelContext& context) override;

private:
    void begin(const PanelContext& context);
    void draw_choices(const PanelContext& context);
    void draw_run(const PanelContext& context);

    ExportPlan plan_;
    bool selection_ = false;
    bool open_ = false;
};

}  // namespace tickreel
