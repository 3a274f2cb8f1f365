#include "tickreel/reel/match_reader.h"

#include <algorithm>

#include "format/reel/match_reader_impl.h"
#include "format/reel/match_view.h"
#include "format/reel/open_reel.h"
#include "format/reel/views_layout.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/interrupted.h"

namespace tickreel {

MatchReader::MatchReader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
MatchReader::~MatchReader() = default;

bool MatchReader::is_match(const ByteSource& source) {
    const auto header = find_file_header(source);
    return header && (header->incompatible & layout::kFeatureViews) != 0;
}

bool is_match_file(const std::string& path) {
    if (path == "-") return false;
    const auto source = open_file(path);
    return source && MatchReader::is_match(**source);
}

Result<std::unique_ptr<MatchReader>> MatchReader::open(std::unique_ptr<ByteSource> source,
                                                       const ReadOptions& options) {
    Result<std::unique_ptr<IndexLoader>> gathered = open_reel(*source);
    if (!gathered) return gathered.error();
    if (((*gathered)->header().incompatible & layout::kFeatureViews) == 0)
        return fail("is one recording, not a match file of several views");
    if (const auto whole = check_views((*gathered)->catalog()); !whole) return whole.error();
    return std::unique_ptr<MatchReader>(
        new MatchReader(std::make_unique<Impl>(std::move(source), std::move(*gathered), options)));
}

std::span<const MatchView> MatchReader::views() const {
    return impl_->views;
}
const RecordingInfo& MatchReader::info() const {
    return impl_->core.views.info;
}
std::span<const Damage> MatchReader::damage() const {
    return impl_->core.damage.all();
}
std::span<const ChunkInfo> MatchReader::chunks() const {
    return impl_->core.chunks();
}
bool MatchReader::ended() const {
    return impl_->core.gather->ended();
}

bool MatchReader::finished() const {
    return impl_->core.gather->finished();
}

// The last frame of the view in the file's segment, at or before the tick, read backwards.
Result<std::optional<Frame>> MatchReader::Impl::before(std::uint32_t view, Moment of_file) const {
    const std::optional<std::size_t> start = core.chunk_at(of_file);
    for (std::size_t i = start ? *start + 1 : 0; i > 0; --i) {
        if (core.chunks()[i - 1].segment != of_file.segment) break;
        ChunkFault fault;
        const ChunkFrames chunk = core.store.get(i - 1, fault, ChunkStore::LeadIn::Keep);
        if (!chunk) return core.broken(fault);
        for (auto frame = chunk->frames.rbegin(); frame != chunk->frames.rend(); ++frame)
            if (frame->moment() <= of_file && extracts[view].last_tick(*frame) == frame->tick)
                return extracts[view].frame(JoinedFrame(*frame, types));
    }
    return std::optional<Frame>();
}

Result<std::optional<Frame>> MatchReader::at(std::uint32_t view, Moment moment) const {
    const auto& segments = impl_->catalog().views.at(view).segments;
    if (moment.segment >= segments.size()) return std::optional<Frame>();
    Moment of_file{segments[moment.segment].world, moment.tick};
    const ViewExtract& extract = impl_->extracts[view];
    // The first says which tick the view's own last frame has, if that is not long ago.
    for (int step = 0; step < 2; ++step) {
        const Result<Frame> joined = impl_->core.at(of_file);
        if (!joined) return joined.error();
        const std::optional<Tick> last = extract.last_tick(*joined);
        if (joined->moment() > of_file || joined->segment != of_file.segment || !last) break;
        if (*last == joined->tick) return extract.frame(JoinedFrame(*joined, impl_->types));
        of_file.tick = std::min(*last, of_file.tick);
    }
    return impl_->before(view, of_file);
}

Result<std::optional<Frame>> MatchReader::Impl::joined_at(Moment of_file) const {
    if (of_file.segment >= core.views.segments.size()) return std::optional<Frame>();
    Result<Frame> joined = core.at(of_file);
    if (!joined) return joined.error();
    if (joined->moment() != of_file) return std::optional<Frame>();
    return std::optional(std::move(*joined));
}

const Schema& MatchReader::world_schema() const {
    return impl_->world_schema;
}

std::optional<Moment> MatchReader::in_world(std::uint32_t view, Moment moment) const {
    const auto& segments = impl_->catalog().views.at(view).segments;
    if (moment.segment >= segments.size()) return std::nullopt;
    return Moment{segments[moment.segment].world, moment.tick};
}

std::optional<Moment> MatchReader::in_view(std::uint32_t view, Moment of_world) const {
    const auto segment = impl_->extracts.at(view).segment(of_world.segment);
    if (!segment) return std::nullopt;
    return Moment{*segment, of_world.tick};
}

Result<std::optional<Frame>> MatchReader::world_at(Moment of_world) const {
    const auto joined = impl_->joined_at(of_world);
    if (!joined || !*joined) return joined;
    return impl_->world.frame(JoinedFrame(**joined, impl_->types), impl_->extracts);
}

Result<std::optional<Frame>> MatchReader::view_at(std::uint32_t view, Moment of_world) const {
    const auto joined = impl_->joined_at(of_world);
    if (!joined || !*joined) return joined;
    return impl_->extracts.at(view).frame(JoinedFrame(**joined, impl_->types));
}

Result<void> MatchReader::Impl::scan(
    const ProblemSink& problems, const Stopped& stopped,
    const std::function<void(const JoinedFrame& joined)>& visit) const {
    bool interrupted = false;
    const auto read = core.scan(core.everything(), problems, [&](const Frame& frame) {
        visit(JoinedFrame(frame, types));
        interrupted = stopped && stopped();
        return !interrupted;
    });
    if (!read) return read;
    return interrupted ? fail(kInterrupted) : Result<void>();
}

std::uint64_t MatchReader::file_bytes() const {
    const std::optional<Damage>& tail = impl_->core.gather->tail();
    return impl_->core.gather->end() + (tail ? tail->length : 0);
}

Result<std::uint64_t> MatchReader::check_records(const ProblemSink& problems) const {
    return impl_->core.check_records(problems);
}

Result<void> MatchReader::check_other_records() const {
    return impl_->core.check_other_records();
}

}  // namespace tickreel
