#pragma once
// 16-bit references of routed messages to view ids. A message often comes before its reference is
// assigned; the game's client ignores it, and so do we. Its updates are kept for a while, because
// they explain a checksum that is not ours later.

#include <unordered_map>

#include "recorder/games/firefall/view_history.h"

namespace tickreel::firefall {

class References {
public:
    static constexpr std::size_t kMaxWaiting = 16;       // updates of a reference
    static constexpr std::size_t kMaxAllWaiting = 8192;  // of all together

    // A later assignment replaces. The updates that came before it, oldest first.
    std::vector<RecentUpdate> assign(std::uint16_t reference, std::uint64_t id);
    std::optional<std::uint64_t> find(std::uint16_t reference) const;
    void wait(std::uint16_t reference, RecentUpdate update);
    void clear();

private:
    std::unordered_map<std::uint16_t, std::uint64_t> ids_{};
    std::unordered_map<std::uint16_t, std::vector<RecentUpdate>> waiting_{};
    std::size_t all_waiting_ = 0;
};

}  // namespace tickreel::firefall
