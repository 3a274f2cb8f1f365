#pragma once
// The player directory for games whose snapshots carry no names (names_by_message() of names.h;
// empty for other recordings): an event announces a name, which holds until the next one. Knows no
// game: a naming event (is_naming_event() of schema.h) sets a name, an event of class Team with an
// Owner and a Team moves a player, one of class Leave with an Owner removes it.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tickreel/model/frame.h"
#include "tickreel/model/schema.h"

namespace tickreel {

struct RosterEntry {
    std::string name{};
    std::string clan{};
    std::string team{};  // formatted as in the inspector
    std::int64_t team_number = 0;
    // The event that announced it; its other fields hold just as long.
    std::shared_ptr<const Event> source{};
    bool operator==(const RosterEntry& other) const;
};
using Roster = std::map<EntityId, RosterEntry>;

class RosterHistory {
public:
    // Processes the messages of a frame; call in time order.
    void add(const Schema& schema, const Frame& frame);
    bool empty() const { return clients_.empty(); }
    // All players present at that moment.
    Roster at(Moment moment) const;
    // nullptr if the entity is unknown at that moment.
    const RosterEntry* find(EntityId client, Moment moment) const;
    // After the last frame added.
    const Roster& latest() const { return latest_; }

private:
    struct Entry {
        Moment from{};
        bool there = false;
        RosterEntry roster{};
    };
    static const RosterEntry* entry_at(const std::vector<Entry>& entries, Moment moment);
    void keep(EntityId client, Moment at, bool there, RosterEntry roster);

    std::map<EntityId, std::vector<Entry>> clients_;
    Roster latest_;
    std::size_t entries_ = 0;
    std::optional<bool> needed_{};  // determined from the schema
};

}  // namespace tickreel
