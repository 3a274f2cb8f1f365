#include "recorder/recording/part_replay.h"

#include <limits>
#include <utility>

namespace tickreel {

PartReplay::PartReplay(FrameSink& into, const Place& after,
                       std::function<void(std::uint32_t)> on_segment)
    : ForwardingSink(into),
      after_(after),
      on_segment_(std::move(on_segment)),
      last_(after.last),
      marked_(after.last),
      markers_there_(after.markers),
      segments_(after.segments) {}

std::uint64_t PartReplay::add(const ReelReader& part, const ProblemSink& problems) {
    of_part_ = 0;
    read_ = 0;
    // Every part names all segments before it.
    const MomentRange all{{0, std::numeric_limits<Tick>::min()}, part.everything().to};
    if (const auto copied = copy_frames(part, all, problems, *this); !copied)
        problems({copied.error().message});
    return read_;
}

PartReplay::Place PartReplay::place() const {
    return {last_, marked_ == last_ ? markers_there_ : 0, segments_};
}

void PartReplay::begin_segment(const Segment& segment) {
    if (of_part_++ < segments_) return;
    next().begin_segment(segment);
    ++segments_;
}

void PartReplay::add_marker(const Marker& marker) {
    if (after_.last && marker.moment < *after_.last) return;
    if (after_.last == marker.moment && markers_at_after_++ < after_.markers) return;
    if (marked_ != marker.moment) markers_there_ = 0;
    marked_ = marker.moment;
    ++markers_there_;
    next().add_marker(marker);
}

void PartReplay::add_gap(const Gap& gap) {
    if (after_.last && Moment{gap.segment, gap.to} <= *after_.last) return;
    next().add_gap(gap);
}

void PartReplay::add_frame(const Frame& frame) {
    ++read_;
    if (after_.last && frame.moment() <= *after_.last) return;
    if (std::exchange(playing_, frame.segment) != frame.segment && on_segment_)
        on_segment_(frame.segment);
    last_ = frame.moment();
    ++frames_;
    next().add_frame(frame);
}

}  // namespace tickreel
