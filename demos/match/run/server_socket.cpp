#include "demos/match/run/server_socket.h"

namespace tickreel::match {
namespace {

constexpr teeworlds::Time kTickTime = std::chrono::milliseconds(1000 / kTicksPerSecond);
constexpr int kMostTicksAtOnce = 5;  // after a longer pause the match continues where it stopped

}  // namespace

Result<std::unique_ptr<ServerSocket>> ServerSocket::open(const ServerOptions& options,
                                                         const Endpoint& local) {
    auto socket = UdpSocket::bind(local);
    if (!socket) return socket.error();
    return std::unique_ptr<ServerSocket>(new ServerSocket(options, std::move(*socket)));
}

ServerSocket::ServerSocket(const ServerOptions& options, UdpSocket socket)
    : socket_(std::move(socket)),
      server_(options, arena_map(),
              [this](const Endpoint& to, ByteView datagram) { socket_.send_to(datagram, to); }) {}

void ServerSocket::run_due(teeworlds::Time now) {
    bool refused = false;
    while (socket_.receive(batch_, refused) > 0)
        for (const auto& entry : batch_.entries()) server_.feed(entry.bytes, entry.from, now);
    if (next_tick_ == teeworlds::Time{} || now - next_tick_ > kTickTime * kMostTicksAtOnce)
        next_tick_ = now;
    while (now >= next_tick_) {
        server_.tick(now);
        next_tick_ += kTickTime;
    }
}

void ServerSocket::close(teeworlds::Time now) {
    server_.close("the match is over", now);
}

}  // namespace tickreel::match
