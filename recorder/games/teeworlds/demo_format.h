#pragma once
// The .demo container, versions 3 to 6: a fixed header, the map file, then tick markers and data
// chunks up to the end of the file. Header numbers are big-endian. There are no checksums and no
// real times. Offsets and limits were taken from files of its writers.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "tickreel/base/bytes.h"
#include "tickreel/model/item.h"

namespace tickreel::teeworlds {

inline constexpr std::array<Byte, 7> kDemoMagic{'T', 'W', 'D', 'E', 'M', 'O', 0};
inline constexpr int kDemoOldestVersion = 3;
inline constexpr int kDemoNewestVersion = 6;
inline constexpr int kDemoVersion07 = 4;                   // the newest that Teeworlds 0.7 plays
inline constexpr std::size_t kDemoHeaderSize = 176;        // version 3 ends here
inline constexpr std::size_t kDemoMarkedHeaderSize = 436;  // with the markers, version >= 4
inline constexpr std::size_t kDemoHashedHeaderSize = 484;  // with the map's SHA-256, version 6
inline constexpr int kDemoMaxMarkers = 64;
inline constexpr std::size_t kDemoMaxChunk = 65535;        // compressed bytes
inline constexpr std::size_t kDemoMaxPacked = 128U << 10;  // variable ints of one chunk
inline constexpr std::uint64_t kDemoMaxMap = 256U << 20;
inline constexpr int kDemoKeyframeTicks = 250;  // at most this far apart
// 6be6da4a-cebd-380c-9b5b-1289c842d780, in front of the SHA-256.
inline constexpr std::array<Byte, 16> kDemoSha256Uuid{
    0x6b, 0xe6, 0xda, 0x4a, 0xce, 0xbd, 0x38, 0x0c, 0x9b, 0x5b, 0x12, 0x89, 0xc8, 0x42, 0xd7, 0x80};
inline constexpr std::string_view kNetVersion06 = "0.6 626fce9a778df4d4";
inline constexpr std::string_view kNetVersion07 = "0.7 802f1be60a05665f";

struct DemoHeader {
    int version = kDemoNewestVersion;
    std::string net_version{};
    std::string map_name{};
    std::uint32_t map_size = 0;
    std::uint32_t map_crc = 0;
    std::string type{};  // "client" or "server"
    std::uint32_t length_seconds = 0;
    std::string timestamp{};  // YYYY-MM-DD_HH-MM-SS
    std::vector<Tick> markers{};
    std::string map_sha256{};  // lower-case hex, "" before version 6
    std::uint64_t map_offset = 0;
};

enum class DemoChunkKind : std::uint8_t { TickMarker, Snapshot, Message, Delta };

struct DemoChunk {
    DemoChunkKind kind = DemoChunkKind::TickMarker;
    std::uint64_t offset = 0;  // of its first byte in the file
    Tick tick = 0;             // of a marker
    bool keyframe = false;     // of a marker
    Bytes data{};              // still compressed
};

}  // namespace tickreel::teeworlds
