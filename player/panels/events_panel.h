#pragma once
// The event list: chat, kills, joins and leaves, and every other event, in order. Filtered by the
// same lanes as the timeline. A click seeks; the list keeps the playhead in view.

#include <string>
#include <vector>

#include "player/panels/panel.h"

namespace tickreel {

// An event as a sentence; `title` as event_title() has it.
std::string event_line(const std::string& title, const EventEntry& event);

class EventsPanel final : public Panel {
public:
    void draw(const PanelContext& context) override;

private:
    void update(const PanelContext& context);
    void draw_lanes(const PanelContext& context) const;
    void draw_filter(const PanelContext& context);
    void draw_list(const PanelContext& context);
    void draw_row(const PanelContext& context, const EventEntry& event, bool past) const;
    std::size_t rows_before(const RecordingScan& scan, std::int64_t position) const;

    std::vector<std::uint32_t> shown_;  // indices into the scan's events
    ScanPointer scan_;
    std::array<bool, kEventLanes> lanes_{};
    std::int64_t last_position_ = -1;
    std::string filter_;
    std::string listed_filter_;
};

}  // namespace tickreel
