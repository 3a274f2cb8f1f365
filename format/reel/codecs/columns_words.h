#pragma once
// Decodes some words of the items of one type into columns: no rows, no snapshots, and of the other
// words only what keeps the place in the streams.

#include <optional>

#include "format/reel/codecs/columns_table_decoder.h"
#include "tickreel/reel/item_columns.h"

namespace tickreel::columns {

class WordReader {
public:
    // `words` rise. Block 0 is the base, block i + 1 step i.
    WordReader(const std::vector<Lifetime>& lives, TypeId type,
               const std::vector<std::uint32_t>& words, const Snapshot& base,
               const std::vector<Tick>& ticks);

    // `values`: their stream is there. Without it, where it turns out to be needed
    // (needs_values()), the columns are good for nothing.
    Result<void> read(ByteReader structure, const StreamViews& in, bool values);
    bool needs_values() const { return needs_values_; }
    bool is_base() const { return false; }  // unknown
    ItemColumns take() { return std::move(columns_); }
    // The row of a lifetime at its end, with the wanted words in it; nullptr if that is of another
    // type.
    const Word* last_row(std::size_t member) const {
        return rows_at_[member] == kNowhere ? nullptr : &rows_[rows_at_[member]];
    }

private:
    static constexpr std::size_t kNowhere = ~std::size_t{0};
    // How a word of the table goes on where its mask says nothing.
    struct Wanted {
        std::uint32_t field = 0;  // in the table
        Predictor predictor = kPrevious;
        Word* column = nullptr;
        Word older = 0;
    };

    bool is_of_type(const Lifetime& life) const { return life.key.type == type_; }
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
    std::vector<std::uint32_t> places_;   // rows of the columns: lifetime by lifetime
    std::vector<std::size_t> places_at_;  // by lifetime
    std::vector<Word> rows_;              // one a lifetime, on its way through the steps
    std::vector<std::size_t> rows_at_;    // by lifetime
    std::vector<Wanted> wanted_;          // of the table
    bool begun_ = false;
    bool needs_values_ = false;
};

}  // namespace tickreel::columns
