#pragma once
// One axis for the whole recording: position 0 is the first tick, and segments follow one another
// without holes. Converts moments to positions and back, and parses places as people type them.

#include <string>
#include <string_view>
#include <vector>

#include "tickreel/base/result.h"
#include "tickreel/model/item.h"

namespace tickreel {

struct SegmentSpan {
    Tick first = 0;
    Tick last = 0;  // inclusive
};

class Timeline {
public:
    Timeline() = default;
    Timeline(std::vector<SegmentSpan> segments, double ticks_per_second);

    bool empty() const { return segments_.empty(); }
    Moment first() const;
    Moment last() const;
    std::int64_t length() const;  // in ticks, last position
    double ticks_per_second() const { return rate_; }
    std::int64_t position(Moment moment) const;  // clamped to the recording
    Moment moment(std::int64_t position) const;  // clamped
    double seconds(Moment moment) const;         // since the first tick
    const std::vector<SegmentSpan>& segments() const { return segments_; }

    bool contains(
        Moment moment) const;  // whether it lies between its segment's first and last tick

    // "2501042": a tick (of the first segment that contains it); "s1:1042": a tick of segment 1;
    // "1:02.34", "1:01:02.3" or "62.34s": a time since the start; "50%": a share. A place outside
    // the recording yields a moment for which contains() is false. The error says what is accepted.
    Result<Moment> locate(std::string_view text) const;
    // The same for navigation: the nearest moment in the recording.
    Result<Moment> parse(std::string_view text) const;

    // locate() for the end of a range: a bare tick is searched from segment `start` on.
    enum class Side { From, To };
    Result<Moment> locate_after(std::string_view text, std::size_t start, Side side) const;
    static std::string format_time(double seconds);  // "1:02.34"

private:
    Moment tick_after(Tick tick, std::size_t start, Side side) const;

    std::vector<SegmentSpan> segments_;
    std::vector<std::int64_t> starts_;  // position of each segment's first tick
    double rate_ = 50.0;
};

// A half-open range [from, to), typed as "A..B", "A.." or "..B" in the syntax above. Where ticks
// restart, B is a tick of A's segment if that contains it, else of the next one that does; beyond
// all of them it is the end. A range outside the recording selects nothing: it may be empty, or its
// ends may lie outside. An error if B precedes A within the recording.
struct MomentRange {
    Moment from{};
    Moment to{};
};
Result<MomentRange> parse_range(const Timeline& timeline, std::string_view text);

// Whether a place or a range is one at all: then it depends on the recording whether it is in it.
Result<void> check_place(std::string_view text);
Result<void> check_range(std::string_view text);

}  // namespace tickreel
