#pragma once
// Storage for the rows of a chunk while it is decoded, in key order: directly in the snapshots of
// all steps or, if only the end of the chunk is needed, in the last one.

#include "format/reel/codecs/columns_tables.h"

namespace tickreel::columns {

class RowStorage {
public:
    RowStorage(const std::vector<Lifetime>& lives, const Snapshot& base, std::size_t steps);
    const LifetimeRows<Word>& rows() const { return rows_; }
    std::vector<Snapshot> build();  // one per step; call when all rows are filled in

private:
    std::vector<Word> base_;  // the inherited rows
    std::vector<SnapshotFiller> snapshots_;
    LifetimeRows<Word> rows_;
};

class LastRowStorage {
public:
    LastRowStorage(const std::vector<Lifetime>& lives, const Snapshot& base, std::size_t steps);
    std::span<Word* const> rows() const { return rows_; }  // one per lifetime
    Snapshot build() { return last_.build(); }

private:
    SnapshotFiller last_;
    std::vector<Word> spare_;  // for the lifetimes that end earlier
    std::vector<Word*> rows_;
};

}  // namespace tickreel::columns
