#pragma once
// Random snapshots for property tests: fixed and free sizes, extreme values, and successors that
// remove, keep, change and add items.

#include <algorithm>
#include <random>

#include "recorder/games/teeworlds/wire/item_sizes.h"
#include "recorder/games/teeworlds/wire/wire_snapshot.h"

namespace tickreel_test {

using tickreel::teeworlds::Protocol;
using tickreel::teeworlds::SnapBuilder;
using tickreel::teeworlds::WireSnapshot;

inline std::int32_t random_int(std::mt19937_64& random) {
    const auto wide = static_cast<std::int32_t>(static_cast<std::uint32_t>(random()));
    switch (random() % 6) {
        case 0:
            return 0;
        case 1:
            return static_cast<std::int32_t>(0x7fffffff - random() % 3);
        case 2:
            return -0x7fffffff - 1 + static_cast<std::int32_t>(random() % 3);
        default:
            return wide >> (random() % 32);
    }
}

inline void add_random_item(SnapBuilder& builder, Protocol protocol, std::mt19937_64& random) {
    int type = static_cast<int>(random() % 32);
    if (random() % 5 == 0) type = 0x7fff - static_cast<int>(random() % 8);
    const int id = static_cast<int>(random() % (random() % 4 == 0 ? 65536 : 16));
    const auto fixed = tickreel::teeworlds::static_item_size(protocol, type);
    const auto ints = builder.new_item(type, id, fixed.value_or(random() % 12));
    if (!ints) return;
    for (std::int32_t& value : *ints) value = random_int(random);
}

inline WireSnapshot random_snapshot(Protocol protocol, std::size_t items, std::mt19937_64& random) {
    SnapBuilder builder;
    builder.begin();
    for (std::size_t i = 0; i < items; ++i) add_random_item(builder, protocol, random);
    return builder.end();
}

// Items keep their size, as they do in the real game.
inline WireSnapshot random_successor(const WireSnapshot& base, Protocol protocol,
                                     std::mt19937_64& random) {
    SnapBuilder builder;
    builder.begin();
    for (std::size_t i = 0; i < base.num_items(); ++i) {
        if (random() % 10 == 0) continue;
        const auto item = base.get_item(i);
        const auto ints = builder.new_item(item.type, item.id, item.ints.size());
        if (!ints) continue;
        std::copy(item.ints.begin(), item.ints.end(), ints->begin());
        if (random() % 2 == 0) continue;
        for (std::int32_t& value : *ints)
            if (random() % 3 == 0) value = random_int(random);
    }
    // A new item must not have the key of a base item with another size: removed keys of the base
    // are not reused.
    for (std::size_t added = random() % 6; added > 0; --added) {
        const int id = 20000 + static_cast<int>(random() % 40000);
        const int type = static_cast<int>(random() % 32);
        if (base.find_item(type, id)) continue;
        const auto fixed = tickreel::teeworlds::static_item_size(protocol, type);
        const auto ints = builder.new_item(type, id, fixed.value_or(random() % 12));
        if (!ints) continue;
        for (std::int32_t& value : *ints) value = random_int(random);
    }
    return builder.end();
}

}  // namespace tickreel_test
