#pragma once
// Bounds-checked access to the words of map items.

#include <cstddef>
#include <cstdint>
#include <span>

namespace tickreel::teeworlds {

using Words = std::span<const std::int32_t>;

inline int word(Words words, std::size_t index, int absent) {
    return index < words.size() ? words[index] : absent;
}

}  // namespace tickreel::teeworlds
