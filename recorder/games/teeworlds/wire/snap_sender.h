#pragma once
// The server's side of snapshots for ONE client: when to send (INIT: every 10th tick, FULL: every
// tick, RECOVER: every 50th), against which base (the newest acknowledged one, if it is among those
// of the last 150 ticks), and in which messages. The caller decides which ticks are snapshot ticks
// (even ones in the real servers) and sends each message immediately, not vital.

#include <map>
#include <memory>
#include <vector>

#include "recorder/games/teeworlds/wire/snap_messages.h"

namespace tickreel::teeworlds {

class SnapSender {
public:
    enum class State : std::uint8_t { Init, Full, Recover };
    static constexpr std::int32_t kBacklogTicks = 3 * kTicksPerSecond;

    explicit SnapSender(Protocol protocol = Protocol::V06) : protocol_(protocol) {}

    bool wants(std::int32_t tick) const;
    // The messages (including the id) that bring the client to `snapshot`; none if it needs more
    // than 64 parts. Ticks must increase (assert).
    std::vector<Bytes> send(std::int32_t tick, std::shared_ptr<const WireSnapshot> snapshot);
    // The ack tick of an INPUT message; -1 requests a full snapshot. Acks from the future or below
    // -1 are ignored (false).
    bool acknowledge(std::int32_t tick);
    void reset();  // new map: back to INIT, nothing stored

    State state() const { return state_; }
    std::int32_t last_acknowledged() const { return acked_; }
    std::size_t backlog() const { return backlog_.size(); }
    std::int32_t last_base() const { return last_base_; }

private:
    Protocol protocol_;
    State state_ = State::Init;
    std::int32_t acked_ = -1;
    std::int32_t newest_ = -1;
    std::int32_t last_base_ = kNoBase;
    std::map<std::int32_t, std::shared_ptr<const WireSnapshot>> backlog_;
};

}  // namespace tickreel::teeworlds
