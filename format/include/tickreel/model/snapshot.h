#pragma once
// All items at one tick, in key order. Immutable; copies share storage and are free.

#include <cassert>
#include <memory>
#include <optional>
#include <vector>

#include "tickreel/model/item.h"

namespace tickreel {

class Snapshot {
public:
    Snapshot() = default;

    std::size_t size() const { return store_ ? store_->entries.size() : 0; }
    bool empty() const { return size() == 0; }
    Item operator[](std::size_t index) const {
        assert(index < size());
        const Entry& entry = store_->entries[index];
        return {entry.key, Row(store_->words).subspan(entry.offset, entry.count)};
    }
    std::optional<Row> find(ItemKey key) const;
    // Index of the first item whose key is not less than `key`.
    std::size_t lower_bound(ItemKey key) const;
    std::size_t word_count() const { return store_ ? store_->words.size() : 0; }
    // Same storage: a fast test for "unchanged".
    bool same_storage(const Snapshot& other) const { return store_ == other.store_; }

    bool operator==(const Snapshot& other) const;

    class Iterator {
    public:
        Iterator(const Snapshot* snapshot, std::size_t at) : snapshot_(snapshot), at_(at) {}
        Item operator*() const { return (*snapshot_)[at_]; }
        Iterator& operator++() {
            ++at_;
            return *this;
        }
        bool operator!=(const Iterator& other) const { return at_ != other.at_; }

    private:
        const Snapshot* snapshot_;
        std::size_t at_;
    };
    Iterator begin() const { return {this, 0}; }
    Iterator end() const { return {this, size()}; }

private:
    friend class SnapshotBuilder;
    friend class SnapshotFiller;
    struct Entry {
        ItemKey key{};
        std::uint32_t offset = 0;
        std::uint32_t count = 0;
    };
    struct Store {
        std::vector<Entry> entries{};
        std::vector<Word> words{};
    };
    std::shared_ptr<const Store> store_;
};

// Builds snapshots. Items may be set in any order; the last value of a key wins. A builder that
// starts from a base copies it. Fast when keys arrive in increasing order.
class SnapshotBuilder {
public:
    SnapshotBuilder() = default;
    explicit SnapshotBuilder(const Snapshot& base);

    void reserve(std::size_t items, std::size_t words);
    void set(ItemKey key, Row row);
    void erase(ItemKey key);
    std::optional<Row> find(ItemKey key) const;
    std::size_t size() const { return entries_.size(); }
    Snapshot build();  // leaves the builder empty

private:
    std::vector<Snapshot::Entry>::const_iterator position(ItemKey key) const;
    std::vector<Snapshot::Entry> entries_;  // sorted by key; offsets are indices into words_
    std::vector<Word> words_;               // may contain replaced rows: build() compacts
};

// Builds a snapshot whose size is known in advance: allocates all rows at once, filled in later.
class SnapshotFiller {
public:
    SnapshotFiller(std::size_t items, std::size_t words);
    // Storage for the row of the next item; keys must increase. Valid until build().
    Word* add(ItemKey key, std::uint32_t length);
    Snapshot build();  // after as many add() calls as announced

private:
    std::shared_ptr<Snapshot::Store> store_;
    std::uint32_t used_ = 0;
};

}  // namespace tickreel
