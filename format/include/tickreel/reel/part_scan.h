#pragma once
// Reads a part of every frame: ticks, times, wire facts and events, the items of some types, the
// sizes of snapshots. Several times faster than ReelReader::scan(), because unneeded rows are not
// decoded. Does not verify a chunk's final state checksum: that needs all rows. Damage is handled
// as in scan().

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "tickreel/reel/item_columns.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

struct SnapshotSize {
    std::uint32_t items = 0;
    std::uint32_t words = 0;
};

// What to decode besides ticks, times, wire facts and events.
struct PartFilter {
    std::vector<TypeId> types{};  // rising: items of these; none = no items
    bool sizes = false;           // how large the whole snapshots are
    // Whether such items changed in the last range, and then in this one: saves finding out.
    bool* changing = nullptr;
    // These words (rising) of the rows of the only type as columns, beside bare frames without
    // snapshots.
    std::optional<std::vector<std::uint32_t>> words{};
    // Frames may be without wire facts and events, which are not unpacked then.
    bool bare = false;
    bool has(TypeId type) const;
};

struct PartFrame {
    Frame& frame;  // the visitor may take it; its snapshot has the wanted items only, and shares
                   // the storage of the one before when nothing of them changed
    SnapshotSize size{};                           // of the whole snapshot, when wanted
    std::shared_ptr<const ItemColumns> columns{};  // of this frame and its neighbours, when wanted
    std::size_t block = 0;                         // ... the frame's items among them
};

// Visits every frame in [from, to) in order until `visit` returns false.
Result<void> scan_parts(const ReelReader& reel, MomentRange range, const PartFilter& wish,
                        const ProblemSink& problems, const std::function<bool(PartFrame)>& visit);

}  // namespace tickreel
