#include "format/reel/codecs/frame_meta.h"

#include <tuple>

#include "tickreel/reel/layout.h"

namespace tickreel {

namespace {

// Bits of the wire byte; the lowest two are the checksum status.
constexpr std::uint8_t kStatusMask = 3;
constexpr std::uint8_t kExpected = 4;  // the expected sum follows; else it is 0
constexpr std::uint8_t kComputed = 8;  // the computed sum follows; else it equals the expected
constexpr std::uint8_t kBase = 16;     // the distance to the base tick follows; else there is none
constexpr std::uint8_t kSize = 32;     // bytes and parts follow; else both are 0

// Differences wrap: ticks from damaged or hostile files may have any value.
std::int64_t minus(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}

std::int64_t plus(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

void write_wire(const WireInfo& wire, Tick tick, ByteWriter& out) {
    const bool sized = wire.bytes != 0 || wire.parts != 0;
    auto bits = static_cast<std::uint8_t>(wire.checksum);
    if (wire.expected != 0) bits |= kExpected;
    if (wire.computed != wire.expected) bits |= kComputed;
    if (wire.base_tick != kNoTick) bits |= kBase;
    if (sized) bits |= kSize;
    out.u8(bits);
    if ((bits & kExpected) != 0) out.u32(wire.expected);
    if ((bits & kComputed) != 0) out.u32(wire.computed);
    if ((bits & kBase) != 0) out.signed_varint(minus(tick, wire.base_tick));
    if (sized) out.varint(wire.bytes);
    if (sized) out.varint(wire.parts);
}

bool read_wire(ByteReader& in, Tick tick, WireInfo& wire) {
    const std::uint8_t bits = in.u8();
    if ((bits & kStatusMask) > static_cast<std::uint8_t>(WireChecksum::Mismatch)) return false;
    wire.checksum = static_cast<WireChecksum>(bits & kStatusMask);
    if ((bits & kExpected) != 0) wire.expected = in.u32();
    wire.computed = (bits & kComputed) != 0 ? in.u32() : wire.expected;
    if ((bits & kBase) != 0) wire.base_tick = minus(tick, in.signed_varint());
    if ((bits & kSize) != 0) wire.bytes = static_cast<std::uint32_t>(in.varint());
    if ((bits & kSize) != 0) wire.parts = static_cast<std::uint16_t>(in.varint());
    return true;
}

}  // namespace

std::uint64_t event_head(const Event& event) {
    return std::uint64_t{event.type} << 1 | (event.before_snapshot ? 1 : 0);
}

void write_event(const Event& event, ByteWriter& out) {
    out.varint(event_head(event));
    out.varint(event.row.size());
    for (const Word word : event.row) out.signed_varint(word);
}

std::optional<Event> read_event(ByteReader& in) {
    Event event;
    const std::uint64_t type = in.varint();
    event.type = static_cast<TypeId>(type >> 1);
    event.before_snapshot = (type & 1) != 0;
    const std::uint64_t length = in.varint();
    if (in.failed() || length > in.left()) return std::nullopt;
    event.row.reserve(static_cast<std::size_t>(length));
    for (std::uint64_t w = 0; w < length; ++w)
        event.row.push_back(static_cast<Word>(in.signed_varint()));
    return event;
}

Result<std::vector<Event>> read_event_list(ByteReader& in) {
    const std::uint64_t count = in.varint();
    // Each is in a frame, or it need not be listed.
    const std::uint64_t most = layout::kMaxChunkWords / event_words({});
    if (count > in.left() / 2 || count > most) return fail("the list of ", count, " events is cut");
    std::vector<Event> events;
    for (std::uint64_t i = 0; i < count; ++i) {
        std::optional<Event> event = read_event(in);
        if (!event) return fail("event ", i, " is cut");
        events.push_back(*std::move(event));
    }
    return events;
}

bool EventOrder::operator()(const Event* a, const Event* b) const {
    return std::tie(a->type, a->before_snapshot, a->row) <
           std::tie(b->type, b->before_snapshot, b->row);
}

void FrameMetaWriter::write(const Frame& frame, ByteWriter& out) {
    out.varint(static_cast<std::uint64_t>(minus(frame.tick, tick_)));
    out.signed_varint(minus(frame.time.count(), time_));
    tick_ = frame.tick;
    time_ = frame.time.count();
    write_wire(frame.wire, frame.tick, out);
    out.varint(frame.events.size());
    for (const Event& event : frame.events) write_event(event, out);
}

Result<void> FrameMetaReader::read(ByteReader& in, Frame& frame, std::uint64_t& words) {
    const std::uint64_t step = in.varint();
    const Tick tick = plus(tick_, static_cast<std::int64_t>(step));
    const bool rises = first_ ? step == 0 : tick > tick_;
    if (in.failed() || !rises) return fail("the tick after ", tick_, " is cut or does not rise");
    first_ = false;
    tick_ = tick;
    time_ = plus(time_, in.signed_varint());
    frame.segment = facts_.segment;
    frame.tick = tick_;
    frame.time = std::chrono::nanoseconds(time_);
    if (!read_wire(in, tick_, frame.wire)) return fail("tick ", tick_, ": unknown checksum status");
    return read_events(in, frame, words);
}

Result<void> FrameMetaReader::read_events(ByteReader& in, Frame& frame,
                                          std::uint64_t& words) const {
    const std::uint64_t count = in.varint();
    for (std::uint64_t i = 0; i < count; ++i) {
        std::optional<Event> event = read_event(in);
        if (!event) return fail("tick ", tick_, ": event ", i, " is cut");
        words += event_words(*event);
        if (words > layout::kMaxChunkWords)
            return fail("tick ", tick_, ": the chunk holds more than ", layout::kMaxChunkWords,
                        " words");
        frame.events.push_back(*std::move(event));
    }
    if (in.failed()) return fail("tick ", tick_, " is cut");
    return {};
}

}  // namespace tickreel
