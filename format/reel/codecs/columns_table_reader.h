#pragma once
// Reads the tables of a chunk from its streams, one after the other; the caller stores the rows.
// Masks are returned as runs, because most rows of most tables are as predicted.

#include "format/reel/codecs/columns_streams.h"
#include "tickreel/base/result.h"

namespace tickreel::columns {

// Consecutive changes with the same mask; more than one only if the mask is 0.
struct MaskRun {
    std::uint64_t mask = 0;
    std::size_t count = 0;
};

// The first row of a new lifetime, starting at the table's first field.
struct FirstRow {
    Word* row = nullptr;
    std::uint32_t tick = 0;  // of its first step
    Row related{};           // the row it may be encoded against, from the same field on
};

class TableReader {
public:
    TableReader(ByteReader structure, const StreamViews& in)
        : structure_(structure),
          runs_(in[kRuns]),
          rare_(in[kRareMasks]),
          remainders_(in[kRemainders]),
          masks_in_(in[kMasks]),
          values_in_(in[kValues]) {}

    // Reads the table's header and fills in the first rows. `values`: their stream is there;
    // without it nothing is to be applied.
    Result<void> begin(std::uint32_t width, std::span<const FirstRow> fresh, std::size_t changes,
                       bool values);
    // The same without its rows, `fresh` of them new: only linear(), ticking() and masks() are its.
    // Without the streams of values none of the tables behind it have any.
    Result<void> pass(std::uint32_t width, std::size_t fresh, std::size_t changes, bool values);
    // The same, and masks() are not its either.
    Result<void> skip(std::uint32_t width, std::size_t fresh, std::size_t changes, bool values);
    std::span<const MaskRun> masks() const { return masks_; }
    // Where the next table begins, to come back to.
    struct Place {
        ByteReader structure;
        ByteReader runs;
        ByteReader rare;
        ByteReader remainders;
        ByteReader masks;
        ByteReader values;
    };
    Place place() const { return {structure_, runs_, rare_, remainders_, masks_in_, values_in_}; }
    void go_to(const Place& place);
    // The fields predicted linearly, and those predicted to follow the ticks.
    const std::vector<std::uint32_t>& linear() const { return linear_; }
    const std::vector<std::uint32_t>& ticking() const { return ticking_; }
    // The next changes, at most `most` (> 0). The total must not exceed what begin() was given.
    MaskRun take(std::size_t most);
    // Adds the stored differences to the fields of the mask.
    void apply(std::uint64_t mask, Word* row);
    // The same for the wanted fields alone.
    void apply(std::uint64_t mask, std::uint64_t wanted, Word* row);
    // After the rows of a table.
    Result<void> check() const;
    // After the last table: the streams must be used up.
    Result<void> check_end() const;

private:
    Result<void> read_predictors(std::uint32_t width);
    void read_first_rows(std::uint32_t width, std::span<const FirstRow> fresh);
    Result<void> read_dictionary();
    Result<void> read_header(std::uint32_t width, std::size_t fresh);
    Result<void> read_masks(std::size_t count);
    using MaskBits = std::array<std::uint8_t, 256>;  // how many are set, by the byte of a mask
    struct SkippedMasks {
        std::size_t values = 0;
        std::size_t rare = 0;
    };
    template <bool kWithValues>
    bool skip_masks(std::size_t count, const MaskBits& bits, SkippedMasks& skipped);
    Result<void> skip_values(std::size_t count);
    Result<void> place_values(std::uint32_t width);
    void count_values(std::uint64_t mask, std::size_t times);

    ByteReader structure_;
    ByteReader runs_;
    ByteReader rare_;
    ByteReader remainders_;
    ByteReader masks_in_;
    ByteReader values_in_;

    std::array<std::uint8_t, kTableWidth> first_predictors_{};
    std::vector<std::uint32_t> linear_;
    std::vector<std::uint32_t> ticking_;
    std::vector<std::uint64_t> dictionary_;
    std::vector<MaskRun> masks_;
    std::size_t next_ = 0;                           // index in masks_
    std::array<std::uint32_t, 256> uses_{};          // of the dictionary's masks
    std::array<std::size_t, kTableWidth> counts_{};  // of values, by field
    std::array<const Byte*, kTableWidth> values_{};
    std::uint64_t large_ = 0;  // fields of which a value has a remainder
};

}  // namespace tickreel::columns
