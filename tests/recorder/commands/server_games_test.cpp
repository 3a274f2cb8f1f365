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

}  // namespace

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
