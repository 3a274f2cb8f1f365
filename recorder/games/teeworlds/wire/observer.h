#pragma once
// A passive observer of ONE connection (one client address and port, one server): datagrams of both
// directions in, messages out, vital ones exactly once and in order, the others as they arrive.
// Detects protocol and token mode from the handshake, or from the packets if the capture starts in
// the middle. Changes its state only for packets that a real peer would accept: fully parsable and
// with the right token. Never answers, never fails: unusable datagrams are counted.

#include <optional>
#include <string>

#include "recorder/datagram.h"
#include "recorder/games/resends.h"
#include "recorder/games/teeworlds/wire/chunk.h"
#include "recorder/games/teeworlds/wire/message_id.h"
#include "recorder/games/teeworlds/wire/packet.h"
#include "recorder/games/teeworlds/wire/sequence.h"

namespace tickreel::teeworlds {

struct Message {
    Direction direction = Direction::ToServer;
    Time time{};
    MessageId id{};
    std::optional<SystemMessage> system{};  // if it is a known system message
    ByteView chunk{};                       // the whole message including the id
    ByteView body{};                        // the part after the id
    bool vital = false;
    std::uint16_t sequence = 0;  // vital only
    // Part of the exchange by which a server checks a client without tokens: a fake map, random
    // ticks. Must not be treated as game data. Ends with the next real MAP_CHANGE.
    bool anti_spoof = false;
};

enum class ConnectionEvent : std::uint8_t {
    Opened,     // handshake seen, or first packet of a capture that starts in the middle
    Restarted,  // the client reconnected on the same port: all counters restart
    Closed,     // CLOSE seen
    TimedOut,   // silence longer than kObserverTimeout, and then something else
};

inline constexpr Time kObserverTimeout = std::chrono::seconds(100);

class ObserverSink {
public:
    virtual ~ObserverSink() = default;
    virtual void message(const Message& message) = 0;  // views are valid during the call
    virtual void connection(ConnectionEvent event, Time time) { (void)event, (void)time; }
    // Before the Closed: who ends the connection, and the reason given ("": none).
    virtual void closing(Direction by, std::string_view reason, Time time) {
        (void)by, (void)reason, (void)time;
    }
    // After the messages of its packet; none where nothing is sent again or asked for.
    virtual void resends(const Resends& resends) { (void)resends; }
    // A packet that no peer of the running connection would take.
    virtual void unreadable(Direction direction, Time time) { (void)direction, (void)time; }
    virtual void connless(Direction direction, ByteView payload, Time time) {
        (void)direction, (void)payload, (void)time;
    }
};

struct ObserverCounters {
    std::uint64_t packets = 0;       // all datagrams fed
    std::uint64_t control = 0;       // accepted control packets
    std::uint64_t connless = 0;      // connectionless packets
    std::uint64_t messages = 0;      // delivered
    std::uint64_t resent = 0;        // vital chunks with the resend flag
    std::uint64_t duplicates = 0;    // vital chunks already delivered
    std::uint64_t out_of_order = 0;  // vital chunks after a gap: skipped, they will be resent
    std::uint64_t lost = 0;          // vital chunks that the peer has and we never saw
    std::uint64_t bad_packets = 0;   // not parsable
    std::uint64_t wrong_token = 0;
    std::uint64_t bad_messages = 0;    // chunks without a valid message id
    std::uint64_t unknown_system = 0;  // system messages with an unknown number (delivered)
    std::uint64_t outside = 0;         // packets before a handshake finished or after a CLOSE
};

class Observer {
public:
    enum class State : std::uint8_t { Idle, Handshake, Online, Closed };

    Observer() = default;
    explicit Observer(Protocol protocol) : fixed_protocol_(protocol), protocol_(protocol) {}

    void feed(const Datagram& datagram, ObserverSink& sink);
    // A running connection (Online), for another observer that goes on; see checkpoint.cpp.
    void save(ByteWriter& out) const;
    // `handshake`: the bytes tell of one that is under way, as save() writes them.
    bool restore(ByteReader& in, bool handshake = true);

    State state() const { return state_; }
    std::optional<Protocol> protocol() const { return protocol_; }
    TokenMode token_mode() const { return mode_; }
    bool anti_spoof() const { return anti_spoof_; }
    // Last vital sequence acknowledged by the receiver of this direction.
    int acknowledged(Direction direction) const { return side(direction).acked; }
    const ObserverCounters& counters() const { return counters_; }
    void another_clock() { other_clock_ = true; }

private:
    struct Rival {  // another token that keeps arriving while ours is only a guess
        TokenMode mode = TokenMode::Unknown;
        std::uint32_t token = 0;
        int count = 0;
    };
    struct Side {  // one direction of flow
        VitalReceiver receiver{};
        PassedNumbers<kSequenceCount, kSequenceCount / 2>
            passed{};           // begins anew with each process
        bool synced = true;     // false: accept the first sequence that arrives
        bool skipping = false;  // messages are lost: continue with the next one that arrives
        int acked = 0;          // by packets of the other direction
        int ahead_count = 0;    // packets in a row that acknowledge messages we never saw
        Time ahead_since{};
        std::uint32_t token = 0;  // token in packets of this direction
        bool token_known = false;
        Rival rival{};
    };
    struct Handshake {  // in progress, possibly within a running connection
        bool asked = false;
        bool answered = false;
        bool inside = false;  // started long after the connection opened
        TokenMode mode = TokenMode::Unknown;
        std::uint32_t token[2] = {0, 0};  // by direction
    };

    Side& side(Direction d) { return sides_[static_cast<std::size_t>(d)]; }
    const Side& side(Direction d) const { return sides_[static_cast<std::size_t>(d)]; }

    // observer_handshake.cpp
    bool handshake(const Packet& packet, const Datagram& datagram, ObserverSink& sink);
    bool handshake_06(const Packet& packet, const Datagram& datagram, ObserverSink& sink);
    bool handshake_07(const Packet& packet, const Datagram& datagram, ObserverSink& sink);
    void asked(Protocol protocol, Time time);
    void answered(const Packet& packet, const Datagram& datagram, ObserverSink& sink);
    void accepted(const Packet& packet, const Datagram& datagram, ObserverSink& sink);
    void complete(ConnectionEvent event, Time time, ObserverSink& sink);
    void restart(Time time, ObserverSink& sink);
    void begin_in_the_middle(const Packet& packet, const Datagram& datagram, ObserverSink& sink);
    bool adopt_rival(const Packet& packet, Direction direction);
    void forget();

    // observer.cpp
    std::optional<Packet> read(const Datagram& datagram);
    bool may_change_protocol() const {
        return !fixed_protocol_ && (state_ == State::Idle || state_ == State::Closed);
    }
    std::optional<Packet> opening_of_the_other(const Datagram& datagram);
    std::optional<Packet> read_outside(const Datagram& datagram, ObserverSink& sink);
    bool goes_on(const Datagram& datagram);
    std::optional<Packet> read_running(const Datagram& datagram, ObserverSink& sink);
    bool token_fits(const Packet& packet, Direction direction);
    void close(const Packet& packet, const Datagram& datagram, ObserverSink& sink);
    void take_ack(const Packet& packet, const Datagram& datagram);
    void take_chunks(const Packet& packet, const Datagram& datagram, ObserverSink& sink);
    bool take_vital(const Chunk& chunk, const Datagram& datagram, Resends& resends,
                    ObserverSink& sink);
    void deliver(const Chunk& chunk, bool spoof, const Datagram& datagram, ObserverSink& sink);
    bool is_spoof(const Packet& packet, Direction direction) const;

    std::optional<Protocol> fixed_protocol_{};
    std::optional<Protocol> protocol_{};
    State state_ = State::Idle;
    TokenMode mode_ = TokenMode::Unknown;
    bool proven_ = false;  // mode and token come from a handshake, not from a guess
    bool anti_spoof_ = false;
    bool in_game_ = false;     // ENTERGAME seen: no address check after it
    int bad_run_ = 0;          // rejected packets in a row
    int waiting_packets_ = 0;  // packets of a running connection while waiting for an answer
    Side sides_[2]{};
    Handshake handshake_{};
    Time opened_time_{};
    Time last_time_{};
    bool other_clock_ = false;  // from here on, once: a recorder that goes on has its own
    Bytes scratch_{};
    ObserverCounters counters_{};
};

}  // namespace tickreel::teeworlds
