#pragma once
// A moving position in a recording: for playback in both directions and for sequential reading.
// Keeps its chunk in memory, so a step inside it needs no decoding; a chunk is decoded once on the
// way, forwards or backwards, and a group is read with one contiguous read. Chunks come from the
// reader's cache, which all its cursors share.
//
// Any number of cursors, each used by one thread at a time, may share a reader, which must outlive
// them. They stay valid after ReelReader::refresh(): chunks are only ever added.
//
// Damage: seek() returns an error that says what cannot be read; steps skip to the next readable
// frame, and the reader's damage() lists what was skipped.

#include <memory>
#include <optional>

#include "tickreel/base/result.h"
#include "tickreel/model/frame.h"

namespace tickreel {

class ReelReader;
struct DecodedChunk;
struct ReaderCore;

class ReelCursor {
public:
    explicit ReelCursor(const ReelReader& reader) : reader_(&reader) {}

    // The current frame; nullptr before the first seek or step, and after one that failed. Valid
    // until the cursor moves.
    const Frame* frame() const;

    // Moves to the last frame at or before the moment, like ReelReader::at().
    Result<const Frame*> seek(Moment moment);
    // One frame forward or back, across segments; without a current frame: the first or the last
    // one. nullptr at the ends, where the cursor stays.
    Result<const Frame*> next();
    Result<const Frame*> previous();

    // For other ways of walking: part_scan.h.
    static const ReaderCore& core_of(const ReelReader& reader);

private:
    const ReelReader* reader_;
    std::shared_ptr<const DecodedChunk> chunk_;
    std::size_t index_ = 0;  // of the chunk
    std::size_t at_ = 0;     // of the frame within the chunk
};

}  // namespace tickreel
