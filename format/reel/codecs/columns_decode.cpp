// Decodes streams into rows: all of them, or only the last one of every item.
#include <algorithm>

#include "format/reel/codecs/columns_table_reader.h"
#include "format/reel/codecs/columns_tables.h"

namespace tickreel::columns {

namespace {

// Common to both: iterates over the tables and decodes the first rows of each.
class TableDecoder {
public:
    TableDecoder(const std::vector<Lifetime>& lifetimes, const Snapshot& base,
                 const std::vector<Tick>& ticks, ByteReader structure, const StreamViews& in)
        : lifetimes_(lifetimes), base_(base), ticks_(ticks), table_(structure, in) {}

    // `row_of(i)`: the known row of lifetime i; `go_on(i, first)`: decodes its changes, in the
    // fields from `first` on.
    template <class RowOf, class GoOn>
    Result<void> decode(const RowOf& row_of, const GoOn& go_on) {
        for (const LifetimeGroup& group : group_lifetimes(lifetimes_))
            for (std::uint32_t first = 0; first < group.length; first += kTableWidth) {
                width_ = std::min(kTableWidth, group.length - first);
                Result<void> begun = begin(group, first, row_of);
                if (!begun) return begun;
                for (const std::uint32_t member : group.members) go_on(member, first);
                if (Result<void> good = table_.check(); !good) return good;
            }
        return table_.check_end();
    }
    TableReader& table() { return table_; }
    std::uint32_t width() const { return width_; }

private:
    template <class RowOf>
    Result<void> begin(const LifetimeGroup& group, std::uint32_t first, const RowOf& row_of) {
        std::size_t changes = 0;
        fresh_.clear();
        for (const std::uint32_t member : group.members) {
            const Lifetime& life = lifetimes_[member];
            changes += life.changes();
            if (life.inherited) continue;
            const Row kin = kin_of(base_, life.key);
            fresh_.push_back({row_of(member) + first,
                              static_cast<std::uint32_t>(ticks_[life.start]),
                              kin.subspan(std::min<std::size_t>(first, kin.size()))});
        }
        return table_.begin(width_, fresh_, changes);
    }

    const std::vector<Lifetime>& lifetimes_;
    const Snapshot& base_;
    const std::vector<Tick>& ticks_;
    TableReader table_;
    std::vector<FirstRow> fresh_;
    std::uint32_t width_ = 0;
};

// Row i + 1 as predicted.
void predict(const TableReader& table, Word* const* row, std::uint32_t i, std::uint32_t first,
             std::uint32_t width, std::uint32_t ticks) {
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

// Advances one row from the known one to the last; skips runs of predicted rows in one step.
class LastRow {
public:
    LastRow(TableReader& table, const std::vector<std::uint32_t>& sums)
        : table_(table), sums_(sums) {}

    void go_on(const Lifetime& life, Word* now) {
        std::fill_n(growth_.begin(), table_.linear().size(), 0U);
        for (std::uint32_t i = 0; i < life.changes();) {
            const MaskRun run = table_.take(life.changes() - i);
            const auto count = static_cast<std::uint32_t>(run.count);
            const std::size_t step = life.step(i);
            const std::uint32_t ticks = sums_[step + count] - sums_[step];
            for (const std::uint32_t f : table_.ticking()) now[f] = sign(unsign(now[f]) + ticks);
            if (run.mask == 0)
                grow(now, count);
            else
                change(now, run.mask);
            i += count;
        }
    }

private:
    void grow(Word* now, std::uint32_t count) const {
        const std::uint32_t* growth = growth_.data();
        for (const std::uint32_t f : table_.linear())
            now[f] = sign(unsign(now[f]) + *growth++ * count);
    }
    void change(Word* now, std::uint64_t mask) {
        const std::vector<std::uint32_t>& linear = table_.linear();
        std::array<std::uint32_t, kTableWidth> last{};
        for (std::size_t k = 0; k < linear.size(); ++k) last[k] = unsign(now[linear[k]]);
        grow(now, 1);
        table_.apply(mask, now);
        for (std::size_t k = 0; k < linear.size(); ++k)
            growth_[k] = unsign(now[linear[k]]) - last[k];
    }

    TableReader& table_;
    const std::vector<std::uint32_t>& sums_;  // sum of the tick steps before each step
    // For the linear fields, in order: the difference between the last two rows.
    std::array<std::uint32_t, kTableWidth> growth_{};
};

}  // namespace

Result<void> decode_tables(const std::vector<Lifetime>& lifetimes, const LifetimeRows<Word>& rows,
                           const Snapshot& base, const std::vector<Tick>& ticks,
                           ByteReader structure, const StreamViews& in) {
    const std::vector<std::uint32_t> steps = tick_steps(ticks);
    TableDecoder decoder(lifetimes, base, ticks, structure, in);
    TableReader& table = decoder.table();
    return decoder.decode([&](std::uint32_t member) { return rows.rows[rows.at[member]]; },
                          [&](std::uint32_t member, std::uint32_t first) {
                              const Lifetime& life = lifetimes[member];
                              Word* const* const row = &rows.rows[rows.at[member]];
                              for (std::uint32_t i = 0; i < life.changes();) {
                                  const MaskRun run = table.take(life.changes() - i);
                                  for (std::size_t n = 0; n < run.count; ++n, ++i)
                                      predict(table, row, i, first, decoder.width(),
                                              steps[life.step(i)]);
                                  if (run.mask != 0) table.apply(run.mask, row[i] + first);
                              }
                          });
}

Result<void> decode_ends(const std::vector<Lifetime>& lifetimes, std::span<Word* const> rows,
                         const Snapshot& base, const std::vector<Tick>& ticks, ByteReader structure,
                         const StreamViews& in) {
    std::vector<std::uint32_t> sums{0};
    for (const std::uint32_t step : tick_steps(ticks)) sums.push_back(sums.back() + step);
    TableDecoder decoder(lifetimes, base, ticks, structure, in);
    LastRow last(decoder.table(), sums);
    return decoder.decode([&](std::uint32_t member) { return rows[member]; },
                          [&](std::uint32_t member, std::uint32_t first) {
                              last.go_on(lifetimes[member], rows[member] + first);
                          });
}

}  // namespace tickreel::columns
