#include "format/reel/world_events.h"

#include <algorithm>
#include <utility>

#include "tickreel/model/names.h"

namespace tickreel {

namespace {

// What is not acknowledged is sent again after a second, perhaps more than once.
constexpr double kWindowSeconds = 3;
// A view without a snapshot for so long hears nothing, and is told all of it afterwards ...
constexpr double kSilenceSeconds = 0.5;
// ... or has left by then: clients and servers wait no longer for each other.
constexpr double kTimeoutSeconds = 10;
// Numbers in memory. No match has so many events a second; of a file that says so they stay.
constexpr std::size_t kMostCounts = std::size_t{1} << 22;

bool is_for_several(const ItemType& type, Row row) {
    return names_somebody(type, row) ||
           (type.use == TypeUse::Event && type.event_class == EventClass::Chat);
}

}  // namespace

WorldEvents::WorldEvents(std::span<const MatchView> views, const Schema& world,
                         double ticks_per_second)
    : world_(world),
      window_(static_cast<Tick>(kWindowSeconds * ticks_per_second)),
      silence_(static_cast<Tick>(kSilenceSeconds * ticks_per_second)),
      timeout_(static_cast<Tick>(kTimeoutSeconds * ticks_per_second)),
      there_(views.size()) {
    for (const MatchView& view : views) {
        std::vector<std::optional<TypeId>>& ids = ids_.emplace_back();
        for (const ItemType& type : view.schema.types()) ids.push_back(world.find(type.name));
    }
}

// How many of the event are new to the world, of which each view has so many at this tick.
std::uint32_t WorldEvents::settle(const Key& key, Tick tick, const Counts& have) {
    Told& told = told_[key];
    told.owed.resize(have.size());
    std::uint32_t fresh = 0;
    for (std::size_t view = 0; view < have.size(); ++view)
        if (have[view] > told.owed[view]) fresh = std::max(fresh, have[view] - told.owed[view]);
    for (std::size_t view = 0; view < have.size(); ++view) {
        // Who joins is told with its first snapshot what others heard of it before.
        const bool is_there = !there_[view] || tick - *there_[view] <= timeout_;
        const std::uint32_t owed = told.owed[view] + (is_there ? fresh : 0);
        told.owed[view] = owed - std::min(owed, have[view]);
    }
    if (fresh > 0) told.last = tick;
    return fresh;
}

// Nobody is told it later than this.
bool WorldEvents::is_over(const Told& told, Tick now) const {
    if (now - told.last <= window_) return false;
    for (std::size_t view = 0; view < told.owed.size(); ++view) {
        const Tick silent = there_[view] ? now - *there_[view] : 0;
        if (told.owed[view] > 0 && silent > silence_ && silent <= timeout_) return false;
    }
    return true;
}

void WorldEvents::join(Frame& world, std::span<const std::optional<Frame>> seen) {
    if (world.segment != segment_) {
        told_.clear();
        std::fill(there_.begin(), there_.end(), std::nullopt);
    }
    segment_ = world.segment;
    std::vector<std::size_t> begun;
    for (std::size_t view = 0; view < seen.size(); ++view) {
        if (!seen[view]) continue;
        const auto before = std::exchange(there_[view], world.tick);
        if (!before) begun.push_back(view);
        if (!before || world.tick - *before <= silence_) continue;
        for (auto& [key, told] : told_)  // it has its time from now on
            if (view < told.owed.size() && told.owed[view] > 0) told.last = world.tick;
    }
    std::erase_if(told_, [&](const auto& one) { return is_over(one.second, world.tick); });
    tell(world, seen);
    for (auto& [key, told] : told_)
        if (names_somebody(world_[key.first], key.second))
            for (const std::size_t view : begun)
                if (view < told.owed.size()) told.owed[view] = 0;
}

void WorldEvents::tell(Frame& world, std::span<const std::optional<Frame>> seen) {
    std::map<Key, Counts> have;
    for (const Event& event : world.events)
        if (world_.contains(event.type) && is_for_several(world_[event.type], event.row))
            have[{event.type, event.row}];
    if (have.empty()) return;
    if ((told_.size() + have.size()) * seen.size() > kMostCounts) return told_.clear();
    for (auto& [key, counts] : have) counts.resize(seen.size());
    for (std::size_t view = 0; view < seen.size(); ++view) {
        if (!seen[view]) continue;
        for (const Event& event : seen[view]->events) {
            if (event.type >= ids_[view].size() || !ids_[view][event.type]) continue;
            const auto known = have.find({*ids_[view][event.type], event.row});
            if (known != have.end()) ++known->second[view];
        }
    }
    std::map<Key, std::uint32_t> fresh;
    for (const auto& [key, counts] : have)  // an event that no view lists stays
        if (std::any_of(counts.begin(), counts.end(), [](auto count) { return count > 0; }))
            fresh[key] = settle(key, world.tick, counts);
    std::erase_if(world.events, [&](const Event& event) {
        const auto known = fresh.find({event.type, event.row});
        if (known == fresh.end()) return false;
        if (known->second == 0) return true;
        --known->second;
        return false;
    });
}

}  // namespace tickreel
