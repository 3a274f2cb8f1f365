#include "format/reel/codecs/columns_part.h"

#include <algorithm>
#include <functional>

#include "format/reel/codecs/columns_frames.h"
#include "format/reel/codecs/columns_pack.h"
#include "format/reel/codecs/columns_steps.h"
#include "format/reel/codecs/columns_table_decoder.h"
#include "format/reel/codecs/columns_words.h"
#include "format/reel/codecs/event_columns.h"

namespace tickreel {

namespace columns {

namespace {

// The steps at which any wanted item differs from the previous step.
class ChangedSteps {
public:
    ChangedSteps(const std::vector<Lifetime>& lives, std::size_t steps)
        : lives_(lives), changed_(steps, false) {}

    void add_ends(const Lifetime& life) {
        if (!life.inherited) changed_[life.start] = true;
        if (life.end < changed_.size()) changed_[life.end] = true;
    }
    void add_rows(const LifetimeGroup& group, const TableReader& table) {
        const bool moves = !table.linear().empty() || !table.ticking().empty();
        auto run = table.masks().begin();
        std::size_t left = run == table.masks().end() ? 0 : run->count;
        for (const std::uint32_t member : group.members) {
            const Lifetime& life = lives_[member];
            for (std::uint32_t i = 0; i < life.changes();) {
                const auto count =
                    static_cast<std::uint32_t>(std::min<std::size_t>(left, life.changes() - i));
                if (moves || run->mask != 0)
                    for (std::uint32_t n = 0; n < count; ++n) changed_[life.step(i + n)] = true;
                i += count;
                left -= count;
                if (left == 0 && ++run != table.masks().end()) left = run->count;
            }
        }
    }
    const std::vector<bool>& all() const { return changed_; }
    bool any() const { return std::find(changed_.begin(), changed_.end(), true) != changed_.end(); }

private:
    const std::vector<Lifetime>& lives_;
    std::vector<bool> changed_;
};

// Storage for the rows of wanted lifetimes: in the snapshots of the steps that change. `base` has
// the wanted items alone.
class PartialRowStorage {
public:
    PartialRowStorage(const std::vector<Lifetime>& lives, const PartFilter& filter,
                      const Snapshot& base, const std::vector<bool>& changed) {
        for (std::uint32_t step = 0; step < changed.size(); ++step) {
            before_.push_back(steps_.size());
            if (changed[step]) steps_.push_back(step);
        }
        before_.push_back(steps_.size());
        std::vector<SnapshotSize> sizes(steps_.size());
        std::size_t base_words = 0;
        std::size_t rows = 0;
        for (const Lifetime& life : lives) {
            if (!filter.has(life.key.type)) continue;
            if (life.inherited) base_words += life.length;
            rows += before_[life.end] - before_[life.start] + (life.inherited ? 1 : 0);
            for (std::size_t i = before_[life.start]; i < before_[life.end]; ++i) {
                ++sizes[i].items;
                sizes[i].words += life.length;
            }
        }
        for (const SnapshotSize size : sizes) snapshots_.emplace_back(size.items, size.words);
        base_.reserve(base_words);  // rows point into it
        rows_.reserve(rows);
        place(lives, filter, base);
    }

    // The known row, then those of the changing steps behind it.
    Word* const* rows(std::size_t member) const { return &rows_[at_[member]]; }
    // How many of the steps change.
    std::uint32_t count(std::uint32_t from, std::uint32_t to) const {
        return static_cast<std::uint32_t>(before_[to] - before_[from]);
    }
    // Of all steps; `shown` before the first change.
    std::vector<Snapshot> build(const Snapshot& shown) {
        std::vector<Snapshot> built;
        built.reserve(before_.size() - 1);
        built.assign(steps_.empty() ? before_.size() - 1 : steps_.front(), shown);
        for (std::size_t i = 0; i < steps_.size(); ++i) {
            const std::size_t end = i + 1 < steps_.size() ? steps_[i + 1] : before_.size() - 1;
            built.resize(end, snapshots_[i].build());
        }
        return built;
    }

private:
    void place(const std::vector<Lifetime>& lives, const PartFilter& filter, const Snapshot& base) {
        std::size_t item = 0;  // of the base
        at_.reserve(lives.size() + 1);
        for (const Lifetime& life : lives) {
            at_.push_back(rows_.size());
            if (!filter.has(life.key.type)) continue;
            if (life.inherited) {
                const Row row = base[item++].row;
                rows_.push_back(base_.data() + base_.size());
                base_.insert(base_.end(), row.begin(), row.end());
            }
            for (std::size_t i = before_[life.start]; i < before_[life.end]; ++i)
                rows_.push_back(snapshots_[i].add(life.key, life.length));
        }
        at_.push_back(rows_.size());
    }

    std::vector<std::uint32_t> steps_;  // those that change
    std::vector<std::size_t> before_;   // how many of them before each step, and before the end
    std::vector<SnapshotFiller> snapshots_;  // by changing step
    std::vector<Word> base_;
    std::vector<Word*> rows_;
    std::vector<std::size_t> at_;
};

struct WantedTable {
    const LifetimeGroup* group = nullptr;
    std::uint32_t first = 0;
    TableReader::Place place;
};

// The wanted items of a chunk's steps.
class PartReader {
public:
    PartReader(const std::vector<Lifetime>& lives, const PartFilter& filter,
               const PartState& before, const std::vector<Tick>& ticks)
        : lives_(lives), filter_(filter), before_(before), ticks_(ticks), groups_(lives) {}

    // `values`: their stream is there. Without it, where it turns out to be needed
    // (needs_values()), the result is good for nothing.
    Result<std::vector<Snapshot>> read(ByteReader structure, const StreamViews& in, bool values) {
        TableDecoder decoder(lives_, before_.last, ticks_, structure, in);
        ChangedSteps changed(lives_, ticks_.size());
        tables_.clear();
        if (Result<void> found = find_tables(decoder, changed, values); !found)
            return found.error();
        if (needs_values_ && !values) return std::vector<Snapshot>();
        if (!changed.any()) return std::vector<Snapshot>();
        PartialRowStorage room(lives_, filter_, before_.last, changed.all());
        const std::vector<std::uint32_t> steps = tick_steps(ticks_);
        for (const WantedTable& table : tables_) {
            decoder.table().go_to(table.place);
            const auto row_of = [&](std::uint32_t member) { return *room.rows(member); };
            const auto changing = [&](std::uint32_t from, std::uint32_t to) {
                return room.count(from, to);
            };
            const auto go_on = [&](std::uint32_t member, std::uint32_t first) {
                fill_rows(decoder.table(), lives_[member], room.rows(member), first,
                          decoder.width(), steps, changing);
            };
            if (Result<void> read = decoder.decode_table(*table.group, table.first, row_of, go_on);
                !read)
                return read.error();
        }
        return room.build(before_.shapes.empty() ? Snapshot() : before_.shown);
    }
    // Whether any wanted row differs from its prediction.
    bool needs_values() const { return needs_values_; }

private:
    // Reads all tables up to the last wanted one.
    Result<void> find_tables(TableDecoder& decoder, ChangedSteps& changed, bool values) {
        for (const Lifetime& life : lives_)
            if (filter_.has(life.key.type)) changed.add_ends(life);
        for (const LifetimeGroup& group : groups_) {
            const TypeId type = lives_[group.members.front()].key.type;
            if (type > filter_.types.back()) break;
            const bool wanted = filter_.has(type);
            for (std::uint32_t first = 0; first < group.length; first += kTableWidth) {
                if (wanted) tables_.push_back({&group, first, decoder.table().place()});
                if (Result<void> passed = decoder.pass_table(group, first, wanted, values); !passed)
                    return passed;
                if (!wanted) continue;
                changed.add_rows(group, decoder.table());
                const auto masks = decoder.table().masks();
                needs_values_ =
                    needs_values_ || std::any_of(masks.begin(), masks.end(),
                                                 [](const MaskRun& run) { return run.mask != 0; });
            }
        }
        return {};
    }

    const std::vector<Lifetime>& lives_;
    const PartFilter& filter_;
    const PartState& before_;
    const std::vector<Tick>& ticks_;
    LifetimeGroups groups_;
    std::vector<WantedTable> tables_;
    bool needs_values_ = false;
};

// Of the snapshot of each step.
std::vector<SnapshotSize> sizes_of(const std::vector<Lifetime>& lives, std::size_t steps) {
    std::vector<SnapshotSize> sizes(steps + 1);
    for (const Lifetime& life : lives) {
        ++sizes[life.start].items;
        sizes[life.start].words += life.length;
        --sizes[life.end].items;
        sizes[life.end].words -= life.length;
    }
    for (std::size_t i = 1; i <= steps; ++i) {
        sizes[i].items += sizes[i - 1].items;
        sizes[i].words += sizes[i - 1].words;
    }
    return sizes;
}

std::vector<ItemShape> shapes_of_last(const std::vector<Lifetime>& lives, std::size_t steps) {
    std::vector<ItemShape> shapes;
    shapes.reserve(lives.size());
    for (const Lifetime& life : lives)
        if (life.end == steps) shapes.push_back({life.key, life.length});
    return shapes;
}

// Unpacks more of a chunk.
using UnpackAll = std::function<Result<const StreamViews*>()>;

// What a chunk's items are read from.
struct ItemSource {
    ByteReader structure;        // behind the steps
    const StreamViews& streams;  // without values where those are not unpacked yet
    bool values = false;
    UnpackAll unpack_all{};  // nullptr: what is needed for that was not unpacked
    const Steps& steps;
    const PartState& before;
    const PartFilter& filter;
};

// Asks the reader for the items, with values where it turns out to need them. False: they are
// needed and cannot be had.
template <class Reader, class Take>
Result<bool> read_wanted(Reader& reader, const ItemSource& from, DecodedPart& part,
                         const Take& take) {
    auto read = reader.read(from.structure, from.streams, from.values);
    if (!read) return read.error();
    part.needed_all = reader.needs_values();
    if (part.needed_all && !from.values) {
        const auto all = from.unpack_all();
        if (!all) return all.error();
        if (*all == nullptr) return false;
        read = reader.read(from.structure, **all, true);
        if (!read) return read.error();
    }
    take(read);
    return true;
}

// Of whole snapshots, frame by frame.
void read_sizes(const std::vector<Lifetime>& lives, const ItemSource& from, DecodedPart& part) {
    const std::vector<SnapshotSize> sizes = sizes_of(lives, from.steps.ticks.size());
    SnapshotSize size{static_cast<std::uint32_t>(from.before.shapes.size()), 0};
    for (const ItemShape& shape : from.before.shapes) size.words += shape.length;
    std::size_t step = 0;
    for (std::size_t i = 0; i < part.frames.size(); ++i) {
        if (from.steps.fresh[i]) size = sizes[step++];
        part.sizes.push_back(size);
    }
}

// The items of wanted types, in the frames' snapshots.
Result<bool> read_snapshots_part(const std::vector<Lifetime>& lives, const ItemSource& from,
                                 DecodedPart& part) {
    const PartState& before = from.before;
    std::vector<Snapshot> snapshots;
    if (!from.filter.types.empty() && !from.steps.ticks.empty()) {
        PartReader reader(lives, from.filter, before, from.steps.ticks);
        const auto read = read_wanted(reader, from, part, [&](Result<std::vector<Snapshot>>& made) {
            snapshots = *std::move(made);
        });
        if (!read || !*read) return read;
    }
    Snapshot now = before.shapes.empty() ? Snapshot() : before.shown;
    // Without any change of wanted rows, that of the base holds on: nothing, where a group begins.
    Snapshot last = snapshots.empty() ? now : before.shown;
    std::size_t step = 0;
    for (std::size_t i = 0; i < part.frames.size(); ++i) {
        if (from.steps.fresh[i]) {
            // Rows may be stored again unchanged, as at the start of a group.
            if (!snapshots.empty() && !(snapshots[step] == last)) last = snapshots[step];
            now = last;
            ++step;
        }
        part.frames[i].snapshot = now;
    }
    part.after.last = now;
    part.after.shown = std::move(now);
    return true;
}

// Words of them, in columns beside the frames.
Result<bool> read_columns_part(const std::vector<Lifetime>& lives, const ItemSource& from,
                               DecodedPart& part) {
    WordReader reader(lives, from.filter.types.front(), *from.filter.words, from.before.last,
                      from.steps.ticks);
    const auto read = read_wanted(reader, from, part, [](const Result<void>&) {});
    if (!read || !*read) return read;
    std::uint32_t block = 0;
    for (const bool fresh : from.steps.fresh) part.blocks.push_back(block += fresh ? 1U : 0U);
    part.columns = std::make_shared<const ItemColumns>(reader.take());
    part.after.last = from.steps.ticks.empty() ? from.before.last : reader.last();
    return true;
}

// Decodes lifetimes, and what is wanted of their rows. False: that needs more of the group.
Result<bool> read_items(ItemSource from, DecodedPart& part) {
    const auto count = static_cast<std::uint32_t>(from.steps.ticks.size());
    const auto lives = read_lifetimes(from.structure, from.before.shapes, count);
    if (!lives) return lives.error();
    auto read = from.filter.words ? read_columns_part(*lives, from, part)
                                  : read_snapshots_part(*lives, from, part);
    if (!read || !*read) return read;
    if (from.filter.sizes) read_sizes(*lives, from, part);
    part.after.shapes = count == 0 ? from.before.shapes : shapes_of_last(*lives, count);
    return true;
}

}  // namespace

}  // namespace columns

bool PartFilter::has(TypeId type) const {
    return std::binary_search(types.begin(), types.end(), type);
}

using columns::PartSet;

Result<std::optional<DecodedPart>> decode_columns_part(ByteView bytes, const ChunkFacts& facts,
                                                       bool events, const PartState& before,
                                                       const PartFilter& filter, PartSet least,
                                                       Decompressor& decompressor) {
    using namespace columns;
    const bool one = is_one_frame(bytes);
    const bool bare = filter.bare || filter.words.has_value();
    const PartSet frame_parts = kStructurePart | (bare ? 0 : kEventParts);
    const PartSet all_parts = frame_parts | kMaskPart | kValuePart | least;
    PartSet parts = frame_parts | (filter.types.empty() ? 0 : kMaskPart) | least;
    if (one) parts = kAllParts;
    const auto can_unpack = [&](PartSet wanted) { return (wanted & ~before.parts) == 0; };
    if (!can_unpack(parts)) return std::optional<DecodedPart>();
    const auto unpack_parts = [&](PartSet wanted) {
        return unpack(bytes, facts.raw_length, events, before.prefix.get(), decompressor, wanted);
    };
    Result<Unpacked> unpacked = unpack_parts(parts);
    if (!unpacked) return unpacked.error();
    DecodedPart part;
    part.after.parts = parts;
    ByteReader in(unpacked->streams[kStructure]);
    std::uint64_t words = 0;
    Result<std::vector<Frame>> read =
        bare ? read_times_of_frames(in, facts, !events) : read_frames(in, facts, !events, words);
    if (!read) return read.error();
    part.frames = *std::move(read);
    if (events && !bare)
        if (const auto made = read_event_columns(unpacked->streams, part.frames, words); !made)
            return made.error();
    Unpacked rest;
    const auto unpack_all = [&]() -> Result<const StreamViews*> {
        if (!can_unpack(all_parts)) return nullptr;
        Result<Unpacked> more = unpack_parts(all_parts & ~parts);
        if (!more) return more.error();
        rest = *std::move(more);
        for (std::size_t s = 0; s < kStreams; ++s)
            if (rest.streams[s].empty()) rest.streams[s] = unpacked->streams[s];
        part.after.parts = all_parts;
        return &rest.streams;
    };
    if (filter.sizes || !filter.types.empty()) {
        Steps steps;
        if (!read_steps(in, part.frames, steps))
            return fail("the list of new snapshots is damaged");
        const bool values = (parts & kValuePart) != 0;
        const auto done =
            read_items({in, unpacked->streams, values, unpack_all, steps, before, filter}, part);
        if (!done) return done.error();
        if (!*done) return std::optional<DecodedPart>();
    }
    part.needed_all = part.needed_all || one;
    // A chunk without parts of events has no less of them than there are.
    if (!events) part.after.parts |= kEventParts;
    part.after.prefix =
        rest.prefix ? join_prefixes(*unpacked->prefix, *rest.prefix) : std::move(unpacked->prefix);
    return std::optional<DecodedPart>(std::move(part));
}

}  // namespace tickreel
