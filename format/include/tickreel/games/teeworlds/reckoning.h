#pragma once
// Dead reckoning: a server sends a character as of the item's own tick and every client brings it
// to the tick of the snapshot, in a world with walls and nobody else, with the game's standard
// tuning whatever the server's is (CCharacter::TickDefered, CGameClient::EvolveCharacter: a world
// made for the purpose). A server that finds its own reckoning wrong sends a new core at once, and
// one after 3 s in any case.

#include <cstdint>

#include "tickreel/games/teeworlds/character_core.h"
#include "tickreel/model/item.h"

namespace tickreel::teeworlds {

// Ticks that a core may be old; clients evolve no older one.
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
