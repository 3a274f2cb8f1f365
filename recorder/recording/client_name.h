#pragma once
// Who is recorded: the name of the client's own player, as its snapshots tell it, or else as the
// client introduced itself.

#include <string>
#include <vector>

#include "recorder/games/game.h"
#include "tickreel/model/frame.h"
#include "tickreel/model/match_start.h"

namespace tickreel {

class ClientName {
public:
    explicit ClientName(const Game& game) : game_(game) {}

    void note_type(const Schema& schema, TypeId id);
    void look(const Schema& schema, const Frame& frame);  // until it is known
    const std::string& name() const { return name_; }     // "": not yet

private:
    const Game& game_;
    std::vector<TypeField> own_flags_{};  // of the game, as far as their types have come
    std::string name_{};
};

}  // namespace tickreel
