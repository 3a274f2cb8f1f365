#pragma once
// The parts of a reel as its reader reports them. Offsets and lengths in bytes.

#include <cstdint>
#include <optional>
#include <string>

#include "tickreel/model/frame.h"

namespace tickreel {

struct ChunkInfo {
    std::uint64_t offset = 0;        // of the record in the file
    std::uint32_t stored_bytes = 0;  // record with header
    std::uint32_t raw_bytes = 0;     // payload before compression
    std::uint32_t segment = 0;
    Tick first_tick = 0;
    Tick last_tick = 0;
    std::uint32_t snapshots = 0;
    std::uint16_t codec = 0;
    bool starts_group = false;
};

struct AttachmentInfo {
    std::string name{};
    std::string media{};
    std::uint64_t bytes = 0;
    std::uint64_t stored_bytes = 0;
    std::string sha256{};  // lower-case hex
};

// Of damage: what follows a complete recording, whose snapshots are all there.
inline constexpr const char* kAfterEnd = "no part of the recording";

enum class DamageKind : std::uint8_t {
    Other,
    Definitions,  // of types, segments, gaps or markers: an index may have them, too
    Repeated,     // what an earlier record has
};

// A stretch of the file that could not be read, and the lost ticks if known.
struct Damage {
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
    std::string what{};  // "chunk of ticks 400..498: checksum wrong", "file ends inside a record"
    std::optional<Gap> ticks{};
    DamageKind kind = DamageKind::Other;
};

}  // namespace tickreel
