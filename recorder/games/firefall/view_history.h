#pragma once
// What happened to a view lately, to find out why a checksum of the server is not ours. The two
// channels are not in order against each other: a keyframe may be older than an update that came
// before it, and an update may come before the view or its reference is known. When one of the
// states that this explains has the server's checksum, that is what the server holds.

#include <chrono>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "recorder/games/firefall/view.h"

namespace tickreel::firefall {

enum class CheckReason : std::uint8_t {
    Agrees,
    OldKeyframe,     // the keyframe is older than an update that came before it
    EarlyUpdate,     // an update came before its view or reference was known
    PacketsLost,     // packets that may hold an update of it never came
    MovedOn,         // a movement view, and a pose came: that moves the server's without an update
    ReferenceLater,  // messages came by a reference that was not known yet; none explains it
    Unknown,
    NotTold,  // its reference was assigned again and no update came since: it had been out of reach
};

// What came of a checksum that nothing explained when it came.
enum class LaterCause : std::uint8_t {
    None,
    Keyframe,  // a later keyframe has that sum
    Update,    // with a later update the view has it
    Differs,   // the next keyframe has another sum; `fields` had changed without an update
};

struct LaterFinding {
    std::uint32_t expected = 0;
    LaterCause cause = LaterCause::None;
    std::chrono::nanoseconds after{};
    std::string fields{};
};

struct RecentUpdate {
    std::chrono::nanoseconds time{};
    Bytes body{};
    bool applied = false;
};

class ViewHistory {
public:
    static constexpr std::size_t kKept = 24;           // updates
    static constexpr std::chrono::seconds kReach{10};  // before a keyframe
    static constexpr std::size_t kKeptBytes = 4096;    // of them together
    static constexpr std::size_t kMaxUnexplained = 4;  // sums that wait for what comes later

    // `before`: what was known until now, nullptr when nothing was.
    void keyframe(std::chrono::nanoseconds time, const View* before);
    void update(RecentUpdate update);
    void pose(std::chrono::nanoseconds time) { pose_ = time; }
    void assigned_again(std::chrono::nanoseconds time) { assigned_again_ = time; }
    // The server's sum may be older than the updates before it: they are kept for a while.
    void agreed(std::chrono::nanoseconds time, std::uint64_t lost);
    // Nothing explains this sum of the server yet.
    void unexplained(std::uint32_t expected, std::chrono::nanoseconds time);
    bool has_unexplained() const { return !unexplained_.empty(); }
    // What a keyframe (it was `before`) or an update that has just been applied says about those.
    std::vector<LaterFinding> later(const View& now, const View* before,
                                    std::chrono::nanoseconds time);

    struct Finding {
        CheckReason reason = CheckReason::Unknown;
        std::optional<View> state{};                       // the one that has the checksum
        std::optional<std::chrono::nanoseconds> agreed{};  // when the view was last right
        std::uint64_t lost = 0;                            // packets since then
    };
    Finding find(const View& now, std::uint32_t expected, std::uint64_t lost) const;

private:
    struct Unexplained {
        std::uint32_t expected = 0;
        std::chrono::nanoseconds time{};
    };

    Finding find_state(const View& now, std::uint32_t expected) const;
    std::optional<Finding> find_from(std::size_t first, View tried, std::uint32_t expected) const;
    CheckReason guess(const View& now) const;
    bool is_fresh(std::chrono::nanoseconds time) const { return !agreed_ || time > *agreed_; }
    void drop_first();

    std::deque<RecentUpdate> updates_{};
    std::size_t bytes_ = 0;  // of their bodies
    std::optional<View> before_{};
    std::optional<std::chrono::nanoseconds> keyframe_{};
    std::optional<std::chrono::nanoseconds> agreed_{};
    std::optional<std::chrono::nanoseconds> pose_{};
    std::optional<std::chrono::nanoseconds> assigned_again_{};
    std::deque<Unexplained> unexplained_{};
    std::uint64_t lost_ = 0;
};

}  // namespace tickreel::firefall
