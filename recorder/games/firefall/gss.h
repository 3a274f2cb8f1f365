#pragma once
// Messages of the GSS channels. Little-endian: a 64-bit id (low byte: the typecode of the view,
// above it 56 bits of entity), a message id, the body. Ids below 17 are the view protocol. A routed
// message contains several, each with a 16-bit reference instead of the id; after 0xffff the id
// follows. Sizes in it have one byte, or two, high byte first, if the first has its high bit set.

#include <optional>
#include <vector>

#include "tickreel/base/bytes.h"
#include "tickreel/base/result.h"

namespace tickreel::firefall {

namespace message_id {
inline constexpr std::uint8_t kUpdate = 1;
inline constexpr std::uint8_t kChecksum = 2;
inline constexpr std::uint8_t kKeyframe = 3;
inline constexpr std::uint8_t kControllerKeyframe = 4;
inline constexpr std::uint8_t kControllerRemove = 5;
inline constexpr std::uint8_t kRemove = 6;
inline constexpr std::uint8_t kRouted = 8;
inline constexpr std::uint8_t kAssignReference = 9;
inline constexpr std::uint8_t kFirstEvent = 17;
}  // namespace message_id

inline constexpr std::uint16_t kNoReference = 0xffff;

struct GssMessage {
    std::uint64_t id = 0;  // entity << 8 | typecode
    std::uint8_t message = 0;
    ByteView body{};

    std::uint8_t typecode() const { return static_cast<std::uint8_t>(id); }
    std::uint64_t entity() const { return id >> 8; }
};

struct RoutedMessage {
    std::uint16_t reference = kNoReference;
    GssMessage message{};  // the id is set only if there is no reference
};

// Views into `payload`.
std::optional<GssMessage> read_gss(ByteView payload);
Result<std::vector<RoutedMessage>> read_routed(ByteView body);

Bytes write_gss(const GssMessage& message);
void write_routed(const RoutedMessage& message, Bytes& body);  // up to 32767 bytes

}  // namespace tickreel::firefall
