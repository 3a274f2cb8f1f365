#pragma once
// Builds captures byte by byte for the tests: packets of every link type, files of both formats.

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "recorder/capture/packet_reader.h"
#include "tickreel/base/bytes.h"

namespace capture_builder {

using tickreel::Byte;
using tickreel::Bytes;
using tickreel::ByteView;

// A writer with selectable byte order, unlike ByteWriter.
class Out {
public:
    explicit Out(bool big = true) : big_(big) {}
    Out& u8(unsigned value) {
        bytes_.push_back(static_cast<Byte>(value));
        return *this;
    }
    Out& u16(unsigned value) { return number(value, 2); }
    Out& u32(std::uint64_t value) { return number(value, 4); }
    Out& u64(std::uint64_t value) { return number(value, 8); }
    Out& bytes(ByteView value) {
        for (const Byte byte : value) bytes_.push_back(byte);
        return *this;
    }
    Out& zeros(std::size_t count) {
        bytes_.resize(bytes_.size() + count);
        return *this;
    }
    const Bytes& data() const { return bytes_; }
    std::size_t size() const { return bytes_.size(); }

private:
    Out& number(std::uint64_t value, std::size_t size) {
        for (std::size_t i = 0; i < size; ++i)
            bytes_.push_back(static_cast<Byte>(value >> (8 * (big_ ? size - 1 - i : i))));
        return *this;
    }
    bool big_;
    Bytes bytes_;
};

inline Bytes udp(unsigned from, unsigned to, ByteView payload) {
    return Out()
        .u16(from)
        .u16(to)
        .u16(static_cast<unsigned>(payload.size()) + 8)
        .u16(0)
        .bytes(payload)
        .data();
}

struct V4 {
    unsigned options = 0;  // 32-bit words
    unsigned id = 0;
    unsigned fragment_offset = 0;  // bytes
    bool more = false;
    unsigned protocol = 17;
};

// 10.0.0.1 -> 10.0.0.2, or back when `reply`.
inline Bytes ipv4(ByteView payload, const V4& how = {}, bool reply = false) {
    const unsigned header = 20 + how.options * 4;
    Out out;
    out.u8(0x40 | header / 4).u8(0).u16(header + static_cast<unsigned>(payload.size())).u16(how.id);
    out.u16((how.more ? 0x2000U : 0U) | how.fragment_offset / 8).u8(64).u8(how.protocol).u16(0);
    out.u32(reply ? 0x0a000002 : 0x0a000001).u32(reply ? 0x0a000001 : 0x0a000002);
    out.zeros(how.options * std::size_t{4}).bytes(payload);
    return out.data();
}

// fd00::1 -> fd00::2; `extensions` are between header and UDP, the first one has type `next`.
inline Bytes ipv6(ByteView payload, unsigned next = 17, ByteView extensions = {}) {
    Out out;
    out.u32(0x60000000).u16(static_cast<unsigned>(payload.size() + extensions.size()));
    out.u8(next).u8(64);
    for (const unsigned last : {1U, 2U}) out.u16(0xfd00).zeros(12).u16(last);
    return out.bytes(extensions).bytes(payload).data();
}

inline Bytes ethernet(ByteView ip, unsigned vlan_tags = 0) {
    Out out;
    out.zeros(12);
    for (unsigned i = 0; i < vlan_tags; ++i) out.u16(i == 0 ? 0x88a8 : 0x8100).u16(7);
    out.u16(ip[0] >> 4 == 6 ? 0x86dd : 0x0800).bytes(ip);
    return out.data();
}

inline Bytes linked(tickreel::LinkType link, ByteView ip) {
    using tickreel::LinkType;
    const unsigned protocol = ip[0] >> 4 == 6 ? 0x86dd : 0x0800;
    switch (link) {
        case LinkType::Ethernet:
            return ethernet(ip);
        case LinkType::Null:
            return Out(false).u32(2).bytes(ip).data();
        case LinkType::Loop:
            return Out(true).u32(2).bytes(ip).data();
        case LinkType::LinuxSll:
            return Out().zeros(14).u16(protocol).bytes(ip).data();
        case LinkType::LinuxSll2:
            return Out().u16(protocol).zeros(18).bytes(ip).data();
        default:
            return Bytes(ip.begin(), ip.end());
    }
}

struct Packet {
    std::uint64_t nanoseconds = 0;  // since 1970
    Bytes bytes{};
    std::uint32_t cut = 0;  // bytes truncated by the capture
};

struct PcapStyle {
    bool big = false;
    bool nanoseconds = false;
    unsigned link = 1;
};

inline Bytes pcap(const std::vector<Packet>& packets, const PcapStyle& style = {}) {
    Out out(style.big);
    out.u32(style.nanoseconds ? 0xa1b23c4d : 0xa1b2c3d4).u16(2).u16(4).u32(0).u32(0);
    out.u32(262144).u32(style.link);
    for (const Packet& packet : packets) {
        out.u32(packet.nanoseconds / 1'000'000'000);
        out.u32(packet.nanoseconds % 1'000'000'000 / (style.nanoseconds ? 1 : 1000));
        out.u32(packet.bytes.size()).u32(packet.bytes.size() + packet.cut).bytes(packet.bytes);
    }
    return out.data();
}

// pcapng, block by block.
class Pcapng {
public:
    explicit Pcapng(bool big = false) : big_(big) { section(big); }

    Pcapng& section(bool big) {
        big_ = big;
        return block(0x0a0d0d0a,
                     Out(big_).u32(0x1a2b3c4d).u16(1).u16(0).u64(~std::uint64_t{0}).data());
    }
    Pcapng& interface(unsigned link, ByteView options = {}, std::uint32_t snap_length = 0) {
        return block(1, Out(big_).u16(link).u16(0).u32(snap_length).bytes(options).data());
    }
    Bytes option(unsigned code, ByteView value) const {
        Out out(big_);
        out.u16(code).u16(static_cast<unsigned>(value.size())).bytes(value);
        return out.zeros((4 - value.size() % 4) % 4).data();
    }
    Pcapng& packet(unsigned interface, std::uint64_t time, ByteView bytes) {
        Out out(big_);
        out.u32(interface).u32(time >> 32U).u32(time).u32(bytes.size()).u32(bytes.size());
        return block(6, out.bytes(bytes).zeros((4 - bytes.size() % 4) % 4).data());
    }
    Pcapng& simple(ByteView bytes) {
        Out out(big_);
        out.u32(bytes.size()).bytes(bytes).zeros((4 - bytes.size() % 4) % 4);
        return block(3, out.data());
    }
    Pcapng& block(std::uint32_t type, ByteView body) {
        const std::size_t length = body.size() + 12;
        Out out(big_);
        out.u32(type).u32(length).bytes(body).u32(length);
        bytes_.insert(bytes_.end(), out.data().begin(), out.data().end());
        return *this;
    }
    const Bytes& data() const { return bytes_; }

private:
    bool big_;
    Bytes bytes_;
};

}  // namespace capture_builder
