#pragma once
// The members of the protocol family. 0.6 covers Teeworlds 0.6.0 to 0.6.5 and DDNet, which differ
// only in their tokens; 0.7 has a different packet header, chunk header, message numbers and item
// sizes. Ticks are 1/50 s everywhere. Facts from the three servers' traffic.

#include <cstddef>
#include <cstdint>

namespace tickreel::teeworlds {

enum class Protocol : std::uint8_t { V06, V07 };

inline constexpr int kTicksPerSecond = 50;
inline constexpr std::int32_t kMaxTick = 0x6fffffff;  // DDNet reloads the map at this tick
inline constexpr std::int32_t kNoBase = -1;           // delta without a base

inline constexpr std::size_t kMaxPacketSize = 1400;   // UDP payload; larger datagrams are dropped
inline constexpr std::size_t kMaxPayloadSize = 1400;  // after decompression
inline constexpr int kSequenceCount = 1024;           // vital chunks are numbered modulo this

}  // namespace tickreel::teeworlds
