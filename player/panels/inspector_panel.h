#pragma once
// The selected item: every field with name, formatted value, kind, and on demand its raw words.
// Fields that changed since the previous snapshot are bright and show the old value. Names the
// item's tick. A click on a field shows when it changed, a right click plots it.

#include "player/panels/panel.h"
#include "tickreel/analysis/inspect.h"

namespace tickreel {

class InspectorPanel final : public Panel {
public:
    void draw(const PanelContext& context) override;

private:
    static void draw_head(const PanelContext& context, const ItemReport& report);
    static void draw_absence(const PanelContext& context);
    static void draw_sights(const PanelContext& context);
    static void draw_switches(const PanelContext& context);
    // `a`: the same item in the pinned snapshot, or nullptr.
    static void draw_fields(const PanelContext& context, const ItemReport& report,
                            const ItemReport* a);
    static void draw_field(const PanelContext& context, ItemKey key, const FieldLine& field,
                           const FieldLine* a);
    static void draw_now(const PanelContext& context, const FieldRef& ref, const FieldLine& field);
    static void draw_name(const PanelContext& context, const FieldRef& ref, const FieldLine& field);
};

}  // namespace tickreel
