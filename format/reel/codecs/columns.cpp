#include "format/reel/codecs/columns.h"

#include <algorithm>

#include "format/reel/codecs/columns_frames.h"
#include "format/reel/codecs/columns_pack.h"
#include "format/reel/codecs/columns_steps.h"
#include "format/reel/codecs/columns_storage.h"
#include "format/reel/codecs/columns_tables.h"
#include "format/reel/codecs/event_columns.h"

namespace tickreel {

namespace {

using columns::Lifetime;
using columns::LifetimeRows;

// The snapshots that differ from the one before.
struct FoundSteps : columns::Steps {
    std::vector<const Snapshot*> snapshots{};
};

FoundSteps find_steps(std::span<const Frame> frames, const Snapshot& base) {
    FoundSteps steps;
    const Snapshot* last = &base;
    for (const Frame& frame : frames) {
        const bool fresh = !(frame.snapshot == *last);
        steps.fresh.push_back(fresh);
        if (!fresh) continue;
        last = &frame.snapshot;
        steps.snapshots.push_back(last);
        steps.ticks.push_back(frame.tick);
    }
    return steps;
}

// Tracks every item through the steps.
class LifetimeFinder {
public:
    explicit LifetimeFinder(const Snapshot& base) {
        for (const Item item : base) active_.push_back(begin(item, 0, true));
    }
    void step(const Snapshot& snapshot, std::uint32_t number);
    // In chunk order.
    std::vector<Lifetime> finish(std::uint32_t steps, LifetimeRows<const Word>& rows);

private:
    struct Followed {
        Lifetime life{};
        std::size_t number = 0;  // in order of their first rows
        std::size_t rows = 0;
    };
    struct FoundRow {
        std::size_t of = 0;
        const Word* row = nullptr;
    };
    std::size_t begin(Item item, std::uint32_t number, bool inherited) {
        const auto length = static_cast<std::uint32_t>(item.row.size());
        followed_.push_back({{item.key, length, number, 0, inherited}, followed_.size()});
        add_row(followed_.size() - 1, item);
        return followed_.size() - 1;
    }
    void add_row(std::size_t of, Item item) {
        ++followed_[of].rows;
        rows_.push_back({of, item.row.data()});
    }

    std::vector<Followed> followed_;
    std::vector<FoundRow> rows_;       // of all, step by step
    std::vector<std::size_t> active_;  // in key order
    std::vector<std::size_t> next_;
};

void LifetimeFinder::step(const Snapshot& snapshot, std::uint32_t number) {
    next_.clear();
    auto at = active_.begin();
    const auto end_of = [&](std::size_t index) { followed_[index].life.end = number; };
    for (const Item item : snapshot) {
        for (; at != active_.end() && followed_[*at].life.key < item.key; ++at) end_of(*at);
        const bool known = at != active_.end() && followed_[*at].life.key == item.key;
        if (known && followed_[*at].life.length == item.row.size()) {
            add_row(*at, item);
            next_.push_back(*at);
        } else {
            if (known) end_of(*at);
            next_.push_back(begin(item, number, false));
        }
        if (known) ++at;
    }
    for (; at != active_.end(); ++at) end_of(*at);
    active_.swap(next_);
}

std::vector<Lifetime> LifetimeFinder::finish(std::uint32_t steps, LifetimeRows<const Word>& rows) {
    for (const std::size_t index : active_) followed_[index].life.end = steps;
    std::sort(followed_.begin(), followed_.end(),
              [](const Followed& a, const Followed& b) { return a.life.before(b.life); });
    std::vector<Lifetime> lives;
    lives.reserve(followed_.size());
    rows.at.assign(1, 0);
    std::vector<std::size_t> next(followed_.size());  // place of a lifetime's next row
    for (const Followed& followed : followed_) {
        lives.push_back(followed.life);
        next[followed.number] = rows.at.back();
        rows.at.push_back(rows.at.back() + followed.rows);
    }
    rows.rows.resize(rows_.size());
    for (const FoundRow& found : rows_) rows.rows[next[found.of]++] = found.row;
    return lives;
}

// The snapshots of all steps, or only the last one.
Result<std::vector<Snapshot>> read_snapshots(ByteReader& in, const columns::StreamViews& streams,
                                             const columns::Steps& steps, const Snapshot& base,
                                             DecodeScope scope) {
    const auto count = static_cast<std::uint32_t>(steps.ticks.size());
    const Result<std::vector<Lifetime>> lives =
        columns::read_lifetimes(in, columns::shapes_of(base), count);
    if (!lives) return lives.error();
    if (scope == DecodeScope::EndOnly && count > 0) {
        columns::LastRowStorage storage(*lives, base, count);
        if (Result<void> decoded =
                columns::decode_ends(*lives, storage.rows(), base, steps.ticks, in, streams);
            !decoded)
            return decoded.error();
        return std::vector<Snapshot>{storage.build()};
    }
    columns::RowStorage storage(*lives, base, count);
    if (Result<void> decoded =
            columns::decode_tables(*lives, storage.rows(), base, steps.ticks, in, streams);
        !decoded)
        return decoded.error();
    return storage.build();
}

// With events in columns, where `streams` has them, else with a list of them.
Result<EncodedChunk> encode_chunk_columns(columns::WrittenStreams& streams, bool events,
                                          std::span<const Frame> frames, const GroupState& before,
                                          int level, Compressor& compressor) {
    ByteWriter& structure = streams[columns::kStructure];
    columns::write_frames(frames, !events, structure);
    const FoundSteps steps = find_steps(frames, before.last);
    columns::write_steps(steps.fresh, structure);

    const auto count = static_cast<std::uint32_t>(steps.snapshots.size());
    LifetimeFinder finder(before.last);
    for (std::uint32_t i = 0; i < count; ++i) finder.step(*steps.snapshots[i], i);
    LifetimeRows<const Word> rows;
    const std::vector<Lifetime> lives = finder.finish(count, rows);
    columns::write_lifetimes(lives, before.last, count, structure);
    columns::encode_tables(lives, rows, before.last, steps.ticks, streams);

    Result<columns::PackedChunk> packed =
        columns::pack(streams, events, before.prefix.get(), level, compressor);
    if (!packed) return packed.error();
    EncodedChunk chunk;
    chunk.codec = events ? layout::kEventColumns : layout::kColumns;
    chunk.bytes = std::move(packed->bytes);
    chunk.raw_length = packed->raw_length;
    chunk.after = {frames.back().snapshot, std::move(packed->prefix)};
    return chunk;
}

Result<DecodedChunk> decode_chunk_columns(ByteView bytes, const ChunkFacts& facts, bool events,
                                          const GroupState& before, Decompressor& decompressor,
                                          DecodeScope scope) {
    Result<columns::Unpacked> unpacked =
        columns::unpack(bytes, facts.raw_length, events, before.prefix.get(), decompressor);
    if (!unpacked) return unpacked.error();
    DecodedChunk chunk;
    ByteReader in(unpacked->streams[columns::kStructure]);
    Result<std::vector<Frame>> frames = columns::read_frames(in, facts, !events, chunk.words);
    if (!frames) return frames.error();
    if (events && scope == DecodeScope::Frames) {
        const auto read = columns::read_event_columns(unpacked->streams, *frames, chunk.words);
        if (!read) return read.error();
    }
    columns::Steps steps;
    if (!columns::read_steps(in, *frames, steps))
        return fail("the list of new snapshots is damaged");
    Result<std::vector<Snapshot>> snapshots =
        read_snapshots(in, unpacked->streams, steps, before.last, scope);
    if (!snapshots) return snapshots.error();

    chunk.frames = std::move(*frames);
    Snapshot last = before.last;
    if (scope == DecodeScope::EndOnly) {
        if (!snapshots->empty()) last = std::move(snapshots->back());
    } else {
        auto next = snapshots->begin();
        for (std::size_t i = 0; i < chunk.frames.size(); ++i) {
            if (steps.fresh[i]) last = std::move(*next++);
            if (steps.fresh[i]) chunk.words += snapshot_words(last);
            chunk.frames[i].snapshot = last;
        }
        if (chunk.words > layout::kMaxChunkWords)
            return fail("the chunk holds more than ", layout::kMaxChunkWords, " words");
    }
    chunk.after = {std::move(last), std::move(unpacked->prefix)};
    return chunk;
}

}  // namespace

Result<EncodedChunk> encode_columns(std::span<const Frame> frames, const GroupState& before,
                                    int level, Compressor& compressor) {
    columns::WrittenStreams streams;
    return encode_chunk_columns(streams, false, frames, before, level, compressor);
}

Result<EncodedChunk> encode_event_columns(std::span<const Frame> frames, const GroupState& before,
                                          int level, Compressor& compressor) {
    // Less than this may turn out to be more in a chunk of several parts: lists compress well
    // beside the structure. And times take less here, even where there are no events. Archives try
    // both.
    constexpr std::size_t kSurelySaved = 1500;
    constexpr int kArchive = 15;
    const bool archive = level >= kArchive;
    columns::WrittenStreams streams;
    const std::size_t saved = columns::write_event_columns(frames, streams, archive ? 0 : 1);
    Result<EncodedChunk> chunk =
        encode_chunk_columns(streams, archive || saved > 0, frames, before, level, compressor);
    if (!chunk || !archive || saved >= kSurelySaved) return chunk;
    Result<EncodedChunk> list = encode_columns(frames, before, level, compressor);
    return list && list->bytes.size() < chunk->bytes.size() ? std::move(list) : std::move(chunk);
}

Result<DecodedChunk> decode_columns(ByteView bytes, const ChunkFacts& facts,
                                    const GroupState& before, Decompressor& decompressor,
                                    DecodeScope scope) {
    return decode_chunk_columns(bytes, facts, false, before, decompressor, scope);
}

Result<DecodedChunk> decode_event_columns(ByteView bytes, const ChunkFacts& facts,
                                          const GroupState& before, Decompressor& decompressor,
                                          DecodeScope scope) {
    return decode_chunk_columns(bytes, facts, true, before, decompressor, scope);
}

}  // namespace tickreel
