// Reading part of a recording gives the same frames as reading all of it, less what was not wanted:
// any range, any codec, over damage too.
#include "tickreel/reel/part_scan.h"

#include <algorithm>

#include "tests/catch.h"
#include "tests/format/generate.h"
#include "tests/format/reel/small_match.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

std::unique_ptr<ReelReader> opened(const Bytes& file) {
    auto reader = ReelReader::open(memory_source(file));
    REQUIRE(reader.ok());
    return *std::move(reader);
}

struct Seen {
    std::vector<Moment> moments{};
    std::vector<std::string> problems{};
};

// Words of the only wanted type, in columns.
void compare_words(const PartFrame& part, const Snapshot& wanted, const PartFilter& wish) {
    REQUIRE(part.columns);
    std::size_t row = part.columns->first[part.block];
    for (const Item item : wanted) {
        if (!wish.has(item.key.type)) continue;
        REQUIRE(part.columns->entities[row] == item.key.entity);
        REQUIRE(part.columns->lengths[row] == item.row.size());
        for (std::size_t i = 0; i < wish.words->size(); ++i) {
            const std::size_t word = (*wish.words)[i];
            REQUIRE(part.columns->words[i][row] == (word < item.row.size() ? item.row[word] : 0));
        }
        ++row;
    }
    REQUIRE(part.columns->first[part.block + 1] == row);
}

// Frame by frame the same; the moments that both have.
Seen compare(const ReelReader& reel, MomentRange range, const PartFilter& wish) {
    std::vector<Frame> all;
    Seen seen;
    const auto whole = reel.scan(range, ignore_problems, [&](const Frame& frame) {
        all.push_back(frame);
        return true;
    });
    REQUIRE(whole.ok());
    std::size_t at = 0;
    const auto scanned = scan_parts(
        reel, range, wish,
        [&](const Problem& problem) { seen.problems.push_back(problem.message); },
        [&](PartFrame part) {
            REQUIRE(at < all.size());
            const Frame& wanted = all[at++];
            REQUIRE(part.frame.moment() == wanted.moment());
            REQUIRE(part.frame.time == wanted.time);
            seen.moments.push_back(part.frame.moment());
            if (wish.sizes) REQUIRE(part.size.items == wanted.snapshot.size());
            if (wish.sizes) REQUIRE(part.size.words == wanted.snapshot.word_count());
            if (wish.words) {
                REQUIRE(part.frame.events.empty());
                REQUIRE(part.frame.wire == WireInfo());
                compare_words(part, wanted.snapshot, wish);
                return true;
            }
            if (!wish.bare) REQUIRE(part.frame.events == wanted.events);
            if (!wish.bare) REQUIRE(part.frame.wire == wanted.wire);
            std::size_t items = 0;
            for (const Item item : wanted.snapshot) {
                if (!wish.has(item.key.type)) continue;
                ++items;
                const auto row = part.frame.snapshot.find(item.key);
                REQUIRE(row);
                REQUIRE(std::equal(row->begin(), row->end(), item.row.begin(), item.row.end()));
            }
            REQUIRE(part.frame.snapshot.size() == items);
            return true;
        });
    REQUIRE(scanned.ok());
    REQUIRE(at == all.size());
    return seen;
}

std::vector<PartFilter> some_wishes() {
    using Words = std::vector<std::uint32_t>;
    return {{{}, false},
            {{}, true},
            {{0}, false},
            {{1, 2}, true},
            {{0, 1, 2, 3, 4, 5}, true},
            {{0}, false, nullptr, Words{0, 2}},
            {{3}, true, nullptr, Words{1}},
            {{}, true, nullptr, {}, true},
            {{1, 2}, false, nullptr, {}, true}};
}

// A recording of long chunks with a short one now and then: several zstd frames, then one.
Bytes uneven_match() {
    auto memory = std::make_shared<Bytes>();
    ReelWriter writer(std::make_unique<SharedSink>(memory), {"toy", 50.0, {}, {}});
    Generator make(7);
    for (int i = 0; i < 6; ++i) writer.add_type(make.type("t" + std::to_string(i)));
    writer.add_type({.name = "event", .use = TypeUse::Event});
    writer.begin_segment({});
    Tick tick = 0;
    std::chrono::nanoseconds time{};
    for (int round = 0; round < 8; ++round) {
        Snapshot crowd = make.snapshot(round % 2 == 0 ? 200 : 3);
        for (int i = 0; i < 40; ++i) {
            Frame frame;
            frame.tick = tick += 2;
            frame.time = time += std::chrono::milliseconds(40);
            crowd = make.after(crowd);
            frame.snapshot = crowd;
            for (Word e = 0; e < 6; ++e) frame.events.push_back({6, {e, 1000 + e * round}, false});
            writer.add_frame(frame);
        }
    }
    REQUIRE(writer.finish().ok());
    return *memory;
}

// Long chunks in which one type changes in every frame and another one now and then: its values are
// needed in some chunks of a group, not always the first ones.
Bytes rarely_changing_match() {
    auto memory = std::make_shared<Bytes>();
    ReelWriter writer(std::make_unique<SharedSink>(memory), {"toy", 50.0, {}, {}});
    Generator make(11);
    for (int i = 0; i < 2; ++i) writer.add_type(make.type("t" + std::to_string(i)));
    writer.begin_segment({});
    Word score = 0;
    for (Tick tick = 2; tick < 4000; tick += 2) {
        SnapshotBuilder items;
        for (std::uint32_t id = 0; id < 60; ++id)
            items.set({0, id}, std::vector<Word>{make.word(), make.word()});
        if (make.below(150) == 0) score += 1000;
        for (std::uint32_t id = 0; id < 3; ++id)
            items.set({1, id}, std::vector<Word>{7, score + static_cast<Word>(id)});
        Frame frame;
        frame.tick = tick;
        frame.time = std::chrono::milliseconds(20 * tick);
        frame.snapshot = items.build();
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish().ok());
    return *memory;
}

}  // namespace

TEST_CASE("parts: a small match in any range") {
    const SmallMatch match = make_small_match(GENERATE(true, false));
    const auto reel = opened(match.file);
    for (const PartFilter& wish : some_wishes()) {
        const Seen all = compare(*reel, reel->everything(), wish);
        REQUIRE(all.moments.size() == match.frames.size());
        REQUIRE(all.problems.empty());
        for (std::size_t from = 0; from < match.frames.size(); from += 7)
            compare(*reel, {match.frames[from].moment(), match.frames.back().moment()}, wish);
    }
}

TEST_CASE("parts: a chunk that goes on from bytes which were not unpacked") {
    const auto reel = opened(uneven_match());
    REQUIRE(reel->chunks().size() > 4);
    REQUIRE(std::any_of(reel->chunks().begin(), reel->chunks().end(), [](const ChunkInfo& chunk) {
        return chunk.codec == layout::kEventColumns;
    }));
    for (const PartFilter& wish : some_wishes())
        REQUIRE(compare(*reel, reel->everything(), wish).moments.size() == 320);
}

TEST_CASE("parts: values that are needed in some chunks of a group only") {
    const auto reel = opened(rarely_changing_match());
    const auto& chunks = reel->chunks();
    const auto groups = std::count_if(chunks.begin(), chunks.end(),
                                      [](const ChunkInfo& chunk) { return chunk.starts_group; });
    REQUIRE(chunks.size() > 3 * static_cast<std::size_t>(groups));
    for (bool changing : {false, true})
        for (const PartFilter& wish :
             {PartFilter{{1}, false}, PartFilter{{1}, true, &changing},
              PartFilter{{1}, false, nullptr, std::vector<std::uint32_t>{1}},
              PartFilter{{1}, false, nullptr, {}, true}, PartFilter{{0, 1}, false}})
            REQUIRE(compare(*reel, reel->everything(), wish).moments.size() == 1999);
}

TEST_CASE("parts: damage costs the group and is said") {
    const SmallMatch match = make_small_match(true);
    const auto sound = opened(match.file);
    for (std::size_t i = 0; i < sound->chunks().size(); ++i) {
        Bytes file = match.file;
        const ChunkInfo& chunk = sound->chunks()[i];
        file[static_cast<std::size_t>(chunk.offset) + chunk.stored_bytes - 1] ^= 1;
        const auto reel = opened(file);
        for (const PartFilter& wish : some_wishes()) {
            const Seen seen = compare(*reel, reel->everything(), wish);
            REQUIRE(seen.moments.size() < match.frames.size());
            REQUIRE(seen.problems.size() == 1);
        }
    }
}
