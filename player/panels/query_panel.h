#pragma once
// Ask for ticks: an expression over fields, its hits as a list. Runs in the background; click
// jumps.

#include <string>

#include "player/panels/panel.h"

namespace tickreel {

class QueryPanel final : public Panel {
public:
    void draw(const PanelContext& context) override;

private:
    void draw_box(const PanelContext& context);
    void draw_state(const PanelContext& context) const;
    void draw_hits(const PanelContext& context);
    static void draw_hit(const PanelContext& context, const QueryHit& hit, bool current);
    static void draw_help(const PanelContext& context);

    std::string text_;
    std::uint64_t generation_ = 0;
};

}  // namespace tickreel
