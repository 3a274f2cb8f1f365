#pragma once
// What the client acknowledges in its inputs: it had those snapshots, so they were sent. Those that
// never came here are missing, also where nothing follows that builds on them. An acknowledgement
// is foreign bytes: of a tick that the server cannot have reached it says nothing.

#include <deque>
#include <optional>

#include "recorder/games/teeworlds/wire/sequence.h"
#include "tickreel/model/item.h"

namespace tickreel::teeworlds {

class AckedTicks {
public:
    // `intended`: the tick that the input is for, later than all that its client has.
    void acknowledge(Tick tick, Tick intended, Time time);
    // A snapshot that came, in order; whether it can be decoded or not.
    void pass(Tick tick, Time time);
    void clear() { *this = {}; }  // a new timeline

    // Since the newest snapshot that came.
    struct Missing {
        Tick from = 0;
        Tick last = 0;
        Time since{};  // the client said so
    };
    // `pace`: the shortest step between two; 0: none yet.
    std::optional<Missing> behind_newest(Tick pace) const;
    // Where that begins of which `tick` is the end, as it came and cannot be decoded; `base`: that
    // did not come, or kNoTick.
    Tick missing_before(Tick tick, Tick base, Tick pace) const;

private:
    static constexpr double kTicksPerSecond = 50;
    static constexpr double kJitter = 25;  // ticks that the way may have held the newest back
    static constexpr std::size_t kMost = 256;
    // As long as one may be on its way. A client that has nothing new for longer was sent nothing.
    static constexpr Time kPause = std::chrono::seconds(1);

    struct Ack {
        Tick tick = 0;
        Time time{};
    };

    Tick begin(Tick known, Tick pace) const;

    Tick newest_ = kNoTick;
    Time newest_time_{};
    Time nothing_new_{};       // the client had nothing newer then
    std::deque<Ack> ahead_{};  // of newest_, rising
};

}  // namespace tickreel::teeworlds
