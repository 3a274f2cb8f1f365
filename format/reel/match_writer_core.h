#pragma once
// The implementation of MatchWriter: the file, which of its types are about views, and the world
// that the views are joined to.

#include "format/reel/view_rows.h"
#include "format/reel/world_join.h"
#include "format/reel/writer_core.h"
#include "tickreel/reel/match_writer.h"

namespace tickreel {

struct MatchWriterCore {
    MatchWriterCore(std::unique_ptr<ByteSink> sink, const RecordingInfo& info,
                    const ReelOptions& options);

    std::uint32_t add_view(const ViewInfo& view);
    void add_type(std::uint32_t view, const ItemType& type);
    void begin_segment(const Segment& segment);
    void begin_segment(std::uint32_t view, const Segment& segment);
    void add_tick(std::span<const ViewFrame> frames);
    // Of a view, to change it: it is written again.
    ViewEntry& entry(std::uint32_t view);

    // The view's frame and its items and events with the file's type ids.
    Result<void> check(const ViewFrame& from) const;
    Snapshot in_file(std::uint32_t view, const Snapshot& snapshot) const;
    std::uint32_t covered_sum(const Snapshot& snapshot) const;

    std::vector<Event> joined_events(std::span<const ViewFrame> frames);
    Snapshot joined_snapshot(Tick tick);
    void put_type(TypeId type, SnapshotBuilder& into) const;
    void add_needed_types();
    TypeId add_view_type(std::string name, ViewUse use, TypeId of);
    std::span<const JoinedItem> items_of(TypeId type) const;

    struct FileType {
        ViewType about{};
        std::size_t variant = 0;  // which, if that is what it is about
        bool of_world = true;
        bool covered = false;  // by the sum
        std::optional<TypeId> lacks{};
        std::vector<TypeId> variants{};
    };
    struct View {
        Tick last = 0;
        std::vector<Word> row{};  // of its last frame; empty: not in this segment, or long ago
    };

    WriterCore file;
    WorldJoin world;
    std::vector<FileType> types;  // by id in the file
    TypeId frames_type;
    TypeId events_type;
    std::vector<View> views;
    std::map<std::pair<std::string, std::string>, std::uint32_t> attachments;
};

}  // namespace tickreel
