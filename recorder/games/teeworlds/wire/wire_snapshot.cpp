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

void SnapBuilder::reserve(std::size_t items, std::size_t words) {
    snapshot_.entries_.reserve(std::min(items, kMaxSnapshotItems));
    snapshot_.words_.reserve(std::min(words, kMaxSnapshotImage / 4));
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
    slots_[slot] = static_cast<std::uint16_t>(items + 1);
    snapshot_.entries_.push_back(
        {key, static_cast<std::uint32_t>(words), static_cast<std::uint32_t>(size)});
    snapshot_.words_.resize(words + size);
    return std::span(snapshot_.words_).subspan(words, size);
}

WireSnapshot SnapBuilder::end() {
    std::vector<std::pair<SnapKey, std::uint16_t>> keys;
    keys.reserve(snapshot_.entries_.size());
    for (const WireSnapshot::Entry& entry : snapshot_.entries_)
        keys.emplace_back(entry.key, static_cast<std::uint16_t>(keys.size()));
    std::sort(keys.begin(), keys.end());
    snapshot_.by_key_.reserve(keys.size());
    for (const auto& [key, index] : keys) snapshot_.by_key_.push_back(index);
    WireSnapshot done = std::move(snapshot_);
    begin();
    return done;
}

}  // namespace tickreel::teeworlds
