#include "recorder/recording/outage_log.h"

#include <algorithm>
#include <utility>

namespace tickreel {

void OutageLog::begin(FileOutage now) {
    if (now_)
        now_->error = std::move(now.error);
    else
        now_ = std::move(now);
}

void OutageLog::end(std::uint32_t first_segment, const Give& nowhere) {
    if (!now_) return;
    give_segments(0, first_segment, nowhere);
    now_.reset();
    lost_.clear();
}

void OutageLog::lose_file() {
    for (const auto& [segment, ticks] : in_file_)
        for (const Tick tick : {ticks.first, ticks.last}) note_lost({segment, tick});
    in_file_.clear();
}

void OutageLog::count(std::uint64_t snapshots) {
    snapshots_lost_ += snapshots;
    if (now_) now_->snapshots_lost += snapshots;
}

std::optional<std::uint32_t> OutageLog::first_segment() const {
    if (!now_ || lost_.empty()) return std::nullopt;
    return lost_.begin()->first;
}

void OutageLog::give_segments(std::uint32_t first, std::uint32_t end, const Give& give) const {
    if (!now_) return;
    for (auto one = lost_.lower_bound(first); one != lost_.end() && one->first < end; ++one)
        give({one->first, one->second.first, one->second.last + 1, now_->error});
}

void OutageLog::give_before(const Frame& frame, const Give& give) const {
    if (const Ticks* lost = lost_of(frame.segment))
        give({frame.segment, lost->first, frame.tick, now_->error});
}

void OutageLog::give(const Gap& gap, const Give& give) const {
    const Ticks* lost = lost_of(gap.segment);
    if (lost == nullptr || lost->first >= gap.to) return give(gap);
    const Tick from = std::max(gap.from, lost->first);
    if (gap.from < from) give({gap.segment, gap.from, from, gap.reason});
    give({gap.segment, from, gap.to, now_->error});
}

bool OutageLog::covers(const Gap& gap) const {
    const Ticks* lost = lost_of(gap.segment);
    return lost != nullptr && lost->first <= gap.from && gap.to <= lost->last;
}

void OutageLog::note(TicksBySegment& ticks, Moment frame) {
    constexpr std::size_t kMostSegments = 1000;  // of a server that changes its map all the time
    if (ticks.size() == kMostSegments && !ticks.contains(frame.segment)) ticks.erase(ticks.begin());
    Ticks& of = ticks.try_emplace(frame.segment, Ticks{frame.tick, frame.tick}).first->second;
    of = {std::min(of.first, frame.tick), std::max(of.last, frame.tick)};
}

const OutageLog::Ticks* OutageLog::lost_of(std::uint32_t segment) const {
    if (!now_) return nullptr;
    const auto lost = lost_.find(segment);
    return lost == lost_.end() ? nullptr : &lost->second;
}

}  // namespace tickreel
