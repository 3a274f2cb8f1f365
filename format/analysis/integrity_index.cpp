#include "tickreel/analysis/integrity_index.h"

#include <algorithm>
#include <cassert>

namespace tickreel {

namespace {

constexpr std::array kStored{Integrity::Match, Integrity::Absent, Integrity::Mismatch};
constexpr std::int64_t kReach = std::int64_t{1} << 30;  // maximum length of a block, in positions

}  // namespace

std::string_view integrity_name(Integrity integrity) {
    static constexpr std::array<std::string_view, kIntegrities> kNames{
        "none", "match", "absent", "gap", "unreadable", "mismatch"};
    return kNames[static_cast<std::size_t>(integrity)];
}

std::string_view integrity_text(Integrity integrity) {
    static constexpr std::array<std::string_view, kIntegrities> kTexts{
        "nothing known yet",
        "wire checksum matches",
        "no wire checksum",
        "gap: no snapshot was recorded",
        "unreadable: the file is damaged",
        "wire checksum does not match"};
    return kTexts[static_cast<std::size_t>(integrity)];
}

Integrity IntegrityIndex::Block::integrity(std::size_t index) const {
    return kStored[snapshots[index] & 3U];
}

// Index of its first snapshot at or after a position.
std::size_t IntegrityIndex::Block::lower_bound(std::int64_t wanted) const {
    const auto at = std::partition_point(
        snapshots.begin(), snapshots.end(),
        [&](std::uint32_t snapshot) { return first + (snapshot >> 2U) < wanted; });
    return static_cast<std::size_t>(at - snapshots.begin());
}

void IntegrityIndex::push_back(std::int64_t position, Integrity integrity) {
    const bool full = open_.snapshots.size() == kBlock ||
                      (!open_.snapshots.empty() && position - open_.first >= kReach);
    if (full) {
        open_.snapshots.shrink_to_fit();
        full_.push_back(std::make_shared<const Block>(std::move(open_)));
        open_ = {};
    }
    if (open_.snapshots.empty()) open_.first = position;
    const auto code = std::find(kStored.begin(), kStored.end(), integrity) - kStored.begin();
    assert(position >= open_.first && code < static_cast<std::ptrdiff_t>(kStored.size()));
    open_.snapshots.push_back(static_cast<std::uint32_t>(position - open_.first) << 2U |
                              static_cast<std::uint32_t>(code));
    open_.worst = std::max(open_.worst, integrity);
    ++open_.counts[static_cast<std::size_t>(integrity)];
    ++size_;
}

std::size_t IntegrityIndex::block_at(std::int64_t position) const {
    std::size_t from = 0;
    std::size_t to = blocks();
    while (to - from > 1) {
        const std::size_t middle = from + (to - from) / 2;
        (block(middle).first <= position ? from : to) = middle;
    }
    return from;
}

bool IntegrityIndex::contains(std::int64_t position) const {
    if (size_ == 0) return false;
    const Block& home = block(block_at(position));
    const std::size_t at = home.lower_bound(position);
    return at < home.snapshots.size() && home.position(at) == position;
}

Integrity IntegrityIndex::worst(std::int64_t from, std::int64_t to) const {
    if (size_ == 0) return Integrity::None;
    Integrity worst = Integrity::None;
    Integrity before = Integrity::None;
    for (std::size_t b = block_at(from); b < blocks(); ++b) {
        const Block& here = block(b);
        const std::size_t begin = here.lower_bound(from);
        const std::size_t end = here.lower_bound(to);
        if (begin > 0) before = here.integrity(begin - 1);
        if (begin == 0 && end == here.snapshots.size()) {
            worst = std::max(worst, here.worst);
            continue;
        }
        for (std::size_t i = begin; i < end && worst != Integrity::Mismatch; ++i)
            worst = std::max(worst, here.integrity(i));
        if (end < here.snapshots.size()) return worst == Integrity::None ? before : worst;
    }
    return worst;
}

IntegrityCounts IntegrityIndex::count(std::int64_t from, std::int64_t to) const {
    IntegrityCounts counts{};
    for (std::size_t b = size_ == 0 ? 0 : block_at(from); b < blocks(); ++b) {
        const Block& here = block(b);
        const std::size_t begin = here.lower_bound(from);
        const std::size_t end = here.lower_bound(to);
        if (begin == 0 && end == here.snapshots.size()) {
            for (std::size_t kind = 0; kind < kIntegrities; ++kind)
                counts[kind] += here.counts[kind];
            continue;
        }
        for (std::size_t i = begin; i < end; ++i)
            ++counts[static_cast<std::size_t>(here.integrity(i))];
        if (end < here.snapshots.size()) break;
    }
    return counts;
}

std::optional<std::int64_t> IntegrityIndex::next_mismatch(std::int64_t after) const {
    for (std::size_t b = size_ == 0 ? 0 : block_at(after); b < blocks(); ++b) {
        const Block& here = block(b);
        if (here.worst != Integrity::Mismatch) continue;
        for (std::size_t i = here.lower_bound(after + 1); i < here.snapshots.size(); ++i)
            if (here.integrity(i) == Integrity::Mismatch) return here.position(i);
    }
    return std::nullopt;
}

std::optional<std::int64_t> IntegrityIndex::previous_mismatch(std::int64_t before) const {
    for (std::size_t b = size_ == 0 ? 0 : block_at(before) + 1; b > 0; --b) {
        const Block& here = block(b - 1);
        if (here.worst != Integrity::Mismatch) continue;
        for (std::size_t i = here.lower_bound(before); i > 0; --i)
            if (here.integrity(i - 1) == Integrity::Mismatch) return here.position(i - 1);
    }
    return std::nullopt;
}

}  // namespace tickreel
