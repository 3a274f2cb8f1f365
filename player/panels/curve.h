#pragma once
// Curves of fields over time, for the blame and plots panels.

#include <string>
#include <vector>

#include "player/panels/panel.h"
#include "tickreel/analysis/recording_scan.h"

namespace tickreel {

// What turns stored values into shown ones.
struct CurveScale {
    double factor = 1.0;
    std::string unit{};
};
CurveScale curve_scale(const Schema& schema, const FieldRef& field);
// The value at a position, or why it is not known there.
std::string curve_text(const PanelContext& context, const Series& series, std::int64_t position);

// What of a curve is seen: worked out when the stretch or the curve changes, not in every frame.
struct CurveView {
    SeriesPointer series{};
    ScanPointer scan{};  // knows where snapshots are missing: nothing is drawn there
    TimelineView view{};
    Box box{};
    double low = 0;  // stored values at the bottom and the top of the box
    double high = 1;
};

class Curve {
public:
    // A step curve into the box. Where several changes fall on one pixel the pixel's whole range is
    // drawn, so no peak is lost.
    void draw_line(ImDrawList* list, const CurveView& what, ImU32 color, float thick);
    // A short stroke on the lower edge per pixel with a change.
    void draw_changes(ImDrawList* list, const CurveView& what, ImU32 color);

private:
    struct Column {  // of one pixel, as shares of the height from the bottom
        float low = 0;
        float high = 0;
        float last = 0;
        bool any = false;
        bool changes = false;
    };
    void update(const CurveView& what);
    static Column column_of(const CurveView& what, std::int64_t from, std::int64_t to);

    CurveView shown_;
    std::vector<Column> columns_;
};

}  // namespace tickreel
