#include "recorder/games/firefall/transport.h"

#include <utility>

namespace tickreel::firefall {

namespace {

constexpr std::chrono::seconds kPause{5};  // resends come within one

// An acknowledgement names the packet that its sender misses and, behind it, those that it has.
bool tells_hole(ByteView control) {
    if (control.size() < 5 || (control[0] != kMatrixAck && control[0] != kGssAck)) return false;
    const std::uint16_t missing = big16(control, 1);
    for (std::size_t at = 3; at + 1 < control.size(); at += 2)
        if (static_cast<std::int16_t>(big16(control, at) - missing) > 0) return true;
    return false;
}

}  // namespace

Transport::Lane& Transport::lane(Direction direction, Channel channel) {
    const std::size_t side = direction == Direction::ToServer ? 0 : kChannels;
    return lanes_[side + static_cast<std::size_t>(channel)];
}

Result<void> Transport::feed(const Datagram& datagram, TransportSink& sink) {
    const std::optional<std::uint32_t> socket = socket_of(datagram.bytes);
    if (socket == 0U) {
        if (const std::optional<Handshake> handshake = read_handshake(datagram.bytes)) {
            ++counters_.handshakes;
            take_handshake(datagram.direction, *handshake, sink);
            return {};
        }
        ++counters_.malformed;
        return fail("a datagram of ", datagram.bytes.size(), " bytes that is not a handshake");
    }
    if (socket && previous_socket_ == socket && socket_ != socket) {
        ++counters_.foreign;
        return {};
    }
    if (socket && socket_ && socket_ != socket) return take_stranger(*socket, datagram, sink);
    const Result<void> dropped = drop_stranger();
    const Result<void> taken = take_packets(datagram, sink);
    return taken ? dropped : taken;
}

Result<void> Transport::take_packets(const Datagram& datagram, TransportSink& sink) {
    const std::optional<std::uint32_t> socket = socket_of(datagram.bytes);
    Result<std::vector<Packet>> packets = read_packets(datagram.bytes);
    if (!socket || !packets || packets->empty()) {
        ++counters_.malformed;
        return packets ? fail("a datagram without packets") : packets.error();
    }
    if (socket_ != socket) start(*socket, std::nullopt, 0, sink);
    // What the other side sent before it heard of the end may still arrive.
    if (aborted_by_ == datagram.direction) aborted_by_.reset();
    ++counters_.datagrams;
    Delivery told{.resends = {.direction = datagram.direction, .time = datagram.time}};
    const std::uint64_t lost = lost_to_client();
    for (Packet& packet : *packets) take_packet(datagram, std::move(packet), told.resends, sink);
    told.lost = static_cast<std::int64_t>(lost_to_client() - lost);
    if (told.any()) sink.delivery(told);
    return {};
}

Result<void> Transport::take_stranger(std::uint32_t socket, const Datagram& datagram,
                                      TransportSink& sink) {
    if (stranger_ && socket_of(stranger_->bytes) == socket) {
        const Stranger first = *std::exchange(stranger_, std::nullopt);
        const Result<void> taken = take_packets({first.direction, first.time, first.bytes}, sink);
        const Result<void> next = take_packets(datagram, sink);
        return taken ? next : taken;
    }
    const Result<void> dropped = drop_stranger();
    stranger_ = {datagram.direction, datagram.time,
                 Bytes(datagram.bytes.begin(), datagram.bytes.end())};
    return dropped;
}

Result<void> Transport::drop_stranger() {
    if (!stranger_) return {};
    ++counters_.malformed;
    const Stranger dropped = *std::exchange(stranger_, std::nullopt);
    return fail("a datagram of ", dropped.bytes.size(), " bytes has the socket number ",
                *socket_of(dropped.bytes), " instead of ", *socket_, " and is left out");
}

void Transport::take_handshake(Direction direction, const Handshake& handshake,
                               TransportSink& sink) {
    switch (handshake.step) {
        case Handshake::Step::Poke:
            shaken_protocol_ = 0;
            poked_ = true;
            break;
        case Handshake::Step::Hehe:
            shaken_socket_ = handshake.socket;
            break;
        case Handshake::Step::Kiss:
            shaken_socket_ = handshake.socket;
            shaken_protocol_ = handshake.gss_protocol;
            break;
        case Handshake::Step::Hugg:
            // A duplicate must not discard the new session.
            if (shaken_socket_ != 0 && (socket_ != shaken_socket_ || poked_))
                start(shaken_socket_, handshake.first_sequence, shaken_protocol_, sink);
            break;
        case Handshake::Step::Abort:
            close(sink);
            aborted_by_ = direction;
            break;
    }
}

void Transport::start(std::uint32_t socket, std::optional<std::uint16_t> first,
                      std::uint16_t protocol, TransportSink& sink) {
    close(sink);
    poked_ = false;
    aborted_by_.reset();
    stranger_.reset();
    previous_socket_ = socket_;
    socket_ = socket;
    if (first)
        for (Lane& each : lanes_) {
            each.reassembly.expect(*first);
            each.next_unreliable = first;
        }
    sink.session_started(protocol);
}

void Transport::close(TransportSink& sink) {
    for (std::size_t i = 0; i < lanes_.size(); ++i) {
        Lane& each = lanes_[i];
        const Direction direction = i < kChannels ? Direction::ToServer : Direction::ToClient;
        for (const Bytes& message : each.reassembly.flush())
            sink.message(direction, static_cast<Channel>(i % kChannels), message);
        counters_.repeated += each.reassembly.repeated();
        counters_.lost += each.reassembly.lost();
        if (direction == Direction::ToClient) closed_lost_ += each.reassembly.lost();
        each = Lane{};
    }
}

void Transport::take_packet(const Datagram& datagram, Packet packet, Resends& resends,
                            TransportSink& sink) {
    ++counters_.packets;
    const Channel channel = packet.channel;
    Lane& own = lane(datagram.direction, channel);
    if (channel == Channel::Control || channel == Channel::UnreliableGss) {
        if (channel == Channel::UnreliableGss && !take_unreliable(own, datagram, packet.sequence))
            return;
        if (channel == Channel::Control) resends.asks = resends.asks || tells_hole(packet.payload);
        sink.message(datagram.direction, channel, packet.payload);
        return;
    }
    const bool passed = own.passed.add(packet.sequence);
    if (packet.resend != 0) {
        ++counters_.resent;
        ++resends.messages;
        resends.seen_before += passed ? 1 : 0;
    }
    for (const Bytes& message : own.reassembly.add(std::move(packet), datagram.time))
        sink.message(datagram.direction, channel, message);
}

// Whether it passes for the first time: a network may double a datagram, and so does a capture of
// two interfaces. A late packet was counted as lost when its successor arrived.
bool Transport::take_unreliable(Lane& own, const Datagram& datagram, std::uint16_t sequence) {
    // Of what was sent meanwhile the numbers may have gone round.
    const auto pause = datagram.time - own.newest_time.value_or(datagram.time);
    own.newest_time = datagram.time;
    if (pause > kPause) {
        own.passed = {};
        if (own.next_unreliable && static_cast<std::int16_t>(sequence - *own.next_unreliable) < 0)
            own.next_unreliable = sequence;
    }
    if (own.passed.add(sequence)) {
        ++counters_.repeated;
        return false;
    }
    if (datagram.direction == Direction::ToServer) return true;
    const auto ahead = static_cast<std::int16_t>(sequence - own.next_unreliable.value_or(sequence));
    if (ahead < 0) {
        if (counters_.unreliable_lost > 0) --counters_.unreliable_lost;
        return true;
    }
    counters_.unreliable_lost += static_cast<std::uint64_t>(ahead);
    own.next_unreliable = static_cast<std::uint16_t>(sequence + 1);
    return true;
}

Result<void> Transport::finish(TransportSink& sink) {
    close(sink);
    return drop_stranger();
}

std::uint64_t Transport::lost_to_client() const {
    std::uint64_t lost = counters_.unreliable_lost + closed_lost_;
    for (std::size_t i = kChannels; i < lanes_.size(); ++i) lost += lanes_[i].reassembly.lost();
    return lost;
}

TransportCounters Transport::counters() const {
    TransportCounters now = counters_;
    for (const Lane& each : lanes_) {
        now.repeated += each.reassembly.repeated();
        now.lost += each.reassembly.lost();
    }
    return now;
}

}  // namespace tickreel::firefall
