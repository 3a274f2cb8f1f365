#include "recorder/games/teeworlds/wire/snap_sender.h"

#include <cassert>

#include "recorder/games/teeworlds/wire/snap_crc.h"

namespace tickreel::teeworlds {

namespace {

constexpr std::int32_t kInitEvery = 10;
constexpr std::int32_t kRecoverEvery = 50;

}  // namespace

void SnapSender::reset() {
    state_ = State::Init;
    acked_ = newest_ = last_base_ = -1;
    backlog_.clear();
}

bool SnapSender::wants(std::int32_t tick) const {
    switch (state_) {
        case State::Init:
            return tick % kInitEvery == 0;
        case State::Recover:
            return tick % kRecoverEvery == 0;
        case State::Full:
            break;
    }
    return true;
}

bool SnapSender::acknowledge(std::int32_t tick) {
    if (tick < -1 || tick > newest_) return false;
    acked_ = tick;
    if (tick > 0) state_ = State::Full;
    return true;
}

std::vector<Bytes> SnapSender::send(std::int32_t tick,
                                    std::shared_ptr<const WireSnapshot> snapshot) {
    assert(tick > newest_ && snapshot);
    newest_ = tick;
    backlog_.erase(backlog_.begin(), backlog_.lower_bound(tick - kBacklogTicks));
    const auto found = backlog_.find(acked_);
    if (found == backlog_.end() && state_ == State::Full) state_ = State::Recover;

    const WireSnapshot nothing;
    std::optional<std::vector<std::int32_t>> delta;
    last_base_ = kNoBase;
    if (found != backlog_.end()) {
        delta = make_snap_delta(*found->second, *snapshot, protocol_);
        if (delta) last_base_ = found->first;
    }
    // Without a base, or if an item changed its size, which a difference cannot encode.
    if (!delta) delta = make_snap_delta(nothing, *snapshot, protocol_);
    if (!delta) return {};
    auto messages = write_snap(protocol_, tick, last_base_, *delta, snap_crc(*snapshot));
    if (!messages) return {};
    backlog_[tick] = std::move(snapshot);
    return *std::move(messages);
}

}  // namespace tickreel::teeworlds
