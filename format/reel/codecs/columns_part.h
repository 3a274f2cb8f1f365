#pragma once
// Decodes part of a chunk in columns: frames without snapshots, and the items of some types. The
// structure stream comes first, so ticks, times, events and the sizes of snapshots need no rows;
// the tables of other types are skipped.

#include <optional>
#include <span>
#include <vector>

#include "format/reel/codecs/columns_pack.h"
#include "format/reel/codecs/columns_structure.h"
#include "tickreel/reel/codec.h"
#include "tickreel/reel/part_scan.h"

namespace tickreel {

// The state passed from a chunk to the next one of its group.
struct PartState {
    std::vector<columns::ItemShape> shapes{};  // of all items of the last snapshot
    Snapshot last{};                           // the wanted ones of them
    Snapshot shown{};                          // the same, also at the start of a group
    std::shared_ptr<const Bytes> prefix{};
    columns::PartSet parts = columns::kAllParts;  // those that the prefix is good for
};

struct DecodedPart {
    std::vector<Frame> frames{};        // snapshots have wanted items; unchanged ones share storage
    std::vector<SnapshotSize> sizes{};  // by frame, when wanted
    std::shared_ptr<const ItemColumns> columns{};  // when wanted, in place of the snapshots' items
    std::vector<std::uint32_t> blocks{};           // of the columns, by frame
    bool needed_all = false;                       // no masks or values could have been left packed
    PartState after{};
};

// At the start of a group `before` is empty; only its `shown` may be of another. Besides the parts
// of `least` it unpacks events where the filter wants them, masks where it wants items, and values
// where wanted rows have new ones.
// Nothing: that is not enough, the chunk goes on from bytes of its group that were not unpacked
// (never if all of them were).
// `events`: of codec 3.
Result<std::optional<DecodedPart>> decode_columns_part(ByteView bytes, const ChunkFacts& facts,
                                                       bool events, const PartState& before,
                                                       const PartFilter& filter,
                                                       columns::PartSet least,
                                                       Decompressor& decompressor);

}  // namespace tickreel
