#pragma once
// The streams of a chunk in columns, before zstd, and the small arithmetic that both directions
// share. Words and ticks wrap.

#include <array>

#include "tickreel/base/bytes.h"
#include "tickreel/model/item.h"

namespace tickreel::columns {

// In the order of the file.
enum Stream : std::size_t {
    kStructure,   // frames, lifetimes, dictionaries, predictors, first rows
    kRuns,        // lengths of runs of rows that are as predicted
    kRareMasks,   // masks that no dictionary holds
    kRemainders,  // what a value has above its byte
    kMasks,       // which fields are not as predicted: a byte each
    kValues,      // how far off they are: a byte each
    kStreams,
};

using WrittenStreams = std::array<ByteWriter, kStreams>;
using StreamViews = std::array<ByteView, kStreams>;

inline constexpr Byte kRun = 0;         // mask byte: a run of rows as predicted
inline constexpr Byte kRareMask = 255;  // mask byte: the mask is in kRareMasks
inline constexpr std::size_t kMostMasks = 254;
inline constexpr Byte kLargeValue = 255;          // value byte: the rest is in kRemainders
inline constexpr std::uint32_t kTableWidth = 64;  // fields: bits of a mask

// What a field is expected to be, given the rows before. Two bits of the predictor byte.
enum Predictor : std::uint8_t { kPrevious, kLinear, kTick, kPredictors };
// What a field of a first row is written against. The two bits above.
enum FirstPredictor : std::uint8_t { kPlain, kNeighbour, kFirstTick, kKin, kFirstPredictors };

inline std::uint32_t unsign(Word word) {
    return static_cast<std::uint32_t>(word);
}

inline Word sign(std::uint32_t value) {
    return static_cast<Word>(value);
}

// A word of a row that may be shorter, as a prediction.
inline std::uint32_t word_at(Row row, std::size_t at) {
    return at < row.size() ? unsign(row[at]) : 0;
}

inline std::uint32_t zigzag(std::uint32_t difference) {
    return (difference << 1) ^ (0U - (difference >> 31));
}

inline std::uint32_t unzigzag(std::uint32_t value) {
    return (value >> 1) ^ (0U - (value & 1));
}

}  // namespace tickreel::columns
