#pragma once
// Joins what several views of a match hold into one world, tick by tick: the items that any of them
// has, each with the row that most of them have, who lacks it, and which views have it otherwise.
// What is not known at a tick stays as it was, so that little changes from tick to tick.

#include <span>
#include <vector>

#include "tickreel/model/snapshot.h"

namespace tickreel {

struct JoinedItem {
    // What a view has: the row of the world, nothing, or (kVariant + n) variants[n].
    static constexpr std::uint16_t kSame = 0;
    static constexpr std::uint16_t kLacks = 1;
    static constexpr std::uint16_t kVariant = 2;

    ItemKey key{};
    std::vector<Word> row{};
    std::vector<std::uint16_t> views{};  // by number
    // Minus the row if they have the same length, so that they change less often. Empty slots
    // (nobody has them) stay, so that the others keep their numbers.
    struct Variant {
        std::vector<Word> words{};
        bool used = false;
    };
    std::vector<Variant> variants{};
    bool gone = false;
};

class WorldJoin {
public:
    struct Seen {
        std::uint32_t view = 0;
        Snapshot snapshot{};
    };

    void add_view();  // numbered from 0
    std::size_t views() const { return last_.size(); }
    // From now on nothing is known of the view, until it is seen again.
    void leave(std::uint32_t view) { last_[view] = {}; }
    void clear();  // a new segment: nothing is known of any
    void step(std::span<const Seen> fresh);
    std::span<const JoinedItem> items() const { return items_; }  // by key

private:
    struct Candidate {
        Row row{};
        std::size_t count = 0;
        std::size_t slot = 0;
    };
    void add_new_keys(std::span<const Seen> fresh);
    void gather(std::span<const Seen> fresh, ItemKey key);
    void settle(std::span<const Seen> fresh, JoinedItem& item);
    void take_slots(std::span<const Seen> fresh, JoinedItem& item, std::size_t winner);
    bool kept_by_others(ItemKey key) const;

    std::vector<JoinedItem> items_;
    std::vector<Snapshot> last_;  // by view; empty: not known
    // Of the current step.
    std::vector<bool> is_fresh_;
    std::vector<std::size_t> at_;  // by fresh view: its next item
    std::vector<Candidate> candidates_;
    std::vector<std::size_t> chosen_;  // by fresh view: its candidate
};

}  // namespace tickreel
