#pragma once
// A server's description of itself: the replies to server-list queries within a game connection
// (0.6 "inf3", DDNet "iext") and 0.7's SERVERINFO. Only names are used; the rest of a server list
// does not belong in a recording.

#include <optional>
#include <string>

#include "recorder/games/teeworlds/wire/packer.h"

namespace tickreel::teeworlds {

struct ServerInfo {
    std::string version{};
    std::string name{};
    std::string game_type{};
};

std::optional<ServerInfo> read_connless_info(ByteView payload);  // from its 8-byte magic
std::optional<ServerInfo> read_server_info_07(ByteView body);

}  // namespace tickreel::teeworlds
