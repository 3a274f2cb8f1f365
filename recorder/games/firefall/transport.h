#pragma once
// Datagrams of one connection, both directions, to messages. Starts with a handshake or in the
// middle: then the first socket id and sequence numbers seen are used. A new handshake starts over,
// and so does a new socket id that two datagrams have in a row: a single one is damaged, or forged.
// Unreliable messages are delivered in order of arrival, each once.

#include <array>
#include <functional>
#include <map>

#include "recorder/datagram.h"
#include "recorder/games/firefall/reassembly.h"
#include "recorder/games/resends.h"

namespace tickreel::firefall {

// What a datagram tells of the way that it and those before it took.
struct Delivery {
    Resends resends{};
    // Packets of the server found missing by their numbers, less those that came late after all.
    std::int64_t lost = 0;

    bool any() const { return resends.any() || lost != 0; }
};

class TransportSink {
public:
    virtual ~TransportSink() = default;
    // A new session starts. `gss_protocol` is 0 if no handshake gave it.
    virtual void session_started(std::uint16_t gss_protocol) = 0;
    virtual void message(Direction direction, Channel channel, ByteView payload) = 0;
    // After the messages of its datagram; only where there is anything.
    virtual void delivery(const Delivery& delivery) { (void)delivery; }
};

struct TransportCounters {
    std::uint64_t datagrams = 0;  // of the game
    std::uint64_t handshakes = 0;
    std::uint64_t packets = 0;
    std::uint64_t malformed = 0;  // datagrams
    std::uint64_t foreign = 0;    // of an earlier socket
    std::uint64_t resent = 0;
    std::uint64_t repeated = 0;         // packets that came once more
    std::uint64_t lost = 0;             // reliable packets that never arrived
    std::uint64_t unreliable_lost = 0;  // sequence numbers that never arrived, server to client
};

class Transport {
public:
    // A problem names what is malformed; that datagram's packets are dropped.
    Result<void> feed(const Datagram& datagram, TransportSink& sink);
    Result<void> finish(TransportSink& sink);  // a problem, as of feed()
    // One side aborted the session, and has sent none of its packets since.
    bool closed() const { return aborted_by_.has_value(); }
    TransportCounters counters() const;
    // Packets of the server that have not arrived so far, all channels.
    std::uint64_t lost_to_client() const;

private:
    struct Lane {
        Reassembly reassembly{};
        std::optional<std::uint16_t> next_unreliable{};
        PassedNumbers<0x10000, 0x1000> passed{};
        std::optional<std::chrono::nanoseconds> newest_time{};  // of an unreliable packet
    };

    void take_handshake(Direction direction, const Handshake& handshake, TransportSink& sink);
    Result<void> take_stranger(std::uint32_t socket, const Datagram& datagram, TransportSink& sink);
    Result<void> drop_stranger();
    Result<void> take_packets(const Datagram& datagram, TransportSink& sink);
    void start(std::uint32_t socket, std::optional<std::uint16_t> first, std::uint16_t protocol,
               TransportSink& sink);
    void take_packet(const Datagram& datagram, Packet packet, Resends& resends,
                     TransportSink& sink);
    bool take_unreliable(Lane& lane, const Datagram& datagram, std::uint16_t sequence);
    void close(TransportSink& sink);
    Lane& lane(Direction direction, Channel channel);

    std::array<Lane, 2 * kChannels> lanes_{};
    std::optional<std::uint32_t> socket_{};
    std::optional<std::uint32_t> previous_socket_{};
    struct Stranger {  // of a socket that no handshake gave, while a session runs
        Direction direction = Direction::ToServer;
        std::chrono::nanoseconds time{};
        Bytes bytes{};
    };
    std::optional<Stranger> stranger_{};
    std::uint16_t shaken_protocol_ = 0;
    std::uint32_t shaken_socket_ = 0;
    bool poked_ = false;  // since the session began
    std::optional<Direction> aborted_by_{};
    TransportCounters counters_{};
    std::uint64_t closed_lost_ = 0;  // of the server's reliable packets, in sessions that ended
};

}  // namespace tickreel::firefall
