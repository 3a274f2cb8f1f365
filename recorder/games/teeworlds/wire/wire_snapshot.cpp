#include "recorder/games/teeworlds/wire/wire_snapshot.h"

#include <algorithm>

namespace tickreel::teeworlds {

namespace {

constexpr std::size_t kHeaderWords = 2;   // data size, number of items
constexpr std::size_t kPerItemWords = 2;  // offset, key

std::size_t image_bytes(std::size_t items, std::size_t words) {
    return 4 * (kHeaderWords + items * kPerItemWords + words);
}

}  // namespace

SnapItem WireSnapshot::get_item(std::size_t index) const {
    const Entry& entry = entries_[index];
    return {key_type(entry.key), key_id(entry.key),
            std::span(words_).subspan(entry.offset, entry.count)};
}

std::optional<std::size_t> WireSnapshot::index_of(SnapKey key, std::size_t likely) const {
    if (likely < entries_.size() && entries_[likely].key == key && key != kInvalidKey)
        return likely;
    if (invalidated_) {
        for (std::size_t i = 0; i < entries_.size(); ++i)
            if (entries_[i].key == key && key != kInvalidKey) return i;
        return std::nullopt;
    }
    const auto found =
        std::lower_bound(by_key_.begin(), by_key_.end(), key,
                         [&](std::uint16_t index, SnapKey k) { return entries_[index].key < k; });
    if (found == by_key_.end() || entries_[*found].key != key) return std::nullopt;
    return *found;
}

std::optional<std::span<const std::int32_t>> WireSnapshot::find_item(int type, int id) const {
    if (type < 0 || type > kMaxItemType || id < 0 || id > kMaxItemId) return std::nullopt;
    const std::optional<std::size_t> index = index_of(make_key(type, id));
    if (!index) return std::nullopt;
    return get_item(*index).ints;
}

void WireSnapshot::invalidate_item(std::size_t index) {
    entries_[index].key = kInvalidKey;
    invalidated_ = true;
}

std::size_t WireSnapshot::image_size() const {
    return image_bytes(entries_.size(), words_.size());
}

bool WireSnapshot::same_items(const WireSnapshot& other) const {
    if (entries_.size() != other.entries_.size()) return false;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        const std::optional<std::size_t> index = other.index_of(entries_[i].key, i);
        if (!index) return false;
        const auto mine = get_item(i).ints;
        const auto theirs = other.get_item(*index).ints;
        if (!std::equal(mine.begin(), mine.end(), theirs.begin(), theirs.end())) return false;
    }
    return true;
}

void SnapBuilder::begin() {
    snapshot_ = {};
    slots_.fill(0);
}

bool SnapBuilder::begin(const WireSnapshot& base, std::span<const SnapKey> without,
                        std::size_t items, std::size_t words) {
    begin();
    if (base.invalidated_) return false;
    snapshot_.entries_.reserve(std::min(items, kMaxSnapshotItems));
    snapshot_.words_.reserve(std::min(words, kMaxSnapshotImage / 4));
    std::vector<std::uint16_t> places(base.num_items());  // index + 1 of what stays
    for (std::size_t i = 0; i < base.num_items(); ++i) {
        const SnapKey key = base.key(i);
        if (std::binary_search(without.begin(), without.end(), key)) continue;
        const auto ints = base.get_item(i).ints;
        add(slot_of(key), key, ints.size());
        snapshot_.words_.insert(snapshot_.words_.end(), ints.begin(), ints.end());
        places[i] = static_cast<std::uint16_t>(snapshot_.entries_.size());
    }
    snapshot_.by_key_.reserve(snapshot_.entries_.capacity());
    for (const std::uint16_t index : base.by_key_)
        if (places[index] != 0)
            snapshot_.by_key_.push_back(static_cast<std::uint16_t>(places[index] - 1));
    return true;
}

// The key's slot, or the free slot for it. Never full: there are twice as many slots as items.
std::size_t SnapBuilder::slot_of(SnapKey key) const {
    std::size_t slot = (key * 2654435769U >> 16) % kSlots;
    while (slots_[slot] != 0 && snapshot_.entries_[slots_[slot] - 1].key != key)
        slot = (slot + 1) % kSlots;
    return slot;
}

std::optional<std::span<std::int32_t>> SnapBuilder::find_item(int type, int id) {
    if (type < 0 || type > kMaxItemType || id < 0 || id > kMaxItemId) return std::nullopt;
    const std::size_t slot = slot_of(make_key(type, id));
    if (slots_[slot] == 0) return std::nullopt;
    const WireSnapshot::Entry& entry = snapshot_.entries_[slots_[slot] - 1];
    return std::span(snapshot_.words_).subspan(entry.offset, entry.count);
}

std::optional<std::span<std::int32_t>> SnapBuilder::new_item(int type, int id, std::size_t size) {
    if (type < 0 || type > kMaxItemType || id < 0 || id > kMaxItemId) return std::nullopt;
    const std::size_t items = snapshot_.entries_.size();
    const std::size_t words = snapshot_.words_.size();
    if (items >= kMaxSnapshotItems || size > kMaxSnapshotImage / 4) return std::nullopt;
    if (image_bytes(items + 1, words + size) > kMaxSnapshotImage) return std::nullopt;
    const SnapKey key = make_key(type, id);
    const std::size_t slot = slot_of(key);
    if (slots_[slot] != 0) return std::nullopt;
    add(slot, key, size);
    snapshot_.words_.resize(words + size);
    return std::span(snapshot_.words_).subspan(words, size);
}

// Its words are still to follow.
void SnapBuilder::add(std::size_t slot, SnapKey key, std::size_t size) {
    snapshot_.entries_.push_back({key, static_cast<std::uint32_t>(snapshot_.words_.size()),
                                  static_cast<std::uint32_t>(size)});
    slots_[slot] = static_cast<std::uint16_t>(snapshot_.entries_.size());
}

WireSnapshot SnapBuilder::end() {
    const std::vector<WireSnapshot::Entry>& entries = snapshot_.entries_;
    std::vector<std::uint16_t>& order = snapshot_.by_key_;
    const std::size_t known = order.size();
    std::vector<std::pair<SnapKey, std::uint16_t>> added;
    added.reserve(entries.size() - known);
    for (std::size_t i = known; i < entries.size(); ++i)
        added.emplace_back(entries[i].key, static_cast<std::uint16_t>(i));
    std::sort(added.begin(), added.end());
    order.reserve(entries.size());
    for (const auto& [key, index] : added) order.push_back(index);
    std::inplace_merge(
        order.begin(), order.begin() + static_cast<std::ptrdiff_t>(known), order.end(),
        [&](std::uint16_t a, std::uint16_t b) { return entries[a].key < entries[b].key; });
    WireSnapshot done = std::move(snapshot_);
    begin();
    return done;
}

}  // namespace tickreel::teeworlds
