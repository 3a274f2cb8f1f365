#pragma once
// The peers of the proxy, of two kinds: clients, which play and occupy a slot, and candidates,
// which have only queried the server list or started a handshake. Candidates are few, small and
// short-lived; a flood of them displaces other candidates, never a client.

#include <list>
#include <memory>
#include <unordered_map>
#include <vector>

#include "recorder/datagram.h"
#include "recorder/net/address_proof.h"
#include "recorder/net/clock.h"
#include "recorder/net/network.h"
#include "recorder/net/rate_limit.h"

namespace tickreel {

using ClientId = std::uint64_t;  // counts up from 1, never reused

struct Traffic {
    std::uint64_t datagrams = 0;
    std::uint64_t bytes = 0;
    void add(std::size_t size) {
        ++datagrams;
        bytes += size;
    }
};

// The client's socket to one port of the server.
struct Upstream {
    std::uint16_t server_port = 0;
    std::unique_ptr<DatagramSocket> socket{};
};

// The state of a peer that does not play yet.
struct Candidate {
    struct BufferedDatagram {
        Direction direction = Direction::ToServer;
        std::chrono::nanoseconds time{};
        Bytes bytes{};
    };
    bool query = true;                // has only queried the server list
    Clock::TimePoint since{};         // its last datagram
    std::uint64_t heard = 0;          // bytes received from it ...
    std::uint64_t sent = 0;           // ... and sent to it: never more
    bool advanced_handshake = false;  // reached a further step of the handshake after an answer
    int played = 0;                   // datagrams of a playing client, after an answer
    AddressProof proof{};
    std::vector<BufferedDatagram> kept{};  // for the recording, if it becomes a client
    std::size_t kept_bytes = 0;
    std::list<ClientId>::iterator place{};

    // After an answer: who only asks does not.
    bool went_on() const { return advanced_handshake || played > 0; }
};

struct Client {
    ClientId id = 0;
    Endpoint from{};
    Endpoint via{};  // the local address that it uses; {} if there is only one
    std::vector<Upstream> upstreams{};
    Clock::TimePoint since{};
    Clock::TimePoint last_seen{};  // a datagram of it, or to it
    Clock::TimePoint heard{};      // itself
    Traffic to_server{};
    Traffic to_client{};
    RateLimit rate{};
    bool answered = false;  // by the server, since that last refused anybody
    bool proven = false;    // a token said that its address is its own
    bool blocked = false;   // blocked: none of its datagrams are forwarded
    bool no_room = false;   // that is why it is blocked
    bool too_fast_said = false;
    bool left = false;  // said goodbye, and nothing since
    bool lent = false;  // its address at the server is for the next one from where it is
    std::unique_ptr<Candidate> candidate{};  // nullptr: it is a client

    bool plays() const { return candidate == nullptr; }
    // Of its own accord.
    bool went_elsewhere() const { return !plays() && candidate->went_on() && !no_room; }
};

class ClientTable {
public:
    static constexpr std::size_t kMaxQueries = 256;
    static constexpr std::size_t kMaxOpenings = 1024;
    static constexpr std::size_t kMaxOpeningsOfAddress = 128;  // IPv6: of a /64

    // With all that they call inlined, so that the code for a datagram stays on few pages.
    [[gnu::hot, gnu::flatten]] Client* find(const Endpoint& from);
    [[gnu::hot, gnu::flatten]] Client* find(ClientId id);
    Client& add(Client client);
    void erase(ClientId id);
    void begin_opening(Client& client);  // a querying candidate starts the handshake
    void admit(Client& client);          // makes it a client with a slot

    std::size_t playing() const { return clients_.size() - queries_.size() - openings_.size(); }
    std::size_t candidates() const { return queries_.size() + openings_.size(); }
    std::size_t playing_from(const Endpoint& address) const;
    // For limits: of IPv6 from the same /64, which any household has to itself.
    std::size_t playing_near(const Endpoint& address) const;
    // A client that nothing has proven to be there, and that has been silent for so long since it
    // was new; 0: none. `near`: only of those that count with this address.
    ClientId silent_newcomer(Clock::TimePoint now, std::chrono::nanoseconds patience,
                             const Endpoint* near) const;
    // The candidate that must be removed before another one of its kind fits; 0: none.
    ClientId candidate_to_evict(bool query, const Endpoint& address);

    const std::unordered_map<ClientId, Client>& all() const { return clients_; }
    std::unordered_map<ClientId, Client>& all() { return clients_; }

private:
    using Address = Endpoint;  // its port is 0
    static Address address_of(const Endpoint& from);
    static Address holder_of(const Endpoint& from);
    std::list<ClientId>& list_of(bool query) { return query ? queries_ : openings_; }
    void leave_list(Client& client);
    void count_in(const Client& client);

    std::unordered_map<ClientId, Client> clients_;
    std::unordered_map<Endpoint, Client*, EndpointHash> by_endpoint_;  // they stay where they are
    std::unordered_map<Address, std::size_t, EndpointHash> playing_from_;
    std::unordered_map<Address, std::size_t, EndpointHash> playing_near_;   // by holder_of()
    std::unordered_map<Address, std::size_t, EndpointHash> openings_near_;  // likewise
    std::list<ClientId> queries_;                                           // oldest first
    std::list<ClientId> openings_;
};

}  // namespace tickreel
