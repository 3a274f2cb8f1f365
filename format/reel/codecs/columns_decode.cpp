// Streams into rows.
#include <algorithm>
#include <bit>

#include "format/reel/codecs/columns_tables.h"

namespace tickreel::columns {

namespace {

Word sign(std::uint32_t value) {
    return static_cast<Word>(value);
}

// The first row of a new lifetime, from the first field of the table on.
struct FirstRow {
    Word* row = nullptr;
    std::uint32_t tick = 0;  // of its first step
    Row kin{};               // all of it
};

class TableDecoder {
public:
    TableDecoder(const std::vector<Lifetime>& lifetimes, const LifetimeRows<Word>& rows,
                 const Snapshot& base, const std::vector<Tick>& ticks, ByteReader structure,
                 const StreamViews& in)
        : lifetimes_(lifetimes),
          rows_(rows),
          base_(base),
          ticks_(ticks),
          steps_(tick_steps(ticks)),
          structure_(structure),
          runs_(in[kRuns]),
          rare_(in[kRareMasks]),
          remainders_(in[kRemainders]),
          masks_in_(in[kMasks]),
          values_in_(in[kValues]) {}

    Result<void> decode(const LifetimeGroup& group, std::uint32_t first, std::uint32_t width);
    Result<void> check_end() const;

private:
    Result<void> read_predictors();
    void read_first_rows(const LifetimeGroup& group);
    Result<void> read_dictionary();
    Result<void> read_masks(std::size_t count);
    bool read_run(std::size_t count);
    Result<void> place_values();
    void predict(Word* const* row, std::uint32_t i, std::uint32_t ticks) const;
    void apply(std::uint64_t mask, Word* row);
    void decode_rows(const LifetimeGroup& group);

    const std::vector<Lifetime>& lifetimes_;
    const LifetimeRows<Word>& rows_;
    const Snapshot& base_;
    const std::vector<Tick>& ticks_;
    std::vector<std::uint32_t> steps_;
    ByteReader structure_;
    ByteReader runs_;
    ByteReader rare_;
    ByteReader remainders_;
    ByteReader masks_in_;
    ByteReader values_in_;

    std::uint32_t first_ = 0;
    std::uint32_t width_ = 0;
    std::array<std::uint8_t, kTableWidth> first_predictors_{};
    std::vector<FirstRow> fresh_;
    std::vector<std::uint32_t> linear_;  // fields
    std::vector<std::uint32_t> ticking_;
    std::vector<std::uint64_t> dictionary_;
    std::vector<std::uint64_t> masks_;
    std::array<const Byte*, kTableWidth> values_{};
};

Result<void> TableDecoder::read_predictors() {
    linear_.clear();
    ticking_.clear();
    for (std::uint32_t f = 0; f < width_; ++f) {
        const std::uint8_t byte = structure_.u8();
        const std::uint8_t predictor = byte & 3;
        first_predictors_[f] = byte >> 2;
        if (predictor >= kPredictors || first_predictors_[f] >= kFirstPredictors)
            return fail("predictor ", int{byte}, " is not known");
        if (predictor == kLinear) linear_.push_back(f);
        if (predictor == kTick) ticking_.push_back(f);
    }
    return {};
}

void TableDecoder::read_first_rows(const LifetimeGroup& group) {
    fresh_.clear();
    for (const std::uint32_t member : group.members) {
        const Lifetime& life = lifetimes_[member];
        if (!life.inherited)
            fresh_.push_back({rows_.rows[rows_.at[member]] + first_,
                              static_cast<std::uint32_t>(ticks_[life.start]),
                              kin_of(base_, life.key)});
    }
    for (std::uint32_t f = 0; f < width_; ++f) {
        std::uint32_t before = 0;
        for (const FirstRow& fresh : fresh_) {
            std::uint32_t value = unzigzag(static_cast<std::uint32_t>(structure_.varint()));
            if (first_predictors_[f] == kNeighbour) value += before;
            if (first_predictors_[f] == kFirstTick) value += fresh.tick;
            if (first_predictors_[f] == kKin) value += word_at(fresh.kin, first_ + f);
            before = value;
            fresh.row[f] = sign(value);
        }
    }
}

Result<void> TableDecoder::read_dictionary() {
    const std::uint64_t count = structure_.varint();
    if (structure_.failed() || count > kMostMasks) return fail("a list of masks is cut");
    dictionary_.assign(1, 0);
    for (std::uint64_t i = 0; i < count; ++i) dictionary_.push_back(structure_.varint());
    return {};
}

bool TableDecoder::read_run(std::size_t count) {
    const std::uint64_t more = runs_.varint();
    if (more >= count - masks_.size()) return false;
    masks_.resize(masks_.size() + static_cast<std::size_t>(more) + 1, 0);
    return true;
}

Result<void> TableDecoder::read_masks(std::size_t count) {
    masks_.clear();
    while (masks_.size() < count) {
        if (masks_in_.left() == 0) return fail("the masks are cut");
        const std::uint8_t byte = masks_in_.u8();
        if (byte == kRun) {
            if (!read_run(count)) return fail("a run of masks is too long");
        } else if (byte == kRareMask) {
            masks_.push_back(rare_.varint());
        } else if (byte < dictionary_.size()) {
            masks_.push_back(dictionary_[byte]);
        } else {
            return fail("mask ", int{byte}, " is not in the list");
        }
    }
    if (rare_.failed() || runs_.failed()) return fail("the masks are cut");
    return {};
}

// Where the values of each field begin: they stand field by field.
Result<void> TableDecoder::place_values() {
    std::array<std::size_t, kTableWidth> counts{};
    for (std::uint64_t mask : masks_)
        for (; mask != 0; mask &= mask - 1)
            ++counts[static_cast<std::size_t>(std::countr_zero(mask))];
    for (std::uint32_t f = 0; f < kTableWidth; ++f) {
        if (counts[f] != 0 && f >= width_) return fail("a mask has a field that no row has");
        if (counts[f] > values_in_.left()) return fail("the values are cut");
        values_[f] = values_in_.bytes(counts[f]).data();
    }
    return {};
}

void TableDecoder::predict(Word* const* row, std::uint32_t i, std::uint32_t ticks) const {
    const Word* const last = row[i] + first_;
    Word* const now = row[i + 1] + first_;
    std::copy(last, last + width_, now);
    if (i > 0) {
        const Word* const older = row[i - 1] + first_;
        for (const std::uint32_t f : linear_)
            now[f] = sign(unsign(last[f]) + (unsign(last[f]) - unsign(older[f])));
    }
    for (const std::uint32_t f : ticking_) now[f] = sign(unsign(last[f]) + ticks);
}

void TableDecoder::apply(std::uint64_t mask, Word* row) {
    for (; mask != 0; mask &= mask - 1) {
        const auto f = static_cast<std::size_t>(std::countr_zero(mask));
        std::uint32_t value = *values_[f]++;
        if (value == kLargeValue) value += static_cast<std::uint32_t>(remainders_.varint());
        row[f] = sign(unsign(row[f]) + unzigzag(value));
    }
}

void TableDecoder::decode_rows(const LifetimeGroup& group) {
    const std::uint64_t* mask = masks_.data();
    for (const std::uint32_t member : group.members) {
        const Lifetime& life = lifetimes_[member];
        Word* const* row = &rows_.rows[rows_.at[member]];
        for (std::uint32_t i = 0; i < life.changes(); ++i) {
            predict(row, i, steps_[life.step(i)]);
            apply(*mask++, row[i + 1] + first_);
        }
    }
}

Result<void> TableDecoder::decode(const LifetimeGroup& group, std::uint32_t first,
                                  std::uint32_t width) {
    first_ = first;
    width_ = width;
    std::size_t changes = 0;
    for (const std::uint32_t member : group.members) changes += lifetimes_[member].changes();
    if (Result<void> read = read_predictors(); !read) return read;
    read_first_rows(group);
    if (Result<void> read = read_dictionary(); !read) return read;
    if (Result<void> read = read_masks(changes); !read) return read;
    if (Result<void> placed = place_values(); !placed) return placed;
    decode_rows(group);
    if (structure_.failed() || remainders_.failed()) return fail("a table is cut");
    return {};
}

Result<void> TableDecoder::check_end() const {
    const std::size_t left = structure_.left() + runs_.left() + rare_.left() + remainders_.left() +
                             masks_in_.left() + values_in_.left();
    if (left != 0) return fail(left, " bytes are left after the last table");
    return {};
}

}  // namespace

Result<void> decode_tables(const std::vector<Lifetime>& lifetimes, const LifetimeRows<Word>& rows,
                           const Snapshot& base, const std::vector<Tick>& ticks,
                           ByteReader structure, const StreamViews& in) {
    TableDecoder table(lifetimes, rows, base, ticks, structure, in);
    for (const LifetimeGroup& group : group_lifetimes(lifetimes))
        for (std::uint32_t first = 0; first < group.length; first += kTableWidth) {
            const std::uint32_t width = std::min(kTableWidth, group.length - first);
            if (Result<void> decoded = table.decode(group, first, width); !decoded) return decoded;
        }
    return table.check_end();
}

}  // namespace tickreel::columns
