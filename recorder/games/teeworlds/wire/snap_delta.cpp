#include "recorder/games/teeworlds/wire/snap_delta.h"

#include <algorithm>

#include "recorder/games/teeworlds/wire/item_sizes.h"

namespace tickreel::teeworlds {

namespace {

using Ints = std::span<const std::int32_t>;

constexpr std::size_t kHeaderInts = 3;

std::int32_t wrapping_add(std::int32_t a, std::int32_t b) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
}

std::int32_t wrapping_subtract(std::int32_t a, std::int32_t b) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(a) - static_cast<std::uint32_t>(b));
}

struct Update {
    int type = 0;
    int id = 0;
    Ints ints{};
    std::optional<Ints> before{};  // of the base
};

// A delta split into its parts; every count has been checked against the input.
struct Parsed {
    std::vector<SnapKey> deleted{};  // sorted
    std::vector<Update> updates{};
};

Result<Update> parse_update(Ints& rest, Protocol protocol) {
    if (rest.size() < 2) return fail("the delta ends inside an item");
    Update update{rest[0], rest[1], {}, {}};
    rest = rest.subspan(2);
    if (update.type < 0 || update.type > kMaxItemType || update.id < 0 || update.id > kMaxItemId)
        return fail("no such item: type ", update.type, " id ", update.id);
    std::size_t size = 0;
    if (const auto fixed = static_item_size(protocol, update.type)) {
        size = *fixed;
    } else {
        if (rest.empty() || rest[0] < 0)
            return fail("item type ", update.type, " id ", update.id, " has no size");
        size = static_cast<std::size_t>(rest[0]);
        rest = rest.subspan(1);
    }
    if (size > rest.size()) {
        return fail("item type ", update.type, " id ", update.id, " needs ", size, " ints, ",
                    rest.size(), " are left");
    }
    update.ints = rest.first(size);
    rest = rest.subspan(size);
    return update;
}

Result<Parsed> parse_delta(Ints delta, Protocol protocol) {
    if (delta.size() < kHeaderInts) return fail("the delta has no header");
    const std::int32_t num_deleted = delta[0];
    const std::int32_t num_updated = delta[1];
    Ints rest = delta.subspan(kHeaderInts);
    if (num_deleted < 0 || static_cast<std::size_t>(num_deleted) > rest.size())
        return fail("the delta claims ", num_deleted, " deleted items");
    Parsed parsed;
    for (const std::int32_t key : rest.first(static_cast<std::size_t>(num_deleted)))
        parsed.deleted.push_back(static_cast<SnapKey>(key));
    std::sort(parsed.deleted.begin(), parsed.deleted.end());
    rest = rest.subspan(static_cast<std::size_t>(num_deleted));
    // Every item takes at least two ints.
    if (num_updated < 0 || static_cast<std::size_t>(num_updated) > rest.size() / 2)
        return fail("the delta claims ", num_updated, " updated items");
    parsed.updates.reserve(static_cast<std::size_t>(num_updated));
    for (std::int32_t i = 0; i < num_updated; ++i) {
        const Result<Update> update = parse_update(rest, protocol);
        if (!update) return update.error();
        parsed.updates.push_back(*update);
    }
    return parsed;
}

// Begins with what the delta leaves of the base. The base determines whether an item is a
// difference, even if this delta deletes its key.
bool begin(const WireSnapshot& base, Parsed& parsed, SnapBuilder& builder) {
    std::size_t items = base.num_items();
    std::size_t words = base.word_count();
    std::size_t likely = 0;
    for (Update& update : parsed.updates) {
        if (const auto at = base.index_of(make_key(update.type, update.id), likely)) {
            update.before = base.get_item(*at).ints;
            likely = *at + 1;
            continue;
        }
        ++items;
        words += update.ints.size();
    }
    return builder.begin(base, parsed.deleted, items, words);
}

Result<void> apply_update(const Update& update, SnapBuilder& builder) {
    const std::optional<Ints>& before = update.before;
    if (before && before->size() != update.ints.size()) {
        return fail("item type ", update.type, " id ", update.id, " changes its size from ",
                    before->size(), " to ", update.ints.size());
    }
    auto ints = builder.find_item(update.type, update.id);
    if (!ints) ints = builder.new_item(update.type, update.id, update.ints.size());
    if (!ints) return fail("more items or bytes than a snapshot can hold");
    if (ints->size() != update.ints.size())
        return fail("item type ", update.type, " id ", update.id, " comes twice with two sizes");
    if (before) {
        std::transform(before->begin(), before->end(), update.ints.begin(), ints->begin(),
                       wrapping_add);
    } else {
        std::copy(update.ints.begin(), update.ints.end(), ints->begin());
    }
    return {};
}

// Appends type, id, [size], ints of an item unless unchanged. False if it cannot be encoded.
bool append_update(const std::optional<Ints>& before, const SnapItem& item, Protocol protocol,
                   std::vector<std::int32_t>& out, std::int32_t& count) {
    const auto fixed = static_item_size(protocol, item.type);
    if (fixed && *fixed != item.ints.size()) return false;
    if (before && before->size() != item.ints.size()) return false;
    if (before && std::equal(before->begin(), before->end(), item.ints.begin())) return true;
    out.push_back(item.type);
    out.push_back(item.id);
    if (!fixed) out.push_back(static_cast<std::int32_t>(item.ints.size()));
    for (std::size_t i = 0; i < item.ints.size(); ++i)
        out.push_back(before ? wrapping_subtract(item.ints[i], (*before)[i]) : item.ints[i]);
    ++count;
    return true;
}

}  // namespace

std::optional<std::vector<std::int32_t>> make_snap_delta(const WireSnapshot& base,
                                                         const WireSnapshot& target,
                                                         Protocol protocol) {
    std::vector<std::int32_t> delta(kHeaderInts, 0);
    std::size_t likely = 0;
    for (std::size_t i = 0; i < base.num_items(); ++i) {
        if (const auto at = target.index_of(base.key(i), likely)) {
            likely = *at + 1;
            continue;
        }
        delta.push_back(static_cast<std::int32_t>(base.key(i)));
        ++delta[0];
    }
    std::int32_t updated = 0;
    likely = 0;
    for (std::size_t i = 0; i < target.num_items(); ++i) {
        std::optional<Ints> before;
        if (const auto at = base.index_of(target.key(i), likely)) {
            before = base.get_item(*at).ints;
            likely = *at + 1;
        }
        if (!append_update(before, target.get_item(i), protocol, delta, updated))
            return std::nullopt;
    }
    delta[1] = updated;
    if (delta.size() == kHeaderInts) delta.clear();
    return delta;
}

Result<WireSnapshot> apply_snap_delta(const WireSnapshot& base, std::span<const std::int32_t> delta,
                                      Protocol protocol) {
    Result<Parsed> parsed = parse_delta(delta, protocol);
    if (!parsed) return parsed.error();
    SnapBuilder builder;
    if (!begin(base, *parsed, builder)) return fail("the base breaks the limits of a snapshot");
    for (const Update& update : parsed->updates)
        if (const Result<void> applied = apply_update(update, builder); !applied)
            return applied.error();
    return builder.end();
}

}  // namespace tickreel::teeworlds
