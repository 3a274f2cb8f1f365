#pragma once
// Where the proxy notes who plays, so that the next one can take over after a crash or an upgrade:
// with the same upstream address and port the server goes on with its players as if nothing had
// happened. Called on the wire thread: must not block.

#include <array>
#include <map>
#include <vector>

#include "recorder/net/client_table.h"

namespace tickreel {

struct ClientRecord {
    static constexpr std::size_t kMaxPorts = 8;

    ClientId id = 0;
    Endpoint from{};
    Endpoint via{};
    Endpoint upstream{};                                  // as the server sees the client
    std::array<std::uint16_t, kMaxPorts> server_ports{};  // that it talks to; 0 = no more
    bool operator==(const ClientRecord&) const = default;
};

// Ports of ours that stand for further ports of the server.
using FrontPorts = std::map<std::uint16_t, std::uint16_t>;  // the server's, ours

class ClientStore {
public:
    virtual ~ClientStore() = default;
    virtual void put(const ClientRecord& record) = 0;
    virtual void erase(ClientId id) = 0;
    virtual void put_front(std::uint16_t server_port, std::uint16_t our_port) = 0;

    // What an earlier proxy left.
    virtual std::vector<ClientRecord> clients() const = 0;
    virtual FrontPorts fronts() const = 0;
};

}  // namespace tickreel
