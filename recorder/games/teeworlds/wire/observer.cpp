#include "recorder/games/teeworlds/wire/observer.h"

#include <algorithm>
#include <utility>

namespace tickreel::teeworlds {

namespace {

constexpr Direction opposite(Direction direction) {
    return direction == Direction::ToServer ? Direction::ToClient : Direction::ToServer;
}

// A peer that acknowledges a message we never saw has it: the capture lost a packet. Three packets
// within a quarter of a second are required, because one may be a straggler from before a restart.
constexpr int kAheadPackets = 3;
constexpr Time kAheadTime = std::chrono::milliseconds(250);
// How far a chunk may overtake others.
constexpr int kReordered = 64;
constexpr int kHopeless = 8;  // rejected packets in a row after which a guess counts as wrong

bool chunks_complete(const Packet& packet, Protocol protocol) {
    ChunkReader chunks(packet.payload, packet.num_chunks, protocol);
    while (chunks.next()) {
    }
    return !chunks.failed();
}

bool all_used(const Packet& packet, Protocol protocol) {
    ChunkReader chunks(packet.payload, packet.num_chunks, protocol);
    while (chunks.next()) {
    }
    return !chunks.failed() && chunks.position() == packet.payload.size();
}

bool is_pure_control(const Datagram& datagram) {
    return datagram.bytes[2] == 0;  // no chunks
}

std::string_view close_reason(const Packet& packet) {
    const ByteView text = packet.payload.subspan(1);
    const auto nul = std::find(text.begin(), text.end(), Byte{0});
    return {reinterpret_cast<const char*>(text.data()),
            static_cast<std::size_t>(nul - text.begin())};
}

}  // namespace

// A client may come back from the same port with the other protocol.
std::optional<Packet> Observer::opening_of_the_other(const Datagram& datagram) {
    const Protocol other = protocol_ == Protocol::V06 ? Protocol::V07 : Protocol::V06;
    const Control opening = other == Protocol::V06 ? Control::Connect : Control::Token;
    const Result<Packet> packet = parse_packet(datagram.bytes, other, TokenMode::Unknown, scratch_);
    if (!packet || packet->kind != PacketKind::Control || !is_pure_control(datagram) ||
        datagram.direction != Direction::ToServer ||
        static_cast<Control>(packet->payload[0]) != opening)
        return std::nullopt;
    forget();
    return *packet;
}

// Parses without knowing the connection; sets the protocol once that is certain.
std::optional<Packet> Observer::read(const Datagram& datagram) {
    if (protocol_) {
        const Result<Packet> packet =
            parse_packet(datagram.bytes, *protocol_, TokenMode::Unknown, scratch_);
        if (packet) return *packet;
        return may_change_protocol() ? opening_of_the_other(datagram) : std::nullopt;
    }
    for (const Protocol protocol : {Protocol::V06, Protocol::V07}) {
        const Result<Packet> packet =
            parse_packet(datagram.bytes, protocol, TokenMode::Unknown, scratch_);
        if (!packet) continue;
        // The flag for compression in 0.7 is that of control packets in 0.6.
        if (packet->kind == PacketKind::Control && !is_pure_control(datagram)) continue;
        if (packet->kind == PacketKind::Chunks) {
            if (packet->num_chunks == 0 || !all_used(*packet, protocol)) continue;
            protocol_ = protocol;
        }
        return *packet;
    }
    return std::nullopt;
}

// Handles what needs no running connection; returns the packet if it may be part of one.
std::optional<Packet> Observer::read_outside(const Datagram& datagram, ObserverSink& sink) {
    std::optional<Packet> packet = read(datagram);
    if (!packet) {
        ++counters_.bad_packets;
        if (!proven_ && ++bad_run_ >= kHopeless) forget();
        return std::nullopt;
    }
    if (packet->kind == PacketKind::Connless) {
        ++counters_.connless;
        sink.connless(datagram.direction, packet->payload, datagram.time);
        return std::nullopt;
    }
    if (packet->kind == PacketKind::Control && handshake(*packet, datagram, sink))
        return std::nullopt;
    return packet;
}

void Observer::feed(const Datagram& datagram, ObserverSink& sink) {
    ++counters_.packets;
    if (state_ == State::Online && datagram.time - last_time_ > kObserverTimeout &&
        !std::exchange(other_clock_, false) && !goes_on(datagram)) {
        forget();
        sink.connection(ConnectionEvent::TimedOut, last_time_);
    }
    // Chunks of a running connection are decompressed only once, by read_running().
    std::optional<Packet> packet;
    if (state_ != State::Online || !has_chunks(datagram.bytes, *protocol_)) {
        packet = read_outside(datagram, sink);
        if (!packet) return;
    }
    if (state_ == State::Online) {
        packet = read_running(datagram, sink);
        if (!packet) return;
    } else {
        begin_in_the_middle(*packet, datagram, sink);
        if (state_ != State::Online) {
            ++counters_.outside;
            return;
        }
    }
    bad_run_ = 0;
    last_time_ = datagram.time;
    take_ack(*packet, datagram);
    if (packet->kind == PacketKind::Control) {
        ++counters_.control;
        if (static_cast<Control>(packet->payload[0]) == Control::Close)
            close(*packet, datagram, sink);
        return;
    }
    take_chunks(*packet, datagram, sink);
}

// After a silence that ends connections: their packets do not come then. If one does, with the
// token and the acknowledgement that are due, it was the clock of the capture that was set.
bool Observer::goes_on(const Datagram& datagram) {
    const Result<Packet> packet = parse_packet(datagram.bytes, *protocol_, mode_, scratch_);
    if (!packet || packet->kind != PacketKind::Chunks || !chunks_complete(*packet, *protocol_) ||
        packet->token_mode != mode_)
        return false;
    const Side& mine = side(datagram.direction);
    const Side& other = side(opposite(datagram.direction));
    if (mode_ != TokenMode::None && (!mine.token_known || packet->token != mine.token))
        return false;
    return sequence_distance(packet->ack, other.receiver.last()) <= kReordered;
}

bool Observer::token_fits(const Packet& packet, Direction direction) {
    Side& mine = side(direction);
    if (packet.token_mode != mode_) return false;
    if (mode_ == TokenMode::None) return true;
    if (!mine.token_known) {  // 0.7, started in the middle: each direction shows its token
        mine.token = packet.token;
        mine.token_known = true;
    }
    return packet.token == mine.token;
}

// Parses a packet of a running connection as its receiver would.
std::optional<Packet> Observer::read_running(const Datagram& datagram, ObserverSink& sink) {
    const auto attempt = [&](TokenMode mode) -> std::optional<Packet> {
        const Result<Packet> packet = parse_packet(datagram.bytes, *protocol_, mode, scratch_);
        if (!packet ||
            (packet->kind == PacketKind::Chunks && !chunks_complete(*packet, *protocol_)))
            return std::nullopt;
        return *packet;
    };
    std::optional<Packet> packet = attempt(mode_);
    const bool readable = packet.has_value();
    if (packet && token_fits(*packet, datagram.direction)) {
        side(datagram.direction).rival = {};
        return packet;
    }
    // The token of a second handshake: the client has reconnected.
    if (handshake_.answered) {
        packet = attempt(handshake_.mode);
        const auto direction = static_cast<std::size_t>(datagram.direction);
        if (packet && packet->token_mode == handshake_.mode &&
            packet->token == handshake_.token[direction]) {
            restart(datagram.time, sink);
            return packet;
        }
    }
    packet = attempt(TokenMode::Unknown);
    if (packet && !proven_ && adopt_rival(*packet, datagram.direction)) return packet;
    if (readable || packet)
        ++counters_.wrong_token;
    else
        ++counters_.bad_packets;
    sink.unreadable(datagram.direction, datagram.time);
    if (!proven_ && ++bad_run_ >= kHopeless) forget();
    return std::nullopt;
}

void Observer::take_ack(const Packet& packet, const Datagram& datagram) {
    Side& other = side(opposite(datagram.direction));
    if (sequence_distance(other.acked, packet.ack) < kSequenceCount / 2) other.acked = packet.ack;
    if (!other.synced) return;
    const int ahead = sequence_distance(other.receiver.last(), packet.ack);
    if (ahead == 0 || ahead >= kSequenceCount / 2) {
        other.ahead_count = 0;
        return;
    }
    if (other.ahead_count++ == 0) other.ahead_since = datagram.time;
    if (other.ahead_count >= kAheadPackets && datagram.time - other.ahead_since >= kAheadTime) {
        counters_.lost += static_cast<std::uint64_t>(ahead);
        other.receiver.set_last(packet.ack);
        other.skipping = true;
        other.ahead_count = 0;
    }
}

// The signature of the address check for clients without tokens: a map and snapshots in one packet,
// before the game is entered. Real servers never send snapshots that early.
bool Observer::is_spoof(const Packet& packet, Direction direction) const {
    if (direction != Direction::ToClient || mode_ != TokenMode::None || in_game_) return false;
    bool map = false;
    bool snap = false;
    ChunkReader chunks(packet.payload, packet.num_chunks, *protocol_);
    while (const std::optional<Chunk> chunk = chunks.next()) {
        Unpacker in(chunk->data);
        const std::optional<MessageId> id = read_message_id(in);
        if (!id) continue;
        const std::optional<SystemMessage> message = system_message(*protocol_, *id);
        map = map || message == SystemMessage::MapChange;
        snap = snap || message == SystemMessage::SnapEmpty;
    }
    return map && snap;
}

void Observer::take_chunks(const Packet& packet, const Datagram& datagram, ObserverSink& sink) {
    const bool spoof = is_spoof(packet, datagram.direction);
    Resends resends{datagram.direction, datagram.time, 0, 0, packet.resend_requested};
    ChunkReader chunks(packet.payload, packet.num_chunks, *protocol_);
    while (const std::optional<Chunk> chunk = chunks.next()) {
        if (chunk->vital && !take_vital(*chunk, datagram, resends, sink)) continue;
        deliver(*chunk, spoof, datagram, sink);
    }
    if (resends.any()) sink.resends(resends);
}

bool Observer::take_vital(const Chunk& chunk, const Datagram& datagram, Resends& resends,
                          ObserverSink& sink) {
    Side* mine = &side(datagram.direction);
    // After a second handshake without a new token, numbering from 1 proves the restart.
    const bool from_one = chunk.sequence == 1 && !chunk.resent &&
                          sequence_distance(mine->receiver.last(), 1) > kReordered;
    if (handshake_.answered && handshake_.inside && from_one) {
        restart(datagram.time, sink);
        mine = &side(datagram.direction);
    }
    const bool passed = mine->passed.add(chunk.sequence);
    if (chunk.resent) {
        ++counters_.resent;
        ++resends.messages;
        resends.seen_before += passed ? 1 : 0;
    }
    if (!mine->synced) {
        mine->synced = true;
        mine->receiver.set_last(chunk.sequence);
        return true;
    }
    if (mine->skipping) {
        // The messages between the acknowledged one and this one were missed.
        const int ahead = sequence_distance(mine->receiver.last(), chunk.sequence);
        if (ahead > 0 && ahead < kSequenceCount / 2) {
            counters_.lost += static_cast<std::uint64_t>(ahead - 1);
            mine->receiver.set_last(chunk.sequence);
            mine->skipping = false;
            return true;
        }
    }
    switch (mine->receiver.receive(chunk.sequence)) {
        case VitalReceiver::Verdict::Accept:
            return true;
        case VitalReceiver::Verdict::Duplicate:
            ++counters_.duplicates;
            return false;
        case VitalReceiver::Verdict::Gap:
            ++counters_.out_of_order;
            return false;
    }
    return false;
}

void Observer::deliver(const Chunk& chunk, bool spoof, const Datagram& datagram,
                       ObserverSink& sink) {
    Unpacker in(chunk.data);
    const std::optional<MessageId> id = read_message_id(in);
    if (!id) {
        ++counters_.bad_messages;
        return sink.unreadable(datagram.direction, datagram.time);
    }
    Message message;
    message.direction = datagram.direction;
    message.time = datagram.time;
    message.id = *id;
    message.system = system_message(*protocol_, *id);
    message.chunk = chunk.data;
    message.body = in.rest();
    message.vital = chunk.vital;
    message.sequence = chunk.sequence;
    if (id->system && !id->uuid && !message.system) ++counters_.unknown_system;
    if (message.system == SystemMessage::MapChange) anti_spoof_ = spoof;
    if (message.system == SystemMessage::EnterGame && !anti_spoof_) in_game_ = true;
    message.anti_spoof = spoof || anti_spoof_;
    ++counters_.messages;
    sink.message(message);
}

void Observer::close(const Packet& packet, const Datagram& datagram, ObserverSink& sink) {
    state_ = State::Closed;
    handshake_ = {};
    sink.closing(datagram.direction, close_reason(packet), datagram.time);
    sink.connection(ConnectionEvent::Closed, datagram.time);
}

}  // namespace tickreel::teeworlds
