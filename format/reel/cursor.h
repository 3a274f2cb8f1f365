#pragma once
// A place in a recording that moves: for playback in both directions and for reading a stretch in
// order. Holds on to the chunk it stands in, so a step is a step in memory; a chunk is decoded once
// on the way through, forwards or backwards, and a group is read with one contiguous read. Chunks
// come from the reader's cache, which all cursors of a reader share.
//
// Any number of cursors, each used by one thread at a time, may walk one reader. The reader must
// outlive them. After ReelReader::refresh() they stay good: chunks are only ever added.
//
// Damage: seek() says what cannot be read; steps go over it to the next frame that can be, and the
// reader's damage() names it.

#include <memory>
#include <optional>

#include "tickreel/base/result.h"
#include "tickreel/model/frame.h"

namespace tickreel {

class ReelReader;
struct DecodedChunk;

class ReelCursor {
public:
    explicit ReelCursor(const ReelReader& reader) : reader_(&reader) {}

    // The frame that the cursor stands on; nullptr before the first seek or step, and after one
    // that failed. Good until the cursor moves.
    const Frame* frame() const;

    // To the last frame at or before the moment, as ReelReader::at().
    Result<const Frame*> seek(Moment moment);
    // One frame on or back, across segments; from nowhere: the first or the last of all. nullptr at
    // the ends, where the cursor stays.
    Result<const Frame*> next();
    Result<const Frame*> previous();

private:
    const ReelReader* reader_;
    std::shared_ptr<const DecodedChunk> chunk_;
    std::size_t index_ = 0;  // of the chunk
    std::size_t at_ = 0;     // of the frame in it
};

}  // namespace tickreel
