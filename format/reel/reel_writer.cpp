#include "tickreel/reel/reel_writer.h"

#include "format/reel/writer_core.h"

namespace tickreel {

struct ReelWriter::Impl : WriterCore {
    using WriterCore::WriterCore;
};

ReelWriter::ReelWriter(std::unique_ptr<ByteSink> out, const RecordingInfo& info,
                       const ReelOptions& options)
    : impl_(std::make_unique<Impl>(std::move(out), info, options)) {}

ReelWriter::~ReelWriter() = default;

TypeId ReelWriter::add_type(const ItemType& type) {
    return impl_->add_type(type);
}

void ReelWriter::set_property(std::string_view key, std::string_view value) {
    impl_->set_property(key, value);
}

void ReelWriter::begin_segment(const Segment& segment) {
    impl_->begin_segment(segment);
}

void ReelWriter::add_attachment(const Attachment& attachment) {
    impl_->add_attachment(attachment);
}

void ReelWriter::add_marker(const Marker& marker) {
    impl_->add_marker(marker);
}

void ReelWriter::add_gap(const Gap& gap) {
    impl_->add_gap(gap);
}

void ReelWriter::add_frame(const Frame& frame) {
    impl_->add_frame(frame);
}

Result<void> ReelWriter::finish() {
    return impl_->finish();
}

Result<void> ReelWriter::seal() {
    return impl_->seal();
}

bool ReelWriter::sealed() const {
    return impl_->sealed();
}

Result<void> ReelWriter::status() const {
    return impl_->status();
}

void ReelWriter::flush() {
    if (impl_->finished) return;
    impl_->close_chunk();
    impl_->write_definitions();
}

std::uint64_t ReelWriter::bytes_written() const {
    return impl_->out.at();
}

std::uint64_t ReelWriter::frames_written() const {
    return impl_->frames_written;
}

Statistics ReelWriter::statistics() const {
    return impl_->counter.result(impl_->catalog.info.properties);
}

const Schema& ReelWriter::schema() const {
    return impl_->schema;
}

}  // namespace tickreel
