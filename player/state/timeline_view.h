#pragma once
// The visible stretch of the timeline, and conversion between pixels and positions. Pure maths, in
// positions of Timeline; `width` is in pixels.

#include <cstdint>
#include <string>
#include <vector>

namespace tickreel {

class TimelineView {
public:
    TimelineView() = default;
    explicit TimelineView(std::int64_t length);

    double from() const { return from_; }
    double to() const { return to_; }
    bool whole() const { return from_ <= 0.0 && to_ >= static_cast<double>(length_); }

    double pixel(double position, double width) const;  // may lie outside 0..width
    double position(double pixel, double width) const;  // clamped to the recording
    void zoom(double at_position, double factor);       // > 1 shows less; `at_position` stays put
    void pan(double positions);
    void show(double position);  // pans until it is inside
    // Turns the page when the playhead runs out of it, so that most of what comes is in view.
    void follow(double position);
    // The playhead moved on or was moved. Whoever looked at a part without it, by look_at(), keeps
    // that part until set_follows().
    void advance(double playhead);
    void look_at(const TimelineView& part, double playhead);
    bool follows() const { return follows_; }
    void set_follows(bool follows) { follows_ = follows; }
    bool contains(double position) const { return position >= from_ && position <= to_; }
    void show_all();
    void set_length(std::int64_t length);
    bool operator==(const TimelineView&) const = default;

    struct Label {
        double position = 0;
        std::string text{};  // "1:30"
    };
    // Round times that leave at least `spacing` pixels between two labels.
    std::vector<Label> labels(double width, double spacing, double ticks_per_second) const;

private:
    void keep_inside();

    std::int64_t length_ = 1;
    double from_ = 0.0;
    double to_ = 1.0;
    bool follows_ = true;
    double followed_ = 0.0;  // where the playhead was when it last advanced
};

}  // namespace tickreel
