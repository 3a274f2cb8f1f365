#pragma once
// What happened to a view lately, to find out why a checksum of the server is not ours. The two
// channels are not in order against each other: a keyframe may be older than an update that came
// before it, and an update may come before the view or its reference is known. When one of the
// states that this explains has the server's checksum, that is what the server holds.

#include <chrono>
#include <deque>
#include <optional>

#include "recorder/games/firefall/view.h"

namespace tickreel::firefall {

enum class CheckReason : std::uint8_t {
    Agrees,
    OldKeyframe,     // the keyframe is older than an update that came before it
    EarlyUpdate,     // an update came before its view or reference was known
    PacketsLost,     // packets that may hold an update of it never came
    MovedOn,         // a movement view that the server moved without an update
    ReferenceLater,  // messages came by a reference that was not known yet; none explains it
    Unknown,
};

struct RecentUpdate {
    std::chrono::nanoseconds time{};
    Bytes body{};
    bool applied = false;
};

class ViewHistory {
public:
    static constexpr std::size_t kKept = 24;           // updates; of a real match 17 were needed
    static constexpr std::chrono::seconds kReach{10};  // before a keyframe
    static constexpr std::size_t kKeptBytes = 4096;    // of them together

    // `before`: what was known until now, nullptr when nothing was.
    void keyframe(std::chrono::nanoseconds time, const View* before);
    void update(RecentUpdate update);
    void agreed(std::chrono::nanoseconds time, std::uint64_t lost);

    struct Finding {
        CheckReason reason = CheckReason::Unknown;
        std::optional<View> state{};                       // the one that has the checksum
        std::optional<std::chrono::nanoseconds> agreed{};  // when the view was last right
        std::uint64_t lost = 0;                            // packets since then
    };
    Finding find(const View& now, std::uint32_t expected, std::uint64_t lost) const;

private:
    Finding find_state(const View& now, std::uint32_t expected) const;

    std::deque<RecentUpdate> updates_{};
    std::size_t bytes_ = 0;  // of their bodies
    std::optional<View> before_{};
    std::optional<std::chrono::nanoseconds> keyframe_{};
    std::optional<std::chrono::nanoseconds> agreed_{};
    std::uint64_t lost_ = 0;
};

}  // namespace tickreel::firefall
