#pragma once
// The events of the world of a match file. What a server tells everybody reaches one view with
// another snapshot than the next: its datagram came a little later, or was lost and sent again. Of
// an event that says whom it is about, and of what the server itself says in the chat, the world
// has one for all views, where the first has it: as many within 3 s as the view that has it most
// often. A view that hears nothing for a while, up to 10 s, has 3 s from then on. A line of the
// server does not say whether it was for all or for each of several.
// A view that begins has what was told before in its first frame, or never heard of it; the lines
// that announce it may be late.

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "tickreel/reel/match_reader.h"

namespace tickreel {

class WorldEvents {
public:
    WorldEvents(std::span<const MatchView> views, const Schema& world, double ticks_per_second);
    // Leaves out of the next frame of the world what it had before. `seen`: what the views have at
    // its tick, by number.
    void join(Frame& world, std::span<const std::optional<Frame>> seen);

private:
    using Counts = std::vector<std::uint32_t>;  // by view
    struct Told {
        Tick last = 0;
        Counts owed{};  // how many of them a view is still to have
    };
    using Key = std::pair<TypeId, std::vector<Word>>;
    std::uint32_t settle(const Key& key, Tick tick, const Counts& have);
    bool is_over(const Told& told, Tick now) const;
    void tell(Frame& world, std::span<const std::optional<Frame>> seen);

    const Schema& world_;
    Tick window_;
    Tick silence_;
    Tick timeout_;
    std::vector<std::vector<std::optional<TypeId>>> ids_{};  // the world's, by view and own id
    std::uint32_t segment_ = 0;
    std::vector<std::optional<Tick>> there_{};  // when the view had a frame last; nothing: not yet
    std::map<Key, Told> told_{};
};

}  // namespace tickreel
