#include "format/reel/record_output.h"

namespace tickreel {

void RecordOutput::write_raw(ByteView bytes) {
    if (!status_) return;
    if (const Result<void> written = sink_->write(bytes); !written)
        status_ = fail("at offset ", at_, ": ", written.error().message);
    else
        at_ += bytes.size();
}

FileSpan RecordOutput::write(RecordHeader header, ByteView payload) {
    header.sequence = sequence_++;
    const Bytes record = write_record(header, payload, seed_);
    const FileSpan span{at_, static_cast<std::uint32_t>(record.size())};
    write_raw(record);
    return span;
}

FileSpan RecordOutput::write_packed(std::uint16_t type, ByteView payload, int level) {
    RecordHeader header;
    header.type = type;
    header.raw_length = static_cast<std::uint32_t>(payload.size());
    if (level <= 0) return write(header, payload);
    const Result<Bytes> compressed = compressor().compress(payload, level);
    if (!compressed || compressed->size() >= payload.size()) return write(header, payload);
    header.flags = layout::kCompressed;
    return write(header, *compressed);
}

void RecordOutput::sync() {
    if (!status_) return;
    if (const Result<void> synced = sink_->sync(); !synced)
        status_ = fail("at offset ", at_, ": ", synced.error().message);
}

void RecordOutput::close() {
    const Result<void> closed = sink_->close();
    if (status_ && !closed) status_ = closed;
}

}  // namespace tickreel
