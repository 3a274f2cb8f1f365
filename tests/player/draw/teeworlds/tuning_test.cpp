#include "player/games/teeworlds/tuning.h"

#include "player/games/teeworlds/map_overview.h"
#include "player/games/teeworlds/message_history.h"
#include "player/games/teeworlds/teeworlds_art.h"
#include "tests/catch.h"
#include "tests/player/draw/teeworlds/map_writer.h"
#include "tests/player/draw/teeworlds/match.h"
#include "tickreel/base/file.h"
#include "tickreel/model/row.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;
using namespace tickreel::teeworlds_art;
using tickreel_test::Approx;

namespace {

ItemType message(const std::string& name, const std::vector<std::string>& fields) {
    ItemType type;
    type.name = name;
    type.use = TypeUse::Event;
    for (const std::string& field : fields) type.fields.push_back({field});
    return type;
}

// The position of the only projectile of a frame in the scene.
Vec2 place_of_shot(Art& art, tickreel_test::Match& match) {
    TextureStore textures;
    Font font(textures);
    SceneInput input{match.schema, textures, font};
    input.art = &art;
    input.frame = &match.frame;
    input.camera.viewport = {0, 0, 400, 300};
    input.camera.fit({0, 0, 960, 512});
    for (const Pick& pick : build_scene(input).picks)
        if (pick.label == "projectile") return pick.position;
    return {-1, -1};
}

Bytes map_with_settings(const std::vector<std::string>& lines) {
    tickreel_test::MapWriter writer;
    Bytes settings;
    for (const std::string& line : lines) {
        settings.insert(settings.end(), line.begin(), line.end());
        settings.push_back(0);
    }
    writer.add_item(0, 0, {1});
    writer.add_item(1, 0, {1, -1, -1, -1, -1, writer.add_data(settings)});
    const auto rows = tickreel_test::arena_rows();
    writer.add_item(4, 0, tickreel_test::group(0, 1));
    writer.add_item(
        5, 0,
        tickreel_test::tile_layer(static_cast<int>(rows[0].size()), static_cast<int>(rows.size()),
                                  1, -1, writer.add_data(tickreel_test::tiles(rows))));
    return writer.build();
}

}  // namespace

TEST_CASE("a tuning holds from its message to the next one, within its segment") {
    TuningHistory history;
    Tuning fast;
    fast.gun.speed = 4000;
    Tuning slow;
    slow.gun.speed = 100;
    history.add({0, 500}, fast);
    history.add({0, 900}, slow);
    CHECK(history.at({0, 499}) == Tuning());
    CHECK(history.at({0, 500}).gun.speed == 4000);
    CHECK(history.at({0, 899}).gun.speed == 4000);
    CHECK(history.at({0, 100000}).gun.speed == 100);
    CHECK(history.at({1, 10}) == Tuning());
}

TEST_CASE("tune zones are read from the map's settings, what is broken is passed over") {
    const auto zones = zone_tunings({"tune_zone 2 gun_speed 1400.5", "tune_zone 2 gravity 0.1",
                                     "tune_zone 2 grenade_curvature 0", "tune_zone x gun_speed 1",
                                     "tune_zone 999 gun_speed 1", "sv_hit 0", "tune_zone 3"});
    REQUIRE(zones.size() == 1);
    CHECK(zones.at(2).gun.speed == 1400.5F);
    CHECK(zones.at(2).grenade.curvature == 0);
    CHECK(zones.at(2).shotgun == Tuning().shotgun);
}

TEST_CASE("a projectile flies as its zone of the map says") {
    tickreel_test::Match match;
    match.frame.tick = 1010;
    ItemType type = message("DDNetProjectile", {"x", "y", "vel_x", "vel_y", "type", "start_tick",
                                                "tune_zone", "flags"});
    type.use = TypeUse::Item;
    match.schema.add(type);
    const auto art = make_teeworlds_art(
        *read_map(map_with_settings({"tune_zone 2 gun_speed 100", "tune_zone 2 gun_curvature 0"}),
                  ignore_problems),
        GameFiles::none(), ignore_problems);
    // 0.2 s to the right from (100, 200).
    match.set("DDNetProjectile", 1, {10000, 20000, 1000000, 0, 1, 1000, 0, 0});
    const Vec2 usual = place_of_shot(*art, match);
    CHECK(usual.x == Approx(100 + 0.2 * 2200));
    CHECK(usual.y == Approx(200 + 1.25 / 10000 * 440 * 440));
    match.set("DDNetProjectile", 1, {10000, 20000, 1000000, 0, 1, 1000, 2, 0});
    const Vec2 zoned = place_of_shot(*art, match);
    CHECK(zoned.x == Approx(120));
    CHECK(zoned.y == Approx(200));
}

TEST_CASE("what messages told is known at every later moment of a recording") {
    const std::string path = std::string(TICKREEL_BIN_DIR) + "/history.reel";
    RecordingInfo info;
    info.game = "teeworlds";
    ReelWriter writer(std::move(*create_file(path, IfExists::Replace)), info);
    tickreel_test::Match match;
    const ItemType tune = message("Sv_TuneParams", {"gun_curvature", "gun_speed"});
    ItemType who = message("Sv_ClientInfo", {"client_id", "team"});
    who.fields.push_back({"name", FieldKind::Text});
    who.fields[0].roles = Role::Owner;
    who.fields[1].roles = Role::Team;
    who.fields[2].roles = Role::Name;
    match.schema.add(tune);
    match.schema.add(who);
    match.schema.add(message("Sv_DDRaceTime", {"time", "check", "finish"}));
    match.schema.add(message("Sv_Checkpoint", {"diff"}));
    match.schema.add(message("Sv_GameInfo", {"game_flags", "score_limit", "time_limit"}));
    for (ItemType type : match.schema.types()) {
        if (type.use == TypeUse::Item)
            for (Field& field : type.fields) field.roles = {};  // names come only from messages
        writer.add_type(std::move(type));
    }
    writer.begin_segment({"arena", "", ""});
    for (int tick = 100; tick < 400; tick += 2) {
        match.frame.tick = tick;
        match.frame.events.clear();
        if (tick == 200) {
            match.event("Sv_TuneParams", {125, 55000});
            Event named{*match.schema.find("Sv_ClientInfo"), {}, false};
            named.row = make_row(who, {std::int64_t{3}, std::int64_t{1}, std::string("Ann")});
            match.frame.events.push_back(named);
            match.event("Sv_DDRaceTime", {900, 0, 0});  // no checkpoint: the time only
        }
        if (tick == 220) match.event("Sv_GameInfo", {0, 20, 5});
        if (tick == 210) match.event("Sv_DDRaceTime", {1000, -52, 0});
        if (tick == 300) match.event("Sv_Checkpoint", {1250});
        writer.add_frame(match.frame);
    }
    REQUIRE(writer.finish().ok());
    const auto reel = ReelReader::open(std::move(*open_file(path)));
    REQUIRE(reel.ok());
    MessageHistoryPointer roster;
    const auto read_until = [&](Tick tick) {
        read_message_history(
            **reel, {0, tick}, ignore_problems, [] { return false; },
            [&](MessageHistoryPointer known) { roster = std::move(known); });
        REQUIRE(roster != nullptr);
    };
    read_until(400);
    CHECK(roster->tunings.at({0, 199}).gun.speed == 2200);
    CHECK(roster->tunings.at({0, 300}).gun.speed == 550);
    CHECK(roster->roster.find(3, {0, 150}) == nullptr);
    REQUIRE(roster->roster.find(3, {0, 300}) != nullptr);
    CHECK(roster->roster.find(3, {0, 300})->name == "Ann");
    CHECK(roster->roster.find(3, {0, 300})->team_number == 1);
    const auto passed = [&](Moment at) {
        const Checkpoint* last = roster->checkpoints.last(at);
        return last != nullptr ? last->behind : 0.0;
    };
    CHECK(passed({0, 209}) == 0);
    CHECK(passed({0, 210}) == Approx(-0.52));
    CHECK(passed({0, 299}) == Approx(-0.52));
    CHECK(passed({0, 350}) == Approx(1.25));
    CHECK(passed({1, 350}) == 0);
    CHECK(roster->limits.last({0, 219}) == nullptr);
    REQUIRE(roster->limits.last({0, 350}) != nullptr);
    CHECK(roster->limits.last({0, 350})->minutes == 5);
    read_until(150);
    CHECK(roster->roster.find(3, {0, 300}) == nullptr);
}

TEST_CASE("chunks of air are skipped, and nothing else is") {
    TileLayer layer;
    layer.width = 40;
    layer.height = 20;
    layer.tiles.resize(800);
    layer.tiles[5 * 40 + 20].index = 1;
    const FilledChunks chunks(layer);
    CHECK(chunks.empty_run(0, 0) == 16);
    CHECK(chunks.empty_run(3, 5) == 13);
    CHECK(chunks.empty_run(20, 5) == 0);
    CHECK(chunks.empty_run(16, 0) == 0);
    CHECK(chunks.empty_run(32, 0) == 16);
    CHECK(chunks.empty_run(20, 16) == 12);
    CHECK(chunks.empty_run(-1, 0) == 0);  // outside, the border repeats: unknown
    CHECK(chunks.empty_run(0, 400) == 0);
}

TEST_CASE("a layer in chunks has the same tiles and needs no room for air") {
    TileLayer rows;
    rows.width = 70;
    rows.height = 50;
    rows.tiles.resize(3500);
    for (int i = 0; i < 40; ++i)
        rows.tiles[static_cast<std::size_t>(i * 70 + i)] = {static_cast<std::uint8_t>(i), 8, 0};
    TileLayer chunks = rows;
    chunks.pack();
    CHECK(chunks.tiles.size() < rows.tiles.size());
    int different = 0;
    for (int y = -3; y < 55; ++y)
        for (int x = -3; x < 75; ++x)
            different += chunks.at(x, y).index == rows.at(x, y).index ? 0 : 1;
    CHECK(different == 0);
}
