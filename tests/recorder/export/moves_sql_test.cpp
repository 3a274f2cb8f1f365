// How far whoever moves goes between two snapshots.
#include <cmath>
#include <filesystem>
#include <map>

#include "demos/match/map/map_file.h"
#include "tests/catch.h"
#include "tests/format/games/falling_tee.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/export/sql_reels.h"
#include "tests/recorder/export/sql_runs.h"

using namespace tickreel;
using namespace tickreel_test;

// Counted independently, from the output of `cat` and `list`.
TEST_CASE("moves are the steps between snapshots without respawns and teleports") {
    const std::string arena =
        (std::filesystem::path(TICKREEL_SOURCE_DIR) / "demos" / "arena_8_players.reel").string();
    const auto rows_of = [](const std::string& csv) {
        std::vector<std::vector<double>> rows;
        for (std::size_t at = csv.find('\n') + 1; at < csv.size(); at = csv.find('\n', at) + 1) {
            std::vector<double> row;
            for (std::size_t from = at;;) {
                row.push_back(std::stod(csv.substr(from)));
                const std::size_t comma = csv.find_first_of(",\n", from);
                if (csv[comma] == '\n') break;
                from = comma + 1;
            }
            rows.push_back(row);
        }
        return rows;
    };
    const auto kills = rows_of(answer(arena, "SELECT tick, victim FROM sv_kill_msg"));
    std::map<double, std::vector<double>> before;
    std::map<double, double> distance;
    for (const auto& row : rows_of(answer(arena, "SELECT tick, id, x, y FROM character"))) {
        std::vector<double>& last = before[row[1]];
        bool step = !last.empty();
        for (const auto& kill : kills)
            if (step && kill[1] == row[1]) step = kill[0] < last[0] || kill[0] >= row[0];
        const double length = step ? std::hypot(row[2] - last[2], row[3] - last[3]) / 32 : 0;
        if (step && length <= 3 * (row[0] - last[0])) distance[row[1]] += length;
        last = row;
    }
    const auto asked =
        rows_of(answer(arena, "SELECT id, sum(distance) FROM moves GROUP BY id ORDER BY id"));
    REQUIRE(asked.size() == distance.size());
    for (const auto& row : asked)
        CHECK(std::abs(row[1] - distance[row[0]]) <= 0.001 * distance[row[0]]);
}

// Falling for 40 ticks, sent once as of the first and once, where it had come to, as of the last.
TEST_CASE("moves know the way of a tee between two places as sent") {
    const Folder folder;
    for (const bool with_map : {true, false}) {
        const std::string reel = folder / (with_map ? "map.reel" : "none.reel");
        const auto writer = new_reel(reel, "teeworlds");
        ItemType character = character_type();
        character.shares_names = true;
        const TypeId type = writer->add_type(character);
        const match::TileMap air(40, 400);
        if (with_map)
            writer->add_attachment({"maps/dm1.map", "application/x-teeworlds-map",
                                    match::write_map(air, "dm1").bytes});
        for (Tick tick = 1000; tick <= 1040; tick += 2) {
            SnapshotBuilder builder;
            auto row = falling_row(tick < 1040 ? 1000 : 1040);
            if (tick == 1040) row[2] = 520;  // too far from 100 for one step of two ticks
            builder.set({type, 3}, row);
            Frame frame;
            frame.tick = tick;
            frame.snapshot = builder.build();
            writer->add_frame(frame);
        }
        REQUIRE(writer->finish());
        const Ran asked = run_sql(reel,
                                  "SELECT count(*) AS n, sum(distance) AS sent, "
                                  "count(now_distance) AS shown FROM moves");
        CHECK(asked.code == 0);
        CHECK(asked.out == (with_map ? "n,sent,shown\n20,0.0,20\n" : "n,sent,shown\n19,0.0,0\n"));
        CHECK((asked.err.find("the map dm1 is not there") == std::string::npos) == with_map);
        if (with_map)
            CHECK(answer(reel,
                         "SELECT max(now_y) - min(now_y) = (SELECT sum(now_distance) FROM moves) "
                         "AS same, max(now_y) > 10 AS fell, min(y) = 3.125 AS sent "
                         "FROM (SELECT now_y / 32.0 AS now_y, y / 32.0 AS y FROM character)") ==
                  "same,fell,sent\ntrue,true,true\n");
    }
}

TEST_CASE("--every leaves moves and lives complete in both games") {
    const std::filesystem::path demos = std::filesystem::path(TICKREEL_SOURCE_DIR) / "demos";
    for (const char* name : {"arena_8_players.reel", "outpost_firefall.reel"})
        for (const std::string view : {"moves", "lives"}) {
            INFO(name << " " << view);
            const std::string query = "SELECT * FROM " + view + " ORDER BY ALL";
            const Ran all = run_tickreel({"sql", (demos / name).string(), query});
            CHECK(all.code == 0);
            CHECK(run_tickreel({"sql", (demos / name).string(), "--every", "1s", query}).out ==
                  all.out);
        }
}
