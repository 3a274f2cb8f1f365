// The control packets of a Connection: opening, closing, restarting.

#include <algorithm>
#include <array>

#include "recorder/games/teeworlds/wire/connection.h"
#include "tickreel/base/sha256.h"

namespace tickreel::teeworlds {

namespace {

constexpr std::array<Byte, 4> kTokenMagic = {'T', 'K', 'E', 'N'};
constexpr Time kDuplicatesDie = std::chrono::seconds(1);
constexpr std::size_t kMaxReason = 127;
constexpr std::size_t kTokenBytes = 4;
constexpr std::size_t kPadding = 508;  // of the first packets of a client of 0.7

// What follows "TKEN" in CONNECT and CONNECTACCEPT.
std::optional<std::uint32_t> magic_token(ByteView payload) {
    if (payload.size() < 1 + kTokenMagic.size() + 4) return std::nullopt;
    const ByteView magic = payload.subspan(1, kTokenMagic.size());
    if (!std::equal(magic.begin(), magic.end(), kTokenMagic.begin())) return std::nullopt;
    return read_token(payload.subspan(1 + kTokenMagic.size()));
}

Bytes token_request(std::uint32_t token) {
    Bytes data(kTokenMagic.begin(), kTokenMagic.end());
    append_token(data, token);
    return data;
}

std::string reason_of(ByteView payload) {
    const ByteView text = payload.subspan(1);
    const auto nul = std::find(text.begin(), text.end(), Byte{0});
    const auto size = std::min(static_cast<std::size_t>(nul - text.begin()), kMaxReason);
    return {reinterpret_cast<const char*>(text.data()), size};
}

}  // namespace

std::uint32_t peer_token(ByteView secret, ByteView address) {
    Bytes input(secret.begin(), secret.end());
    input.insert(input.end(), address.begin(), address.end());
    const std::uint32_t token = read_token(sha256(input));
    return token == 0 || token == kTokenUnknown ? 1 : token;
}

std::optional<Bytes> answer_token_request(ByteView datagram, std::uint32_t token) {
    Bytes scratch;
    const auto packet = parse_packet(datagram, Protocol::V07, TokenMode::Header, scratch);
    if (!packet || packet->kind != PacketKind::Control ||
        packet->payload.size() < 1 + kTokenBytes + kPadding ||
        static_cast<Control>(packet->payload[0]) != Control::Token)
        return std::nullopt;
    Bytes payload{static_cast<Byte>(Control::Token)};
    append_token(payload, token);
    Packet answer;
    answer.kind = PacketKind::Control;
    answer.token_mode = TokenMode::Header;
    answer.token = read_token(packet->payload.subspan(1));
    answer.payload = payload;
    return write_packet(answer, Protocol::V07);
}

void Connection::connect(Time now) {
    if (state_ != State::Offline || options_.endpoint != Endpoint::Client) return;
    if (options_.protocol == Protocol::V07) {
        mode_ = TokenMode::Header;
        token_ = kTokenUnknown;
    }
    state_ = State::Connecting;
    last_received_ = now;
    send_connect(now);
}

void Connection::send_connect(Time now) {
    last_connect_ = now;
    if (options_.protocol == Protocol::V07) {
        Bytes data;
        append_token(data, options_.token);
        data.resize(kTokenBytes + kPadding);
        send_control(token_known_ ? Control::Connect : Control::Token, data, now);
        return;
    }
    const bool ask = options_.tokens == TokenMode::Tail;
    send_control(Control::Connect, ask ? token_request(kTokenUnknown) : Bytes{}, now);
}

void Connection::go_online(TokenMode mode, std::uint32_t token, Time now) {
    state_ = State::Online;
    mode_ = mode;
    token_ = token;
    last_received_ = online_since_ = last_sent_ = now;
}

bool Connection::feed_control(const Packet& packet, Time now) {
    switch (static_cast<Control>(packet.payload[0])) {
        case Control::KeepAlive:
            return state_ == State::Online && right_token(packet) && feed_header(packet, now);
        case Control::Close:
            return feed_close(packet);
        default:
            break;
    }
    if (options_.protocol == Protocol::V07) return feed_control_07(packet, now);
    switch (static_cast<Control>(packet.payload[0])) {
        case Control::Connect:
            return feed_connect(packet, now);
        case Control::ConnectAccept:
            return feed_connect_accept(packet, now);
        case Control::Accept:
            return feed_accept(packet, now);
        default:
            return false;
    }
}

bool Connection::feed_close(const Packet& packet) {
    const bool needs_token = state_ == State::Online || options_.protocol == Protocol::V07;
    if (state_ == State::Offline || (needs_token && !right_token(packet))) return false;
    // During the handshake a server accepts only packets with the token it offered.
    if (offered_token_ && state_ == State::Connecting && packet.token != options_.token)
        return false;
    closed_by_peer_ = true;
    fail(reason_of(packet.payload));
    return true;
}

bool Connection::feed_control_07(const Packet& packet, Time now) {
    if (!right_token(packet)) return false;
    switch (static_cast<Control>(packet.payload[0])) {
        case Control::Token:
            return feed_token_07(packet, now);
        case Control::Connect:
            return feed_connect_07(packet, now);
        case Control::ConnectAccept:
            return feed_accept_07(now);
        default:
            return false;
    }
}

bool Connection::feed_token_07(const Packet& packet, Time now) {
    if (options_.endpoint != Endpoint::Client || state_ != State::Connecting || token_known_ ||
        packet.payload.size() < 1 + kTokenBytes)
        return false;
    token_ = read_token(packet.payload.subspan(1));
    token_known_ = true;
    last_received_ = now;
    send_connect(now);
    return true;
}

bool Connection::feed_connect_07(const Packet& packet, Time now) {
    if (options_.endpoint != Endpoint::Server || packet.payload.size() < 1 + kTokenBytes)
        return false;
    const std::uint32_t theirs = read_token(packet.payload.subspan(1));
    if (state_ == State::Online && heard_) {
        // With another token the client has started again, unless it is a late packet of the one
        // before it.
        if (theirs == token_ || now - online_since_ < kDuplicatesDie) return false;
        reset_sequences();
        heard_ = false;
        ++restarts_;
    }
    go_online(TokenMode::Header, theirs, now);
    send_control(Control::ConnectAccept, {}, now);
    return true;
}

bool Connection::feed_accept_07(Time now) {
    if (options_.endpoint != Endpoint::Client || state_ != State::Connecting || !token_known_)
        return false;
    go_online(TokenMode::Header, token_, now);
    return true;
}

bool Connection::feed_connect(const Packet& packet, Time now) {
    if (options_.endpoint != Endpoint::Server) return false;
    const bool wants_token = magic_token(packet.payload).has_value();
    if (wants_token && options_.tokens == TokenMode::Tail) {
        if (state_ == State::Online && mode_ != TokenMode::Tail) return false;
        if (state_ == State::Online) connect_seen_ = true;
        if (state_ == State::Offline) state_ = State::Connecting;
        if (state_ == State::Connecting) last_received_ = now;
        offered_token_ = true;
        send_control(Control::ConnectAccept, token_request(options_.token), now);
        return true;
    }
    // Without tokens CONNECT is the whole handshake. Later ones mean that the answer was lost.
    if (state_ == State::Online && (heard_ || mode_ != TokenMode::None)) return false;
    go_online(TokenMode::None, 0, now);
    send_control(Control::ConnectAccept, {}, now);
    return true;
}

bool Connection::feed_connect_accept(const Packet& packet, Time now) {
    if (options_.endpoint != Endpoint::Client || packet.token_mode == TokenMode::Header)
        return false;
    const auto token = options_.tokens == TokenMode::Tail ? magic_token(packet.payload)
                                                          : std::optional<std::uint32_t>{};
    const bool has_token = token.value_or(0) != 0;
    const TokenMode mode = has_token ? TokenMode::Tail : TokenMode::None;
    if (state_ == State::Online) {
        // The answer to a CONNECT that was repeated because nothing had arrived. Its ACCEPT needs
        // time too: each one starts DDNet's server again, which would forget what it has answered.
        if (heard_ || mode != mode_ || now - online_since_ < kReconnectAfter) return false;
        token_ = token.value_or(0);
        online_since_ = now;
        send_control(Control::Accept, {}, now);
        resend_pending(now);
        return true;
    }
    if (state_ != State::Connecting) return false;
    go_online(mode, token.value_or(0), now);
    send_control(Control::Accept, {}, now);
    return true;
}

bool Connection::feed_accept(const Packet& packet, Time now) {
    if (options_.endpoint != Endpoint::Server) return false;
    if (state_ == State::Connecting && packet.token_mode == TokenMode::Tail &&
        packet.token == options_.token) {
        go_online(TokenMode::Tail, options_.token, now);
        return true;
    }
    if (state_ != State::Online || !right_token(packet)) return false;
    // A duplicate of the first ACCEPT must not discard the running session; a CONNECT before it,
    // and enough time for duplicates to disappear, prove that the client restarted.
    if (connect_seen_ && heard_ && now - online_since_ >= kDuplicatesDie) {
        reset_sequences();
        heard_ = false;
        online_since_ = now;
        ++restarts_;
    }
    connect_seen_ = false;
    last_received_ = now;
    return true;
}

}  // namespace tickreel::teeworlds
