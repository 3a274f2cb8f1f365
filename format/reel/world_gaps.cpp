#include "format/reel/world_gaps.h"

#include "tickreel/reel/gap_list.h"

namespace tickreel {

namespace {

// Servers pause as long while a client that is new has acknowledged nothing.
constexpr double kPauseSeconds = 0.2;

}  // namespace

WorldGaps::WorldGaps(std::span<const MatchView> views) : views_(views) {
    for (const MatchView& view : views) {
        seen_.push_back({StatisticsCounter(view.info.ticks_per_second)});
        for (const Gap& gap : view.gaps) seen_.back().counter.add(gap);
    }
}

void WorldGaps::add(std::uint32_t view, const Frame& frame, Moment of_world) {
    Seen& seen = seen_[view];
    seen.counter.add(frame, views_[view].schema);
    const auto [known, fresh] =
        seen.segments.try_emplace(frame.segment, Place{of_world.segment, frame.tick, frame.tick});
    known->second.last = frame.tick;
}

std::vector<Gap> WorldGaps::in_world(const Seen& view, std::span<const Gap> gaps) {
    std::vector<Gap> moved;
    for (Gap gap : gaps) {
        const auto place = view.segments.find(gap.segment);
        if (place == view.segments.end()) continue;
        gap.segment = place->second.of_world;
        moved.push_back(std::move(gap));
    }
    return moved;
}

// Between the stays of views in a segment of the world.
std::vector<Gap> WorldGaps::deserted() const {
    std::vector<Gap> stays;
    for (const Seen& view : seen_)
        for (const auto& [segment, place] : view.segments)
            stays.push_back({place.of_world, place.first, place.last + 1, ""});
    stays = join_gaps(std::move(stays));
    std::vector<Gap> between;
    for (std::size_t i = 1; i < stays.size(); ++i) {
        const Gap hole{stays[i].segment, stays[i - 1].to, stays[i].from, std::string(kDeserted)};
        const auto ticks = static_cast<double>(hole.to - hole.from);
        if (stays[i - 1].segment == hole.segment &&
            ticks > kPauseSeconds * views_.front().info.ticks_per_second)
            between.push_back(hole);
    }
    return between;
}

std::vector<Gap> WorldGaps::result() const {
    std::vector<Gap> lost = deserted();
    std::vector<Gap> known;
    for (std::size_t i = 0; i < seen_.size(); ++i) {
        const Seen& view = seen_[i];
        std::vector<Gap> unknown =
            in_world(view, view.counter.result(views_[i].info.properties).gaps);
        lost.insert(lost.end(), unknown.begin(), unknown.end());
        for (Gap& wait : in_world(view, view.counter.waits())) unknown.push_back(std::move(wait));
        unknown = join_gaps(std::move(unknown));
        for (const auto& [segment, place] : view.segments)
            for (Gap& had :
                 gaps_without({{place.of_world, place.first, place.last + 1, ""}}, unknown))
                known.push_back(std::move(had));
    }
    return gaps_without(join_gaps(std::move(lost)), join_gaps(std::move(known)));
}

}  // namespace tickreel
