#pragma once
// Markers that somebody set while no file was open: they stand at the beginning of the next one,
// and say when they were set. Not thread-safe.

#include <string>
#include <utility>
#include <vector>

#include "tickreel/model/frame.h"

namespace tickreel {

class HeldMarkers {
public:
    // False: too many wait already.
    bool hold(Marker marker) {
        constexpr std::size_t kMost = 1000;
        if (waiting_.size() >= kMost) return false;
        waiting_.push_back(std::move(marker));
        return true;
    }
    // A file begins with this frame: what it gets.
    const std::vector<Marker>& give(const Moment& first) {
        given_ = take();
        for (Marker& marker : given_) marker.moment = first;
        return given_;
    }
    // The file has taken a snapshot, or is closed, with what it got, ...
    void keep_given() { given_.clear(); }
    // ... or it never took one: what it got waits again.
    void take_back() {
        // Some may wait already, set after the last frame of the map that this file ends with.
        given_.insert(given_.end(), waiting_.begin(), waiting_.end());
        waiting_ = std::exchange(given_, {});
    }
    // No file follows.
    std::vector<Marker> take() { return std::exchange(waiting_, {}); }

private:
    std::vector<Marker> waiting_{};
    std::vector<Marker> given_{};  // to a file that has not taken a snapshot
};

}  // namespace tickreel
