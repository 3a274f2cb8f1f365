#pragma once
// Who is who where snapshots do not say it: some protocols (Teeworlds 0.7) tell names once, by a
// message, and they hold until the next one. Knows no game: an event type may tell a name
// (tells_name() of schema.h), one with an Owner and a team moves a player, one called drop or leave
// ends it.

#include <map>
#include <string>
#include <vector>

#include "tickreel/model/frame.h"
#include "tickreel/model/schema.h"

namespace tickreel {

struct RosterEntry {
    std::string name{};
    std::string clan{};
    std::string team{};  // as the inspector shows it
    std::int64_t team_number = 0;
    bool operator==(const RosterEntry&) const = default;
};
using Roster = std::map<EntityId, RosterEntry>;

class RosterHistory {
public:
    // Takes in the messages of a frame; frames in time order.
    void add(const Schema& schema, const Frame& frame);
    bool empty() const { return clients_.empty(); }
    // Everybody who is there at that moment.
    Roster at(Moment moment) const;
    // After the frames so far.
    const Roster& latest() const { return latest_; }

private:
    struct Entry {
        Moment from{};
        bool there = false;
        RosterEntry roster{};
    };
    void keep(EntityId client, Moment at, bool there, RosterEntry roster);

    std::map<EntityId, std::vector<Entry>> clients_;
    Roster latest_;
    std::size_t entries_ = 0;
};

}  // namespace tickreel
