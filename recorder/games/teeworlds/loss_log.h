#pragma once
// Which snapshots of a timeline are lost, and whether only the input lacks them or the client went
// without them, too. Three things tell: snapshots that came and cannot be decoded, packets that
// could not be read, and what the client acknowledged. Each loss becomes a gap; what the input
// lacks is reported.

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "recorder/games/teeworlds/acked_ticks.h"
#include "recorder/games/teeworlds/frame_stream.h"
#include "recorder/games/teeworlds/wire/snap_receiver.h"
#include "tickreel/base/problem.h"

namespace tickreel::teeworlds {

class LossLog {
public:
    using Report = std::function<void(const std::string&, InputLoss)>;

    // The gaps go to `frames`.
    LossLog(FrameStream& frames, Report report) : frames_(frames), report_(std::move(report)) {}

    // Each outcome of the receiver, in order, before its frame is added.
    void take(const SnapOutcome& outcome);
    // A packet of the server, or a snapshot in it, that could not be read.
    void note_unreadable(Time time);
    // The client has this tick, of whichever map.
    void acknowledge(Tick tick);
    // Of this timeline; see AckedTicks.
    void acknowledge(Tick tick, Tick intended, Time time) {
        acked_.acknowledge(tick, intended, time);
    }
    void forget_acknowledged() { acked_.clear(); }
    // No snapshot follows; the next one begins a timeline.
    void end_timeline();

    // How many could not be decoded.
    const std::map<std::string, std::uint64_t>& by_reason() const { return lost_; }

private:
    // Snapshots in a row whose bases the client has and we lack: they are told together.
    struct Undecodable {
        Tick first = 0;
        Tick last = 0;
        Tick base = 0;  // of the first
        std::uint64_t snapshots = 0;
    };
    // Of a damaged capture they are the snapshots that did not come.
    static constexpr std::size_t kMaxUnreadable = 64;
    static constexpr std::size_t kMaxAcknowledged = 64;  // ticks: those of a second

    Tick begin_of_loss(const SnapOutcome& outcome);
    void take_lost(const SnapOutcome& outcome, Tick missing_from);
    bool is_loss_of_input(const SnapOutcome& outcome) const;
    bool builds_on_nothing(const SnapOutcome& outcome) const;
    Tick missing_base(const SnapOutcome& outcome) const;
    void note_known(Tick tick);
    void find_unreadable(const SnapOutcome& next);
    void end_undecodable();
    void end_acknowledged();

    FrameStream& frames_;
    Report report_;
    std::map<std::string, std::uint64_t> lost_{};
    Tick first_decoded_ = kNoTick;
    std::optional<Undecodable> undecodable_{};
    std::vector<Time> unreadable_{};   // since the newest snapshot
    std::set<Tick> baseless_{};        // came, and build on a snapshot that cannot be
    std::deque<Tick> acknowledged_{};  // what the client acknowledged last
    std::deque<Tick> known_ticks_{};   // delivered or named as lost, as far back as bases go
    Tick last_outcome_ = kNoTick;      // decoded or not
    Time last_outcome_time_{};
    Tick pace_ = 0;  // the shortest step between two; 0: none yet
    AckedTicks acked_{};
};

}  // namespace tickreel::teeworlds
