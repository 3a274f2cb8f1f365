#include "tickreel/reel/reel_reader.h"

#include <algorithm>

#include "format/reel/open_reel.h"
#include "format/reel/reader_core.h"
#include "format/reel/views_layout.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/text.h"
#include "tickreel/reel/gap_list.h"
#include "tickreel/reel/unreadable_ticks.h"

namespace tickreel {

ReelReader::ReelReader() = default;
ReelReader::~ReelReader() = default;

Result<std::unique_ptr<ReelReader>> ReelReader::open(std::unique_ptr<ByteSource> source,
                                                     const ReadOptions& options) {
    Result<std::unique_ptr<IndexLoader>> gather = open_reel(*source);
    if (!gather) return gather.error();
    if (((*gather)->header().incompatible & layout::kFeatureViews) != 0)
        return fail(
            "holds ", plural((*gather)->catalog().views.size(), "view"),
            " of one match; 'tickreel cut FILE --view 1 -o OUT.reel' makes a recording of one");
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
    return core_->attachment(index);
}

Result<Frame> ReelReader::at(Moment moment) const {
    return core_->at(moment);
}

Result<void> ReelReader::scan(MomentRange range, const ProblemSink& problems,
                              const std::function<bool(const Frame&)>& visit) const {
    return core_->scan(range, problems, visit);
}

MomentRange ReelReader::everything() const {
    return core_->everything();
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
    core_->counted = counter.result(info().properties);
    core_->counted->gaps = gaps_without(std::move(core_->counted->gaps), unreadable_ticks(*this));
    return *core_->counted;
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

Result<std::uint64_t> ReelReader::check_records(const ProblemSink& problems) const {
    return core_->check_records(problems);
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
    // Of a file that does not grow, the answers stay what they were.
    if (*size == core_->gather->scanned()) return false;
    const std::uint64_t before = core_->gather->end();
    if (const Result<void> read = core_->gather->scan(*size); !read) return read.error();
    core_->gather->forget_tail();  // data not yet written is not damage
    core_->renew();
    return core_->gather->end() != before;
}

}  // namespace tickreel
