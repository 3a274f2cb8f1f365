#pragma once
// Who is who where snapshots do not say it (names_by_message() of names.h; nothing is kept of other
// recordings): names are told once, by an event, and hold until the next one. Knows no game: an
// event type may tell a name (tells_name() of schema.h), one of the class Team with an Owner and a
// Team moves a player, one of the class Leave with an Owner ends it.

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
    std::string team{};  // as the inspector shows it
    std::int64_t team_number = 0;
    // The event that told it: other things that it says hold as long.
    std::shared_ptr<const Event> source{};
    bool operator==(const RosterEntry& other) const;
};
using Roster = std::map<EntityId, RosterEntry>;

class RosterHistory {
public:
    // Takes in the messages of a frame; frames in time order.
    void add(const Schema& schema, const Frame& frame);
    bool empty() const { return clients_.empty(); }
    // Everybody who is there at that moment.
    Roster at(Moment moment) const;
    // nullptr when nothing is known of that entity at that moment.
    const RosterEntry* find(EntityId client, Moment moment) const;
    // After the frames so far.
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
    std::optional<bool> needed_{};  // by the schema
};

}  // namespace tickreel
