#pragma once
// Where snapshots may be lost without anybody knowing. An index lists all chunks, so that damage
// elsewhere cost none; where none can be read, any damage may have: of the snapshots between those
// that are there before it and behind it.

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tickreel/reel/reel_reader.h"

namespace tickreel {

struct MaybeLost {
    std::optional<Moment> after{};   // the last snapshot before the damage; none: there is none
    std::optional<Moment> before{};  // the first one behind it, likewise
};

// By the given damage, as far as it is not known what that cost. Each place once.
std::vector<MaybeLost> maybe_lost(const ReelReader& reel, std::span<const Damage> damage);

// "ticks between 400 and 500, after 620"; "ticks" where there is no snapshot at all.
std::string maybe_lost_text(const ReelReader& reel, const std::vector<MaybeLost>& places);

}  // namespace tickreel
