#pragma once
// How is said what a damaged or unfinished file lacks; for missing_summary() of recordings, match
// files and their views.

#include <functional>
#include <string>
#include <vector>

#include "tickreel/model/frame.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

// "420..518, 900..998 and 2 more stretches": the first and the last tick of each. `place` names a
// moment, `last` is the last tick of a stretch.
std::string stretches_text(const std::vector<Gap>& gaps,
                           const std::function<std::string(Moment)>& place,
                           const std::function<Tick(const Gap&)>& last);
std::string where_text(const Damage& damage);
bool overlap(const Gap& gap, MomentRange range);
// A file without its footer may have had more behind what is there, up to tick `last`.
// `complete`: it ended there, and what follows is no part of it, or of a change to it.
std::string end_missing_text(const std::string& last, const Damage* tail, bool complete);

}  // namespace tickreel
