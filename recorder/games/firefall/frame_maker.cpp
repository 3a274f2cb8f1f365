#include "recorder/games/firefall/frame_maker.h"

#include <algorithm>
#include <utility>

#include "recorder/lone_time.h"

namespace tickreel::firefall {

namespace {

constexpr std::size_t kMaxDeliveries = 65536;  // between two frames

}  // namespace

void FrameMaker::next_segment(Segment segment) {
    segment_ = std::move(segment);
    segment_open_ = false;
    start_.reset();
    set_back_.reset();
    tick_ = 0;
    last_tick_ = kNoTick;
    bytes_ = 0;
    parts_ = 0;
    items_.clear();
    events_.restart();
}

void FrameMaker::advance(std::chrono::nanoseconds time, World& world, FrameSink& sink) {
    if (!start_) start_ = newest_ = time;
    // A capture's clock may be set back; ticks never go back, and what follows is not all at once.
    if (time + kDisorder < newest_) {
        end_tick(world, sink);
        set_back_ = newest_ - time;
        start_ = time - ++tick_ * std::chrono::nanoseconds(kStep);
        newest_ = time;
        return;  // a zone may begin here
    }
    newest_ = std::max(newest_, time);
    const Tick tick = std::max<Tick>((time - *start_) / kStep, tick_);
    if (tick > tick_) end_tick(world, sink);
    if (segment_open_ && tick - last_tick_ <= kSilence / kStep)
        while (last_tick_ + 1 < tick) add_frame(last_tick_ + 1, {}, world, sink);
    tick_ = tick;
}

void FrameMaker::count_datagram(std::size_t bytes) {
    bytes_ += static_cast<std::uint32_t>(bytes);
    if (parts_ < 0xffff) ++parts_;
}

void FrameMaker::add_delivery(const Delivery& delivery) {
    if (deliveries_.size() < kMaxDeliveries)
        deliveries_.push_back(delivery);
    else
        ++deliveries_left_out_;
}

void FrameMaker::end_tick(World& world, FrameSink& sink) {
    const WorldChanges changes = world.take_changes();
    const bool heard = segment_open_ && (parts_ > 0 || !deliveries_.empty());
    if ((changes.empty() && !heard) || !start_) return;
    if (!segment_open_) {
        sink.begin_segment(segment_);
        segment_open_ = true;
        ++segments_;
    }
    add_frame(std::max(tick_, last_tick_ + 1), changes, world, sink);
}

void FrameMaker::add_frame(Tick tick, const WorldChanges& changes, const World& world,
                           FrameSink& sink) {
    Frame frame;
    frame.segment = segments_ - 1;
    frame.tick = tick;
    frame.time = *start_ + tick * std::chrono::nanoseconds(kStep);
    frame.snapshot = items_.update(changes, world, sink);
    frame.wire = wire_info(changes);
    events_.add(changes, std::exchange(deliveries_, {}), frame.time, world, sink, frame.events);
    if (tick % kTicksPerTotal == 0 && items_.left_out() == 0)
        if (const ViewSums sums = world.confirmed(); sums.views != 0)
            events_.add_total(sums, sink, frame.events);
    sink.add_frame(frame);
    ++frames_;
    last_tick_ = tick;
    bytes_ = 0;
    parts_ = 0;
}

WireInfo FrameMaker::wire_info(const WorldChanges& changes) const {
    WireInfo wire;
    wire.bytes = bytes_;
    wire.parts = parts_;
    const auto roster =
        std::count_if(changes.annotations.begin(), changes.annotations.end(),
                      [](const Annotation& one) { return one.kind == Annotation::Kind::Checksum; });
    if (changes.checks.empty() && roster == 0) return wire;
    const auto agreed = std::count_if(changes.checks.begin(), changes.checks.end(),
                                      [](const CheckOutcome& check) { return check.agrees(); });
    wire.expected =
        static_cast<std::uint32_t>(changes.checks.size()) + static_cast<std::uint32_t>(roster);
    wire.computed = static_cast<std::uint32_t>(agreed);
    wire.checksum = wire.expected == wire.computed ? WireChecksum::Ok : WireChecksum::Mismatch;
    return wire;
}

}  // namespace tickreel::firefall
