#pragma once
// A non-blocking UDP socket, IPv4 or IPv6, and a way to wait for many of them. Nothing throws and
// nothing blocks but SocketPoller::wait().

#include <chrono>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "recorder/net/endpoint.h"
#include "tickreel/base/bytes.h"
#include "tickreel/base/result.h"

namespace tickreel {

inline constexpr std::size_t kMaxDatagram = 65536;  // no UDP payload is longer

// Room for one receive call; shared by all sockets of a proxy.
class ReceiveBatch {
public:
    struct Entry {
        Endpoint from{};  // as the system reports it, also on a connected socket
        ByteView bytes{};
    };
    explicit ReceiveBatch(std::size_t capacity = 32);
    std::span<const Entry> entries() const { return {entries_.data(), count_}; }
    bool full() const { return count_ == entries_.size(); }  // more may wait

private:
    friend class UdpSocket;
    std::unique_ptr<Byte[]> space_;  // not initialised: what no datagram fills costs no memory
    std::vector<Entry> entries_;
    std::size_t count_ = 0;
};

enum class Sent {
    Yes,
    Refused,  // nobody listens there now (ICMP); UDP goes on
    Dropped,  // the system would not take it: no room, no route, too long
};

class UdpSocket {
public:
    // Listens. Port 0 picks a free one.
    static Result<UdpSocket> bind(const Endpoint& local);
    // Talks to one peer and hears only that one; an own free port.
    static Result<UdpSocket> connect(const Endpoint& remote);
    UdpSocket(UdpSocket&& other) noexcept;
    UdpSocket& operator=(UdpSocket&& other) noexcept;
    UdpSocket(const UdpSocket&) = delete;
    UdpSocket& operator=(const UdpSocket&) = delete;
    ~UdpSocket();

    Endpoint local() const;
    // What waits, up to the batch's capacity. A pending ICMP error is swallowed and told through
    // `refused`.
    std::size_t receive(ReceiveBatch& batch, bool& refused) const;
    Sent send(ByteView bytes) const;  // connected sockets
    Sent send_to(ByteView bytes, const Endpoint& to) const;

private:
    friend class SocketPoller;
    UdpSocket(int fd, int family) : fd_(fd), family_(family) {}
    static Result<UdpSocket> open(int family);
    int fd_ = -1;
    int family_ = 0;
};

// Waits until one of many sockets has something to read.
class SocketPoller {
public:
    static Result<SocketPoller> make();
    SocketPoller(SocketPoller&& other) noexcept;
    SocketPoller& operator=(SocketPoller&&) = delete;
    SocketPoller(const SocketPoller&) = delete;
    SocketPoller& operator=(const SocketPoller&) = delete;
    ~SocketPoller();

    // `tag` comes back from wait(). Closing the socket takes it out.
    Result<void> add(const UdpSocket& socket, std::uint64_t tag) const;
    // The tags that have something; nothing after the timeout or a signal.
    std::vector<std::uint64_t> wait(std::chrono::milliseconds timeout) const;

private:
    explicit SocketPoller(int fd) : fd_(fd) {}
    int fd_ = -1;
};

}  // namespace tickreel
