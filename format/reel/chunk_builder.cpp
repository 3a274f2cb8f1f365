#include "format/reel/chunk_builder.h"

#include <algorithm>

#include "tickreel/reel/codec.h"
#include "tickreel/reel/layout.h"

namespace tickreel {

namespace {

std::uint64_t different_words(Row a, Row b) {
    if (a.size() != b.size()) return b.size();
    std::uint64_t count = 0;
    for (std::size_t i = 0; i < a.size(); ++i) count += a[i] != b[i] ? 1 : 0;
    return count;
}

// Estimates how many words the delta has; a new or removed item counts as several.
std::uint64_t changed_words(const Snapshot& from, const Snapshot& to) {
    constexpr std::uint64_t kKeyWords = 4;
    if (from.same_storage(to)) return 0;
    std::uint64_t count = 0;
    std::size_t i = 0;
    for (const Item item : to) {
        for (; i < from.size() && from[i].key < item.key; ++i) count += kKeyWords;
        if (i < from.size() && from[i].key == item.key)
            count += different_words(from[i++].row, item.row);
        else
            count += kKeyWords + item.row.size();
    }
    return count + kKeyWords * (from.size() - i);
}

}  // namespace

double seconds_between(const Frame& from, const Frame& to, double ticks_per_second) {
    const auto ticks = static_cast<std::uint64_t>(to.tick) - static_cast<std::uint64_t>(from.tick);
    const double by_tick = ticks_per_second > 0 ? static_cast<double>(ticks) / ticks_per_second : 0;
    const double by_clock =
        (static_cast<double>(to.time.count()) - static_cast<double>(from.time.count())) * 1e-9;
    return std::max(by_tick, by_clock);
}

bool ChunkBuilder::ends_before(const Frame& frame) const {
    if (frames_.empty()) return false;
    const Frame& first = frames_.front();
    const auto span =
        static_cast<std::uint64_t>(frame.tick) - static_cast<std::uint64_t>(first.tick);
    return frame.segment != first.segment || span > 0xffffffff ||
           seconds_between(first, frame, ticks_per_second_) >= seconds_;
}

void ChunkBuilder::add(Frame frame) {
    const std::uint64_t changed = changed_words(last_, frame.snapshot);
    if (changed == 0 && last_.size() == frame.snapshot.size() && !frames_.empty() &&
        frame.snapshot == last_)
        frame.snapshot = last_;  // shares the storage
    else
        raw_words_ += snapshot_words(frame.snapshot);
    stored_bytes_ += changed;
    for (const Event& event : frame.events) {
        raw_words_ += event_words(event);
        stored_bytes_ += event.row.size();
    }
    last_ = frame.snapshot;
    if (!frames_.empty()) {
        const Tick step = frame.tick - frames_.back().tick;
        if (step_ == 0 || step < step_) step_ = step;
    }
    frames_.push_back(std::move(frame));
}

bool ChunkBuilder::full() const {
    const bool is_long = seconds_ > layout::kLongChunk;
    const std::size_t raw = is_long ? layout::kLongChunkRaw : layout::kChunkRaw;
    const std::size_t stored =
        is_long ? layout::kLongChunkStoredEstimate : layout::kChunkStoredEstimate;
    return raw_words_ * sizeof(Word) >= raw || stored_bytes_ >= stored ||
           frames_.size() >= layout::kChunkFrames;
}

bool ChunkBuilder::over() const {
    if (frames_.size() < 2 || ticks_per_second_ <= 0) return false;
    const Tick next = frames_.back().tick - frames_.front().tick + step_;
    return static_cast<double>(next) / ticks_per_second_ >= seconds_;
}

void ChunkBuilder::clear() {
    frames_.clear();
    raw_words_ = 0;
    stored_bytes_ = 0;
}

}  // namespace tickreel
