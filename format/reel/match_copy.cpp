// The copies that a match reader makes of its views and of their world.

#include <algorithm>

#include "format/reel/match_reader_impl.h"
#include "format/reel/one_copy.h"
#include "format/reel/world_events.h"
#include "format/reel/world_gaps.h"
#include "format/reel/world_markers.h"
#include "format/reel/world_names.h"
#include "tickreel/base/concat.h"
#include "tickreel/model/named_later.h"
#include "tickreel/reel/statistics.h"

namespace tickreel {

namespace {

void put(const Result<Attachment>& read, const ProblemSink& problems, FrameSink& into) {
    if (read)
        into.add_attachment(*read);
    else
        problems({read.error().message});
}

// Snapshots that a view lacks though another view tells that they were made.
class GapsOfOthers {
public:
    explicit GapsOfOthers(const MatchView& view)
        : view_(view), counter_(view.info.ticks_per_second) {}

    // What the view has in a frame of the file; an error counts as nothing.
    void add(const Result<std::optional<Frame>>& frame, const Frame& joined,
             std::optional<std::uint32_t> segment) {
        if (!frame) return;
        if (*frame)
            counter_.add(**frame, view_.schema);
        else if (segment)
            counter_.add_made({*segment, joined.tick});
    }
    void put(FrameSink& into) {
        for (const Gap& gap : counter_.result(view_.info.properties).gaps)
            if (gap.reason == kOfAnotherView) into.add_gap(gap);
    }

private:
    const MatchView& view_;
    StatisticsCounter counter_;
};

// What views together know, taken from each frame of the file.
class WorldFrames {
public:
    WorldFrames(const MatchReader::Impl& match, const ProblemSink& problems,
                const MatchReader::WorldVisitor& visit, const TypeNaming& naming)
        : match_(match),
          problems_(problems),
          visit_(visit),
          gaps_(match.views),
          events_(match.views, match.world_schema, match.core.views.info.ticks_per_second),
          names_(match.world_schema, match.views),
          seen_(match.views.size()) {
        names_.learn(match.core, naming);
    }

    Result<std::optional<Frame>> frame(const JoinedFrame& joined) {
        Result<std::optional<Frame>> world = match_.world.frame(joined, match_.extracts);
        if (!world || !*world) return world;
        for (std::uint32_t view = 0; view < seen_.size(); ++view) see(view, joined);
        names_.apply(**world, seen_);
        events_.join(**world, seen_);
        if (visit_) visit_(**world, seen_);
        return world;
    }
    std::vector<Gap> gaps() { return gaps_.result(); }
    const ViewChecksums& checksums() const { return checksums_; }

private:
    // Only a visitor looks at the items of a view.
    void see(std::uint32_t view, const JoinedFrame& joined) {
        const ViewExtract& extract = match_.extracts[view];
        Result<std::optional<Frame>> frame =
            visit_ ? extract.frame(joined) : extract.frame_without_items(joined);
        if (!frame && visit_) problems_({frame.error().message});
        seen_[view] = frame ? *std::move(frame) : std::nullopt;
        if (!seen_[view]) return;
        gaps_.add(view, *seen_[view], joined.frame().moment());
        const WireChecksum checksum = seen_[view]->wire.checksum;
        checksums_.ok += checksum == WireChecksum::Ok ? 1U : 0U;
        checksums_.mismatch += checksum == WireChecksum::Mismatch ? 1U : 0U;
        checksums_.absent += checksum == WireChecksum::Absent ? 1U : 0U;
    }

    const MatchReader::Impl& match_;
    const ProblemSink& problems_;
    const MatchReader::WorldVisitor& visit_;
    WorldGaps gaps_;
    WorldEvents events_;
    WorldNames names_;
    std::vector<std::optional<Frame>> seen_;  // by view
    ViewChecksums checksums_{};
};

}  // namespace

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

// A map that the client of a view already had is in none of its messages; another one's recording
// may have it.
void MatchReader::Impl::copy_maps_of_others(const ViewCopy& copy) const {
    const MatchView& own = views[copy.view];
    for (const auto& [number, entry] : catalog().attachments) {
        const AttachmentInfo& map = entry.info;
        const auto same_name = [&](const AttachmentInfo& info) { return info.name == map.name; };
        if (std::any_of(own.attachments.begin(), own.attachments.end(), same_name)) continue;
        const std::string file = map.name.substr(map.name.rfind('/') + 1);
        const auto is_map = [&](const Segment& segment) {
            if (segment.map.empty() || file != segment.map + ".map") return false;
            if (!segment.map_sha256.empty()) return segment.map_sha256 == map.sha256;
            for (const MatchView& other : views)
                if (std::count(other.segments.begin(), other.segments.end(), segment) != 0 &&
                    std::any_of(other.attachments.begin(), other.attachments.end(), same_name))
                    return true;
            return false;
        };
        if (std::any_of(own.segments.begin(), own.segments.end(), is_map))
            put(attachment(number), copy.problems, *copy.into);
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
    std::vector<GapsOfOthers> of_others;  // none, or one of each view
    for (const ViewCopy& copy : views) {
        const MatchView& from = impl_->views[copy.view];
        for (const ItemType& type : from.schema.types()) copy.into->add_type(type);
        for (const auto& [key, value] : from.info.properties) copy.into->set_property(key, value);
        copies.emplace_back(impl_->core, from, *copy.into);
        if (gaps == GapsOfView::AsAllViewsTell) of_others.emplace_back(from);
    }
    impl_->copy_attachments(views);
    if (gaps == GapsOfView::AsAllViewsTell)
        for (const ViewCopy& copy : views) impl_->copy_maps_of_others(copy);
    const auto visit = [&](const JoinedFrame& joined) {
        // Then some views may have no frame here.
        const bool whole = items == ItemsOfView::All || !joined.says_whose();
        for (std::size_t i = 0; i < views.size(); ++i) {
            const ViewExtract& extract = impl_->extracts[views[i].view];
            const auto frame = whole ? extract.frame(joined) : extract.frame_without_items(joined);
            if (!of_others.empty())
                of_others[i].add(frame, joined.frame(), extract.segment(joined.frame().segment));
            copies[i].add(joined.frame(), frame, views[i].problems);
        }
    };
    const ProblemSink of_all = [&](const Problem& problem) {
        for (const ViewCopy& copy : views) copy.problems(problem);
    };
    if (auto read = impl_->scan(of_all, stopped, visit); !read) return read;
    for (std::size_t i = 0; i < views.size(); ++i) {
        copies[i].end();
        if (!of_others.empty()) of_others[i].put(*views[i].into);
    }
    return {};
}

Result<ViewChecksums> MatchReader::copy_world(const ProblemSink& problems, FrameSink& into,
                                              const Stopped& stopped, const WorldVisitor& visit,
                                              const TypeNaming& naming) const {
    MatchView of_file;
    of_file.info = info();
    of_file.segments = impl_->core.views.segments;
    of_file.markers = world_markers(*this);
    for (const ItemType& type : impl_->world.types()) into.add_type(type);
    for (const auto& [key, value] : info().properties) into.set_property(key, value);
    for (const auto& [number, entry] : impl_->catalog().attachments)
        put(impl_->attachment(number), problems, into);
    into.set_property(kLongSteps, kPaused);  // of the world; WorldGaps says what is lost
    std::string later;
    for (const MatchView& view : impl_->views)
        if (const auto named = view.info.properties.find(std::string(kNamedLater));
            named != view.info.properties.end())
            later = with_named_later(later, named->second);
    if (!later.empty()) into.set_property(kNamedLater, later);

    WorldFrames world(*impl_, problems, visit, naming);
    OneCopy copy(impl_->core, of_file, into);
    const auto read = impl_->scan(problems, stopped, [&](const JoinedFrame& joined) {
        copy.add(joined.frame(), world.frame(joined), problems);
    });
    if (!read) return read.error();
    copy.end();
    for (const Gap& gap : world.gaps()) into.add_gap(gap);
    return world.checksums();
}

}  // namespace tickreel
