// A file that is cut or changed anywhere: never a wrong frame, never unreported, never more lost
// than one group. TICKREEL_FULL=1 in the environment runs everything instead of a sample.
#include <algorithm>
#include <cstdlib>

#include "tests/catch.h"
#include "tests/format/generate.h"
#include "tests/format/reel/small_match.h"
#include "tickreel/analysis/maybe_lost.h"
#include "tickreel/analysis/missing_summary.h"
#include "tickreel/reel/layout.h"
#include "tickreel/reel/unreadable_ticks.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

bool full_run() {
    return std::getenv("TICKREEL_FULL") != nullptr;
}

// The number of frames in the largest group.
int largest_group(const ReelReader& reader) {
    int largest = 0;
    int group = 0;
    for (const ChunkInfo& chunk : reader.chunks()) {
        group = (chunk.starts_group ? 0 : group) + static_cast<int>(chunk.snapshots);
        largest = std::max(largest, group);
    }
    return largest;
}

bool contains_what(std::span<const Damage> damage, const std::string& text) {
    return std::any_of(
        damage.begin(), damage.end(),
        [&](const Damage& d) { return d.what.find(text) != std::string::npos; });
}

// How many frames can be read; -1 if one of them lies in ticks that are said to be unreadable.
int count_beside_unreadable(const ReelReader& reader) {
    const std::vector<Gap> unreadable = unreadable_ticks(reader);
    int count = 0;
    bool said = false;
    const auto read = reader.scan(reader.everything(), ignore_problems, [&](const Frame& frame) {
        ++count;
        said = said || std::any_of(unreadable.begin(), unreadable.end(), [&](const Gap& gap) {
                   return gap.segment == frame.segment && gap.from <= frame.tick &&
                          frame.tick < gap.to;
               });
        return true;
    });
    return read && !said ? count : -1;
}

int frames_in(const std::vector<Gap>& gaps, const std::vector<Frame>& frames) {
    return static_cast<int>(std::count_if(
        frames.begin(), frames.end(),
        [&](const Frame& frame) {
            return std::any_of(
                gaps.begin(), gaps.end(),
                [&](const Gap& gap) {
                    return gap.segment == frame.segment && gap.from <= frame.tick &&
                           frame.tick < gap.to;
                });
        }));
}

// Those that cannot be read, and of which neither the unreadable ticks nor the places where some
// may be lost say so.
int lost_without_a_word(const ReelReader& reader, const std::vector<Frame>& frames) {
    static_cast<void>(missing_summary(reader, reader.everything()));  // finds all damage
    const std::vector<Gap> unreadable = unreadable_ticks(reader);
    const std::vector<MaybeLost> places = maybe_lost(reader, reader.damage());
    return static_cast<int>(std::count_if(frames.begin(), frames.end(), [&](const Frame& frame) {
        const Moment moment = frame.moment();
        const auto found = reader.at(moment);
        if (found && found->moment() == moment) return false;
        return frames_in(unreadable, {frame}) == 0 &&
               std::none_of(places.begin(), places.end(), [&](const MaybeLost& place) {
                   return (!place.after || *place.after < moment) &&
                          (!place.before || moment < *place.before);
               });
    }));
}

// As the end record says: its payload begins with it.
std::size_t offset_of_footer(const Bytes& file) {
    ByteReader end(ByteView(file).last(layout::kEndPayload));
    return static_cast<std::size_t>(end.u64());
}

int frames_within(const ReelReader& whole, std::uint64_t length) {
    int count = 0;
    for (const ChunkInfo& chunk : whole.chunks())
        if (chunk.offset + chunk.stored_bytes <= length) count += static_cast<int>(chunk.snapshots);
    return count;
}

}  // namespace

TEST_CASE("a file cut at any byte gives back every complete chunk and names what is missing") {
    const SmallMatch match = make_small_match(true);
    const auto whole = open_bytes(match.file);
    REQUIRE(whole->chunks().size() >= 10);
    const std::size_t step = full_run() ? 1 : 13;
    std::vector<std::uint64_t> record_ends{64};
    for (std::size_t length = 0; length < match.file.size(); length += step) {
        INFO("cut at " << length << " of " << match.file.size());
        const Bytes cut(match.file.begin(),
                        match.file.begin() + static_cast<std::ptrdiff_t>(length));
        const auto opened = ReelReader::open(memory_source(cut));
        if (length < 64) {
            CHECK_FALSE(opened.ok());
            continue;
        }
        REQUIRE(opened.ok());
        const ReelReader& reader = **opened;
        REQUIRE_FALSE(reader.finished());
        REQUIRE(count_right_frames(reader, match.frames) == frames_within(*whole, length));
        for (const ChunkInfo& chunk : whole->chunks()) {
            const bool header_there = chunk.offset + 48 <= length;
            const bool cut_here =
                chunk.offset < length && length < chunk.offset + chunk.stored_bytes;
            if (!cut_here) continue;
            REQUIRE(contains_what(reader.damage(), "file ends inside a record"));
            const std::optional<Gap>& gap = reader.damage().back().ticks;
            REQUIRE(gap.has_value() == header_there);
            if (gap) CHECK(gap->from == chunk.first_tick);
            if (gap) CHECK(gap->to == chunk.last_tick + 1);
        }
    }
}

TEST_CASE("a flipped bit is never silent, never a wrong frame, costs at most a group") {
    const bool finish = GENERATE(true, false);
    const SmallMatch match = make_small_match(finish);
    const int all = static_cast<int>(match.frames.size());
    const int group = largest_group(*open_bytes(match.file));
    Generator pick(11);
    const int trials = full_run() ? 10000 : 1500;
    for (int i = 0; i < trials; ++i) {
        const std::size_t at = pick.below(match.file.size());
        const auto bit = static_cast<Byte>(1U << pick.below(8));
        INFO("bit " << int{bit} << " of byte " << at << " of " << match.file.size());
        Bytes changed = match.file;
        changed[at] ^= bit;
        const auto opened = ReelReader::open(memory_source(changed));
        REQUIRE(opened.ok());
        const ReelReader& reader = **opened;
        const int right = count_right_frames(reader, match.frames);
        REQUIRE(right >= all - group);
        REQUIRE(reader.check_records(ignore_problems).ok());
        REQUIRE_FALSE(reader.damage().empty());
        REQUIRE(reader.schema().size() >= 4);
    }
}

TEST_CASE("a page of zeros costs at most the groups it touches") {
    const SmallMatch match = make_small_match(true);
    const auto whole = open_bytes(match.file);
    constexpr std::size_t kPage = 512;
    const std::size_t footer = offset_of_footer(match.file);
    for (std::size_t at = 0; at + kPage <= match.file.size(); at += full_run() ? 1 : 37) {
        INFO("zeros at " << at);
        Bytes changed = match.file;
        std::fill_n(changed.begin() + static_cast<std::ptrdiff_t>(at), kPage, Byte{0});
        const auto opened = ReelReader::open(memory_source(changed));
        REQUIRE(opened.ok());
        // Chunks before the damage are complete.
        const int right = count_right_frames(**opened, match.frames);
        REQUIRE(right >= frames_within(*whole, at));
        REQUIRE((*opened)->check_records(ignore_problems).ok());
        REQUIRE_FALSE((*opened)->damage().empty());
        REQUIRE(count_beside_unreadable(**opened) == right);
        // The footer knows what was there, also where a checkpoint that it needs is gone.
        if (at + kPage > footer) continue;
        REQUIRE(frames_in(unreadable_ticks(**opened), match.frames) ==
                static_cast<int>(match.frames.size()) - right);
        CHECK((missing_summary(**opened, (*opened)->everything()).starts_with("ticks ")) ==
              (right != static_cast<int>(match.frames.size())));
    }
}

TEST_CASE("bytes taken out of the middle or put into it are skipped over") {
    const SmallMatch match = make_small_match(GENERATE(true, false));
    const auto whole = open_bytes(match.file);
    const int groups_lost = 2 * largest_group(*whole);
    Generator pick(5);
    for (int i = 0; i < 200; ++i) {
        const auto at = static_cast<std::ptrdiff_t>(64 + pick.below(match.file.size() - 164));
        Bytes changed = match.file;
        if (pick.chance(50))
            changed.erase(changed.begin() + at,
                          changed.begin() + at + 1 + static_cast<std::ptrdiff_t>(pick.below(90)));
        else
            changed.insert(changed.begin() + at, 1 + pick.below(90),
                           static_cast<Byte>(pick.below(256)));
        INFO("at " << at << ", now " << changed.size() << " bytes");
        const auto opened = ReelReader::open(memory_source(changed));
        REQUIRE(opened.ok());
        const int right = count_right_frames(**opened, match.frames);
        REQUIRE(right >= static_cast<int>(match.frames.size()) - groups_lost);
        REQUIRE_FALSE((*opened)->damage().empty());
        REQUIRE(lost_without_a_word(**opened, match.frames) == 0);
    }
}

TEST_CASE("a damaged chunk is an error when asked for, and its neighbours are not") {
    const SmallMatch match = make_small_match(true);
    const auto whole = open_bytes(match.file);
    // A chunk that starts a group and is followed by another.
    const std::span<const ChunkInfo> chunks = whole->chunks();
    std::size_t bad = 3;
    while (!chunks[bad].starts_group || chunks[bad + 1].starts_group) ++bad;
    Bytes changed = match.file;
    changed[chunks[bad].offset + 80] ^= 1;
    const auto reader = open_bytes(changed);
    REQUIRE(reader->damage().empty());  // not detected yet
    const Result<Frame> frame = reader->at({chunks[bad].segment, chunks[bad].first_tick});
    REQUIRE_FALSE(frame.ok());
    CHECK_THAT(frame.error().message, tickreel_test::contains("checksum"));
    CHECK_THAT(frame.error().message,
               tickreel_test::contains(std::to_string(chunks[bad].first_tick)));
    CHECK_FALSE(reader->at({chunks[bad + 1].segment, chunks[bad + 1].first_tick}).ok());
    REQUIRE(reader->damage().size() == 1);
    REQUIRE(reader->damage()[0].ticks.has_value());
    CHECK(reader->damage()[0].ticks->from == chunks[bad].first_tick);
    CHECK(reader->at({chunks[bad - 1].segment, chunks[bad - 1].last_tick}).ok());
    // Steps skip it.
    std::size_t after = bad + 1;
    while (!chunks[after].starts_group) ++after;
    const auto next = reader->next({chunks[bad - 1].segment, chunks[bad - 1].last_tick});
    REQUIRE(next.ok());
    REQUIRE(next->has_value());
    CHECK((**next).tick == chunks[after].first_tick);
    const auto previous = reader->previous({chunks[after].segment, chunks[after].first_tick});
    REQUIRE(previous.ok());
    CHECK((**previous).tick == chunks[bad - 1].last_tick);
}

TEST_CASE("bytes that are there twice cost at most a group, and what is read is not unreadable") {
    const SmallMatch match = make_small_match(GENERATE(true, false));
    const int all = static_cast<int>(match.frames.size());
    const auto whole = open_bytes(match.file);
    const int group = largest_group(*whole);
    Generator pick(17);
    const auto chunks = whole->chunks();
    for (int i = 0; i < (full_run() ? 3000 : 60); ++i) {
        std::size_t from = 64 + pick.below(match.file.size() - 64);
        std::size_t to = 64 + pick.below(match.file.size() - 64);
        const bool records = pick.chance(40);  // whole ones, from the start of a chunk on
        if (records) {
            from = chunks[pick.below(chunks.size())].offset;
            const ChunkInfo& last = chunks[pick.below(chunks.size())];
            to = last.offset + last.stored_bytes;
        }
        if (from >= to) continue;
        INFO("bytes " << from << ".." << to << " of " << match.file.size() << " twice");
        Bytes changed(match.file.begin(), match.file.begin() + static_cast<std::ptrdiff_t>(to));
        changed.insert(changed.end(), match.file.begin() + static_cast<std::ptrdiff_t>(from),
                       match.file.end());
        const auto opened = ReelReader::open(memory_source(changed));
        REQUIRE(opened.ok());
        REQUIRE((*opened)->check_records(ignore_problems).ok());
        const int right = count_right_frames(**opened, match.frames);
        REQUIRE(right >= (records ? all : all - group));
        REQUIRE(count_beside_unreadable(**opened) == right);
        REQUIRE_FALSE((*opened)->damage().empty());
        if (records) CHECK(unreadable_ticks(**opened).empty());
    }
}

TEST_CASE("a copy of later records before their place: what is not read is called unreadable") {
    const SmallMatch match = make_small_match(false);
    const auto whole = open_bytes(match.file);
    const auto chunks = whole->chunks();
    for (std::size_t at = 0; at + 1 < chunks.size(); at += 2)
        for (std::size_t from = at + 1; from < chunks.size(); from += 3) {
            const auto place = static_cast<std::ptrdiff_t>(chunks[at].offset);
            const auto first = static_cast<std::ptrdiff_t>(chunks[from].offset);
            const std::size_t last = std::min(from + 2, chunks.size() - 1);
            const auto end =
                static_cast<std::ptrdiff_t>(chunks[last].offset + chunks[last].stored_bytes);
            INFO("chunks " << from << ".." << last << " before chunk " << at);
            Bytes changed(match.file.begin(), match.file.begin() + place);
            changed.insert(changed.end(), match.file.begin() + first, match.file.begin() + end);
            changed.insert(changed.end(), match.file.begin() + place, match.file.end());
            const auto reader = open_bytes(changed);
            REQUIRE(reader->check_records(ignore_problems).ok());
            const int right = count_right_frames(*reader, match.frames);
            REQUIRE(right >= frames_within(*whole, chunks[at].offset));
            REQUIRE(count_beside_unreadable(*reader) == right);
            REQUIRE(frames_in(unreadable_ticks(*reader), match.frames) ==
                    static_cast<int>(match.frames.size()) - right);
        }
}
