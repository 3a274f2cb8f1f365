#include "format/reel/codecs/columns_storage.h"

#include <algorithm>

namespace tickreel::columns {

namespace {

struct Size {
    std::size_t items = 0;
    std::size_t words = 0;
};

// Including the known row: the number of rows that LifetimeRows holds for a lifetime.
std::size_t row_count(const Lifetime& life) {
    return std::size_t{life.end - life.start} + (life.inherited ? 1 : 0);
}

Size size_of_last(const std::vector<Lifetime>& lives, std::size_t steps) {
    Size last;
    for (const Lifetime& life : lives) {
        if (life.end != steps) continue;
        ++last.items;
        last.words += life.length;
    }
    return last;
}

}  // namespace

RowStorage::RowStorage(const std::vector<Lifetime>& lives, const Snapshot& base,
                       std::size_t steps) {
    base_.reserve(base.word_count());
    for (const Item item : base) base_.insert(base_.end(), item.row.begin(), item.row.end());
    std::size_t rows = 0;
    std::vector<Size> sizes(steps);
    for (const Lifetime& life : lives) {
        rows += row_count(life);
        for (std::uint32_t step = life.start; step < life.end; ++step) {
            ++sizes[step].items;
            sizes[step].words += life.length;
        }
    }
    snapshots_.reserve(steps);
    for (const Size size : sizes) snapshots_.emplace_back(size.items, size.words);
    rows_.rows.reserve(rows);
    rows_.at.reserve(lives.size() + 1);
    Word* inherited = base_.data();
    for (const Lifetime& life : lives) {
        rows_.at.push_back(rows_.rows.size());
        if (life.inherited) {
            rows_.rows.push_back(inherited);
            inherited += life.length;
        }
        for (std::uint32_t step = life.start; step < life.end; ++step)
            rows_.rows.push_back(snapshots_[step].add(life.key, life.length));
    }
    rows_.at.push_back(rows_.rows.size());
}

std::vector<Snapshot> RowStorage::build() {
    std::vector<Snapshot> built;
    built.reserve(snapshots_.size());
    for (SnapshotFiller& snapshot : snapshots_) built.push_back(snapshot.build());
    return built;
}

LastRowStorage::LastRowStorage(const std::vector<Lifetime>& lives, const Snapshot& base,
                               std::size_t steps)
    : last_(size_of_last(lives, steps).items, size_of_last(lives, steps).words) {
    std::uint32_t longest = 0;
    for (const Lifetime& life : lives)
        if (life.end != steps) longest = std::max(longest, life.length);
    spare_.resize(longest);
    rows_.reserve(lives.size());
    std::size_t item = 0;  // index in the base
    for (const Lifetime& life : lives) {
        const bool kept = life.end == steps;
        rows_.push_back(kept ? last_.add(life.key, life.length) : spare_.data());
        if (!life.inherited) continue;
        const Row row = base[item++].row;
        if (kept) std::copy(row.begin(), row.end(), rows_.back());
    }
}

}  // namespace tickreel::columns
