#include "player/state/match_legend.h"

#include "tickreel/base/concat.h"

namespace tickreel {

std::string not_sent_to(const MatchViews& match) {
    return concat("not sent to ", match.name(), " at this tick");
}

std::vector<std::string> match_legend(const MatchViews& match, bool ghosts,
                                      const std::string& trouble) {
    std::vector<std::string> lines{match.is_union()
                                       ? concat("union of ", match.match().views().size(), " views")
                                       : concat("view ", match.name())};
    if (ghosts && !match.is_union())
        lines.push_back(trouble.empty() ? concat("ghosts: ", not_sent_to(match))
                                        : concat("ghosts: not known here: ", trouble));
    if (std::string numbers = numbers_legend(match, ghosts); !numbers.empty())
        lines.push_back(std::move(numbers));
    return lines;
}

std::string nothing_there(const MatchViews& match) {
    return match.is_numbered_apart() ? "has no snapshot at this tick with these numbers of players"
                                     : "has no snapshot at this tick";
}

std::string numbers_legend(const MatchViews& match, bool ghosts) {
    if (!match.is_numbered_apart()) return {};
    if (match.is_union())
        return "the server numbers players in several ways: of the views only those with these "
               "numbers are in this part";
    return ghosts ? "no ghosts from views in which the server numbers players otherwise" : "";
}

std::string fog_legend(bool known, const std::string& words) {
    return concat(known ? "fog: " : "no fog, the area is not known: ", words);
}

}  // namespace tickreel
