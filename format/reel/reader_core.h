#pragma once
// The reader behind ReelReader and its cursors: the file, what is known of it, its decoded chunks.

#include <mutex>

#include "format/reel/chunk_store.h"
#include "format/reel/damage_list.h"
#include "format/reel/index_loader.h"
#include "format/reel/reader_views.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

struct ReaderCore {
    ReaderCore(std::unique_ptr<ByteSource> from, std::unique_ptr<IndexLoader> gathered,
               const ReadOptions& options)
        : source(std::move(from)),
          gather(std::move(gathered)),
          store(*source, gather->seed(), gather->catalog().chunks,
                options.cache_bytes / sizeof(Word)) {
        renew();
    }

    const std::vector<ChunkInfo>& chunks() const { return gather->catalog().chunks; }
    // What is shown follows from what was gathered.
    void renew();
    // Lists the damage and says what cannot be read.
    Error broken(const ChunkFault& fault) const;
    // The last chunk that starts at or before the moment; nothing when it is before all.
    std::optional<std::size_t> chunk_at(Moment moment) const;
    // Where the last frame at or before the moment within its segment is, or else the nearest.
    Result<std::size_t> chunk_for(Moment moment) const;

    std::unique_ptr<ByteSource> source;
    std::unique_ptr<IndexLoader> gather;
    ReaderViews views;
    ChunkStore store;
    mutable DamageList damage;
    mutable std::mutex statistics_mutex;
    mutable std::optional<Statistics> counted;
    mutable std::mutex sound_mutex;
    mutable std::optional<bool> sound;
};

}  // namespace tickreel
