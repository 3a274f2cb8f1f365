#pragma once
// Random snapshots for property tests: mixed row lengths, 64-bit ids, small and extreme words.

#include <limits>
#include <random>

#include "format/model/snapshot.h"

namespace tickreel_test {

using Random = std::mt19937_64;

inline std::uint64_t below(Random& random, std::uint64_t limit) {
    return random() % limit;
}

inline tickreel::Word random_word(Random& random) {
    switch (below(random, 6)) {
        case 0:
            return std::numeric_limits<tickreel::Word>::min();
        case 1:
            return std::numeric_limits<tickreel::Word>::max();
        case 2:
            return static_cast<tickreel::Word>(random());
        default:
            return static_cast<tickreel::Word>(below(random, 200)) - 100;
    }
}

inline tickreel::ItemKey random_key(Random& random) {
    const auto type = static_cast<tickreel::TypeId>(below(random, 8));
    const std::uint64_t entity = below(random, 10) == 0 ? random() : below(random, 40);
    return {type, entity};
}

inline std::vector<tickreel::Word> random_row(Random& random) {
    std::vector<tickreel::Word> row(below(random, 20) == 0 ? below(random, 300)
                                                           : below(random, 12));
    for (tickreel::Word& word : row) word = random_word(random);
    return row;
}

inline tickreel::Snapshot random_snapshot(Random& random, std::size_t most_items = 60) {
    tickreel::SnapshotBuilder builder;
    for (std::size_t i = below(random, most_items + 1); i > 0; --i)
        builder.set(random_key(random), random_row(random));
    return builder.build();
}

// What a game does between two ticks: most items stay or move a little, some come, go or change
// size.
inline tickreel::Snapshot evolve(Random& random, const tickreel::Snapshot& from) {
    tickreel::SnapshotBuilder builder(from);
    for (const tickreel::Item item : from) {
        const std::uint64_t what = below(random, 20);
        if (what == 0) builder.erase(item.key);
        if (what == 1) builder.set(item.key, random_row(random));
        if (what < 2 || what > 10) continue;
        std::vector<tickreel::Word> row(item.row.begin(), item.row.end());
        for (tickreel::Word& word : row)
            if (below(random, 3) == 0)
                word = static_cast<tickreel::Word>(static_cast<std::uint32_t>(word) +
                                                   static_cast<std::uint32_t>(below(random, 9)));
        builder.set(item.key, row);
    }
    for (std::size_t i = below(random, 4); i > 0; --i)
        builder.set(random_key(random), random_row(random));
    return builder.build();
}

}  // namespace tickreel_test
