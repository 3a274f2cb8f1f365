#pragma once
// What is written, apart from how: what callers hand over, checked and put into the catalog or the
// open chunk.

#include "format/reel/catalog.h"
#include "format/reel/chunk_builder.h"
#include "tickreel/reel/time_order.h"

namespace tickreel {

struct WriterInput {
    WriterInput(const RecordingInfo& info, double chunk_seconds, ChunkBuilder::Keep keep);
    WriterInput(const WriterInput&) = delete;
    WriterInput& operator=(const WriterInput&) = delete;
    virtual ~WriterInput() = default;

    TypeId add_type(const ItemType& type);
    void set_property(std::string_view key, std::string_view value);
    void begin_segment(const Segment& segment);
    void add_attachment(const Attachment& attachment);
    void add_marker(const Marker& marker);
    void add_gap(const Gap& gap);
    void add_frame(const Frame& frame);

    virtual bool working() const { return !finished && failure; }
    virtual void close_chunk() = 0;
    virtual void write_attachment(const Attachment& attachment) = 0;
    void refuse(Error error) {
        if (failure) failure = std::move(error);
    }
    Result<void> check(const Frame& frame) const;
    void add(const Frame& frame);

    Result<void> failure;  // the caller's: ticks that do not increase
    bool finished = false;

    Schema schema;
    Catalog catalog;
    std::map<std::string, std::string> new_properties;
    StatisticsCounter counter;
    TimesBack times_back;

    ChunkBuilder open;
    bool any_frame = false;
    Moment last{};
};

}  // namespace tickreel
