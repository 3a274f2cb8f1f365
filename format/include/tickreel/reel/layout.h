#pragma once
// The constants of FORMAT.md: magic numbers, record and section ids, sizes and limits. Lengths are
// in bytes unless a name says otherwise. Each limit is explained where it is enforced.

#include <array>
#include <cstdint>

#include "tickreel/base/bytes.h"

namespace tickreel::layout {

inline constexpr std::array<Byte, 8> kMagic{0x89, 'R', 'E', 'E', 'L', 0x0d, 0x0a, 0x1a};
inline constexpr std::array<Byte, 4> kSync{0x93, 0x53, 0x52, 0xa7};
inline constexpr std::array<Byte, 8> kEndMagic{'R', 'E', 'E', 'L', 'E', 'N', 'D', 0x0a};
inline constexpr std::uint16_t kMajor = 1;
inline constexpr std::uint16_t kMinor = 3;

inline constexpr std::size_t kFileHeader = 64;
inline constexpr std::size_t kRecordHeader = 48;
inline constexpr std::size_t kChunkPrefix = 12;  // base state, end state, frame count
inline constexpr std::size_t kEndPayload = 24;   // footer offset, footer length, end magic

// Record types. Bit 15 marks an ancillary record: readers that do not know its type skip it.
inline constexpr std::uint16_t kAncillary = 0x8000;
inline constexpr std::uint16_t kInfo = 1;        // copy of the file header, what the recording is
inline constexpr std::uint16_t kDefine = 2;      // sections: types, segments, markers ...
inline constexpr std::uint16_t kChunk = 3;       // frames
inline constexpr std::uint16_t kCheckpoint = 4;  // links and sections: all since the last one
inline constexpr std::uint16_t kFooter = 5;      // links and sections: all of the file
inline constexpr std::uint16_t kEnd = 6;         // position of the footer; the file is finished
inline constexpr std::uint16_t kAttachment = 0x8001;

// Record flags.
inline constexpr std::uint16_t kStartsGroup = 1;  // a keyframe chunk
inline constexpr std::uint16_t kCompressed = 2;   // the payload is one zstd frame of raw_len bytes

// Sections. Readers skip unknown ids from 128 on.
inline constexpr std::uint64_t kAbout = 1;
inline constexpr std::uint64_t kProperties = 2;
inline constexpr std::uint64_t kTypes = 3;
inline constexpr std::uint64_t kSegments = 4;
inline constexpr std::uint64_t kChunks = 5;
inline constexpr std::uint64_t kMarkers = 6;
inline constexpr std::uint64_t kGaps = 7;
inline constexpr std::uint64_t kAttachments = 8;
inline constexpr std::uint64_t kStatistics = 9;
inline constexpr std::uint64_t kRecordTypes = 10;
inline constexpr std::uint64_t kFirstOptionalSection = 128;
inline constexpr std::uint64_t kTimeBack = 128;

// Chunk codecs.
inline constexpr std::uint16_t kStored = 0;        // row delta, not compressed
inline constexpr std::uint16_t kRowDelta = 1;      // row delta and zstd: the reference
inline constexpr std::uint16_t kColumns = 2;       // per item and field: small and fast
inline constexpr std::uint16_t kEventColumns = 3;  // the same, and per event and field

// Whether of its chunks parts can be read.
inline constexpr bool is_columns(std::uint16_t codec) {
    return codec == kColumns || codec == kEventColumns;
}

// Reader limits.
inline constexpr std::uint32_t kMaxPayload = 64U << 20;
inline constexpr std::uint32_t kMaxRaw = 64U << 20;
inline constexpr std::uint32_t kMaxIndexRaw = 16U << 20;  // except chunks and attachments
inline constexpr std::uint32_t kMaxListed = 1U << 18;     // markers, gaps and attachments each
inline constexpr std::uint32_t kMaxChunkFrames = 1U << 16;
inline constexpr std::uint64_t kMaxChunkWords = 16U << 20;  // memory words in the frames of a chunk
inline constexpr std::size_t kMaxSegments = 1U << 16;
inline constexpr std::size_t kMaxTypes = 4096;
inline constexpr std::int64_t kMaxTick = 1LL << 60;  // in both directions from 0
inline constexpr std::uint64_t kMaxAttachment = 1ULL << 30;

// Writer thresholds for closing a chunk or a group and for writing a checkpoint.
inline constexpr std::size_t kChunkStoredEstimate = 256U << 10;
inline constexpr std::size_t kChunkRaw = 8U << 20;
inline constexpr double kLongChunk = 10.0;  // seconds; longer ones are archives and may hold more
inline constexpr std::size_t kLongChunkStoredEstimate = 4U << 20;
inline constexpr std::size_t kLongChunkRaw = 44U << 20;
inline constexpr std::size_t kChunkFrames = 8192;
inline constexpr std::size_t kGroupStored = 1U << 20;
inline constexpr std::size_t kCheckpointStored = 4U << 20;
inline constexpr double kCheckpointSeconds = 60.0;
inline constexpr std::size_t kAttachmentPart = 1U << 20;

}  // namespace tickreel::layout
