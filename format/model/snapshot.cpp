#include "tickreel/model/snapshot.h"

#include <algorithm>
#include <cassert>

namespace tickreel {

std::size_t Snapshot::lower_bound(ItemKey key) const {
    if (!store_) return 0;
    const auto& entries = store_->entries;
    const auto at = std::lower_bound(entries.begin(), entries.end(), key,
                                     [](const Entry& entry, ItemKey k) { return entry.key < k; });
    return static_cast<std::size_t>(at - entries.begin());
}

std::optional<Row> Snapshot::find(ItemKey key) const {
    const std::size_t at = lower_bound(key);
    if (at == size() || store_->entries[at].key != key) return std::nullopt;
    return (*this)[at].row;
}

bool Snapshot::operator==(const Snapshot& other) const {
    if (same_storage(other)) return true;
    if (size() != other.size()) return false;
    for (std::size_t i = 0; i < size(); ++i) {
        const Item a = (*this)[i];
        const Item b = other[i];
        if (a.key != b.key || !std::equal(a.row.begin(), a.row.end(), b.row.begin(), b.row.end()))
            return false;
    }
    return true;
}

SnapshotBuilder::SnapshotBuilder(const Snapshot& base) {
    if (!base.store_) return;
    entries_ = base.store_->entries;
    words_ = base.store_->words;
}

std::vector<Snapshot::Entry>::const_iterator SnapshotBuilder::position(ItemKey key) const {
    if (entries_.empty() || entries_.back().key < key) return entries_.end();
    return std::lower_bound(entries_.begin(), entries_.end(), key,
                            [](const Snapshot::Entry& entry, ItemKey k) { return entry.key < k; });
}

void SnapshotBuilder::reserve(std::size_t items, std::size_t words) {
    entries_.reserve(items);
    words_.reserve(words);
}

void SnapshotBuilder::set(ItemKey key, Row row) {
    auto at = entries_.begin() + (position(key) - entries_.cbegin());
    if (at == entries_.end() || at->key != key)
        at = entries_.insert(at, {key, 0, 0});
    else if (at->count == row.size()) {
        std::copy(row.begin(), row.end(), words_.begin() + at->offset);
        return;
    }
    at->offset = static_cast<std::uint32_t>(words_.size());
    at->count = static_cast<std::uint32_t>(row.size());
    words_.insert(words_.end(), row.begin(), row.end());
}

void SnapshotBuilder::erase(ItemKey key) {
    const auto at = position(key);
    if (at != entries_.end() && at->key == key) entries_.erase(at);
}

std::optional<Row> SnapshotBuilder::find(ItemKey key) const {
    const auto at = position(key);
    if (at == entries_.end() || at->key != key) return std::nullopt;
    return Row(words_).subspan(at->offset, at->count);
}

Snapshot SnapshotBuilder::build() {
    auto store = std::make_shared<Snapshot::Store>();
    std::size_t used = 0;
    bool in_order = true;
    for (const Snapshot::Entry& entry : entries_) {
        in_order = in_order && entry.offset == used;
        used += entry.count;
    }
    if (in_order && used == words_.size()) {
        store->words = std::move(words_);
    } else {
        store->words.reserve(used);
        for (Snapshot::Entry& entry : entries_) {
            const auto from = words_.begin() + entry.offset;
            entry.offset = static_cast<std::uint32_t>(store->words.size());
            store->words.insert(store->words.end(), from, from + entry.count);
        }
    }
    store->entries = std::move(entries_);
    entries_.clear();
    words_.clear();
    Snapshot snapshot;
    snapshot.store_ = std::move(store);
    return snapshot;
}

SnapshotFiller::SnapshotFiller(std::size_t items, std::size_t words)
    : store_(std::make_shared<Snapshot::Store>()) {
    store_->entries.reserve(items);
    store_->words.resize(words);
}

Word* SnapshotFiller::add(ItemKey key, std::uint32_t length) {
    assert(store_->entries.empty() || store_->entries.back().key < key);
    assert(length <= store_->words.size() - used_);
    store_->entries.push_back({key, used_, length});
    Word* const row = store_->words.data() + used_;
    used_ += length;
    return row;
}

Snapshot SnapshotFiller::build() {
    assert(used_ == store_->words.size());
    Snapshot snapshot;
    snapshot.store_ = std::move(store_);
    return snapshot;
}

}  // namespace tickreel
