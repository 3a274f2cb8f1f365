#pragma once
// What the proxy needs of a network: sockets that send and receive datagrams, and a wait for many
// of them. SystemNetwork is the real one; a simulator brings another. Nothing blocks but wait().

#include <chrono>
#include <memory>
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
        Endpoint to{};  // the address it was sent to, on a socket bound to all addresses
    };
    static constexpr std::size_t kMaxEntries = 64;

    explicit ReceiveBatch(std::size_t capacity = 32);
    std::span<const Entry> entries() const { return {entries_.data(), count_}; }
    bool full() const { return count_ == entries_.size(); }  // more may wait

    // For sockets: where the n-th datagram goes, and that it has come.
    std::size_t capacity() const { return entries_.size(); }
    Byte* room(std::size_t index) { return space_.get() + index * kMaxDatagram; }
    void clear() { count_ = 0; }
    void add(const Endpoint& from, const Endpoint& to, std::size_t bytes) {
        entries_[count_] = {from, ByteView(room(count_), bytes), to};
        ++count_;
    }

private:
    std::unique_ptr<Byte[]> space_;  // not initialised: what no datagram fills costs no memory
    std::vector<Entry> entries_;
    std::size_t count_ = 0;
};

enum class Sent {
    Yes,
    Refused,  // nobody listens there now (ICMP); UDP goes on
    Dropped,  // the system would not take it: no room, no route, too long
};

class DatagramSocket {
public:
    virtual ~DatagramSocket() = default;
    virtual Endpoint local() const = 0;
    // What waits, up to the batch's capacity. A pending ICMP error is swallowed and said through
    // `refused`.
    virtual std::size_t receive(ReceiveBatch& batch, bool& refused) const = 0;
    virtual Sent send(ByteView bytes) const = 0;  // connected sockets
    // `via`: the local address to answer from, on a socket bound to all addresses; {} = any.
    virtual Sent send_to(ByteView bytes, const Endpoint& to, const Endpoint& via = {}) const = 0;
    // Datagrams that the system dropped because nobody fetched them in time.
    virtual std::uint32_t overflowed() const { return 0; }
};

class Network {
public:
    virtual ~Network() = default;
    // Listens. Port 0 picks a free one.
    virtual Result<std::unique_ptr<DatagramSocket>> bind(const Endpoint& local) = 0;
    // Talks to one peer and hears only that one. `local` chooses address and port; zeros leave them
    // to the system. Sockets to different peers may share one local port.
    virtual Result<std::unique_ptr<DatagramSocket>> connect(const Endpoint& remote,
                                                            const Endpoint& local) = 0;
    // `tag` comes back from wait(). Destroying the socket takes it out.
    virtual Result<void> watch(const DatagramSocket& socket, std::uint64_t tag) = 0;
    // The tags that have something; nothing after the timeout or a signal.
    virtual std::vector<std::uint64_t> wait(std::chrono::milliseconds timeout) = 0;
};

}  // namespace tickreel
