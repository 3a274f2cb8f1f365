#include "player/state/match_legend.h"

#include "tickreel/base/concat.h"

namespace tickreel {

std::string not_sent_to(const MatchViews& match) {
    return concat("not sent to ", match.name(), " at this tick");
}

std::vector<std::string> match_legend(const MatchViews& match, bool ghosts,
                                      const std::string& trouble) {
    if (match.is_union()) return {concat("union of ", match.match().views().size(), " views")};
    std::vector<std::string> lines{concat("view ", match.name())};
    if (ghosts)
        lines.push_back(trouble.empty() ? concat("ghosts: ", not_sent_to(match))
                                        : concat("ghosts: not known here: ", trouble));
    return lines;
}

std::string fog_legend(bool known, const std::string& words) {
    return concat(known ? "fog: " : "no fog, the area is not known: ", words);
}

}  // namespace tickreel
