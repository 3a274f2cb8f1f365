#pragma once
// One field over the whole recording: when it changed last and next, how often, its curve; jumps
// there. The field is chosen by a click in the inspector.

#include "player/panels/curve.h"
#include "player/panels/panel.h"

namespace tickreel {

class BlamePanel final : public Panel {
public:
    void draw(const PanelContext& context) override;

private:
    static void draw_facts(const PanelContext& context, const Series& series);
    static void draw_change(const PanelContext& context, const Series& series, const char* label,
                            std::optional<std::size_t> index);
    void draw_curve(const PanelContext& context, const Series& series);
    static void draw_buttons(const PanelContext& context, const FieldRef& field);

    Curve curve_;
};

}  // namespace tickreel
