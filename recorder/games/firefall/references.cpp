#include "recorder/games/firefall/references.h"

namespace tickreel::firefall {

References::Early References::assign(std::uint16_t reference, std::uint64_t id) {
    ids_[reference] = id;
    const auto found = waiting_.find(reference);
    if (found == waiting_.end()) return {};
    Early early = std::move(found->second);
    all_waiting_ -= early.updates.size();
    waiting_.erase(found);
    return early;
}

std::optional<std::uint64_t> References::find(std::uint16_t reference) const {
    const auto found = ids_.find(reference);
    if (found == ids_.end()) return std::nullopt;
    return found->second;
}

void References::wait(std::uint16_t reference, RecentUpdate update) {
    if (update.body.size() > ViewHistory::kKeptBytes || all_waiting_ >= kMaxAllWaiting) return;
    std::vector<RecentUpdate>& updates = waiting_[reference].updates;
    if (updates.size() == kMaxWaiting) {
        updates.erase(updates.begin());
        --all_waiting_;
    }
    updates.push_back(std::move(update));
    ++all_waiting_;
}

void References::note_event(std::uint16_t reference, std::chrono::nanoseconds time) {
    waiting_[reference].event = time;
}

void References::clear() {
    ids_.clear();
    waiting_.clear();
    all_waiting_ = 0;
}

}  // namespace tickreel::firefall
