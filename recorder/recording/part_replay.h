#pragma once
// Joins the parts of a FrameRing, each a reel, to one recording again: in a clip, and in what the
// next recorder makes of a killed one (kept_parts.h). A segment begins in the sink when the frames
// before it are there: what comes before a frame in a recording comes before it here.

#include <cstdint>
#include <functional>
#include <optional>

#include "tickreel/model/forwarding_sink.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

class PartReplay final : public ForwardingSink {
public:
    // How far the sink got.
    struct Place {
        std::optional<Moment> last{};  // of its frames
        std::size_t markers = 0;       // at that moment: more may be set there
        std::uint32_t segments = 0;    // begun in the sink
    };
    // Passes on what lies after that place; {}: everything. `on_segment` is called with the number
    // of a segment before its first frame.
    PartReplay(FrameSink& into, const Place& after,
               std::function<void(std::uint32_t)> on_segment = {});

    // Parts come oldest first. The number of frames that could be read of it, passed on or not;
    // `problems` says what could not.
    std::uint64_t add(const ReelReader& part, const ProblemSink& problems);

    Place place() const;
    std::uint64_t frames() const { return frames_; }  // passed on

    void begin_segment(const Segment& segment) override;
    void add_marker(const Marker& marker) override;
    void add_gap(const Gap& gap) override;
    void add_frame(const Frame& frame) override;

private:
    Place after_;
    std::function<void(std::uint32_t)> on_segment_;
    std::size_t markers_at_after_ = 0;  // seen
    std::optional<Moment> last_;
    std::optional<Moment> marked_;          // the newest moment with markers ...
    std::size_t markers_there_;             // ... and how many
    std::uint32_t segments_;                // begun in the sink
    std::uint32_t of_part_ = 0;             // begun in the part
    std::optional<std::uint32_t> playing_;  // the segment of the last frame
    std::uint64_t read_ = 0;                // frames of the part
    std::uint64_t frames_ = 0;
};

}  // namespace tickreel
