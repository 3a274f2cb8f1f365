#include <stdexcept>

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tickreel/base/concat.h"
#include "tickreel/reel/match_merge.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel_test;
using tickreel::concat;

namespace {

struct Game {
    std::string uuid{};  // "": a client's recording, which has every second tick and another type
    int first = 100;
    int speed = 3;     // of the players, from tick to tick
    int renumber = 0;  // added to their numbers
    std::vector<std::string> maps{"dm1"};
    std::string game = "sample";
};

// Two players walk, and one stands still.
void write_game(const std::string& path, const Game& game) {
    auto file = tickreel::create_file(path, tickreel::IfExists::Refuse);
    if (!file) throw std::runtime_error(file.error().message);
    tickreel::RecordingInfo info{game.game, 50.0, {}, {}};
    if (!game.uuid.empty()) info.properties[std::string(tickreel::kMatchName)] = game.uuid;
    tickreel::ReelWriter writer(*std::move(file), info);
    tickreel::ItemType type;
    type.name = game.uuid.empty() ? "Character" : "Tee";
    type.shares_names = true;
    for (const auto& [name, role] :
         {std::pair{"x", tickreel::Role::PositionX}, {"y", tickreel::Role::PositionY}}) {
        type.fields.emplace_back();
        type.fields.back().name = name;
        type.fields.back().roles = role;
    }
    const tickreel::TypeId player = writer.add_type(type);
    for (std::uint32_t segment = 0; segment < game.maps.size(); ++segment) {
        writer.begin_segment({game.maps[segment], "", ""});
        for (int tick = game.first; tick < game.first + 200; tick += game.uuid.empty() ? 2 : 1) {
            tickreel::SnapshotBuilder items;
            for (int id = 0; id < 3; ++id)
                items.set({player, static_cast<std::uint64_t>(id + game.renumber)},
                          std::vector{500 * id + (id < 2 ? tick * game.speed : 0), 7});
            tickreel::Frame frame;
            frame.segment = segment;
            frame.tick = tick;
            frame.time = std::chrono::milliseconds(20 * tick);
            frame.snapshot = items.build();
            writer.add_frame(frame);
        }
    }
    if (const auto done = writer.finish(); !done) throw std::runtime_error(done.error().message);
}

// One player walks 4 units a tick from 10 to 20, is gone until 30 and begins anew at x = 320; an
// input at tick 15.
void write_notes(const std::string& path) {
    using namespace tickreel;
    auto file = create_file(path, IfExists::Refuse);
    if (!file) throw std::runtime_error(file.error().message);
    ReelWriter writer(*std::move(file), {"teeworlds", 50.0, {}, {{std::string(kMatchName), "a1"}}});
    const TypeId tee =
        writer.add_type({.name = "Tee", .fields = {{"x"}, {"y"}}, .shares_names = true});
    ItemType pressed{.name = "TeeInput", .use = TypeUse::Event};
    for (const char* field :
         {"client_id", "direction", "target_x", "target_y", "jump", "fire", "hook", "player_flags",
          "wanted_weapon", "next_weapon", "prev_weapon"})
        pressed.fields.push_back({field});
    pressed.fields[0].roles = Role::Owner;
    const TypeId input = writer.add_type(pressed);
    writer.begin_segment({"dm1", "", ""});
    for (int tick = 10; tick < 35; ++tick) {
        SnapshotBuilder items;
        const int x = tick < 20 ? 4 * tick : 320 + 4 * (tick - 30);
        if (tick < 20 || tick >= 30) items.set({tee, 3}, std::vector{x, 64});
        Frame frame;
        frame.tick = tick;
        frame.time = std::chrono::milliseconds(20 * tick);
        frame.snapshot = items.build();
        if (tick == 15)
            frame.events.push_back({input, std::vector{3, -1, 0, 100, 1, 5, 0, 1, 2, 0, 0}, true});
        writer.add_frame(frame);
    }
    if (const auto done = writer.finish(); !done) throw std::runtime_error(done.error().message);
}

}  // namespace

TEST_CASE(
    "what a server noted is in the views of places, moves and inputs; others say that they lack "
    "it") {
    const Folder folder;
    const std::string notes = folder / "notes.reel";
    write_notes(notes);
    const auto ask = [&](const std::string& question) {
        return run_tickreel({"sql", notes, question, "--format", "csv"});
    };
    const Ran first = ask("SELECT count(*), min(x), max(x), max(y), count(health) FROM positions");
    if (contains("DuckDB").match(first.err)) return;  // there is none
    const std::string header = first.out.substr(0, first.out.find('\n') + 1);
    CHECK(first.out.substr(header.size()) == "15,1.25,10.5,2.0,0\n");
    CHECK(first.err.empty());
    // Nobody moved from where they were to where they began anew.
    const Ran moves =
        ask("SELECT count(*) AS n, sum(distance) AS tiles, max(dticks) AS t FROM moves");
    CHECK(moves.out == "n,tiles,t\n13,1.625,1\n");
    const Ran within = ask("SELECT count(*) AS n FROM moves WHERE tick BETWEEN 15 AND 17");
    CHECK(within.out == "n\n3\n");
    const Ran inputs = ask(
        "SELECT tick, id, intended_tick AS i, round(aim) AS aim, fire_held, margin FROM inputs");
    INFO(inputs.err);
    CHECK(inputs.out == "tick,id,i,aim,fire_held,margin\n15,3,16,90.0,true,\n");
    for (const char* table : {"lives", "kills", "character", "sv_chat"}) {
        const Ran ran = ask(concat("SELECT count(*) AS n FROM ", table));
        CHECK(ran.out == "n\n0\n");
        CHECK_THAT(ran.err, contains(concat("is what a server noted: it has no rows of ", table)));
    }
}

TEST_CASE("sql finds the game that a server noted by the places of the players") {
    const Folder folder;
    write_game(folder / "server.reel", {"a1"});
    write_game(folder / "client.reel", {{}, 150});
    write_game(folder / "vanilla.reel", {{}, 150, 3, 4});
    write_game(folder / "other.reel", {{}, 150, 4});  // of another match on this map
    write_game(folder / "idle.reel", {{}, 150, 0});   // so would be its server's notes
    write_game(folder / "idle_server.reel", {"b2", 100, 0});
    write_game(folder / "later.reel", {{}, 300});  // no tick in common
    write_game(folder / "maps.reel", {{}, 150, 3, 0, {"dm2", "dm1"}});
    if (run_tickreel({"sql", folder / "client.reel", "SELECT 1"}).code != 0) return;  // no DuckDB
    const std::string question =
        "SELECT parse_filename(file), segment, game_uuid, compared = equal, same_ids FROM "
        "server_games ORDER BY 1";
    const Ran ran = run_tickreel(
        {"sql", folder / "client.reel", folder / "vanilla.reel", folder / "other.reel",
         folder / "idle.reel", folder / "later.reel", folder / "maps.reel", folder / "server.reel",
         folder / "idle_server.reel", question, "--format", "csv", "-q"});
    INFO(ran.err);
    CHECK(ran.code == 0);
    CHECK(ran.out.substr(ran.out.find('\n') + 1) ==
          "client.reel,0,a1,true,true\nmaps.reel,1,a1,true,true\nvanilla.reel,0,a1,true,false\n");

    const Ran nobody = run_tickreel({"sql", folder / "server.reel", "FROM server_games"});
    CHECK(nobody.code == 0);
    const Ran no_server = run_tickreel({"sql", folder / "client.reel", "FROM server_games"});
    CHECK(no_server.code == 1);
}
