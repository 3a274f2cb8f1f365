#pragma once
// Help for typing a query (query_run.h): completion candidates, and example queries that have hits
// in the recording.

#include <string>
#include <string_view>
#include <vector>

#include "tickreel/model/frame.h"
#include "tickreel/model/roster.h"
#include "tickreel/model/schema.h"

namespace tickreel {

struct QueryCandidate {
    enum class Kind { Type, Event, Field, EnumValue, Function, Keyword };
    std::string text{};
    Kind kind = Kind::Keyword;
};

struct QueryCompletion {
    std::size_t from = 0;  // candidates replace the text from here to the cursor
    std::vector<QueryCandidate> candidates{};
};

// At most kMaxCandidates that complete the word before the cursor (a byte offset): fields after
// "Type.", enum values after a comparison with an enum, otherwise types, event classes, fields that
// only one type has, functions and keywords. None inside quotes.
inline constexpr std::size_t kMaxCandidates = 24;
QueryCompletion complete_query(const Schema& schema, std::string_view text, std::size_t cursor);

// Queries that hold at this frame, built from its content: a value, a count, a name, an event. Each
// one was evaluated against the frame.
std::vector<std::string> query_examples(const Schema& schema, const Frame& frame,
                                        const Roster* roster = nullptr);

}  // namespace tickreel
