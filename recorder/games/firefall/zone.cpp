#include "recorder/games/firefall/zone.h"

#include <algorithm>

#include "tickreel/base/concat.h"

namespace tickreel::firefall {

namespace {

constexpr std::size_t kMaxName = 256;
constexpr std::uint16_t kWithoutByte = 18533;

std::optional<std::string> read_text(ByteReader& in) {
    std::string text;
    while (!in.failed() && text.size() < kMaxName) {
        const Byte byte = in.u8();
        if (byte == 0) break;
        text += static_cast<char>(byte);
    }
    if (in.failed() || text.size() == kMaxName) return std::nullopt;
    return text;
}

bool is_printable(std::string_view text) {
    return std::all_of(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x20; });
}

}  // namespace

std::optional<Zone> read_enter_zone(ByteView payload) {
    ByteReader in(payload);
    const std::uint8_t message = in.u8();
    (void)in.u64();  // instance
    Zone zone{.id = in.u32()};
    (void)in.i64();  // zone's time
    (void)in.u8();   // flags
    if (!read_text(in)) return std::nullopt;
    zone.protocol = builtin_layouts().find(in.u16());
    (void)in.u32();  // revision
    (void)in.u8();   // hotfix level
    (void)in.u64();  // match
    // Build 1802 does not have this byte, as its traffic shows.
    if (zone.protocol != nullptr && zone.protocol->number != kWithoutByte) (void)in.u8();
    (void)in.u32();  // seed
    const std::optional<std::string> name = read_text(in);
    if (zone.protocol == nullptr || zone.protocol->enter_zone != message || !name)
        return std::nullopt;
    zone.name = !name->empty() && is_printable(*name) ? *name : concat("zone ", zone.id);
    return zone;
}

Bytes write_enter_zone(const Zone& zone) {
    const ProtocolLayout& protocol = *zone.protocol;
    ByteWriter out;
    out.u8(protocol.enter_zone);
    out.u64(0);
    out.u32(zone.id);
    out.u64(0);
    out.u16(0);  // flags, owner
    out.u16(protocol.number);
    out.u32(0);
    out.u8(0);
    out.u64(0);
    if (protocol.number != kWithoutByte) out.u8(0);
    out.u32(0);
    out.bytes(as_bytes(zone.name));
    out.u8(0);
    return out.take();
}

bool is_exit_zone(const ProtocolLayout& protocol, ByteView payload) {
    return !payload.empty() && payload[0] == protocol.exit_zone;
}

}  // namespace tickreel::firefall
