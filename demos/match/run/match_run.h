#pragma once
// A whole match in one process and one thread: a server, headless clients, or both, until the time
// is up or a signal arrives.

#include <optional>
#include <string>

#include "demos/match/net/bot_client.h"
#include "demos/match/net/stage.h"
#include "tickreel/base/result.h"

namespace tickreel::match {

struct ServerPart {
    ServerOptions options{};
    std::string listen{"127.0.0.1:8303"};
    int bots = 0;                // bots inside the server
    double map_seconds = 0.0;    // the map changes (to itself) after so long; 0: never
    double match_seconds = 0.0;  // another match begins; likewise
};

struct ClientPart {
    std::string server{};  // "" = the server of this process
    int players = 8;
    std::uint32_t seed = 1;
    teeworlds::Protocol protocol = teeworlds::Protocol::V06;
    double enter_seconds = 20.0;  // time for all clients to enter
};

struct MatchRun {
    std::optional<ServerPart> server{};
    std::optional<ClientPart> clients{};
    double seconds = 0.0;  // from the time when all clients play; 0: until a signal
};

struct PlayerReport {
    std::string name{};
    ClientReport counts{};
};

// Prints "listening on ..." and "all playing" to stderr. Errors that end the match: a port in use,
// a server that does not answer, a client that was kicked.
Result<std::vector<PlayerReport>> run_match(const MatchRun& run);

}  // namespace tickreel::match
