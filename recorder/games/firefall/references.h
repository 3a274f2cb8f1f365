#pragma once
// 16-bit references of routed messages to view ids. A message often arrives before its reference is
// assigned; the game's client ignores it, and so do we. Its updates are kept for a while, because
// they may later explain a checksum difference; of other messages only the last one's time.

#include <unordered_map>

#include "recorder/games/firefall/view_history.h"

namespace tickreel::firefall {

class References {
public:
    static constexpr std::size_t kMaxWaiting = ViewHistory::kKept;  // updates per reference
    static constexpr std::size_t kMaxAllWaiting = 8192;             // of all together

    struct Early {
        std::vector<RecentUpdate> updates{};              // oldest first
        std::optional<std::chrono::nanoseconds> event{};  // the last one
    };

    // A later assignment replaces an earlier one. Returns what arrived before it.
    Early assign(std::uint16_t reference, std::uint64_t id);
    std::optional<std::uint64_t> find(std::uint16_t reference) const;
    void wait(std::uint16_t reference, RecentUpdate update);
    void note_event(std::uint16_t reference, std::chrono::nanoseconds time);
    void clear();

private:
    std::unordered_map<std::uint16_t, std::uint64_t> ids_{};
    std::unordered_map<std::uint16_t, Early> waiting_{};
    std::size_t all_waiting_ = 0;
};

}  // namespace tickreel::firefall
