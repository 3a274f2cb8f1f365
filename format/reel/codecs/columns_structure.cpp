#include "format/reel/codecs/columns_structure.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>

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

std::vector<Lifetime> inherit(const Snapshot& base, std::uint32_t steps) {
    std::vector<Lifetime> lives;
    lives.reserve(base.size());
    for (const Item item : base)
        lives.push_back({item.key, static_cast<std::uint32_t>(item.row.size()), 0, steps, true});
    return lives;
}

Result<void> read_ends(ByteReader& in, std::uint32_t steps, std::vector<Lifetime>& inherited) {
    const std::uint64_t count = in.varint();
    std::uint64_t place = 0;
    for (std::uint64_t i = 0; i < count; ++i, ++place) {
        const std::uint64_t skipped = in.varint();
        const std::uint64_t end = in.varint();
        if (in.failed() || place >= inherited.size() || skipped >= inherited.size() - place ||
            end >= steps)
            return fail("the list of items that end is damaged at its entry ", i);
        place += skipped;
        inherited[static_cast<std::size_t>(place)].end = static_cast<std::uint32_t>(end);
    }
    return {};
}

bool read_keys(ByteReader& in, std::vector<Lifetime>& lives) {
    std::uint64_t type = 0;
    std::vector<bool> same(lives.size());
    for (std::size_t i = 0; i < lives.size(); ++i) {
        const std::uint64_t step = in.varint();
        if (step > 0xffffU - type) return false;
        type += step;
        same[i] = step == 0;
        lives[i].key.type = static_cast<TypeId>(type);
    }
    EntityId entity = 0;
    for (std::size_t i = 0; i < lives.size(); ++i) {
        const std::uint64_t step = in.varint();
        entity = same[i] ? entity + step : step;
        lives[i].key.entity = entity;
    }
    return !in.failed();
}

Result<std::vector<Lifetime>> read_new(ByteReader& in, std::uint32_t steps) {
    const std::uint64_t count = in.varint();
    // Each takes at least a byte in each of five columns.
    if (count > in.left() / 5) return fail("the list of ", count, " new items is cut");
    std::vector<Lifetime> lives(static_cast<std::size_t>(count));
    if (!read_keys(in, lives)) return fail("the keys of new items are damaged");
    for (Lifetime& life : lives) {
        const std::uint64_t length = in.varint();
        if (length > kMaxWords) return fail("an item has ", length, " words");
        life.length = static_cast<std::uint32_t>(length);
    }
    for (Lifetime& life : lives) {
        const std::uint64_t start = in.varint();
        if (start >= steps) return fail("an item begins behind the last snapshot");
        life.start = static_cast<std::uint32_t>(start);
    }
    for (Lifetime& life : lives) {
        const std::uint64_t left = in.varint();
        if (left >= steps - life.start) return fail("an item ends before it begins");
        life.end = static_cast<std::uint32_t>(steps - left);
    }
    if (in.failed()) return fail("the list of new items is cut");
    return lives;
}

Result<void> check_order(const std::vector<Lifetime>& lives) {
    for (std::size_t i = 1; i < lives.size(); ++i) {
        const Lifetime& a = lives[i - 1];
        const Lifetime& b = lives[i];
        if (!a.before(b) || (a.key == b.key && b.start < a.end))
            return fail("item ", b.key.type, ":", b.key.entity, " is out of order");
    }
    return {};
}

// Before any memory for rows is allocated.
Result<void> check_limits(const std::vector<Lifetime>& lives, std::uint32_t steps) {
    std::uint64_t total = 0;
    for (const Lifetime& life : lives) {
        total += std::uint64_t{life.end - life.start} * (life.length + kItemWords);
        if (total > layout::kMaxChunkWords)
            return fail("the chunk holds more than ", layout::kMaxChunkWords, " words");
    }
    // By how much a snapshot exceeds the previous one: items, words.
    struct Balance {
        std::int64_t items = 0;
        std::int64_t words = 0;
    };
    std::vector<Balance> balance(std::size_t{steps} + 1);
    for (const Lifetime& life : lives) {
        ++balance[life.start].items;
        balance[life.start].words += life.length;
        --balance[life.end].items;
        balance[life.end].words -= life.length;
    }
    Balance sum;
    for (const Balance& step : balance) {
        sum.items += step.items;
        sum.words += step.words;
        if (sum.items > static_cast<std::int64_t>(kMaxItems) ||
            sum.words > static_cast<std::int64_t>(kMaxWords))
            return fail("a snapshot has ", sum.items, " items and ", sum.words, " words");
    }
    return {};
}

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

std::vector<LifetimeGroup> group_lifetimes(const std::vector<Lifetime>& lifetimes) {
    std::vector<LifetimeGroup> groups;
    std::map<std::uint32_t, std::size_t> of_type;  // length -> index in `groups`
    const auto flush = [&](std::vector<LifetimeGroup>& type_groups) {
        for (const auto& [length, place] : of_type) groups.push_back(std::move(type_groups[place]));
        of_type.clear();
        type_groups.clear();
    };
    std::vector<LifetimeGroup> type_groups;
    for (std::size_t i = 0; i < lifetimes.size(); ++i) {
        if (i > 0 && lifetimes[i].key.type != lifetimes[i - 1].key.type) flush(type_groups);
        const auto [at, fresh] = of_type.try_emplace(lifetimes[i].length, type_groups.size());
        if (fresh) type_groups.push_back({lifetimes[i].length, {}});
        type_groups[at->second].members.push_back(static_cast<std::uint32_t>(i));
    }
    flush(type_groups);
    return groups;
}

void write_lifetimes(const std::vector<Lifetime>& lifetimes, const Snapshot& base,
                     std::uint32_t steps, ByteWriter& out) {
    if (!base.empty()) write_ends(lifetimes, steps, out);
    write_new(lifetimes, steps, out);
}

Result<std::vector<Lifetime>> read_lifetimes(ByteReader& in, const Snapshot& base,
                                             std::uint32_t steps) {
    std::vector<Lifetime> inherited = inherit(base, steps);
    if (!base.empty())
        if (Result<void> read = read_ends(in, steps, inherited); !read) return read.error();
    const Result<std::vector<Lifetime>> fresh = read_new(in, steps);
    if (!fresh) return fresh.error();
    std::vector<Lifetime> lives;
    lives.reserve(inherited.size() + fresh->size());
    std::merge(inherited.begin(), inherited.end(), fresh->begin(), fresh->end(),
               std::back_inserter(lives),
               [](const Lifetime& a, const Lifetime& b) { return a.before(b); });
    if (Result<void> good = check_order(lives); !good) return good.error();
    if (Result<void> good = check_limits(lives, steps); !good) return good.error();
    return lives;
}

}  // namespace tickreel::columns
