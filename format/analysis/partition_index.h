#pragma once
// std::partition_point over indexes, for lists that no iterator goes over. (clang 14 does not
// compile libstdc++'s std::views::iota.)

#include <cstddef>

namespace tickreel {

// The first index of [0, size) for which `before` does not hold; size if there is none.
template <class Before>
std::size_t partition_index(std::size_t size, const Before& before) {
    std::size_t low = 0;
    std::size_t high = size;
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (before(middle))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

}  // namespace tickreel
