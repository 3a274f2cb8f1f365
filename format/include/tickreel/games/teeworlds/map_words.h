#pragma once
// The items of a map as words, which may not be there.

#include <cstddef>
#include <cstdint>
#include <span>

namespace tickreel::teeworlds {

using Words = std::span<const std::int32_t>;

inline int word(Words words, std::size_t index, int absent) {
    return index < words.size() ? words[index] : absent;
}

}  // namespace tickreel::teeworlds
