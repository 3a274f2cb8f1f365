#pragma once
// Where the rows of a chunk are put while it is decoded, in key order: straight into the snapshots
// of all steps, or, when only the end of the chunk is wanted, into the last one.

#include "format/reel/codecs/columns_tables.h"

namespace tickreel::columns {

class Room {
public:
    Room(const std::vector<Lifetime>& lives, const Snapshot& base, std::size_t steps);
    const LifetimeRows<Word>& rows() const { return rows_; }
    std::vector<Snapshot> build();  // of every step, when all rows are filled in

private:
    std::vector<Word> base_;  // the inherited rows
    std::vector<SnapshotFiller> snapshots_;
    LifetimeRows<Word> rows_;
};

class EndRoom {
public:
    EndRoom(const std::vector<Lifetime>& lives, const Snapshot& base, std::size_t steps);
    std::span<Word* const> rows() const { return rows_; }  // one a lifetime
    Snapshot build() { return last_.build(); }

private:
    SnapshotFiller last_;
    std::vector<Word> spare_;  // for the lifetimes that end before
    std::vector<Word*> rows_;
};

}  // namespace tickreel::columns
