#pragma once
// Views of one made-up match, and match files of them.

#include <memory>
#include <string>
#include <vector>

#include "tickreel/reel/match_merge.h"
#include "tickreel/reel/match_reader.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel_test {

// Recordings of one match, each as a client would have it: it lacks items, has others with other
// values, skips ticks, has a clock, types and events of its own. `seed`: of the match.
std::vector<tickreel::Bytes> make_view_files(std::size_t count, std::uint64_t seed = 5);
tickreel::Bytes merge_files(const std::vector<tickreel::Bytes>& files,
                            tickreel::ViewClocks clocks = tickreel::ViewClocks::OfAny);
// What the views together know, as a recording.
std::unique_ptr<tickreel::ReelReader> world_of(const tickreel::MatchReader& match);
tickreel::Bytes cut_view_file(const tickreel::MatchReader& match, std::uint32_t view);
std::vector<tickreel::Frame> all_frames(const tickreel::ReelReader& reel);
// "" if the two hold the same, else what differs first.
std::string same_recording(const tickreel::ReelReader& a, const tickreel::ReelReader& b);

}  // namespace tickreel_test
