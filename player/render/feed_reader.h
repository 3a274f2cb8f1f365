#pragma once
// The kills, chat lines and inputs of a stretch of a recording, for the pictures of it. Reads the
// stretch once, and what lies before it as long as its lines are shown.

#include <vector>

#include "player/draw/scene.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

// The first moment whose lines are still shown at `from`: kFeedSeconds before it.
Moment feed_start(const Timeline& timeline, Moment from);

class FeedReader {
public:
    // From feed_start() of `from`, up to and including `until`.
    FeedReader(const ReelReader& reel, Moment from, Moment until);

    // Those shown at a position (ticks on the timeline), oldest first. Valid until the next call.
    std::span<const FeedLine> at(double position);
    const InputTrack& inputs() const { return inputs_; }

private:
    struct Said {
        std::int64_t position = 0;
        FeedLine line{};
    };
    const Timeline& timeline_;
    std::vector<Said> said_;
    InputTrack inputs_;
    std::vector<FeedLine> shown_;
};

}  // namespace tickreel
