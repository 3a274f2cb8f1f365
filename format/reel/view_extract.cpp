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

Result<std::optional<ViewSet>> view_set_of(const Item& about) {
    const std::optional<ViewSet> set = read_view_set(about.row);
    if (!set)
        return fail("item ", about.key.type, ":", about.key.entity, " does not say which views");
    return set;
}

// Nothing: there is no such item.
Result<std::optional<ViewSet>> views_of(const Snapshot& joined, ItemKey key) {
    const std::size_t at = joined.lower_bound(key);
    if (at == joined.size() || joined[at].key != key) return std::optional<ViewSet>();
    return view_set_of(joined[at]);
}

}  // namespace

JoinedTypes::JoinedTypes(const Catalog& catalog) : views(catalog.views.size()) {
    for (const auto& [number, view] : catalog.views)
        for (const TypeId type : view.types) claim(type);
    for (const auto& [number, about] : catalog.view_types) {
        claim(about.type);
        switch (about.use) {
            case ViewUse::Frame:
                frames = about.type;
                break;
            case ViewUse::Events:
                lists = about.type;
                break;
            case ViewUse::Lacks:
            case ViewUse::Variant:
                about_items.push_back(about.type);
        }
    }
}

void JoinedTypes::claim(TypeId type) {
    if (type >= claimed.size()) claimed.resize(type + std::size_t{1});
    claimed[type] = true;
}

JoinedFrame::JoinedFrame(const Frame& frame, const JoinedTypes& types)
    : frame_(frame), types_(types), places_(types.views), lists_(types.views) {
    const Snapshot& items = frame.snapshot;
    for (std::size_t i = 0; i < items.size();) {
        const std::size_t begin = i;
        const TypeId type = items[i].key.type;
        while (i < items.size() && items[i].key.type == type) ++i;
        runs_.push_back({type, {begin, i}});
    }
    find_places();
    find_lists();
    claimed_ = check_types();
}

JoinedFrame::Run JoinedFrame::run(TypeId type) const {
    const auto found =
        std::lower_bound(runs_.begin(), runs_.end(), type,
                         [](const TypeRun& run, TypeId wanted) { return run.type < wanted; });
    return found == runs_.end() || found->type != type ? Run() : found->run;
}

// Each is told as the difference from the one before it.
void JoinedFrame::find_places() {
    if (!types_.frames) return;
    const Run rows = run(*types_.frames);
    ViewBefore before;
    for (std::size_t i = rows.begin; i < rows.end; ++i) {
        const Item item = items()[i];
        if (view_frame_tick(item.row, frame_.tick) != frame_.tick) continue;
        if (item.key.entity < places_.size()) places_[item.key.entity] = Place{item.row, before};
        pass_view_frame(item.row, before);
    }
}

// A view has the first list that says so.
void JoinedFrame::find_lists() {
    for (const Event& event : frame_.events) {
        if (event.type != types_.lists) continue;
        const std::optional<ViewSet> who = read_view_set(event.row);
        lists_cut_ = !who;
        if (!who) return;
        who->each([&](std::size_t view) {
            if (view < lists_.size() && !lists_[view]) lists_[view] = who->rest;
        });
    }
}

Result<std::optional<Row>> JoinedFrame::list(std::uint32_t view) const {
    if (!lists_[view] && lists_cut_)
        return fail("tick ", frame_.tick, ": a list of events without views");
    return lists_[view];
}

Result<void> JoinedFrame::check_types() const {
    const auto unknown = [&](TypeId type) {
        return fail("tick ", frame_.tick, ": the definition of type ", type, " is lost");
    };
    for (const TypeRun& run : runs_)
        if (!types_.is_claimed(run.type)) return unknown(run.type);
    for (const Event& event : frame_.events)
        if (!types_.is_claimed(event.type)) return unknown(event.type);
    return {};
}

bool JoinedFrame::says_whose() const {
    return std::all_of(
        types_.about_items.begin(), types_.about_items.end(),
        [&](TypeId type) {
            const Run rows = run(type);
            for (std::size_t i = rows.begin; i < rows.end; ++i)
                if (!read_view_set(items()[i].row)) return false;
            return true;
        });
}

ViewExtract::ViewExtract(const Catalog& catalog, std::uint32_t view)
    : entry_(catalog.views.at(view)), view_(view) {
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

bool ViewExtract::has_frame(const JoinedFrame& joined) const {
    return joined.place(view_) != nullptr && segment(joined.frame().segment);
}

Result<std::optional<ViewSet>> ViewExtract::About::find(EntityId entity, std::uint32_t view) {
    while (run_.begin < run_.end && joined_[run_.begin].key.entity < entity) ++run_.begin;
    if (run_.begin == run_.end || joined_[run_.begin].key.entity != entity)
        return std::optional<ViewSet>();
    Result<std::optional<ViewSet>> set = view_set_of(joined_[run_.begin]);
    return !set || (*set)->has(view) ? set : std::optional<ViewSet>();
}

Result<std::optional<Row>> ViewExtract::row(AboutType& about, const Item& item,
                                            std::vector<Word>& made) const {
    if (about.lacks) {
        const auto lacks = about.lacks->find(item.key.entity, view_);
        if (!lacks) return lacks.error();
        if (*lacks) return std::optional<Row>();
    }
    for (About& one : about.variants) {
        const auto variant = one.find(item.key.entity, view_);
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
Result<Snapshot> ViewExtract::snapshot(const JoinedFrame& joined, std::uint32_t& sum) const {
    const Snapshot& items = joined.items();
    SnapshotBuilder builder;
    std::vector<Word> made;
    AboutType about;
    for (std::size_t own = 0; own < types_.size(); ++own) {
        const Type& type = types_[own];
        const JoinedFrame::Run run = joined.run(type.in_file);
        if (run.begin == run.end) continue;
        about.lacks.reset();
        about.variants.clear();
        if (type.lacks) about.lacks.emplace(items, joined.run(*type.lacks));
        for (const TypeId id : type.variants) about.variants.emplace_back(items, joined.run(id));
        for (std::size_t i = run.begin; i < run.end; ++i) {
            const Item item = items[i];
            const auto found = row(about, item, made);
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

Result<std::vector<Event>> ViewExtract::events(const JoinedFrame& joined) const {
    std::vector<Event> events;
    const auto list = joined.list(view_);
    if (!list) return list.error();
    if (!*list) return events;
    if (const auto added = add_listed(joined.frame(), **list, events); !added) return added.error();
    return events;
}

Result<std::optional<Frame>> ViewExtract::frame(const JoinedFrame& joined) const {
    return frame(joined, true);
}

Result<std::optional<Frame>> ViewExtract::frame_without_items(const JoinedFrame& joined) const {
    return frame(joined, false);
}

Result<std::optional<Frame>> ViewExtract::frame(const JoinedFrame& joined, bool with_items) const {
    const JoinedFrame::Place* const place = joined.place(view_);
    const auto own = place == nullptr ? std::nullopt : segment(joined.frame().segment);
    if (!own) return std::optional<Frame>();
    if (!joined.claimed()) return joined.claimed().error();
    Frame frame;
    frame.segment = *own;
    frame.tick = joined.frame().tick;
    std::uint32_t sum = 0;
    Result<Snapshot> items = with_items ? snapshot(joined, sum) : Snapshot();
    if (!items) return fail("tick ", frame.tick, ": ", items.error().message);
    frame.snapshot = *std::move(items);
    Result<std::vector<Event>> listed = events(joined);
    if (!listed) return listed.error();
    frame.events = *std::move(listed);
    read_view_frame(place->row, later(joined.frame().time, entry_.clock), sum, place->before,
                    frame);
    return std::optional<Frame>(std::move(frame));
}

WorldExtract::WorldExtract(const Catalog& catalog) {
    for (const auto& [id, type] : catalog.types) {
        of_file_.resize(id + std::size_t{1});
        const auto about_views = [of = id](const auto& entry) { return entry.second.type == of; };
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

Result<std::optional<Frame>> WorldExtract::frame(const JoinedFrame& with_views,
                                                 std::span<const ViewExtract> views) const {
    const Frame& joined = with_views.frame();
    std::vector<bool> here;
    for (const ViewExtract& view : views) here.push_back(view.has_frame(with_views));
    if (std::find(here.begin(), here.end(), true) == here.end()) return std::optional<Frame>();
    if (!with_views.claimed()) return with_views.claimed().error();
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
