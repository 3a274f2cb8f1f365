#include "format/reel/world_join.h"

#include <algorithm>

namespace tickreel {

namespace {

constexpr std::size_t kNoCandidate = static_cast<std::size_t>(-1);

bool equal_words(Row a, Row b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

Word wrapped_minus(Word a, Word b) {
    return static_cast<Word>(static_cast<std::uint32_t>(a) - static_cast<std::uint32_t>(b));
}

}  // namespace

void WorldJoin::add_view() {
    last_.emplace_back();
    // What the new view has becomes known when it is first seen.
    for (JoinedItem& item : items_) item.views.push_back(JoinedItem::kSame);
}

void WorldJoin::clear() {
    items_.clear();
    std::fill(last_.begin(), last_.end(), Snapshot());
}

void WorldJoin::add_new_keys(std::span<const Seen> fresh) {
    std::vector<ItemKey> keys;
    for (const Seen& seen : fresh) {
        auto known = items_.begin();
        for (const Item item : seen.snapshot) {
            while (known != items_.end() && known->key < item.key) ++known;
            if (known == items_.end() || known->key != item.key) keys.push_back(item.key);
        }
    }
    if (keys.empty()) return;
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    const auto old = static_cast<std::ptrdiff_t>(items_.size());
    for (const ItemKey key : keys) {
        JoinedItem item;
        item.key = key;
        items_.push_back(std::move(item));
    }
    std::inplace_merge(items_.begin(), items_.begin() + old, items_.end(),
                       [](const JoinedItem& a, const JoinedItem& b) { return a.key < b.key; });
}

// The different rows that the fresh views have for this key.
void WorldJoin::gather(std::span<const Seen> fresh, ItemKey key) {
    candidates_.clear();
    for (std::size_t f = 0; f < fresh.size(); ++f) {
        const Snapshot& snapshot = fresh[f].snapshot;
        chosen_[f] = kNoCandidate;
        if (at_[f] >= snapshot.size()) continue;
        const Item item = snapshot[at_[f]];
        if (item.key != key) continue;
        ++at_[f];
        std::size_t n = 0;
        while (n < candidates_.size() && !equal_words(candidates_[n].row, item.row)) ++n;
        if (n == candidates_.size()) candidates_.push_back({item.row, 0, kNoCandidate});
        ++candidates_[n].count;
        chosen_[f] = n;
    }
}

bool WorldJoin::kept_by_others(ItemKey key) const {
    for (std::size_t view = 0; view < last_.size(); ++view)
        if (!is_fresh_[view] && last_[view].find(key)) return true;
    return false;
}

// Every other row gets a slot: the one that its views had, else a free one.
void WorldJoin::take_slots(std::span<const Seen> fresh, JoinedItem& item, std::size_t winner) {
    for (JoinedItem::Variant& variant : item.variants) variant.used = false;
    for (std::size_t view = 0; view < last_.size(); ++view)
        if (!is_fresh_[view] && !last_[view].empty() && item.views[view] >= JoinedItem::kVariant)
            item.variants[item.views[view] - std::size_t{JoinedItem::kVariant}].used = true;
    if (candidates_.size() < 2) return;
    for (std::size_t f = 0; f < fresh.size(); ++f) {
        const std::uint16_t before = item.views[fresh[f].view];
        if (chosen_[f] == kNoCandidate || chosen_[f] == winner || before < JoinedItem::kVariant)
            continue;
        const std::size_t slot = before - std::size_t{JoinedItem::kVariant};
        if (candidates_[chosen_[f]].slot != kNoCandidate || item.variants[slot].used) continue;
        candidates_[chosen_[f]].slot = slot;
        item.variants[slot].used = true;
    }
    std::size_t next = 0;
    for (std::size_t n = 0; n < candidates_.size(); ++n) {
        Candidate& candidate = candidates_[n];
        if (n == winner) continue;
        if (candidate.slot == kNoCandidate) {
            while (next < item.variants.size() && item.variants[next].used) ++next;
            if (next == item.variants.size()) item.variants.emplace_back();
            candidate.slot = next;
            item.variants[next].used = true;
        }
        std::vector<Word>& words = item.variants[candidate.slot].words;
        words.assign(candidate.row.begin(), candidate.row.end());
        if (words.size() != item.row.size()) continue;
        for (std::size_t w = 0; w < words.size(); ++w)
            words[w] = wrapped_minus(words[w], item.row[w]);
    }
}

void WorldJoin::settle(std::span<const Seen> fresh, JoinedItem& item) {
    if (candidates_.empty()) {
        item.gone = !kept_by_others(item.key);
        for (const Seen& seen : fresh) item.views[seen.view] = JoinedItem::kLacks;
        return;
    }
    std::size_t winner = 0;
    std::size_t holders = 0;
    for (std::size_t n = 0; n < candidates_.size(); ++n) {
        if (candidates_[n].count > candidates_[winner].count) winner = n;
        holders += candidates_[n].count;
    }
    // Of views that are not fresh nothing is known: probably they have a new item if all others do.
    if (item.views.empty())
        item.views.assign(last_.size(),
                          holders == fresh.size() ? JoinedItem::kSame : JoinedItem::kLacks);
    item.row.assign(candidates_[winner].row.begin(), candidates_[winner].row.end());
    if (candidates_.size() > 1 || !item.variants.empty()) take_slots(fresh, item, winner);
    for (std::size_t f = 0; f < fresh.size(); ++f) {
        std::uint16_t& state = item.views[fresh[f].view];
        if (chosen_[f] == kNoCandidate)
            state = JoinedItem::kLacks;
        else if (chosen_[f] == winner)
            state = JoinedItem::kSame;
        else
            state = static_cast<std::uint16_t>(JoinedItem::kVariant + candidates_[chosen_[f]].slot);
    }
    // A view that left still names the slot it had, which may now be another's or nobody's.
    for (std::size_t view = 0; view < last_.size() && !item.variants.empty(); ++view) {
        std::uint16_t& state = item.views[view];
        if (!is_fresh_[view] && last_[view].empty() && state >= JoinedItem::kVariant)
            state = JoinedItem::kSame;
    }
}

void WorldJoin::step(std::span<const Seen> fresh) {
    is_fresh_.assign(last_.size(), false);
    for (const Seen& seen : fresh) is_fresh_[seen.view] = true;
    add_new_keys(fresh);
    at_.assign(fresh.size(), 0);
    chosen_.resize(fresh.size());
    bool any_gone = false;
    for (JoinedItem& item : items_) {
        gather(fresh, item.key);
        settle(fresh, item);
        any_gone = any_gone || item.gone;
    }
    for (const Seen& seen : fresh) last_[seen.view] = seen.snapshot;
    if (any_gone) std::erase_if(items_, [](const JoinedItem& item) { return item.gone; });
}

}  // namespace tickreel
