#pragma once
// Runs a query over a recording and returns where it holds: runs of consecutive snapshots, one run
// per item or event. The sum of their snapshots equals what SQL counts for the same condition.
// Positions are those of Timeline.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tickreel/base/background.h"
#include "tickreel/reel/evolution.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

struct QueryHit {
    std::int64_t from = 0;  // the first and the last snapshot of the run
    std::int64_t to = 0;
    std::uint32_t snapshots = 0;    // snapshots in which it holds; 1 for an event
    std::optional<ItemKey> item{};  // the item that satisfied it, if any
    std::optional<TypeId> type{};   // of the item or event; empty: the snapshot itself
    std::string name{};             // of the player concerned; "" if there is none
    std::string label{};            // the item or event, formatted for display
};

struct QueryTotals {
    std::uint64_t hits = 0;
    std::uint64_t snapshots = 0;       // sum over the hits
    std::uint64_t read = 0;            // snapshots evaluated
    std::uint64_t too_many = 0;        // snapshots with more combinations than were tried
    std::vector<std::string> notes{};  // names that no player has, absent types
    // Fields that the query compares whose numbers are others in `cat` and `sql`.
    std::vector<std::string> scales{};
};

// What to say where QueryTotals::too_many is not 0.
std::string too_many_text(std::uint64_t snapshots);

// Hits are delivered in order of their beginning, as soon as no earlier run can still grow. Memory:
// one open run per item, and the hits waiting for them. With `evolvers`, speed and dist are of
// where clients show an item, and there are also fields "now_x": values that clients evolve to the
// snapshot's tick. `on_hit` and `on_frame` (progress)
// return false to stop. The error says why the query is invalid or the recording unreadable;
// damaged parts are reported and skipped. `known`: where the recording's schema does not do, others
// in which to read the query, the first one first: that schema with more types behind. Of those the
// recording has nothing, and a note says so.
Result<QueryTotals> find_hits(const ReelReader& reader, MomentRange range, std::string_view text,
                              const ProblemSink& problems,
                              const std::function<bool(const QueryHit&)>& on_hit,
                              const std::function<bool(Moment)>& on_frame = {},
                              EvolverMakers evolvers = {},
                              const std::function<std::vector<Schema>()>& known = {});

// The items and events that it names, itself or by their class; none of what is no query.
std::vector<TypeId> types_of_query(std::string_view text, const Schema& schema);

inline constexpr std::size_t kMaxHits = 20'000;  // kept in a QueryResult

struct QueryResult {
    std::string text{};   // the query
    std::string error{};  // why it is invalid
    std::vector<QueryHit> hits{};
    std::uint64_t left_out = 0;   // hits beyond kMaxHits
    std::uint64_t snapshots = 0;  // sum over all hits
    std::uint64_t read = 0;
    std::uint64_t too_many = 0;        // snapshots with more combinations than were tried
    std::string problem{};             // the first part that could not be read
    std::vector<std::string> notes{};  // names that no player has; known at the end
    bool complete = false;

    // The first hit that begins after / the last that begins before a position.
    const QueryHit* next(std::int64_t after) const;
    const QueryHit* previous(std::int64_t before) const;
};
using QueryResultPointer = std::shared_ptr<const QueryResult>;

// The body of the background job; publishes the result as it grows.
void run_query(const ReelReader& reader, const std::string& text, WorkControl& control,
               const std::function<void(QueryResultPointer)>& publish, EvolverMakers evolvers = {},
               Evolution::FindMap find_map = {});

}  // namespace tickreel
