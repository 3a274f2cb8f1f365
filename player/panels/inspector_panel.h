#pragma once
// The selected item: every field with name, value for people, kind, and on demand its raw words.
// What changed since the snapshot before is bright and says what it was. Names the tick it belongs
// to. Click a field to see when it changed, right click to plot it.

#include "player/panels/panel.h"
#include "tickreel/analysis/inspect.h"

namespace tickreel {

class InspectorPanel final : public Panel {
public:
    void draw(const PanelContext& context) override;

private:
    static void draw_head(const PanelContext& context, const ItemReport& report);
    static void draw_switches(const PanelContext& context);
    // `a`: the same item in the pinned snapshot, or nullptr.
    static void draw_fields(const PanelContext& context, const ItemReport& report,
                            const ItemReport* a);
    static void draw_field(const PanelContext& context, ItemKey key, const FieldLine& field,
                           const FieldLine* a);
    static void draw_name(const PanelContext& context, const FieldRef& ref, const FieldLine& field);
};

}  // namespace tickreel
