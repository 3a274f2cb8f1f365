#pragma once
// What only a walk through the whole recording can tell: how trustworthy every snapshot is, where
// snapshots are missing, what happened when. Made in the background, published while it grows;
// the timeline, the event list and the jumps live on it. Positions are those of Timeline.
// Memory: 4 bytes a snapshot, see also EventList; events are capped (kMaxEvents, kMaxEventText) and
// say so.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tickreel/analysis/event_list.h"
#include "tickreel/analysis/integrity_index.h"
#include "tickreel/base/background.h"
#include "tickreel/model/roster.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

struct Hole {  // positions [from, to) without the snapshots that were due
    std::int64_t from = 0;
    std::int64_t to = 0;
    Integrity kind = Integrity::Gap;  // or Unreadable
    std::string reason{};
};

// Which part of a stretch is what, indexed by Integrity: sums to 1, or to 0 where nothing is known.
using IntegrityShares = std::array<double, kIntegrities>;

// "Kill", "joined": what kind of thing this is, in words: "Sv_KillMsg" is "Kill", "Cl_Kill" is
// "Kill request".
std::string event_title(const Schema& schema, const EventEntry& event);

struct RecordingScan {
    IntegrityIndex integrity{};  // of every snapshot
    // Rising, none overlaps another. What was cut off the end lies behind the last position.
    std::vector<Hole> holes{};
    EventList events{};
    RosterHistory roster{};  // whom messages name
    std::uint64_t events_left_out = 0;
    Statistics totals{};
    std::vector<std::string> problems{};  // damaged chunks and the like, the first hundred
    bool complete = false;

    // The worst of the snapshots and holes within [from, to).
    Integrity worst(std::int64_t from, std::int64_t to) const;
    // What each part of [from, to) is, by its ticks. Nothing that is there is left out for being
    // small.
    IntegrityShares shares(std::int64_t from, std::int64_t to) const;
    // The hole that a position lies in, or null.
    const Hole* hole_at(std::int64_t position) const;
    // How many ticks all holes of that kind take.
    std::int64_t hole_ticks(Integrity kind) const;
    // The nearest mismatch or hole after / before a position.
    std::optional<std::int64_t> next_problem(std::int64_t after) const;
    std::optional<std::int64_t> previous_problem(std::int64_t before) const;
};

Integrity integrity_of(const WireInfo& wire);  // Match, Absent or Mismatch

inline constexpr std::size_t kMaxEvents = 400'000;
inline constexpr std::size_t kMaxEventText = 32U << 20;

using ScanPointer = std::shared_ptr<const RecordingScan>;

// The body of the background job.
void scan_recording(const ReelReader& reader, WorkControl& control,
                    const std::function<void(ScanPointer)>& publish);

}  // namespace tickreel
