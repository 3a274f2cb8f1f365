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
    const std::size_t before = impl_->schema.size();
    if (before >= layout::kMaxTypes && !impl_->schema.find(type.name)) {
        impl_->refuse(fail("type ", type.name, " is one more than a reel holds"));
        return 0;
    }
    const TypeId id = impl_->schema.add(type);
    if (impl_->schema.size() != before) impl_->catalog.types[id] = type;
    return id;
}

void ReelWriter::set_property(std::string_view key, std::string_view value) {
    std::string& known = impl_->catalog.info.properties[std::string(key)];
    if (known == value && !known.empty()) return;
    known = value;
    impl_->new_properties[std::string(key)] = value;
}

void ReelWriter::begin_segment(const Segment& segment) {
    if (!impl_->working()) return;
    impl_->close_chunk();
    const auto number = static_cast<std::uint32_t>(impl_->catalog.segments.size());
    if (number >= layout::kMaxSegments)
        impl_->refuse(fail("segment ", number, " is one more than a reel holds"));
    else
        impl_->catalog.segments[number] = segment;
}

void ReelWriter::add_attachment(const Attachment& attachment) {
    if (!impl_->working()) return;
    if (impl_->catalog.attachments.size() >= layout::kMaxListed)
        impl_->refuse(fail("attachment ", attachment.name, " is one more than a reel holds"));
    else if (attachment.bytes.size() > layout::kMaxAttachment)
        impl_->refuse(fail("attachment ", attachment.name, " has ", attachment.bytes.size(),
                           " bytes, a reel holds at most ", layout::kMaxAttachment));
    else
        impl_->write_attachment(attachment);
}

void ReelWriter::add_marker(const Marker& marker) {
    if (!impl_->working()) return;
    const auto number = static_cast<std::uint32_t>(impl_->catalog.markers.size());
    if (number < layout::kMaxListed) impl_->catalog.markers[number] = {marker, false};
}

void ReelWriter::add_gap(const Gap& gap) {
    if (!impl_->working()) return;
    impl_->counter.add(gap);
    const auto number = static_cast<std::uint32_t>(impl_->catalog.gaps.size());
    if (number < layout::kMaxListed) impl_->catalog.gaps[number] = gap;
}

void ReelWriter::add_frame(const Frame& frame) {
    if (!impl_->working()) return;
    if (impl_->catalog.segments.empty()) begin_segment({});
    if (Result<void> good = impl_->check(frame); !good)
        impl_->refuse(good.error());
    else
        impl_->add(frame);
}

Result<void> ReelWriter::finish() {
    if (!impl_->finished) {
        impl_->finished = true;
        impl_->write_end();
    }
    return status();
}

Result<void> ReelWriter::status() const {
    return impl_->out.status() ? impl_->failure : impl_->out.status();
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

const Schema& ReelWriter::schema() const {
    return impl_->schema;
}

}  // namespace tickreel
