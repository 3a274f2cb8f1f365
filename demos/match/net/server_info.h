#pragma once
// Answers to "who are you": the connectionless server info of 0.6, so that the match shows in
// server lists and clients know the game type.

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

// The datagram to send back, when `datagram` is an info request of the 0.6 family.
std::optional<Bytes> answer_info(ByteView datagram, const ServerFacts& facts, const State& state);

}  // namespace tickreel::match
