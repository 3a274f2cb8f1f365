#pragma once
// Where the rows of a chunk are put while it is decoded, in key order: into the snapshots of all
// steps, or, when only the end of the chunk is wanted, into three places a lifetime that are used
// in turn (a row is predicted from the two before it) and the last snapshot.

#include "format/reel/codecs/columns_tables.h"

namespace tickreel::columns {

class Room {
public:
    Room(const std::vector<Lifetime>& lives, const Snapshot& base, std::size_t steps,
         bool end_only);
    const LifetimeRows<Word>& rows() const { return rows_; }
    // Of every step, or of the last one; when all rows are filled in.
    std::vector<Snapshot> build();

private:
    void place_steps(const std::vector<Lifetime>& lives, std::size_t steps);
    void place_end(const std::vector<Lifetime>& lives, std::size_t steps);
    Word* inherited_row(const Lifetime& life);

    std::vector<Word> base_;  // the inherited rows
    std::size_t base_used_ = 0;
    std::vector<Word> passing_;  // rows that are not kept
    std::vector<SnapshotFiller> snapshots_;
    LifetimeRows<Word> rows_;
};

}  // namespace tickreel::columns
