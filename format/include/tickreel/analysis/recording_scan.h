#pragma once
// Facts that need a pass over the whole recording: the checksum status of every snapshot, missing
// snapshots and all events. Runs in the background and publishes its result as it grows; the
// timeline, the event list and the "next problem" commands use it. Positions are those of Timeline.
// Memory: 20 bytes per snapshot, plus EventList; events are capped (kMaxEvents, kMaxEventText), and
// the result says so.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tickreel/analysis/delay_track.h"
#include "tickreel/analysis/event_list.h"
#include "tickreel/analysis/input_track.h"
#include "tickreel/analysis/integrity_index.h"
#include "tickreel/analysis/resend_track.h"
#include "tickreel/analysis/send_rates.h"
#include "tickreel/base/background.h"
#include "tickreel/model/roster.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

// Positions [from, to) whose due snapshots are missing: none of them where a segment lacks its end
// or its beginning, for the timeline has only what lies between snapshots.
struct Hole {
    std::int64_t from = 0;
    std::int64_t to = 0;
    Integrity kind = Integrity::Gap;  // or Unreadable
    std::string reason{};
    std::int64_t ticks = 0;  // that are missing, with and without a position
    std::int64_t last = 0;   // the last that had a snapshot, as far as is known; `to` is when the
                             // next one was due
};

// Shares of a stretch, indexed by Integrity: they sum to 1, or to 0 where nothing is known.
using IntegrityShares = std::array<double, kIntegrities>;

// The kind of event for display, e.g. "Kill", "joined": "Sv_KillMsg" becomes "Kill", "Cl_Kill"
// becomes "Kill request".
std::string event_title(const Schema& schema, const EventEntry& event);

struct RecordingScan {
    IntegrityIndex integrity{};  // of every snapshot
    // Ascending, without overlaps. A cut end lies beyond the last position.
    std::vector<Hole> holes{};
    EventList events{};
    RosterHistory roster{};  // players named by messages
    InputTrack inputs{};     // what the recorded client pressed, or everybody
    SendRates rates{};       // init, full, recover: how the sender kept the client up to date
    DelayTrack delays{};     // of each snapshot: age of its base, lag of acknowledgements, lateness
    ResendTrack resends{};   // what was sent again and asked for
    std::uint64_t events_left_out = 0;
    Statistics totals{};
    std::vector<std::string> problems{};  // damaged chunks and the like; the first hundred
    // What is missing or damaged, also beside the snapshots (missing_summary.h); empty if nothing
    // is, or until the scan is complete.
    std::string missing{};
    bool complete = false;

    // The worst status of the snapshots and holes within [from, to).
    Integrity worst(std::int64_t from, std::int64_t to) const;
    // The share of each status in [from, to), weighted by ticks. No status is dropped for being
    // rare.
    IntegrityShares shares(std::int64_t from, std::int64_t to) const;
    // The hole that contains a position, or nullptr.
    const Hole* hole_at(std::int64_t position) const;
    // The holes at the first position of [from, to) that is none itself: what the end of a map and
    // the beginning of the next lack.
    std::vector<Hole> border_holes(std::int64_t from, std::int64_t to) const;
    // What is missing in all holes of that kind, in ticks.
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
