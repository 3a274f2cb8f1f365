#include "format/reel/codecs/columns_room.h"

#include <algorithm>

namespace tickreel::columns {

namespace {

struct Size {
    std::size_t items = 0;
    std::size_t words = 0;
};

// Rows with the known one: what LifetimeRows holds for a lifetime.
std::size_t row_count(const Lifetime& life) {
    return std::size_t{life.end - life.start} + (life.inherited ? 1 : 0);
}

// The row, the one before it, and the one before that.
constexpr std::uint32_t kTurns = 3;

std::size_t passing_words(const Lifetime& life) {
    return std::size_t{std::min(kTurns, life.end - life.start)} * life.length;
}

}  // namespace

Room::Room(const std::vector<Lifetime>& lives, const Snapshot& base, std::size_t steps,
           bool end_only) {
    base_.reserve(base.word_count());
    for (const Item item : base) base_.insert(base_.end(), item.row.begin(), item.row.end());
    std::size_t rows = 0;
    for (const Lifetime& life : lives) rows += row_count(life);
    rows_.rows.reserve(rows);
    rows_.at.reserve(lives.size() + 1);
    if (steps > 0 && end_only)
        place_end(lives, steps);
    else
        place_steps(lives, steps);
    rows_.at.push_back(rows_.rows.size());
}

Word* Room::inherited_row(const Lifetime& life) {
    Word* const row = base_.data() + base_used_;
    base_used_ += life.length;
    return row;
}

void Room::place_steps(const std::vector<Lifetime>& lives, std::size_t steps) {
    std::vector<Size> sizes(steps);
    for (const Lifetime& life : lives)
        for (std::uint32_t step = life.start; step < life.end; ++step) {
            ++sizes[step].items;
            sizes[step].words += life.length;
        }
    snapshots_.reserve(steps);
    for (const Size size : sizes) snapshots_.emplace_back(size.items, size.words);
    for (const Lifetime& life : lives) {
        rows_.at.push_back(rows_.rows.size());
        if (life.inherited) rows_.rows.push_back(inherited_row(life));
        for (std::uint32_t step = life.start; step < life.end; ++step)
            rows_.rows.push_back(snapshots_[step].add(life.key, life.length));
    }
}

void Room::place_end(const std::vector<Lifetime>& lives, std::size_t steps) {
    Size last;
    std::size_t passing = 0;
    for (const Lifetime& life : lives) {
        passing += passing_words(life);
        if (life.end != steps) continue;
        ++last.items;
        last.words += life.length;
    }
    passing_.resize(passing);
    snapshots_.emplace_back(last.items, last.words);
    Word* turns = passing_.data();
    for (const Lifetime& life : lives) {
        rows_.at.push_back(rows_.rows.size());
        if (life.inherited) rows_.rows.push_back(inherited_row(life));
        for (std::uint32_t step = life.start; step < life.end; ++step)
            rows_.rows.push_back(step + 1 == steps
                                     ? snapshots_.front().add(life.key, life.length)
                                     : turns +
                                           std::size_t{(step - life.start) % kTurns} * life.length);
        turns += passing_words(life);
    }
}

std::vector<Snapshot> Room::build() {
    std::vector<Snapshot> built;
    built.reserve(snapshots_.size());
    for (SnapshotFiller& snapshot : snapshots_) built.push_back(snapshot.build());
    return built;
}

}  // namespace tickreel::columns
