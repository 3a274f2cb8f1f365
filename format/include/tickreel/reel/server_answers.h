#pragma once
// The ticks at which a server answered an input of the recorded client. A server makes the snapshot
// of a tick before it reads inputs, so one that answers within a tick has sent that tick's snapshot
// if one was due: what did not come is lost. A server that was late and skipped ticks answered
// nothing meanwhile. Answers wait for the next snapshot and travel with it: what was due between
// an answer and the snapshot that it came with was never sent. Answers are derived events of class
// Input with a field in ticks (the input's tick - the frame's), one in milliseconds (how long
// before its tick the input arrived) and maybe one in microseconds (the answer's arrival - the
// frame's).

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "tickreel/model/frame.h"
#include "tickreel/model/row.h"
#include "tickreel/reel/tick_set.h"

namespace tickreel {

class ServerAnswers {
public:
    explicit ServerAnswers(double ticks_per_second) : tick_ms_(1000 / ticks_per_second) {}

    void add(const Frame& frame, const Schema& schema);

    // From which tick on, `from` at the earliest, up to this snapshot it certainly sent no other.
    Tick silent_since(Tick from, Moment snapshot) const;
    // Ticks of [from, to) within which the server answered.
    std::vector<Tick> within(std::uint32_t segment, Tick from, Tick to) const {
        return answered_.within(segment, from, to);
    }
    // For how many of the snapshots that came it answered within their tick, 0 to 1.
    double share() const;

private:
    struct Answer {  // where its fields are
        FieldPlace ahead;
        FieldPlace left_ms;
        std::optional<FieldPlace> delay{};
    };
    static std::optional<Answer> answer_of(const ItemType& type);
    void add_silence(const Frame& frame, double answer_ms);

    double tick_ms_;
    std::map<TypeId, std::optional<Answer>> types_{};
    TickSet answered_{};
    TickSet silent_{};
    std::deque<Moment> recent_{};  // snapshots: an answer may come a second later
    std::uint64_t snapshots_ = 0;  // before those
    std::uint64_t with_answer_ = 0;
};

}  // namespace tickreel
