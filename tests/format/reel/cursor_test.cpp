// Cursors: every frame in both directions, each byte read once, several concurrently, with damage.
#include "format/reel/cursor.h"

#include <algorithm>
#include <thread>

#include "tests/catch.h"
#include "tests/format/generate.h"
#include "tests/format/reel/small_match.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

// Counts how often each byte of a file is read. A group is read at once, including records between
// its chunks: the sum may exceed the chunks, but no byte is read twice.
struct ReadCounts {
    explicit ReadCounts(std::size_t bytes) : of_byte(bytes) {}
    void forget() { std::fill(of_byte.begin(), of_byte.end(), 0); }
    int most() const { return *std::max_element(of_byte.begin(), of_byte.end()); }
    std::vector<int> of_byte;
};

class CountingSource final : public ByteSource {
public:
    CountingSource(Bytes bytes, std::shared_ptr<ReadCounts> counts)
        : bytes_(memory_source(std::move(bytes))), counts_(std::move(counts)) {}
    Result<std::uint64_t> size() const override { return bytes_->size(); }
    Result<Bytes> read(std::uint64_t offset, std::size_t length) const override {
        Result<Bytes> bytes = bytes_->read(offset, length);
        if (!bytes) return bytes;
        const auto from = counts_->of_byte.begin() + static_cast<std::ptrdiff_t>(offset);
        std::for_each(from, from + static_cast<std::ptrdiff_t>(bytes->size()),
                      [](int& count) { ++count; });
        return bytes;
    }

private:
    std::unique_ptr<ByteSource> bytes_;
    std::shared_ptr<ReadCounts> counts_;
};

// Steps to the end; returns the number of correct frames, or -1 if one was wrong.
int walk(ReelCursor& cursor, const std::vector<Frame>& frames, bool forward) {
    int count = 0;
    std::optional<Moment> last;
    while (true) {
        const auto step = forward ? cursor.next() : cursor.previous();
        if (!step) return -1;
        if (*step == nullptr) return count;
        const Frame* wanted = find_frame(frames, (*step)->moment());
        const bool in_order =
            !last || (forward ? *last < (*step)->moment() : (*step)->moment() < *last);
        if (wanted == nullptr || !same_frame(**step, *wanted) || !in_order) return -1;
        last = (*step)->moment();
        ++count;
    }
}

// Random steps within the recording.
bool wander(const ReelReader& reader, const std::vector<Frame>& frames, std::uint64_t seed) {
    Generator pick(seed);
    ReelCursor cursor(reader);
    for (int i = 0; i < 60; ++i) {
        std::size_t at = pick.below(frames.size());
        const auto found = cursor.seek(frames[at].moment());
        if (!found || !same_frame(**found, frames[at])) return false;
        const bool forward = pick.chance(50);
        for (int step = 0; step < 12; ++step) {
            const bool end = forward ? at + 1 == frames.size() : at == 0;
            const auto moved = forward ? cursor.next() : cursor.previous();
            if (!moved || (*moved == nullptr) != end) return false;
            if (end) break;
            at = forward ? at + 1 : at - 1;
            if (!same_frame(**moved, frames[at]) || *moved != cursor.frame()) return false;
        }
    }
    return true;
}

}  // namespace

TEST_CASE("a cursor walks all frames forwards and backwards, reading each byte once") {
    const SmallMatch match = make_small_match(true);
    for (const bool forward : {true, false}) {
        auto counts = std::make_shared<ReadCounts>(match.file.size());
        auto reader = ReelReader::open(std::make_unique<CountingSource>(match.file, counts));
        REQUIRE(reader.ok());
        counts->forget();
        ReelCursor cursor(**reader);
        CHECK(cursor.frame() == nullptr);
        REQUIRE(walk(cursor, match.frames, forward) == static_cast<int>(match.frames.size()));
        CHECK(counts->most() == 1);
        // It stays at the end, and the way back needs no further reads.
        REQUIRE(cursor.frame() != nullptr);
        CHECK(same_frame(*cursor.frame(), forward ? match.frames.back() : match.frames.front()));
        REQUIRE(walk(cursor, match.frames, !forward) == static_cast<int>(match.frames.size()) - 1);
        CHECK(counts->most() == 1);
    }
}

TEST_CASE("a cursor finds the frame at or before a moment") {
    const SmallMatch match = make_small_match(true);
    const auto reader = open_bytes(match.file);
    ReelCursor cursor(*reader);
    for (const Frame& frame : match.frames) {
        const auto exact = cursor.seek(frame.moment());
        REQUIRE(exact.ok());
        REQUIRE(same_frame(**exact, frame));
    }
    const auto before_all = cursor.seek({0, -1000});
    REQUIRE(before_all.ok());
    CHECK((*before_all)->moment() == match.frames.front().moment());
    const auto after_all = cursor.seek({99, 0});
    REQUIRE(after_all.ok());
    CHECK((*after_all)->moment() == match.frames.back().moment());
}

TEST_CASE("a tiny cache costs time, never frames") {
    const SmallMatch match = make_small_match(true);
    const auto reader = ReelReader::open(memory_source(match.file), ReadOptions{0});
    REQUIRE(reader.ok());
    ReelCursor forward(**reader);
    CHECK(walk(forward, match.frames, true) == static_cast<int>(match.frames.size()));
    ReelCursor backward(**reader);
    CHECK(walk(backward, match.frames, false) == static_cast<int>(match.frames.size()));
    CHECK(wander(**reader, match.frames, 5));
}

TEST_CASE("cursors of several threads share one reader") {
    const SmallMatch match = make_small_match(true);
    const auto reader = open_bytes(match.file);
    std::array<bool, 4> right{};
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < right.size(); ++i)
        threads.emplace_back([&, i] { right[i] = wander(*reader, match.frames, 100 + i); });
    for (std::thread& thread : threads) thread.join();
    CHECK(right == std::array<bool, 4>{true, true, true, true});
}

TEST_CASE("a cursor steps over a damaged group and says so when asked for it") {
    SmallMatch match = make_small_match(true);
    const auto whole = open_bytes(match.file);
    std::size_t bad = 1;
    while (!whole->chunks()[bad].starts_group) ++bad;
    const Moment lost{whole->chunks()[bad].segment, whole->chunks()[bad].first_tick};
    match.file[whole->chunks()[bad].offset + 60] ^= 1;
    const auto reader = open_bytes(match.file);
    ReelCursor cursor(*reader);
    const auto asked = cursor.seek(lost);
    REQUIRE_FALSE(asked.ok());
    CHECK_THAT(asked.error().message, tickreel_test::contains("checksum"));
    CHECK(cursor.frame() == nullptr);
    const int forward = walk(cursor, match.frames, true);
    ReelCursor back(*reader);
    CHECK(forward > 100);
    CHECK(forward < static_cast<int>(match.frames.size()));
    CHECK(walk(back, match.frames, false) == forward);
    CHECK(reader->damage().size() == 1);
}

TEST_CASE("a cursor on an empty recording stays nowhere") {
    const SmallMatch match = make_small_match(false);
    const Bytes head(match.file.begin(), match.file.begin() + 64);
    const auto empty = open_bytes(head);
    ReelCursor cursor(*empty);
    REQUIRE(cursor.next().ok());
    CHECK(*cursor.next() == nullptr);
    CHECK(*cursor.previous() == nullptr);
    CHECK_FALSE(cursor.seek({0, 0}).ok());
}
