// Match files: every view comes out as it went in, and nothing else reads one by mistake.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "tests/catch.h"
#include "tests/format/generate.h"
#include "tests/format/reel/match_file.h"
#include "tests/format/reel/reel_file.h"
#include "tests/format/reel/small_match.h"
#include "tickreel/model/named_later.h"
#include "tickreel/reel/match_merge.h"
#include "tickreel/reel/match_reader.h"
#include "tickreel/reel/reel_writer.h"
#include "tickreel/reel/unreadable_ticks.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

std::vector<ViewSource> sources_of(const std::vector<std::unique_ptr<ReelReader>>& reels) {
    std::vector<ViewSource> sources;
    for (std::size_t i = 0; i < reels.size(); ++i)
        sources.push_back({reels[i].get(), "view " + std::to_string(i)});
    return sources;
}

std::vector<std::unique_ptr<ReelReader>> open_all(const std::vector<Bytes>& files) {
    std::vector<std::unique_ptr<ReelReader>> reels;
    for (const Bytes& file : files) reels.push_back(open_bytes(file));
    return reels;
}

std::unique_ptr<MatchReader> open_match(const Bytes& bytes) {
    auto match = MatchReader::open(memory_source(bytes));
    REQUIRE(match.ok());
    return std::move(*match);
}

}  // namespace

TEST_CASE("every view of a match file is the recording that it was made of") {
    const std::vector<Bytes> files = make_view_files(5);
    const auto reels = open_all(files);
    const Bytes joined = merge_files(files);
    const auto match = open_match(joined);
    REQUIRE(match->views().size() == files.size());
    for (std::uint32_t view = 0; view < files.size(); ++view) {
        INFO("view " << view);
        const auto copy = open_bytes(cut_view_file(*match, view));
        CHECK(same_recording(*copy, *reels[view]) == "");
    }
}

TEST_CASE("any tick of any view of a match file is found at once") {
    const std::vector<Bytes> files = make_view_files(4);
    const auto reels = open_all(files);
    const auto match = open_match(merge_files(files));
    for (std::uint32_t view = 0; view < files.size(); ++view) {
        const ReelReader& reel = *reels[view];
        for (std::uint32_t segment = 0; segment < reel.segments().size(); ++segment) {
            const SegmentSpan span = reel.timeline().segments()[segment];
            for (Tick tick = span.first; tick <= span.last + 3; ++tick) {
                INFO("view " << view << " segment " << segment << " tick " << tick);
                const auto wanted = reel.at({segment, tick});
                const auto found = match->at(view, {segment, tick});
                REQUIRE(wanted.ok());
                REQUIRE(found.ok());
                REQUIRE(found->has_value());
                CHECK(same_frame(**found, *wanted));
            }
            const auto before = match->at(view, {segment, span.first - 1});
            CHECK((before.ok() && !before->has_value()));
        }
        const auto beyond = match->at(view, {99, 0});
        CHECK((beyond.ok() && !beyond->has_value()));
    }
}

TEST_CASE("a tick of the world is found at once, with what each view has there") {
    const auto match = open_match(merge_files(make_view_files(4)));
    auto bytes = std::make_shared<Bytes>();
    ReelWriter writer(std::make_unique<SharedSink>(bytes), match->info());
    std::size_t frames = 0;
    std::size_t absent = 0;
    const auto visit = [&](Frame& world, std::span<const std::optional<Frame>> views) {
        INFO("segment " << world.segment << " tick " << world.tick);
        const auto found = match->world_at(world.moment());
        REQUIRE((found.ok() && found->has_value()));
        CHECK(same_frame(**found, world));
        for (std::uint32_t view = 0; view < views.size(); ++view) {
            const auto one = match->view_at(view, world.moment());
            REQUIRE(one.ok());
            REQUIRE(one->has_value() == views[view].has_value());
            absent += views[view] ? 0 : 1;
            if (!views[view]) continue;
            CHECK(same_frame(**one, *views[view]));
            CHECK(match->in_world(view, views[view]->moment()) == world.moment());
            CHECK(match->in_view(view, world.moment()) == views[view]->moment());
        }
        const auto between = match->world_at({world.segment, world.tick + 1'000'000});
        CHECK((between.ok() && !between->has_value()));
        ++frames;
    };
    REQUIRE(match->copy_world(ignore_problems, writer, {}, visit).ok());
    REQUIRE(writer.finish().ok());
    const auto world = open_bytes(*bytes);
    CHECK(world->schema().types() == match->world_schema().types());
    CHECK((frames > 50 && absent > 10));
    CHECK(match->world_at({99, 0}).ok());
    CHECK_FALSE(match->in_world(0, {99, 0}));
    CHECK_FALSE(match->in_view(0, {99, 0}));
}

TEST_CASE(
    "the world has at a tick what a view with a snapshot of that tick has, and nothing else") {
    const std::vector<Bytes> files = make_view_files(4);
    const auto match = open_match(merge_files(files));
    // By segment, tick, name of the type and entity.
    using Place = std::tuple<std::uint32_t, Tick, std::string, EntityId>;
    std::set<Place> seen;
    const auto reels = open_all(files);
    for (std::uint32_t view = 0; view < files.size(); ++view)
        for (const Frame& frame : all_frames(*reels[view]))
            for (const Item item : frame.snapshot)
                seen.insert({match->in_world(view, frame.moment())->segment, frame.tick,
                             reels[view]->schema()[item.key.type].name, item.key.entity});
    auto bytes = std::make_shared<Bytes>();
    ReelWriter writer(std::make_unique<SharedSink>(bytes), match->info());
    REQUIRE(match->copy_world(ignore_problems, writer).ok());
    REQUIRE(writer.finish().ok());
    const auto world = open_bytes(*bytes);
    std::set<Place> joined;
    for (const Frame& frame : all_frames(*world))
        for (const Item item : frame.snapshot)
            joined.insert(
                {frame.segment, frame.tick, world->schema()[item.key.type].name, item.key.entity});
    CHECK(seen.size() > 500);
    CHECK(joined.size() == seen.size());
    CHECK(joined == seen);
}

// A recording in which players are killed: at which tick it is told who. Notes name nobody, nor do
// the server's lines of chat: when and which.
Bytes make_kills(const std::vector<std::pair<Tick, std::int64_t>>& kills, Tick note,
                 std::string_view later = "",
                 const std::vector<std::pair<Tick, std::int64_t>>& lines = {}, Tick first = 100) {
    auto bytes = std::make_shared<Bytes>();
    ReelWriter writer(std::make_unique<SharedSink>(bytes), {"toy", 50.0, {}, {}});
    if (!later.empty()) writer.set_property(kNamedLater, later);
    ItemType place;
    place.name = "Place";
    place.fields = {{"x", FieldKind::Int32}};
    ItemType kill;
    kill.name = "Kill";
    kill.use = TypeUse::Event;
    kill.event_class = EventClass::Kill;
    kill.fields = {{"victim", FieldKind::Int32}};
    kill.fields[0].roles = Role::Object;
    ItemType noted;
    noted.name = "Note";
    noted.use = TypeUse::Event;
    noted.fields = {{"text", FieldKind::Int32}};
    ItemType line;
    line.name = "Line";
    line.use = TypeUse::Event;
    line.event_class = EventClass::Chat;
    line.fields = {{"speaker", FieldKind::Int32}, {"line", FieldKind::Int32}};
    line.fields[0].roles = Role::Speaker;
    const TypeId places = writer.add_type(place);
    const TypeId killed = writer.add_type(kill);
    const TypeId said = writer.add_type(line);
    const TypeId notes = writer.add_type(noted);
    writer.begin_segment({"map", "", ""});
    for (Tick tick = first; tick < 900; tick += 2) {
        Frame frame;
        frame.tick = tick;
        frame.time = std::chrono::milliseconds(20 * tick);
        SnapshotBuilder builder;
        builder.set({places, 1}, make_row(place, {Value(std::int64_t{tick * 7})}));
        frame.snapshot = builder.build();
        for (const auto& [when, victim] : kills)
            if (when == tick)
                frame.events.push_back({killed, make_row(kill, {Value(victim)}), victim == 9});
        for (const auto& [when, which] : lines)
            if (when == tick)
                frame.events.push_back(
                    {said, make_row(line, {Value(std::int64_t{-1}), Value(which)}), false});
        if (tick == note)
            frame.events.push_back({notes, make_row(noted, {Value(std::int64_t{4})}), false});
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish().ok());
    return *bytes;
}

TEST_CASE("the world has once what several views were told, with another snapshot or much later") {
    // 3 at once and with the next snapshot; 1 twice, of which one view was told late; 3 again; 9
    // with a snapshot and after it; 5 told to one view only.
    const auto match = open_match(merge_files(
        {make_kills({{200, 3}, {300, 1}, {320, 1}, {500, 3}, {600, 9}}, 400, "type_2, type_1"),
         make_kills({{202, 3}, {340, 1}, {340, 1}, {498, 3}, {602, 9}, {700, 5}}, 402,
                    "type_3, type_2")}));
    auto bytes = std::make_shared<Bytes>();
    ReelWriter writer(std::make_unique<SharedSink>(bytes), match->info());
    REQUIRE(match->copy_world(ignore_problems, writer).ok());
    REQUIRE(writer.finish().ok());
    const auto world = open_bytes(*bytes);
    CHECK(world->info().properties.at(std::string(kNamedLater)) == "type_2, type_1, type_3");
    std::vector<std::pair<Tick, Word>> told;
    std::vector<Tick> notes;
    for (const Frame& frame : all_frames(*world))
        for (const Event& event : frame.events)
            if (world->schema()[event.type].name == "Kill")
                told.emplace_back(frame.tick, event.row[0]);
            else
                notes.push_back(frame.tick);
    CHECK(told == std::vector<std::pair<Tick, Word>>{
                      {200, 3}, {300, 1}, {320, 1}, {498, 3}, {600, 9}, {700, 5}});
    CHECK(notes == std::vector<Tick>{400, 402});
}

TEST_CASE("the world has a server's line of chat once that several views got within 3 s") {
    // 1 with another snapshot; 2 said twice, which one view has twice; 3 again after 3 s; 4 to one;
    // 5 that one joins, who hears it with its first snapshot.
    const auto match = open_match(merge_files(
        {make_kills({}, 0, "",
                    {{200, 1}, {300, 2}, {340, 2}, {400, 5}, {500, 3}, {700, 3}, {800, 4}}),
         make_kills({}, 0, "", {{202, 1}, {304, 2}, {344, 2}, {506, 3}, {708, 3}}),
         make_kills({}, 0, "", {{204, 1}, {302, 2}}), make_kills({}, 0, "", {{408, 5}}, 408)}));
    auto bytes = std::make_shared<Bytes>();
    ReelWriter writer(std::make_unique<SharedSink>(bytes), match->info());
    REQUIRE(match->copy_world(ignore_problems, writer).ok());
    REQUIRE(writer.finish().ok());
    const auto world = open_bytes(*bytes);
    std::vector<std::pair<Tick, Word>> lines;
    for (const Frame& frame : all_frames(*world))
        for (const Event& event : frame.events)
            if (world->schema()[event.type].name == "Line")
                lines.emplace_back(frame.tick, event.row[1]);
    CHECK(lines == std::vector<std::pair<Tick, Word>>{
                       {200, 1}, {300, 2}, {340, 2}, {400, 5}, {500, 3}, {700, 3}, {800, 4}});
}

namespace {

// A recording whose server names a type with the snapshot of a tick, or never: until then its items
// are raw. `seen`: at which ticks the view has snapshots.
Bytes make_named(std::optional<Tick> named_at, const std::vector<Tick>& seen) {
    auto bytes = std::make_shared<Bytes>();
    ReelWriter writer(std::make_unique<SharedSink>(bytes), {"toy", 50.0, {}, {}});
    ItemType place;
    place.name = "Place";
    ItemType raw;
    raw.name = "type_9";
    raw.origin = "9";
    raw.known = false;
    ItemType naming;
    naming.name = "Naming";
    naming.origin = "0";
    ItemType thing;
    thing.name = "Thing";
    thing.origin = "a thing";
    const TypeId places = writer.add_type(place);
    const TypeId raws = writer.add_type(raw);
    const TypeId namings = named_at ? writer.add_type(naming) : 0;
    const TypeId things = named_at ? writer.add_type(thing) : 0;
    writer.begin_segment({"map", "", ""});
    for (const Tick tick : seen) {
        Frame frame;
        frame.tick = tick;
        frame.time = std::chrono::milliseconds(20 * tick);
        const bool named = named_at && tick >= *named_at;
        SnapshotBuilder builder;
        builder.set({places, 1}, std::vector<Word>{static_cast<Word>(tick * 7)});
        if (named) builder.set({namings, 9}, std::vector<Word>{5});
        builder.set({named ? things : raws, 4}, std::vector<Word>{static_cast<Word>(tick)});
        frame.snapshot = builder.build();
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish().ok());
    return *bytes;
}

}  // namespace

TEST_CASE("the world has an item once, by the name that any view has learned") {
    TypeNaming naming;
    naming.type = "Naming";
    naming.read = [](EntityId entity, Row row) -> std::optional<NamedType> {
        if (row.size() != 1 || row[0] != 5) return std::nullopt;
        return NamedType{std::to_string(entity), "a thing"};
    };
    std::vector<Tick> all;
    for (Tick tick = 100; tick < 300; tick += 2) all.push_back(tick);
    const std::vector<Tick> odd_one_out{all.begin() + 20, all.begin() + 40};
    // The first view learns the name at 140, the second later, the third never.
    const auto match = open_match(
        merge_files({make_named(140, all), make_named(170, all), make_named({}, odd_one_out)}));
    for (const bool knows : {true, false}) {
        auto bytes = std::make_shared<Bytes>();
        ReelWriter writer(std::make_unique<SharedSink>(bytes), match->info());
        std::size_t raw_of_views = 0;
        const auto visit = [&](Frame&, std::span<const std::optional<Frame>> views) {
            for (std::uint32_t view = 0; view < 2; ++view)
                for (const Item item : views[view]->snapshot)
                    raw_of_views +=
                        match->views()[view].schema[item.key.type].name == "type_9" ? 1 : 0;
        };
        REQUIRE(match->copy_world(ignore_problems, writer, {}, visit, knows ? naming : TypeNaming())
                    .ok());
        REQUIRE(writer.finish().ok());
        const auto world = open_bytes(*bytes);
        std::map<std::string, std::size_t> counts;
        for (const Frame& frame : all_frames(*world))
            for (const Item item : frame.snapshot) {
                const std::string& name = world->schema()[item.key.type].name;
                ++counts[name];
                if (name == "Thing")
                    CHECK((item.key.entity == 4 && item.row[0] == static_cast<Word>(frame.tick)));
            }
        CHECK(counts["Place"] == all.size());
        CHECK(counts["Naming"] == 80);
        CHECK(counts["Thing"] == (knows ? all.size() : 80));
        CHECK(counts["type_9"] == (knows ? 0 : 40));
        CHECK((raw_of_views == 0) == knows);
    }
}

TEST_CASE("what views share is stored once") {
    const std::vector<Bytes> files = make_view_files(5);
    std::size_t sum = 0;
    std::size_t largest = 0;
    for (const Bytes& file : files) {
        sum += file.size();
        largest = std::max(largest, file.size());
    }
    const Bytes joined = merge_files(files);
    INFO(joined.size() << " bytes; views of " << sum << ", the largest of " << largest);
    CHECK(joined.size() < sum / 2);
}

TEST_CASE("a match file is refused as a recording, and a recording as a match file") {
    const std::vector<Bytes> files = make_view_files(2);
    const Bytes joined = merge_files(files);
    const auto single = ReelReader::open(memory_source(joined));
    REQUIRE_FALSE(single.ok());
    CHECK_THAT(single.error().message, contains("holds 2 views of one match"));
    const auto match = MatchReader::open(memory_source(files[0]));
    REQUIRE_FALSE(match.ok());
    CHECK_THAT(match.error().message, contains("one recording"));
    CHECK(MatchReader::is_match(*memory_source(joined)));
    CHECK_FALSE(MatchReader::is_match(*memory_source(files[0])));
    CHECK_FALSE(MatchReader::is_match(*memory_source({})));
}

TEST_CASE("recordings of two matches are not merged, whatever their names") {
    std::vector<Bytes> files = make_view_files(2);
    const std::vector<Bytes> others = make_view_files(2, 77);
    files.push_back(others[0]);
    const auto reels = open_all(files);
    const auto planned = plan_match(sources_of(reels));
    const auto* no = std::get_if<NoMatch>(&planned);
    REQUIRE(no != nullptr);
    CHECK(no->view == 2);
    CHECK_THAT(no->why, contains("is of another match than 'view 0': of the words"));
}

// Three players who run, among much that stands; the first two under these numbers.
Bytes make_players(EntityId first, EntityId second, Tick from = 100) {
    auto bytes = std::make_shared<Bytes>();
    ReelWriter writer(std::make_unique<SharedSink>(bytes), {"toy", 50.0, {}, {}});
    ItemType player;
    player.name = "Player";
    player.shares_names = true;
    player.fields = {{"x", FieldKind::Int32}, {"y", FieldKind::Int32}, {"state", FieldKind::Int32}};
    player.fields[0].roles = Role::PositionX;
    player.fields[1].roles = Role::PositionY;
    ItemType wall;
    wall.name = "Wall";
    wall.fields = {{"x", FieldKind::Int32}};
    const TypeId players = writer.add_type(player);
    const TypeId walls = writer.add_type(wall);
    writer.begin_segment({"map", "", ""});
    for (Tick tick = from; tick < from + 300; tick += 2) {
        Frame frame;
        frame.tick = tick;
        frame.time = std::chrono::milliseconds(20 * tick);
        SnapshotBuilder builder;
        const std::pair<EntityId, std::int64_t> runners[] = {{first, 1}, {second, 2}, {7, 3}};
        for (const auto& [id, speed] : runners)
            builder.set({players, id}, make_row(player, {Value(std::int64_t{tick * speed}),
                                                         Value(std::int64_t{1000 - tick * speed}),
                                                         Value(std::int64_t{tick})}));
        for (EntityId id = 0; id < 40; ++id)
            builder.set({walls, id}, make_row(wall, {Value(static_cast<std::int64_t>(id) * 32)}));
        frame.snapshot = builder.build();
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish().ok());
    return *bytes;
}

TEST_CASE("views in which the server numbers players otherwise are not joined to one world") {
    const auto plan = [](EntityId first, EntityId second, ViewClocks clocks) {
        const auto reels = open_all({make_players(0, 1), make_players(first, second)});
        return plan_match(sources_of(reels), clocks);
    };
    CHECK(std::get<MatchPlan>(plan(0, 1, ViewClocks::OfAny)).segments.size() == 1);
    const auto refused = plan(1, 0, ViewClocks::OfAny);
    REQUIRE(std::holds_alternative<NoMatch>(refused));
    CHECK_THAT(std::get<NoMatch>(refused).why, contains("numbers players otherwise"));
    const auto apart = std::get<MatchPlan>(plan(1, 0, ViewClocks::OfOne));
    CHECK(apart.segments.size() == 2);
    CHECK(apart.numbered_apart == std::vector<std::uint32_t>{1});
    CHECK(std::get<MatchPlan>(plan(0, 1, ViewClocks::OfOne)).numbered_apart.empty());
}

TEST_CASE("views from after a restart of the recorder are as much numbered apart as before it") {
    const auto reels = open_all({make_players(0, 1), make_players(1, 0), make_players(1, 0),
                                 make_players(0, 1, 402), make_players(1, 0, 402)});
    const auto planned = plan_match(sources_of(reels), ViewClocks::OfOne);
    const auto& plan = std::get<MatchPlan>(planned);
    CHECK(plan.segments.size() == 2);
    CHECK(plan.numbered_apart == std::vector<std::uint32_t>{1, 2, 4});
}

TEST_CASE("a damaged match file loses frames and never makes wrong ones") {
    const std::vector<Bytes> files = make_view_files(3);
    const auto reels = open_all(files);
    const Bytes joined = merge_files(files);
    const auto check = [&](const Bytes& bytes) {
        const auto match = MatchReader::open(memory_source(bytes));
        if (!match) return;
        for (std::uint32_t view = 0; view < (*match)->views().size(); ++view) {
            const auto copy = open_bytes(cut_view_file(**match, view));
            REQUIRE(count_right_frames(*copy, all_frames(*reels[view])) >= 0);
        }
    };
    for (std::size_t size = 0; size < joined.size(); size += 1 + joined.size() / 97) {
        INFO("cut to " << size);
        check(Bytes(joined.begin(), joined.begin() + static_cast<std::ptrdiff_t>(size)));
    }
    for (std::size_t at = 0; at < joined.size(); at += 1 + joined.size() / 211) {
        INFO("flipped at " << at);
        Bytes bytes = joined;
        bytes[at] ^= 0x10;
        check(bytes);
    }
    // A definition that is lost may be the one that says who lacks what.
    for (std::size_t at = 64; at < joined.size(); at += 1 + joined.size() / 211) {
        INFO("without byte " << at);
        Bytes bytes = joined;
        bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(at));
        check(bytes);
    }
}

namespace {

// A client that was there from one tick to another; `late`: the recorder's clock was set; `name`:
// what the server calls the match.
Bytes visit(Tick from, Tick to, std::string map, Word value, std::chrono::seconds late = {},
            std::string_view name = "") {
    auto bytes = std::make_shared<Bytes>();
    ReelWriter writer(std::make_unique<SharedSink>(bytes), {"toy", 50.0, {}, {}});
    if (!name.empty()) writer.set_property(kMatchName, name);
    ItemType type;
    type.name = "Thing";
    writer.add_type(type);
    writer.begin_segment({std::move(map), "", ""});
    for (Tick tick = from; tick < to; tick += 2) {
        Frame frame;
        frame.tick = tick;
        frame.time = std::chrono::hours(400'000) + std::chrono::milliseconds(20 * tick) + late;
        SnapshotBuilder items;
        items.set({0, 1}, std::vector{value, static_cast<Word>(tick)});
        frame.snapshot = items.build();
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish().ok());
    return *bytes;
}

}  // namespace

TEST_CASE("two matches in which nothing moves are told apart by their clocks and their names") {
    using namespace std::chrono_literals;
    const auto why = [](const Bytes& other) {
        const auto reels = open_all({visit(100, 2000, "m", 1, {}, "a1"), other});
        const auto planned = plan_match(sources_of(reels));
        const auto* no = std::get_if<NoMatch>(&planned);
        return no == nullptr ? std::string() : no->why;
    };
    CHECK(why(visit(100, 2000, "m", 1)).empty());
    CHECK(why(visit(100, 2000, "m", 1, 1s, "a1")).empty());
    CHECK_THAT(why(visit(100, 2000, "m", 1, -20s)),
               contains("may be of another match than 'view 0': nothing moves at the ticks that "
                        "both have, and the clocks are 20 s apart"));
    CHECK_THAT(why(visit(100, 2000, "m", 1, {}, "b2")),
               contains("is of another match than 'view 0': game_uuid b2 and not a1"));
    // What moves alike later on says it too.
    const auto turns = [](std::chrono::seconds late, Tick at) {
        auto bytes = std::make_shared<Bytes>();
        ReelWriter writer(std::make_unique<SharedSink>(bytes), {"toy", 50.0, {}, {}});
        ItemType type;
        type.name = "Thing";
        writer.add_type(type);
        writer.begin_segment({"m", "", ""});
        for (Tick tick = 0; tick < 4000; tick += 2) {
            Frame frame;
            frame.tick = tick;
            frame.time = std::chrono::hours(400'000) + std::chrono::milliseconds(20 * tick) + late;
            SnapshotBuilder items;
            items.set({0, 1}, std::vector<Word>{tick < at ? 1 : 2, static_cast<Word>(tick)});
            frame.snapshot = items.build();
            writer.add_frame(frame);
        }
        REQUIRE(writer.finish().ok());
        return *bytes;
    };
    const auto joined = [&](Tick at) {
        const auto reels = open_all({turns({}, 630), turns(3600s, at)});
        return std::holds_alternative<MatchPlan>(plan_match(sources_of(reels)));
    };
    CHECK(joined(630));
    CHECK_FALSE(joined(640));
}

TEST_CASE("what a damaged match file has lost of a view before its last snapshot is a gap") {
    const std::vector<Bytes> files{visit(0, 3000, "m", 1), visit(700, 2400, "m", 1)};
    const auto reels = open_all(files);
    const Bytes joined = merge_files(files);
    int named = 0;
    for (std::size_t at = 64; at < joined.size(); at += 1 + joined.size() / 41) {
        INFO("zeros at " << at);
        Bytes bytes = joined;
        const std::size_t end = std::min(at + 1000, bytes.size());
        std::fill(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                  bytes.begin() + static_cast<std::ptrdiff_t>(end), Byte{0});
        const auto match = MatchReader::open(memory_source(bytes));
        if (!match) continue;
        for (std::uint32_t view = 0; view < (*match)->views().size(); ++view) {
            const auto copy = open_bytes(cut_view_file(**match, view));
            const std::vector<Frame> left = all_frames(*copy);
            const auto counts = copy->statistics();
            REQUIRE(counts.ok());
            for (const Frame& frame : all_frames(*reels[view])) {
                if (find_frame(left, frame.moment()) != nullptr) continue;
                if (left.empty() || left.back().segment != frame.segment ||
                    left.back().tick < frame.tick)
                    continue;
                INFO("view " << view << ", tick " << frame.tick);
                REQUIRE(std::any_of(counts->gaps.begin(), counts->gaps.end(), [&](const Gap& gap) {
                    return gap.segment == frame.segment && gap.from <= frame.tick &&
                           frame.tick < gap.to && gap.reason.starts_with(kUnreadableGap);
                }));
                ++named;
            }
        }
    }
    CHECK(named > 100);
}

TEST_CASE("views of one recorder that share no tick are joined by their time") {
    using namespace std::chrono_literals;
    struct Case {
        const char* what;
        Bytes other;
        std::size_t segments;
    };
    const Bytes first = visit(1000, 1100, "one", 5);
    const Case cases[] = {
        {"later", visit(1200, 1300, "one", 5), 1},
        {"earlier", visit(800, 900, "one", 5), 1},
        {"between its ticks", visit(1001, 1101, "one", 5), 1},
        {"at another time", visit(1200, 1300, "one", 5, 10s), 2},
        {"the same ticks at another time", visit(1000, 1100, "one", 5, 10s), 2},
        {"on another map", visit(1200, 1300, "two", 5), 2},
        {"with other values at the same ticks", visit(1000, 1100, "one", -7000), 2},
    };
    for (const Case& one : cases) {
        INFO(one.what);
        const auto reels = open_all({first, one.other});
        const std::vector<ViewSource> sources = sources_of(reels);
        const auto planned = plan_match(sources, ViewClocks::OfOne);
        const auto* plan = std::get_if<MatchPlan>(&planned);
        REQUIRE(plan != nullptr);
        CHECK(plan->segments.size() == one.segments);
        auto bytes = std::make_shared<Bytes>();
        MatchWriter writer(std::make_unique<SharedSink>(bytes), match_info(sources));
        REQUIRE(merge_views(sources, *plan, ignore_problems, writer).ok());
        REQUIRE(writer.finish().ok());
        const auto match = open_match(*bytes);
        for (std::uint32_t view = 0; view < 2; ++view)
            CHECK(same_recording(*open_bytes(cut_view_file(*match, view)), *reels[view]) == "");
    }
    const auto reels = open_all({first, cases[0].other});
    CHECK(std::holds_alternative<NoMatch>(plan_match(sources_of(reels))));
}

namespace {

// A recording of one counter at even ticks below 100, from `first` on, without `missing`. At
// `in_full` a snapshot came in full, and the next one differs from it.
Bytes counting_view(Tick first, const std::set<Tick>& missing, Tick in_full = kNoTick) {
    auto bytes = std::make_shared<Bytes>();
    ReelWriter writer(std::make_unique<SharedSink>(bytes), {"toy", 50.0, {}, {}});
    ItemType counter;
    counter.name = "Counter";
    counter.fields = {Field{"count"}};
    const TypeId type = writer.add_type(counter);
    writer.begin_segment({"map", "", ""});
    Tick before = kNoTick;
    for (Tick tick = first; tick < 100; tick += 2) {
        if (missing.contains(tick)) continue;
        Frame frame;
        frame.tick = tick;
        SnapshotBuilder items;
        items.set({type, 0}, std::vector<Word>{static_cast<Word>(tick)});
        frame.snapshot = items.build();
        const bool follows = before != kNoTick && before == in_full;
        frame.wire.parts = tick == in_full || follows ? 1 : 0;
        if (follows) frame.wire.base_tick = before;
        writer.add_frame(frame);
        before = tick;
    }
    REQUIRE(writer.finish().ok());
    return *bytes;
}

}  // namespace

TEST_CASE(
    "what no view of those that were there has, and one of them lost, is a gap of the world") {
    const auto match = open_match(merge_files({
        counting_view(0, {20, 22, 30, 40}),
        counting_view(0, {20, 28, 30, 32, 60}, 26),  // it waited for an acknowledgement from 26 on
        counting_view(50, {60, 80}),
    }));
    auto bytes = std::make_shared<Bytes>();
    ReelWriter writer(std::make_unique<SharedSink>(bytes), match->info());
    REQUIRE(match->copy_world(ignore_problems, writer).ok());
    REQUIRE(writer.finish().ok());
    const auto counts = open_bytes(*bytes)->statistics();
    REQUIRE(counts.ok());
    CHECK(counts->snapshots == 48);
    CHECK(counts->gaps == std::vector<Gap>{{0, 20, 22, ""}, {0, 30, 32, ""}});
}
