#pragma once
// How the sender kept the recorded client up to date, by the wire facts of its snapshots: in full
// until it first had an acknowledged base (Init), as deltas (Full rate), in full again where its
// acknowledgements were too old to be a base (Recover). Init keeps to every kInitStep-th tick: a
// snapshot in full at another one was due at the full rate, so the sender was past Init, as after
// some map changes, and recovers from then on, at most kRecoverStep ticks apart. Positions are
// those of Timeline.
// Memory: one entry for each change, at most kMaxSendRates of them.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "tickreel/model/frame.h"

namespace tickreel {

enum class SendRate : std::uint8_t { Init, Full, Recover };
inline constexpr std::size_t kSendRateCount = 3;
std::string_view send_rate_name(SendRate rate);  // "init"
inline constexpr Tick kInitStep = 10;
inline constexpr Tick kRecoverStep = 50;
inline constexpr std::size_t kMaxSendRates = 100'000;

// The rate of each snapshot, frames in order.
class SendRateReader {
public:
    std::optional<SendRate> read(const Frame& frame);  // nothing: it did not come off the wire

private:
    std::optional<std::uint32_t> segment_{};
    bool begun_ = false;  // the full rate, in this segment
};

// Ascending, without overlaps: each stretch lasts until the next snapshot of another rate, or to
// the last snapshot of its segment.
class SendRates {
public:
    struct Stretch {
        std::int64_t from = 0;
        std::int64_t to = 0;
        SendRate rate = SendRate::Init;
        bool operator==(const Stretch&) const = default;
    };

    // Frames in order; `position` of the frame. One that did not come off the wire tells nothing.
    void add(const Frame& frame, std::int64_t position);

    const std::vector<Stretch>& stretches() const { return stretches_; }
    // Without a single delta there is nothing to say: a sender that has none always sends in full.
    bool known() const;
    bool left_out() const { return left_out_; }        // those beyond kMaxSendRates
    const Stretch* find(std::int64_t position) const;  // nullptr: nothing is known there
    // Ticks of each rate within [from, to), indexed by SendRate.
    std::array<double, kSendRateCount> ticks(double from, double to) const;

private:
    std::vector<Stretch> stretches_{};
    SendRateReader rates_{};
    std::optional<std::uint32_t> segment_{};  // of the last stretch
    bool left_out_ = false;
};

}  // namespace tickreel
