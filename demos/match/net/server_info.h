#pragma once
// Replies to server-list queries: the connectionless server info of 0.6 and of 0.7, so that the
// match appears in server lists and clients know the game type.

#include <optional>
#include <string>

#include "demos/match/world/state.h"
#include "recorder/games/teeworlds/wire/packer.h"
#include "tickreel/base/bytes.h"

namespace tickreel::match {

struct ServerFacts {
    std::string name{};
    std::string map{};
    int slots = 16;
};

// The reply, if `datagram` is an info request of the 0.6 family.
std::optional<Bytes> answer_info(ByteView datagram, const ServerFacts& facts, const State& state);
// The reply, if `datagram` is an info request of 0.7 that repeats our token for its sender: who
// only pretends to be at an address does not know it.
std::optional<Bytes> answer_info_07(ByteView datagram, std::uint32_t token,
                                    const ServerFacts& facts, const State& state);

// What 0.7 says of a server, in a reply and in the message SERVERINFO. `clients` and `players` are
// those in `state`, or fewer.
void add_server_info_07(teeworlds::Packer& out, const ServerFacts& facts, int players, int clients);

struct ClientCounts {
    int players = 0;  // without spectators
    int clients = 0;
};
ClientCounts count_clients(const State& state);

}  // namespace tickreel::match
