#pragma once
// The implementation of ReelWriter: what is already in the file, and the order of records.

#include "format/reel/chunk.h"
#include "format/reel/index_record.h"
#include "format/reel/record_output.h"
#include "format/reel/writer_input.h"
#include "tickreel/reel/reel_writer.h"

namespace tickreel {

struct WriterCore : WriterInput {
    // `features`: bits of the file header that readers must know.
    WriterCore(std::unique_ptr<ByteSink> sink, const RecordingInfo& info, const ReelOptions& wanted,
               std::uint64_t features = 0);

    Result<void> finish();
    Result<void> seal();
    bool sealed() const;
    Result<void> status() const;

    bool working() const override { return WriterInput::working() && out.status(); }
    void close_chunk() override;
    void write_chunk(ChunkRecord& record, bool starts_group);
    void end_group() { group_open = false; }
    bool group_is_over(const Frame& next) const;
    void write_definitions();
    void write_info();
    void write_checkpoint();
    void write_attachment(const Attachment& attachment) override;
    void write_end();  // nothing if it is there

    FileSpan write(std::uint16_t type, ByteView payload);

    ReelOptions options;
    const Codec* codec;
    Uuid uuid;
    Bytes header;
    RecordOutput out;     // with the sink's failure
    CatalogMark defined;  // already in define records
    CatalogMark indexed;  // already in checkpoints

    GroupState group;
    bool group_open = false;
    Frame group_first;
    std::uint64_t group_at = 0;  // offset of the group's first chunk

    FileSpan checkpoint;  // the last one
    std::vector<FileSpan> checkpoints_with_types;
    Frame checkpoint_frame;            // the last before it
    std::uint64_t frames_written = 0;  // in chunks of the file
    std::uint64_t ended_at = 0;        // behind the last end record
};

}  // namespace tickreel
