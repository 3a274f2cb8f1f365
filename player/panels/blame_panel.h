#pragma once
// One field over the whole recording: its last and next change, the number of changes, its curve;
// clicking seeks there. A click in the inspector selects the field.

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
