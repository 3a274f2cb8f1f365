#include "player/draw/evolved_frames.h"

namespace tickreel {

namespace {

constexpr std::size_t kMany = 512;  // frames: some hundred kB each in a crowded match

Snapshot evolved_snapshot(Evolver& evolver, const Frame& frame) {
    std::vector<std::pair<ItemKey, std::vector<Word>>> changed;
    for (const Item item : frame.snapshot) {
        if (!evolver.evolves(item.key.type)) continue;
        const Row now = evolver.evolve(item.key, item.row, frame.tick);
        if (!now.empty() && now.data() != item.row.data())
            changed.emplace_back(item.key, std::vector<Word>(now.begin(), now.end()));
    }
    if (changed.empty()) return frame.snapshot;
    SnapshotBuilder builder(frame.snapshot);
    for (const auto& [key, row] : changed) builder.set(key, row);
    return builder.build();
}

}  // namespace

const Frame& EvolvedFrames::entry(Evolver& evolver, const Frame& frame) {
    Entry& entry = entries_[frame.moment()];
    if (entry.used == 0 || !entry.from.same_storage(frame.snapshot)) {
        entry.from = frame.snapshot;
        entry.frame = frame;
        entry.frame.snapshot = evolved_snapshot(evolver, frame);
    }
    entry.used = round_ + 1;
    return entry.frame;
}

const Frame* EvolvedFrames::evolved(Evolver& evolver, const Frame* frame) {
    return frame != nullptr ? &entry(evolver, *frame) : nullptr;
}

std::span<const Frame> EvolvedFrames::evolved(Evolver& evolver, std::span<const Frame> frames) {
    recent_.clear();
    for (const Frame& frame : frames) recent_.push_back(entry(evolver, frame));
    return recent_;
}

void EvolvedFrames::tidy() {
    if (entries_.size() > kMany)
        std::erase_if(entries_, [&](const auto& known) { return known.second.used < round_; });
    ++round_;
}

}  // namespace tickreel
