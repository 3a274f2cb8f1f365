#pragma once
// The network interface of the proxy: sockets that send and receive datagrams, and waiting for many
// of them. SystemNetwork is the real one; simulators supply another. Only wait() blocks.

#include <chrono>
#include <memory>
#include <span>
#include <vector>

#include "recorder/net/endpoint.h"
#include "tickreel/base/bytes.h"
#include "tickreel/base/result.h"

namespace tickreel {

inline constexpr std::size_t kMaxDatagram = 65536;  // no UDP payload is longer

// Buffers for one receive call; shared by all sockets of a proxy.
class ReceiveBatch {
public:
    struct Entry {
        Endpoint from{};  // as reported by the system, also on a connected socket
        ByteView bytes{};
        Endpoint to{};  // the destination address, on a socket bound to all addresses
    };
    static constexpr std::size_t kMaxEntries = 64;

    explicit ReceiveBatch(std::size_t capacity = 32);
    std::span<const Entry> entries() const { return {entries_.data(), count_}; }
    bool full() const { return count_ == entries_.size(); }  // more may wait

    // For sockets: the buffer of the n-th datagram, and marking it as filled.
    std::size_t capacity() const { return entries_.size(); }
    Byte* room(std::size_t index) { return space_.get() + index * kMaxDatagram; }
    void clear() { count_ = 0; }
    void add(const Endpoint& from, const Endpoint& to, std::size_t bytes) {
        entries_[count_] = {from, ByteView(room(count_), bytes), to};
        ++count_;
    }

private:
    std::unique_ptr<Byte[]> space_;  // uninitialised: unused parts cost no memory
    std::vector<Entry> entries_;
    std::size_t count_ = 0;
};

enum class Sent {
    Yes,
    Refused,  // nobody listens there now (ICMP); sending may continue
    Dropped,  // rejected by the system: no room, no route, too long
};

class DatagramSocket {
public:
    virtual ~DatagramSocket() = default;
    virtual Endpoint local() const = 0;
    // Receives the waiting datagrams, up to the batch's capacity. A pending ICMP error is consumed
    // and reported through `refused`.
    virtual std::size_t receive(ReceiveBatch& batch, bool& refused) const = 0;
    virtual Sent send(ByteView bytes) const = 0;  // connected sockets
    // `via`: the local address to answer from, on a socket bound to all addresses; {}: any.
    virtual Sent send_to(ByteView bytes, const Endpoint& to, const Endpoint& via = {}) const = 0;
    // Datagrams that the system dropped because they were not read in time.
    virtual std::uint32_t overflowed() const { return 0; }
};

class Network {
public:
    virtual ~Network() = default;
    // Listens. Port 0 selects a free one.
    virtual Result<std::unique_ptr<DatagramSocket>> bind(const Endpoint& local) = 0;
    // Communicates with one peer only. `local` selects address and port; zeros leave them to the
    // system. Sockets to different peers may share one local port.
    virtual Result<std::unique_ptr<DatagramSocket>> connect(const Endpoint& remote,
                                                            const Endpoint& local) = 0;
    // wait() returns `tag`. Destroying the socket removes it.
    virtual Result<void> watch(const DatagramSocket& socket, std::uint64_t tag) = 0;
    // The tags of readable sockets; empty after the timeout or a signal.
    virtual std::vector<std::uint64_t> wait(std::chrono::milliseconds timeout) = 0;
};

}  // namespace tickreel
