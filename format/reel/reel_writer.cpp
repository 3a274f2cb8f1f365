#include "format/reel/reel_writer.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "format/base/sha256.h"
#include "format/reel/attachment_part.h"
#include "format/reel/chunk.h"
#include "format/reel/chunk_builder.h"
#include "format/reel/index_record.h"
#include "format/reel/record_output.h"

namespace tickreel {

namespace {

// Definitions and indexes are small and rare: the strongest level costs nothing that is felt.
constexpr int kIndexLevel = 19;

Uuid uuid_of(const ReelOptions& options) {
    Uuid uuid = options.uuid;
    if (std::any_of(uuid.begin(), uuid.end(), [](Byte b) { return b != 0; })) return uuid;
    std::random_device random;
    std::generate(uuid.begin(), uuid.end(), [&] { return static_cast<Byte>(random()); });
    return uuid;
}

// Codec 0 is what level 0 means; as an option 0 stands for the default.
const Codec* wanted_codec(const ReelOptions& options) {
    if (options.level <= 0) return find_codec(layout::kStored);
    return options.codec == 0 ? &default_codec() : find_codec(options.codec);
}

Bytes file_header(const RecordingInfo& info, const Uuid& uuid) {
    FileHeader header;
    header.uuid = uuid;
    header.start_ns = info.start.count();
    const double mhz = std::round(info.ticks_per_second * 1000.0);
    if (mhz >= 0 && mhz < 4e9) header.tick_rate_mhz = static_cast<std::uint32_t>(mhz);
    return write_file_header(header);
}

// A chunk takes whole frames: one that alone breaks a reader's limits cannot be stored.
Result<void> check_size(const Frame& frame) {
    constexpr std::uint64_t kMaxFrameWords = layout::kMaxChunkWords / 4;
    std::uint64_t words = snapshot_words(frame.snapshot);
    for (const Event& event : frame.events) words += event_words(event);
    if (frame.snapshot.size() > kMaxItems || frame.snapshot.word_count() > kMaxWords)
        return fail("tick ", frame.tick, ": a snapshot of ", frame.snapshot.size(), " items and ",
                    frame.snapshot.word_count(), " words is more than a reel holds (", kMaxItems,
                    " and ", kMaxWords, ")");
    if (words > kMaxFrameWords)
        return fail("tick ", frame.tick, ": ", frame.events.size(),
                    " events are more than a frame of a reel holds");
    return {};
}

}  // namespace

struct ReelWriter::Impl {
    Impl(std::unique_ptr<ByteSink> sink, const RecordingInfo& info, const ReelOptions& wanted);

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

    FileSpan write(std::uint16_t type, ByteView payload) {
        catalog.record_types.insert(type);
        const bool large = type == layout::kAttachment;
        return out.write_packed(type, payload,
                                options.level <= 0 || large ? options.level : kIndexLevel);
    }

    ReelOptions options;
    const Codec* codec;
    Uuid uuid;
    Bytes header;
    RecordOutput out;
    Result<void> failure;  // of the caller: ticks that do not rise; the sink's own is in `out`
    bool finished = false;

    Schema schema;
    Catalog catalog;
    CatalogMark defined;  // what is in define records
    CatalogMark indexed;  // what is in checkpoints
    std::map<std::string, std::string> new_properties;
    StatisticsCounter counter;

    ChunkBuilder open;
    GroupState group;
    bool group_open = false;
    Frame group_first;
    std::uint64_t group_at = 0;  // offset of the group's first chunk

    FileSpan checkpoint;  // the last one
    std::vector<FileSpan> checkpoints_with_types;
    Frame checkpoint_frame;  // the last before it
    bool any_frame = false;
    Moment last{};
};

ReelWriter::Impl::Impl(std::unique_ptr<ByteSink> sink, const RecordingInfo& info,
                       const ReelOptions& wanted)
    : options(wanted),
      codec(wanted_codec(wanted)),
      uuid(uuid_of(wanted)),
      header(file_header(info, uuid)),
      out(std::move(sink), checksum_seed(uuid)),
      open(info.ticks_per_second, wanted.chunk_seconds) {
    if (codec == nullptr) {
        refuse(fail("codec ", wanted.codec, " is not known"));
        codec = &default_codec();
    }
    catalog.info = info;
    new_properties = info.properties;
    out.write_raw(header);
    write_info();
}

Result<void> ReelWriter::Impl::check(const Frame& frame) const {
    const auto segments = static_cast<std::uint32_t>(catalog.segments.size());
    if (frame.segment + 1 != segments)
        return fail("tick ", frame.tick, " is of segment ", frame.segment, ", but segment ",
                    segments - 1, " is being written");
    if (any_frame && last.segment == frame.segment && frame.tick <= last.tick)
        return fail("tick ", frame.tick, " does not follow tick ", last.tick, " in segment ",
                    frame.segment);
    if (frame.tick < -layout::kMaxTick || frame.tick > layout::kMaxTick)
        return fail("tick ", frame.tick, " is out of the range of a reel");
    return check_size(frame);
}

bool ReelWriter::Impl::group_is_over(const Frame& next) const {
    return !group_open || next.segment != group_first.segment ||
           out.at() - group_at >= layout::kGroupStored ||
           seconds_between(group_first, next, catalog.info.ticks_per_second) >=
               options.group_seconds;
}

void ReelWriter::Impl::add(const Frame& frame) {
    if (open.ends_before(frame)) close_chunk();
    counter.add(frame);
    open.add(frame);
    any_frame = true;
    last = frame.moment();
    if (open.full()) close_chunk();
}

void ReelWriter::Impl::close_chunk() {
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

void ReelWriter::Impl::write_chunk(ChunkRecord& record, bool starts_group) {
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
    if (catalog.chunks.size() == 1) checkpoint_frame = frames.front();
    group = std::move(record.after);
}

// What the next chunk needs, and what must not wait longer, in one record.
void ReelWriter::Impl::write_definitions() {
    ByteWriter sections;
    tickreel::write_definitions(catalog, defined, new_properties, sections);
    if (sections.size() == 0) return;
    write(layout::kDefine, sections.data());
    defined = end_of(catalog);
    new_properties.clear();
}

void ReelWriter::Impl::write_info() {
    RecordHeader info;
    info.type = layout::kInfo;
    const Bytes payload = write_info_record(header, catalog.info);
    info.raw_length = static_cast<std::uint32_t>(payload.size());
    catalog.record_types.insert(layout::kInfo);
    out.write(info, payload);  // never compressed: it must be readable when all else is not
}

void ReelWriter::Impl::write_checkpoint() {
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

void ReelWriter::Impl::write_attachment(const Attachment& attachment) {
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
    // A reader without the footer looks back for a checkpoint, but not for ever.
    if (out.at() - checkpoint.offset >= layout::kCheckpointStored) write_checkpoint();
}

void ReelWriter::Impl::write_end() {
    close_chunk();
    write_definitions();
    write_info();
    catalog.statistics = counter.result();
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
    out.close();
}

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

const Schema& ReelWriter::schema() const {
    return impl_->schema;
}

}  // namespace tickreel
