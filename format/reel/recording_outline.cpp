#include "tickreel/reel/recording_outline.h"

#include "format/reel/reader_views.h"
#include "format/reel/writer_input.h"
#include "tickreel/reel/reel_writer.h"

namespace tickreel {

struct RecordingOutline::Impl final : WriterInput {
    explicit Impl(const RecordingInfo& info)
        : WriterInput(info, ReelOptions().chunk_seconds, ChunkBuilder::Keep::Extent) {}

    void close_chunk() override {
        if (open.empty()) return;
        ChunkInfo chunk;
        chunk.segment = open.first().segment;
        chunk.first_tick = open.first().tick;
        chunk.last_tick = open.last_tick();
        chunk.snapshots = static_cast<std::uint32_t>(open.count());
        catalog.chunks.push_back(chunk);
        open.clear();
    }
    void write_attachment(const Attachment&) override { close_chunk(); }

    ReaderViews views;  // after finish()
};

RecordingOutline::RecordingOutline(const RecordingInfo& info)
    : impl_(std::make_unique<Impl>(info)) {}
RecordingOutline::RecordingOutline(RecordingOutline&&) noexcept = default;
RecordingOutline& RecordingOutline::operator=(RecordingOutline&&) noexcept = default;
RecordingOutline::~RecordingOutline() = default;

TypeId RecordingOutline::add_type(const ItemType& type) {
    return impl_->add_type(type);
}

void RecordingOutline::set_property(std::string_view key, std::string_view value) {
    impl_->set_property(key, value);
}

void RecordingOutline::begin_segment(const Segment& segment) {
    impl_->begin_segment(segment);
}

void RecordingOutline::add_attachment(const Attachment& attachment) {
    impl_->add_attachment(attachment);
}

void RecordingOutline::add_marker(const Marker& marker) {
    impl_->add_marker(marker);
}

void RecordingOutline::add_gap(const Gap& gap) {
    impl_->add_gap(gap);
}

void RecordingOutline::add_frame(const Frame& frame) {
    impl_->add_frame(frame);
}

Result<void> RecordingOutline::finish() {
    if (!impl_->finished) {
        impl_->close_chunk();
        impl_->finished = true;
        impl_->views = make_views(impl_->catalog);
    }
    return impl_->failure;
}

const RecordingInfo& RecordingOutline::info() const {
    return impl_->catalog.info;
}
const Schema& RecordingOutline::schema() const {
    return impl_->schema;
}
const Timeline& RecordingOutline::timeline() const {
    return impl_->views.timeline;
}
std::span<const Gap> RecordingOutline::gaps() const {
    return impl_->views.gaps;
}
std::span<const ChunkInfo> RecordingOutline::chunks() const {
    return impl_->catalog.chunks;
}
Statistics RecordingOutline::statistics() const {
    return impl_->counter.result(impl_->catalog.info.properties);
}

}  // namespace tickreel
