#pragma once
// Reads some of every frame: ticks, times, wire facts and events, the items of some types, the
// sizes of snapshots. Several times faster than ReelReader::scan() because rows that nobody wants
// are not decoded. Whether a chunk ends with the snapshot that it should is not checked: that takes
// all rows. Damage as with scan().

#include <functional>

#include "format/reel/codecs/columns_part.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

struct PartFrame {
    Frame& frame;  // the visitor may take it; its snapshot has the wanted items only, and shares
                   // the storage of the one before when nothing of them changed
    SnapshotSize size{};  // of the whole snapshot, when wanted
};

// Every frame in [from, to) in order until `visit` returns false.
Result<void> scan_parts(const ReelReader& reel, MomentRange range, const PartWish& wish,
                        const ProblemSink& problems, const std::function<bool(PartFrame)>& visit);

}  // namespace tickreel
