#pragma once
// The export dialog: format, range (the in and out points, if set) and destination; runs `tickreel`
// as a subprocess and shows the exact command, so that it can be reused in a terminal.

#include <string>

#include "player/panels/panel.h"
#include "tickreel/analysis/export_plan.h"

namespace tickreel {

class ExportDialog final : public Panel {
public:
    void draw(const PanelContext& context) override;

private:
    void begin(const PanelContext& context);
    void draw_choices(const PanelContext& context);
    void draw_run(const PanelContext& context);
    static void draw_result(const PanelContext& context, const std::vector<std::string>& chosen);

    ExportPlan plan_;
    bool selection_ = false;
    bool open_ = false;
};

}  // namespace tickreel
