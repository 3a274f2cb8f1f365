#include "demos/firefall/client.h"

#include "demos/firefall/stage.h"
#include "recorder/games/firefall/zone.h"

namespace tickreel::firefall_match {

using firefall::Channel;
using firefall::Handshake;

namespace {

constexpr std::chrono::milliseconds kPokeEvery{300};
constexpr std::chrono::seconds kClockEvery{2};
constexpr std::chrono::milliseconds kCommandEvery{700};
constexpr std::chrono::milliseconds kMoveEvery{100};
constexpr std::uint8_t kActivateAbility = 134;
constexpr std::uint8_t kMovementInput = 115;
constexpr std::uint64_t kOwn = 0xff0000000500ULL << 8;
constexpr std::uint64_t kOwnBase = kOwn | 2;    // the client's base controller
constexpr std::uint64_t kOwnCombat = kOwn | 5;  // its combat controller
constexpr Byte kFullKey = 127;
constexpr std::uint16_t kHalfOne = 0x3c00;
constexpr std::uint16_t kInterval = 100;  // to the earlier clock in a movement input

const firefall::ProtocolLayout& protocol() {
    return *firefall::builtin_layouts().find(kProtocol);
}

}  // namespace

void Client::session_started(std::uint16_t) {
    world_.enter_zone(&protocol());
}

void Client::say(Handshake handshake) {
    send_(0, firefall::write_handshake(handshake));
}

void Client::take_handshake(const Handshake& heard, Time now) {
    if (heard.step == Handshake::Step::Hehe && socket_ == 0) {
        socket_ = heard.socket;
        say({.step = Handshake::Step::Kiss, .socket = socket_, .gss_protocol = kProtocol});
    }
    if (heard.step != Handshake::Step::Hugg || sender_) return;
    port_ = heard.game_port;
    sender_.emplace(socket_, heard.first_sequence);
    acks_.emplace(heard.first_sequence);
    Bytes login{kLogin};
    login.insert(login.end(), ticket_.begin(), ticket_.end());
    sender_->send(Channel::Matrix, login, now);
}

void Client::feed(ByteView datagram, Time now) {
    (void)transport_.feed({Direction::ToClient, now, datagram}, *this);
    if (const auto heard = firefall::read_handshake(datagram)) {
        take_handshake(*heard, now);
        return;
    }
    if (!sender_) return;
    acks_->take(datagram, *sender_, now);
    const firefall::WorldChanges changes = world_.take_changes();
    changed_ += changes.views.size() + changes.movers.size();
    request(changes.checks, now);
    flush();
}

void Client::message(Direction, Channel channel, ByteView payload) {
    if (channel == Channel::Control) {
        if (sender_) take_ack(payload, *sender_);
        closed_ = closed_ || (!payload.empty() && payload[0] == control::kClose);
    } else if (channel == Channel::Matrix) {
        zone_ = zone_ || firefall::read_enter_zone(payload).has_value();
    } else {
        (void)world_.take(payload);
    }
}

void Client::request(const std::vector<firefall::CheckOutcome>& checks, Time now) {
    ByteWriter entries;
    std::uint8_t count = 0;
    for (const firefall::CheckOutcome& check : checks) {
        if (check.agrees() || count == 0xff) continue;
        ++count;
        entries.u64(check.id);
        entries.u16(0);
        entries.u8(1);
        entries.u32(check.computed);
    }
    if (count == 0) return;
    ByteWriter out;
    out.bytes(Bytes{kKeyframeRequest, 1, count});
    out.bytes(entries.data());
    out.u8(0);
    sender_->send(Channel::Matrix, out.data(), now);
}

void Client::update(Time now) {
    if (!sender_ && now - last_poke_ >= kPokeEvery) {
        last_poke_ = now;
        if (socket_ == 0)
            say({.step = Handshake::Step::Poke, .matrix_protocol = protocol().matrix_number});
        else
            say({.step = Handshake::Step::Kiss, .socket = socket_, .gss_protocol = kProtocol});
    }
    if (!sender_) return;
    if (now - last_clock_ >= kClockEvery) {
        last_clock_ = now;
        ByteWriter clock;
        clock.u8(control::kTimeRequest);
        clock.u64(static_cast<std::uint64_t>(now.count() / 1000));
        sender_->send(Channel::Control, clock.data(), now);
    }
    if (zone_ && now - last_command_ >= kCommandEvery) {
        last_command_ = now;
        ByteWriter body;
        body.u32(static_cast<std::uint32_t>(now.count() / 1'000'000));
        body.bytes(Bytes(1 + 1 + 3 * 4 + 1));
        say_command(kOwnCombat, kActivateAbility, body.data(), Channel::ReliableGss, now);
    }
    if (zone_ && now - last_move_ >= kMoveEvery) move(now);
    sender_->resend(now);
    flush();
}

void Client::say_command(std::uint64_t id, std::uint8_t command, ByteView body, Channel channel,
                         Time now) {
    sender_->send(channel, firefall::write_gss({id, command, body}), now);
}

// Keys and aim: forward for a second, then right for one, looking about, with aim and no position.
void Client::move(Time now) {
    last_move_ = now;
    const auto clock = static_cast<std::uint16_t>(now.count() / 1'000'000);
    const bool forward = now.count() / 1'000'000'000 % 2 == 0;
    ByteWriter body;
    body.u16(clock);
    body.u8(forward ? 0 : kFullKey);
    body.u8(forward ? kFullKey : 0);
    body.u16(0);                                                     // pitch
    body.u16(static_cast<std::uint16_t>(kHalfOne + clock % 0x800));  // yaw: 1 to nearly 4
    body.u8(forward ? 0 : 1);                                        // jump
    body.u16(clock);
    body.u8(2);                    // an aim
    body.bytes(Bytes(1 + 6 * 4));  // water; velocity, aim
    body.bytes(Bytes(3 * 2 + 1));  // jetpack, timers; no debug data
    body.u16(static_cast<std::uint16_t>(clock - kInterval));
    body.u8(0);
    say_command(kOwnBase, kMovementInput, body.data(), Channel::UnreliableGss, now);
}

void Client::leave(Time now) {
    if (!sender_) return;
    sender_->send(Channel::Control, Bytes(5), now);
    flush();
}

void Client::flush() {
    for (const Bytes& datagram : sender_->take()) send_(port_, datagram);
}

}  // namespace tickreel::firefall_match
