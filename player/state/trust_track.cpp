#include "player/state/trust_track.h"

#include <algorithm>
#include <cassert>

namespace tickreel {

namespace {

constexpr std::array kStored{Trust::Ok, Trust::Absent, Trust::Mismatch};
constexpr std::int64_t kReach = std::int64_t{1} << 30;  // of a block, in positions

}  // namespace

std::string_view trust_name(Trust trust) {
    switch (trust) {
        case Trust::Ok:
            return "ok";
        case Trust::Absent:
            return "absent";
        case Trust::Gap:
            return "gap";
        case Trust::Mismatch:
            return "mismatch";
        case Trust::None:
            break;
    }
    return "none";
}

Trust TrustTrack::Block::trust(std::size_t index) const {
    return kStored[snapshots[index] & 3U];
}

// Index of its first snapshot at or behind a position.
std::size_t TrustTrack::Block::lower_bound(std::int64_t wanted) const {
    const auto at = std::partition_point(
        snapshots.begin(), snapshots.end(),
        [&](std::uint32_t snapshot) { return first + (snapshot >> 2U) < wanted; });
    return static_cast<std::size_t>(at - snapshots.begin());
}

void TrustTrack::push_back(std::int64_t position, Trust trust) {
    const bool full = open_.snapshots.size() == kBlock ||
                      (!open_.snapshots.empty() && position - open_.first >= kReach);
    if (full) {
        open_.snapshots.shrink_to_fit();
        full_.push_back(std::make_shared<const Block>(std::move(open_)));
        open_ = {};
    }
    if (open_.snapshots.empty()) {
        open_.first = position;
    }
    const auto code = std::find(kStored.begin(), kStored.end(), trust) - kStored.begin();
    assert(position >= open_.first && code < static_cast<std::ptrdiff_t>(kStored.size()));
    open_.snapshots.push_back(static_cast<std::uint32_t>(position - open_.first) << 2U |
                              static_cast<std::uint32_t>(code));
    open_.worst = std::max(open_.worst, trust);
    ++size_;
}

std::size_t TrustTrack::block_at(std::int64_t position) const {
    std::size_t from = 0;
    std::size_t to = blocks();
    while (to - from > 1) {
        const std::size_t middle = from + (to - from) / 2;
        (block(middle).first <= position ? from : to) = middle;
    }
    return from;
}

bool TrustTrack::contains(std::int64_t position) const {
    if (size_ == 0) {
        return false;
    }
    const Block& home = block(block_at(position));
    const std::size_t at = home.lower_bound(position);
    return at < home.snapshots.size() && home.position(at) == position;
}

Trust TrustTrack::worst(std::int64_t from, std::int64_t to) const {
    if (size_ == 0) {
        return Trust::None;
    }
    Trust worst = Trust::None;
    Trust before = Trust::None;
    for (std::size_t b = block_at(from); b < blocks(); ++b) {
        const Block& here = block(b);
        const std::size_t begin = here.lower_bound(from);
        const std::size_t end = here.lower_bound(to);
        if (begin > 0) {
            before = here.trust(begin - 1);
        }
        if (begin == 0 && end == here.snapshots.size()) {
            worst = std::max(worst, here.worst);
            continue;
        }
        for (std::size_t i = begin; i < end && worst != Trust::Mismatch; ++i) {
            worst = std::max(worst, here.trust(i));
        }
        if (end < here.snapshots.size()) {
            return worst == Trust::None ? before : worst;
        }
    }
    return worst;
}

std::optional<std::int64_t> TrustTrack::next_mismatch(std::int64_t after) const {
    for (std::size_t b = size_ == 0 ? 0 : block_at(after); b < blocks(); ++b) {
        const Block& here = block(b);
        if (here.worst != Trust::Mismatch) {
            continue;
        }
        for (std::size_t i = here.lower_bound(after + 1); i < here.snapshots.size(); ++i) {
            if (here.trust(i) == Trust::Mismatch) {
                return here.position(i);
            }
        }
    }
    return std::nullopt;
}

std::optional<std::int64_t> TrustTrack::previous_mismatch(std::int64_t before) const {
    for (std::size_t b = size_ == 0 ? 0 : block_at(before) + 1; b > 0; --b) {
        const Block& here = block(b - 1);
        if (here.worst != Trust::Mismatch) {
            continue;
        }
        for (std::size_t i = here.lower_bound(before); i > 0; --i) {
            if (here.trust(i - 1) == Trust::Mismatch) {
                return here.position(i - 1);
            }
        }
    }
    return std::nullopt;
}

}  // namespace tickreel
