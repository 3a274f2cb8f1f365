#pragma once
// A frame without its snapshot (tick, time, wire facts, events) <-> bytes; shared by the codecs
// that write frame by frame. FORMAT.md, FRAME in section 5.

#include <optional>
#include <vector>

#include "tickreel/base/bytes.h"
#include "tickreel/reel/codec.h"

namespace tickreel {

// The first number of an event: its type, and whether it came before the snapshot.
std::uint64_t event_head(const Event& event);
void write_event(const Event& event, ByteWriter& out);
std::optional<Event> read_event(ByteReader& in);  // empty if its bytes are cut
// A number and as many events.
Result<std::vector<Event>> read_event_list(ByteReader& in);

// Of all that an event has.
struct EventOrder {
    bool operator()(const Event* a, const Event* b) const;
};

class FrameMetaWriter {
public:
    explicit FrameMetaWriter(Tick first_tick) : tick_(first_tick) {}
    void write(const Frame& frame, ByteWriter& out);

private:
    Tick tick_;
    std::int64_t time_ = 0;
};

class FrameMetaReader {
public:
    explicit FrameMetaReader(const ChunkFacts& facts) : facts_(facts), tick_(facts.first_tick) {}
    // Adds the memory of the events to `words`. An error if ticks do not increase.
    Result<void> read(ByteReader& in, Frame& frame, std::uint64_t& words);

private:
    Result<void> read_events(ByteReader& in, Frame& frame, std::uint64_t& words) const;

    ChunkFacts facts_;
    Tick tick_;
    std::int64_t time_ = 0;
    bool first_ = true;
};

}  // namespace tickreel
