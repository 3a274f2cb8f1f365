#include "format/reel/match_writer_core.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace tickreel {

namespace {

// Begins the names of types that are about views; no game's do.
constexpr std::string_view kViewTypeName = "view: ";

ItemType words_only(std::string name, bool event) {
    ItemType type;
    type.name = std::move(name);
    type.use = event ? TypeUse::Event : TypeUse::Item;
    type.known = false;
    type.checksum = event ? ChecksumScope::Snapshot : ChecksumScope::None;
    type.derived = !event;
    return type;
}

}  // namespace

MatchWriterCore::MatchWriterCore(std::unique_ptr<ByteSink> sink, const RecordingInfo& info,
                                 const ReelOptions& options)
    : file(std::move(sink), info, options,
           layout::kFeatureViews | layout::kFeatureViewMicroseconds),
      frames_type(add_view_type("frames", ViewUse::Frame, 0)),
      events_type(add_view_type("events", ViewUse::Events, 0)) {}

TypeId MatchWriterCore::add_view_type(std::string name, ViewUse use, TypeId of) {
    const TypeId id = file.add_type(
        words_only(std::string(kViewTypeName) + std::move(name), use == ViewUse::Events));
    auto& list = file.catalog.view_types;
    FileType type;
    type.of_world = false;
    type.about = {id, use, of};
    list[static_cast<std::uint32_t>(list.size())] = type.about;
    types.resize(std::max<std::size_t>(types.size(), id + std::size_t{1}));
    types[id] = std::move(type);
    return id;
}

ViewEntry& MatchWriterCore::entry(std::uint32_t view) {
    file.defined.views = std::min(file.defined.views, view);
    file.indexed.views = std::min(file.indexed.views, view);
    return file.catalog.views[view];
}

std::uint32_t MatchWriterCore::add_view(const ViewInfo& view) {
    const auto number = static_cast<std::uint32_t>(views.size());
    if (number >= layout::kMaxViews)
        file.refuse(fail("view ", number, " is one more than a match file holds"));
    views.emplace_back();
    world.add_view();
    ViewEntry& made = entry(number);
    made.name = view.name;
    made.start = view.start;
    made.clock = view.clock;
    made.properties = view.properties;
    return number;
}

void MatchWriterCore::add_type(std::uint32_t view, const ItemType& type) {
    if (!file.working()) return;
    const std::optional<TypeId> known = file.schema.find(type.name);
    if (type.name.starts_with(kViewTypeName))
        return file.refuse(fail("view ", view + 1, ": the name '", type.name, "' is reserved"));
    if (known && !(file.schema[*known] == type))
        return file.refuse(fail("view ", view + 1, ": its type '", type.name,
                                "' is another than in the views before it"));
    const TypeId id = file.add_type(type);
    if (!file.working()) return;
    types.resize(std::max<std::size_t>(types.size(), id + std::size_t{1}));
    types[id].covered = covered_by_sum(type);
    entry(view).types.push_back(id);
}

void MatchWriterCore::begin_segment(const Segment& segment) {
    world.clear();
    for (View& view : views) view.row.clear();
    file.begin_segment(segment);
}

void MatchWriterCore::begin_segment(std::uint32_t view, const Segment& segment) {
    if (!file.working()) return;
    const auto now = static_cast<std::uint32_t>(file.catalog.segments.size()) - 1;
    ViewEntry& of = entry(view);
    if (!of.segments.empty() && of.segments.back().world >= now)
        file.refuse(fail("view ", view + 1, " has two segments in segment ", now));
    else
        of.segments.push_back({now, segment});
}

Result<void> MatchWriterCore::check(const ViewFrame& from) const {
    const ViewEntry& view = file.catalog.views.at(from.view);
    const Frame& frame = *from.frame;
    const auto now = static_cast<std::uint32_t>(file.catalog.segments.size()) - 1;
    if (frame.segment >= view.segments.size() || view.segments[frame.segment].world != now)
        return fail("view ", from.view + 1, ", tick ", frame.tick, ": its segment ", frame.segment,
                    " is not the one being written");
    const auto known = [&](TypeId type) { return type < view.types.size(); };
    for (const Item item : frame.snapshot)
        if (!known(item.key.type))
            return fail("view ", from.view + 1, ", tick ", frame.tick, ": no type ", item.key.type);
    for (const Event& event : frame.events)
        if (!known(event.type))
            return fail("view ", from.view + 1, ", tick ", frame.tick, ": no type ", event.type);
    return {};
}

Snapshot MatchWriterCore::in_file(std::uint32_t view, const Snapshot& snapshot) const {
    const std::vector<TypeId>& names = file.catalog.views.at(view).types;
    SnapshotBuilder builder;
    builder.reserve(snapshot.size(), snapshot.word_count());
    for (const Item item : snapshot) builder.set({names[item.key.type], item.key.entity}, item.row);
    return builder.build();
}

std::uint32_t MatchWriterCore::covered_sum(const Snapshot& snapshot) const {
    std::uint32_t sum = 0;
    for (const Item item : snapshot)
        if (types[item.key.type].covered)
            for (const Word word : item.row) sum += static_cast<std::uint32_t>(word);
    return sum;
}

// Each event as often as the view has it that has it most often, then for each list of them that
// views have, which views that are.
std::vector<Event> MatchWriterCore::joined_events(std::span<const ViewFrame> frames) {
    std::vector<Event> events;
    using Same = std::tuple<TypeId, std::vector<Word>, bool>;
    std::map<Same, std::vector<Word>> places;  // in `events`
    std::map<std::vector<Word>, ViewSetWriter> lists;
    for (const ViewFrame& from : frames) {
        if (from.frame->events.empty()) continue;
        const std::vector<TypeId>& names = file.catalog.views.at(from.view).types;
        std::vector<Word> list;
        std::map<const std::vector<Word>*, std::size_t> used;  // of its places, by this view
        for (Event event : from.frame->events) {
            event.type = names[event.type];
            std::vector<Word>& same = places[{event.type, event.row, event.before_snapshot}];
            const std::size_t place = used[&same]++;
            if (place == same.size()) {
                same.push_back(static_cast<Word>(events.size()));
                events.push_back(std::move(event));
            }
            list.push_back(same[place]);
        }
        lists.try_emplace(std::move(list), views.size()).first->second.add(from.view);
    }
    for (auto& [list, who] : lists) {
        who.append(list);
        events.push_back({events_type, who.row(), false});
    }
    return events;
}

std::span<const JoinedItem> MatchWriterCore::items_of(TypeId type) const {
    const auto items = world.items();
    const auto before = [](const JoinedItem& item, TypeId t) { return item.key.type < t; };
    const auto first = std::lower_bound(items.begin(), items.end(), type, before);
    const auto last = std::find_if(
        first, items.end(), [type](const JoinedItem& item) { return item.key.type != type; });
    return {first, last};
}

void MatchWriterCore::add_needed_types() {
    for (const JoinedItem& item : world.items()) {
        const TypeId id = item.key.type;
        const auto lacks =
            std::find(item.views.begin(), item.views.end(), JoinedItem::kLacks) != item.views.end();
        if (lacks && !types[id].lacks) {
            const TypeId made =
                add_view_type(concat("lack ", file.schema[id].name), ViewUse::Lacks, id);
            types[id].lacks = made;
        }
        while (file.working() && types[id].variants.size() < item.variants.size()) {
            const std::size_t number = types[id].variants.size();
            const TypeId made = add_view_type(
                concat("variant ", number + 1, " of ", file.schema[id].name), ViewUse::Variant, id);
            types[made].variant = number;
            types[id].variants.push_back(made);
        }
    }
}

// All items of one of the file's types, in order.
void MatchWriterCore::put_type(TypeId type, SnapshotBuilder& into) const {
    const FileType& about = types[type];
    if (about.of_world) {
        for (const JoinedItem& item : items_of(type)) into.set(item.key, item.row);
        return;
    }
    if (about.about.use == ViewUse::Frame)
        for (std::size_t view = 0; view < views.size(); ++view)
            if (!views[view].row.empty()) into.set({type, view}, views[view].row);
    if (about.about.use != ViewUse::Lacks && about.about.use != ViewUse::Variant) return;
    const bool lacks = about.about.use == ViewUse::Lacks;
    const std::size_t state = lacks ? JoinedItem::kLacks : JoinedItem::kVariant + about.variant;
    for (const JoinedItem& item : items_of(about.about.of)) {
        const bool used =
            lacks || (about.variant < item.variants.size() && item.variants[about.variant].used);
        if (!used) continue;
        ViewSetWriter who(views.size());
        bool any = false;
        for (std::size_t view = 0; view < item.views.size(); ++view) {
            if (item.views[view] != state) continue;
            who.add(static_cast<std::uint32_t>(view));
            any = true;
        }
        if (!any) continue;
        if (!lacks) who.append(item.variants[about.variant].words);
        into.set({type, item.key.entity}, who.row());
    }
}

Snapshot MatchWriterCore::joined_snapshot(Tick tick) {
    // A view that has been silent for a second holds nothing any more.
    const double rate = file.catalog.info.ticks_per_second;
    const auto limit = static_cast<Tick>(rate >= 1 && rate <= 1e6 ? rate : 50);
    for (std::size_t view = 0; view < views.size(); ++view) {
        if (views[view].row.empty() || tick - views[view].last <= limit) continue;
        views[view].row.clear();
        world.leave(static_cast<std::uint32_t>(view));
    }
    add_needed_types();
    SnapshotBuilder builder;
    for (std::size_t type = 0; type < types.size(); ++type)
        put_type(static_cast<TypeId>(type), builder);
    return builder.build();
}

void MatchWriterCore::add_tick(std::span<const ViewFrame> frames) {
    if (file.catalog.segments.empty()) begin_segment({});
    Frame joined;
    joined.segment = static_cast<std::uint32_t>(file.catalog.segments.size()) - 1;
    joined.tick = frames.front().frame->tick;
    std::vector<WorldJoin::Seen> fresh;
    bool first = true;
    for (const ViewFrame& from : frames) {
        if (Result<void> good = check(from); !good) return file.refuse(good.error());
        const auto time = earlier(from.frame->time, file.catalog.views.at(from.view).clock);
        if (first || time < joined.time) joined.time = time;
        first = false;
        fresh.push_back({from.view, in_file(from.view, from.frame->snapshot)});
    }
    ViewBefore before;
    for (std::size_t f = 0; f < frames.size(); ++f) {
        View& view = views[frames[f].view];
        view.last = joined.tick;
        const auto time =
            earlier(frames[f].frame->time, file.catalog.views.at(frames[f].view).clock);
        view.row = write_view_frame(*frames[f].frame, earlier(time, joined.time),
                                    covered_sum(fresh[f].snapshot), before);
    }
    world.step(fresh);
    joined.events = joined_events(frames);
    joined.snapshot = joined_snapshot(joined.tick);
    file.add_frame(joined);
}

}  // namespace tickreel
