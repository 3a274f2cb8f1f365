#include "tickreel/reel/reel_reader.h"

#include <algorithm>

#include "format/reel/attachment_part.h"
#include "format/reel/check_records.h"
#include "format/reel/open_reel.h"
#include "format/reel/reader_core.h"
#include "format/reel/record_input.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/sha256.h"
#include "tickreel/reel/gap_list.h"
#include "tickreel/reel/unreadable_ticks.h"

namespace tickreel {

ReelReader::ReelReader() = default;
ReelReader::~ReelReader() = default;

Result<std::unique_ptr<ReelReader>> ReelReader::open(std::unique_ptr<ByteSource> source,
                                                     const ReadOptions& options) {
    Result<std::unique_ptr<IndexLoader>> gather = open_reel(*source);
    if (!gather) return gather.error();
    std::unique_ptr<ReelReader> reader(new ReelReader);
    reader->core_ = std::make_unique<ReaderCore>(std::move(source), std::move(*gather), options);
    return reader;
}

const RecordingInfo& ReelReader::info() const {
    return core_->views.info;
}
const Schema& ReelReader::schema() const {
    return core_->views.schema;
}
std::span<const Segment> ReelReader::segments() const {
    return core_->views.segments;
}
const Timeline& ReelReader::timeline() const {
    return core_->views.timeline;
}
std::span<const Marker> ReelReader::markers() const {
    return core_->views.markers;
}
std::span<const std::uint32_t> ReelReader::marker_numbers() const {
    return core_->views.marker_numbers;
}
std::span<const Gap> ReelReader::gaps() const {
    return core_->views.gaps;
}
std::span<const ChunkInfo> ReelReader::chunks() const {
    return core_->chunks();
}
std::span<const AttachmentInfo> ReelReader::attachments() const {
    return core_->views.attachments;
}
std::span<const Damage> ReelReader::damage() const {
    return core_->damage.all();
}
bool ReelReader::finished() const {
    return core_->gather->finished();
}

std::uint64_t ReelReader::file_bytes() const {
    const std::optional<Damage>& tail = core_->gather->tail();
    return core_->gather->end() + (tail ? tail->length : 0);
}

Result<Bytes> ReelReader::attachment(std::size_t index) const {
    if (index >= core_->views.attachment_entries.size()) return fail("no attachment ", index);
    const AttachmentEntry& entry = core_->views.attachment_entries[index];
    Bytes bytes;
    for (std::uint32_t number = 0; number < entry.part_count; ++number) {
        const auto at = entry.parts.find(number);
        if (at == entry.parts.end())
            return fail("attachment ", entry.info.name, ": part ", number, " of ", entry.part_count,
                        " is missing");
        const Result<Record> record =
            read_record(*core_->source, at->second.offset, core_->gather->seed());
        if (!record) return fail("attachment ", entry.info.name, ": ", record.error().message);
        const Result<Bytes> raw = unpack(*record);
        if (!raw) return fail("attachment ", entry.info.name, ": ", raw.error().message);
        const std::optional<AttachmentPart> part = read_attachment_part(*raw);
        if (record->header.type != layout::kAttachment || !part || part->part != number ||
            bytes.size() + part->bytes.size() > layout::kMaxAttachment)
            return fail("attachment ", entry.info.name, ": part ", number,
                        " is not what it should be");
        bytes.insert(bytes.end(), part->bytes.begin(), part->bytes.end());
    }
    if (hex(sha256(bytes)) != entry.info.sha256)
        return fail("attachment ", entry.info.name, ": its sha256 is wrong");
    return bytes;
}

Result<Statistics> ReelReader::statistics() const {
    const std::optional<Statistics>& stored = core_->gather->catalog().statistics;
    if (stored && finished() && damage().empty()) {
        Statistics counts = *stored;
        counts.gaps = join_gaps(std::move(counts.gaps));
        return counts;
    }
    const std::scoped_lock lock(core_->statistics_mutex);
    if (core_->counted) return *core_->counted;
    StatisticsCounter counter(info().ticks_per_second);
    for (const Gap& gap : gaps()) counter.add(gap);
    const Result<void> read = scan(everything(), ignore_problems, [&](const Frame& frame) {
        counter.add(frame, schema());
        return true;
    });
    if (!read) return read.error();
    core_->counted = counter.result();
    core_->counted->gaps = gaps_without(std::move(core_->counted->gaps), unreadable_ticks(*this));
    return *core_->counted;
}

Result<Frame> ReelReader::at(Moment moment) const {
    const Result<std::size_t> index = core_->chunk_for(moment);
    if (!index) return index.error();
    ChunkFault fault;
    const ChunkFrames chunk = core_->store.get(*index, fault);
    if (!chunk) return core_->broken(fault);
    const auto after =
        std::upper_bound(chunk->frames.begin(), chunk->frames.end(), moment,
                         [](Moment m, const Frame& frame) { return m < frame.moment(); });
    return after == chunk->frames.begin() ? *after : *(after - 1);
}

Result<std::optional<Frame>> ReelReader::next(Moment after) const {
    for (std::size_t i = core_->chunk_at(after).value_or(0); i < chunks().size();) {
        const ChunkInfo& info = chunks()[i];
        ChunkFault fault;
        if (Moment{info.segment, info.last_tick} <= after) {
            ++i;
        } else if (const ChunkFrames chunk = core_->store.get(i, fault)) {
            const auto found =
                std::upper_bound(chunk->frames.begin(), chunk->frames.end(), after,
                                 [](Moment m, const Frame& frame) { return m < frame.moment(); });
            if (found != chunk->frames.end()) return std::optional<Frame>(*found);
            ++i;
        } else {
            core_->broken(fault);
            i = core_->store.group_end(i);
        }
    }
    return std::optional<Frame>();
}

const ReaderCore& core_of(const ReelReader& reader) {
    return *reader.core_;
}

Result<std::optional<Frame>> ReelReader::previous(Moment before) const {
    const std::optional<std::size_t> start = core_->chunk_at(before);
    for (std::size_t i = start ? *start + 1 : 0; i > 0; --i) {
        ChunkFault fault;
        const ChunkFrames chunk = core_->store.get(i - 1, fault, ChunkStore::LeadIn::Keep);
        if (!chunk) {
            core_->broken(fault);
            continue;
        }
        const auto found =
            std::lower_bound(chunk->frames.begin(), chunk->frames.end(), before,
                             [](const Frame& frame, Moment m) { return frame.moment() < m; });
        if (found != chunk->frames.begin()) return std::optional<Frame>(*(found - 1));
    }
    return std::optional<Frame>();
}

Result<void> ReelReader::scan(MomentRange range, const ProblemSink& problems,
                              const std::function<bool(const Frame&)>& visit) const {
    if (chunks().empty()) return {};
    std::size_t i = core_->store.group_start(core_->chunk_at(range.from).value_or(0));
    GroupState state;
    while (i < chunks().size() && Moment{chunks()[i].segment, chunks()[i].first_tick} < range.to) {
        ChunkFault fault;
        const ChunkFrames chunk = core_->store.decode_after(i, state, fault);
        if (!chunk) {
            problems({core_->broken(fault).message});
            i = core_->store.group_end(i);
            state = {};
            continue;
        }
        for (const Frame& frame : chunk->frames) {
            if (frame.moment() < range.from) continue;
            if (frame.moment() >= range.to) return {};
            if (!visit(frame)) return {};
        }
        state = chunk->after;
        ++i;
    }
    return {};
}

MomentRange ReelReader::everything() const {
    if (chunks().empty()) return {};
    const ChunkInfo& first = chunks().front();
    const ChunkInfo& last = chunks().back();
    return {{first.segment, first.first_tick}, {last.segment, last.last_tick + 1}};
}

Result<std::uint64_t> ReelReader::check_records(const ProblemSink& problems) const {
    const Result<std::uint64_t> size = core_->source->size();
    if (!size) return size.error();
    return check_all_records(*core_->source, core_->gather->seed(), core_->gather->start(), *size,
                             [&](const Damage& damage) {
                                 core_->damage.add(damage);
                                 problems({concat("at offset ", damage.offset, ": ", damage.what)});
                             });
}

bool ReelReader::sound() const {
    const std::scoped_lock lock(core_->sound_mutex);
    if (!core_->sound) {
        const Result<std::uint64_t> checked = check_records(ignore_problems);
        core_->sound = checked.ok() && damage().empty();
    }
    return *core_->sound;
}

Result<bool> ReelReader::refresh() {
    const Result<std::uint64_t> size = core_->source->size();
    if (!size) return size.error();
    if (*size < core_->gather->end())
        return fail("the file shrank to ", *size, " bytes, ", core_->gather->end(),
                    " had been read; open it again");
    const std::uint64_t before = core_->gather->end();
    if (*size == before) return false;
    if (const Result<void> read = core_->gather->scan(*size); !read) return read.error();
    core_->gather->forget_tail();  // data not yet written is not damage
    core_->renew();
    return core_->gather->end() != before;
}

}  // namespace tickreel
