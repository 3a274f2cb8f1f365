// Any bytes as a delta, first against an empty base, then against the result: rejected, or the
// result keeps the limits of a snapshot and a delta made from both snapshots reproduces it.

#include <cstdlib>

#include "recorder/games/teeworlds/wire/snap_delta.h"
#include "recorder/games/teeworlds/wire/snap_messages.h"
#include "recorder/games/teeworlds/wire/vint.h"

using namespace tickreel;
using namespace tickreel::teeworlds;

namespace {

void check_round(const WireSnapshot& base, const WireSnapshot& target, Protocol protocol) {
    if (target.num_items() > kMaxSnapshotItems || target.image_size() > kMaxSnapshotImage)
        std::abort();
    // Empty if an item of the base changed its size, which a delta cannot encode.
    const auto delta = make_snap_delta(base, target, protocol);
    if (!delta) return;
    if (delta->empty()) {
        if (!base.same_items(target)) std::abort();
        return;
    }
    const auto ints = unpack_ints(pack_ints(*delta));
    if (!ints || *ints != *delta) std::abort();
    const Result<WireSnapshot> again = apply_snap_delta(base, *ints, protocol);
    if (!again || !again->same_items(target)) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const ByteView input(data, size);
    const std::size_t half = size / 2;
    for (const Protocol protocol : {Protocol::V06, Protocol::V07}) {
        WireSnapshot base;
        for (const ByteView bytes : {input, input.first(half), input.subspan(half)}) {
            const auto ints = unpack_ints(bytes);
            if (!ints) continue;
            Result<WireSnapshot> target = apply_snap_delta(base, *ints, protocol);
            if (!target) continue;
            check_round(base, *target, protocol);
            check_round(*target, base, protocol);
            base = *std::move(target);
        }
    }
    for (const SystemMessage message :
         {SystemMessage::SnapEmpty, SystemMessage::SnapSingle, SystemMessage::Snap}) {
        const std::optional<SnapPart> part = parse_snap(message, input);
        if (part && (part->num_parts > kMaxParts || part->part >= part->num_parts ||
                     part->data.size() > kMaxPartSize || part->base_tick > part->tick))
            std::abort();
    }
    return 0;
}
