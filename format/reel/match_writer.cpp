#include "tickreel/reel/match_writer.h"

#include "format/reel/match_writer_core.h"
#include "tickreel/base/sha256.h"

namespace tickreel {

struct MatchWriter::Impl : MatchWriterCore {
    using MatchWriterCore::MatchWriterCore;
};

MatchWriter::MatchWriter(std::unique_ptr<ByteSink> out, const RecordingInfo& info,
                         const ReelOptions& options)
    : impl_(std::make_unique<Impl>(std::move(out), info, options)) {}

MatchWriter::~MatchWriter() = default;

std::uint32_t MatchWriter::add_view(const ViewInfo& view) {
    return impl_->add_view(view);
}

void MatchWriter::add_type(std::uint32_t view, const ItemType& type) {
    impl_->add_type(view, type);
}

void MatchWriter::add_attachment(std::uint32_t view, const Attachment& attachment) {
    if (!impl_->file.working()) return;
    // Clients of one server have the same map: it is kept once.
    const auto key = std::pair(attachment.name, hex(sha256(attachment.bytes)));
    const auto [known, fresh] = impl_->attachments.emplace(
        key, static_cast<std::uint32_t>(impl_->file.catalog.attachments.size()));
    if (fresh) impl_->file.add_attachment(attachment);
    impl_->entry(view).attachments.push_back(known->second);
}

void MatchWriter::add_gap(std::uint32_t view, const Gap& gap) {
    auto& gaps = impl_->file.catalog.view_gaps;
    const auto number = static_cast<std::uint32_t>(gaps.size());
    if (number < layout::kMaxViewListed) gaps[number] = {view, gap};
}

void MatchWriter::add_marker(std::uint32_t view, const Marker& marker) {
    auto& markers = impl_->file.catalog.view_markers;
    const auto number = static_cast<std::uint32_t>(markers.size());
    if (number < layout::kMaxViewListed) markers[number] = {view, marker};
}

void MatchWriter::begin_segment(const Segment& segment) {
    impl_->begin_segment(segment);
}

void MatchWriter::begin_segment(std::uint32_t view, const Segment& segment) {
    impl_->begin_segment(view, segment);
}

void MatchWriter::add_tick(std::span<const ViewFrame> frames) {
    if (impl_->file.working() && !frames.empty()) impl_->add_tick(frames);
}

Result<void> MatchWriter::finish() {
    return impl_->file.finish();
}

Result<void> MatchWriter::status() const {
    return impl_->file.status();
}

std::uint64_t MatchWriter::bytes_written() const {
    return impl_->file.out.at();
}

ReelOptions match_options() {
    ReelOptions options;
    // Written once and kept: the smallest that still jumps to any view within some milliseconds.
    options.level = 19;
    options.chunk_seconds = 3.0;
    options.group_seconds = 6.0;
    return options;
}

}  // namespace tickreel
