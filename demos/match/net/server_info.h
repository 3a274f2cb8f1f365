#pragma once
// Replies to server-list queries: the connectionless server info of 0.6, so that the match appears
// in server lists and clients know the game type.

#include <optional>
#include <string>

#include "demos/match/world/state.h"
#include "tickreel/base/bytes.h"

namespace tickreel::match {

struct ServerFacts {
    std::string name{};
    std::string map{};
    int slots = 16;
};

// The reply, if `datagram` is an info request of the 0.6 family.
std::optional<Bytes> answer_info(ByteView datagram, const ServerFacts& facts, const State& state);

}  // namespace tickreel::match
