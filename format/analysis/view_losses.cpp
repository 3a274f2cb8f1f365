#include "tickreel/analysis/view_losses.h"

#include <algorithm>

#include "format/analysis/missing_words.h"
#include "tickreel/base/concat.h"
#include "tickreel/reel/gap_list.h"
#include "tickreel/reel/unreadable_ticks.h"

namespace tickreel {

namespace {

// A view has none of the damage of ticks at which its client was not there. The copy names what
// lies among its frames; where a segment has lost its beginning, or all, it may have been the
// view's, too.
std::vector<Gap> lost_of_view(const MatchReader& match, std::uint32_t view,
                              const std::vector<Gap>& lost, const CopiedPlaces& places) {
    std::vector<Gap> own;
    const MatchView& from = match.views()[view];
    for (const Gap& gap : places.unreadable)
        if (std::find(from.gaps.begin(), from.gaps.end(), gap) == from.gaps.end())
            own.push_back(gap);
    for (Gap gap : lost) {
        const auto here = match.in_view(view, {gap.segment, gap.from});
        if (!here) continue;
        gap.segment = here->segment;
        const auto first = places.first.find(here->segment);
        if (first != places.first.end()) {
            // That of the first segment is named: when the recording began is known.
            const bool named = here->segment == 0 && from.info.start.count() != 0;
            if (named || first->second <= gap.from) continue;
            gap.to = std::min(gap.to, first->second);
        }
        own.push_back(std::move(gap));
    }
    return join_gaps(std::move(own));
}

}  // namespace

void NotedPlaces::add_gap(const Gap& gap) {
    if (is_unreadable(gap)) places_.unreadable.push_back(gap);
    next().add_gap(gap);
}

void NotedPlaces::add_frame(const Frame& frame) {
    places_.first.try_emplace(frame.segment, frame.tick);
    places_.last = frame.moment();
    next().add_frame(frame);
}

ViewLosses::ViewLosses(const MatchReader& match, std::optional<std::uint32_t> view,
                       const CopiedPlaces& places)
    : of_(view ? concat("view ", match.views()[*view].name) : std::string("its views")),
      last_(places.last) {
    static_cast<void>(match.check_other_records());  // as of a recording
    damaged_ = !match.damage().empty();
    const auto chunks = match.chunks();
    several_segments_ = view ? match.views()[*view].segments.size() > 1
                             : !chunks.empty() && chunks.back().segment != 0;
    const Damage* tail = nullptr;
    for (const Damage& damage : match.damage())
        if (!match.finished() && damage.offset + damage.length >= match.file_bytes())
            tail = tail == nullptr ? &damage : tail;
        else if (elsewhere_.empty() && ticks_lost_by(chunks, damage).empty())
            elsewhere_ = where_text(damage);
    if (!match.finished()) end_ = end_missing_text(last_ ? place(*last_) : "", tail, match.ended());
    std::vector<Gap> lost = unreadable_ticks(chunks, match.damage());
    for (const Gap& gap : lost) {
        const auto here = view ? match.in_view(*view, {gap.segment, gap.from})
                               : std::optional<Moment>({gap.segment, gap.from});
        if (here) last_lost_[{here->segment, gap.to}] = last_lost_tick(chunks, gap);
    }
    if (view) lost = lost_of_view(match, *view, lost, places);
    for (Gap& gap : lost) {
        std::string why;
        for (const Damage& damage : match.damage())
            if (why.empty() && gap.reason.find(damage.what) != std::string::npos)
                why = where_text(damage);
        lost_.push_back({std::move(gap), std::move(why)});
    }
}

std::string ViewLosses::place(Moment moment) const {
    const std::string tick = std::to_string(moment.tick);
    return several_segments_ ? concat("s", moment.segment, ":", tick) : tick;
}

Tick ViewLosses::last_lost(const Gap& gap) const {
    const auto known = last_lost_.find({gap.segment, gap.to});
    return known == last_lost_.end() ? gap.to - 1 : known->second;
}

std::string ViewLosses::text(std::optional<MomentRange> range) const {
    std::vector<Gap> asked;
    std::string why;
    for (const Stretch& one : lost_) {
        if (range && !overlap(one.gap, *range)) continue;
        if (asked.empty()) why = one.why;
        asked.push_back(one.gap);
    }
    std::string text;
    if (!asked.empty())
        text = concat("ticks ",
                      stretches_text(
                          asked, [this](Moment moment) { return place(moment); },
                          [this](const Gap& gap) { return last_lost(gap); }),
                      " are missing from ", of_, why.empty() ? "" : ": ", why);
    else if (!elsewhere_.empty())
        text = "no tick is known to be missing, but the file is " + elsewhere_;
    if (!end_.empty() && (!range || !last_ || *last_ < range->to))
        text += (text.empty() ? "" : "; ") + end_;
    return text;
}

}  // namespace tickreel
