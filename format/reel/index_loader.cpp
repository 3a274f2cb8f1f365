#include "format/reel/index_loader.h"

#include <algorithm>

#include "format/reel/attachment_part.h"
#include "format/reel/chunk.h"
#include "format/reel/record_input.h"

namespace tickreel {

namespace {

// Definitions replace existing ones: they are equal or newer.
void merge_definitions(Catalog& into, Catalog&& from) {
    for (auto& [number, type] : from.types) into.types[number] = std::move(type);
    for (auto& [number, segment] : from.segments) into.segments[number] = std::move(segment);
    for (auto& [number, marker] : from.markers) into.markers[number] = std::move(marker);
    for (auto& [number, gap] : from.gaps) into.gaps[number] = std::move(gap);
    for (auto& [number, view] : from.views) into.views[number] = std::move(view);
    for (auto& [number, type] : from.view_types) into.view_types[number] = type;
    for (auto& [number, gap] : from.view_gaps) into.view_gaps[number] = std::move(gap);
    for (auto& [number, marker] : from.view_markers) into.view_markers[number] = std::move(marker);
    for (auto& [key, value] : from.info.properties) into.info.properties[key] = std::move(value);
    into.record_types.merge(from.record_types);
}

std::string ticks_text(Tick first, Tick last) {
    return concat("ticks ", first, "..", last);
}

// Twice the usual distance between two frames of a chunk: a longer step is a hole.
std::uint64_t longest_usual_step(const ChunkInfo& chunk) {
    if (chunk.snapshots < 2) return 0;
    const auto span =
        static_cast<std::uint64_t>(chunk.last_tick) - static_cast<std::uint64_t>(chunk.first_tick);
    return 2 * span / (chunk.snapshots - 1);
}

bool is_content(std::uint16_t type) {
    return type == layout::kDefine || type == layout::kChunk || type == layout::kAttachment;
}

}  // namespace

bool is_known_record(std::uint16_t type) {
    return (type >= layout::kInfo && type <= layout::kEnd) || type == layout::kAttachment;
}

Result<void> check_record_types(const Catalog& catalog) {
    for (const std::uint16_t type : catalog.record_types)
        if ((type & layout::kAncillary) == 0 && !is_known_record(type))
            return fail("holds records of type ", record_type_name(type),
                        " that this version does not know and must not skip; use a newer tickreel");
    return {};
}

IndexLoader::IndexLoader(const ByteSource& source, const FileHeader& header)
    : source_(source), header_(header), seed_(checksum_seed(header.uuid)), end_(header.length) {
    catalog_.info.ticks_per_second = header.tick_rate_mhz / 1000.0;
    catalog_.info.start = std::chrono::nanoseconds(header.start_ns);
}

Result<void> IndexLoader::take(const FileScan::FoundRecord& found) {
    if (is_repeat(found.header)) {
        report_repeat(found);
        return {};
    }
    report_loss(found);
    seen_.add(found.header.sequence);
    const RecordHeader& header = found.header;
    catalog_.record_types.insert(header.type);
    finished_ = false;
    index_is_behind_ = index_is_behind_ || is_content(header.type);
    switch (header.type) {
        case layout::kChunk:
            return take_chunk(found);
        case layout::kEnd:
            finished_ = true;  // unless something follows
            ended_ = true;     // unless a chunk does
            return {};
        case layout::kInfo:
        case layout::kDefine:
        case layout::kCheckpoint:
        case layout::kFooter:
        case layout::kAttachment: {
            const Result<void> taken = take_content(found);
            if (!taken)
                damage_.push_back(
                    {found.offset, header.stored_length(),
                     record_type_name(header.type) + ": " + taken.error().message, std::nullopt,
                     header.type == layout::kDefine ? DamageKind::Definitions : DamageKind::Other});
            return check_record_types(catalog_);
        }
        default:
            return check_record_types(catalog_);
    }
}

Result<void> IndexLoader::take_content(const FileScan::FoundRecord& found) {
    const Result<Record> record = read_record(source_, found.offset, seed_);
    if (!record) return record.error();
    const Result<Bytes> raw = unpack(*record);
    if (!raw) return raw.error();
    if (found.header.type == layout::kAttachment) return take_attachment(found, *raw);
    if (found.header.type == layout::kInfo) {
        ByteReader in(*raw);
        in.bytes(layout::kFileHeader);
        RecordingInfo info = catalog_.info;
        read_about(in, info);
        if (!in.failed()) catalog_.info = std::move(info);
        return {};
    }
    Catalog part;
    Result<void> read;
    if (found.header.type == layout::kDefine)
        read = read_sections(*raw, found.offset, part);
    else if (const Result<IndexLinks> links = read_index_record(*raw, found.offset, part); !links)
        read = links.error();
    // A footer is complete: properties and markers that it lacks have been removed.
    if (found.header.type == layout::kFooter) {
        catalog_.statistics = part.statistics;
        catalog_.time_back = part.time_back;
    }
    if (!read) return read;
    if (found.header.type == layout::kFooter) take_listed(part.chunks);
    if (found.header.type != layout::kDefine) {
        last_index_ = {found.offset, static_cast<std::uint32_t>(found.header.stored_length())};
        index_links_ = found.header.type == layout::kFooter ? 1 : index_links_ + 1;
        index_is_behind_ = false;
    }
    merge_definitions(catalog_, std::move(part));
    return {};
}

Result<void> IndexLoader::take_attachment(const FileScan::FoundRecord& found, ByteView raw) {
    const std::optional<AttachmentPart> part = read_attachment_part(raw);
    if (!part || part->number >= layout::kMaxListed) return fail("its content is cut");
    AttachmentEntry& entry = catalog_.attachments[part->number];
    const auto length = static_cast<std::uint32_t>(found.header.stored_length());
    std::map<std::uint32_t, FileSpan> parts = std::move(entry.parts);
    parts[part->part] = {found.offset, length};
    entry = part->entry;
    entry.parts = std::move(parts);
    for (const auto& [number, span] : entry.parts) entry.info.stored_bytes += span.length;
    return {};
}

// Detects bytes skipped before this record, and records missing: a hole in the sequence numbers.
void IndexLoader::report_loss(const FileScan::FoundRecord& found) {
    const std::uint32_t number = found.header.sequence;
    const bool jumped = number != sequence_;
    if (jumped && !unnamed_) unnamed_ = damage_.size();
    if (found.skipped > 0)
        damage_.push_back({found.offset - found.skipped, found.skipped, kNoRecord, std::nullopt});
    else if (jumped)
        damage_.push_back({found.offset, 0, "records are missing", std::nullopt});
    group_intact_ = group_intact_ && !jumped;
    sequence_ = number + 1;
}

// Of chunks only those count that were accepted: another may be of use now.
bool IndexLoader::is_repeat(const RecordHeader& header) const {
    if (header.type != layout::kChunk) return seen_.has(header.sequence);
    const auto& chunks = catalog_.chunks;
    const auto at =
        std::lower_bound(chunks.begin(), chunks.end(), Moment{header.segment, header.first_tick},
                         [](const ChunkInfo& chunk, Moment first) {
                             return Moment{chunk.segment, chunk.first_tick} < first;
                         });
    return at != chunks.end() && at->segment == header.segment &&
           at->first_tick == header.first_tick && at->last_tick == header.last_tick() &&
           at->stored_bytes == header.stored_length() && seen_.has(header.sequence);
}

// Nothing is lost with it: it was there before.
void IndexLoader::report_repeat(const FileScan::FoundRecord& found) {
    if (found.skipped > 0)
        damage_.push_back({found.offset - found.skipped, found.skipped, kNoRecord, std::nullopt});
    damage_.push_back({found.offset, found.header.stored_length(), kRepeated, std::nullopt,
                       DamageKind::Repeated});
    finished_ = finished_ && found.header.type == layout::kEnd;
}

Result<void> IndexLoader::take_chunk(const FileScan::FoundRecord& found) {
    const RecordHeader& header = found.header;
    const Moment first{header.segment, header.first_tick};
    const Moment last{header.segment, header.last_tick()};
    const bool starts = header.has(layout::kStartsGroup);
    const Result<Bytes> prefix =
        source_.read(found.offset + layout::kRecordHeader,
                     std::min<std::size_t>(header.payload_length, layout::kChunkPrefix));
    if (!prefix) return prefix.error();
    ChunkInfo info;
    info.offset = found.offset;
    info.stored_bytes = static_cast<std::uint32_t>(header.stored_length());
    info.raw_bytes = header.raw_length;
    info.segment = header.segment;
    info.first_tick = header.first_tick;
    info.last_tick = header.last_tick();
    info.snapshots = chunk_frames(*prefix);
    info.codec = header.codec;
    info.starts_group = starts;
    const ChunkInfo* before = catalog_.chunks.empty() ? nullptr : &catalog_.chunks.back();
    const bool leans = !starts && (!group_intact_ || before == nullptr);
    if (leans || !is_possible(info, before, found.offset + info.stored_bytes)) {
        if (!unnamed_) unnamed_ = damage_.size();
        damage_.push_back({found.offset, header.stored_length(),
                           "chunk of " + ticks_text(first.tick, last.tick) +
                               (leans ? ": depends on one that is lost" : ": out of order"),
                           header.as_gap("damaged")});
        group_intact_ = false;
        return {};
    }
    name_lost_ticks(first);
    // A copy of it in a wrong place was refused.
    for (Damage& damage : damage_)
        if (damage.ticks && damage.ticks->segment == info.segment &&
            damage.ticks->from == info.first_tick && damage.ticks->to == info.last_tick + 1)
            damage.ticks.reset();
    catalog_.chunks.push_back(info);
    ended_ = false;
    group_intact_ = true;
    return {};
}

// The ticks between the last chunk before a loss and the first one after it.
void IndexLoader::name_lost_ticks(Moment next) {
    if (!unnamed_ || catalog_.chunks.empty()) {
        unnamed_.reset();
        return;
    }
    const ChunkInfo& before = catalog_.chunks.back();
    const auto step =
        static_cast<std::uint64_t>(next.tick) - static_cast<std::uint64_t>(before.last_tick);
    Damage& damage = damage_[*unnamed_];
    if (before.segment == next.segment && step > longest_usual_step(before) && !damage.ticks)
        damage.ticks = Gap{next.segment, before.last_tick + 1, next.tick, "damaged"};
    unnamed_.reset();
}

void IndexLoader::look_at_tail(const FileScan& scan, std::uint64_t end) {
    tail_.reset();
    end_ = scan.at();
    if (end_ >= end) return;
    Damage tail;
    tail.offset = end_;
    tail.length = end - end_;
    tail.what = ended_ ? kAfterEnd : "file ends inside a record";
    if (const std::optional<RecordHeader>& cut = scan.cut(); cut && cut->type == layout::kChunk)
        tail.ticks = cut->as_gap("file ends");
    finished_ = false;
    tail_ = std::move(tail);
}

Result<void> IndexLoader::scan(std::uint64_t end) {
    scanned_ = end;
    FileScan scan(source_, seed_, end_, end);
    while (true) {
        const Result<std::optional<FileScan::FoundRecord>> found = scan.next();
        if (!found) return found.error();
        if (!*found) break;
        if (Result<void> taken = take(**found); !taken) return taken;
    }
    look_at_tail(scan, end);
    return {};
}

}  // namespace tickreel
