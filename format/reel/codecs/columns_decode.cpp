// Decodes streams into rows: all of them, or only the last one of every item.
#include <algorithm>

#include "format/reel/codecs/columns_table_decoder.h"

namespace tickreel::columns {

namespace {

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
    const auto each = [](std::uint32_t from, std::uint32_t to) { return to - from; };
    return decoder.decode([&](std::uint32_t member) { return rows.rows[rows.at[member]]; },
                          [&](std::uint32_t member, std::uint32_t first) {
                              fill_rows(table, lifetimes[member], &rows.rows[rows.at[member]],
                                        first, decoder.width(), steps, each);
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
