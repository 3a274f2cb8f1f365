#pragma once
// Every item of the snapshot under the playhead, by type, with a filter. A dot marks items that
// changed since the previous snapshot, a plus new ones. Click selects, double click follows.

#include <string>
#include <vector>

#include "player/panels/panel.h"
#include "tickreel/analysis/inspect.h"

namespace tickreel {

class ItemsPanel final : public Panel {
public:
    void draw(const PanelContext& context) override;

private:
    struct Line {  // a flattened row: a group's head or one of its items
        std::size_t group = 0;
        std::ptrdiff_t item = -1;
    };
    void update(const PanelContext& context);
    void flatten();
    void draw_group(const PanelContext& context, const ItemGroup& group);
    void draw_item(const PanelContext& context, const ItemGroup& group, const ItemLine& line) const;

    std::string filter_;
    std::vector<ItemGroup> groups_;
    std::vector<Line> lines_;
    std::map<std::string, bool> closed_;  // by type name
    Snapshot listed_;
    std::string listed_filter_;
    Roster roster_;
    std::uint64_t generation_ = 0;
};

}  // namespace tickreel
