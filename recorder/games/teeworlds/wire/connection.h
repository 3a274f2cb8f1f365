#pragma once
// One active end of a connection: handshake, acknowledgement, resending, keep-alive, timeouts. Time
// is passed in, datagrams go out through a callback, there is no socket. 0.6 family: the DDNet
// handshake (TKEN, tail token) and the one without tokens of 0.6.0 to 0.6.4. 0.7: each end has a
// token, which the other puts into the header of its packets; the server's is asked for first, see
// answer_token_request(). The caller routes datagrams by address, one Connection per peer, and
// calls update() at least every 100 ms. Neither callback may call feed() or update().

#include <functional>
#include <string>

#include "recorder/games/teeworlds/wire/chunk.h"
#include "recorder/games/teeworlds/wire/packet.h"
#include "recorder/games/teeworlds/wire/sequence.h"

namespace tickreel::teeworlds {

enum class Endpoint : std::uint8_t { Client, Server };

struct ConnectionOptions {
    Endpoint endpoint = Endpoint::Client;
    // 0.6. Client: Tail requests a DDNet token and continues without one if the server has none;
    // None never requests one. Server: Tail gives a token to clients that ask; None never does.
    TokenMode tokens = TokenMode::Tail;
    // Server: the token of this peer, see peer_token(). A client of 0.7: its own.
    std::uint32_t token = 0;
    HuffmanEnd huffman_end = HuffmanEnd::Ddnet;
    Time timeout = std::chrono::seconds(10);  // nothing received, or a vital chunk not acknowledged
    Time resend_after = std::chrono::seconds(1);
    Time flush_after = std::chrono::milliseconds(500);
    Time keep_alive_after = std::chrono::seconds(1);
    Time connect_every = std::chrono::milliseconds(500);
    Protocol protocol = Protocol::V06;
};

// A token that only the server can compute for an address; never one of the reserved values.
std::uint32_t peer_token(ByteView secret, ByteView address);

// 0.7: a server's answer to the question for its token, before there is a connection. Empty if this
// is no such question, or a shorter one, which could make the server send more than it gets.
std::optional<Bytes> answer_token_request(ByteView datagram, std::uint32_t token);

class Connection {
public:
    enum class State : std::uint8_t { Offline, Connecting, Online, Closed };
    using Output = std::function<void(ByteView datagram)>;
    using MessageHandler = std::function<void(const Chunk& chunk)>;

    Connection(const ConnectionOptions& options, Output output)
        : options_(options), output_(std::move(output)) {}

    void connect(Time now);  // client only
    // Delivers vital chunks once and in order. Unusable datagrams are counted and ignored.
    void feed(ByteView datagram, Time now, const MessageHandler& handler);
    void update(Time now);

    // Queues one message. False if not online, if it is too large, or if the peer has stopped
    // acknowledging (then the connection closes).
    bool send(ByteView message, bool vital, Time now);
    void flush(Time now);
    void close(std::string_view reason, Time now);

    State state() const { return state_; }
    const std::string& close_reason() const { return close_reason_; }
    bool closed_by_peer() const { return closed_by_peer_; }
    TokenMode token_mode() const { return mode_; }
    // Server: how often the client restarted on the same connection; each time the game restarts.
    int restarts() const { return restarts_; }
    std::uint64_t ignored() const { return ignored_; }
    std::size_t unacknowledged() const { return sender_.pending().size(); }

private:
    bool feed_control(const Packet& packet, Time now);
    bool feed_connect(const Packet& packet, Time now);
    bool feed_connect_accept(const Packet& packet, Time now);
    bool feed_accept(const Packet& packet, Time now);
    bool feed_token_07(const Packet& packet, Time now);
    bool feed_connect_07(const Packet& packet, Time now);
    bool feed_accept_07(Time now);
    bool feed_control_07(const Packet& packet, Time now);
    bool feed_close(const Packet& packet);
    bool feed_header(const Packet& packet, Time now);
    bool feed_chunks(const Packet& packet, Time now, const MessageHandler& handler);
    bool right_token(const Packet& packet) const;
    void queue_chunk(const Chunk& chunk, Time now);
    void resend(VitalSender::Pending& pending, Time now);
    void resend_pending(Time now);
    void resend_overdue(Time now);
    void send_connect(Time now);
    void send_control(Control control, ByteView data, Time now);
    void send_packet(Packet packet, TokenMode mode);
    void go_online(TokenMode mode, std::uint32_t token, Time now);
    void fail(std::string_view reason);
    void reset_sequences();

    // Longer than the keep-alive interval: a peer heard from recently needs no second handshake.
    static constexpr Time kReconnectAfter = std::chrono::milliseconds(2500);

    ConnectionOptions options_;
    Output output_;
    State state_ = State::Offline;
    TokenMode mode_ = TokenMode::None;
    std::uint32_t token_ = 0;     // of the packets that we send
    bool offered_token_ = false;  // server: CONNECT requested a token, ACCEPT must return it
    bool token_known_ = false;    // client of 0.7: the server's
    bool connect_seen_ = false;   // server: CONNECT arrived while online, ACCEPT restarts
    bool heard_ = false;          // a packet of the running connection arrived
    bool closed_by_peer_ = false;
    int restarts_ = 0;
    std::uint64_t ignored_ = 0;
    std::string close_reason_{};

    VitalReceiver receiver_{};
    VitalSender sender_{};
    bool want_resend_ = false;
    Bytes queue_{};  // chunks of the packet being filled
    int queued_chunks_ = 0;
    Time queued_since_{};
    Time last_sent_{};
    Time last_received_{};
    Time last_connect_{};
    Time online_since_{};
    Time last_resend_answer_ = -std::chrono::hours(1);
    Time last_resend_request_ = -std::chrono::hours(1);
    Bytes scratch_{};
};

}  // namespace tickreel::teeworlds
