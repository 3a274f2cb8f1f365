// Steps from frame to frame: in both directions, each byte read once, several threads, with damage.
#include <algorithm>
#include <array>
#include <limits>
#include <optional>
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

constexpr Moment kBeforeAll{0, std::numeric_limits<Tick>::min()};
constexpr Moment kAfterAll{std::numeric_limits<std::uint32_t>::max(), 0};

Result<std::optional<Frame>> step(const ReelReader& reader, Moment from, bool forward) {
    return forward ? reader.next(from) : reader.previous(from);
}

// Steps from one end to the other; returns the number of correct frames, or -1 if one was wrong.
int walk(const ReelReader& reader, const std::vector<Frame>& frames, bool forward) {
    int count = 0;
    for (Moment at = forward ? kBeforeAll : kAfterAll;; ++count) {
        const auto found = step(reader, at, forward);
        if (!found) return -1;
        if (!*found) return count;
        const Frame* wanted = find_frame(frames, (*found)->moment());
        const bool in_order = forward ? at < (*found)->moment() : (*found)->moment() < at;
        if (wanted == nullptr || !same_frame(**found, *wanted) || !in_order) return -1;
        at = (*found)->moment();
    }
}

// Random steps within the recording.
bool wander(const ReelReader& reader, const std::vector<Frame>& frames, std::uint64_t seed) {
    Generator pick(seed);
    for (int i = 0; i < 60; ++i) {
        std::size_t at = pick.below(frames.size());
        const auto found = reader.at(frames[at].moment());
        if (!found || !same_frame(*found, frames[at])) return false;
        const bool forward = pick.chance(50);
        for (int n = 0; n < 12; ++n) {
            const bool end = forward ? at + 1 == frames.size() : at == 0;
            const auto moved = step(reader, frames[at].moment(), forward);
            if (!moved || moved->has_value() == end) return false;
            if (end) break;
            at = forward ? at + 1 : at - 1;
            if (!same_frame(**moved, frames[at])) return false;
        }
    }
    return true;
}

}  // namespace

TEST_CASE("steps reach all frames forwards and backwards, reading each byte once") {
    const SmallMatch match = make_small_match(true);
    for (const bool forward : {true, false}) {
        auto counts = std::make_shared<ReadCounts>(match.file.size());
        auto reader = ReelReader::open(std::make_unique<CountingSource>(match.file, counts));
        REQUIRE(reader.ok());
        counts->forget();
        REQUIRE(walk(**reader, match.frames, forward) == static_cast<int>(match.frames.size()));
        CHECK(counts->most() == 1);
    }
}

TEST_CASE("a tiny cache costs time, never frames") {
    const SmallMatch match = make_small_match(true);
    const auto reader = ReelReader::open(memory_source(match.file), ReadOptions{0});
    REQUIRE(reader.ok());
    CHECK(walk(**reader, match.frames, true) == static_cast<int>(match.frames.size()));
    CHECK(walk(**reader, match.frames, false) == static_cast<int>(match.frames.size()));
    CHECK(wander(**reader, match.frames, 5));
}

TEST_CASE("several threads share one reader") {
    const SmallMatch match = make_small_match(true);
    const auto reader = open_bytes(match.file);
    std::array<bool, 4> right{};
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < right.size(); ++i)
        threads.emplace_back([&, i] { right[i] = wander(*reader, match.frames, 100 + i); });
    for (std::thread& thread : threads) thread.join();
    CHECK(right == std::array<bool, 4>{true, true, true, true});
}

TEST_CASE("steps pass over a damaged group, and who asks for it is told") {
    SmallMatch match = make_small_match(true);
    const auto whole = open_bytes(match.file);
    std::size_t bad = 1;
    while (!whole->chunks()[bad].starts_group) ++bad;
    const Moment lost{whole->chunks()[bad].segment, whole->chunks()[bad].first_tick};
    match.file[whole->chunks()[bad].offset + 60] ^= 1;
    const auto reader = open_bytes(match.file);
    const auto asked = reader->at(lost);
    REQUIRE_FALSE(asked.ok());
    CHECK_THAT(asked.error().message, tickreel_test::contains("checksum"));
    const int forward = walk(*reader, match.frames, true);
    CHECK(forward > 100);
    CHECK(forward < static_cast<int>(match.frames.size()));
    CHECK(walk(*reader, match.frames, false) == forward);
    CHECK(reader->damage().size() == 1);
}
