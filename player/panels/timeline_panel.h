#pragma once
// The whole recording as one bar: time labels, a lane for every kind of event, one for the query's
// hits, those of inputs, of the server's rate and of delays, markers, event density, the integrity
// lane, in and out points, and the playhead. Drag to scrub (Shift: fine), wheel to zoom, Alt+wheel
// to step, right drag to set in and out.

#include <array>
#include <vector>

#include "player/panels/integrity_strip.h"
#include "player/panels/panel.h"
#include "player/state/delay_lane.h"
#include "player/state/input_lanes.h"
#include "player/state/rate_lane.h"
#include "tickreel/analysis/query_run.h"
#include "tickreel/analysis/recording_scan.h"

namespace tickreel {

class TimelinePanel final : public Panel {
public:
    static constexpr float kNames = 58;  // unscaled width of the names left of what is drawn
    static constexpr float kLane = 10;   // likewise the height of a lane
    static constexpr float kRate = 8;    // of what is drawn of the rate
    static constexpr float kDelay = 30;  // of the lane of delays

    void draw(const PanelContext& context) override;
    // How high it will be: lanes that are empty in this recording take no room. In pixels.
    float height(const PanelContext& context);

private:
    struct Lanes {  // one entry per pixel column
        ScanPointer scan{};
        QueryResultPointer query{};
        double from = 0;
        double to = 0;
        std::array<bool, kEventLanes> shown{};
        std::vector<StripColumn> integrity{};
        std::vector<std::uint16_t> events{};  // bit set of EventLane
        std::vector<bool> hits{};             // of the query
        std::vector<std::uint8_t> density{};  // 0..255: how many events
        LaneInputs pressed{};                 // whose columns these are
        std::vector<InputColumn> inputs{};    // none: not shown
        std::vector<RateColumn> rates{};      // likewise
        std::vector<DelayColumn> delays{};    // likewise
        std::vector<std::uint8_t> resends{};  // with them
    };
    struct Area {  // of the bar, in pixels
        float x = 0, y = 0, width = 0;
        float labels = 0, events = 0, bar = 0, strip = 0, end = 0;  // y of the tops
    };

    void draw_zoom(const PanelContext& context, const Area& area) const;
    static float x_of(const PanelContext& context, const Area& area, double position);
    static int strip_height(const Look& look);
    static bool shows_end(const PanelContext& context);  // not a part before it
    void update_kinds(const PanelContext& context);
    void update_lanes(const PanelContext& context, float width);
    static LaneInputs pressed(const PanelContext& context);
    void update_inputs(const PanelContext& context, float width);
    void draw_inputs(const PanelContext& context, const Area& area) const;
    void draw_owner(const PanelContext& context, const Area& area) const;
    static double columns_end(const PanelContext& context);
    static std::vector<double> column_edges(const PanelContext& context, float width);
    static bool shows_rate(const PanelContext& context);
    void update_rates(const PanelContext& context, float width);
    float rate_top(const PanelContext& context, const Area& area) const;
    void draw_rates(const PanelContext& context, const Area& area) const;
    static bool shows_delay(const PanelContext& context);
    void update_delays(const PanelContext& context, float width);
    float delay_top(const PanelContext& context, const Area& area) const;
    void draw_delays(const PanelContext& context, const Area& area) const;
    void draw_resends(const PanelContext& context, const Area& area) const;
    static void hover_delays(const PanelContext& context, std::int64_t at, std::int64_t reach);
    void update_hits(const PanelContext& context, float width);
    void smooth_density(const std::vector<int>& counts);
    void draw_names(const PanelContext& context, const Area& area) const;
    void draw_labels(const PanelContext& context, const Area& area) const;
    void draw_lanes(const PanelContext& context, const Area& area) const;
    void draw_strip(const PanelContext& context, const Area& area) const;
    void draw_marks(const PanelContext& context, const Area& area) const;
    static void draw_marker(const PanelContext& context, const Area& area, const Marker& marker);
    void draw_playhead(const PanelContext& context, const Area& area) const;
    void handle_mouse(const PanelContext& context, const Area& area);
    void handle_wheel(const PanelContext& context, double position);
    void hover(const PanelContext& context, const Area& area, double position) const;

    Lanes lanes_;
    ScanPointer counted_;
    std::array<bool, kEventLanes> shown_{};
    std::vector<EventLane> kinds_;  // that occur and are shown: a lane each
    bool dragging_ = false;
    double fine_from_ = 0;  // position where a fine drag began
    float fine_pixel_ = 0;
    bool selecting_ = false;
    std::int64_t selection_start_ = 0;
};

}  // namespace tickreel
