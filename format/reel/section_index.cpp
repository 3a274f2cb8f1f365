// The sections of chunks, gaps and statistics.
#include <algorithm>

#include "format/reel/sections.h"
#include "tickreel/reel/layout.h"

namespace tickreel {

namespace {

Tick wrapping_add(Tick a, std::int64_t b) {
    return static_cast<Tick>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

std::int64_t wrapping_subtract(Tick a, Tick b) {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b));
}

void write_counts(const std::map<TypeId, std::uint64_t>& counts, ByteWriter& out) {
    out.varint(counts.size());
    for (const auto& [type, count] : counts) {
        out.varint(type);
        out.varint(count);
    }
}

std::map<TypeId, std::uint64_t> read_counts(ByteReader& in) {
    std::map<TypeId, std::uint64_t> counts;
    const std::uint64_t size = in.varint();
    for (std::uint64_t i = 0; i < size && !in.failed(); ++i) {
        const auto type = static_cast<TypeId>(in.varint());
        counts[type] = in.varint();
    }
    return counts;
}

}  // namespace

bool is_possible(const ChunkInfo& chunk, const ChunkInfo* before, std::uint64_t end) {
    if (chunk.offset < layout::kFileHeader || chunk.offset >= end) return false;
    if (chunk.stored_bytes < layout::kRecordHeader || chunk.stored_bytes > end - chunk.offset)
        return false;
    if (chunk.last_tick < chunk.first_tick || chunk.snapshots == 0) return false;
    if (chunk.first_tick < -layout::kMaxTick || chunk.last_tick > layout::kMaxTick) return false;
    if (chunk.segment >= layout::kMaxSegments) return false;
    if (before == nullptr) return true;
    if (chunk.segment < before->segment) return false;
    if (chunk.segment > before->segment) return chunk.starts_group;
    return chunk.first_tick > before->last_tick;
}

void write_chunks(const std::vector<ChunkInfo>& chunks, std::size_t from, ByteWriter& out) {
    out.varint(chunks.size() - from);
    std::uint64_t end = 0;
    std::uint32_t segment = 0;
    Tick tick = 0;
    for (std::size_t i = from; i < chunks.size(); ++i) {
        const ChunkInfo& chunk = chunks[i];
        out.varint(chunk.offset - end);
        out.varint(chunk.stored_bytes);
        out.varint(chunk.raw_bytes);
        out.varint(chunk.segment - segment);
        out.signed_varint(wrapping_subtract(chunk.first_tick, tick));
        out.varint(
            static_cast<std::uint64_t>(wrapping_subtract(chunk.last_tick, chunk.first_tick)));
        out.varint(chunk.snapshots);
        out.varint(chunk.codec);
        out.u8(chunk.starts_group ? 1 : 0);
        end = chunk.offset + chunk.stored_bytes;
        segment = chunk.segment;
        tick = chunk.last_tick;
    }
}

Result<void> read_chunks(ByteReader& in, std::uint64_t end, std::vector<ChunkInfo>& into) {
    const std::uint64_t count = in.varint();
    if (count > end / layout::kRecordHeader)
        return fail("the index says ", count, " chunks, more than the file has room for");
    constexpr std::size_t kSmallest = 9;  // minimum bytes of a chunk's entry
    // A footer holds all chunks: reserve. Checkpoints add a few each: let the vector grow.
    if (into.empty()) into.reserve(std::min<std::size_t>(count, in.left() / kSmallest));
    std::uint64_t at = 0;
    std::uint32_t segment = 0;
    Tick tick = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
        ChunkInfo chunk;
        chunk.offset = at + in.varint();
        chunk.stored_bytes = static_cast<std::uint32_t>(in.varint());
        chunk.raw_bytes = static_cast<std::uint32_t>(in.varint());
        chunk.segment = segment + static_cast<std::uint32_t>(in.varint());
        chunk.first_tick = wrapping_add(tick, in.signed_varint());
        chunk.last_tick = wrapping_add(chunk.first_tick, static_cast<std::int64_t>(in.varint()));
        chunk.snapshots = static_cast<std::uint32_t>(in.varint());
        chunk.codec = static_cast<std::uint16_t>(in.varint());
        chunk.starts_group = (in.u8() & 1) != 0;
        const ChunkInfo* before = into.empty() ? nullptr : &into.back();
        if (in.failed() || !is_possible(chunk, before, end))
            return fail("chunk ", into.size(), " of the index is impossible");
        into.push_back(chunk);
        at = chunk.offset + chunk.stored_bytes;
        segment = chunk.segment;
        tick = chunk.last_tick;
    }
    return {};
}

void write_gap(const Gap& gap, ByteWriter& out) {
    out.varint(gap.segment);
    out.signed_varint(gap.from);
    out.signed_varint(gap.to);
    out.text(gap.reason);
}

Gap read_gap(ByteReader& in) {
    Gap gap;
    gap.segment = static_cast<std::uint32_t>(in.varint());
    gap.from = in.signed_varint();
    gap.to = in.signed_varint();
    gap.reason = in.text();
    return gap;
}

void write_statistics(const Statistics& statistics, ByteWriter& out) {
    out.varint(statistics.snapshots);
    out.varint(statistics.wire_ok);
    out.varint(statistics.wire_mismatch);
    out.varint(statistics.wire_absent);
    out.varint(statistics.raw_words);
    out.i64(statistics.first_time.count());
    out.i64(statistics.last_time.count());
    write_counts(statistics.items, out);
    write_counts(statistics.events, out);
    out.varint(statistics.gaps.size());
    for (const Gap& gap : statistics.gaps) write_gap(gap, out);
}

Result<Statistics> read_statistics(ByteReader& in) {
    Statistics statistics;
    statistics.snapshots = in.varint();
    statistics.wire_ok = in.varint();
    statistics.wire_mismatch = in.varint();
    statistics.wire_absent = in.varint();
    statistics.raw_words = in.varint();
    statistics.first_time = std::chrono::nanoseconds(in.i64());
    statistics.last_time = std::chrono::nanoseconds(in.i64());
    statistics.items = read_counts(in);
    statistics.events = read_counts(in);
    const std::uint64_t gaps = in.varint();
    for (std::uint64_t i = 0; i < gaps && !in.failed(); ++i)
        statistics.gaps.push_back(read_gap(in));
    if (in.failed()) return fail("the statistics are cut");
    return statistics;
}

}  // namespace tickreel
