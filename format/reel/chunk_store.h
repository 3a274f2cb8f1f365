#pragma once
// Chunks of a file as frames: one contiguous read of a group up to the wanted chunk, decoding from
// the nearest chunk that is still in memory, and a small cache. For several threads at once; they
// decode side by side and share what they decoded.

#include <list>
#include <memory>
#include <mutex>
#include <utility>

#include "format/reel/chunk.h"
#include "tickreel/base/file.h"
#include "tickreel/reel/contents.h"

namespace tickreel {

using ChunkFrames = std::shared_ptr<const DecodedChunk>;

// Why a chunk cannot be had: the chunk at fault is it or one that it depends on.
struct ChunkFault {
    std::size_t chunk = 0;
    std::string reason{};
};

class ChunkStore {
public:
    // `chunks` may grow between calls, not during one. `cache_words`: memory of what is kept.
    ChunkStore(const ByteSource& source, std::uint32_t seed, const std::vector<ChunkInfo>& chunks,
               std::uint64_t cache_words)
        : source_(source), seed_(seed), chunks_(chunks), cache_words_(cache_words) {}

    // Of the chunks that the wanted one depends on and that are not in memory: only what is behind
    // them is needed, or their frames will be too (going backwards).
    enum class LeadIn { Skip, Keep };
    // Through the cache. On failure `fault` says what is wrong.
    ChunkFrames get(std::size_t index, ChunkFault& fault, LeadIn lead_in = LeadIn::Skip) const;
    // For reading in order: from the state after the chunk before; nothing is kept.
    ChunkFrames decode_after(std::size_t index, const GroupState& before, ChunkFault& fault) const;

    std::size_t group_start(std::size_t index) const;
    std::size_t group_end(std::size_t index) const;  // one past the last chunk of the group

private:
    ChunkFrames cached(std::size_t index) const;
    void keep(std::size_t index, const ChunkFrames& frames) const;
    ChunkFrames decode(std::size_t index, ByteView record, const GroupState& before,
                       DecodeScope scope, ChunkFault& fault) const;
    // Where to start: the first chunk that must be decoded to get to `index`, and from what.
    std::pair<std::size_t, GroupState> nearest(std::size_t index) const;
    void keep_state(std::size_t index, const GroupState& after) const;
    Result<Bytes> read_chunks(std::size_t first, std::size_t last) const;

    const ByteSource& source_;
    std::uint32_t seed_;
    const std::vector<ChunkInfo>& chunks_;
    std::uint64_t cache_words_;

    struct Entry {
        std::size_t index = 0;
        ChunkFrames frames{};
    };
    struct State {
        std::size_t index = 0;
        GroupState after{};
    };
    mutable std::mutex mutex_;
    mutable std::list<Entry> cache_;   // the last used first
    mutable std::list<State> states_;  // behind chunks that were passed; the last made first
    mutable std::uint64_t cached_words_ = 0;
    mutable std::vector<std::unique_ptr<Decompressor>> idle_;
};

}  // namespace tickreel
