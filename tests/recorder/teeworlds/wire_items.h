#pragma once
// Small handwritten wire snapshots.

#include <algorithm>
#include <vector>

#include "recorder/games/teeworlds/wire/uuid.h"
#include "recorder/games/teeworlds/wire/wire_snapshot.h"

namespace tickreel_test {

struct WireItem {
    int type = 0;
    int id = 0;
    std::vector<std::int32_t> ints{};
};

inline tickreel::teeworlds::WireSnapshot wire_snapshot(const std::vector<WireItem>& items) {
    tickreel::teeworlds::SnapBuilder builder;
    builder.begin();
    for (const WireItem& item : items) {
        const auto ints = builder.new_item(item.type, item.id, item.ints.size());
        if (ints) std::copy(item.ints.begin(), item.ints.end(), ints->begin());
    }
    return builder.end();
}

// The type-0 item that maps a number to a UUID in a snapshot.
inline WireItem extended_type(int number, const tickreel::teeworlds::Uuid& uuid) {
    const auto ints = tickreel::teeworlds::uuid_to_ints(uuid);
    return {0, number, {ints.begin(), ints.end()}};
}

inline WireItem character(int id, std::int32_t x, std::int32_t y) {
    std::vector<std::int32_t> ints(22);
    ints[1] = x;
    ints[2] = y;
    return {9, id, ints};
}

}  // namespace tickreel_test
