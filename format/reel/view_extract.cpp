#include "format/reel/view_extract.h"

#include <algorithm>

#include "tickreel/reel/codec.h"

namespace tickreel {

namespace {

// As of a frame that a writer accepts.
constexpr std::uint64_t kMostEventWords = layout::kMaxChunkWords / 4;

Word wrapped_plus(Word a, Word b) {
    return static_cast<Word>(static_cast<std::uint32_t>(a) + static_cast<std::uint32_t>(b));
}

// Nothing: there is no such item.
Result<std::optional<ViewSet>> views_of(const Snapshot& joined, ItemKey key) {
    const std::optional<Row> found = joined.find(key);
    if (!found) return std::optional<ViewSet>();
    const std::optional<ViewSet> set = read_view_set(*found);
    if (!set) return fail("item ", key.type, ":", key.entity, " does not say which views");
    return set;
}

}  // namespace

ClaimedTypes::ClaimedTypes(const Catalog& catalog) {
    for (const auto& [number, view] : catalog.views)
        for (const TypeId type : view.types) add(type);
    for (const auto& [number, about] : catalog.view_types) add(about.type);
}

void ClaimedTypes::add(TypeId type) {
    if (type >= claimed_.size()) claimed_.resize(type + std::size_t{1});
    claimed_[type] = true;
}

Result<void> ClaimedTypes::check(const Frame& joined) const {
    const auto unknown = [&](TypeId type) {
        return fail("tick ", joined.tick, ": the definition of type ", type, " is lost");
    };
    const Snapshot& items = joined.snapshot;
    for (std::size_t i = 0; i < items.size();) {
        const TypeId type = items[i].key.type;
        if (!has(type)) return unknown(type);
        while (i < items.size() && items[i].key.type == type) ++i;
    }
    for (const Event& event : joined.events)
        if (!has(event.type)) return unknown(event.type);
    return {};
}

ViewExtract::ViewExtract(const Catalog& catalog, std::uint32_t view)
    : entry_(catalog.views.at(view)), claimed_(catalog), view_(view) {
    for (const TypeId in_file : entry_.types) {
        Type type;
        type.in_file = in_file;
        if (const auto known = catalog.types.find(in_file); known != catalog.types.end())
            type.covered = covered_by_sum(known->second);
        own_ids_.emplace(in_file, static_cast<TypeId>(types_.size()));
        types_.push_back(std::move(type));
    }
    for (const auto& [number, about] : catalog.view_types) {
        if (about.use == ViewUse::Frame) frames_ = about.type;
        if (about.use == ViewUse::Events) lists_ = about.type;
        const auto own = own_ids_.find(about.of);
        if (own == own_ids_.end()) continue;
        if (about.use == ViewUse::Lacks) types_[own->second].lacks = about.type;
        if (about.use == ViewUse::Variant) types_[own->second].variants.push_back(about.type);
    }
}

std::optional<std::uint32_t> ViewExtract::segment(std::uint32_t of_file) const {
    for (std::size_t i = 0; i < entry_.segments.size(); ++i)
        if (entry_.segments[i].world == of_file) return static_cast<std::uint32_t>(i);
    return std::nullopt;
}

std::optional<Tick> ViewExtract::last_tick(const Frame& joined) const {
    if (!frames_) return std::nullopt;
    const std::optional<Row> row = joined.snapshot.find({*frames_, view_});
    return row ? view_frame_tick(*row, joined.tick) : std::nullopt;
}

bool ViewExtract::has_frame(const Frame& joined) const {
    return segment(joined.segment) && last_tick(joined) == joined.tick;
}

Result<std::optional<Row>> ViewExtract::row(const Snapshot& joined, const Type& type,
                                            const Item& item, std::vector<Word>& made) const {
    const auto about_us = [&](TypeId id) -> Result<std::optional<ViewSet>> {
        const auto set = views_of(joined, {id, item.key.entity});
        return !set || (*set && (*set)->has(view_)) ? set : std::optional<ViewSet>();
    };
    if (type.lacks) {
        const auto lacks = about_us(*type.lacks);
        if (!lacks) return lacks.error();
        if (*lacks) return std::optional<Row>();
    }
    for (const TypeId id : type.variants) {
        const auto variant = about_us(id);
        if (!variant) return variant.error();
        if (!*variant) continue;
        const Row words = (*variant)->rest;
        if (words.size() != item.row.size()) return std::optional<Row>(words);
        made.resize(words.size());
        for (std::size_t w = 0; w < words.size(); ++w)
            made[w] = wrapped_plus(item.row[w], words[w]);
        return std::optional<Row>(made);
    }
    return std::optional<Row>(item.row);
}

// By the view's types, so that the items come in the view's order.
Result<Snapshot> ViewExtract::snapshot(const Snapshot& joined, std::uint32_t& sum) const {
    SnapshotBuilder builder;
    std::vector<Word> made;
    for (std::size_t own = 0; own < types_.size(); ++own) {
        const Type& type = types_[own];
        for (std::size_t i = joined.lower_bound({type.in_file, 0}); i < joined.size(); ++i) {
            const Item item = joined[i];
            if (item.key.type != type.in_file) break;
            const auto found = row(joined, type, item, made);
            if (!found) return found.error();
            if (!*found) continue;
            builder.set({static_cast<TypeId>(own), item.key.entity}, **found);
            if (!type.covered) continue;
            for (const Word word : **found) sum += static_cast<std::uint32_t>(word);
        }
    }
    return builder.build();
}

Result<void> ViewExtract::add_listed(const Frame& joined, Row list,
                                     std::vector<Event>& into) const {
    std::uint64_t words = 0;
    for (const Word index : list) {
        if (index < 0 || static_cast<std::size_t>(index) >= joined.events.size())
            return fail("tick ", joined.tick, ": no event ", index);
        Event event = joined.events[static_cast<std::size_t>(index)];
        const auto own = own_ids_.find(event.type);
        if (own == own_ids_.end())
            return fail("tick ", joined.tick, ": an event of a type that view ", view_ + 1,
                        " does not have");
        event.type = own->second;
        words += event_words(event);
        if (words > kMostEventWords)
            return fail("tick ", joined.tick, ": more events than a frame holds");
        into.push_back(std::move(event));
    }
    return {};
}

Result<std::vector<Event>> ViewExtract::events(const Frame& joined) const {
    std::vector<Event> events;
    for (const Event& event : joined.events) {
        if (event.type != lists_) continue;
        const std::optional<ViewSet> who = read_view_set(event.row);
        if (!who) return fail("tick ", joined.tick, ": a list of events without views");
        if (!who->has(view_)) continue;
        if (const auto added = add_listed(joined, who->rest, events); !added) return added.error();
        break;
    }
    return events;
}

Result<std::optional<Frame>> ViewExtract::frame(const Frame& joined) const {
    return frame(joined, true);
}

Result<std::optional<Frame>> ViewExtract::frame_without_items(const Frame& joined) const {
    return frame(joined, false);
}

Result<std::optional<Frame>> ViewExtract::frame(const Frame& joined, bool with_items) const {
    const std::optional<std::uint32_t> own = segment(joined.segment);
    if (!own || !has_frame(joined)) return std::optional<Frame>();
    if (const auto claimed = claimed_.check(joined); !claimed) return claimed.error();
    Frame frame;
    frame.segment = *own;
    frame.tick = joined.tick;
    std::uint32_t sum = 0;
    Result<Snapshot> items = with_items ? snapshot(joined.snapshot, sum) : Snapshot();
    if (!items) return fail("tick ", joined.tick, ": ", items.error().message);
    frame.snapshot = *std::move(items);
    Result<std::vector<Event>> listed = events(joined);
    if (!listed) return listed.error();
    frame.events = *std::move(listed);
    read_view_frame(*joined.snapshot.find({*frames_, view_}), later(joined.time, entry_.clock), sum,
                    view_before(joined), frame);
    return std::optional<Frame>(std::move(frame));
}

ViewBefore ViewExtract::view_before(const Frame& joined) const {
    ViewBefore before;
    for (const Item item : joined.snapshot) {
        if (item.key >= ItemKey{*frames_, view_}) break;
        if (item.key.type == *frames_ && view_frame_tick(item.row, joined.tick) == joined.tick)
            pass_view_frame(item.row, before);
    }
    return before;
}

WorldExtract::WorldExtract(const Catalog& catalog) : claimed_(catalog) {
    for (const auto& [id, type] : catalog.types) {
        of_file_.resize(id + std::size_t{1});
        const auto about_views = [id = id](const auto& entry) { return entry.second.type == id; };
        if (std::any_of(catalog.view_types.begin(), catalog.view_types.end(), about_views))
            continue;
        of_file_[id].own = static_cast<TypeId>(types_.size());
        types_.push_back(type);
    }
    for (const auto& [number, about] : catalog.view_types)
        if (about.use == ViewUse::Lacks && about.of < of_file_.size())
            of_file_[about.of].lacks = about.type;
    for (const auto& [number, view] : catalog.views)
        for (const TypeId id : view.types)
            if (id < of_file_.size()) of_file_[id].views.push_back(number);
}

Result<bool> WorldExtract::held(const Snapshot& joined, const Type& type, ItemKey key,
                                const std::vector<bool>& here) const {
    std::optional<ViewSet> lacks;
    if (type.lacks) {
        const auto set = views_of(joined, {*type.lacks, key.entity});
        if (!set) return set.error();
        lacks = *set;
    }
    return std::any_of(type.views.begin(), type.views.end(), [&](std::uint32_t view) {
        return here[view] && !(lacks && lacks->has(view));
    });
}

Result<std::optional<Frame>> WorldExtract::frame(const Frame& joined,
                                                 std::span<const ViewExtract> views) const {
    std::vector<bool> here;
    for (const ViewExtract& view : views) here.push_back(view.has_frame(joined));
    if (std::find(here.begin(), here.end(), true) == here.end()) return std::optional<Frame>();
    if (const auto claimed = claimed_.check(joined); !claimed) return claimed.error();
    const auto own = [&](TypeId id) {
        return id < of_file_.size() ? of_file_[id].own : std::nullopt;
    };
    Frame frame;
    frame.segment = joined.segment;
    frame.tick = joined.tick;
    frame.time = joined.time;
    SnapshotBuilder builder;
    for (const Item item : joined.snapshot) {
        const auto id = own(item.key.type);
        if (!id) continue;
        const auto has = held(joined.snapshot, of_file_[item.key.type], item.key, here);
        if (!has) return fail("tick ", joined.tick, ": ", has.error().message);
        if (*has) builder.set({*id, item.key.entity}, item.row);
    }
    frame.snapshot = builder.build();
    for (const Event& event : joined.events)
        if (const auto id = own(event.type))
            frame.events.push_back({*id, event.row, event.before_snapshot});
    return std::optional(std::move(frame));
}

}  // namespace tickreel
