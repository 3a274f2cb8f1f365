#pragma once
// What a match reader reads with.

#include <functional>
#include <memory>
#include <vector>

#include "format/reel/match_view.h"
#include "format/reel/reader_core.h"
#include "format/reel/view_extract.h"
#include "tickreel/reel/match_reader.h"

namespace tickreel {

struct MatchReader::Impl {
    Impl(std::unique_ptr<ByteSource> source, std::unique_ptr<IndexLoader> gathered,
         const ReadOptions& options)
        : core(std::move(source), std::move(gathered), options),
          types(catalog()),
          world(catalog()) {
        for (ItemType type : world.types()) {
            while (world_schema.find(type.name)) type.name += concat("#", world_schema.size());
            world_schema.add(std::move(type));  // ids are indices
        }
        for (const auto& [number, entry] : catalog().views) {
            views.push_back(make_match_view(catalog(), number));
            extracts.emplace_back(catalog(), number);
        }
    }
    const Catalog& catalog() const { return core.gather->catalog(); }
    // By its number in the catalog.
    Result<Attachment> attachment(std::uint32_t number) const {
        const auto known = catalog().attachments.find(number);
        if (known == catalog().attachments.end()) return fail("attachment ", number, " is lost");
        const auto index =
            static_cast<std::size_t>(std::distance(catalog().attachments.begin(), known));
        Result<Bytes> bytes = core.attachment(index);
        if (!bytes) return bytes.error();
        const AttachmentInfo& info = core.views.attachments[index];
        return Attachment{info.name, info.media, std::move(*bytes)};
    }
    void copy_attachments(std::span<const ViewCopy> copies) const;
    void copy_maps_of_others(const ViewCopy& copy) const;
    Result<std::optional<Frame>> before(std::uint32_t view, Moment of_file) const;
    Result<std::optional<Frame>> joined_at(Moment of_file) const;  // exactly there
    // Visits each frame of the file that can be read.
    Result<void> scan(const ProblemSink& problems, const Stopped& stopped,
                      const std::function<void(const JoinedFrame& joined)>& visit) const;

    ReaderCore core;
    JoinedTypes types;
    std::vector<MatchView> views;
    std::vector<ViewExtract> extracts;
    WorldExtract world;
    Schema world_schema;
};

}  // namespace tickreel
