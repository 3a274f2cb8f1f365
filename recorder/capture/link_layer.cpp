#include "recorder/capture/link_layer.h"

#include "recorder/capture/endian.h"

namespace tickreel {

namespace {

constexpr std::uint16_t kIpv4 = 0x0800;
constexpr std::uint16_t kIpv6 = 0x86dd;
constexpr int kMaxTags = 4;

bool is_vlan(std::uint16_t protocol) {
    return protocol == 0x8100 || protocol == 0x88a8 || protocol == 0x9100;
}

// `bytes` follow an Ethernet protocol number; VLAN tags may precede the packet.
std::optional<ByteView> behind_protocol(std::uint16_t protocol, ByteView bytes) {
    for (int tag = 0; tag < kMaxTags && is_vlan(protocol) && bytes.size() >= 4; ++tag) {
        protocol = big16(bytes, 2);
        bytes = bytes.subspan(4);
    }
    if (protocol == kIpv4 || protocol == kIpv6) return bytes;
    return std::nullopt;
}

std::optional<ByteView> behind(ByteView bytes, std::size_t header, std::size_t protocol_at) {
    if (bytes.size() < header) return std::nullopt;
    return behind_protocol(big16(bytes, protocol_at), bytes.subspan(header));
}

}  // namespace

bool is_known_link(LinkType link) {
    switch (link) {
        case LinkType::Null:
        case LinkType::Ethernet:
        case LinkType::RawBsd:
        case LinkType::RawOther:
        case LinkType::Raw:
        case LinkType::Loop:
        case LinkType::LinuxSll:
        case LinkType::Ipv4:
        case LinkType::Ipv6:
        case LinkType::LinuxSll2:
            return true;
    }
    return false;
}

std::optional<ByteView> ip_packet(LinkType link, ByteView bytes) {
    switch (link) {
        case LinkType::Ethernet:
            return behind(bytes, 14, 12);
        case LinkType::LinuxSll:
            return behind(bytes, 16, 14);
        case LinkType::LinuxSll2:
            return behind(bytes, 20, 0);
        case LinkType::RawBsd:
        case LinkType::RawOther:
        case LinkType::Raw:
        case LinkType::Ipv4:
        case LinkType::Ipv6:
            return bytes;
        case LinkType::Null:
        case LinkType::Loop:
            // The family's number differs between systems; the IP version after it does not.
            if (bytes.size() < 4) return std::nullopt;
            return bytes.subspan(4);
    }
    return std::nullopt;
}

}  // namespace tickreel
