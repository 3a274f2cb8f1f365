#include "recorder/games/firefall/sender.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace tickreel::firefall {

namespace {

constexpr std::size_t kHeads = 4 + 4;  // socket id; header and sequence number
constexpr std::size_t kMaxFragment = kLargestDatagram - kHeads;

std::uint8_t next_resend(std::uint8_t code) {
    constexpr std::array<std::uint8_t, 4> kNext{3, 2, 1, 1};
    return kNext[code & 3U];
}

bool is_reliable(Channel channel) {
    return channel == Channel::Matrix || channel == Channel::ReliableGss;
}

}  // namespace

Sender::Sender(std::uint32_t socket, std::uint16_t first_sequence) : socket_(socket) {
    for (Lane& each : lanes_) each.next = first_sequence;
}

void Sender::send(Channel channel, ByteView message, Time now) {
    assert(is_reliable(channel) || message.size() <= kMaxFragment);
    do {
        const std::size_t length = std::min(message.size(), kMaxFragment);
        Packet packet{.channel = channel, .more = length < message.size()};
        if (channel != Channel::Control) packet.sequence = lane(channel).next++;
        packet.payload.assign(message.begin(),
                              message.begin() + static_cast<std::ptrdiff_t>(length));
        message = message.subspan(length);
        put(packet);
        if (is_reliable(channel)) lane(channel).unheard.push_back({std::move(packet), now});
    } while (!message.empty());
}

void Sender::put(const Packet& packet) {
    const std::size_t size = packet.payload.size() + 4;
    if (datagrams_.empty() || datagrams_.back().size() + size > kLargestDatagram) {
        Bytes& fresh = datagrams_.emplace_back();
        for (const unsigned shift : {24U, 16U, 8U, 0U})
            fresh.push_back(static_cast<Byte>(socket_ >> shift));
    }
    write_packet(packet, datagrams_.back());
}

void Sender::resend(Time now) {
    for (Lane& each : lanes_)
        for (Unheard& unheard : each.unheard) {
            if (now - unheard.sent < kPatience) continue;
            unheard.packet.resend = next_resend(unheard.packet.resend);
            unheard.sent = now;
            put(unheard.packet);
        }
}

void Sender::acknowledged(Channel channel, ByteView body) {
    if (body.size() < 2 || !is_reliable(channel)) return;
    const std::uint16_t next = big16(body, 0);
    std::erase_if(lane(channel).unheard, [&](const Unheard& unheard) {
        if (static_cast<std::int16_t>(unheard.packet.sequence - next) < 0) return true;
        for (std::size_t at = 2; at + 1 < body.size(); at += 2)
            if (big16(body, at) == unheard.packet.sequence) return true;
        return false;
    });
}

bool Sender::all_arrived() const {
    return std::all_of(
        lanes_.begin(), lanes_.end(), [](const Lane& each) { return each.unheard.empty(); });
}

std::vector<Bytes> Sender::acknowledgements() {
    std::vector<Bytes> acks;
    for (const Channel channel : {Channel::Matrix, Channel::ReliableGss})
        for (const Unheard& unheard : std::exchange(lane(channel).unheard, {}))
            acks.push_back(
                write_ack(channel, static_cast<std::uint16_t>(unheard.packet.sequence + 1)));
    return acks;
}

std::vector<Bytes> Sender::take() {
    return std::exchange(datagrams_, {});
}

Bytes write_ack(Channel channel, std::uint16_t next, std::vector<std::uint16_t> ahead) {
    Bytes out{channel == Channel::Matrix ? kMatrixAck : kGssAck};
    ahead.insert(ahead.begin(), {next, static_cast<std::uint16_t>(next - 1)});
    for (const std::uint16_t number : ahead) {
        out.push_back(static_cast<Byte>(number >> 8));
        out.push_back(static_cast<Byte>(number));
    }
    return out;
}

}  // namespace tickreel::firefall
