#pragma once
// The damage found so far. Readable while it grows: capacity is reserved in advance, so entries
// never move; entries beyond it are counted but not stored.

#include <algorithm>
#include <mutex>
#include <span>
#include <vector>

#include "tickreel/reel/contents.h"

namespace tickreel {

class DamageList {
public:
    // Clears the list; not while it is being read.
    void reset(std::vector<Damage> known, std::size_t room) {
        list_ = std::move(known);
        list_.reserve(list_.size() + room);
    }
    // Does nothing if the place is already listed.
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
