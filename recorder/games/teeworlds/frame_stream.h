#pragma once
// Orders the output of a connection as a FrameSink requires. The receiver delivers snapshots some
// ticks late, messages immediately: a message belongs to the newest frame that was complete before
// it arrived, so the last frame is held back until the next one arrives. While the client loads the
// next map they belong to the first frame of that one. Also starts a segment with
// its first frame and merges consecutive lost snapshots into one gap.

#include <deque>
#include <functional>
#include <optional>

#include "tickreel/model/frame_sink.h"

namespace tickreel::teeworlds {

// An event some of whose words are relative to the frame that it goes to: `delay_word` becomes the
// microseconds from the frame's time to the event's, each of `ticks` a distance to the frame's
// tick.
struct RelativeEvent {
    struct TickWord {
        std::size_t word = 0;
        std::int32_t tick = 0;
        bool behind = false;  // frame's tick - tick, else tick - frame's tick
    };
    Event event{};
    std::optional<std::size_t> delay_word{};
    std::vector<TickWord> ticks{};
};

class FrameStream {
public:
    static constexpr std::size_t kMaxWaitingEvents = 16384;

    // Whether messages of the datagram that completes a snapshot precede or follow it.
    enum class Place : std::uint8_t { BeforeSnapshot, AfterSnapshot };
    void add_event(std::chrono::nanoseconds time, Place place, RelativeEvent event);
    void add_event(std::chrono::nanoseconds time, Place place, Event event) {
        add_event(time, place, RelativeEvent{std::move(event), {}, {}});
    }

    // Ticks increase until end_timeline(). Sets the frame's segment.
    void add_frame(Frame frame, FrameSink& sink);
    // `time`: of its arrival. What arrived with it or later came before the next frame.
    void add_lost(Tick tick, const std::string& reason,
                  std::chrono::nanoseconds time = std::chrono::nanoseconds::max());
    // Likewise of `from` to `last`, nobody knows how many.
    void add_lost_range(Tick from, Tick last, const std::string& reason,
                        std::chrono::nanoseconds time);

    bool holds_frame() const { return held_.has_value(); }
    const std::optional<Frame>& held() const { return held_; }
    // The events that no frame has yet, in order.
    void each_waiting(const std::function<void(const Event&)>& visit) const {
        for (const PendingEvent& waiting : waiting_) visit(waiting.event.event);
    }
    // Delivers the frame that is held back, with all events that wait.
    void release_with_events(FrameSink& sink);
    // Likewise; the next frame starts a segment. What was lost is a gap, even of a segment without
    // any frame.
    void end_timeline(FrameSink& sink);
    // From here on the client loads the next map: what it is told meanwhile is of that one's
    // beginning, if enter_next_map() is what ends this timeline and a frame of that map comes.
    void begin_loading() { loading_ = true; }
    void enter_next_map(FrameSink& sink);
    // Events that no frame has: what they belonged to was released before they came.
    void drop_waiting() {
        dropped_events_ += waiting_.size();
        waiting_.clear();
    }
    void next_segment(const Segment& segment, std::optional<Attachment> map);
    // After a hole of unknown length, when nothing is held back: this map, of which nothing has
    // come behind this tick. Another segment, unless it is the one that was there.
    void go_on(const Segment& segment, Tick newest, bool another);
    // Likewise where no map is played: the next frame starts a segment.
    void go_on_between();
    const Segment& segment() const { return segment_; }

    std::uint64_t frames() const { return frames_; }
    std::uint64_t dropped_events() const { return dropped_events_; }

private:
    struct PendingEvent {
        std::chrono::nanoseconds time{};
        Place place = Place::BeforeSnapshot;
        RelativeEvent event{};
        bool of_next_map = false;  // came while that one was loaded
    };

    struct LostSnapshots {
        Gap gap{};
        std::uint64_t snapshots = 1;
        bool counted = true;
    };
    static constexpr std::size_t kMaxGaps = 1024;  // between two frames

    void add_lost(LostSnapshots lost, std::chrono::nanoseconds time);
    static Event placed(PendingEvent waiting, const Frame& frame);
    void open_segment(FrameSink& sink);
    void release(FrameSink& sink);
    void leave(FrameSink& sink);
    void hand_out_events(const Frame& next, std::vector<Event>& before);
    void emit_gaps(FrameSink& sink);

    Segment segment_{};
    std::optional<Attachment> map_{};
    bool segment_open_ = false;
    bool loading_ = false;
    bool left_ = false;  // held_ and lost_there_ are the last of the map before
    std::uint32_t segments_ = 0;
    std::optional<Frame> held_{};
    Tick last_ = kNoTick;  // delivered in this segment
    std::deque<PendingEvent> waiting_{};
    std::vector<LostSnapshots> lost_{};
    std::vector<LostSnapshots> lost_there_{};
    std::chrono::nanoseconds lost_since_ = std::chrono::nanoseconds::max();  // after held_
    std::uint64_t frames_ = 0;
    std::uint64_t dropped_events_ = 0;
};

}  // namespace tickreel::teeworlds
