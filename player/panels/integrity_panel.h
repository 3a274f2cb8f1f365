#pragma once
// How far the recording can be trusted: the wire checksum of this snapshot with all its numbers,
// the totals, what is missing, what of the file is damaged. Says that a matching sum is no proof.

#include "player/panels/panel.h"

namespace tickreel {

class IntegrityPanel final : public Panel {
public:
    void draw(const PanelContext& context) override;

private:
    static void draw_snapshot(const PanelContext& context, const Frame& frame);
    static void draw_checksum(const PanelContext& context, const WireInfo& wire);
    static void draw_totals(const PanelContext& context);
    static void draw_file(const PanelContext& context);
};

}  // namespace tickreel
