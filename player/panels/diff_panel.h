#pragma once
// Compares the current tick with a pinned one (A): every field that differs, A's value next to the
// current one; items that were added or removed; raw words on demand.

#include <string>

#include "player/panels/panel.h"
#include "tickreel/analysis/snapshot_diff.h"

namespace tickreel {

class DiffPanel final : public Panel {
public:
    void draw(const PanelContext& context) override;

private:
    void update(const PanelContext& context);
    void draw_head(const PanelContext& context) const;
    void draw_items(const PanelContext& context) const;
    static void draw_item(const PanelContext& context, const ItemDiff& item);
    static void draw_fields(const PanelContext& context, const ItemDiff& item);

    std::string filter_;
    SnapshotDiff diff_;
    Snapshot a_;
    Snapshot b_;
    std::string compared_filter_;
};

}  // namespace tickreel
