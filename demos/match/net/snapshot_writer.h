#pragma once
// The match as one client sees it: a snapshot of 0.6 or 0.7 items. Ids of projectiles and pickups
// come from one pool for the whole server, so that a client can follow them from tick to tick.

#include <unordered_map>

#include "demos/match/world/state.h"
#include "recorder/games/teeworlds/wire/id_pool.h"
#include "recorder/games/teeworlds/wire/wire_snapshot.h"

namespace tickreel::match {

// Pool ids of the existing entities.
class EntityIds {
public:
    // Assigns ids to new entities and releases those of removed ones. Call once per tick.
    void follow(const State& state, teeworlds::Time now);
    std::optional<int> id_of(std::uint64_t serial) const;

private:
    teeworlds::IdPool pool_;
    std::unordered_map<std::uint64_t, int> ids_;
};

struct ViewOptions {
    teeworlds::Protocol protocol = teeworlds::Protocol::V06;
    int viewer = -1;        // slot of the receiver; -1: none
    int watched = -1;       // followed by a spectator; -1: none
    bool clip = false;      // only what is near the viewer, as real servers do
    Vec centre{};           // of the view, for clip
    bool improper = false;  // items with values that no client may take
    int filler = 0;         // items of numbers that change in every snapshot, kFillerBytes each
};

// What a filler item takes on the wire, about: for snapshots of many parts.
inline constexpr int kFillerBytes = 500;

// `snapshot_events` since the last snapshot tick. Items beyond a limit of the protocol are omitted.
teeworlds::WireSnapshot write_snapshot(const State& state, const EntityIds& ids,
                                       const std::vector<SnapshotEvent>& snapshot_events,
                                       const ViewOptions& view);

}  // namespace tickreel::match
