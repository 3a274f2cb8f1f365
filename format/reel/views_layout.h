#pragma once
// The constants of FORMAT.md, 7: several views in one file.

#include <cstdint>

#include "tickreel/reel/layout.h"

namespace tickreel::layout {

// Of the file header; readers must know them.
inline constexpr std::uint64_t kFeatureViews = 1;
inline constexpr std::uint64_t kFeatureViewMicroseconds = 2;  // times of views' frames may be in us

inline constexpr std::uint64_t kViews = 11;
inline constexpr std::uint64_t kViewTypes = 12;
inline constexpr std::uint64_t kViewGaps = 13;
inline constexpr std::uint64_t kViewMarkers = 14;

inline constexpr std::uint32_t kMaxViews = 4096;
// Of all views together; 64 clients of a bad network report many gaps.
inline constexpr std::uint32_t kMaxViewListed = 1U << 20;

// Bits of a mask word that are used: with seven, each change of a word is a byte in columns.
inline constexpr std::uint32_t kViewsPerWord = 7;

}  // namespace tickreel::layout
