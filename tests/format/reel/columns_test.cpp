// The column codec reproduces its input exactly, for everything that the model allows, and agrees
// with the reference codec.
#include "format/reel/codecs/columns.h"

#include <optional>
#include <set>

#include "format/reel/codecs/columns_part.h"
#include "format/reel/codecs/row_delta.h"
#include "tests/catch.h"
#include "tests/format/generate.h"

using namespace tickreel;
using tickreel_test::Generator;

namespace {

void check_same(const std::vector<Frame>& got, std::span<const Frame> wanted) {
    REQUIRE(got.size() == wanted.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
        INFO("frame " << i << " tick " << wanted[i].tick);
        REQUIRE(got[i].moment() == wanted[i].moment());
        REQUIRE(got[i].time == wanted[i].time);
        REQUIRE(got[i].wire == wanted[i].wire);
        REQUIRE(got[i].events == wanted[i].events);
        REQUIRE(got[i].snapshot == wanted[i].snapshot);
    }
}

// What a wish leaves of a snapshot.
Snapshot wanted_of(const Snapshot& snapshot, const PartFilter& wish) {
    SnapshotBuilder left;
    for (const Item item : snapshot)
        if (std::find(wish.types.begin(), wish.types.end(), item.key.type) != wish.types.end())
            left.set(item.key, item.row);
    return left.build();
}

// A group read in part is the group with items left out, whatever is wanted of it.
class PartCheck {
public:
    explicit PartCheck(PartFilter wish) : wish_(std::move(wish)) {}

    void check(const EncodedChunk& made, const ChunkFacts& facts, std::span<const Frame> wanted) {
        auto part =
            decode_columns_part(made.bytes, facts, made.codec == layout::kEventColumns, state_,
                                wish_, whole_ ? columns::kAllParts : 0, *decompressor_);
        INFO((part ? std::string() : part.error().message));
        REQUIRE(part.ok());
        if (!*part) {  // the whole group has to be unpacked: go on where that would have led
            REQUIRE_FALSE(whole_);
            lost_ = true;
            return;
        }
        REQUIRE((*part)->frames.size() == wanted.size());
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            const Frame& frame = (*part)->frames[i];
            INFO("frame " << i << " tick " << wanted[i].tick);
            REQUIRE(frame.moment() == wanted[i].moment());
            REQUIRE(frame.time == wanted[i].time);
            REQUIRE(frame.wire == (wish_.words ? WireInfo() : wanted[i].wire));
            REQUIRE(frame.events == (wish_.words ? std::vector<Event>() : wanted[i].events));
            if (wish_.sizes) {
                REQUIRE((*part)->sizes[i].items == wanted[i].snapshot.size());
                REQUIRE((*part)->sizes[i].words == wanted[i].snapshot.word_count());
            }
            if (wish_.words) {
                check_words(**part, i, wanted_of(wanted[i].snapshot, wish_));
                continue;
            }
            REQUIRE(frame.snapshot == wanted_of(wanted[i].snapshot, wish_));
            if (last_ && *last_ == frame.snapshot && !frame.snapshot.empty())
                REQUIRE(last_->same_storage(frame.snapshot));
            last_ = frame.snapshot;
        }
        state_ = std::move((*part)->after);
    }
    void unpack_all() { whole_ = true; }
    bool lost() const { return lost_; }

private:
    void check_words(const DecodedPart& part, std::size_t frame, const Snapshot& wanted) const {
        const ItemColumns& columns = *part.columns;
        const std::size_t block = part.blocks[frame];
        REQUIRE(columns.rows_in(block) == wanted.size());
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            const std::size_t at = columns.first[block] + i;
            const Row row = wanted[i].row;
            REQUIRE(columns.entities[at] == wanted[i].key.entity);
            REQUIRE(columns.lengths[at] == row.size());
            for (std::size_t word = 0; word < wish_.words->size(); ++word) {
                const std::size_t slot = (*wish_.words)[word];
                REQUIRE(columns.words[word][at] == (slot < row.size() ? row[slot] : 0));
            }
        }
    }

    PartFilter wish_;
    PartState state_{};
    std::unique_ptr<Decompressor> decompressor_ = std::make_unique<Decompressor>();
    std::optional<Snapshot> last_{};
    bool whole_ = false;
    bool lost_ = false;
};

// All items; those of some types; none, with or without sizes.
std::vector<PartFilter> wishes(const std::vector<Frame>& frames) {
    std::set<TypeId> all;
    for (const Frame& frame : frames)
        for (const Item item : frame.snapshot) all.insert(item.key.type);
    std::vector<PartFilter> made{{{}, false}, {{}, true}, {{all.begin(), all.end()}, true}};
    for (const TypeId type : all)
        if (made.size() < 6) made.push_back({{type}, made.size() % 2 == 0});
    // Columns: of one word, of words of two tables and beyond the row, of none.
    const std::vector<std::vector<std::uint32_t>> words{{1}, {0, 3, 70, 200}, {}};
    std::size_t next = 0;
    for (const TypeId type : all)
        if (next < words.size()) made.push_back({{type}, false, nullptr, words[next++]});
    if (!all.empty()) made.push_back({{*all.rbegin()}, true, nullptr, words[0]});
    if (all.size() > 2) made.push_back({{*all.begin(), *all.rbegin()}, true});
    return made;
}

// Chunks of one group, each depending on the previous one; returns their size.
std::size_t check_chunks(const Codec& codec, const std::vector<Frame>& frames, std::size_t chunk,
                         int level = 3) {
    Compressor compressor;
    Decompressor decompressor;
    GroupState writer;
    GroupState reader;
    std::vector<PartCheck> parts;
    if (layout::is_columns(codec.id))
        for (PartFilter& wish : wishes(frames)) {
            parts.emplace_back(wish).unpack_all();
            parts.emplace_back(std::move(wish));
        }
    std::size_t bytes = 0;
    for (std::size_t at = 0; at < frames.size(); at += chunk) {
        const auto part = std::span(frames).subspan(at, std::min(chunk, frames.size() - at));
        Result<EncodedChunk> made = codec.encode(part, writer, level, compressor);
        REQUIRE(made.ok());
        const ChunkFacts facts{part.front().segment, part.front().tick,
                               static_cast<std::uint32_t>(part.size()), made->raw_length};
        const Codec& written = *find_codec(made->codec);
        Result<DecodedChunk> read =
            written.decode(made->bytes, facts, reader, decompressor, DecodeScope::Frames);
        const Result<DecodedChunk> end =
            written.decode(made->bytes, facts, reader, decompressor, DecodeScope::EndOnly);
        REQUIRE(end.ok());
        REQUIRE(end->after.last == part.back().snapshot);
        REQUIRE(end->frames.back().tick == part.back().tick);
        INFO((read ? std::string() : read.error().message));
        REQUIRE(read.ok());
        check_same(read->frames, part);
        for (PartCheck& check : parts)
            if (!check.lost()) check.check(*made, facts, part);
        bytes += made->bytes.size();
        writer = std::move(made->after);
        reader = std::move(read->after);
    }
    return bytes;
}

std::vector<Frame> with_snapshots(const std::vector<Snapshot>& snapshots) {
    std::vector<Frame> frames;
    for (const Snapshot& snapshot : snapshots) {
        Frame frame;
        frame.tick = 100 + 2 * static_cast<Tick>(frames.size());
        frame.snapshot = snapshot;
        frames.push_back(std::move(frame));
    }
    return frames;
}

Snapshot one_item(ItemKey key, const std::vector<Word>& row) {
    SnapshotBuilder builder;
    builder.set(key, row);
    return builder.build();
}

}  // namespace

TEST_CASE("columns: frames of every shape come back, in chunks of any length") {
    const auto seed = static_cast<std::uint64_t>(GENERATE(range(1, 25)));
    const std::size_t chunk = GENERATE(1U, 7U, 50U, 400U);
    Generator make(seed);
    check_chunks(kColumnsCodec, make.frames(150, -40, 3), chunk);
}

TEST_CASE("columns: the same where events are in columns too") {
    Generator make(static_cast<std::uint64_t>(GENERATE(range(30, 34))));
    std::vector<Frame> frames = make.frames(100, -40, 3);
    for (Frame& frame : frames)
        frame.events.push_back({2, {static_cast<Word>(make.below(900)), 1, 2}, false});
    check_chunks(kEventColumnsCodec, frames, GENERATE(7U, 50U));
}

TEST_CASE("columns: items that go, come back and change their length") {
    const ItemKey key{3, UINT64_MAX};
    const std::vector<Frame> frames = with_snapshots({one_item(key, {1, 2}),
                                                      one_item(key, {1, 2, 3}),
                                                      {},
                                                      one_item(key, {1, 2}),
                                                      one_item(key, {}),
                                                      one_item(key, {}),
                                                      one_item({3, 0}, {5}),
                                                      one_item(key, {INT32_MIN}),
                                                      one_item(key, {INT32_MAX})});
    for (std::size_t chunk = 1; chunk <= frames.size(); ++chunk)
        check_chunks(kColumnsCodec, frames, chunk);
}

TEST_CASE("columns: rows longer than a mask and fields that move steadily") {
    std::vector<Snapshot> snapshots;
    for (Word tick = 0; tick < 60; ++tick) {
        std::vector<Word> row(200, 7);
        for (std::size_t i = 0; i < row.size(); i += 3)
            row[i] = static_cast<Word>(1'000'000'007U * static_cast<std::uint32_t>(i) *
                                       static_cast<std::uint32_t>(tick));
        row[63] = 100 + 2 * tick;
        row[64] = -tick;
        row[199] = tick % 5 == 0 ? INT32_MAX : INT32_MIN;
        snapshots.push_back(one_item({1, 1}, row));
    }
    check_chunks(kColumnsCodec, with_snapshots(snapshots), 25);
}

TEST_CASE("columns: more masks than a dictionary holds") {
    Generator make(5);
    std::vector<Snapshot> snapshots;
    std::vector<Word> row(60, 0);
    for (int i = 0; i < 3000; ++i) {
        for (std::size_t bit = 0; bit < 9; ++bit)
            if (((i % 500) >> bit & 1) != 0) row[bit] += 1 + static_cast<Word>(make.below(400));
        snapshots.push_back(one_item({1, 1}, row));
    }
    check_chunks(kColumnsCodec, with_snapshots(snapshots), 3000);
}

TEST_CASE("columns: a snapshot that stays is shared") {
    const std::vector<Frame> frames =
        with_snapshots({one_item({0, 1}, {1}), one_item({0, 1}, {1}), one_item({0, 1}, {2})});
    Compressor compressor;
    Decompressor decompressor;
    const auto made = encode_columns(frames, {}, 3, compressor);
    REQUIRE(made.ok());
    const auto read = decode_columns(made->bytes, {0, 100, 3, made->raw_length}, {}, decompressor);
    REQUIRE(read.ok());
    CHECK(read->frames[0].snapshot.same_storage(read->frames[1].snapshot));
    CHECK_FALSE(read->frames[1].snapshot.same_storage(read->frames[2].snapshot));
}

TEST_CASE("columns: an event that is repeated costs next to nothing") {
    std::vector<Frame> frames = with_snapshots(std::vector<Snapshot>(200));
    Generator make(9);
    std::vector<Word> row(30);
    for (Word& word : row) word = static_cast<Word>(make.below(1U << 31));
    for (Frame& frame : frames) frame.events.push_back({7, row, true});
    const std::size_t once = check_chunks(kColumnsCodec, {frames.front()}, 1);
    CHECK(check_chunks(kColumnsCodec, frames, 200) < once + 60);
    CHECK(check_chunks(kColumnsCodec, frames, 20) < once + 600);
}

TEST_CASE("columns: a row that grows, and an item like one that is there, cost next to nothing") {
    Generator make(10);
    std::vector<Word> row(300);
    for (Word& word : row) word = static_cast<Word>(make.below(1U << 31));
    std::vector<Word> longer = row;
    longer.push_back(1);
    std::vector<Word> shorter(row.begin(), row.end() - 1);
    // The size of a chunk that contains only `now` and depends on `base`.
    const auto size_of = [](const Snapshot& base, const Snapshot& now) {
        Compressor compressor;
        const auto made = encode_columns(with_snapshots({now}), {base, nullptr}, 3, compressor);
        REQUIRE(made.ok());
        return made->bytes.size();
    };
    const Snapshot base = one_item({4, 9}, row);
    CHECK(size_of(base, one_item({4, 9}, longer)) < 100);    // the same key
    CHECK(size_of(base, one_item({4, 10}, shorter)) < 100);  // the last of its type before it
    CHECK(size_of(base, one_item({4, 3}, row)) < 100);       // the first of its type
    CHECK(size_of(base, one_item({5, 9}, row)) > 1000);      // of another type
    check_chunks(kColumnsCodec,
                 with_snapshots({base, one_item({4, 9}, longer), one_item({4, 10}, shorter),
                                 one_item({4, 3}, row), one_item({5, 9}, row)}),
                 1);
}

TEST_CASE("columns: smaller than rows where things move") {
    Generator make(11);
    std::vector<Snapshot> snapshots;
    std::vector<Word> place(80);
    for (int tick = 0; tick < 250; ++tick) {
        SnapshotBuilder builder;
        for (std::size_t i = 0; i + 1 < place.size(); i += 2) {
            place[i] += static_cast<Word>(i) - 30;
            if (make.chance(10)) place[i + 1] += static_cast<Word>(make.below(40));
            builder.set({2, i}, std::vector<Word>{place[i], place[i + 1], 100 + 2 * tick, 9});
        }
        snapshots.push_back(builder.build());
    }
    const std::vector<Frame> frames = with_snapshots(snapshots);
    CHECK(check_chunks(kColumnsCodec, frames, 50, 9) * 4 <
          check_chunks(kRowDeltaCodec, frames, 50, 9) * 3);
}

TEST_CASE("columns: damaged bytes are refused or read, never more than the limits allow") {
    Generator make(21);
    const std::vector<Frame> frames = make.frames(30, 0);
    Compressor compressor;
    Decompressor decompressor;
    const auto made = encode_columns(frames, {}, 1, compressor);
    REQUIRE(made.ok());
    const ChunkFacts facts{0, 0, 30, made->raw_length};
    for (std::size_t cut = 0; cut < made->bytes.size(); cut += 3)
        CHECK_FALSE(decode_columns(ByteView(made->bytes).first(cut), facts, {}, decompressor).ok());
    std::size_t refused = 0;
    for (int i = 0; i < 3000; ++i) {
        Bytes bytes = made->bytes;
        bytes[make.below(bytes.size())] ^= static_cast<Byte>(1U << make.below(8));
        refused += decode_columns(bytes, facts, {}, decompressor).ok() ? 0 : 1;
    }
    CHECK(refused > 300);
    CHECK_FALSE(decode_columns(made->bytes, {0, 0, 31, made->raw_length}, {}, decompressor).ok());
    CHECK_FALSE(decode_columns(made->bytes, {0, 0, 30, 1U << 31}, {}, decompressor).ok());
}
