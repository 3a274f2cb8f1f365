#pragma once
// Changes of the world to frames. The protocol has no ticks, so a tick is 1/20 s of arrival time
// since the zone's first datagram; a tick in which nothing changed has no frame. The snapshot is
// the world at the end of its tick. The frame's wire checksum is a mismatch when a view's was
// (expected and computed are of the first such view, and each is an event "ViewChecksum"), ok when
// some were sent and all agreed. An item's key is the 56-bit entity id, its type the view's.

#include <map>
#include <unordered_map>

#include "format/model/frame_sink.h"
#include "recorder/games/firefall/world.h"

namespace tickreel::firefall {

class FrameMaker {
public:
    static constexpr std::chrono::milliseconds kStep{50};

    // The next frame opens a segment.
    void next_segment(Segment segment);
    // The tick of a datagram that came now. Ends the tick before when it is a later one.
    void advance(std::chrono::nanoseconds time, World& world, FrameSink& sink);
    void count_datagram(std::size_t bytes);
    // Makes a frame of what changed in the current tick, if anything did.
    void end_tick(World& world, FrameSink& sink);

    std::uint64_t frames() const { return frames_; }
    std::uint64_t left_out() const { return left_out_; }  // items over a snapshot's limits

private:
    struct Shown {
        ItemKey key{};
        std::size_t words = 0;
    };

    void update_items(const WorldChanges& changes, const World& world, FrameSink& sink);
    void set_item(std::uint64_t id, const View& view, FrameSink& sink);
    void erase_item(std::uint64_t id);
    WireInfo wire_info(const WorldChanges& changes) const;
    void add_events(WorldChanges& changes, const World& world, FrameSink& sink, Frame& frame);
    Event check_event(const ViewCheck& check, const World& world, FrameSink& sink);
    Event game_event(const GameEvent& event, const World& world, FrameSink& sink);

    Segment segment_{};
    bool segment_open_ = false;
    std::uint32_t segments_ = 0;
    std::optional<std::chrono::nanoseconds> start_{};
    std::chrono::nanoseconds time_{};
    Tick tick_ = 0;
    Tick last_tick_ = kNoTick;  // of the last frame of this segment
    std::uint32_t bytes_ = 0;
    std::uint16_t parts_ = 0;
    Snapshot snapshot_{};
    SnapshotBuilder builder_{};
    std::unordered_map<std::uint64_t, Shown> shown_{};
    std::size_t words_ = 0;
    std::map<std::string, TypeId> types_{};
    std::uint64_t frames_ = 0;
    std::uint64_t left_out_ = 0;
};

}  // namespace tickreel::firefall
