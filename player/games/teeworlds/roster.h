#pragma once
// Player identities in 0.7 recordings: names, skin parts and colours.

#include <array>
#include <string>

#include "player/games/teeworlds/colors.h"
#include "player/games/teeworlds/items.h"

namespace tickreel::teeworlds_art {

// The six parts of a 0.7 skin, in message order.
enum class SkinPart : std::uint8_t { Body, Marking, Decoration, Hands, Feet, Eyes };
inline constexpr std::size_t kSkinParts = 6;

struct PartLook {
    std::string name{};  // of the picture; "": none, or the standard one
    bool tinted = false;
    Color color{};  // the marking's has an alpha
};

struct Identity {
    std::string name{};
    std::string clan{};
    int team = 0;
    std::array<PartLook, kSkinParts> parts{};

    const PartLook& part(SkinPart which) const { return parts[static_cast<std::size_t>(which)]; }
    // The same in a team's colours: 0 red, 1 blue, otherwise the spectators'.
    Identity in_team_colors() const;
    // The same as a ninja.
    Identity as_ninja() const;
    // The two colours for a body drawn as shapes.
    TeeColors colors() const;
};

// From a row that names a player: De_ClientInfo, or Sv_ClientInfo if the recording has no such
// items (RosterHistory).
Identity read_identity_07(const Items& items, Row row);

}  // namespace tickreel::teeworlds_art
