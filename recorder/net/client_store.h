#pragma once
// Stores who is connected, so that a restarted proxy can take over after a crash or an upgrade:
// with the same upstream address and port the server does not notice the restart. Called on the
// wire thread: must not block.

#include <array>
#include <chrono>
#include <map>
#include <optional>
#include <vector>

#include "recorder/net/client_table.h"
#include "recorder/net/clock.h"

namespace tickreel {

struct ClientRecord {
    static constexpr std::size_t kMaxPorts = 8;

    ClientId id = 0;
    Endpoint from{};
    Endpoint via{};
    Endpoint upstream{};                                  // as the server sees the client
    std::array<std::uint16_t, kMaxPorts> server_ports{};  // the server ports it uses; 0: no more
    bool operator==(const ClientRecord&) const = default;
};

// The proxy's ports that stand for further ports of the server.
using FrontPorts = std::map<std::uint16_t, std::uint16_t>;  // server's port -> proxy's port

class ClientStore {
public:
    virtual ~ClientStore() = default;
    virtual void put(const ClientRecord& record) = 0;
    virtual void erase(ClientId id) = 0;
    // All that is put from now on is of the server there; of the one before, nothing is left.
    virtual void begin_server(const Endpoint& server) = 0;
    virtual void put_front(std::uint16_t server_port, std::uint16_t our_port) = 0;
    // Clock::now() and offset() of this recorder; again and again.
    virtual void put_clock(Clock::TimePoint now, std::chrono::nanoseconds offset) = 0;

    // The clients of the previous proxy.
    virtual std::vector<ClientRecord> clients() const = 0;
    virtual FrontPorts fronts() const = 0;
    // The offset. Empty: none was put within the last minutes; when the machine starts, now()
    // begins anew.
    virtual std::optional<std::chrono::nanoseconds> clock(Clock::TimePoint now) const = 0;
};

}  // namespace tickreel
