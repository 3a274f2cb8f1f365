#include "recorder/capture/fragments.h"

#include <algorithm>

namespace tickreel {

namespace {

constexpr std::uint32_t kMaxPayload = 65535;
constexpr std::size_t kMaxWaiting = 64;  // packets: at most 4 MiB
constexpr std::chrono::seconds kPatience{30};

std::uint32_t size_of(const Bytes& bytes) {
    return static_cast<std::uint32_t>(bytes.size());
}

}  // namespace

void Fragments::insert(Puzzle& puzzle, const IpPayload& fragment) {
    const std::uint32_t end = fragment.offset + static_cast<std::uint32_t>(fragment.bytes.size());
    const bool bad_length = fragment.more && fragment.bytes.size() % 8 != 0;
    if (end > kMaxPayload || bad_length || fragment.cut || fragment.bytes.empty()) {
        puzzle.spoiled = true;
        return;
    }
    if (!fragment.more) {
        if (puzzle.total && *puzzle.total != end) puzzle.spoiled = true;
        puzzle.total = end;
    }
    auto& pieces = puzzle.pieces;
    const auto after = std::find_if(pieces.begin(), pieces.end(), [&](const Piece& piece) {
        return piece.offset >= fragment.offset;
    });
    if (after != pieces.end() && after->offset == fragment.offset &&
        after->bytes.size() == fragment.bytes.size())
        return;  // duplicate
    if (after != pieces.end() && after->offset < end) puzzle.spoiled = true;
    if (after != pieces.begin()) {
        const Piece& before = *std::prev(after);
        if (before.offset + size_of(before.bytes) > fragment.offset) puzzle.spoiled = true;
    }
    if (!puzzle.spoiled)
        pieces.insert(after,
                      {fragment.offset, Bytes(fragment.bytes.begin(), fragment.bytes.end())});
}

std::optional<Bytes> Fragments::add(const IpPayload& fragment, std::chrono::nanoseconds time) {
    forget_old(time);
    const auto [entry, is_new] = waiting_.try_emplace(fragment.key);
    Puzzle& puzzle = entry->second;
    if (is_new) puzzle.first_seen = time;
    if (!puzzle.spoiled) insert(puzzle, fragment);
    if (puzzle.spoiled) {
        puzzle.pieces.clear();
        return std::nullopt;
    }
    if (!puzzle.total) return std::nullopt;
    std::uint32_t have = 0;
    for (const Piece& piece : puzzle.pieces) have += size_of(piece.bytes);
    if (have != *puzzle.total) {
        if (have > *puzzle.total) puzzle.spoiled = true;
        return std::nullopt;
    }
    Bytes whole;
    whole.reserve(have);
    for (const Piece& piece : puzzle.pieces)
        whole.insert(whole.end(), piece.bytes.begin(), piece.bytes.end());
    waiting_.erase(entry);
    return whole;
}

void Fragments::forget_old(std::chrono::nanoseconds time) {
    for (auto it = waiting_.begin(); it != waiting_.end();) {
        if (time - it->second.first_seen <= kPatience) {
            ++it;
            continue;
        }
        ++given_up_;
        it = waiting_.erase(it);
    }
    if (waiting_.size() < kMaxWaiting) return;
    const auto oldest = std::min_element(
        waiting_.begin(), waiting_.end(),
        [](const auto& a, const auto& b) { return a.second.first_seen < b.second.first_seen; });
    ++given_up_;
    waiting_.erase(oldest);
}

}  // namespace tickreel
