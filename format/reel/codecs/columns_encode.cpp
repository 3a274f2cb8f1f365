// Encodes rows into streams.
#include <algorithm>
#include <bit>
#include <unordered_map>

#include "format/reel/codecs/columns_tables.h"

namespace tickreel::columns {

namespace {

// Estimated bits for a difference; 0 if there is none. Any difference (a mask other than the usual
// one) also costs a byte: counting 4 bits instead makes a crowded match 2 % larger.
std::uint32_t cost(std::uint32_t difference) {
    constexpr std::uint32_t kPresence = 8;
    return difference == 0
               ? 0
               : kPresence + static_cast<std::uint32_t>(std::bit_width(zigzag(difference)));
}

template <std::size_t N>
std::uint8_t cheapest(const std::array<std::uint64_t, N>& costs) {
    return static_cast<std::uint8_t>(std::min_element(costs.begin(), costs.end()) - costs.begin());
}

std::uint64_t bit(std::uint32_t field) {
    return std::uint64_t{1} << field;
}

// For each field of a mask, in order.
template <class Use>
void each_field(std::uint64_t mask, const Use& use) {
    for (; mask != 0; mask &= mask - 1) use(static_cast<std::uint32_t>(std::countr_zero(mask)));
}

// The fields in which two rows differ.
std::uint64_t differences(const Word* a, const Word* b, std::uint32_t width) {
    if (std::equal(a, a + width, b)) return 0;
    std::uint64_t mask = 0;
    for (std::uint32_t f = 0; f < width; ++f) mask |= std::uint64_t{a[f] != b[f]} << f;
    return mask;
}

// A row and the two before it, starting at the table's first field.
struct Step {
    const Word* now = nullptr;
    const Word* last = nullptr;
    const Word* older = nullptr;
    std::uint32_t ticks = 0;
    // The fields that differ from the row before, or did so there. Of the others only those that
    // count ticks differ from a prediction.
    std::uint64_t active = 0;

    std::uint32_t off(std::uint32_t field, std::uint8_t predictor) const {
        const std::uint32_t a = unsign(last[field]);
        const std::uint32_t d = unsign(now[field]) - a;
        if (predictor == kLinear) return d - (a - unsign(older[field]));
        return predictor == kTick ? d - ticks : d;
    }
};

class TableEncoder {
public:
    TableEncoder(const std::vector<Lifetime>& lifetimes, const LifetimeRows<const Word>& rows,
                 const Snapshot& base, const std::vector<Tick>& ticks,
                 const std::vector<std::uint32_t>& steps, WrittenStreams& out)
        : lifetimes_(lifetimes),
          rows_(rows),
          base_(base),
          ticks_(ticks),
          steps_(steps),
          out_(out) {}

    void encode(const LifetimeGroup& group, std::uint32_t first, std::uint32_t width) {
        group_ = &group;
        first_ = first;
        width_ = width;
        masks_.clear();
        find_active_fields();
        choose_predictors();
        write_first_rows();
        collect_changes();
        write_masks();
    }

private:
    struct NewLifetime {
        std::uint32_t member = 0;
        Row related{};
    };

    template <class Use>
    void each_step(const Use& use) const;
    void find_active_fields();
    void choose_predictors();
    void write_first_rows();
    void write_first_column(std::uint32_t field, const std::vector<NewLifetime>& fresh,
                            std::vector<std::uint32_t>& column);
    void collect_changes();
    void write_masks();
    std::unordered_map<std::uint64_t, Byte> write_dictionary();

    const std::vector<Lifetime>& lifetimes_;
    const LifetimeRows<const Word>& rows_;
    const Snapshot& base_;
    const std::vector<Tick>& ticks_;
    const std::vector<std::uint32_t>& steps_;
    WrittenStreams& out_;

    const LifetimeGroup* group_ = nullptr;
    std::uint32_t first_ = 0;
    std::uint32_t width_ = 0;
    std::array<std::uint8_t, kTableWidth> predictors_{};
    std::vector<std::uint64_t> active_;  // by step, as each_step() finds them
    std::vector<std::uint64_t> masks_;
    std::array<ByteWriter, kTableWidth> values_;
};

template <class Use>
void TableEncoder::each_step(const Use& use) const {
    auto active = active_.begin();
    for (const std::uint32_t member : group_->members) {
        const Lifetime& life = lifetimes_[member];
        const Word* const* row = &rows_.rows[rows_.at[member]];
        for (std::uint32_t i = 0; i < life.changes(); ++i)
            use(Step{row[i + 1] + first_, row[i] + first_, row[i > 0 ? i - 1 : 0] + first_,
                     steps_[life.step(i)], *active++});
    }
}

void TableEncoder::find_active_fields() {
    active_.clear();
    for (const std::uint32_t member : group_->members) {
        const Word* const* row = &rows_.rows[rows_.at[member]];
        std::uint64_t before = 0;
        for (std::uint32_t i = 0; i < lifetimes_[member].changes(); ++i) {
            const std::uint64_t now = differences(row[i + 1] + first_, row[i] + first_, width_);
            active_.push_back(now | before);
            before = now;
        }
    }
}

void TableEncoder::choose_predictors() {
    std::array<std::array<std::uint64_t, kPredictors>, kTableWidth> costs{};
    std::uint64_t all = 0;  // for a field that counts ticks and never changes
    each_step([&](const Step& step) {
        const std::uint32_t tick_cost = cost(step.ticks);
        all += tick_cost;
        each_field(step.active, [&](std::uint32_t f) {
            costs[f][kPrevious] += cost(step.off(f, kPrevious));
            costs[f][kLinear] += cost(step.off(f, kLinear));
            costs[f][kTick] += cost(step.off(f, kTick));
            costs[f][kTick] -= tick_cost;
        });
    });
    for (std::uint32_t f = 0; f < width_; ++f) {
        costs[f][kTick] += all;
        predictors_[f] = cheapest(costs[f]);
    }
}

void TableEncoder::write_first_column(std::uint32_t field, const std::vector<NewLifetime>& fresh,
                                      std::vector<std::uint32_t>& column) {
    std::array<std::uint64_t, kFirstPredictors> costs{};
    std::array<std::uint32_t, kFirstPredictors> off{};
    std::array<std::vector<std::uint32_t>, kFirstPredictors> columns;
    std::uint32_t before = 0;
    for (const auto& [member, related] : fresh) {
        const std::uint32_t value = unsign(rows_.rows[rows_.at[member]][first_ + field]);
        off[kZero] = value;
        off[kPreviousLifetime] = value - before;
        off[kFirstTick] = value - static_cast<std::uint32_t>(ticks_[lifetimes_[member].start]);
        off[kRelated] = value - word_at(related, first_ + field);
        before = value;
        for (std::size_t p = 0; p < kFirstPredictors; ++p) {
            costs[p] += cost(off[p]);
            columns[p].push_back(off[p]);
        }
    }
    const std::uint8_t best = cheapest(costs);
    predictors_[field] = static_cast<std::uint8_t>(predictors_[field] | best << 2);
    column = std::move(columns[best]);
}

void TableEncoder::write_first_rows() {
    std::vector<NewLifetime> fresh;
    for (const std::uint32_t member : group_->members)
        if (!lifetimes_[member].inherited)
            fresh.push_back({member, related_row(base_, lifetimes_[member].key)});
    std::vector<std::vector<std::uint32_t>> columns(width_);
    if (!fresh.empty())
        for (std::uint32_t f = 0; f < width_; ++f) write_first_column(f, fresh, columns[f]);
    ByteWriter& out = out_[kStructure];
    for (std::uint32_t f = 0; f < width_; ++f) out.u8(predictors_[f]);
    for (const std::vector<std::uint32_t>& column : columns)
        for (const std::uint32_t off : column) out.varint(zigzag(off));
}

void TableEncoder::collect_changes() {
    std::uint64_t ticking = 0;
    for (std::uint32_t f = 0; f < width_; ++f)
        if ((predictors_[f] & 3) == kTick) ticking |= bit(f);
    each_step([&](const Step& step) {
        std::uint64_t mask = 0;
        each_field(step.active | ticking, [&](std::uint32_t f) {
            const std::uint32_t value = zigzag(step.off(f, predictors_[f] & 3));
            if (value == 0) return;
            mask |= bit(f);
            values_[f].u8(static_cast<Byte>(std::min<std::uint32_t>(value, kLargeValue)));
            if (value >= kLargeValue) out_[kRemainders].varint(value - kLargeValue);
        });
        masks_.push_back(mask);
    });
    for (std::uint32_t f = 0; f < width_; ++f) {
        out_[kValues].bytes(values_[f].data());
        values_[f].clear();
    }
}

// The masks that occur more than once, most frequent first.
std::unordered_map<std::uint64_t, Byte> TableEncoder::write_dictionary() {
    std::unordered_map<std::uint64_t, std::uint64_t> counts;
    for (const std::uint64_t mask : masks_)
        if (mask != 0) ++counts[mask];
    std::vector<std::pair<std::uint64_t, std::uint64_t>> frequent;
    for (const auto& [mask, count] : counts)
        if (count > 1) frequent.emplace_back(count, mask);
    std::sort(frequent.begin(), frequent.end(), [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    if (frequent.size() > kMostMasks) frequent.resize(kMostMasks);
    std::unordered_map<std::uint64_t, Byte> numbers;
    out_[kStructure].varint(frequent.size());
    for (const auto& [count, mask] : frequent) {
        out_[kStructure].varint(mask);
        numbers.emplace(mask, static_cast<Byte>(numbers.size() + 1));
    }
    return numbers;
}

void TableEncoder::write_masks() {
    const std::unordered_map<std::uint64_t, Byte> numbers = write_dictionary();
    for (std::size_t i = 0; i < masks_.size();) {
        if (masks_[i] == 0) {
            std::size_t end = i + 1;
            while (end < masks_.size() && masks_[end] == 0) ++end;
            out_[kMasks].u8(kRun);
            out_[kRuns].varint(end - i - 1);
            i = end;
            continue;
        }
        const auto at = numbers.find(masks_[i]);
        out_[kMasks].u8(at != numbers.end() ? at->second : kRareMask);
        if (at == numbers.end()) out_[kRareMasks].varint(masks_[i]);
        ++i;
    }
}

}  // namespace

std::vector<std::uint32_t> tick_steps(const std::vector<Tick>& ticks) {
    std::vector<std::uint32_t> steps(ticks.size(), 1);
    for (std::size_t i = 1; i < ticks.size(); ++i)
        steps[i] = static_cast<std::uint32_t>(static_cast<std::uint64_t>(ticks[i]) -
                                              static_cast<std::uint64_t>(ticks[i - 1]));
    if (steps.size() > 1) steps[0] = steps[1];
    return steps;
}

void encode_tables(const std::vector<Lifetime>& lifetimes, const LifetimeRows<const Word>& rows,
                   const Snapshot& base, const std::vector<Tick>& ticks, WrittenStreams& out) {
    const std::vector<std::uint32_t> steps = tick_steps(ticks);
    TableEncoder table(lifetimes, rows, base, ticks, steps, out);
    for (const LifetimeGroup& group : LifetimeGroups(lifetimes))
        for (std::uint32_t first = 0; first < group.length; first += kTableWidth)
            table.encode(group, first, std::min(kTableWidth, group.length - first));
}

}  // namespace tickreel::columns
