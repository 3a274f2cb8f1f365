#include "format/reel/reel_reader.h"

#include <algorithm>

#include "format/base/sha256.h"
#include "format/reel/attachment_part.h"
#include "format/reel/check_records.h"
#include "format/reel/chunk_store.h"
#include "format/reel/damage_list.h"
#include "format/reel/open_reel.h"
#include "format/reel/reader_views.h"
#include "format/reel/record_input.h"

namespace tickreel {

namespace {

// Besides one entry for every chunk.
constexpr std::size_t kDamageRoom = 1024;

}  // namespace

struct ReelReader::Impl {
    Impl(std::unique_ptr<ByteSource> from, std::unique_ptr<Gather> gathered)
        : source(std::move(from)),
          gather(std::move(gathered)),
          store(*source, gather->seed(), gather->catalog().chunks) {
        renew();
    }

    const std::vector<ChunkInfo>& chunks() const { return gather->catalog().chunks; }
    void renew();
    Error broken(const ChunkFault& fault) const;
    // The last chunk that starts at or before the moment; nothing when it is before all.
    std::optional<std::size_t> chunk_at(Moment moment) const;
    Result<std::size_t> chunk_for(Moment moment) const;

    std::unique_ptr<ByteSource> source;
    std::unique_ptr<Gather> gather;
    ReaderViews views;
    ChunkStore store;
    mutable DamageList damage;
    mutable std::mutex statistics_mutex;
    mutable std::optional<Statistics> counted;
};

// What is shown follows from what was gathered.
void ReelReader::Impl::renew() {
    views = make_views(gather->catalog());
    std::vector<Damage> known = gather->damage();
    if (gather->tail()) known.push_back(*gather->tail());
    damage.reset(std::move(known), chunks().size() + kDamageRoom);
    counted.reset();
    if (views.info.start.count() == 0 && !chunks().empty()) {
        ChunkFault fault;
        if (const ChunkFrames first = store.get(0, fault)) views.info.start = first->frames[0].time;
    }
}

// Lists the damage and says what cannot be read.
Error ReelReader::Impl::broken(const ChunkFault& fault) const {
    const ChunkInfo& bad = chunks()[fault.chunk];
    const ChunkInfo& last = chunks()[store.group_end(fault.chunk) - 1];
    Damage entry;
    entry.offset = bad.offset;
    entry.length = bad.stored_bytes;
    entry.what = "chunk of ticks " + std::to_string(bad.first_tick) + ".." +
                 std::to_string(bad.last_tick) + ": " + fault.reason;
    entry.ticks = Gap{bad.segment, bad.first_tick, last.last_tick + 1, "damaged"};
    damage.add(entry);
    return fail("ticks ", bad.first_tick, "..", last.last_tick,
                " cannot be read: the chunk at offset ", bad.offset, ": ", fault.reason);
}

std::optional<std::size_t> ReelReader::Impl::chunk_at(Moment moment) const {
    const auto after = std::upper_bound(chunks().begin(), chunks().end(), moment,
                                        [](Moment m, const ChunkInfo& chunk) {
                                            return m < Moment{chunk.segment, chunk.first_tick};
                                        });
    if (after == chunks().begin()) return std::nullopt;
    return static_cast<std::size_t>(after - chunks().begin()) - 1;
}

// Where the last frame at or before the moment within its segment is, or else the nearest.
Result<std::size_t> ReelReader::Impl::chunk_for(Moment moment) const {
    if (chunks().empty()) return fail("the recording has no frames");
    const std::optional<std::size_t> at = chunk_at(moment);
    if (!at) return std::size_t{0};
    const bool before_its_segment = chunks()[*at].segment < moment.segment;
    if (before_its_segment && *at + 1 < chunks().size() &&
        chunks()[*at + 1].segment == moment.segment)
        return *at + 1;
    return *at;
}

ReelReader::ReelReader() = default;
ReelReader::~ReelReader() = default;

Result<std::unique_ptr<ReelReader>> ReelReader::open(std::unique_ptr<ByteSource> source) {
    Result<std::unique_ptr<Gather>> gather = open_reel(*source);
    if (!gather) return gather.error();
    std::unique_ptr<ReelReader> reader(new ReelReader);
    reader->impl_ = std::make_unique<Impl>(std::move(source), std::move(*gather));
    return reader;
}

const RecordingInfo& ReelReader::info() const {
    return impl_->views.info;
}
const Schema& ReelReader::schema() const {
    return impl_->views.schema;
}
std::span<const Segment> ReelReader::segments() const {
    return impl_->views.segments;
}
const Timeline& ReelReader::timeline() const {
    return impl_->views.timeline;
}
std::span<const Marker> ReelReader::markers() const {
    return impl_->views.markers;
}
std::span<const std::uint32_t> ReelReader::marker_numbers() const {
    return impl_->views.marker_numbers;
}
std::span<const Gap> ReelReader::gaps() const {
    return impl_->views.gaps;
}
std::span<const ChunkInfo> ReelReader::chunks() const {
    return impl_->chunks();
}
std::span<const AttachmentInfo> ReelReader::attachments() const {
    return impl_->views.attachments;
}
std::span<const Damage> ReelReader::damage() const {
    return impl_->damage.all();
}
bool ReelReader::finished() const {
    return impl_->gather->finished();
}

std::uint64_t ReelReader::file_bytes() const {
    const std::optional<Damage>& tail = impl_->gather->tail();
    return impl_->gather->end() + (tail ? tail->length : 0);
}

Result<Bytes> ReelReader::attachment(std::size_t index) const {
    if (index >= impl_->views.attachment_entries.size()) return fail("no attachment ", index);
    const AttachmentEntry& entry = impl_->views.attachment_entries[index];
    Bytes bytes;
    for (std::uint32_t number = 0; number < entry.part_count; ++number) {
        const auto at = entry.parts.find(number);
        if (at == entry.parts.end())
            return fail("attachment ", entry.info.name, ": part ", number, " of ", entry.part_count,
                        " is missing");
        const Result<Record> record =
            read_record(*impl_->source, at->second.offset, impl_->gather->seed());
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
    const std::optional<Statistics>& stored = impl_->gather->catalog().statistics;
    if (stored && finished()) return *stored;
    const std::scoped_lock lock(impl_->statistics_mutex);
    if (impl_->counted) return *impl_->counted;
    StatisticsCounter counter;
    for (const Gap& gap : gaps()) counter.add(gap);
    const Result<void> read = scan(everything(), ignore_problems, [&](const Frame& frame) {
        counter.add(frame);
        return true;
    });
    if (!read) return read.error();
    impl_->counted = counter.result();
    return *impl_->counted;
}

Result<Frame> ReelReader::at(Moment moment) const {
    const Result<std::size_t> index = impl_->chunk_for(moment);
    if (!index) return index.error();
    ChunkFault fault;
    const ChunkFrames chunk = impl_->store.get(*index, fault);
    if (!chunk) return impl_->broken(fault);
    const auto after =
        std::upper_bound(chunk->frames.begin(), chunk->frames.end(), moment,
                         [](Moment m, const Frame& frame) { return m < frame.moment(); });
    return after == chunk->frames.begin() ? *after : *(after - 1);
}

Result<std::optional<Frame>> ReelReader::next(Moment after) const {
    for (std::size_t i = impl_->chunk_at(after).value_or(0); i < chunks().size();) {
        const ChunkInfo& info = chunks()[i];
        ChunkFault fault;
        if (Moment{info.segment, info.last_tick} <= after) {
            ++i;
        } else if (const ChunkFrames chunk = impl_->store.get(i, fault)) {
            const auto found =
                std::upper_bound(chunk->frames.begin(), chunk->frames.end(), after,
                                 [](Moment m, const Frame& frame) { return m < frame.moment(); });
            if (found != chunk->frames.end()) return std::optional<Frame>(*found);
            ++i;
        } else {
            impl_->broken(fault);
            i = impl_->store.group_end(i);
        }
    }
    return std::optional<Frame>();
}

Result<std::optional<Frame>> ReelReader::previous(Moment before) const {
    const std::optional<std::size_t> start = impl_->chunk_at(before);
    for (std::size_t i = start ? *start + 1 : 0; i > 0; --i) {
        ChunkFault fault;
        const ChunkFrames chunk = impl_->store.get(i - 1, fault);
        if (!chunk) {
            impl_->broken(fault);
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
    std::size_t i = impl_->store.group_start(impl_->chunk_at(range.from).value_or(0));
    GroupState state;
    while (i < chunks().size() && Moment{chunks()[i].segment, chunks()[i].first_tick} < range.to) {
        ChunkFault fault;
        const ChunkFrames chunk = impl_->store.decode_after(i, state, fault);
        if (!chunk) {
            problems({impl_->broken(fault).message});
            i = impl_->store.group_end(i);
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
    const Result<std::uint64_t> size = impl_->source->size();
    if (!size) return size.error();
    return check_all_records(
        *impl_->source, impl_->gather->seed(), impl_->gather->start(), *size,
        [&](const Damage& damage) {
            impl_->damage.add(damage);
            problems({"at offset " + std::to_string(damage.offset) + ": " + damage.what});
        });
}

Result<bool> ReelReader::refresh() {
    const Result<std::uint64_t> size = impl_->source->size();
    if (!size) return size.error();
    if (*size < impl_->gather->end())
        return fail("the file shrank to ", *size, " bytes, ", impl_->gather->end(),
                    " had been read; open it again");
    const std::uint64_t before = impl_->gather->end();
    if (*size == before) return false;
    if (const Result<void> read = impl_->gather->scan(*size); !read) return read.error();
    impl_->gather->forget_tail();  // not yet written is no damage
    impl_->renew();
    return impl_->gather->end() != before;
}

}  // namespace tickreel
