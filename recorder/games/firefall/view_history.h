#pragma once
// The recent changes of a view, to find out why a checksum of the server differs. The two channels
// are not ordered relative to each other: a keyframe may be older than an update that arrived
// before it, and an update may arrive before the view or its reference is known. If one of the
// states that this explains has the server's checksum, the server holds that state.

#include <chrono>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "recorder/games/firefall/view.h"

namespace tickreel::firefall {

enum class CheckReason : std::uint8_t {
    Agrees,
    OldKeyframe,  // the keyframe is older than an update that arrived before it
    EarlyUpdate,  // an update arrived before its view or reference was known
    PacketsLost,  // lost packets may have contained an update of it
    MovedOn,      // a movement view, and a pose arrived: that moves the server's without an update
    ReferenceLater,  // messages used a reference that was not known yet; none explains it
    Unknown,
    OutOfRange,  // its reference was assigned again, no update since: it had been out of range
};

// The later outcome for a checksum that was unexplained at first.
enum class LaterCause : std::uint8_t {
    None,
    Keyframe,  // a later keyframe has that checksum
    Update,    // a later update gives the view that checksum
    Differs,   // the next keyframe differs; `fields` had changed without an update
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
    static constexpr std::size_t kKeptBytes = 4096;    // of all bodies together
    static constexpr std::size_t kMaxUnexplained = 4;  // checksums waiting for an explanation

    // `before`: the state until now, nullptr if there was none.
    void keyframe(std::chrono::nanoseconds time, const View* before);
    void update(RecentUpdate update);
    void pose(std::chrono::nanoseconds time) { pose_ = time; }
    void assigned_again(std::chrono::nanoseconds time) { assigned_again_ = time; }
    // The server's checksum may be older than the updates before it: they are kept for a while.
    void agreed(std::chrono::nanoseconds time, std::uint64_t lost);
    // Nothing explains this checksum of the server yet.
    void unexplained(std::uint32_t expected, std::chrono::nanoseconds time);
    bool has_unexplained() const { return !unexplained_.empty(); }
    // What a keyframe (replacing `before`) or an update just applied explains of those.
    std::vector<LaterFinding> later(const View& now, const View* before,
                                    std::chrono::nanoseconds time);

    struct Finding {
        CheckReason reason = CheckReason::Unknown;
        std::optional<View> state{};                       // the state with that checksum
        std::optional<std::chrono::nanoseconds> agreed{};  // when the view last agreed
        std::uint64_t lost = 0;                            // packets lost since then
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
    std::size_t bytes_ = 0;  // of the updates' bodies
    std::optional<View> before_{};
    std::optional<std::chrono::nanoseconds> keyframe_{};
    std::optional<std::chrono::nanoseconds> agreed_{};
    std::optional<std::chrono::nanoseconds> pose_{};
    std::optional<std::chrono::nanoseconds> assigned_again_{};
    std::deque<Unexplained> unexplained_{};
    std::uint64_t lost_ = 0;
};

}  // namespace tickreel::firefall
