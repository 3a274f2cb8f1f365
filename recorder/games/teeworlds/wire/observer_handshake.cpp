// How an Observer detects connections: the handshakes of the protocol family, clients that
// reconnect on the same port, and captures that start in the middle.

#include <algorithm>
#include <array>

#include "recorder/games/teeworlds/wire/observer.h"

namespace tickreel::teeworlds {

namespace {

constexpr std::array<Byte, 4> kTokenMagic = {'T', 'K', 'E', 'N'};
constexpr Time kDuplicatesDie = std::chrono::seconds(2);
constexpr int kPatience = 3;    // packets to wait for a lost answer before guessing
constexpr int kRivalProof = 3;  // packets in a row that prove a first guess wrong

Control control_of(const Packet& packet) {
    return static_cast<Control>(packet.payload[0]);
}

std::optional<std::uint32_t> token_after(ByteView payload, std::size_t at) {
    if (payload.size() < at + 4) return std::nullopt;
    return read_token(payload.subspan(at));
}

bool has_magic(ByteView payload) {
    return payload.size() >= 9 &&
           std::equal(kTokenMagic.begin(), kTokenMagic.end(), payload.begin() + 1);
}

}  // namespace

void Observer::forget() {
    protocol_ = fixed_protocol_;
    state_ = State::Idle;
    mode_ = TokenMode::Unknown;
    proven_ = anti_spoof_ = in_game_ = false;
    bad_run_ = waiting_packets_ = 0;
    sides_[0] = sides_[1] = {};
    handshake_ = {};
}

// True if the packet belongs to a handshake and needs no further processing.
bool Observer::handshake(const Packet& packet, const Datagram& datagram, ObserverSink& sink) {
    const Protocol protocol =
        protocol_.value_or((datagram.bytes[0] & 0x04) != 0 ? Protocol::V07 : Protocol::V06);
    const bool taken = protocol == Protocol::V06 ? handshake_06(packet, datagram, sink)
                                                 : handshake_07(packet, datagram, sink);
    if (taken) ++counters_.control;
    return taken;
}

void Observer::asked(Protocol protocol, Time time) {
    handshake_ = {};
    handshake_.asked = true;
    waiting_packets_ = 0;
    last_time_ = std::max(last_time_, time);
    if (state_ == State::Online) {
        handshake_.inside = time - opened_time_ > kDuplicatesDie;
        return;
    }
    forget();
    handshake_.asked = true;
    protocol_ = protocol;
    state_ = State::Handshake;
}

bool Observer::handshake_06(const Packet& packet, const Datagram& datagram, ObserverSink& sink) {
    const bool to_server = datagram.direction == Direction::ToServer;
    switch (control_of(packet)) {
        case Control::Connect:
            if (to_server) asked(Protocol::V06, datagram.time);
            return true;
        case Control::ConnectAccept:
            if (!to_server) answered(packet, datagram, sink);
            return true;
        case Control::Accept:
            if (to_server) accepted(packet, datagram, sink);
            return true;
        case Control::Close:  // the server refuses: full, banned, wrong version
            if (to_server || state_ != State::Handshake) return false;
            close(packet, datagram, sink);
            return true;
        default:
            return false;
    }
}

// CONNECTACCEPT: the server selects the kind of token, if any.
void Observer::answered(const Packet& packet, const Datagram& datagram, ObserverSink& sink) {
    if (!handshake_.asked) return;
    std::optional<std::uint32_t> token;
    handshake_.mode = TokenMode::None;
    if (packet.token_mode == TokenMode::Header) {
        token = token_after(packet.payload, 1);
        if (!token) return;
        handshake_.mode = TokenMode::Header;
    } else if (has_magic(packet.payload)) {
        token = token_after(packet.payload, 5);
        if (token.value_or(0) != 0) handshake_.mode = TokenMode::Tail;
    }
    handshake_.token[0] = handshake_.token[1] = token.value_or(0);
    handshake_.answered = true;
    if (state_ != State::Online) complete(ConnectionEvent::Opened, datagram.time, sink);
}

// ACCEPT with a DDNet token makes the server start the connection, or restart a running one.
void Observer::accepted(const Packet& packet, const Datagram& datagram, ObserverSink& sink) {
    if (packet.token_mode != TokenMode::Tail) return;
    const bool right = handshake_.answered && handshake_.mode == TokenMode::Tail &&
                       handshake_.token[0] == packet.token;
    if (state_ == State::Online) {
        if (right) restart(datagram.time, sink);
        return;
    }
    if (state_ == State::Handshake) begin_in_the_middle(packet, datagram, sink);
}

bool Observer::handshake_07(const Packet& packet, const Datagram& datagram, ObserverSink& sink) {
    const bool to_server = datagram.direction == Direction::ToServer;
    const std::optional<std::uint32_t> token = token_after(packet.payload, 1);
    switch (control_of(packet)) {
        case Control::Token:
            if (to_server && state_ != State::Online) asked(Protocol::V07, datagram.time);
            return true;
        case Control::Connect:
            if (!to_server || !token) return true;
            asked(Protocol::V07, datagram.time);
            handshake_.mode = TokenMode::Header;
            handshake_.token[static_cast<std::size_t>(Direction::ToServer)] = packet.token;
            handshake_.token[static_cast<std::size_t>(Direction::ToClient)] = *token;
            return true;
        case Control::ConnectAccept: {
            const auto client = handshake_.token[static_cast<std::size_t>(Direction::ToClient)];
            if (to_server || !handshake_.asked || handshake_.mode != TokenMode::Header) return true;
            if (packet.token != client) return true;
            handshake_.answered = true;
            if (state_ != State::Online) complete(ConnectionEvent::Opened, datagram.time, sink);
            return true;
        }
        case Control::Close:
            if (to_server || state_ != State::Handshake) return false;
            close(packet, datagram, sink);
            return true;
        default:
            return false;
    }
}

// Turns the handshake into the running connection.
void Observer::complete(ConnectionEvent event, Time time, ObserverSink& sink) {
    const Handshake done = handshake_;
    state_ = State::Online;
    mode_ = done.mode;
    proven_ = true;
    anti_spoof_ = in_game_ = false;
    bad_run_ = waiting_packets_ = 0;
    for (std::size_t i = 0; i < 2; ++i) {
        sides_[i] = {};
        sides_[i].token = done.token[i];
        sides_[i].token_known = true;
    }
    handshake_ = {};
    last_time_ = opened_time_ = time;
    sink.connection(event, time);
}

void Observer::restart(Time time, ObserverSink& sink) {
    const bool fresh = sides_[0].receiver.last() == 0 && sides_[1].receiver.last() == 0;
    // Duplicates of the first handshake before any message change nothing.
    if (fresh && handshake_.mode == mode_ && handshake_.token[0] == sides_[0].token) {
        handshake_ = {};
        return;
    }
    complete(ConnectionEvent::Restarted, time, sink);
}

// No handshake was captured: the first readable packet shows mode and token.
void Observer::begin_in_the_middle(const Packet& packet, const Datagram& datagram,
                                   ObserverSink& sink) {
    if (state_ == State::Closed || !protocol_) return;
    if (state_ == State::Handshake && ++waiting_packets_ <= kPatience) return;
    if (packet.kind == PacketKind::Control && control_of(packet) == Control::Close) return;
    if (packet.kind == PacketKind::Chunks) {
        ChunkReader chunks(packet.payload, packet.num_chunks, *protocol_);
        while (chunks.next()) {
        }
        if (chunks.failed() || chunks.position() != packet.payload.size()) return;
    }
    const Handshake pending = handshake_;
    const Protocol protocol = *protocol_;
    forget();
    protocol_ = protocol;
    handshake_ = pending;  // its answer may still arrive
    state_ = State::Online;
    mode_ = packet.token_mode;
    for (Side& each : sides_) {
        each.synced = false;
        each.token = packet.token;
        each.token_known = protocol == Protocol::V06;
    }
    side(datagram.direction).token_known = true;
    in_game_ = !pending.asked;  // the exchange with the fake map was long before
    last_time_ = opened_time_ = datagram.time;
    sink.connection(ConnectionEvent::Opened, datagram.time);
}

// A guess made from one packet may be wrong: that packet may not belong to this connection.
bool Observer::adopt_rival(const Packet& packet, Direction direction) {
    Rival& rival = side(direction).rival;
    if (rival.count == 0 || rival.mode != packet.token_mode || rival.token != packet.token)
        rival = {packet.token_mode, packet.token, 0};
    if (++rival.count < kRivalProof) return false;
    mode_ = packet.token_mode;
    for (Side& each : sides_) {
        if (protocol_ == Protocol::V07 && &each != &side(direction)) continue;
        each = {};
        each.synced = false;
        each.token = packet.token;
        each.token_known = true;
    }
    return true;
}

}  // namespace tickreel::teeworlds
