#pragma once
// The implementation of ReelWriter: the open chunk, what is already in the file, and the order of
// records. Validates what callers hand over (writer_input.cpp).

#include "format/reel/chunk.h"
#include "format/reel/chunk_builder.h"
#include "format/reel/index_record.h"
#include "format/reel/record_output.h"
#include "tickreel/reel/reel_writer.h"
#include "tickreel/reel/time_order.h"

namespace tickreel {

struct WriterCore {
    // `features`: bits of the file header that readers must know.
    WriterCore(std::unique_ptr<ByteSink> sink, const RecordingInfo& info, const ReelOptions& wanted,
               std::uint64_t features = 0);

    TypeId add_type(const ItemType& type);
    void set_property(std::string_view key, std::string_view value);
    void begin_segment(const Segment& segment);
    void add_attachment(const Attachment& attachment);
    void add_marker(const Marker& marker);
    void add_gap(const Gap& gap);
    void add_frame(const Frame& frame);
    Result<void> finish();
    Result<void> status() const;

    bool working() const { return !finished && out.status() && failure; }
    void refuse(Error error) {
        if (failure) failure = std::move(error);
    }
    Result<void> check(const Frame& frame) const;
    void add(const Frame& frame);
    void close_chunk();
    void write_chunk(ChunkRecord& record, bool starts_group);
    void end_group() { group_open = false; }
    bool group_is_over(const Frame& next) const;
    void write_definitions();
    void write_info();
    void write_checkpoint();
    void write_attachment(const Attachment& attachment);
    void write_end();

    FileSpan write(std::uint16_t type, ByteView payload);

    ReelOptions options;
    const Codec* codec;
    Uuid uuid;
    Bytes header;
    RecordOutput out;
    Result<void> failure;  // the caller's: ticks that do not increase; the sink's is in `out`
    bool finished = false;

    Schema schema;
    Catalog catalog;
    CatalogMark defined;  // already in define records
    CatalogMark indexed;  // already in checkpoints
    std::map<std::string, std::string> new_properties;
    StatisticsCounter counter;
    TimesBack times_back;

    ChunkBuilder open;
    GroupState group;
    bool group_open = false;
    Frame group_first;
    std::uint64_t group_at = 0;  // offset of the group's first chunk

    FileSpan checkpoint;  // the last one
    std::vector<FileSpan> checkpoints_with_types;
    Frame checkpoint_frame;            // the last before it
    std::uint64_t frames_written = 0;  // in chunks of the file
    bool any_frame = false;
    Moment last{};
};

}  // namespace tickreel
