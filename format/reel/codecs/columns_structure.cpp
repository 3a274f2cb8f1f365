#include "format/reel/codecs/columns_structure.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "format/reel/codecs/columns_varints.h"
#include "tickreel/reel/layout.h"

namespace tickreel::columns {

namespace {

constexpr std::uint64_t kItemWords = 6;  // the same as in snapshot_words()

// The inherited items that end before the last step: their index in the base and their end.
void write_ends(const std::vector<Lifetime>& lifetimes, std::uint32_t steps, ByteWriter& out) {
    ByteWriter ends;
    std::uint64_t count = 0;
    std::uint64_t place = 0;
    std::uint64_t next = 0;
    for (const Lifetime& life : lifetimes) {
        if (!life.inherited) continue;
        if (life.end != steps) {
            ++count;
            ends.varint(place - next);
            ends.varint(life.end);
            next = place + 1;
        }
        ++place;
    }
    out.varint(count);
    out.bytes(ends.data());
}

void write_new(const std::vector<Lifetime>& lifetimes, std::uint32_t steps, ByteWriter& out) {
    std::array<ByteWriter, 5> columns;
    std::uint64_t count = 0;
    ItemKey last{};
    for (const Lifetime& life : lifetimes) {
        if (life.inherited) continue;
        ++count;
        const bool same_type = life.key.type == last.type;
        columns[0].varint(static_cast<std::uint64_t>(life.key.type - last.type));
        columns[1].varint(same_type ? life.key.entity - last.entity : life.key.entity);
        columns[2].varint(life.length);
        columns[3].varint(life.start);
        columns[4].varint(steps - life.end);
        last = life.key;
    }
    out.varint(count);
    for (const ByteWriter& column : columns) out.bytes(column.data());
}

// An inherited item that ends before the last step.
struct EarlyEnd {
    std::size_t place = 0;  // in the base
    std::uint32_t end = 0;
};

Result<std::vector<EarlyEnd>> read_ends(ByteReader& in, std::uint32_t steps, std::size_t items) {
    std::vector<EarlyEnd> ends;
    const std::uint64_t count = in.varint();
    std::uint64_t place = 0;
    for (std::uint64_t i = 0; i < count; ++i, ++place) {
        const std::uint64_t skipped = in.varint();
        const std::uint64_t end = in.varint();
        if (in.failed() || place >= items || skipped >= items - place || end >= steps)
            return fail("the list of items that end is damaged at its entry ", i);
        place += skipped;
        ends.push_back({static_cast<std::size_t>(place), static_cast<std::uint32_t>(end)});
    }
    return ends;
}

bool set_types(std::span<const std::uint64_t> steps, std::vector<Lifetime>& lives) {
    std::uint64_t type = 0;
    for (std::size_t i = 0; i < lives.size(); ++i) {
        if (steps[i] > 0xffffU - type) return false;
        type += steps[i];
        lives[i].key.type = static_cast<TypeId>(type);
    }
    return true;
}

void set_entities(std::span<const std::uint64_t> steps, std::vector<Lifetime>& lives) {
    EntityId entity = 0;
    TypeId type = 0;
    for (std::size_t i = 0; i < lives.size(); ++i) {
        entity = lives[i].key.type == type ? entity + steps[i] : steps[i];
        type = lives[i].key.type;
        lives[i].key.entity = entity;
    }
}

Result<std::vector<Lifetime>> read_new(ByteReader& in, std::uint32_t steps) {
    const std::uint64_t count = in.varint();
    // Each takes at least a byte in each of five columns.
    if (count > in.left() / 5) return fail("the list of ", count, " new items is cut");
    std::vector<Lifetime> lives(static_cast<std::size_t>(count));
    std::vector<std::uint64_t> column(lives.size());
    read_varints(in, column);
    if (!set_types(column, lives)) return fail("the keys of new items are damaged");
    read_varints(in, column);
    set_entities(column, lives);
    read_varints(in, column);
    for (std::size_t i = 0; i < lives.size(); ++i) {
        if (column[i] > kMaxWords) return fail("an item has ", column[i], " words");
        lives[i].length = static_cast<std::uint32_t>(column[i]);
    }
    read_varints(in, column);
    for (std::size_t i = 0; i < lives.size(); ++i) {
        if (column[i] >= steps) return fail("an item begins behind the last snapshot");
        lives[i].start = static_cast<std::uint32_t>(column[i]);
    }
    read_varints(in, column);
    for (std::size_t i = 0; i < lives.size(); ++i) {
        if (column[i] >= steps - lives[i].start) return fail("an item ends before it begins");
        lives[i].end = static_cast<std::uint32_t>(steps - column[i]);
    }
    if (in.failed()) return fail("the list of new items is cut");
    return lives;
}

// Checks the limits while lifetimes are listed, before any memory for rows is allocated.
class LimitCheck {
public:
    explicit LimitCheck(std::uint32_t steps) : steps_(steps), balance_(std::size_t{steps} + 1) {}

    // The base as a whole: all of it from step 0 to the end.
    void add_base(std::size_t items, std::uint64_t words) {
        balance_.front().items += static_cast<std::int64_t>(items);
        balance_.front().words += static_cast<std::int64_t>(words);
        total_ += steps_ * (words + kItemWords * items);
    }
    void end_early(const Lifetime& life) {
        leave(life);
        total_ -= std::uint64_t{steps_ - life.end} * (life.length + kItemWords);
    }
    void add(const Lifetime& life) {
        ++balance_[life.start].items;
        balance_[life.start].words += life.length;
        leave(life);
        total_ += std::uint64_t{life.end - life.start} * (life.length + kItemWords);
    }
    // `total_` is modulo 2^64: where no snapshot is too large, that is the sum itself.
    Result<void> check() const {
        if (total_ > layout::kMaxChunkWords)
            return fail("the chunk holds more than ", layout::kMaxChunkWords, " words");
        Balance sum;
        for (const Balance& step : balance_) {
            sum.items += step.items;
            sum.words += step.words;
            if (sum.items > static_cast<std::int64_t>(kMaxItems) ||
                sum.words > static_cast<std::int64_t>(kMaxWords))
                return fail("a snapshot has ", sum.items, " items and ", sum.words, " words");
        }
        return {};
    }

private:
    // By how much a snapshot exceeds the previous one.
    struct Balance {
        std::int64_t items = 0;
        std::int64_t words = 0;
    };
    void leave(const Lifetime& life) {
        --balance_[life.end].items;
        balance_[life.end].words -= life.length;
    }

    std::uint64_t steps_;
    std::uint64_t total_ = 0;
    std::vector<Balance> balance_;
};

// All lifetimes in chunk order, of which only the new ones may be out of it.
class LifetimeMerger {
public:
    LifetimeMerger(std::span<const ItemShape> base, const std::vector<EarlyEnd>& ends,
                   std::uint32_t steps)
        : base_(base), ends_(ends), steps_(steps), limits_(steps) {}

    Result<std::vector<Lifetime>> merge(const std::vector<Lifetime>& fresh) {
        lives_.reserve(base_.size() + fresh.size());
        for (const Lifetime& life : fresh) {
            while (next_ < base_.size() && !(life.key < base_[next_].key)) inherit();
            if (!lives_.empty() && !follows(life, lives_.back()))
                return fail("item ", life.key.type, ":", life.key.entity, " is out of order");
            limits_.add(life);
            lives_.push_back(life);
        }
        while (next_ < base_.size()) inherit();
        limits_.add_base(base_.size(), words_);
        if (Result<void> good = limits_.check(); !good) return good.error();
        return std::move(lives_);
    }

private:
    static bool follows(const Lifetime& life, const Lifetime& last) {
        return last.before(life) && (last.key != life.key || life.start >= last.end);
    }
    void inherit() {
        const ItemShape& item = base_[next_];
        lives_.push_back({item.key, item.length, 0, steps_, true});
        words_ += item.length;
        if (end_ < ends_.size() && ends_[end_].place == next_) {
            lives_.back().end = ends_[end_++].end;
            limits_.end_early(lives_.back());
        }
        ++next_;
    }

    std::span<const ItemShape> base_;
    const std::vector<EarlyEnd>& ends_;
    std::uint32_t steps_;
    LimitCheck limits_;
    std::vector<Lifetime> lives_;
    std::size_t next_ = 0;  // of the base
    std::size_t end_ = 0;   // of the early ends
    std::uint64_t words_ = 0;
};

}  // namespace

bool Lifetime::before(const Lifetime& other) const {
    if (key != other.key) return key < other.key;
    if (inherited != other.inherited) return inherited;
    return start < other.start;
}

Row related_row(const Snapshot& base, ItemKey key) {
    const std::size_t behind = base.lower_bound(key);
    const auto is_same_type = [&](std::size_t at) {
        return at < base.size() && base[at].key.type == key.type;
    };
    if (is_same_type(behind) && base[behind].key == key) return base[behind].row;
    if (behind > 0 && is_same_type(behind - 1)) return base[behind - 1].row;
    return is_same_type(behind) ? base[behind].row : Row();
}

std::vector<ItemShape> shapes_of(const Snapshot& snapshot) {
    std::vector<ItemShape> shapes;
    shapes.reserve(snapshot.size());
    for (const Item item : snapshot)
        shapes.push_back({item.key, static_cast<std::uint32_t>(item.row.size())});
    return shapes;
}

LifetimeGroups::LifetimeGroups(const std::vector<Lifetime>& lifetimes) : order_(lifetimes.size()) {
    std::iota(order_.begin(), order_.end(), 0U);
    const auto length_of = [&](std::size_t at) { return lifetimes[order_[at]].length; };
    for (std::size_t from = 0, end = 0; from < order_.size(); from = end) {
        const Lifetime& first = lifetimes[from];
        bool same = true;
        for (; end < order_.size() && lifetimes[end].key.type == first.key.type; ++end)
            same = same && lifetimes[end].length == first.length;
        if (!same)
            std::stable_sort(order_.begin() + static_cast<std::ptrdiff_t>(from),
                             order_.begin() + static_cast<std::ptrdiff_t>(end),
                             [&](std::uint32_t a, std::uint32_t b) {
                                 return lifetimes[a].length < lifetimes[b].length;
                             });
        for (std::size_t i = from, behind = end; i < end; i = behind, behind = end) {
            if (!same)
                for (behind = i + 1; behind < end && length_of(behind) == length_of(i);) ++behind;
            groups_.push_back({length_of(i), std::span(order_).subspan(i, behind - i)});
        }
    }
}

void write_lifetimes(const std::vector<Lifetime>& lifetimes, const Snapshot& base,
                     std::uint32_t steps, ByteWriter& out) {
    if (!base.empty()) write_ends(lifetimes, steps, out);
    write_new(lifetimes, steps, out);
}

Result<std::vector<Lifetime>> read_lifetimes(ByteReader& in, std::span<const ItemShape> base,
                                             std::uint32_t steps) {
    std::vector<EarlyEnd> early;
    if (!base.empty()) {
        Result<std::vector<EarlyEnd>> read = read_ends(in, steps, base.size());
        if (!read) return read.error();
        early = *std::move(read);
    }
    const Result<std::vector<Lifetime>> fresh = read_new(in, steps);
    if (!fresh) return fresh.error();
    return LifetimeMerger(base, early, steps).merge(*fresh);
}

}  // namespace tickreel::columns
