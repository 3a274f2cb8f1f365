#pragma once
// Items of one type over a run of snapshots, as columns of single words: what a scan of a table
// shows of them, without a row for each.

#include <cstdint>
#include <vector>

#include "tickreel/model/item.h"

namespace tickreel {

struct ItemColumns {
    // A block is a snapshot's items, in order of their numbers: the rows [first[i], first[i + 1]).
    std::vector<std::uint32_t> first{0};
    std::vector<EntityId> entities{};
    std::vector<std::uint32_t> lengths{};    // of the whole row, in words
    std::vector<std::vector<Word>> words{};  // by wanted word; 0 beyond the end of a row

    std::size_t rows_in(std::size_t block) const { return first[block + 1] - first[block]; }
};

}  // namespace tickreel
