#pragma once
// Converts between wire snapshots and model snapshots. Rows are the item's ints unchanged, and the
// entity is the item's id; only the type changes: every server numbers extended types differently,
// so each is resolved by the type-0 item of the same snapshot. Those items are kept
// ("ExtendedType"), so that the sum over all rows is the wire's checksum. Item order is not kept.
// Types are added to the sink on first use. A DDNet server sends the first item of a new extended
// type without that type-0 item, which comes with the next snapshot: the item stays raw, as it was
// sent, and the sink learns that its type was named later (named_later.h).

#include <map>
#include <set>
#include <string>

#include "recorder/games/teeworlds/wire/uuid.h"
#include "recorder/games/teeworlds/wire/wire_snapshot.h"
#include "tickreel/model/frame_sink.h"
#include "tickreel/model/type_naming.h"

namespace tickreel::teeworlds {

class SnapshotMapper {
public:
    explicit SnapshotMapper(Protocol protocol) : protocol_(protocol) {}

    // One mapper serves one sink.
    Snapshot to_model(const WireSnapshot& wire, FrameSink& sink);

private:
    // UUIDs are untrusted: beyond this many unknown ones, items are named by number.
    static constexpr std::size_t kMaxUnknownUuids = 1024;
    // The list is written whole with each; a server has some thirty extended types.
    static constexpr std::size_t kMaxNamesLater = 256;

    TypeId numbered_type(int wire_type, FrameSink& sink);
    TypeId extended_type(int wire_type, const Uuid& uuid, FrameSink& sink);
    void note_named(int wire_type, FrameSink& sink);

    Protocol protocol_;
    std::map<int, TypeId> numbered_{};
    std::map<Uuid, TypeId> extended_{};
    std::set<int> nameless_{};  // extended numbers that items had and no snapshot has named yet
    std::string named_later_{};
    std::size_t names_later_ = 0;
    std::size_t unknown_uuids_ = 0;
};

// The mapping of numbers to UUIDs in a snapshot, from its type-0 items in order of their numbers.
// Of two numbers for one UUID only the lower is used; items of the other are named by number.
std::map<int, Uuid> extended_types(std::span<const std::pair<int, Uuid>> type_items);

// What a type-0 item says.
std::optional<NamedType> named_type(EntityId entity, Row row);

// For .demo export and verification: all items except derived ones, ordered by wire type and id. An
// extended type without a type-0 item gets one, with a free number from 0x7fff downward.
Result<WireSnapshot> to_wire(const Schema& schema, const Snapshot& snapshot);

}  // namespace tickreel::teeworlds
