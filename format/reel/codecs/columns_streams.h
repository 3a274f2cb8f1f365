#pragma once
// The streams of a chunk in columns before zstd, and the arithmetic shared by encoder and decoder.
// Words and ticks wrap.

#include <array>

#include "tickreel/base/bytes.h"
#include "tickreel/model/item.h"

namespace tickreel::columns {

// In file order. A chunk of codec 2 has no streams of events.
enum Stream : std::size_t {
    kStructure,    // frames, lifetimes, dictionaries, predictors, first rows
    kRuns,         // lengths of runs of rows that are as predicted
    kRareMasks,    // masks that no dictionary contains
    kRemainders,   // the part of a value beyond its byte
    kEvents,       // only of codec 3, like the next two: which events there are
    kEventValues,  // by how much words of events differ from the prediction: one byte each
    kEventLows,    // further bytes of the same
    kMasks,        // which fields differ from the prediction: one byte each
    kValues,       // by how much they differ: one byte each
    kStreams,
};

using WrittenStreams = std::array<ByteWriter, kStreams>;
using StreamViews = std::array<ByteView, kStreams>;

inline constexpr Byte kRun = 0;         // mask byte: a run of rows as predicted
inline constexpr Byte kRareMask = 255;  // mask byte: the mask is in kRareMasks
inline constexpr std::size_t kMostMasks = 254;
inline constexpr Byte kLargeValue = 255;          // value byte: the rest is in kRemainders
inline constexpr std::uint32_t kTableWidth = 64;  // maximum fields of a table: bits of a mask

// How a field is predicted from the rows before. Two bits of the predictor byte.
enum Predictor : std::uint8_t { kPrevious, kLinear, kTick, kPredictors };
// The reference for a field of a first row. The next two bits.
enum FirstPredictor : std::uint8_t {
    kZero,
    kPreviousLifetime,
    kFirstTick,
    kRelated,
    kFirstPredictors
};

inline std::uint32_t unsign(Word word) {
    return static_cast<std::uint32_t>(word);
}

inline Word sign(std::uint32_t value) {
    return static_cast<Word>(value);
}

// A word of a row for prediction; 0 beyond the end of a shorter row.
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
