#pragma once
// The network interface of the proxy: sockets that send and receive datagrams, and waiting for many
// of them. SystemNetwork is the real one; simulators supply another. Only wait() blocks.

#include <chrono>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "recorder/net/clock.h"
#include "recorder/net/endpoint.h"
#include "tickreel/base/bytes.h"
#include "tickreel/base/result.h"

namespace tickreel {

inline constexpr std::size_t kMaxDatagram = 65536;  // no UDP payload is longer

// Buffers for what is received; shared by all sockets of a proxy.
class ReceiveBatch {
public:
    struct Entry {
        Endpoint from{};  // as reported by the system, also on a connected socket
        ByteView bytes{};
        Endpoint to{};              // the destination address, on a socket bound to all addresses
        Clock::TimePoint passed{};  // when, where that was before it was read; else zero
    };
    static constexpr std::size_t kMaxEntries = 256;

    explicit ReceiveBatch(std::size_t capacity = 32);
    std::span<const Entry> entries() const { return {entries_.data(), count_}; }
    bool full() const { return count_ == entries_.size(); }  // more may wait

    std::size_t capacity() const { return entries_.size(); }
    void clear() { count_ = used_ = 0; }

    // For sockets: buffers of kMaxDatagram for the next datagrams, one behind the other, and adding
    // the next, which is in one of them. They are kept close together: buffers that are a multiple
    // of 4 KiB apart would share the same few lines of the processor's caches.
    Byte* room() { return space_.get() + used_; }
    void add(const Endpoint& from, const Endpoint& to, ByteView bytes,
             Clock::TimePoint passed = {}) {
        Byte* const place = room();
        if (bytes.data() != place) std::memmove(place, bytes.data(), bytes.size());
        entries_[count_++] = {from, ByteView(place, bytes.size()), to, passed};
        used_ += (bytes.size() + kCacheLine - 1) / kCacheLine * kCacheLine;
    }

private:
    static constexpr std::size_t kCacheLine = 64;
    std::unique_ptr<Byte[]> space_;  // uninitialised: unused parts cost no memory
    std::vector<Entry> entries_;
    std::size_t count_ = 0;
    std::size_t used_ = 0;  // bytes
};

enum class Sent {
    Yes,
    Refused,  // nobody listens there now (ICMP); sending may continue
    Dropped,  // rejected by the system: no room, no route, too long
};

// To one of several peers; `via` as in send_to().
struct Outgoing {
    ByteView bytes{};
    Endpoint to{};
    Endpoint via{};
};

class DatagramSocket {
public:
    virtual ~DatagramSocket() = default;
    virtual Endpoint local() const = 0;
    // Receives the waiting datagrams, up to the batch's capacity. A pending ICMP error is consumed
    // and reported through `refused`.
    std::size_t receive(ReceiveBatch& batch, bool& refused) const {
        batch.clear();
        return receive_more(batch, batch.capacity(), refused);
    }
    // Likewise, after what is in the batch, and at most so many.
    virtual std::size_t receive_more(ReceiveBatch& batch, std::size_t most,
                                     bool& refused) const = 0;
    virtual Sent send(ByteView bytes) const = 0;  // connected sockets
    // `via`: the local address to answer from, on a socket bound to all addresses; {}: any.
    virtual Sent send_to(ByteView bytes, const Endpoint& to, const Endpoint& via = {}) const = 0;
    // In order, with as few system calls as it can; `results`: what became of each.
    virtual void send_all(std::span<const Outgoing> all, std::vector<Sent>& results) const {
        results.clear();
        for (const Outgoing& one : all) results.push_back(send_to(one.bytes, one.to, one.via));
    }
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
    // Hears what comes to the port of a connected socket from others than its peer.
    virtual Result<std::unique_ptr<DatagramSocket>> overhear(const DatagramSocket& socket) {
        (void)socket;
        return fail("others are not heard");
    }
    // Whether what is sent to this address stays on this machine; false where that is unknown.
    virtual bool is_own_address(const Endpoint& endpoint) {
        (void)endpoint;
        return false;
    }
    // wait() returns `tag`. Destroying the socket removes it.
    virtual Result<void> watch(const DatagramSocket& socket, std::uint64_t tag) = 0;
    // Sets `ready` to the tags of readable sockets; none after the timeout or a signal.
    virtual void wait(std::chrono::milliseconds timeout, std::vector<std::uint64_t>& ready) = 0;
};

}  // namespace tickreel
