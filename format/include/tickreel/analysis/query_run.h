#pragma once
// A query over a recording: where it holds, as stretches of snapshots in a row, one for each thing.
// The sum of their snapshots is what SQL counts for the same condition. Positions are those of
// Timeline.

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
    std::int64_t from = 0;  // the first and the last snapshot of the stretch
    std::int64_t to = 0;
    std::uint32_t snapshots = 0;    // in which it holds; an event stands for itself
    std::optional<ItemKey> item{};  // what made it true, when that is an item
    std::optional<TypeId> type{};   // of the item or the event; nothing: the snapshot itself
    std::string name{};             // of the player it is about, "" when there is none
    std::string label{};            // the item or the event, as people call it
};

struct QueryTotals {
    std::uint64_t hits = 0;
    std::uint64_t snapshots = 0;  // sum over the hits
    std::uint64_t read = 0;       // snapshots that were looked at
    std::uint64_t too_many = 0;   // of them with more combinations than were tried
};

// Hits in the order in which they begin, as soon as no longer one that began before can grow.
// Memory: that of one open stretch a thing, and of the hits that wait for them.
// With `evolvers` there are fields as "now_x": where clients evolve things to at the snapshot's
// tick. `on_hit` and `on_frame` (progress) return false to stop. The error says why the query
// cannot be asked, or the recording not be read; damaged parts are reported and passed over.
Result<QueryTotals> find_hits(const ReelReader& reader, MomentRange range, std::string_view text,
                              const ProblemSink& problems,
                              const std::function<bool(const QueryHit&)>& on_hit,
                              const std::function<bool(Moment)>& on_frame = {},
                              EvolverMakers evolvers = {});

inline constexpr std::size_t kMaxHits = 20'000;  // that a QueryResult keeps

struct QueryResult {
    std::string text{};   // as asked
    std::string error{};  // why it cannot be asked
    std::vector<QueryHit> hits{};
    std::uint64_t left_out = 0;   // hits beyond kMaxHits
    std::uint64_t snapshots = 0;  // sum over all hits
    std::uint64_t read = 0;
    std::uint64_t too_many = 0;  // snapshots with more combinations than were tried
    std::string problem{};       // the first thing that could not be read
    bool complete = false;

    // The first hit that begins behind / the last that begins before a position.
    const QueryHit* next(std::int64_t after) const;
    const QueryHit* previous(std::int64_t before) const;
};
using QueryResultPointer = std::shared_ptr<const QueryResult>;

// The body of the background job: published while it grows.
void run_query(const ReelReader& reader, const std::string& text, WorkControl& control,
               const std::function<void(QueryResultPointer)>& publish, EvolverMakers evolvers = {},
               Evolution::FindMap find_map = {});

}  // namespace tickreel
