#include "recorder/games/teeworlds/frame_stream.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "tickreel/base/concat.h"

namespace tickreel::teeworlds {

namespace {

Word as_word(std::int64_t value) {
    using Limits = std::numeric_limits<Word>;
    return static_cast<Word>(std::clamp<std::int64_t>(value, Limits::min(), Limits::max()));
}

// In us, in steps of a tenth of a millisecond: what is finer is noise of the machine that records,
// and would be most of what an input takes. Away from 0, which says that both came together.
Word arrival_word(std::chrono::nanoseconds delay) {
    using Step = std::chrono::duration<std::int64_t, std::ratio<1, 10'000>>;
    const auto steps =
        delay.count() < 0 ? std::chrono::floor<Step>(delay) : std::chrono::ceil<Step>(delay);
    return as_word(std::chrono::microseconds(steps).count());
}

}  // namespace

void FrameStream::add_event(std::chrono::nanoseconds time, Place place, RelativeEvent event) {
    if (waiting_.size() == kMaxWaitingEvents) {
        // No snapshot for so long that something is wrong: drop the oldest.
        waiting_.pop_front();
        ++dropped_events_;
    }
    // An input is for a tick of the map that is left.
    const bool of_next_map = loading_ && event.ticks.empty() && !event.delay_word;
    waiting_.push_back({time, place, std::move(event), of_next_map});
}

Event FrameStream::placed(PendingEvent waiting, const Frame& frame) {
    Event event = std::move(waiting.event.event);
    if (waiting.event.delay_word)
        event.row[*waiting.event.delay_word] = arrival_word(waiting.time - frame.time);
    for (const RelativeEvent::TickWord& tick : waiting.event.ticks) {
        const std::int64_t ahead = tick.tick - frame.tick;
        event.row[tick.word] = as_word(tick.behind ? -ahead : ahead);
    }
    return event;
}

// Events from before `next` go to the held frame; without a held frame, they and those that
// preceded the snapshot in its datagram go before `next`. So do those that came with or after a
// lost snapshot: they did not happen at the held frame's tick.
void FrameStream::hand_out_events(const Frame& next, std::vector<Event>& before) {
    while (!waiting_.empty()) {
        PendingEvent& first = waiting_.front();
        const bool same_datagram = first.time == next.time;
        if (first.time > next.time || (same_datagram && first.place == Place::AfterSnapshot))
            return;
        const bool to_held = held_.has_value() && !same_datagram && first.time < lost_since_;
        first.event.event.before_snapshot = !to_held;
        (to_held ? held_->events : before)
            .push_back(placed(std::move(first), to_held ? *held_ : next));
        waiting_.pop_front();
    }
}

void FrameStream::add_frame(Frame frame, FrameSink& sink) {
    leave(sink);
    // What was released before go_on() comes again.
    if (segment_open_ && frame.tick <= last_) return;
    hand_out_events(frame, frame.events);
    release(sink);
    if (!segment_open_) open_segment(sink);
    emit_gaps(sink);
    lost_since_ = std::chrono::nanoseconds::max();
    frame.segment = segments_ - 1;
    held_ = std::move(frame);
}

void FrameStream::add_lost(Tick tick, const std::string& reason, std::chrono::nanoseconds time) {
    add_lost(LostSnapshots{{0, tick, tick + 1, reason}}, time);
}

void FrameStream::add_lost_range(Tick from, Tick last, const std::string& reason,
                                 std::chrono::nanoseconds time) {
    add_lost(LostSnapshots{{0, from, last + 1, reason}, 1, false}, time);
}

// Lost ticks after the held frame form one gap; a late one between good ones is a separate gap.
void FrameStream::add_lost(LostSnapshots more, std::chrono::nanoseconds time) {
    const Tick held_tick = held_ && !left_ ? held_->tick : kNoTick;
    const bool follows = more.gap.from > held_tick;
    if (follows) lost_since_ = std::min(lost_since_, time);
    if (!lost_.empty() && follows && lost_.back().gap.from > held_tick) {
        LostSnapshots& lost = lost_.back();
        lost.gap.from = std::min(lost.gap.from, more.gap.from);
        lost.gap.to = std::max(lost.gap.to, more.gap.to);
        lost.snapshots += more.snapshots;
        lost.counted = lost.counted && more.counted;
    } else if (lost_.size() < kMaxGaps) {
        lost_.push_back(std::move(more));
    }
}

void FrameStream::emit_gaps(FrameSink& sink) {
    for (LostSnapshots& lost : lost_) {
        lost.gap.segment = segments_ - 1;
        if (lost.counted && lost.snapshots > 1)
            lost.gap.reason += concat(" (", lost.snapshots, " snapshots in a row)");
        sink.add_gap(lost.gap);
    }
    lost_.clear();
}

void FrameStream::open_segment(FrameSink& sink) {
    sink.begin_segment(segment_);
    if (map_) sink.add_attachment(*map_);
    map_.reset();
    segment_open_ = true;
    loading_ = false;
    for (PendingEvent& waiting : waiting_) waiting.of_next_map = false;
    last_ = kNoTick;
    ++segments_;
}

void FrameStream::release(FrameSink& sink) {
    if (!held_) return;
    sink.add_frame(*held_);
    last_ = held_->tick;
    held_.reset();
    ++frames_;
}

void FrameStream::release_with_events(FrameSink& sink) {
    if (!held_) return;
    for (PendingEvent& waiting : waiting_)
        held_->events.push_back(placed(std::move(waiting), *held_));
    waiting_.clear();
    release(sink);
    leave(sink);
}

void FrameStream::end_timeline(FrameSink& sink) {
    release_with_events(sink);
    if (!segment_open_ && !lost_.empty()) open_segment(sink);  // nothing but the gaps is in it
    emit_gaps(sink);
    lost_since_ = std::chrono::nanoseconds::max();
    segment_open_ = loading_ = false;
}

// The frame stays held back: if none of the next map comes, it gets what was told meanwhile.
void FrameStream::enter_next_map(FrameSink& sink) {
    std::deque<PendingEvent> kept;
    for (PendingEvent& waiting : std::exchange(waiting_, {}))
        if (held_ && !waiting.of_next_map)
            held_->events.push_back(placed(std::move(waiting), *held_));
        else
            kept.push_back(std::move(waiting));
    if (!held_) end_timeline(sink);
    waiting_ = std::move(kept);
    left_ = held_.has_value();
    if (left_) lost_there_ = std::exchange(lost_, {});
    lost_since_ = std::chrono::nanoseconds::max();
    loading_ = false;
}

void FrameStream::leave(FrameSink& sink) {
    if (!std::exchange(left_, false)) return;
    release(sink);
    std::vector<LostSnapshots> since = std::exchange(lost_, std::exchange(lost_there_, {}));
    emit_gaps(sink);
    lost_ = std::move(since);
    segment_open_ = false;
}

void FrameStream::next_segment(const Segment& segment, std::optional<Attachment> map) {
    segment_ = segment;
    map_ = std::move(map);
}

void FrameStream::go_on(const Segment& segment, Tick newest, bool another) {
    const bool same = !another && segment_open_ && segment == segment_ && last_ <= newest;
    std::vector<LostSnapshots> lost = std::exchange(lost_, {});
    go_on_between();
    if (same) lost_ = std::move(lost);
    segment_open_ = same;
    next_segment(segment, std::nullopt);
}

void FrameStream::go_on_between() {
    segment_open_ = loading_ = false;
    waiting_.clear();
    lost_.clear();  // of the map before: what its end lacks, who restores knows
}

}  // namespace tickreel::teeworlds
