#pragma once
// Decodes part of a chunk in columns: frames without snapshots, and the items of some types. The
// structure stream comes first, so ticks, times, events and the sizes of snapshots need no rows;
// the tables of other types are skipped.

#include <optional>
#include <span>
#include <vector>

#include "tickreel/reel/codec.h"
#include "tickreel/reel/part_scan.h"

namespace tickreel {

// The state passed from a chunk to the next one of its group.
struct PartState {
    GroupState group{};     // `last`: all keys and lengths, the words of wanted types
    Snapshot shown{};       // the wanted items alone
    std::size_t parts = 5;  // those that the group's prefix is good for (columns_pack.h)
};

struct DecodedPart {
    std::vector<Frame> frames{};        // snapshots have wanted items; unchanged ones share storage
    std::vector<SnapshotSize> sizes{};  // by frame, when wanted
    std::shared_ptr<const ItemColumns> columns{};  // when wanted, in place of the snapshots' items
    std::vector<std::uint32_t> blocks{};           // of the columns, by frame
    bool needed_all = false;  // nothing of the chunk could have been left packed
    PartState after{};
};

// At the start of a group `before.group` is empty; `before.shown` may be of another. Unpacks masks
// only where the filter or `whole` asks for it, values only where wanted rows have new ones.
// Nothing: that is not enough, the chunk goes on from bytes of its group that were not unpacked.
// `events`: of codec 3.
Result<std::optional<DecodedPart>> decode_columns_part(ByteView bytes, const ChunkFacts& facts,
                                                       bool events, const PartState& before,
                                                       const PartFilter& filter, bool whole,
                                                       Decompressor& decompressor);

}  // namespace tickreel
