#pragma once
// Several fields over time in one plot, below the timeline and on its scale. Each curve
// has a separate scale, so that health and score fit in the same plot. Click or drag moves the
// playhead, the wheel zooms; the legend shows the values at the playhead (or under the cursor).

#include <array>

#include "player/panels/curve.h"
#include "player/panels/panel.h"
#include "player/state/analysis.h"

namespace tickreel {

class PlotsPanel final : public Panel {
public:
    void draw(const PanelContext& context) override;

private:
    void draw_legend(const PanelContext& context) const;
    void draw_axis(const PanelContext& context, const Box& box) const;
    void draw_chart(const PanelContext& context, const Box& box);
    void handle_mouse(const PanelContext& context, const Box& box);

    std::optional<std::int64_t> hovered_;
    bool dragging_ = false;
    std::array<Curve, kMaxPlots> curves_;
};

}  // namespace tickreel
