#pragma once
// Which of the players that a query names were never there: a typing mistake would otherwise look
// like "it never happened".

#include <set>
#include <string>
#include <vector>

#include "format/analysis/query.h"

namespace tickreel {

class UnseenNames {
public:
    explicit UnseenNames(const Query& query);

    // `before`: the previous frame of the segment, or nullptr: its names have been looked at.
    void add(const Schema& schema, const Frame& frame, const Frame* before, const Roster& roster);
    // A sentence for each: "no player is named \"Astr\"; did you mean 'Aster'?"
    std::vector<std::string> notes() const;

private:
    void look_at(const std::string& told);

    std::vector<QueryName> unseen_;
    std::set<std::string> others_;  // at most kMaxNames, to suggest one
};

}  // namespace tickreel
