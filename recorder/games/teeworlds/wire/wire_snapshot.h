#pragma once
// A snapshot in the protocol's form: items (type, id, ints) in order of arrival, keys unique.
// Limits of the real clients: 1024 items, an image of 64 KiB (2 ints, one offset and one key per
// item, the data). The builder mirrors a server's use: begin, new items, end.

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "recorder/games/teeworlds/wire/protocol.h"

namespace tickreel::teeworlds {

inline constexpr int kMaxItemType = 0x7fff;
inline constexpr int kMaxItemId = 0xffff;
inline constexpr std::size_t kMaxSnapshotItems = 1024;
inline constexpr std::size_t kMaxSnapshotImage = std::size_t{64} * 1024;  // bytes

using SnapKey = std::uint32_t;  // type << 16 | id
inline constexpr SnapKey kInvalidKey = 0xffffffff;

constexpr SnapKey make_key(int type, int id) {
    return static_cast<SnapKey>(type) << 16 | static_cast<SnapKey>(id);
}
constexpr int key_type(SnapKey key) {
    return static_cast<int>(key >> 16);
}
constexpr int key_id(SnapKey key) {
    return static_cast<int>(key & 0xffff);
}

struct SnapItem {
    int type = 0;
    int id = 0;
    std::span<const std::int32_t> ints{};
};

class WireSnapshot {
public:
    std::size_t num_items() const { return entries_.size(); }
    bool empty() const { return entries_.empty(); }
    SnapItem get_item(std::size_t index) const;
    SnapKey key(std::size_t index) const { return entries_[index].key; }
    std::optional<std::span<const std::int32_t>> find_item(int type, int id) const;
    // Snapshots of one server keep their order: `likely`, where the item would be then, is tried
    // first.
    std::optional<std::size_t> index_of(SnapKey key, std::size_t likely = 0) const;
    // Item indices in key order; invalid once an item has been invalidated.
    std::span<const std::uint16_t> key_order() const { return by_key_; }

    // Client side: the item stays in place, but its type and id become 0xffff and find_item no
    // longer finds it.
    void invalidate_item(std::size_t index);

    std::size_t word_count() const { return words_.size(); }
    std::span<const std::int32_t> words() const { return words_; }  // of all items
    std::size_t image_size() const;                                 // bytes, as limited above

    // Same items with the same ints, in any order.
    bool same_items(const WireSnapshot& other) const;

private:
    friend class SnapBuilder;
    struct Entry {
        SnapKey key = kInvalidKey;
        std::uint32_t offset = 0;
        std::uint32_t count = 0;
    };
    std::vector<Entry> entries_;
    std::vector<std::int32_t> words_;
    std::vector<std::uint16_t> by_key_;  // entry indices, sorted by key
    bool invalidated_ = false;           // then by_key_ is out of order
};

class SnapBuilder {
public:
    void begin();
    // Begins with the items of `base`, but for those with one of the sorted keys; and has room for
    // so many items and words. False if items of the base were invalidated.
    bool begin(const WireSnapshot& base, std::span<const SnapKey> without, std::size_t items,
               std::size_t words);
    // The ints of the new item, all zero, to be filled before the next call. Empty if type, id or a
    // limit is exceeded, or if the key already exists.
    std::optional<std::span<std::int32_t>> new_item(int type, int id, std::size_t size);
    // The ints of an existing item; empty if there is none.
    std::optional<std::span<std::int32_t>> find_item(int type, int id);
    std::size_t num_items() const { return snapshot_.entries_.size(); }
    WireSnapshot end();  // leaves the builder empty

private:
    static constexpr std::size_t kSlots = 2 * kMaxSnapshotItems;  // a power of two

    std::size_t slot_of(SnapKey key) const;
    void add(std::size_t slot, SnapKey key, std::size_t size);

    WireSnapshot snapshot_;                      // its by_key_: of the items it began with
    std::array<std::uint16_t, kSlots> slots_{};  // open addressing: index + 1, 0 = free
};

}  // namespace tickreel::teeworlds
