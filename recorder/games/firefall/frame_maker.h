#pragma once
// Turns changes of the world into frames. The game's clock is Unix time in ms, but messages carry
// no time, so the time of arrival is used: a tick is 1/20 s of it since the zone's first datagram,
// and a frame's time is the start of its tick. Every tick from the first change to the last
// datagram has a frame, unless nothing arrived for seconds. The snapshot is the world at the end of
// its tick. The frame's wire checksum is a mismatch if any view's was (each is an event
// "ViewChecksum"), ok if some were sent and all agreed; `expected` counts the checksums sent,
// `computed` those that agreed.

#include <optional>
#include <utility>

#include "recorder/games/firefall/event_mapper.h"
#include "recorder/games/firefall/snapshot_assembler.h"

namespace tickreel::firefall {

class FrameMaker {
public:
    static constexpr std::chrono::milliseconds kStep{50};
    // After this long without a datagram the ticks become a gap.
    static constexpr std::chrono::milliseconds kSilence{5000};

    // The next frame starts a segment.
    void next_segment(Segment segment);
    // The tick of a datagram that arrives now. Ends the previous tick if this one is later.
    void advance(std::chrono::nanoseconds time, World& world, FrameSink& sink);
    // By how much the clock of the capture was set back since this was asked last: ticks go on.
    std::optional<std::chrono::nanoseconds> take_set_back() {
        return std::exchange(set_back_, std::nullopt);
    }
    void count_datagram(std::size_t bytes);
    // Events of the current tick; what came before a segment's first frame belongs to that one.
    void add_delivery(const Delivery& delivery);
    // Creates a frame if anything changed in the current tick.
    void end_tick(World& world, FrameSink& sink);

    Tick tick() const { return tick_; }  // the current one
    std::uint64_t frames() const { return frames_; }
    std::uint64_t left_out() const { return items_.left_out(); }
    std::uint64_t deliveries_left_out() const { return deliveries_left_out_; }
    const EventMapper& events() const { return events_; }

private:
    void add_frame(Tick tick, const WorldChanges& changes, const World& world, FrameSink& sink);
    WireInfo wire_info(const WorldChanges& changes) const;

    Segment segment_{};
    bool segment_open_ = false;
    std::uint32_t segments_ = 0;
    std::optional<std::chrono::nanoseconds> start_{};
    std::chrono::nanoseconds newest_{};  // of this segment's datagrams
    std::optional<std::chrono::nanoseconds> set_back_{};
    Tick tick_ = 0;
    Tick last_tick_ = kNoTick;  // of the last frame of this segment
    std::uint32_t bytes_ = 0;
    std::uint16_t parts_ = 0;
    std::vector<Delivery> deliveries_{};  // since the last frame
    std::uint64_t deliveries_left_out_ = 0;
    SnapshotAssembler items_{};
    EventMapper events_{};
    std::uint64_t frames_ = 0;
};

}  // namespace tickreel::firefall
