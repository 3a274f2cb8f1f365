#pragma once
// What 0.7 says in messages and a .demo holds as items of every snapshot: De_ClientInfo,
// De_GameInfo and De_TuneParams (../shared/protocol/teeworlds.md, 10.6). Without them a demo's
// players have no names and its game no flags.

#include <optional>
#include <vector>

#include "tickreel/model/frame.h"
#include "tickreel/model/schema.h"

namespace tickreel::teeworlds {

class DemoItems {
public:
    // As it is in a demo: the directory of players is derived in a recording.
    static ItemType type_in_demo(const ItemType& type);

    // Whether messages of a recording say any of it.
    static bool are_in(const Schema& schema);

    // The frame's snapshot with what its messages and those before said. Types are added to
    // `schema`.
    Snapshot complete(const Frame& frame, Schema& schema);
    void take(const Event& event, const Schema& schema);

private:
    std::vector<Word> game_info_{};
    std::vector<Word> tuning_{};
};

}  // namespace tickreel::teeworlds
