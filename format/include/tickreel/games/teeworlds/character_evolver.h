#pragma once
// Dead reckoning as an evolver: Character rows at the tick of their snapshot.

#include <array>

#include "tickreel/games/teeworlds/reckoning.h"
#include "tickreel/games/teeworlds/tile_map.h"
#include "tickreel/model/evolver.h"

namespace tickreel::teeworlds {

inline constexpr std::array<std::string_view, 4> kEvolvedFields{"x", "y", "vel_x", "vel_y"};

// Refers to the schema. An error when it has no Character with the fields of the core.
Result<std::unique_ptr<Evolver>> make_character_evolver(const Schema& schema, TileMap tiles);
Result<std::unique_ptr<Evolver>> read_character_evolver(const Schema& schema, ByteView map);
// As the server of such a recording traces lines: 0.7 and DDNet, whatever that speaks, as 0.7 does.
LineRule line_rule_of(const Schema& schema);

inline constexpr EvolverMaker kCharacterEvolver{"teeworlds", "Character", kEvolvedFields,
                                                read_character_evolver};

}  // namespace tickreel::teeworlds
