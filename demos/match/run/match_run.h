#pragma once
// A whole match in one process and one thread: a server, headless clients, or both, until the time
// is up or a signal asks to stop.

#include <optional>
#include <string>

#include "demos/match/net/bot_client.h"
#include "demos/match/net/stage.h"
#include "tickreel/base/result.h"

namespace tickreel::match {

struct ServerPart {
    ServerOptions options{};
    std::string listen{"127.0.0.1:8303"};
    int bots = 0;  // players inside the server
};

struct ClientPart {
    std::string server{};  // "" = the server of this process
    int players = 8;
    std::uint32_t seed = 1;
    double enter_seconds = 20.0;  // in which all must have entered
};

struct MatchRun {
    std::optional<ServerPart> server{};
    std::optional<ClientPart> clients{};
    double seconds = 0.0;  // from when all clients play; 0 until a signal
};

struct PlayerReport {
    std::string name{};
    ClientReport counts{};
};

// Says "listening on ..." and "all playing" on stderr. The error is one that ends the match:
// a port in use, a server that does not answer, a client that was thrown out.
Result<std::vector<PlayerReport>> run_match(const MatchRun& run);

}  // namespace tickreel::match
