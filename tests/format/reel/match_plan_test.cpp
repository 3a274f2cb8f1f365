// Which recordings are views of one match, and which parts of them are one world.
#include <variant>

#include "tests/catch.h"
#include "tests/format/reel/match_file.h"
#include "tests/format/reel/match_stage.h"

using namespace tickreel;
using namespace tickreel_test;

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

TEST_CASE("who leaves and comes back within a map is in that map of the match twice") {
    struct Stay {
        const char* map;
        Tick from;
        Tick to;
        int began = 0;  // the map, in seconds
    };
    const auto recorded = [](const std::vector<Stay>& stays) {
        auto bytes = std::make_shared<Bytes>();
        ReelWriter writer(std::make_unique<SharedSink>(bytes), {"toy", 50.0, {}, {}});
        ItemType type;
        type.name = "Thing";
        writer.add_type(type);
        std::uint32_t segment = 0;
        for (const Stay& stay : stays) {
            writer.begin_segment({stay.map, "", ""});
            for (Tick tick = stay.from; tick < stay.to; tick += 2) {
                Frame frame;
                frame.segment = segment;
                frame.tick = tick;
                frame.time = std::chrono::hours(400'000) + std::chrono::seconds(stay.began) +
                             std::chrono::milliseconds(20 * tick);
                SnapshotBuilder items;
                items.set({0, 1}, std::vector<Word>{7, static_cast<Word>(tick * 3)});
                frame.snapshot = items.build();
                writer.add_frame(frame);
            }
            writer.add_gap({segment, stay.from + 1, stay.from + 2, stay.map});
            writer.add_marker({{segment, stay.from}, stay.map});
            ++segment;
        }
        REQUIRE(writer.finish().ok());
        return *bytes;
    };
    // The third map is the second one again, from its start.
    const std::vector<Stay> all{{"a", 0, 1000}, {"b", 0, 600, 20}, {"b", 0, 500, 40}};
    const auto reels = open_all({recorded(all), recorded({{"a", 100, 300},
                                                          {"a", 320, 700},
                                                          {"a", 720, 1000},
                                                          {"b", 0, 300, 20},
                                                          {"b", 20, 400, 40}})});
    std::vector<ViewSource> sources = sources_of(reels);
    sources[0].name = "view 1-2";  // a name that a stay would have
    const std::vector<ViewSource> views = by_stays(sources);
    std::vector<std::string> names;
    for (const ViewSource& view : views) names.push_back(view.name);
    REQUIRE(names == std::vector<std::string>{"view 1-2", "view 1", "view 1-3", "view 1-4"});
    auto bytes = std::make_shared<Bytes>();
    const auto plan = std::get<MatchPlan>(plan_match(views, ViewClocks::OfOne));
    CHECK(plan.segments.size() == 3);
    const auto nothing = open_all({recorded({{"a", 0, 0}, {"a", 0, 0}})});
    CHECK(by_stays(sources_of(nothing)).size() == 1);
    // A map of which nothing came, on a full disk, is that of whom it came to.
    for (const bool empty_first : {false, true}) {
        const Bytes full = recorded({{"a", 0, 300}, {"b", 0, 300, 20}, {"a", 0, 200, 40}});
        const Bytes lacks = recorded({{"a", 0, 0}, {"b", 50, 300, 20}, {"a", 0, 0}});
        const auto both = open_all({empty_first ? lacks : full, empty_first ? full : lacks});
        const auto joined = plan_match(sources_of(both), ViewClocks::OfOne);
        REQUIRE(std::get<MatchPlan>(joined).segments.size() == 3);
        for (const MatchPlan::World& world : std::get<MatchPlan>(joined).segments)
            CHECK(world.parts.size() == 2);
    }
    // Of any clocks, too, and with a stay that nobody shares a tick with.
    const auto twice =
        open_all({recorded({{"a", 0, 300}, {"a", 500, 900}}), recorded({{"a", 100, 250}})});
    for (const ViewClocks clocks : {ViewClocks::OfAny, ViewClocks::OfOne}) {
        const auto joined = plan_match(by_stays(sources_of(twice)), clocks);
        REQUIRE(std::holds_alternative<MatchPlan>(joined));
        CHECK(std::get<MatchPlan>(joined).segments.size() == 1);
    }
    CHECK(plan.segments[0].parts.size() == 4);
    MatchWriter writer(std::make_unique<SharedSink>(bytes), match_info(views, plan));
    REQUIRE(merge_views(views, plan, ignore_problems, writer).ok());
    REQUIRE(writer.finish().ok());
    const auto match = open_match(*bytes);
    auto copied = std::make_shared<Bytes>();
    ReelWriter copy(std::make_unique<SharedSink>(copied), match->info());
    REQUIRE(match->copy_view(3, ignore_problems, copy).ok());
    REQUIRE(copy.finish().ok());
    const auto last = open_bytes(*copied);
    const auto same =
        open_bytes(recorded({{"a", 720, 1000}, {"b", 0, 300, 20}, {"b", 20, 400, 40}}));
    CHECK(std::ranges::equal(
        all_frames(*last), all_frames(*same), [](const Frame& a, const Frame& b) {
            return a.moment() == b.moment() && a.time == b.time && a.snapshot == b.snapshot;
        }));
    CHECK(std::ranges::equal(last->gaps(), same->gaps()));
    CHECK(std::ranges::equal(last->markers(), same->markers()));
    auto world_bytes = std::make_shared<Bytes>();
    ReelWriter world_writer(std::make_unique<SharedSink>(world_bytes), match->info());
    REQUIRE(match->copy_world(ignore_problems, world_writer).ok());
    REQUIRE(world_writer.finish().ok());
    CHECK(open_bytes(*world_bytes)->statistics()->snapshots == 500 + 300 + 250);
}
