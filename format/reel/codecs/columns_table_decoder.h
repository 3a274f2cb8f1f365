#pragma once
// Iterates over the tables of a chunk: shared by all ways of decoding them.

#include <algorithm>

#include "format/reel/codecs/columns_table_reader.h"
#include "format/reel/codecs/columns_tables.h"

namespace tickreel::columns {

class TableDecoder {
public:
    TableDecoder(const std::vector<Lifetime>& lifetimes, const Snapshot& base,
                 const std::vector<Tick>& ticks, ByteReader structure, const StreamViews& in)
        : lifetimes_(lifetimes), base_(base), ticks_(ticks), table_(structure, in) {}

    // `row_of(i)`: the known row of lifetime i; `go_on(i, first)`: decodes its changes, in the
    // fields from `first` on.
    template <class RowOf, class GoOn>
    Result<void> decode(const RowOf& row_of, const GoOn& go_on) {
        for (const LifetimeGroup& group : LifetimeGroups(lifetimes_))
            for (std::uint32_t first = 0; first < group.length; first += kTableWidth)
                if (Result<void> read = decode_table(group, first, row_of, go_on); !read)
                    return read;
        return table_.check_end();
    }
    // The next table: the fields of the group from `first` on.
    template <class RowOf, class GoOn>
    Result<void> decode_table(const LifetimeGroup& group, std::uint32_t first, const RowOf& row_of,
                              const GoOn& go_on, bool values = true) {
        width_ = std::min(kTableWidth, group.length - first);
        if (Result<void> begun = begin(group, first, row_of, values); !begun) return begun;
        for (const std::uint32_t member : group.members) go_on(member, first);
        return table_.check();
    }
    // Skips the next table; where they are `wanted`, table().masks() are its masks. `values`: the
    // stream of values is there.
    Result<void> pass_table(const LifetimeGroup& group, std::uint32_t first, bool wanted,
                            bool values) {
        std::size_t changes = 0;
        std::size_t fresh = 0;
        for (const std::uint32_t member : group.members) {
            changes += lifetimes_[member].changes();
            fresh += lifetimes_[member].inherited ? 0U : 1U;
        }
        const std::uint32_t width = std::min(kTableWidth, group.length - first);
        if (Result<void> passed = wanted ? table_.pass(width, fresh, changes, values)
                                         : table_.skip(width, fresh, changes, values);
            !passed)
            return passed;
        return table_.check();
    }
    TableReader& table() { return table_; }
    std::uint32_t width() const { return width_; }

private:
    template <class RowOf>
    Result<void> begin(const LifetimeGroup& group, std::uint32_t first, const RowOf& row_of,
                       bool values) {
        std::size_t changes = 0;
        fresh_.clear();
        for (const std::uint32_t member : group.members) {
            const Lifetime& life = lifetimes_[member];
            changes += life.changes();
            if (life.inherited) continue;
            const Row related = related_row(base_, life.key);
            fresh_.push_back({row_of(member) + first,
                              static_cast<std::uint32_t>(ticks_[life.start]),
                              related.subspan(std::min<std::size_t>(first, related.size()))});
        }
        return table_.begin(width_, fresh_, changes, values);
    }

    const std::vector<Lifetime>& lifetimes_;
    const Snapshot& base_;
    const std::vector<Tick>& ticks_;
    TableReader table_;
    std::vector<FirstRow> fresh_;
    std::uint32_t width_ = 0;
};

// Row i + 1 as predicted.
inline void predict(const TableReader& table, Word* const* row, std::uint32_t i,
                    std::uint32_t first, std::uint32_t width, std::uint32_t ticks) {
    const Word* const last = row[i] + first;
    Word* const now = row[i + 1] + first;
    std::copy(last, last + width, now);
    if (i > 0) {
        const Word* const older = row[i - 1] + first;
        for (const std::uint32_t f : table.linear())
            now[f] = sign(unsign(last[f]) + (unsign(last[f]) - unsign(older[f])));
    }
    for (const std::uint32_t f : table.ticking()) now[f] = sign(unsign(last[f]) + ticks);
}

// Rows of one lifetime from the known one on, in the fields from `first` on. `count(from, to)`: for
// how many of these steps there is a row; for each where it differs from the one before.
template <class CountRows>
void fill_rows(TableReader& table, const Lifetime& life, Word* const* row, std::uint32_t first,
               std::uint32_t width, const std::vector<std::uint32_t>& steps,
               const CountRows& count) {
    std::uint32_t at = 0;  // in `row`; the change of that number where fields are predicted to move
    for (std::uint32_t i = 0; i < life.changes();) {
        const MaskRun run = table.take(life.changes() - i);
        const std::uint32_t from = life.step(i);
        const auto end = static_cast<std::uint32_t>(from + run.count);
        for (const std::uint32_t last = at + count(from, end); at < last; ++at)
            predict(table, row, at, first, width, steps[life.step(at)]);
        if (run.mask != 0) table.apply(run.mask, row[at] + first);
        i += end - from;
    }
}

}  // namespace tickreel::columns
