#pragma once
// What the row before a row was, of the same item in the same segment, when the item was last
// killed and when another match began: `moves` in one pass, with one row an item in memory.

#include <map>
#include <optional>
#include <vector>

#include "tickreel/model/frame.h"
#include "tickreel/model/match_start.h"
#include "tickreel/model/schema.h"

namespace tickreel {

struct ItemStep {
    std::optional<Tick> tick{};    // of the row before, if there is one
    std::optional<Tick> killed{};  // the last kill before the row: of its tick, before its snapshot
    std::optional<Tick> restarted{};  // the last match to begin before it
    std::size_t words_at = 0;         // in StepMemory::words()
    std::size_t words = 0;
};

// What is known before the first row, where rows begin within a segment (step_seed.h).
struct StepSeed {
    struct Before {
        Tick tick = 0;
        std::vector<Word> row{};
    };
    std::uint32_t segment = 0;
    std::map<ItemKey, Before> last{};
    std::map<EntityId, Tick> killed{};
    MatchClock clock{};
    std::optional<Tick> restarted{};
};

// Who dies at the frame's tick. Who did so before its snapshot lives anew in it: for the rows of
// the snapshot the kill has its tick, for those of later frames it came earlier.
enum class KillsOf : std::uint8_t { BeforeSnapshot, WholeFrame };
void note_killed(const Schema& schema, const Frame& frame, KillsOf kills,
                 std::map<EntityId, Tick>& killed);

class StepMemory {
public:
    explicit StepMemory(StepSeed seed = {}) : seed_(std::move(seed)) {}
    // Forgets all items: another file. The seed is of the first one.
    void enter_file(const Schema& schema);
    // Before the rows of each frame.
    void begin_frame(const Frame& frame);
    // The row of an item in that frame; it is the row before from now on.
    ItemStep take(ItemKey item, Tick tick, Row row);
    // After the rows of each frame: who dies or begins anew at its tick, as later rows see it.
    void end_frame(const Frame& frame);
    // The rows before, since clear().
    Row before(const ItemStep& step) const {
        return Row(words_).subspan(step.words_at, step.words);
    }
    void clear() { words_.clear(); }

private:
    StepSeed seed_;
    const Schema* schema_ = nullptr;
    std::uint32_t segment_ = 0;
    std::map<ItemKey, StepSeed::Before> last_;
    std::map<EntityId, Tick> killed_;
    std::vector<TypeField> starts_;
    MatchClock clock_;
    std::optional<Tick> restarted_;
    std::optional<Tick> restarts_;  // at the frame's tick: its rows are of the match before
    std::vector<Word> words_;
};

}  // namespace tickreel
