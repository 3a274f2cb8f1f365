#pragma once
// What a picture of a match file says of itself: one wording for the window and for pictures.

#include <string>
#include <vector>

#include "player/state/match_views.h"

namespace tickreel {

std::string not_sent_to(const MatchViews& match);  // "not sent to NAME at this tick"
// `trouble`: why there are no ghosts; "" when all is well.
std::vector<std::string> match_legend(const MatchViews& match, bool ghosts,
                                      const std::string& trouble);
// Of a view that is to be shown beside it and has nothing there.
std::string nothing_there(const MatchViews& match);
// That the file has the match several times; "": it has not, or the picture needs no other view.
std::string numbers_legend(const MatchViews& match, bool ghosts);
// Of the fog: its rule, or why it is not `known`.
std::string fog_legend(bool known, const std::string& words);

}  // namespace tickreel
