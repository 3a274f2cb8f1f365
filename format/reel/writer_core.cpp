#include "format/reel/writer_core.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "format/reel/attachment_part.h"
#include "format/reel/views_layout.h"
#include "tickreel/base/sha256.h"

namespace tickreel {

namespace {

// Definitions and indexes are small and rare: the strongest level costs no noticeable time.
constexpr int kIndexLevel = 19;

Uuid uuid_of(const ReelOptions& options) {
    Uuid uuid = options.uuid;
    if (std::any_of(uuid.begin(), uuid.end(), [](Byte b) { return b != 0; })) return uuid;
    std::random_device random;
    std::generate(uuid.begin(), uuid.end(), [&] { return static_cast<Byte>(random()); });
    return uuid;
}

// Codec 0 is what level 0 means; as an option, 0 means the default.
const Codec* wanted_codec(const ReelOptions& options) {
    if (options.level <= 0) return find_codec(layout::kStored);
    return options.codec == 0 ? &default_codec() : find_codec(options.codec);
}

Bytes file_header(const RecordingInfo& info, const Uuid& uuid, std::uint64_t features) {
    FileHeader header;
    header.incompatible = features;
    header.uuid = uuid;
    header.start_ns = info.start.count();
    const double mhz = std::round(info.ticks_per_second * 1000.0);
    if (mhz >= 0 && mhz < 4e9) header.tick_rate_mhz = static_cast<std::uint32_t>(mhz);
    return write_file_header(header);
}

}  // namespace

WriterCore::WriterCore(std::unique_ptr<ByteSink> sink, const RecordingInfo& info,
                       const ReelOptions& wanted, std::uint64_t features)
    : WriterInput(info, wanted.chunk_seconds, ChunkBuilder::Keep::Frames),
      options(wanted),
      codec(wanted_codec(wanted)),
      uuid(uuid_of(wanted)),
      header(file_header(info, uuid, features)),
      out(std::move(sink), checksum_seed(uuid), 0, 0, options.compressor) {
    if (codec == nullptr) {
        refuse(fail("codec ", wanted.codec, " is not known"));
        codec = &default_codec();
    }
    out.write_raw(header);
    write_info();
}

FileSpan WriterCore::write(std::uint16_t type, ByteView payload) {
    catalog.record_types.insert(type);
    const bool large = type == layout::kAttachment;
    return out.write_packed(type, payload,
                            options.level <= 0 || large ? options.level : kIndexLevel);
}

bool WriterCore::group_is_over(const Frame& next) const {
    return !group_open || next.segment != group_first.segment ||
           out.at() - group_at >= layout::kGroupStored ||
           seconds_between(group_first, next, catalog.info.ticks_per_second) >=
               options.group_seconds;
}

void WriterCore::close_chunk() {
    if (open.empty() || !out.status()) return;
    const Frame& first = open.frames().front();
    const bool starts_group = group_is_over(first);
    if (starts_group) {
        const bool due = !catalog.chunks.empty() &&
                         (seconds_between(checkpoint_frame, first, catalog.info.ticks_per_second) >=
                              layout::kCheckpointSeconds ||
                          first.segment != checkpoint_frame.segment ||
                          out.at() - checkpoint.offset >= layout::kCheckpointStored);
        if (due) write_checkpoint();
        group = {};
        group_first = first;
        group_open = true;
    }
    write_definitions();
    if (starts_group) group_at = out.at();
    Result<ChunkRecord> record =
        encode_chunk(*codec, open.frames(), group, options.level, out.compressor());
    if (!record)
        refuse(record.error());
    else
        write_chunk(*record, starts_group);
    open.clear();
    if (checkpoint.length == 0) write_checkpoint();
}

void WriterCore::write_chunk(ChunkRecord& record, bool starts_group) {
    const std::span<const Frame> frames = open.frames();
    if (starts_group) record.header.flags |= layout::kStartsGroup;
    catalog.record_types.insert(layout::kChunk);
    const FileSpan span = out.write(record.header, record.payload);
    if (options.sync == SyncMode::Chunk) out.sync();
    if (!out.status()) return;
    ChunkInfo info;
    info.offset = span.offset;
    info.stored_bytes = span.length;
    info.raw_bytes = record.header.raw_length;
    info.segment = record.header.segment;
    info.first_tick = frames.front().tick;
    info.last_tick = frames.back().tick;
    info.snapshots = static_cast<std::uint32_t>(frames.size());
    info.codec = record.header.codec;
    info.starts_group = starts_group;
    catalog.chunks.push_back(info);
    frames_written += frames.size();
    if (catalog.chunks.size() == 1) checkpoint_frame = frames.front();
    group = std::move(record.after);
}

// One record with what the next chunk needs and with what must not wait longer.
void WriterCore::write_definitions() {
    ByteWriter sections;
    tickreel::write_definitions(catalog, defined, new_properties, sections);
    if (sections.size() == 0) return;
    write(layout::kDefine, sections.data());
    defined = end_of(catalog);
    new_properties.clear();
}

void WriterCore::write_info() {
    RecordHeader info;
    info.type = layout::kInfo;
    const Bytes payload = write_info_record(header, catalog.info);
    info.raw_length = static_cast<std::uint32_t>(payload.size());
    catalog.record_types.insert(layout::kInfo);
    out.write(info, payload);  // never compressed: it must be readable when everything else is lost
}

void WriterCore::write_checkpoint() {
    write_definitions();
    write_info();
    catalog.record_types.insert(layout::kCheckpoint);
    const CatalogMark end = end_of(catalog);
    const FileSpan span = write(layout::kCheckpoint,
                                write_index_record(catalog, indexed, {checkpoint, {}}, out.at()));
    if (indexed.types != end.types) checkpoints_with_types.push_back(span);
    checkpoint = span;
    indexed = end;
    if (!open.empty()) checkpoint_frame = open.frames().front();
}

void WriterCore::write_attachment(const Attachment& attachment) {
    close_chunk();
    end_group();
    write_definitions();
    AttachmentEntry entry;
    entry.info.name = attachment.name;
    entry.info.media = attachment.media;
    entry.info.bytes = attachment.bytes.size();
    entry.info.sha256 = hex(sha256(attachment.bytes));
    const auto number = static_cast<std::uint32_t>(catalog.attachments.size());
    entry.part_count = part_count(attachment.bytes.size());
    for (std::uint32_t part = 0; part < entry.part_count; ++part) {
        const Bytes payload = write_attachment_part(number, part, entry, attachment.bytes);
        const FileSpan span = write(layout::kAttachment, payload);
        entry.parts[part] = span;
        entry.info.stored_bytes += span.length;
    }
    catalog.attachments[number] = std::move(entry);
    // A reader without a footer searches backwards for a checkpoint, but only so far.
    if (out.at() - checkpoint.offset >= layout::kCheckpointStored) write_checkpoint();
}

void WriterCore::write_end() {
    close_chunk();
    write_definitions();
    if (out.at() == ended_at) return;
    write_info();
    catalog.statistics = counter.result(catalog.info.properties);
    catalog.time_back = times_back.most();
    catalog.record_types.insert(layout::kFooter);
    catalog.record_types.insert(layout::kEnd);
    CatalogMark from;
    from.types = indexed.types;
    const FileSpan footer =
        write(layout::kFooter,
              write_index_record(catalog, from, {checkpoint, checkpoints_with_types}, out.at()));
    RecordHeader end;
    end.type = layout::kEnd;
    end.raw_length = layout::kEndPayload;
    out.write(end, write_end_record(footer));
    if (options.sync == SyncMode::Chunk) out.sync();
    if (out.status()) ended_at = out.at();
}

Result<void> WriterCore::finish() {
    if (!finished) {
        finished = true;
        write_end();
        out.close();
    }
    return status();
}

Result<void> WriterCore::seal() {
    if (!finished) write_end();
    return status();
}

bool WriterCore::sealed() const {
    return out.at() == ended_at && open.empty();
}

Result<void> WriterCore::status() const {
    return out.status() ? failure : out.status();
}

}  // namespace tickreel
