#pragma once
// Of `tickreel` and of the player's own verbs.

namespace tickreel {

inline constexpr int kDataLost = 3;  // finished, but something is lost or damaged

}  // namespace tickreel
