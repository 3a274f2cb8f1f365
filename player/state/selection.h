#pragma once
// What of the recording is looked at: the selected item, the item that the camera follows, and the
// pinned frame that the current one is compared with.

#include <optional>
#include <vector>

#include "tickreel/model/frame.h"
#include "tickreel/model/roster.h"

namespace tickreel {

class Selection {
public:
    const std::optional<ItemKey>& selected() const { return selected_; }
    const std::optional<ItemKey>& followed() const { return followed_; }
    const std::optional<Frame>& pinned() const { return pinned_; }

    void select(std::optional<ItemKey> key) { selected_ = key; }
    // Whom the camera follows is selected too; nothing: a free camera, the selection stays.
    void follow(std::optional<ItemKey> key) {
        followed_ = key;
        selected_ = key ? key : selected_;
    }
    void pin(const Frame& frame) { pinned_ = frame; }
    void unpin() { pinned_.reset(); }

private:
    std::optional<ItemKey> selected_;
    std::optional<ItemKey> followed_;
    std::optional<Frame> pinned_;
};

// What a camera can follow: named things with a position, else all things with one.
std::vector<ItemKey> followable(const Schema& schema, const Snapshot& snapshot,
                                const Roster* roster);

}  // namespace tickreel
