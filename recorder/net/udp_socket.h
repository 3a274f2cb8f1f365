#pragma once
// A non-blocking UDP socket of the system, IPv4 or IPv6, and waiting for many of them. Nothing
// throws; only SocketPoller::wait() blocks.

#include <chrono>
#include <memory>
#include <vector>

#include "recorder/net/network.h"

namespace tickreel {

class UdpSocket final : public DatagramSocket {
public:
    // Listens. Port 0 selects a free one. If bound to all addresses, it reports the destination
    // address of each datagram.
    static Result<UdpSocket> bind(const Endpoint& local);
    // Communicates with one peer only; from `local`, where zeros mean any. `borrowed`: an address
    // that is none of this machine, for which routes lead here (IP_TRANSPARENT).
    static Result<UdpSocket> connect(const Endpoint& remote, const Endpoint& local = {},
                                     bool borrowed = false);
    // Beside a connected socket, which goes on hearing its peer alone.
    static Result<UdpSocket> bind_beside(const Endpoint& local);
    UdpSocket(UdpSocket&& other) noexcept;
    UdpSocket& operator=(UdpSocket&& other) noexcept;
    UdpSocket(const UdpSocket&) = delete;
    UdpSocket& operator=(const UdpSocket&) = delete;
    ~UdpSocket() override;

    Endpoint local() const override;
    [[gnu::hot]] std::size_t receive_more(ReceiveBatch& batch, std::size_t most,
                                          bool& refused) const override;
    [[gnu::hot]] Sent send(ByteView bytes) const override;
    [[gnu::hot]] Sent send_to(ByteView bytes, const Endpoint& to,
                              const Endpoint& via = {}) const override;
    [[gnu::hot]] void send_all(std::span<const Outgoing> all,
                               std::vector<Sent>& results) const override;
    std::uint32_t overflowed() const override;

private:
    friend class SocketPoller;
    friend class SystemNetwork;
    UdpSocket(int fd, int family) : fd_(fd), family_(family) {}
    static Result<UdpSocket> open(int family);
    bool may_borrow() const;
    [[gnu::hot]] std::size_t receive_one(ReceiveBatch& batch, bool& refused) const;
    [[gnu::noinline]] std::size_t receive_many(ReceiveBatch& batch, std::size_t capacity,
                                               bool& refused) const;
    [[gnu::noinline]] void send_many(std::span<const Outgoing> all,
                                     std::vector<Sent>& results) const;
    int fd_ = -1;
    int family_ = 0;
    Endpoint peer_{};                 // {}: it listens
    mutable bool only_peer_ = false;  // what strangers sent before connect() has been read
};

// Waits until any of many sockets is readable.
class SocketPoller {
public:
    static Result<SocketPoller> make();
    SocketPoller(SocketPoller&& other) noexcept;
    SocketPoller& operator=(SocketPoller&&) = delete;
    SocketPoller(const SocketPoller&) = delete;
    SocketPoller& operator=(const SocketPoller&) = delete;
    ~SocketPoller();

    // wait() returns `tag`. Closing the socket removes it.
    Result<void> add(const UdpSocket& socket, std::uint64_t tag) const;
    // Sets `ready` to the tags of readable sockets; none after the timeout or a signal.
    [[gnu::hot]] void wait(std::chrono::milliseconds timeout,
                           std::vector<std::uint64_t>& ready) const;

private:
    explicit SocketPoller(int fd) : fd_(fd) {}
    int fd_ = -1;
};

class SystemNetwork final : public Network {
public:
    static Result<std::unique_ptr<SystemNetwork>> make();
    // connect() from addresses of others from now on; an error without the permission to.
    Result<void> borrow_addresses();

    Result<std::unique_ptr<DatagramSocket>> bind(const Endpoint& local) override;
    Result<std::unique_ptr<DatagramSocket>> connect(const Endpoint& remote,
                                                    const Endpoint& local) override;
    Result<std::unique_ptr<DatagramSocket>> overhear(const DatagramSocket& socket) override;
    bool is_own_address(const Endpoint& endpoint) override;
    Result<void> watch(const DatagramSocket& socket, std::uint64_t tag) override;
    [[gnu::hot]] void wait(std::chrono::milliseconds timeout,
                           std::vector<std::uint64_t>& ready) override {
        poller_.wait(timeout, ready);
    }

private:
    explicit SystemNetwork(SocketPoller poller) : poller_(std::move(poller)) {}
    SocketPoller poller_;
    bool borrows_ = false;
};

}  // namespace tickreel
