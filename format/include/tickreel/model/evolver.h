#pragma once
// What the clients of a game compute from a snapshot before they show it: a server may send an item
// as of an earlier tick and leave it to them to bring it to the snapshot's. One evolver serves one
// segment; what it cannot know it says, and never guesses. Rows come from outside: any row gives a
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
    // The row, of the same type, as it is at tick `now`; empty when that cannot be known (cut,
    // newer than `now`, older than any client goes). A row that was sent as of `now` comes back as
    // it is. Remembers the last state of every item: rising ticks are cheap. Good until the next
    // call; not thread-safe.
    virtual Row evolve(ItemKey key, Row row, Tick now) = 0;
};

// An entry in the list of games that evolve (tickreel/games/evolvers.h).
struct EvolverMaker {
    std::string_view game{};                     // RecordingInfo::game
    std::string_view type{};                     // the item type that evolves: "Character"
    std::span<const std::string_view> fields{};  // those of its fields that people ask for
    // `map` is the file of the segment's map. Refers to the schema. An error says why nothing can
    // be evolved.
    Result<std::unique_ptr<Evolver>> (*make)(const Schema& schema, ByteView map) = nullptr;
};
using EvolverMakers = std::span<const EvolverMaker>;

inline constexpr std::string_view kEvolvedPrefix = "now_";  // of such a field's evolved value

}  // namespace tickreel
