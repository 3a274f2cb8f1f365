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
    if (empty()) return false;
    const auto span =
        static_cast<std::uint64_t>(frame.tick) - static_cast<std::uint64_t>(first_.tick);
    return frame.segment != first_.segment || span > 0xffffffff ||
           seconds_between(first_, frame, ticks_per_second_) >= seconds_;
}

void ChunkBuilder::add(const Frame& frame) {
    const std::uint64_t changed = changed_words(last_, frame.snapshot);
    const bool same = changed == 0 && last_.size() == frame.snapshot.size() && !empty() &&
                      frame.snapshot == last_;
    if (!same) raw_words_ += snapshot_words(frame.snapshot);
    stored_bytes_ += changed;
    for (const Event& event : frame.events) {
        raw_words_ += event_words(event);
        stored_bytes_ += event.row.size();
    }
    if (!same) last_ = frame.snapshot;
    if (!empty()) {
        const Tick step = frame.tick - last_tick_;
        if (step_ == 0 || step < step_) step_ = step;
    } else {
        first_.segment = frame.segment;
        first_.tick = frame.tick;
        first_.time = frame.time;
    }
    ++count_;
    last_tick_ = frame.tick;
    if (keep_ == Keep::Extent) return;
    frames_.push_back(frame);
    frames_.back().snapshot = last_;  // shares the storage with the one before, if it is the same
}

bool ChunkBuilder::full() const {
    const bool is_long = seconds_ > layout::kLongChunk;
    const std::size_t raw = is_long ? layout::kLongChunkRaw : layout::kChunkRaw;
    const std::size_t stored =
        is_long ? layout::kLongChunkStoredEstimate : layout::kChunkStoredEstimate;
    return raw_words_ * sizeof(Word) >= raw || stored_bytes_ >= stored ||
           count_ >= layout::kChunkFrames;
}

bool ChunkBuilder::over() const {
    if (count_ < 2 || ticks_per_second_ <= 0) return false;
    const Tick next = last_tick_ - first_.tick + step_;
    return static_cast<double>(next) / ticks_per_second_ >= seconds_;
}

void ChunkBuilder::clear() {
    frames_.clear();
    count_ = 0;
    raw_words_ = 0;
    stored_bytes_ = 0;
}

}  // namespace tickreel
