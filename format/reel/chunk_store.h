#pragma once
// Decodes chunks of a file: one contiguous read of a group up to the requested chunk, decoding from
// the nearest chunk that is still cached, and a small cache. Thread-safe: threads decode in
// parallel and share the results.

#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "format/reel/chunk.h"
#include "format/reel/codecs/columns_part.h"
#include "tickreel/base/file.h"
#include "tickreel/reel/contents.h"

namespace tickreel {

using ChunkFrames = std::shared_ptr<const DecodedChunk>;

// Why a chunk is unavailable: the damaged chunk is itself or one that it depends on.
struct ChunkFault {
    std::size_t chunk = 0;
    std::string reason{};
};

class ChunkStore {
public:
    // `chunks` may grow between calls, not during one. `cache_words`: memory limit of the cache.
    ChunkStore(const ByteSource& source, std::uint32_t seed, const std::vector<ChunkInfo>& chunks,
               std::uint64_t cache_words)
        : source_(source), seed_(seed), chunks_(chunks), cache_words_(cache_words) {}

    // How to treat uncached chunks that the requested one depends on: keep only the state after
    // them, or also their frames, which are needed next (when moving backwards).
    enum class LeadIn { Skip, Keep };
    // Uses the cache. On failure `fault` holds the cause.
    ChunkFrames get(std::size_t index, ChunkFault& fault, LeadIn lead_in = LeadIn::Skip) const;
    // For sequential reading: starts from the state after the previous chunk; caches nothing.
    ChunkFrames decode_after(std::size_t index, const GroupState& before, ChunkFault& fault) const;
    // Some of a chunk in columns, in order as well. Nothing and no reason in `fault`: more parts of
    // its group must be unpacked (`least`).
    std::optional<DecodedPart> decode_part_after(std::size_t index, const PartState& before,
                                                 const PartFilter& filter, columns::PartSet least,
                                                 ChunkFault& fault) const;
    // Its values alone, when it turns out that a later chunk of the group needs them: `before` and
    // the result are prefixes. nullptr: they cannot be had.
    std::shared_ptr<const Bytes> unpack_values(std::size_t index, const Bytes* before) const;

    std::size_t group_start(std::size_t index) const;
    std::size_t group_end(std::size_t index) const;  // one past the last chunk of the group

private:
    ChunkFrames cached(std::size_t index) const;
    void keep(std::size_t index, const ChunkFrames& frames) const;
    using ReadPayload = std::function<Result<void>(const RecordHeader&, ByteView, Decompressor&)>;
    // False: the record is not sound, or `read` failed; `fault` says why.
    bool read_payload(std::size_t index, ChunkFault& fault, const ReadPayload& read) const;
    ChunkFrames decode(std::size_t index, ByteView record, const GroupState& before,
                       DecodeScope scope, ChunkFault& fault) const;
    // The header of a sound record that is the chunk which the index says.
    std::optional<RecordHeader> check(std::size_t index, ByteView record, ChunkFault& fault) const;
    std::unique_ptr<Decompressor> borrow() const;
    void give_back(std::unique_ptr<Decompressor> decompressor) const;
    // The first chunk that must be decoded to reach `index`, and the state before it.
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
    mutable std::list<Entry> cache_;   // most recently used first
    mutable std::list<State> states_;  // after chunks that were passed; most recently added first
    mutable std::uint64_t cached_words_ = 0;
    mutable std::vector<std::unique_ptr<Decompressor>> idle_;
};

}  // namespace tickreel
