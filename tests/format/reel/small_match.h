#pragma once
// A short recording with all features: several groups and segments, definitions in between, an
// attachment, checkpoints; small enough to damage every byte of it.

#include <vector>

#include "tests/format/reel/reel_file.h"
#include "tickreel/model/frame.h"

namespace tickreel_test {

struct SmallMatch {
    std::vector<tickreel::Frame> frames{};
    tickreel::Bytes file{};
};

SmallMatch make_small_match(bool finish);

// The frame at that moment; nullptr if there is none.
const tickreel::Frame* find_frame(const std::vector<tickreel::Frame>& frames,
                                  tickreel::Moment moment);
bool same_frame(const tickreel::Frame& a, const tickreel::Frame& b);

// Reads all frames and returns their number, or -1 if one of them is wrong.
int count_right_frames(const tickreel::ReelReader& reader,
                       const std::vector<tickreel::Frame>& frames);

}  // namespace tickreel_test
