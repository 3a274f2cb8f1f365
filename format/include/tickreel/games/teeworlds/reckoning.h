#pragma once
// Dead reckoning: a server sends a character as of the item's own tick, and every client
// extrapolates it to the snapshot's tick, with walls but no other players and always with the
// standard tuning (CCharacter::TickDefered, CGameClient::EvolveCharacter: a separate world). The
// server's tuning plays no part, whatever Sv_TuneParams says: on a live 0.7.5 server with another
// gravity, speed and friction, all refreshes by age equal the core stepped with the standard
// values (tests/bench/README.md).
// A server sends a new core as soon as its own extrapolation differs, and after 3 s in any
// case.

#include <cstdint>

#include "tickreel/games/teeworlds/character_core.h"
#include "tickreel/model/item.h"

namespace tickreel::teeworlds {

// Maximum age of a core in ticks; clients evolve no older one.
inline constexpr Tick kOldestCore = 3 * kTickRate;

class Reckoning {
public:
    // The tiles must outlive it.
    explicit Reckoning(const TileMap& tiles, LineRule line) : tiles_(tiles), line_(line) {}

    void step(CharacterCore& core) const;
    CharacterCore evolved(CharacterCore core, Tick ticks) const;

private:
    const TileMap& tiles_;
    LineRule line_;
};

}  // namespace tickreel::teeworlds
