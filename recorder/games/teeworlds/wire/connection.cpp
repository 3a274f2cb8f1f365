#include "recorder/games/teeworlds/wire/connection.h"

namespace tickreel::teeworlds {

namespace {

constexpr Time kResendAnswerEvery = std::chrono::milliseconds(100);  // DDNet: 10 per second
constexpr Time kResendRequestAfter = std::chrono::milliseconds(50);
constexpr std::size_t kMaxReason = 127;

}  // namespace

void Connection::reset_sequences() {
    receiver_ = {};
    sender_ = {};
    queue_.clear();
    queued_chunks_ = 0;
    want_resend_ = false;
}

void Connection::fail(std::string_view reason) {
    state_ = State::Closed;
    close_reason_ = reason;
}

void Connection::close(std::string_view reason, Time now) {
    if (state_ == State::Online) flush(now);
    if (state_ == State::Online || state_ == State::Connecting) {
        Bytes data;
        if (!reason.empty()) {
            const ByteView text = as_bytes(reason.substr(0, kMaxReason));
            data.assign(text.begin(), text.end());
            data.push_back(0);
        }
        send_control(Control::Close, data, now);
    }
    if (state_ != State::Closed) fail(reason);
}

void Connection::feed(ByteView datagram, Time now, const MessageHandler& handler) {
    if (state_ == State::Closed) return;
    // During the handshake, a packet's length shows whether it has a token.
    const TokenMode expected = state_ == State::Online ? mode_ : TokenMode::Unknown;
    const Result<Packet> packet = parse_packet(datagram, options_.protocol, expected, scratch_);
    if (!packet || packet->kind == PacketKind::Connless) {
        ++ignored_;
        return;
    }
    const bool used = packet->kind == PacketKind::Control ? feed_control(*packet, now)
                                                          : feed_chunks(*packet, now, handler);
    if (!used) ++ignored_;
}

bool Connection::right_token(const Packet& packet) const {
    if (options_.protocol == Protocol::V07) return packet.token == options_.token;
    return packet.token_mode == mode_ && (mode_ == TokenMode::None || packet.token == token_);
}

// Acknowledgement and resend request of a packet with the right token.
bool Connection::feed_header(const Packet& packet, Time now) {
    if (!sender_.valid_ack(packet.ack)) return false;
    last_received_ = now;
    heard_ = true;
    sender_.acknowledge(packet.ack);
    if (packet.resend_requested && now - last_resend_answer_ >= kResendAnswerEvery) {
        last_resend_answer_ = now;
        resend_pending(now);
    }
    return true;
}

bool Connection::feed_chunks(const Packet& packet, Time now, const MessageHandler& handler) {
    if (state_ == State::Connecting && offered_token_ && packet.token_mode == TokenMode::Tail &&
        packet.token == options_.token) {
        // The ACCEPT was lost, but only a peer that got our token can send it: accept.
        go_online(TokenMode::Tail, options_.token, now);
    }
    if (state_ != State::Online || !right_token(packet)) return false;
    if (!feed_header(packet, now)) return false;
    ChunkReader chunks(packet.payload, packet.num_chunks, options_.protocol);
    while (const std::optional<Chunk> chunk = chunks.next()) {
        if (chunk->vital) {
            const VitalReceiver::Verdict verdict = receiver_.receive(chunk->sequence);
            if (verdict == VitalReceiver::Verdict::Gap) want_resend_ = true;
            if (verdict != VitalReceiver::Verdict::Accept) continue;
        }
        handler(*chunk);
        if (state_ != State::Online) break;  // the handler closed the connection
    }
    return !chunks.failed();
}

bool Connection::send(ByteView message, bool vital, Time now) {
    if (state_ != State::Online || message.empty() ||
        message.size() > max_chunk_data(options_.protocol))
        return false;
    Chunk chunk;
    chunk.vital = vital;
    chunk.data = message;
    if (vital) {
        if (!sender_.can_take(message.size())) {
            close("the other side acknowledges nothing any more", now);
            return false;
        }
        chunk.sequence = static_cast<std::uint16_t>(sender_.add(message, now).sequence);
    }
    queue_chunk(chunk, now);
    return true;
}

void Connection::queue_chunk(const Chunk& chunk, Time now) {
    const std::size_t size = kMaxChunkHeader + chunk.data.size();
    if (queue_.size() + size > max_payload(options_.protocol, mode_) ||
        queued_chunks_ >= kMaxChunksPerPacket)
        flush(now);
    if (queued_chunks_ == 0) queued_since_ = now;
    write_chunk(queue_, chunk, options_.protocol);
    ++queued_chunks_;
}

void Connection::resend(VitalSender::Pending& pending, Time now) {
    pending.last_sent = now;
    Chunk chunk;
    chunk.vital = chunk.resent = true;
    chunk.sequence = static_cast<std::uint16_t>(pending.sequence);
    chunk.data = pending.data;
    queue_chunk(chunk, now);
}

void Connection::resend_pending(Time now) {
    for (VitalSender::Pending& pending : sender_.pending()) resend(pending, now);
}

// The real endpoints resend only the oldest message. Resending a packet of the oldest ones repairs
// the last few losses of a silent peer in one round trip instead of one second each.
void Connection::resend_overdue(Time now) {
    std::size_t size = 0;
    for (VitalSender::Pending& pending : sender_.pending()) {
        size += kMaxChunkHeader + pending.data.size();
        const bool first = &pending == &sender_.pending().front();
        if (now - pending.last_sent < options_.resend_after) break;
        if (!first && size > max_payload(options_.protocol, mode_)) break;
        resend(pending, now);
    }
}

void Connection::flush(Time now) {
    if (state_ != State::Online || (queued_chunks_ == 0 && !want_resend_)) return;
    Packet packet;
    packet.resend_requested = want_resend_;
    packet.num_chunks = static_cast<std::uint8_t>(queued_chunks_);
    packet.payload = queue_;
    send_packet(packet, mode_);
    last_sent_ = now;
    if (want_resend_) last_resend_request_ = now;
    want_resend_ = false;
    queue_.clear();
    queued_chunks_ = 0;
}

void Connection::send_packet(Packet packet, TokenMode mode) {
    packet.ack = static_cast<std::uint16_t>(receiver_.last());
    packet.token_mode = mode;
    packet.token = token_;
    output_(write_packet(packet, options_.protocol, options_.huffman_end));
}

void Connection::send_control(Control control, ByteView data, Time now) {
    Bytes payload = {static_cast<Byte>(control)};
    payload.insert(payload.end(), data.begin(), data.end());
    Packet packet;
    packet.kind = PacketKind::Control;
    packet.payload = payload;
    // In 0.6 these two contain their token as data.
    const bool opens = control == Control::Connect || control == Control::ConnectAccept;
    const bool bare = opens && options_.protocol == Protocol::V06;
    send_packet(packet, bare ? TokenMode::None : mode_);
    // A repeated handshake does not replace the keep-alive of the running connection.
    if (!bare) last_sent_ = now;
}

void Connection::update(Time now) {
    if (state_ == State::Connecting || state_ == State::Online) {
        if (now - last_received_ > options_.timeout) return fail("timeout");
    }
    const bool client = options_.endpoint == Endpoint::Client;
    if (state_ == State::Connecting && client && now - last_connect_ >= options_.connect_every)
        send_connect(now);
    if (state_ != State::Online) return;
    // The server never got our ACCEPT: ask again; its answer triggers a new ACCEPT.
    const bool accepts = client && options_.protocol == Protocol::V06;
    const bool unheard = accepts && !heard_ && now - online_since_ >= kReconnectAfter;
    if (unheard && now - last_connect_ >= options_.connect_every) send_connect(now);
    const auto& pending = sender_.pending();
    if (!pending.empty() && now - pending.front().first_sent > options_.timeout)
        return close("too weak connection: a message was not acknowledged in time", now);
    resend_overdue(now);
    const bool asks = want_resend_ && now - last_resend_request_ >= kResendRequestAfter;
    if (asks || (queued_chunks_ > 0 && now - queued_since_ >= options_.flush_after)) flush(now);
    if (now - last_sent_ >= options_.keep_alive_after) send_control(Control::KeepAlive, {}, now);
}

}  // namespace tickreel::teeworlds
