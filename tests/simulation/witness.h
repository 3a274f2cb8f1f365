#pragma once
// Knows what the server sent and what came through the proxy, and so what the recordings must hold.

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "recorder/games/teeworlds/wire/wire_snapshot.h"
#include "recorder/net/endpoint.h"
#include "tests/simulation/schedule.h"
#include "tickreel/base/bytes.h"
#include "tickreel/model/schema.h"
#include "tickreel/model/snapshot.h"

namespace tickreel::sim {

struct Packet {
    std::uint64_t id = 0;
    Endpoint from{};
    Endpoint to{};
    std::shared_ptr<const Bytes> bytes{};
    bool genuine = true;  // not corrupted, not forged
};

// Everything that must not be, said once.
class Complaints {
public:
    void add(const std::string& what) {
        if (all_.size() < 20) all_.push_back(what);
    }
    const std::vector<std::string>& all() const { return all_; }

private:
    std::vector<std::string> all_;
};

// Forwarded is what was received: the same bytes, in order, once.
class Forwarding {
public:
    explicit Forwarding(Complaints& complaints) : complaints_(complaints) {}

    // `steps`: of the client by this way since the server answered, but for what it only repeats.
    using StillServed = std::function<bool(const Endpoint& upstream, int steps)>;
    void ask(StillServed still_served) { still_served_ = std::move(still_served); }

    // The proxy took these off one of its sockets; what the server sent, also off several, before
    // it sends any of them on.
    void received(bool from_clients, std::vector<Packet> packets);
    // The packet that is sent on; nullptr: there is none, which is a complaint.
    const Packet* sent(const Endpoint& from, const Endpoint& to, ByteView bytes);
    // Another recorder that knows nothing of who plays.
    void forget_clients() { way_of_.clear(), client_of_.clear(); }
    std::uint64_t skipped();  // received, but not sent on; to be explained by the proxy
    std::uint64_t passed() const { return passed_; }

private:
    struct Way {  // of a client to the server
        Endpoint upstream{};
        std::uint16_t port = 0;  // of ours, to which it came first
        bool answered = false;
        int steps = 0;
        std::shared_ptr<const Bytes> first{};
        std::shared_ptr<const Bytes> last{};
    };
    void bind(const Packet& packet, const Endpoint& upstream);

    Complaints& complaints_;
    StillServed still_served_{};
    bool from_clients_ = false;
    bool sending_ = false;
    std::vector<Packet> batch_{};
    std::size_t next_ = 0;
    std::uint64_t skipped_ = 0;
    std::uint64_t passed_ = 0;
    std::map<Endpoint, Way> way_of_{};
    std::map<Endpoint, Endpoint> client_of_{};
};

// The snapshots: what was sent, what passed, what was found in recordings.
class Truth {
public:
    struct Taken {
        Nanos when{};           // by the recorder's monotonic clock
        unsigned recorder = 0;  // the first, the second ...
    };
    struct Sent {
        std::uint64_t stream = 0;  // one server's to one client
        int tick = 0;
        std::uint64_t hash = 0;
        std::size_t parts = 0;       // datagrams that have not passed yet
        bool late = false;           // a later one was faster
        bool wanted = true;          // who it was for is still there
        std::vector<Taken> taken{};  // when its parts came to a recorder
        Nanos when{};                // when the last part passed, by our clock
        int found = 0;

        bool passed() const { return parts == 0; }
        bool must_be_there() const { return passed() && !late && wanted; }
    };

    static std::uint64_t hash_of(const teeworlds::WireSnapshot& snapshot);
    static std::uint64_t hash_of(const Schema& schema, const Snapshot& snapshot);

    // `entered`: the packet with which who it is for came.
    void sent(std::uint64_t stream, int tick, std::uint64_t hash,
              const std::vector<std::uint64_t>& packets, std::uint64_t entered);
    // A client that got one of these takes nothing that the server sent before and that is slower.
    void said_goodbye(const std::vector<std::uint64_t>& packets) {
        goodbyes_.insert(packets.begin(), packets.end());
    }
    // One that is made of several messages, as a decoder makes it.
    void decoded(std::uint64_t stream, int tick, std::uint64_t hash, const Taken& taken,
                 Nanos when);
    // Also where a kill comes before it is sent on: it may be recorded then, but need not.
    void taken(const Packet& packet, const Taken& part);
    // `since`: the first packet of who is there now.
    void passed(const Packet& packet, Nanos when, std::uint64_t since);
    Nanos last_passed(std::uint64_t stream, Nanos until) const;
    // The one that a recording has; nullptr: there was none. `fits`: at this time. `streams`: those
    // that the recording has already; two players may see the same at the same tick.
    Sent* find(int tick, std::uint64_t hash, const std::function<bool(const Taken&)>& fits,
               const std::set<std::uint64_t>& streams);
    const std::vector<Sent>& all() const { return all_; }

private:
    std::vector<Sent> all_;
    std::unordered_map<std::uint64_t, std::size_t> of_packet_;
    std::unordered_map<std::uint64_t, std::vector<std::size_t>> by_hash_;
    std::unordered_map<std::uint64_t, int> newest_;             // tick, by stream
    std::unordered_map<std::uint64_t, std::uint64_t> began_{};  // packet, by stream
    std::set<std::uint64_t> goodbyes_{};                        // packets
    std::map<Endpoint, std::uint64_t> ended_{};                 // packet, by the way to a client
    std::unordered_map<std::uint64_t, std::vector<Nanos>> passed_{};  // when, by stream
};

}  // namespace tickreel::sim
