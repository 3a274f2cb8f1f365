#include "format/reel/view_rows.h"

namespace tickreel {

namespace {

constexpr std::uint32_t kHasViewBase = 4;  // it has a base
constexpr std::uint32_t kViewBySum =
    8;  // the computed checksum is stored minus the sum of the words
constexpr std::uint32_t kViewMicroseconds = 16;  // its time is in these
constexpr std::uint32_t kViewFollows = 32;   // time and size are differences from the view before
constexpr std::uint32_t kViewStatus = 3;     // WireChecksum
constexpr std::int64_t kMicrosecond = 1000;  // ns

// Words of a row by what they mean.
constexpr std::size_t kAtTick = 0;
constexpr std::size_t kAtBits = 1;
constexpr std::size_t kAtTime = 2;  // two words
constexpr std::size_t kAtComputed = 4;
constexpr std::size_t kAtExpected = 5;
constexpr std::size_t kAtBase = 6;  // two words
constexpr std::size_t kAtSize = 8;
constexpr std::size_t kAtParts = 9;

Word low_word(std::uint64_t value) {
    return static_cast<Word>(static_cast<std::uint32_t>(value));
}

void put_wide(std::vector<Word>& row, std::size_t at, std::uint64_t value) {
    row[at] = low_word(value);
    row[at + 1] = low_word(value >> 32);
}

std::uint64_t get_wide(Row row, std::size_t at) {
    return static_cast<std::uint32_t>(row[at]) |
           std::uint64_t{static_cast<std::uint32_t>(row[at + 1])} << 32;
}

std::uint64_t wrapped_difference(std::int64_t a, std::int64_t b) {
    return static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b);
}

}  // namespace

std::optional<ViewSet> read_view_set(Row row) {
    if (row.empty() || row[0] < 0 || static_cast<std::size_t>(row[0]) > row.size() - 1)
        return std::nullopt;
    const auto words = static_cast<std::size_t>(row[0]);
    return ViewSet{row.subspan(1, words), row.subspan(1 + words)};
}

ViewSetWriter::ViewSetWriter(std::size_t count) {
    const std::size_t words = (count + layout::kViewsPerWord - 1) / layout::kViewsPerWord;
    row_.resize(1 + words);
    row_[0] = static_cast<Word>(words);
}

bool covered_by_sum(const ItemType& type) {
    return type.use == TypeUse::Item && type.checksum == ChecksumScope::Snapshot && !type.derived;
}

std::vector<Word> write_view_frame(const Frame& frame, std::chrono::nanoseconds time,
                                   std::uint32_t sum, ViewBefore& before) {
    const WireInfo& wire = frame.wire;
    std::vector<Word> row(kViewFrameWords);
    auto bits = static_cast<std::uint32_t>(wire.checksum);
    if (wire.base_tick != kNoTick) bits |= kHasViewBase;
    if (wire.computed == sum) bits |= kViewBySum;
    row[kAtTick] = low_word(static_cast<std::uint64_t>(frame.tick));
    if (before.any) bits |= kViewFollows;
    auto since = static_cast<std::int64_t>(wrapped_difference(time.count(), before.time.count()));
    if (since % kMicrosecond == 0) {
        bits |= kViewMicroseconds;
        since /= kMicrosecond;
    }
    row[kAtBits] = low_word(bits);
    put_wide(row, kAtTime, static_cast<std::uint64_t>(since));
    row[kAtComputed] = low_word((bits & kViewBySum) != 0 ? 0 : wire.computed);
    row[kAtExpected] = low_word(wire.expected - wire.computed);
    if (wire.base_tick != kNoTick)
        put_wide(row, kAtBase, wrapped_difference(frame.tick, wire.base_tick));
    row[kAtSize] = low_word(wire.bytes - before.bytes);
    row[kAtParts] = low_word(wire.parts);
    before = {true, time, wire.bytes};
    return row;
}

std::chrono::nanoseconds later(std::chrono::nanoseconds time, std::chrono::nanoseconds by) {
    return std::chrono::nanoseconds(static_cast<std::int64_t>(
        static_cast<std::uint64_t>(time.count()) + static_cast<std::uint64_t>(by.count())));
}

std::chrono::nanoseconds earlier(std::chrono::nanoseconds time, std::chrono::nanoseconds by) {
    return std::chrono::nanoseconds(
        static_cast<std::int64_t>(wrapped_difference(time.count(), by.count())));
}

std::optional<Tick> view_frame_tick(Row row, Tick world_tick) {
    if (row.size() != kViewFrameWords) return std::nullopt;
    const auto now = static_cast<std::uint32_t>(static_cast<std::uint64_t>(world_tick));
    return world_tick - Tick{now - static_cast<std::uint32_t>(row[kAtTick])};
}

void pass_view_frame(Row row, ViewBefore& before) {
    const auto bits = static_cast<std::uint32_t>(row[kAtBits]);
    if ((bits & kViewFollows) == 0) before = {};
    const std::uint64_t unit = (bits & kViewMicroseconds) != 0 ? kMicrosecond : 1;
    const auto since =
        std::chrono::nanoseconds(static_cast<std::int64_t>(get_wide(row, kAtTime) * unit));
    before = {true, later(before.time, since),
              before.bytes + static_cast<std::uint32_t>(row[kAtSize])};
}

void read_view_frame(Row row, std::chrono::nanoseconds world_time, std::uint32_t sum,
                     ViewBefore before, Frame& into) {
    pass_view_frame(row, before);
    const auto bits = static_cast<std::uint32_t>(row[kAtBits]);
    into.time = later(world_time, before.time);
    WireInfo& wire = into.wire;
    wire.checksum = (bits & kViewStatus) <= static_cast<std::uint32_t>(WireChecksum::Mismatch)
                        ? static_cast<WireChecksum>(bits & kViewStatus)
                        : WireChecksum::Absent;
    wire.computed =
        static_cast<std::uint32_t>(row[kAtComputed]) + ((bits & kViewBySum) != 0 ? sum : 0);
    wire.expected = wire.computed + static_cast<std::uint32_t>(row[kAtExpected]);
    wire.base_tick = (bits & kHasViewBase) != 0
                         ? static_cast<Tick>(wrapped_difference(
                               into.tick, static_cast<std::int64_t>(get_wide(row, kAtBase))))
                         : kNoTick;
    wire.bytes = before.bytes;
    wire.parts = static_cast<std::uint16_t>(row[kAtParts]);
}

}  // namespace tickreel
