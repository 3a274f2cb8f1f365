#pragma once
// Shared by ReelReader and its cursors: the file, its catalog and its decoded chunks.

#include <mutex>

#include "format/reel/chunk_store.h"
#include "format/reel/damage_list.h"
#include "format/reel/index_loader.h"
#include "format/reel/reader_views.h"
#include "tickreel/reel/part_scan.h"
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
    // As ReelReader's functions of the same names.
    Result<Bytes> attachment(std::size_t index) const;
    Result<Frame> at(Moment moment) const;
    Result<void> scan(MomentRange range, const ProblemSink& problems,
                      const std::function<bool(const Frame&)>& visit) const;
    MomentRange everything() const;
    Result<std::uint64_t> check_records(const ProblemSink& problems) const;
    Result<void> check_other_records() const;  // see other_records.h
    // Recomputes the views from the catalog.
    void renew();
    void look_for_types();
    // Adds the damage to the list and returns an error that describes it.
    Error broken(const ChunkFault& fault) const;
    // The last chunk that starts at or before the moment; empty if there is none.
    std::optional<std::size_t> chunk_at(Moment moment) const;
    // The chunk with the last frame at or before the moment in its segment, else the nearest.
    Result<std::size_t> chunk_for(Moment moment) const;

    std::unique_ptr<ByteSource> source;
    std::unique_ptr<IndexLoader> gather;
    ReaderViews views;
    UsedTypes used_types{};     // in frames, where definitions may be lost
    std::size_t looked_at = 0;  // chunks
    ChunkStore store;
    mutable DamageList damage;
    mutable std::mutex statistics_mutex;
    mutable std::optional<Statistics> counted;
    mutable std::mutex sound_mutex;
    mutable std::optional<bool> sound;
};

const ReaderCore& core_of(const ReelReader& reader);
// As for a ReelReader; types are the file's.
Result<void> scan_parts(const ReaderCore& core, MomentRange range, const PartFilter& filter,
                        const ProblemSink& problems, const std::function<bool(PartFrame)>& visit);

}  // namespace tickreel
