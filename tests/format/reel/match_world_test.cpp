// The world of a match file: what its views have at a tick, once, and what none of them has.
#include <map>
#include <set>
#include <tuple>

#include "tests/catch.h"
#include "tests/format/reel/match_file.h"
#include "tests/format/reel/match_stage.h"
#include "tests/format/reel/small_match.h"

using namespace tickreel;
using namespace tickreel_test;

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
    const auto world = world_of(*match);
    std::set<Place> joined;
    for (const Frame& frame : all_frames(*world))
        for (const Item item : frame.snapshot)
            joined.insert(
                {frame.segment, frame.tick, world->schema()[item.key.type].name, item.key.entity});
    CHECK(seen.size() > 500);
    CHECK(joined.size() == seen.size());
    CHECK(joined == seen);
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

namespace {

// A recording of one counter at even ticks below `end`, from `first` on, without `missing`. At
// `in_full` a snapshot came in full, and the next one differs from it.
Bytes counting_view(Tick first, const std::set<Tick>& missing, Tick in_full = kNoTick,
                    Tick end = 100) {
    auto bytes = std::make_shared<Bytes>();
    ReelWriter writer(std::make_unique<SharedSink>(bytes), {"toy", 50.0, {}, {}});
    ItemType counter;
    counter.name = "Counter";
    counter.fields = {Field{"count"}};
    const TypeId type = writer.add_type(counter);
    writer.begin_segment({"map", "", ""});
    Tick before = kNoTick;
    for (Tick tick = first; tick < end; tick += 2) {
        if (missing.contains(tick)) continue;
        Frame frame;
        frame.tick = tick;
        frame.time = std::chrono::milliseconds(20 * tick);
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
    const auto counts = world_of(*match)->statistics();
    REQUIRE(counts.ok());
    CHECK(counts->snapshots == 48);
    CHECK(counts->gaps == std::vector<Gap>{{0, 20, 22, ""}, {0, 30, 32, ""}});
}

TEST_CASE("where all views had left and the next one came later, the world has a gap") {
    const auto match = open_match(merge_files(
        {
            counting_view(0, {}, kNoTick, 22),
            counting_view(10, {}, kNoTick, 24),
            counting_view(30, {}, kNoTick, 52),  // as far as a pause
            counting_view(80, {}),
        },
        ViewClocks::OfOne));
    const auto counts = world_of(*match)->statistics();
    REQUIRE(counts.ok());
    CHECK(counts->gaps == std::vector<Gap>{{0, 51, 80, std::string(kDeserted)}});
}
