#include "recorder/recording/match_rounds.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "recorder/recording/match_start.h"
#include "tickreel/model/same_map.h"

namespace tickreel {

namespace {

// Snapshots of one tick come to all clients within this, two starts of a map are further apart. A
// clock that nobody compared for long may have gone another way: so much for each second.
constexpr double kOneStart = 2.0;
constexpr double kDrift = 1e-3;
constexpr double kUnwatched = 5.0;         // seconds without any client
constexpr std::size_t kMostTimelines = 8;  // that clients may be late on
constexpr std::size_t kMostCuts = 64;      // likewise

double seconds(std::chrono::nanoseconds time) {
    return std::chrono::duration<double>(time).count();
}

}  // namespace

std::shared_ptr<MatchRounds::Timeline> MatchRounds::find(const RoundPlace& place) const {
    for (auto it = timelines_.rbegin(); it != timelines_.rend(); ++it) {
        const Timeline& known = **it;
        if (!may_be_same_map(known.segment, place.segment)) continue;
        const double passed = seconds(place.time) - seconds(known.time);
        const double played =
            static_cast<double>(place.tick - known.newest) / place.ticks_per_second;
        if (std::abs(passed - played) <= kOneStart + kDrift * std::abs(passed)) return *it;
    }
    return nullptr;
}

std::shared_ptr<MatchRounds::Timeline> MatchRounds::add(const RoundPlace& place) {
    auto timeline = std::make_shared<Timeline>();
    timeline->segment = place.segment;
    timeline->newest = place.tick;
    timeline->time = place.time;
    timeline->match_start = place.match_start;
    timelines_.push_back(timeline);
    if (timelines_.size() > kMostTimelines) timelines_.erase(timelines_.begin());
    return timeline;
}

unsigned MatchRounds::begin_round(Timeline& timeline, Tick from, std::chrono::nanoseconds time) {
    begin_ = time;
    size_ = {};
    split_wanted_ = false;
    put_off_.reset();
    if (timeline.cuts.size() == kMostCuts) timeline.cuts.erase(timeline.cuts.begin());
    const auto behind = std::find_if(timeline.cuts.begin(), timeline.cuts.end(),
                                     [&](const Cut& cut) { return cut.from > from; });
    timeline.cuts.insert(behind, {from, ++newest_round_});
    return newest_round_;
}

void MatchRounds::go_on(unsigned round, std::chrono::nanoseconds begin, const RoundPlace& last) {
    const auto timeline = add(last);
    timeline->left = true;
    newest_round_ = round - 1;
    begin_round(*timeline, 0, begin);
}

// A client knows that a match began since its snapshot before; another one may have said so.
void MatchRounds::note_match(Timeline& timeline, const RoundPlace& place, Tick before) {
    const auto later = std::find_if(timeline.cuts.begin(), timeline.cuts.end(),
                                    [&](const Cut& cut) { return cut.from > before; });
    const Tick near = place.tick + static_cast<Tick>(kOneStart * place.ticks_per_second);
    if (later != timeline.cuts.end() && later->from <= near) {
        later->from = std::min(later->from, place.tick);
        return;
    }
    // The snapshot of the tick in which it begins may still be one of the match before.
    const bool exact =
        place.match_start && *place.match_start >= before && *place.match_start <= place.tick;
    begin_round(timeline, exact ? std::max(*place.match_start, before + 1) : place.tick,
                place.time);
}

bool MatchRounds::is_due(const RoundPlace& place) {
    const bool due = split_wanted_ || size_.is_full(options_.bytes) ||
                     (options_.time.count() != 0 && place.time - begin_ >= options_.time);
    if (!due || !options_.may_begin) return due;
    if (put_off_ && place.time - *put_off_ < options_.retry) return false;
    if (options_.may_begin()) return true;
    put_off_ = place.time;
    return false;
}

void MatchRounds::join(Member& member, const RoundPlace& place) {
    member.last_ = kNoTick;
    member.timeline_ = find(place);
    if (!member.timeline_) {
        member.timeline_ = add(place);
        if (options_.by_map || newest_round_ == 0)
            begin_round(*member.timeline_, 0, place.time);
        else
            member.timeline_->cuts.push_back({0, newest_round_});
        return;
    }
    // A match may have begun while nobody was there, or no recorder.
    const Timeline& known = *member.timeline_;
    const bool left = std::exchange(member.timeline_->left, false);
    const Tick alone = left ? 0 : static_cast<Tick>(kUnwatched * place.ticks_per_second);
    const Tick passed = place.tick - known.newest;
    if (passed <= alone || !place.match_start) return;
    if (*place.match_start > known.newest ||
        (known.match_start && is_another_match(*known.match_start, *place.match_start, passed)))
        note_match(*member.timeline_, place, known.newest);
}

unsigned MatchRounds::round_of(Member& member, const RoundPlace& place) {
    if (!member.timeline_) join(member, place);
    Timeline& timeline = *member.timeline_;
    if (place.match_begins && member.last_ != kNoTick) note_match(timeline, place, member.last_);
    if (place.tick > timeline.newest) {
        const bool newest = timeline.cuts.back().round == newest_round_;
        if (newest && is_due(place)) begin_round(timeline, place.tick, place.time);
        if (!newest && !options_.by_map) timeline.cuts.push_back({place.tick, newest_round_});
        timeline.newest = place.tick;
        timeline.time = place.time;
        timeline.match_start = place.match_start;
    }
    member.last_ = place.tick;
    const auto cut = std::find_if(timeline.cuts.rbegin(), timeline.cuts.rend(),
                                  [&](const Cut& one) { return one.from <= place.tick; });
    return cut == timeline.cuts.rend() ? timeline.cuts.front().round : cut->round;
}

void MatchRounds::count(Member& member, unsigned round, const FileSize& size) {
    const bool another = round != member.round_ || size.bytes < member.size_.bytes;  // file
    const FileSize counted = another ? FileSize{} : member.size_;
    if (round == newest_round_) {
        size_.bytes += size.bytes - counted.bytes;
        size_.head += size.head - std::min(size.head, counted.head);
    }
    member.round_ = round;
    member.size_ = size;
}

}  // namespace tickreel
