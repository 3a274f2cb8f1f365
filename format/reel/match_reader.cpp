#include "tickreel/reel/match_reader.h"

#include <algorithm>
#include <cmath>

#include "format/reel/open_reel.h"
#include "format/reel/reader_core.h"
#include "format/reel/view_extract.h"
#include "format/reel/views_layout.h"
#include "format/reel/world_events.h"
#include "format/reel/world_gaps.h"
#include "format/reel/world_markers.h"
#include "format/reel/world_names.h"
#include "tickreel/base/concat.h"
#include "tickreel/model/named_later.h"
#include "tickreel/reel/gap_list.h"
#include "tickreel/reel/statistics.h"
#include "tickreel/reel/unreadable_ticks.h"

namespace tickreel {

namespace {

MatchView make_match_view(const Catalog& catalog, std::uint32_t number) {
    const ViewEntry& entry = catalog.views.at(number);
    MatchView view;
    view.name = entry.name;
    view.info = catalog.info;
    view.info.start = entry.start;
    view.info.properties = entry.properties;
    for (const TypeId id : entry.types) {
        ItemType type = catalog.types.at(id);
        while (view.schema.find(type.name)) type.name += concat("#", id);  // ids are indices
        view.schema.add(std::move(type));
    }
    for (const ViewSegment& part : entry.segments) view.segments.push_back(part.segment);
    for (const auto& [n, gap] : catalog.view_gaps)
        if (gap.view == number) view.gaps.push_back(gap.gap);
    for (const auto& [n, marker] : catalog.view_markers)
        if (marker.view == number) view.markers.push_back(marker.marker);
    std::stable_sort(
        view.gaps.begin(), view.gaps.end(),
        [](const Gap& a, const Gap& b) {
            return Moment{a.segment, a.from} < Moment{b.segment, b.from};
        });
    std::stable_sort(view.markers.begin(), view.markers.end(),
                     [](const Marker& a, const Marker& b) { return a.moment < b.moment; });
    for (const std::uint32_t n : entry.attachments)
        if (const auto known = catalog.attachments.find(n); known != catalog.attachments.end())
            view.attachments.push_back(known->second.info);
    return view;
}

// A view whose definition or whose types were lost cannot be told from others.
Result<void> check_views(const Catalog& catalog) {
    if (catalog.views.empty()) return fail("the definitions of its views are lost");
    for (const auto& [number, view] : catalog.views)
        for (const TypeId id : view.types)
            if (!catalog.types.contains(id))
                return fail("type ", id, " of view ", number + 1, " is lost");
    if (catalog.views.rbegin()->first + 1 != catalog.views.size())
        return fail("the definition of one of its views is lost");
    return {};
}

// Segments, gaps and markers before the frames that they precede.
class InOrder {
public:
    InOrder(const MatchView& view, FrameSink& into)
        : view_(view), into_(into), alive_for_(static_cast<Tick>(2 * view.info.ticks_per_second)) {}

    // All stretches of the file that cannot be read, as far as they are known, in its moments.
    void lose(std::vector<Gap> lost) { lost_ = std::move(lost); }
    // A frame of the view, and where the file has it.
    void add(const Frame& frame, Moment of_file) {
        if (!last_) say_lost_before(frame, of_file);
        say_lost(frame.segment, of_file);
        before(frame.moment());
        into_.add_frame(frame);
        last_ = {of_file, frame.segment};
    }
    void rest() {
        if (last_) say_lost(last_->segment, {last_->of_file.segment + 1, 0});
        for (; segment_ < view_.segments.size(); ++segment_)
            into_.begin_segment(view_.segments[segment_]);
        for (; gap_ < view_.gaps.size(); ++gap_) into_.add_gap(view_.gaps[gap_]);
        for (; marker_ < view_.markers.size(); ++marker_) into_.add_marker(view_.markers[marker_]);
    }

private:
    void before(Moment moment) {
        for (; segment_ < view_.segments.size() && segment_ <= moment.segment; ++segment_)
            into_.begin_segment(view_.segments[segment_]);
        for (; gap_ < view_.gaps.size(); ++gap_) {
            if (Moment{view_.gaps[gap_].segment, view_.gaps[gap_].from} >= moment) break;
            into_.add_gap(view_.gaps[gap_]);
        }
        for (; marker_ < view_.markers.size(); ++marker_) {
            if (view_.markers[marker_].moment > moment) break;
            into_.add_marker(view_.markers[marker_]);
        }
    }
    // What lies between two frames of the view, if it had one shortly before, or before its first
    // one since it began: that it was there is not known otherwise.
    void say_lost(std::uint32_t segment, Moment until) {
        if (!last_ || last_->segment != segment) return;
        const Moment last = last_->of_file;
        for (const Gap& gap : lost_) {
            const bool here = gap.segment == last.segment && last.tick < gap.from &&
                              Moment{gap.segment, gap.from} < until;
            if (here && gap.from - last.tick <= alive_for_)
                into_.add_gap({segment, gap.from, gap.to, concat(kUnreadableGap, gap.reason)});
        }
    }

    void say_lost_before(const Frame& first, Moment of_file) {
        if (view_.info.start.count() == 0) return;
        const std::chrono::duration<double> since = first.time - view_.info.start;
        const Tick began =
            first.tick -
            static_cast<Tick>(std::llround(since.count() * view_.info.ticks_per_second));
        for (const Gap& gap : lost_) {
            const Tick from = std::max(gap.from, began);
            if (gap.segment == of_file.segment && gap.from < of_file.tick && from < gap.to)
                into_.add_gap({first.segment, from, gap.to, concat(kUnreadableGap, gap.reason)});
        }
    }

    struct Last {
        Moment of_file{};
        std::uint32_t segment = 0;  // of the view
    };

    const MatchView& view_;
    FrameSink& into_;
    Tick alive_for_;
    std::optional<Last> last_{};
    std::vector<Gap> lost_{};
    std::size_t segment_ = 0;
    std::size_t gap_ = 0;
    std::size_t marker_ = 0;
};

void put(const Result<Attachment>& read, const ProblemSink& problems, FrameSink& into) {
    if (read)
        into.add_attachment(*read);
    else
        problems({read.error().message});
}

// Of each frame of the file what one view, or the world, has there: among its other content, and
// with gaps where it cannot be had.
class OneCopy {
public:
    OneCopy(const ReaderCore& core, const MatchView& from, FrameSink& into)
        : core_(core), order_(from, into) {}

    void add(const Frame& joined, const Result<std::optional<Frame>>& frame,
             const ProblemSink& problems) {
        note_failed(joined, frame ? "" : frame.error().message);
        if (!fails_) learn();
        if (!frame)
            problems({frame.error().message});
        else if (*frame)
            order_.add(**frame, joined.moment());
    }
    void end() {
        learn();
        order_.rest();
    }

private:
    void learn() {
        if (core_.damage.all().size() == damage_ && !failed_anew_) return;
        damage_ = core_.damage.all().size();
        failed_anew_ = false;
        std::vector<Gap> lost = unreadable_ticks(core_.chunks(), core_.damage.all());
        lost.insert(lost.end(), failed_.begin(), failed_.end());
        order_.lose(join_gaps(std::move(lost)));
    }
    // A stretch of them lasts until the next frame.
    void note_failed(const Frame& joined, const std::string& why) {
        const bool goes_on = fails_ && failed_.back().segment == joined.segment;
        if (goes_on) failed_.back().to = joined.tick + (why.empty() ? 0 : 1);
        if (!goes_on && !why.empty())
            failed_.push_back({joined.segment, joined.tick, joined.tick + 1, why});
        failed_anew_ = failed_anew_ || fails_ || !why.empty();
        fails_ = !why.empty();
    }

    const ReaderCore& core_;
    InOrder order_;
    std::size_t damage_ = 0;
    std::vector<Gap> failed_;  // frames that are there and good for nothing
    bool fails_ = false;       // the last one is
    bool failed_anew_ = false;
};

}  // namespace

struct MatchReader::Impl {
    Impl(std::unique_ptr<ByteSource> source, std::unique_ptr<IndexLoader> gathered,
         const ReadOptions& options)
        : core(std::move(source), std::move(gathered), options),
          types(catalog()),
          world(catalog()) {
        for (ItemType type : world.types()) {
            while (world_schema.find(type.name)) type.name += concat("#", world_schema.size());
            world_schema.add(std::move(type));  // ids are indices
        }
        for (const auto& [number, entry] : catalog().views) {
            views.push_back(make_match_view(catalog(), number));
            extracts.emplace_back(catalog(), number);
        }
    }
    const Catalog& catalog() const { return core.gather->catalog(); }
    // By its number in the catalog.
    Result<Attachment> attachment(std::uint32_t number) const {
        const auto known = catalog().attachments.find(number);
        if (known == catalog().attachments.end()) return fail("attachment ", number, " is lost");
        const auto index =
            static_cast<std::size_t>(std::distance(catalog().attachments.begin(), known));
        Result<Bytes> bytes = core.attachment(index);
        if (!bytes) return bytes.error();
        const AttachmentInfo& info = core.views.attachments[index];
        return Attachment{info.name, info.media, std::move(*bytes)};
    }
    void copy_attachments(std::span<const ViewCopy> copies) const;
    Result<std::optional<Frame>> before(std::uint32_t view, Moment of_file) const;
    Result<std::optional<Frame>> joined_at(Moment of_file) const;  // exactly there
    // Visits each frame of the file that can be read.
    Result<void> scan(const ProblemSink& problems, const Stopped& stopped,
                      const std::function<void(const JoinedFrame& joined)>& visit) const;

    ReaderCore core;
    JoinedTypes types;
    std::vector<MatchView> views;
    std::vector<ViewExtract> extracts;
    WorldExtract world;
    Schema world_schema;
};

MatchReader::MatchReader(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
MatchReader::~MatchReader() = default;

bool MatchReader::is_match(const ByteSource& source) {
    const auto head = source.read(0, layout::kFileHeader);
    if (!head) return false;
    const auto header = read_file_header(*head);
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
    return interrupted ? fail("interrupted; no output written") : Result<void>();
}

// Views of one match have the same ones, in the same order: each is read once, and only one is in
// memory.
void MatchReader::Impl::copy_attachments(std::span<const ViewCopy> copies) const {
    std::optional<std::uint32_t> number;
    Result<Attachment> read = Attachment();
    bool more = true;
    for (std::size_t i = 0; more; ++i) {
        more = false;
        for (const ViewCopy& copy : copies) {
            const auto& own = catalog().views.at(copy.view).attachments;
            if (i >= own.size()) continue;
            more = true;
            if (number != own[i]) read = attachment(own[i]);
            number = own[i];
            put(read, copy.problems, *copy.into);
        }
    }
}

Result<void> MatchReader::copy_view(std::uint32_t view, const ProblemSink& problems,
                                    FrameSink& into, const Stopped& stopped,
                                    GapsOfView gaps) const {
    const ViewCopy copy{view, &into, problems};
    return copy_views({&copy, 1}, stopped, gaps, ItemsOfView::All);
}

Result<void> MatchReader::copy_views(std::span<const ViewCopy> views, const Stopped& stopped,
                                     GapsOfView gaps, ItemsOfView items) const {
    std::vector<OneCopy> copies;
    std::vector<StatisticsCounter> counters;  // of what all views tell
    for (const ViewCopy& copy : views) {
        const MatchView& from = impl_->views[copy.view];
        for (const ItemType& type : from.schema.types()) copy.into->add_type(type);
        for (const auto& [key, value] : from.info.properties) copy.into->set_property(key, value);
        copies.emplace_back(impl_->core, from, *copy.into);
        if (gaps == GapsOfView::AsAllViewsTell) counters.emplace_back(from.info.ticks_per_second);
    }
    impl_->copy_attachments(views);
    const auto visit = [&](const JoinedFrame& joined) {
        // Then some views may have no frame here.
        const bool whole = items == ItemsOfView::All || !joined.says_whose();
        for (std::size_t i = 0; i < views.size(); ++i) {
            const ViewExtract& extract = impl_->extracts[views[i].view];
            const auto frame = whole ? extract.frame(joined) : extract.frame_without_items(joined);
            if (i < counters.size() && frame) {
                if (*frame)
                    counters[i].add(**frame, impl_->views[views[i].view].schema);
                else if (const auto segment = extract.segment(joined.frame().segment))
                    counters[i].add_made({*segment, joined.frame().tick});
            }
            copies[i].add(joined.frame(), frame, views[i].problems);
        }
    };
    const ProblemSink of_all = [&](const Problem& problem) {
        for (const ViewCopy& copy : views) copy.problems(problem);
    };
    if (auto read = impl_->scan(of_all, stopped, visit); !read) return read;
    for (std::size_t i = 0; i < views.size(); ++i) {
        copies[i].end();
        if (counters.empty()) continue;
        for (const Gap& gap : counters[i].result(impl_->views[views[i].view].info.properties).gaps)
            if (gap.reason == kOfAnotherView) views[i].into->add_gap(gap);
    }
    return {};
}

Result<ViewChecksums> MatchReader::copy_world(const ProblemSink& problems, FrameSink& into,
                                              const Stopped& stopped, const WorldVisitor& visit,
                                              const TypeNaming& naming) const {
    for (const ItemType& type : impl_->world.types()) into.add_type(type);
    for (const auto& [key, value] : info().properties) into.set_property(key, value);
    for (const auto& [number, entry] : impl_->catalog().attachments)
        put(impl_->attachment(number), problems, into);
    MatchView of_file;
    of_file.info = info();
    of_file.segments = impl_->core.views.segments;
    of_file.markers = world_markers(*this);
    into.set_property(kLongSteps, kPaused);  // of the world; WorldGaps says what is lost
    std::string later;
    for (const MatchView& view : impl_->views)
        if (const auto named = view.info.properties.find(std::string(kNamedLater));
            named != view.info.properties.end())
            later = with_named_later(later, named->second);
    if (!later.empty()) into.set_property(kNamedLater, later);
    WorldGaps gaps(impl_->views);
    WorldEvents events(impl_->views, impl_->world_schema, info().ticks_per_second);
    WorldNames names(impl_->world_schema, impl_->views);
    names.learn(impl_->core, naming);
    std::vector<std::optional<Frame>> seen(impl_->views.size());
    ViewChecksums checksums;
    const auto part = [&](const JoinedFrame& joined) {
        Result<std::optional<Frame>> frame = impl_->world.frame(joined, impl_->extracts);
        if (!frame || !*frame) return frame;
        for (std::uint32_t view = 0; view < seen.size(); ++view) {
            const ViewExtract& extract = impl_->extracts[view];
            Result<std::optional<Frame>> one =
                visit ? extract.frame(joined) : extract.frame_without_items(joined);
            if (!one && visit) problems({one.error().message});
            seen[view] = one ? *std::move(one) : std::nullopt;
            if (!seen[view]) continue;
            gaps.add(view, *seen[view], joined.frame().moment());
            const WireChecksum checksum = seen[view]->wire.checksum;
            checksums.ok += checksum == WireChecksum::Ok ? 1U : 0U;
            checksums.mismatch += checksum == WireChecksum::Mismatch ? 1U : 0U;
            checksums.absent += checksum == WireChecksum::Absent ? 1U : 0U;
        }
        names.apply(**frame, seen);
        events.join(**frame, seen);
        if (visit) visit(**frame, seen);
        return frame;
    };
    OneCopy copy(impl_->core, of_file, into);
    const auto read = impl_->scan(problems, stopped, [&](const JoinedFrame& joined) {
        copy.add(joined.frame(), part(joined), problems);
    });
    if (!read) return read.error();
    copy.end();
    for (const Gap& gap : gaps.result()) into.add_gap(gap);
    return checksums;
}

std::uint64_t MatchReader::file_bytes() const {
    const std::optional<Damage>& tail = impl_->core.gather->tail();
    return impl_->core.gather->end() + (tail ? tail->length : 0);
}

Result<std::uint64_t> MatchReader::check_records(const ProblemSink& problems) const {
    return impl_->core.check_records(problems);
}

}  // namespace tickreel
