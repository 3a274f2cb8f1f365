#pragma once
// What is added to a recording while it is written: each frame once, as ranges to read. Of a
// complete recording: everything in one range. Whoever waits between two steps decides how long.

#include "tickreel/base/result.h"
#include "tickreel/model/frame.h"
#include "tickreel/reel/timeline.h"

namespace tickreel {

class ReelReader;

class ReelGrowth {
public:
    // Frames before `from` are not given.
    explicit ReelGrowth(Moment from) : next_(from) {}

    struct Step {
        MomentRange news{};  // frames that were not given before; empty: none came
        bool grown = false;  // something was added, if only a marker
        bool over = false;   // the recording is finished and everything of it was given
    };
    // Refreshes the reader unless its recording is finished, so nobody else may be reading.
    Result<Step> step(ReelReader& reel);
    // Frames from here on are given once more: reading ended before the end of the news.
    void back_to(Moment first) { next_ = first; }

private:
    Moment next_;
};

}  // namespace tickreel
