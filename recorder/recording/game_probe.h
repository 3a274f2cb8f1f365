#pragma once
// Detects the game of a connection from its datagrams. Keeps a window of the last ones, because a
// client may query server information for hours before it joins; it never gives up.

#include <deque>
#include <optional>
#include <span>
#include <vector>

#include "recorder/games/game.h"

namespace tickreel {

inline constexpr int kSureOfGame = 50;  // of 100, see Game::probe

struct KeptDatagram {
    Direction direction = Direction::ToServer;
    std::chrono::nanoseconds time{};
    Bytes bytes{};
    bool restarted = false;  // another recorder took it in than the one before it
};

std::vector<Datagram> views(const std::deque<KeptDatagram>& kept, bool swap_directions);

struct Guess {
    const Game* game = nullptr;
    int score = 0;
    bool swapped = false;  // the assumed directions were reversed
};

// The best of `games` for these datagrams; with `both_ways` also with directions swapped.
Guess guess_game(std::span<const Game* const> games, const std::deque<KeptDatagram>& kept,
                 bool both_ways);

class GameProbe {
public:
    // `both_ways`: the directions are assumed and may be reversed.
    explicit GameProbe(std::span<const Game* const> games, bool both_ways = false)
        : games_(games.begin(), games.end()), both_ways_(both_ways) {}

    void add(const Datagram& datagram);
    // The best guess so far; `score` is kSureOfGame or more as soon as it is clear.
    const Guess& guess() const { return guess_; }
    const std::deque<KeptDatagram>& kept() const { return kept_; }
    std::uint64_t seen() const { return seen_; }
    void forget() { kept_.clear(); }  // keeps the guess

private:
    std::vector<const Game*> games_;
    bool both_ways_;
    std::deque<KeptDatagram> kept_;
    std::size_t bytes_ = 0;
    std::uint64_t seen_ = 0;
    Guess guess_;
};

}  // namespace tickreel
