#pragma once
// The damage found so far. Grows while others look at it: room is taken in advance, so that what
// was handed out stays where it is, and what finds no room is counted but not kept.

#include <algorithm>
#include <mutex>
#include <span>
#include <vector>

#include "tickreel/reel/contents.h"

namespace tickreel {

class DamageList {
public:
    // Starts again; not while others look.
    void reset(std::vector<Damage> known, std::size_t room) {
        list_ = std::move(known);
        list_.reserve(list_.size() + room);
    }
    // Nothing when the same place is listed.
    void add(Damage damage) {
        const std::scoped_lock lock(mutex_);
        const bool listed = std::any_of(list_.begin(), list_.end(), [&](const Damage& other) {
            return other.offset == damage.offset && other.length == damage.length;
        });
        if (!listed && list_.size() < list_.capacity()) list_.push_back(std::move(damage));
    }
    std::span<const Damage> all() const {
        const std::scoped_lock lock(mutex_);
        return list_;
    }

private:
    mutable std::mutex mutex_;
    std::vector<Damage> list_;
};

}  // namespace tickreel
