#include "recorder/capture/ip_layer.h"

#include <algorithm>

#include "recorder/capture/endian.h"

namespace tickreel {

namespace {

constexpr std::size_t kV4Header = 20;
constexpr std::size_t kV6Header = 40;
constexpr std::uint8_t kHopByHop = 0;
constexpr std::uint8_t kRouting = 43;
constexpr std::uint8_t kFragment = 44;
constexpr std::uint8_t kAuthentication = 51;
constexpr std::uint8_t kDestination = 60;
constexpr int kMaxExtensions = 16;

std::array<std::uint8_t, 16> mapped(ByteView v4) {
    std::array<std::uint8_t, 16> address{};
    address[10] = address[11] = 0xff;
    std::copy(v4.begin(), v4.end(), address.begin() + 12);
    return address;
}

// The header promises `promised` bytes; fewer may be captured, or more because of padding.
void take_bytes(IpPayload& payload, ByteView there, std::size_t promised) {
    payload.cut = there.size() < promised;
    payload.bytes = there.first(std::min(there.size(), promised));
}

// Ones' complement of all: 0 in a header that is as it was sent. Who leaves the checksum to the
// network card sends 0 in its place, as the capture sees it.
bool is_damaged(ByteView header) {
    if (big16(header, 10) == 0) return false;
    std::uint32_t sum = 0;
    for (std::size_t at = 0; at < header.size(); at += 2) sum += big16(header, at);
    while (sum > 0xffff) sum = (sum & 0xffff) + (sum >> 16);
    return sum != 0xffff;
}

std::optional<IpPayload> read_v4(ByteView packet) {
    if (packet.size() < kV4Header) return std::nullopt;
    const std::size_t header = static_cast<std::size_t>(packet[0] & 0x0fU) * 4;
    std::size_t total = big16(packet, 2);
    if (total == 0) total = packet.size();  // segmentation offload leaves it 0
    if (header < kV4Header || header > packet.size() || total < header) return std::nullopt;
    if (packet[9] != kUdpProtocol) return std::nullopt;
    IpPayload payload;
    payload.key = {mapped(packet.subspan(12, 4)), mapped(packet.subspan(16, 4)), big16(packet, 4),
                   packet[9]};
    payload.damaged = is_damaged(packet.first(header));
    const unsigned flags = big16(packet, 6);
    payload.more = (flags & 0x2000U) != 0;
    payload.offset = (flags & 0x1fffU) * 8;
    payload.fragment = payload.more || payload.offset > 0;
    take_bytes(payload, packet.subspan(header), total - header);
    return payload;
}

std::optional<IpPayload> read_v6(ByteView packet) {
    if (packet.size() < kV6Header) return std::nullopt;
    IpPayload payload;
    std::copy_n(packet.begin() + 8, 16, payload.key.from.begin());
    std::copy_n(packet.begin() + 24, 16, payload.key.to.begin());
    std::uint8_t next = packet[6];
    std::size_t promised = big16(packet, 4);
    ByteView rest = packet.subspan(kV6Header);
    if (promised == 0) promised = rest.size();
    for (int i = 0; i < kMaxExtensions && next != kUdpProtocol; ++i) {
        if (rest.size() < 8) return std::nullopt;
        std::size_t length = 8;
        if (next == kFragment) {
            const unsigned flags = big16(rest, 2);
            payload.fragment = true;
            payload.more = (flags & 1U) != 0;
            payload.offset = flags & 0xfff8U;
            payload.key.id = big32(rest, 4);
        } else if (next == kHopByHop || next == kRouting || next == kDestination) {
            length = (std::size_t{rest[1]} + 1) * 8;
        } else if (next == kAuthentication) {
            length = (std::size_t{rest[1]} + 2) * 4;
        } else {
            return std::nullopt;
        }
        next = rest[0];
        if (length > rest.size() || length > promised) return std::nullopt;
        rest = rest.subspan(length);
        promised -= length;
    }
    if (next != kUdpProtocol) return std::nullopt;
    payload.key.protocol = next;
    take_bytes(payload, rest, promised);
    return payload;
}

}  // namespace

std::optional<IpPayload> read_ip(ByteView packet) {
    if (packet.empty()) return std::nullopt;
    switch (packet[0] >> 4U) {
        case 4:
            return read_v4(packet);
        case 6:
            return read_v6(packet);
        default:
            return std::nullopt;
    }
}

}  // namespace tickreel
