#include "recorder/recording/game_probe.h"

namespace tickreel {

namespace {

constexpr std::size_t kWindow = 64;
constexpr std::size_t kWindowBytes = 1U << 16U;
// After the first ones a look at every single datagram would cost more than it tells.
constexpr std::uint64_t kLookAlways = 32;
constexpr std::uint64_t kLookEvery = 8;

}  // namespace

std::vector<Datagram> views(const std::deque<KeptDatagram>& kept, bool swap_directions) {
    std::vector<Datagram> result;
    result.reserve(kept.size());
    for (const KeptDatagram& datagram : kept) {
        const bool to_server = (datagram.direction == Direction::ToServer) != swap_directions;
        result.push_back(
            {to_server ? Direction::ToServer : Direction::ToClient, datagram.time, datagram.bytes});
    }
    return result;
}

Guess guess_game(std::span<const Game* const> games, const std::deque<KeptDatagram>& kept,
                 bool both_ways) {
    Guess best;
    for (const bool swapped : {false, true}) {
        if (swapped && !both_ways) break;
        const std::vector<Datagram> datagrams = views(kept, swapped);
        for (const Game* game : games) {
            if (game->probe == nullptr || game->make_decoder == nullptr) continue;
            const int score = game->probe(datagrams);
            if (score > best.score) best = {game, score, swapped};
        }
    }
    return best;
}

void GameProbe::add(const Datagram& datagram) {
    kept_.push_back(
        {datagram.direction, datagram.time, Bytes(datagram.bytes.begin(), datagram.bytes.end())});
    bytes_ += datagram.bytes.size();
    while (kept_.size() > 1 && (kept_.size() > kWindow || bytes_ > kWindowBytes)) {
        bytes_ -= kept_.front().bytes.size();
        kept_.pop_front();
    }
    ++seen_;
    if (seen_ > kLookAlways && seen_ % kLookEvery != 0) return;
    const Guess guess = guess_game(games_, kept_, both_ways_);
    if (guess.score > guess_.score) guess_ = guess;
}

}  // namespace tickreel
