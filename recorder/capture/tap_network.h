#pragma once
// The network of a proxy that only listens in: what its sockets receive has passed an interface
// between the players and their server, and what they send goes nowhere. So a proxy decides who
// plays, counts and reports, as it does in front of a server. Every client's upstream socket must
// have the client's own address and port (UpstreamView::Endpoints).

#include <deque>
#include <map>

#include "recorder/capture/packet_tap.h"
#include "recorder/capture/udp_capture.h"
#include "recorder/net/network.h"

namespace tickreel {

class TapNetwork final : public Network {
public:
    TapNetwork(std::unique_ptr<PacketTap> tap, const Endpoint& server);

    // Of what goes to this port of the server.
    Result<std::unique_ptr<DatagramSocket>> bind(const Endpoint& local) override;
    // Of what goes from there to the client whose endpoint is `local`.
    Result<std::unique_ptr<DatagramSocket>> connect(const Endpoint& remote,
                                                    const Endpoint& local) override;
    Result<void> watch(const DatagramSocket& socket, std::uint64_t tag) override;
    void wait(std::chrono::milliseconds timeout, std::vector<std::uint64_t>& ready) override;

private:
    class Socket;
    using Key = std::pair<std::uint16_t, Endpoint>;  // the server's port; the client, {}: all

    Socket* socket_for(const UdpPacket& packet) const;
    bool goes_up(const UdpPacket& packet) const;
    void take_run();
    void find_ready(std::vector<std::uint64_t>& ready) const;

    PacketTap& tap_;  // the capture's
    UdpCapture capture_;
    Endpoint server_;
    std::map<Key, Socket*> sockets_{};
    std::optional<UdpPacket> next_{};  // it goes the other way than those before it
    Clock::TimePoint last_passed_{};   // times never go back
    std::uint32_t cut_ = 0;            // datagrams of the game that are longer than what is kept
};

}  // namespace tickreel
