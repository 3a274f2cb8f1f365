#include "format/reel/codecs/columns_frames.h"

#include <algorithm>
#include <array>
#include <map>

#include "format/reel/codecs/columns_varints.h"
#include "format/reel/codecs/frame_meta.h"
#include "tickreel/reel/layout.h"

namespace tickreel::columns {

namespace {

std::uint64_t unsign64(std::int64_t value) {
    return static_cast<std::uint64_t>(value);
}

std::int64_t minus(std::int64_t a, std::int64_t b) {
    return static_cast<std::int64_t>(unsign64(a) - unsign64(b));
}

void write_ticks(std::span<const Frame> frames, ByteWriter& out) {
    for (std::size_t i = 1; i < frames.size();) {
        const std::int64_t step = minus(frames[i].tick, frames[i - 1].tick);
        std::size_t end = i + 1;
        while (end < frames.size() && minus(frames[end].tick, frames[end - 1].tick) == step) ++end;
        out.varint(unsign64(step));
        out.varint(end - i);
        i = end;
    }
}

bool read_ticks(ByteReader& in, Tick first, std::vector<Frame>& frames) {
    Tick tick = first;
    frames.front().tick = tick;
    for (std::size_t i = 1; i < frames.size();) {
        const std::uint64_t step = in.varint();
        const std::uint64_t run = in.varint();
        if (in.failed() || run == 0 || run > frames.size() - i) return false;
        for (const std::size_t end = i + static_cast<std::size_t>(run); i < end; ++i) {
            const Tick next = static_cast<Tick>(unsign64(tick) + step);
            if (next <= tick) return false;
            tick = next;
            frames[i].tick = tick;
        }
    }
    return true;
}

// The time of a clock of `per_tick` units per tick that starts with the first frame at `start`.
std::uint64_t clock_time(std::int64_t start, Tick ticks, std::int64_t per_tick) {
    return unsign64(start) + unsign64(ticks) * unsign64(per_tick);
}

// The largest unit of which all times are multiples.
std::int64_t unit_of_times(std::span<const Frame> frames) {
    constexpr std::array<std::int64_t, 3> kTimeUnits{1'000'000, 1000, 1};  // ms, us, ns
    return *std::find_if(kTimeUnits.begin(), kTimeUnits.end(), [&](std::int64_t unit) {
        return std::all_of(frames.begin(), frames.end(),
                           [&](const Frame& frame) { return frame.time.count() % unit == 0; });
    });
}

void write_times(std::span<const Frame> frames, std::int64_t unit, ByteWriter& out) {
    const Frame& first = frames.front();
    const Frame& last = frames.back();
    const auto in_units = [&](const Frame& frame) { return frame.time.count() / unit; };
    out.signed_varint(in_units(first));
    if (frames.size() == 1) return;
    const std::int64_t ticks = minus(last.tick, first.tick);
    // No clock rate if the ticks are further apart than the type can hold.
    const std::int64_t per_tick = ticks > 0 ? minus(in_units(last), in_units(first)) / ticks : 0;
    out.signed_varint(per_tick);
    for (const Frame& frame : frames.subspan(1))
        out.signed_varint(static_cast<std::int64_t>(
            unsign64(in_units(frame)) -
            clock_time(in_units(first), minus(frame.tick, first.tick), per_tick)));
}

void read_times(ByteReader& in, std::int64_t unit, std::vector<Frame>& frames) {
    const auto time = [&](std::uint64_t units) {
        return std::chrono::nanoseconds(static_cast<std::int64_t>(units * unsign64(unit)));
    };
    const std::int64_t start = in.signed_varint();
    frames.front().time = time(unsign64(start));
    if (frames.size() == 1) return;
    const std::int64_t per_tick = in.signed_varint();
    for (std::size_t i = 1; i < frames.size(); ++i)
        frames[i].time =
            time(clock_time(start, minus(frames[i].tick, frames.front().tick), per_tick) +
                 unsign64(in.signed_varint()));
}

// Bits of the wire byte, as in the row codec; the lowest two are the checksum status.
constexpr std::uint8_t kStatusMask = 3;
constexpr std::uint8_t kExpected = 4;
constexpr std::uint8_t kComputed = 8;
constexpr std::uint8_t kBase = 16;
constexpr std::uint8_t kSize = 32;

std::uint8_t wire_bits(const WireInfo& wire) {
    auto bits = static_cast<std::uint8_t>(wire.checksum);
    if (wire.expected != 0) bits |= kExpected;
    if (wire.computed != wire.expected) bits |= kComputed;
    if (wire.base_tick != kNoTick) bits |= kBase;
    if (wire.bytes != 0 || wire.parts != 0) bits |= kSize;
    return bits;
}

void write_wires(std::span<const Frame> frames, ByteWriter& out) {
    ByteWriter bits, sums, bases, sizes, parts;
    for (const Frame& frame : frames) {
        const WireInfo& wire = frame.wire;
        const std::uint8_t has = wire_bits(wire);
        bits.u8(has);
        if ((has & kExpected) != 0) sums.u32(wire.expected);
        if ((has & kComputed) != 0) sums.u32(wire.computed);
        if ((has & kBase) != 0) bases.signed_varint(minus(frame.tick, wire.base_tick));
        if ((has & kSize) != 0) sizes.varint(wire.bytes);
        if ((has & kSize) != 0) parts.varint(wire.parts);
    }
    for (const ByteWriter* column : {&bits, &bases, &sizes, &parts, &sums})
        out.bytes(column->data());
}

bool read_wires(ByteReader& in, std::vector<Frame>& frames) {
    const ByteView bits = in.bytes(frames.size());
    if (bits.size() != frames.size()) return false;
    for (std::size_t i = 0; i < frames.size(); ++i) {
        const auto status = static_cast<std::uint8_t>(bits[i] & kStatusMask);
        if (status > static_cast<std::uint8_t>(WireChecksum::Mismatch)) return false;
        frames[i].wire.checksum = static_cast<WireChecksum>(status);
        if ((bits[i] & kBase) != 0)
            frames[i].wire.base_tick = minus(frames[i].tick, in.signed_varint());
    }
    for (std::size_t i = 0; i < frames.size(); ++i)
        if ((bits[i] & kSize) != 0) frames[i].wire.bytes = static_cast<std::uint32_t>(in.varint());
    for (std::size_t i = 0; i < frames.size(); ++i)
        if ((bits[i] & kSize) != 0) frames[i].wire.parts = static_cast<std::uint16_t>(in.varint());
    for (std::size_t i = 0; i < frames.size(); ++i) {
        WireInfo& wire = frames[i].wire;
        if ((bits[i] & kExpected) != 0) wire.expected = in.u32();
        wire.computed = (bits[i] & kComputed) != 0 ? in.u32() : wire.expected;
    }
    return !in.failed();
}

void skip_wires(ByteReader& in, std::size_t frames) {
    std::size_t varints = 0;
    std::size_t sums = 0;
    for (const Byte has : in.bytes(frames)) {
        varints += ((has & kBase) != 0 ? 1U : 0U) + ((has & kSize) != 0 ? 2U : 0U);
        sums += ((has & kExpected) != 0 ? 1U : 0U) + ((has & kComputed) != 0 ? 1U : 0U);
    }
    skip_varints(in, varints);
    in.bytes(sums * 4);
}

// The list of distinct events, then for each frame the count and indices of its events.
void write_events(std::span<const Frame> frames, ByteWriter& out) {
    std::map<const Event*, std::uint64_t, EventOrder> numbers;
    ByteWriter different, counts, uses;
    for (const Frame& frame : frames) {
        counts.varint(frame.events.size());
        for (const Event& event : frame.events) {
            const auto [at, fresh] = numbers.try_emplace(&event, numbers.size());
            uses.varint(at->second);
            if (fresh) write_event(event, different);
        }
    }
    out.varint(numbers.size());
    if (numbers.empty()) return;
    out.bytes(different.data());
    out.bytes(counts.data());
    out.bytes(uses.data());
}

Result<void> read_events(ByteReader& in, std::vector<Frame>& frames, std::uint64_t& words) {
    const Result<std::vector<Event>> different = read_event_list(in);
    if (!different) return different.error();
    if (different->empty()) return {};
    std::vector<std::uint64_t> counts(frames.size());
    for (std::uint64_t& n : counts) n = in.varint();
    for (std::size_t i = 0; i < frames.size(); ++i) {
        if (counts[i] > in.left()) return fail("tick ", frames[i].tick, ": events are cut");
        frames[i].events.reserve(static_cast<std::size_t>(counts[i]));
        for (std::uint64_t e = 0; e < counts[i]; ++e) {
            const std::uint64_t number = in.varint();
            if (number >= different->size())
                return fail("tick ", frames[i].tick, ": there is no event ", number);
            const Event& event = (*different)[static_cast<std::size_t>(number)];
            words += event_words(event);
            if (words > layout::kMaxChunkWords)
                return fail("tick ", frames[i].tick, ": the chunk holds more than ",
                            layout::kMaxChunkWords, " words");
            frames[i].events.push_back(event);
        }
    }
    return {};
}

Result<void> skip_events(ByteReader& in, std::size_t frames) {
    const std::uint64_t different = in.varint();
    if (different > in.left() / 2) return fail("the list of ", different, " events is cut");
    if (different == 0) return {};
    for (std::uint64_t i = 0; i < different; ++i) {
        in.varint();
        const std::uint64_t length = in.varint();
        if (in.failed() || length > in.left()) return fail("event ", i, " is cut");
        skip_varints(in, static_cast<std::size_t>(length));
    }
    std::uint64_t events = 0;
    for (std::size_t i = 0; i < frames; ++i) {
        const std::uint64_t count = in.varint();
        if (count > in.left()) return fail("events are cut");
        events += count;
    }
    if (events > in.left()) return fail("events are cut");
    skip_varints(in, static_cast<std::size_t>(events));
    return {};
}

// Frames with ticks and times; the rest is still to be read.
Result<std::vector<Frame>> begin_frames(ByteReader& in, const ChunkFacts& facts, bool events) {
    std::vector<Frame> frames(facts.frames);
    if (!read_ticks(in, facts.first_tick, frames)) return fail("the ticks are cut or do not rise");
    const auto unit = events ? 1 : static_cast<std::int64_t>(in.varint());
    read_times(in, unit, frames);
    for (Frame& frame : frames) frame.segment = facts.segment;
    return frames;
}

}  // namespace

void write_frames(std::span<const Frame> frames, bool events, ByteWriter& out) {
    write_ticks(frames, out);
    const std::int64_t unit = events ? 1 : unit_of_times(frames);
    if (!events) out.varint(unsign64(unit));
    write_times(frames, unit, out);
    write_wires(frames, out);
    if (events) write_events(frames, out);
}

Result<std::vector<Frame>> read_frames(ByteReader& in, const ChunkFacts& facts, bool events,
                                       std::uint64_t& words) {
    Result<std::vector<Frame>> frames = begin_frames(in, facts, events);
    if (!frames) return frames;
    if (!read_wires(in, *frames)) return fail("what the wire said is damaged");
    if (events)
        if (Result<void> read = read_events(in, *frames, words); !read) return read.error();
    if (in.failed()) return fail("the frames are cut");
    return frames;
}

Result<std::vector<Frame>> read_times_of_frames(ByteReader& in, const ChunkFacts& facts,
                                                bool events) {
    Result<std::vector<Frame>> frames = begin_frames(in, facts, events);
    if (!frames) return frames;
    skip_wires(in, frames->size());
    if (events)
        if (Result<void> skipped = skip_events(in, frames->size()); !skipped)
            return skipped.error();
    if (in.failed()) return fail("the frames are cut");
    return frames;
}

}  // namespace tickreel::columns
