#include "tickreel/reel/match_merge.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "format/reel/one_match.h"
#include "format/reel/view_rows.h"
#include "tickreel/base/interrupted.h"
#include "tickreel/model/same_map.h"
#include "tickreel/reel/union_property.h"

namespace tickreel {

namespace {

using Part = MatchPlan::Part;

Result<void> check_kind(const RecordingInfo& first, const RecordingInfo& other) {
    if (first.game != other.game)
        return fail("is a recording of '", other.game, "', the first one of '", first.game, "'");
    if (first.ticks_per_second != other.ticks_per_second)
        return fail("has ", other.ticks_per_second, " ticks a second, the first one ",
                    first.ticks_per_second);
    return {};
}

std::string protocol_of(const RecordingInfo& info) {
    const auto known = info.properties.find("protocol");
    return known == info.properties.end() ? info.game : known->second;
}

// What the views of one match file have in common besides the match.
class OneKind {
public:
    // Whether the view can be added; it is, if so.
    Result<void> add(const ViewSource& view) {
        const RecordingInfo& info = view.reel->info();
        if (first_ != nullptr)
            if (auto kind = check_kind(first_->reel->info(), info); !kind) return kind;
        for (const ItemType& type : view.reel->schema().types()) {
            const auto known = types_.find(type.name);
            if (known == types_.end() || *known->second.type == type) continue;
            const ViewSource& other = *known->second.of;
            const std::string here = protocol_of(info);
            const std::string there = protocol_of(other.reel->info());
            if (here == there)
                return fail("its type '", type.name, "' is another than in '", other.name, "'");
            return fail("speaks another protocol (", here, ") than '", other.name, "' (", there,
                        "); a match file holds views of one protocol");
        }
        for (const ItemType& type : view.reel->schema().types())
            types_.emplace(type.name, Known{&view, &type});
        if (first_ == nullptr) first_ = &view;
        return {};
    }

private:
    struct Known {
        const ViewSource* of = nullptr;
        const ItemType* type = nullptr;
    };
    const ViewSource* first_ = nullptr;
    std::map<std::string, Known> types_{};
};

// Two starts of one map are further apart, the times at which clients get a tick are not.
constexpr std::chrono::seconds kOneStart{2};

bool about_the_same(std::chrono::nanoseconds a, std::chrono::nanoseconds b) {
    const auto apart = earlier(a, b);
    return -kOneStart < apart && apart < kOneStart;
}

std::int64_t seconds_of(std::chrono::nanoseconds time) {
    return std::abs(std::chrono::round<std::chrono::seconds>(time).count());
}

// When the first frame of a segment arrived.
std::optional<std::chrono::nanoseconds> begin_of(const ReelReader& reel, std::uint32_t segment) {
    const SegmentSpan span = reel.timeline().segments()[segment];
    if (span.last < span.first) return std::nullopt;
    const auto frame = reel.at({segment, span.first});
    if (!frame) return std::nullopt;
    return frame->time;
}

// When tick 0 of a segment was, by the view's clock.
std::optional<std::chrono::nanoseconds> tick_zero(const ReelReader& reel, std::uint32_t segment) {
    const auto begin = begin_of(reel, segment);
    const double rate = reel.info().ticks_per_second;
    if (!begin || !(rate > 0)) return std::nullopt;
    const double since = static_cast<double>(reel.timeline().segments()[segment].first) / rate;
    constexpr double kMostSeconds = 1e9;
    if (!(std::abs(since) < kMostSeconds)) return std::nullopt;
    return earlier(*begin, std::chrono::duration_cast<std::chrono::nanoseconds>(
                               std::chrono::duration<double>(since)));
}

// The map has not begun anew between them.
bool is_same_stretch(const ReelReader& reel, std::uint32_t segment, std::uint32_t later) {
    const SegmentSpan one = reel.timeline().segments()[segment];
    const SegmentSpan two = reel.timeline().segments()[later];
    if (one.last < one.first || two.first <= one.last) return false;
    if (!may_be_same_map(reel.segments()[segment], reel.segments()[later])) return false;
    const auto a = tick_zero(reel, segment);
    const auto b = tick_zero(reel, later);
    return a && b && about_the_same(*a, *b);
}

class MatchPlanner {
public:
    MatchPlanner(std::span<const ViewSource> views, ViewClocks clocks)
        : views_(views), one_clock_(clocks == ViewClocks::OfOne) {}

    std::variant<MatchPlan, NoMatch> plan() {
        OneKind kind;
        for (std::size_t view = 0; view < views_.size(); ++view) {
            if (const auto added = kind.add(views_[view]); !added)
                return NoMatch{view, added.error().message};
            if (views_[view].reel->chunks().empty()) return NoMatch{view, "has no snapshot"};
        }
        plan_.clocks.resize(views_.size());
        std::vector<std::uint32_t> alone(views_[0].reel->segments().size(), kNowhere);
        add(0, alone);
        std::vector<std::uint32_t> waiting(views_.size() - 1);
        for (std::size_t i = 0; i < waiting.size(); ++i)
            waiting[i] = static_cast<std::uint32_t>(i + 1);
        // One that has no tick in common with those before it may have with those after it.
        while (!waiting.empty()) {
            const std::size_t before = waiting.size();
            std::erase_if(waiting, [&](std::uint32_t view) { return join(view); });
            if (waiting.size() == before) return NoMatch{waiting.front(), why_};
        }
        for (MatchPlan::World& world : plan_.segments)
            std::sort(world.parts.begin(), world.parts.end(),
                      [](const Part& a, const Part& b) { return a.view < b.view; });
        return std::move(plan_);
    }

private:
    static constexpr std::uint32_t kNowhere = ~std::uint32_t{0};

    bool join(std::uint32_t view) {
        std::vector<std::uint32_t> places(views_[view].reel->segments().size(), kNowhere);
        why_.clear();
        std::uint32_t next = 0;
        // Another stay of the same recording says how its clock goes.
        const auto other_stay =
            std::ranges::find_if(added_, [&](std::uint32_t one) { return is_same(one, view); });
        bool any = other_stay != added_.end();
        if (any) plan_.clocks[view] = plan_.clocks[*other_stay];
        bool numbered_apart = false;
        const std::uint32_t end = views_[view].segments_end();
        for (std::uint32_t segment = views_[view].first; segment < end; ++segment) {
            other_numbers_ = false;
            for (std::uint32_t world = next; world < plan_.segments.size(); ++world) {
                if (!belongs(view, segment, world, any)) continue;
                places[segment] = world;
                next = world + 1;
                any = true;
                break;
            }
            if (places[segment] == kNowhere && other_numbers_) apart_.insert({view, segment});
            numbered_apart = numbered_apart || is_apart(view, segment, places[segment]);
        }
        if (!any && !one_clock_) return false;
        if (numbered_apart) plan_.numbered_apart.push_back(view);
        add(view, places);
        return true;
    }

    // Whether the players of the view's segment, or of whoever was first where it belongs, have
    // other numbers than in a segment before.
    bool is_apart(std::uint32_t view, std::uint32_t segment, std::uint32_t place) const {
        if (place == kNowhere) return apart_.contains({view, segment});
        const Part& first = plan_.segments[place].parts.front();
        return apart_.contains({first.view, first.segment});
    }

    // Whether the view's segment is this one of the match; the first such says how its clock goes.
    bool belongs(std::uint32_t view, std::uint32_t segment, std::uint32_t world, bool clock_known) {
        bool by_time = false;
        for (const Part& part : plan_.segments[world].parts) {
            if (is_same(part.view, view)) {
                by_time =
                    by_time || is_same_stretch(*views_[view].reel, std::min(part.segment, segment),
                                               std::max(part.segment, segment));
                continue;
            }
            if (std::string other = named_otherwise(part.view, view); !other.empty()) {
                why_ = std::move(other);
                return false;
            }
            const Likeness found = compare_segments({views_[part.view].reel, part.segment},
                                                    {views_[view].reel, segment});
            if (found.verdict == Likeness::Verdict::Same) {
                // Two matches in which nothing moves look the same.
                if (one_clock_ && !about_the_same(found.clock, {})) return false;
                const auto expected = clock_known
                                          ? earlier(plan_.clocks[view], plan_.clocks[part.view])
                                          : std::chrono::nanoseconds{};
                if (found.still && !about_the_same(found.clock, expected)) {
                    why_ =
                        concat("may be of another match than '", views_[part.view].name,
                               "': nothing moves at the ticks that both have, and the clocks are ",
                               seconds_of(earlier(found.clock, expected)), " s apart");
                    return false;
                }
                if (!clock_known) plan_.clocks[view] = later(plan_.clocks[part.view], found.clock);
                return true;
            }
            // At another time it is another match, with other players under those numbers.
            if (found.other_numbers && (one_clock_ || clock_known))
                other_numbers_ =
                    other_numbers_ ||
                    about_the_same(found.clock, clock_known ? earlier(plan_.clocks[view],
                                                                      plan_.clocks[part.view])
                                                            : std::chrono::nanoseconds{});
            const bool other = found.verdict == Likeness::Verdict::Other;
            if (other || why_.empty())
                why_ =
                    concat("is of another match than '", views_[part.view].name, "': ", found.why);
            if (other) return false;
            if (one_clock_ && found.verdict == Likeness::Verdict::NothingInCommon)
                by_time = by_time || started_together(part, {view, segment});
        }
        return by_time;
    }

    bool is_same(std::uint32_t one, std::uint32_t other) const {
        return views_[one].reel == views_[other].reel;
    }

    // Why they are of two matches by what the server calls these; "": it does not say so.
    std::string named_otherwise(std::uint32_t one, std::uint32_t other) const {
        const auto name = [&](std::uint32_t view) {
            const auto& properties = views_[view].reel->info().properties;
            const auto known = properties.find(std::string(kMatchName));
            return known == properties.end() ? std::string() : known->second;
        };
        const std::string a = name(one);
        const std::string b = name(other);
        if (a.empty() || b.empty() || a == b) return {};
        return concat("is of another match than '", views_[one].name, "': ", kMatchName, " ", b,
                      " and not ", a);
    }

    bool started_together(const Part& a, const Part& b) const {
        const auto one = tick_zero(*views_[a.view].reel, a.segment);
        const auto other = tick_zero(*views_[b.view].reel, b.segment);
        return one && other && about_the_same(*one, *other);
    }

    // Segments that no other view shares are put in by their time.
    void add(std::uint32_t view, std::span<const std::uint32_t> places) {
        added_.push_back(view);
        const ReelReader& reel = *views_[view].reel;
        std::size_t added = 0;
        std::size_t from = 0;
        const std::uint32_t end = views_[view].segments_end();
        for (std::uint32_t segment = views_[view].first; segment < end; ++segment) {
            if (places[segment] != kNowhere) {
                from = places[segment] + added;
                plan_.segments[from++].parts.push_back({view, segment});
                continue;
            }
            const auto known = std::find_if(places.begin() + segment, places.end(),
                                            [](std::uint32_t place) { return place != kNowhere; });
            const std::size_t to = known == places.end() ? plan_.segments.size() : *known + added;
            const auto begin = begin_of(reel, segment);
            if (const auto world = empty_place(view, segment, from, to)) {
                auto& parts = plan_.segments[*world].parts;
                // Those before say when it began, if anything of it came.
                parts.insert(begin ? parts.begin() : parts.end(), {view, segment});
                from = *world + 1;
                continue;
            }
            while (from < to && begin && starts_before(from, earlier(*begin, plan_.clocks[view])))
                ++from;
            plan_.segments.insert(plan_.segments.begin() + static_cast<std::ptrdiff_t>(from),
                                  MatchPlan::World{{{view, segment}}});
            ++from;
            ++added;
        }
    }

    bool is_empty(const Part& part) const {
        const SegmentSpan span = views_[part.view].reel->timeline().segments()[part.segment];
        return span.last < span.first;
    }

    // The first of these segments of the match that has that map, if nothing of it came to the view
    // (the disk was full), or to all others: no tick tells.
    std::optional<std::size_t> empty_place(std::uint32_t view, std::uint32_t segment,
                                           std::size_t from, std::size_t to) const {
        const ReelReader& reel = *views_[view].reel;
        for (std::size_t world = from; world < to; ++world) {
            const std::vector<Part>& parts = plan_.segments[world].parts;
            const Part& first = parts.front();
            const bool nothing = is_empty({view, segment}) || is_empty(first);
            if (nothing && may_be_same_map(views_[first.view].reel->segments()[first.segment],
                                           reel.segments()[segment]))
                return world;
        }
        return std::nullopt;
    }

    bool starts_before(std::size_t world, std::chrono::nanoseconds time) const {
        const Part& part = plan_.segments[world].parts.front();
        const auto begin = begin_of(*views_[part.view].reel, part.segment);
        return begin && earlier(*begin, plan_.clocks[part.view]) <= time;
    }

    std::span<const ViewSource> views_;
    bool one_clock_;
    MatchPlan plan_;
    std::vector<std::uint32_t> added_{};
    std::string why_;
    std::set<std::pair<std::uint32_t, std::uint32_t>> apart_{};  // views' segments, see is_apart()
    bool other_numbers_ = false;  // in one of the segments that it was compared with
};

// The frames of all views, tick by tick.
class MatchMerge {
public:
    MatchMerge(std::span<const ViewSource> views, const MatchPlan& plan, MatchWriter& into)
        : views_(views), plan_(plan), into_(into), next_(views.size()) {}

    Result<void> describe(const ProblemSink& problems) {
        for (std::uint32_t view = 0; view < views_.size(); ++view) {
            const ReelReader& reel = *views_[view].reel;
            // A later stay begins with its first snapshot.
            const std::uint32_t first = views_[view].first;
            const auto begin = first > 0 ? begin_of(reel, first) : std::nullopt;
            into_.add_view({views_[view].name, begin.value_or(reel.info().start),
                            plan_.clocks[view], reel.info().properties});
            for (const ItemType& type : reel.schema().types()) into_.add_type(view, type);
            for (Gap gap : reel.gaps())
                if (number(view, gap.segment)) into_.add_gap(view, gap);
            for (Marker marker : reel.markers())
                if (number(view, marker.moment.segment)) into_.add_marker(view, marker);
            for (std::size_t i = 0; i < reel.attachments().size(); ++i) {
                Result<Bytes> bytes = reel.attachment(i);
                const AttachmentInfo& info = reel.attachments()[i];
                if (bytes)
                    into_.add_attachment(view, {info.name, info.media, std::move(*bytes)});
                else
                    problems({concat(views_[view].name, ": ", bytes.error().message)});
            }
        }
        return into_.status();
    }

    Result<void> frames(const std::function<bool(Moment)>& stopped) {
        for (std::uint32_t world = 0; world < plan_.segments.size(); ++world) {
            const std::vector<Part>& parts = plan_.segments[world].parts;
            const Part& first = parts.front();
            into_.begin_segment(views_[first.view].reel->segments()[first.segment]);
            for (const Part& part : parts) {
                const ReelReader& reel = *views_[part.view].reel;
                into_.begin_segment(part.view, reel.segments()[part.segment]);
                const SegmentSpan span = reel.timeline().segments()[part.segment];
                if (span.first <= span.last)
                    if (auto moved = advance(part, span.first - 1); !moved) return moved;
            }
            while (true) {
                const std::optional<Tick> tick = add_next(parts);
                if (!tick) break;
                if (Result<void> good = into_.status(); !good) return good;
                if (stopped && stopped({world, *tick})) return fail(kInterrupted);
                for (const Part& part : parts)
                    if (next_[part.view] && next_[part.view]->tick == *tick)
                        if (auto moved = advance(part, *tick); !moved) return moved;
            }
        }
        return into_.status();
    }

private:
    // From a segment's number in its recording to that in the view; false: it is not in the view.
    bool number(std::uint32_t view, std::uint32_t& segment) const {
        const ViewSource& source = views_[view];
        if (segment < source.first || segment >= source.end) return false;
        segment -= source.first;
        return true;
    }

    Result<void> advance(const Part& part, Tick after) {
        Result<std::optional<Frame>> frame = views_[part.view].reel->next({part.segment, after});
        if (!frame) return frame.error();
        std::optional<Frame>& next = next_[part.view] = *std::move(frame);
        if (next && next->segment != part.segment) next.reset();
        if (next) number(part.view, next->segment);
        return {};
    }

    // Nothing: no view has another frame in this segment.
    std::optional<Tick> add_next(const std::vector<Part>& parts) {
        std::optional<Tick> tick;
        for (const Part& part : parts)
            if (const auto& frame = next_[part.view]; frame && (!tick || frame->tick < *tick))
                tick = frame->tick;
        if (!tick) return tick;
        std::vector<ViewFrame> frames;
        for (const Part& part : parts)
            if (const auto& frame = next_[part.view]; frame && frame->tick == *tick)
                frames.push_back({part.view, &*frame});
        into_.add_tick(frames);
        return tick;
    }

    std::span<const ViewSource> views_;
    const MatchPlan& plan_;
    MatchWriter& into_;
    std::vector<std::optional<Frame>> next_;  // by view
};

}  // namespace

std::vector<ViewSource> by_stays(std::span<const ViewSource> recordings) {
    std::set<std::string> names;
    for (const ViewSource& recording : recordings) names.insert(recording.name);
    std::vector<ViewSource> views;
    for (const ViewSource& recording : recordings) {
        views.push_back(recording);
        std::uint32_t before = recording.first;  // the last segment with a frame
        unsigned number = 2;
        const auto& spans = recording.reel->timeline().segments();  // none: it has no snapshot
        const auto end =
            std::min(recording.segments_end(), static_cast<std::uint32_t>(spans.size()));
        for (std::uint32_t segment = before + 1; segment < end; ++segment) {
            if (spans[segment].last < spans[segment].first) continue;
            if (is_same_stretch(*recording.reel, std::exchange(before, segment), segment)) {
                std::string name;
                do name = concat(recording.name, "-", number++);
                while (!names.insert(name).second);
                views.back().end = segment;
                views.push_back({recording.reel, std::move(name), segment, recording.end});
            }
        }
    }
    return views;
}

std::variant<MatchPlan, NoMatch> plan_match(std::span<const ViewSource> views, ViewClocks clocks) {
    return MatchPlanner(views, clocks).plan();
}

std::vector<std::vector<std::size_t>> alike_views(std::span<const ViewSource> views) {
    std::vector<std::vector<std::size_t>> groups;
    std::vector<OneKind> kinds;
    for (std::size_t view = 0; view < views.size(); ++view) {
        std::size_t group = 0;
        while (group < kinds.size() && !kinds[group].add(views[view])) ++group;
        if (group == kinds.size()) {
            (void)kinds.emplace_back().add(views[view]);
            groups.emplace_back();
        }
        groups[group].push_back(view);
    }
    return groups;
}

RecordingInfo match_info(std::span<const ViewSource> views, const MatchPlan& plan) {
    RecordingInfo info = views[0].reel->info();
    for (const ViewSource& view : views) {
        const RecordingInfo& other = view.reel->info();
        const bool first = info.start.count() == 0 || other.start < info.start;
        if (other.start.count() != 0 && first) info.start = other.start;
        std::erase_if(info.properties, [&](const auto& property) {
            const auto at = other.properties.find(property.first);
            return at == other.properties.end() || at->second != property.second;
        });
    }
    std::string apart;
    for (const std::uint32_t view : plan.numbered_apart)
        apart += concat(apart.empty() ? "" : ", ", view + 1);
    if (!apart.empty()) info.properties[std::string(kNumberedApart)] = apart;
    return info;
}

Result<void> merge_views(std::span<const ViewSource> views, const MatchPlan& plan,
                         const ProblemSink& problems, MatchWriter& into,
                         const std::function<bool(Moment)>& stopped) {
    MatchMerge merge(views, plan, into);
    if (Result<void> described = merge.describe(problems); !described) return described;
    return merge.frames(stopped);
}

}  // namespace tickreel
