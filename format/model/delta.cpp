#include "format/model/delta.h"

#include <algorithm>

namespace tickreel {

namespace {

// Keys increase, so they are written as differences: that of the type, then the entity (as a
// difference if the type is the same, else whole).
class KeyWriter {
public:
    explicit KeyWriter(ByteWriter& out) : out_(out) {}
    void write(ItemKey key) {
        const bool same_type = key.type == last_.type;
        out_.varint(static_cast<std::uint64_t>(key.type - last_.type));
        out_.varint(same_type ? key.entity - last_.entity : key.entity);
        last_ = key;
    }

private:
    ByteWriter& out_;
    ItemKey last_{};
};

class KeyReader {
public:
    explicit KeyReader(ByteReader& in) : in_(in) {}
    // False if the key is not greater than the previous one.
    bool read(ItemKey& key) {
        const std::uint64_t step = in_.varint();
        const std::uint64_t entity = in_.varint();
        if (in_.failed() || step > 0xffffU - last_.type) return false;
        key.type = static_cast<TypeId>(last_.type + step);
        key.entity = step == 0 ? last_.entity + entity : entity;
        const bool rises = first_ || last_ < key;
        first_ = false;
        last_ = key;
        return rises;
    }

private:
    ByteReader& in_;
    ItemKey last_{};
    bool first_ = true;
};

Word subtract(Word a, Word b) {
    return static_cast<Word>(static_cast<std::uint32_t>(a) - static_cast<std::uint32_t>(b));
}

Word add(Word a, Word b) {
    return static_cast<Word>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
}

bool same_row(Row a, Row b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

bool is_difference(const std::optional<Row>& base, std::size_t length) {
    return base && base->size() == length;
}

Result<void> read_removed(const Snapshot& base, ByteReader& in, SnapshotBuilder& result) {
    const std::uint64_t count = in.varint();
    if (count > base.size())
        return fail("delta removes ", count, " items, the base has ", base.size());
    KeyReader keys(in);
    for (std::uint64_t i = 0; i < count; ++i) {
        ItemKey key;
        if (!keys.read(key)) return fail("delta is cut or out of order in its removed items");
        if (!base.find(key))
            return fail("delta removes item ", key.type, ":", key.entity, " that the base has not");
        result.erase(key);
    }
    return {};
}

Result<void> read_changed(const Snapshot& base, ByteReader& in, SnapshotBuilder& result) {
    const std::uint64_t count = in.varint();
    if (count > kMaxItems) return fail("delta has ", count, " items, more than ", kMaxItems);
    KeyReader keys(in);
    std::vector<Word> row;
    std::size_t total = base.word_count();
    for (std::uint64_t i = 0; i < count; ++i) {
        ItemKey key;
        if (!keys.read(key)) return fail("delta is cut or out of order in its changed items");
        const std::uint64_t length = in.varint();
        // Every word takes at least a byte, which bounds the allocation by the input.
        if (length > in.left()) return fail("delta ends inside item ", key.type, ":", key.entity);
        total += length;
        if (total > kMaxWords) return fail("delta makes more than ", kMaxWords, " words");
        const std::optional<Row> from = base.find(key);
        row.resize(length);
        for (std::size_t w = 0; w < length; ++w) {
            const auto value = static_cast<Word>(in.signed_varint());
            row[w] = is_difference(from, length) ? add((*from)[w], value) : value;
        }
        result.set(key, row);
    }
    if (in.failed()) return fail("delta ends too early");
    if (result.size() > kMaxItems) return fail("delta makes more than ", kMaxItems, " items");
    return {};
}

}  // namespace

void write_delta(const Snapshot& base, const Snapshot& target, ByteWriter& out) {
    std::vector<ItemKey> removed;
    for (const Item item : base)
        if (!target.find(item.key)) removed.push_back(item.key);
    out.varint(removed.size());
    KeyWriter removed_keys(out);
    for (const ItemKey key : removed) removed_keys.write(key);

    std::vector<Item> changed;
    for (const Item item : target) {
        const std::optional<Row> from = base.find(item.key);
        if (!from || !same_row(*from, item.row)) changed.push_back(item);
    }
    out.varint(changed.size());
    KeyWriter changed_keys(out);
    for (const Item& item : changed) {
        changed_keys.write(item.key);
        out.varint(item.row.size());
        const std::optional<Row> from = base.find(item.key);
        for (std::size_t w = 0; w < item.row.size(); ++w)
            out.signed_varint(is_difference(from, item.row.size())
                                  ? subtract(item.row[w], (*from)[w])
                                  : item.row[w]);
    }
}

Result<Snapshot> apply_delta(const Snapshot& base, ByteReader& in) {
    SnapshotBuilder result(base);
    if (const Result<void> removed = read_removed(base, in, result); !removed)
        return removed.error();
    if (const Result<void> changed = read_changed(base, in, result); !changed)
        return changed.error();
    return result.build();
}

}  // namespace tickreel
