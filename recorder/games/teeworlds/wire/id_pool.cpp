#include "recorder/games/teeworlds/wire/id_pool.h"

#include <numeric>

namespace tickreel::teeworlds {

IdPool::IdPool(int size)
    : free_(static_cast<std::size_t>(size)), used_(static_cast<std::size_t>(size), false) {
    std::iota(free_.begin(), free_.end(), 0);
}

std::optional<int> IdPool::take(Time now) {
    while (!resting_.empty() && now - resting_.front().since >= kRest) {
        free_.push_front(resting_.front().id);  // as the game's servers: ids stay small
        resting_.pop_front();
    }
    if (free_.empty()) return std::nullopt;
    const int id = free_.front();
    free_.pop_front();
    used_[static_cast<std::size_t>(id)] = true;
    ++in_use_;
    return id;
}

bool IdPool::give_back(int id, Time now) {
    if (id < 0 || static_cast<std::size_t>(id) >= used_.size()) return false;
    if (!used_[static_cast<std::size_t>(id)]) return false;
    used_[static_cast<std::size_t>(id)] = false;
    --in_use_;
    resting_.push_back({id, now});
    return true;
}

std::optional<int> EventIds::take() {
    if (next_ >= kMaxEvents) return std::nullopt;
    return next_++;
}

}  // namespace tickreel::teeworlds
