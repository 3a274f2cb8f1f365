#pragma once
// The server's checksums in a recording: once a second an event says how many views are in a state
// that the server's checksum confirmed, and the sum of these checksums. Each is the CRC-32 of the
// view's keyframe, so a reader computes the same from the snapshot's rows.

#include <map>

#include "recorder/games/firefall/view_shapes.h"
#include "recorder/games/game.h"

namespace tickreel::firefall {

inline constexpr std::string_view kChecksumTotalEvent = "ViewChecksums";
inline constexpr Tick kTicksPerTotal = 20;

struct ViewSums {
    std::uint32_t views = 0;
    std::uint32_t sum = 0;  // modulo 2^32
    bool operator==(const ViewSums&) const = default;
};

const ItemType& checksum_total_type();
std::vector<Word> checksum_total_row(const ViewSums& sums);

// For Game::make_part_checker. nullptr if the protocol's layouts are not known.
std::unique_ptr<PartChecker> make_view_checker(const Schema& schema, std::string_view protocol);

}  // namespace tickreel::firefall
