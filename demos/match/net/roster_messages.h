#pragma once
// Who plays, for a client of 0.7: its snapshots have no names, skins and teams, messages tell them.

#include <array>
#include <optional>
#include <vector>

#include "demos/match/world/state.h"
#include "recorder/games/teeworlds/wire/packer.h"

namespace tickreel::match {

void add_parts(teeworlds::Packer& out, const SkinParts& parts);
SkinParts read_parts(teeworlds::Unpacker& in);

class RosterMessages {
public:
    // What the client must be told since the last call; `own`: its player.
    std::vector<teeworlds::Packer> changes(const State& state, int own);
    void reset() { told_ = {}; }

private:
    struct Told {
        std::string name{};
        std::string clan{};
        int country = 0;
        int team = 0;
    };
    std::array<std::optional<Told>, kMaxPlayers> told_{};
};

}  // namespace tickreel::match
