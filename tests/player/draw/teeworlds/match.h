#pragma once
// A fictional match for the tests: the item types of the game by name, as in a recording's schema,
// and a frame with a bit of everything.

#include <string>
#include <vector>

#include "tickreel/model/frame.h"
#include "tickreel/model/row.h"
#include "tickreel/model/schema.h"

namespace tickreel_test {

struct Match {
    tickreel::Schema schema{};
    tickreel::Frame frame{};

    Match();
    static Match of_07();  // players are named by De_ClientInfo and have skin parts
    // One number per field, in the order of the type; text fields are set by `player`.
    void set(const std::string& type, tickreel::EntityId entity, const std::vector<int>& numbers);
    // A standing player who aims at an angle (1/256 radian) and holds a weapon.
    void player(int id, int x, int y, const std::string& name, int angle = 0, int weapon = 1);
    // `team`: 0 to all, 1 to the team, 2 the recorded player whispers to `id`.
    void say(int id, const std::string& text, int team = 0);
    void event(const std::string& type, const std::vector<int>& numbers);
    // A type of item that not every match has.
    void add(const char* name, const std::vector<const char*>& fields);
};

// Two platforms, a wall, a pit and some freeze.
std::vector<std::string> arena_rows();
// The match in that arena: four players, hooks, shots, pickups, flags and effects at tick 1000.
Match arena_match();

}  // namespace tickreel_test
