#pragma once
// State shared by all clients of one server: the match, its map and its options.

#include <string>

#include "demos/match/map/map_file.h"
#include "demos/match/net/server_info.h"
#include "demos/match/net/snapshot_writer.h"
#include "demos/match/world/world.h"

namespace tickreel::match {

struct ServerOptions {
    std::string name{"Tickreel match"};
    int slots = 16;               // 1..128; clients of the original game see the first 16
    bool high_bandwidth = false;  // a snapshot every tick instead of every second one
    bool clip = false;            // snapshots contain only what is near the receiver
    int parts = 1;                // snapshots grow to about so many parts, and begin anew
    bool improper = false;        // to test clients: each snapshot has items that none may take
    std::uint32_t seed = 1;
    teeworlds::Protocol protocol = teeworlds::Protocol::V06;  // of all clients
    Bytes secret{};  // of the address tokens; empty: random, as it should be
};

struct Stage {
    ServerOptions options{};
    MapFile map{};
    World world;
    EntityIds ids{};
    teeworlds::Time tick_start{};  // start of the current tick

    ServerFacts facts() const { return {options.name, map.name, options.slots}; }
};

}  // namespace tickreel::match
