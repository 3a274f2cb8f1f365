#pragma once
// Dead reckoning as an evolver: brings Character rows to the tick of their snapshot.

#include <array>

#include "tickreel/games/teeworlds/reckoning.h"
#include "tickreel/games/teeworlds/tile_map.h"
#include "tickreel/model/evolver.h"

namespace tickreel::teeworlds {

inline constexpr std::array<std::string_view, 4> kEvolvedFields{"x", "y", "vel_x", "vel_y"};

// Keeps a reference to the schema. An error if it has no Character with the fields of the core.
Result<std::unique_ptr<Evolver>> make_character_evolver(const Schema& schema, TileMap tiles);
Result<std::unique_ptr<Evolver>> read_character_evolver(const Schema& schema, ByteView map);
// How the recording's server traces lines: 0.7 and all DDNet protocols use the rule of 0.7.
LineRule line_rule_of(const Schema& schema);

inline constexpr EvolverMaker kCharacterEvolver{"teeworlds", "Character", kEvolvedFields,
                                                read_character_evolver};

}  // namespace tickreel::teeworlds
