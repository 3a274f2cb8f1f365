#pragma once
// Help with typing a query (query_run.h): what could come next, and examples that a recording
// answers.

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
    std::size_t from = 0;  // the candidates replace the text from here to the cursor
    std::vector<QueryCandidate> candidates{};
};

// At most kMaxCandidates that begin with what stands before the cursor (in bytes): behind "Type."
// its fields, behind a comparison with an enumeration its values, else types, classes of events,
// fields that only one type has, functions and words. None inside of quotes.
inline constexpr std::size_t kMaxCandidates = 24;
QueryCompletion complete_query(const Schema& schema, std::string_view text, std::size_t cursor);

// Queries that hold at this frame, made from what is in it: a value, a count, a name, an event.
// Each was asked of the frame.
std::vector<std::string> query_examples(const Schema& schema, const Frame& frame,
                                        const Roster* roster = nullptr);

}  // namespace tickreel
