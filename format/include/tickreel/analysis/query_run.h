#pragma once
// A query over a whole recording, beside the frame: where it holds, as stretches of snapshots in a
// row. Published while it grows. Positions are those of Timeline.
// Memory: kMaxHits stretches, each with a line of text; what lies beyond is counted.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tickreel/base/background.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

inline constexpr std::size_t kMaxHits = 20'000;

struct QueryHit {
    std::int64_t from = 0;  // the first and the last snapshot of the stretch
    std::int64_t to = 0;
    std::uint32_t snapshots = 0;
    std::optional<ItemKey> item{};  // what made it true, when that is an item
    std::string label{};            // the item or the event, as people call it
};

struct QueryResult {
    std::string text{};   // as asked
    std::string error{};  // why it cannot be asked
    std::vector<QueryHit> hits{};
    std::uint64_t left_out = 0;   // stretches beyond kMaxHits
    std::uint64_t snapshots = 0;  // for which it holds
    std::uint64_t read = 0;
    std::uint64_t too_many = 0;  // snapshots with more combinations than were tried
    std::string problem{};       // the first thing that could not be read
    bool complete = false;

    // The first hit that begins behind / the last that begins before a position.
    const QueryHit* next(std::int64_t after) const;
    const QueryHit* previous(std::int64_t before) const;
};
using QueryResultPointer = std::shared_ptr<const QueryResult>;

// The body of the background job.
void run_query(const ReelReader& reader, const std::string& text, WorkControl& control,
               const std::function<void(QueryResultPointer)>& publish);

}  // namespace tickreel
