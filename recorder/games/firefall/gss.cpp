#include "recorder/games/firefall/gss.h"

#include <cassert>

namespace tickreel::firefall {

namespace {

constexpr std::size_t kMaxRouted = 0x7fff;

std::size_t head_bytes(std::uint16_t reference) {
    return reference == kNoReference ? 11 : 3;  // reference, id, message
}

}  // namespace

std::optional<GssMessage> read_gss(ByteView payload) {
    ByteReader in(payload);
    GssMessage message{.id = in.u64(), .message = in.u8()};
    if (in.failed()) return std::nullopt;
    message.body = in.bytes(in.left());
    return message;
}

Result<std::vector<RoutedMessage>> read_routed(ByteView body) {
    std::vector<RoutedMessage> messages;
    ByteReader in(body);
    while (in.left() > 0) {
        const std::size_t at = in.position();
        std::size_t size = in.u8();
        if (size >= 0x80) size = (size & 0x7f) << 8 | in.u8();
        RoutedMessage routed;
        routed.reference = in.u16();
        if (routed.reference == kNoReference) routed.message.id = in.u64();
        routed.message.message = in.u8();
        const std::size_t head = head_bytes(routed.reference);
        if (in.failed() || size < head || size - head > in.left())
            return fail("routed message of size ", size, " at offset ", at);
        routed.message.body = in.bytes(size - head);
        messages.push_back(routed);
    }
    return messages;
}

Bytes write_gss(const GssMessage& message) {
    ByteWriter out;
    out.u64(message.id);
    out.u8(message.message);
    out.bytes(message.body);
    return out.take();
}

void write_routed(const RoutedMessage& routed, Bytes& body) {
    const std::size_t size = head_bytes(routed.reference) + routed.message.body.size();
    assert(size <= kMaxRouted);
    ByteWriter out;
    if (size >= 0x80) out.u8(static_cast<Byte>(0x80 | size >> 8));
    out.u8(static_cast<Byte>(size));
    out.u16(routed.reference);
    if (routed.reference == kNoReference) out.u64(routed.message.id);
    out.u8(routed.message.message);
    out.bytes(routed.message.body);
    body.insert(body.end(), out.data().begin(), out.data().end());
}

}  // namespace tickreel::firefall
