#pragma once
// The three messages that carry snapshots. SNAPEMPTY: identical to the base. SNAPSINGLE: the delta
// in one part. SNAP: one of up to 64 parts of at most 900 bytes, cut from the byte stream. `delta`
// on the wire is tick - base_tick; without a base, base_tick is -1.

#include <optional>
#include <vector>

#include "recorder/games/teeworlds/wire/message_id.h"
#include "recorder/games/teeworlds/wire/snap_delta.h"

namespace tickreel::teeworlds {

inline constexpr std::size_t kMaxPartSize = 900;
inline constexpr int kMaxParts = 64;
inline constexpr std::size_t kMaxDeltaBytes = kMaxPartSize * kMaxParts;

struct SnapPart {
    std::int32_t tick = 0;
    std::int32_t base_tick = kNoBase;
    int num_parts = 1;
    int part = 0;
    std::optional<std::int32_t> crc{};  // SNAPEMPTY has none
    ByteView data{};                    // SNAPEMPTY has none
    bool empty() const { return !crc.has_value(); }
};

// `body` follows the message id. Empty if the message is no snapshot or exceeds a limit: part
// numbers, part size, a negative tick, a base that is not older. Ticks above kMaxTick are accepted,
// because the address check may use such fake ticks.
std::optional<SnapPart> parse_snap(SystemMessage message, ByteView body);

// The complete messages (including the id) for one snapshot: EMPTY if the delta is empty, SINGLE if
// one part is enough, else SNAP. Empty if the delta needs more than 64 parts.
std::optional<std::vector<Bytes>> write_snap(Protocol protocol, std::int32_t tick,
                                             std::int32_t base_tick,
                                             std::span<const std::int32_t> delta, std::int32_t crc);

}  // namespace tickreel::teeworlds
