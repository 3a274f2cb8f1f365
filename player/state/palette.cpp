#include "player/state/palette.h"

#include <algorithm>

#include "tickreel/base/ascii.h"

namespace tickreel {
namespace {

constexpr int kLetter = 1;
constexpr int kRun = 4;    // next to the letter before
constexpr int kStart = 6;  // at the start of a word

}  // namespace

int match_score(std::string_view title, std::string_view letters) {
    int score = 0;
    std::size_t at = 0;
    bool run = false;
    for (const char letter : letters) {
        if (letter == ' ') {
            run = false;
            continue;
        }
        const std::size_t before = at;
        while (at < title.size() && ascii_lower(title[at]) != ascii_lower(letter)) ++at;
        if (at == title.size()) return -1;
        const bool start = at == 0 || title[at - 1] == ' ';
        score += kLetter + (run && at == before ? kRun : 0) + (start ? kStart : 0);
        ++at;
        run = true;
    }
    return score;
}

std::vector<const Action*> find_actions(const ActionRegistry& actions, std::string_view letters,
                                        bool recording_open) {
    struct ScoredAction {
        const Action* action;
        int score;
    };
    std::vector<ScoredAction> found;
    for (const Action& action : actions.all()) {
        if (action.needs_recording && !recording_open) continue;
        const int score = std::max(match_score(action.title, letters),
                                   match_score(action.group + " " + action.title, letters) - 1);
        if (score >= 0 || letters.empty()) found.push_back({&action, score});
    }
    std::stable_sort(found.begin(), found.end(), [](const ScoredAction& a, const ScoredAction& b) {
        return a.score > b.score;
    });
    std::vector<const Action*> list;
    list.reserve(found.size());
    for (const ScoredAction& entry : found) list.push_back(entry.action);
    return list;
}

}  // namespace tickreel
