#pragma once
// Values that a game's clients compute from a snapshot before they show it: a server may send an
// item as of an earlier tick and let the clients bring it to the snapshot's tick. One evolver
// serves one segment; it returns nothing rather than a guess. Rows are untrusted: any row yields a
// row or nothing, in bounded time.

#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "tickreel/base/bytes.h"
#include "tickreel/base/result.h"
#include "tickreel/model/frame.h"
#include "tickreel/model/schema.h"

namespace tickreel {

class Evolver {
public:
    virtual ~Evolver() = default;
    virtual bool evolves(TypeId type) const = 0;
    // The row evolved to tick `now`, of the same type; empty if it cannot be computed (row cut,
    // newer than `now`, or older than clients accept). A row sent as of `now` is returned
    // unchanged. Caches the last state of every item, so increasing ticks are cheap. Valid until
    // the next call; not thread-safe.
    virtual Row evolve(ItemKey key, Row row, Tick now) = 0;
};

// An entry in the list of games with evolving items (tickreel/games/evolvers.h).
struct EvolverMaker {
    std::string_view game{};                     // RecordingInfo::game
    std::string_view type{};                     // the item type that evolves: "Character"
    std::span<const std::string_view> fields{};  // those of its fields worth showing
    // `map` is the content of the segment's map file. Keeps a reference to the schema. The error
    // says why nothing can be evolved.
    Result<std::unique_ptr<Evolver>> (*make)(const Schema& schema, ByteView map) = nullptr;
};
using EvolverMakers = std::span<const EvolverMaker>;

inline constexpr std::string_view kEvolvedPrefix = "now_";  // names the evolved value of a field

}  // namespace tickreel
