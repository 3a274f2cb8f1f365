#pragma once
// Decodes some words of the items of one type into columns: no rows, no snapshots, and of the other
// words only what keeps the place in the streams.

#include <optional>

#include "format/reel/codecs/columns_table_decoder.h"
#include "tickreel/reel/item_columns.h"

namespace tickreel::columns {

class WordReader {
public:
    // `words` rise. Block 0 is the base, block i + 1 step i. `base` has the items of the type
    // alone.
    WordReader(const std::vector<Lifetime>& lives, TypeId type,
               const std::vector<std::uint32_t>& words, const Snapshot& base,
               const std::vector<Tick>& ticks);

    // `values`: their stream is there. Without it, where it turns out to be needed
    // (needs_values()), the columns are good for nothing.
    Result<void> read(ByteReader structure, const StreamViews& in, bool values);
    bool needs_values() const { return needs_values_; }
    ItemColumns take() { return std::move(columns_); }
    // The items of the type at the last step; of their words the wanted ones are right.
    Snapshot last() const;

private:
    // How a word of the table goes on where its mask says nothing.
    struct Wanted {
        std::uint32_t field = 0;  // in the table
        Predictor predictor = kPrevious;
        Word* column = nullptr;
        Word older = 0;
    };

    // Those of the type, which are behind each other: `member` counts from the first of them.
    std::span<const Lifetime> wanted_lives() const {
        return std::span(lives_).subspan(first_life_, end_life_ - first_life_);
    }
    void place_rows();
    void start_rows();
    Result<void> read_table(TableDecoder& decoder, const LifetimeGroup& group, std::uint32_t first,
                            bool values);
    std::uint64_t want(const TableReader& table, std::uint32_t first, std::uint32_t width);
    void go_on(TableReader& table, std::size_t member, std::uint32_t first, std::uint64_t mask);

    const std::vector<Lifetime>& lives_;
    TypeId type_;
    const std::vector<std::uint32_t>& words_;
    const Snapshot& base_;
    const std::vector<Tick>& ticks_;
    std::vector<std::uint32_t> steps_;
    ItemColumns columns_;
    std::size_t first_life_ = 0;
    std::size_t end_life_ = 0;
    std::vector<std::uint32_t> places_;   // rows of the columns: lifetime by lifetime
    std::vector<std::size_t> places_at_;  // by member
    std::vector<Word> rows_;              // one a lifetime, on its way through the steps
    std::vector<std::size_t> rows_at_;    // by member
    std::vector<Wanted> wanted_;          // of the table
    bool begun_ = false;
    bool needs_values_ = false;
};

}  // namespace tickreel::columns
