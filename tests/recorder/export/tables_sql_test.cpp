// Tables of a recording: what their columns are, and what of the recording they read.
#include <filesystem>

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"
#include "tests/recorder/export/sql_reels.h"
#include "tests/recorder/export/sql_runs.h"

using namespace tickreel;
using namespace tickreel_test;

TEST_CASE("snapshots tells those that only their base proves") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    auto writer = new_reel(reel);
    Frame frame;
    for (const Tick tick : {100, 102, 104}) {
        frame.tick = tick;
        frame.wire = {WireChecksum::Ok, 7, 7, tick == 100 ? kNoTick : 100, 10, 1};
        if (tick == 104) frame.wire.bytes = 0;  // sent as "unchanged"
        writer->add_frame(frame);
    }
    REQUIRE(writer->finish());
    CHECK(answer(reel, "SELECT tick, checksum, checksum_by_base FROM snapshots ORDER BY tick") ==
          "tick,checksum,checksum_by_base\n100,ok,false\n102,ok,false\n104,ok,true\n");
    CHECK_THAT(run_tickreel({"verify", reel}).out, contains("3 ok (1 by base)"));
    CHECK_THAT(run_tickreel({"at", reel, "104"}).out, contains("(by base)"));
}

TEST_CASE("a tick range touches only its chunks") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    SampleOptions options;
    options.frames = 60;
    write_sample(reel, options);
    const Tick broken = damage_the_middle(reel);
    REQUIRE(broken > 140);
    CHECK(answer(reel, "SELECT count(*) AS n FROM walker WHERE tick BETWEEN 100 AND 118") ==
          "n\n10\n");
    CHECK(answer(reel, "SELECT max(tick) AS t FROM items WHERE tick < 120") == "t\n118\n");
    CHECK(run_sql(reel, "SELECT max(x) FROM walker").code == 3);
    const std::string missing = run_sql(reel, "SELECT sum(ticks)::INT AS n FROM gaps").out;
    CHECK_THAT(missing, !contains("\n0\n"));
    CHECK(run_sql(reel, "SELECT sum(gap)::INT AS n FROM snapshots").out == missing);
    const std::string around = std::to_string(broken);
    CHECK(run_sql(reel, "SELECT max(x) FROM walker WHERE tick = " + around).code == 3);
}

TEST_CASE("counts and the first and last tick come without reading the rows") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    SampleOptions options;
    options.frames = 60;
    write_sample(reel, options);
    const std::string query = "SELECT count(*) AS n, min(tick) AS a, max(tick) AS b FROM ";
    const std::vector<std::string> tables{"walker", "items", "snapshots", "chat", "unknown_77"};
    std::vector<std::string> expected;
    for (const std::string& table : tables)  // `+ 0` forces reading row by row
        expected.push_back(answer(
            reel, "SELECT count(*) AS n, min(tick + 0) AS a, max(tick + 0) AS b FROM " + table));
    for (std::size_t i = 0; i < tables.size(); ++i) {
        CHECK(answer(reel, query + tables[i]) == expected[i]);
        CHECK(answer(reel, "SELECT count(*) AS n FROM " + tables[i]) ==
              "n\n" + expected[i].substr(6, expected[i].find(',', 6) - 6) + "\n");
    }
    // Unreadable rows are not counted.
    damage_the_middle(reel);
    const Ran fewer = run_sql(reel, "SELECT count(*) AS n FROM walker");
    CHECK(fewer.code == 3);
    CHECK(std::stoi(fewer.out.substr(2)) < 59);
    CHECK(fewer.out == run_sql(reel, "SELECT count(*) AS n FROM (SELECT x + 0 FROM walker)").out);
    CHECK(expected[0] == "n,a,b\n59,100,218\n");
    // If it is used in any other way, the table is read, and the result is right or an error.
    CHECK(run_sql(reel, "SELECT count(*), min(tick), max(x) FROM walker").code == 3);
}

TEST_CASE("fields with dots are structs, and null when nothing of them is there") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    ItemType ship;
    ship.name = "Ship";
    for (const char* name : {"Position.x", "Position.y", "Aim.Yaw.deg"}) {
        Field field{name, FieldKind::Float32};
        field.nullable = true;
        ship.fields.push_back(field);
    }
    const auto writer = new_reel(reel);
    const TypeId type = writer->add_type(ship);
    for (Tick tick = 1; tick <= 2; ++tick) {
        SnapshotBuilder builder;
        const Value x = tick == 1 ? Value(1.5) : Value();
        builder.set({type, 1}, make_row(ship, {x, x, Value(0.25)}));
        Frame frame;
        frame.tick = tick;
        frame.snapshot = builder.build();
        writer->add_frame(frame);
    }
    REQUIRE(writer->finish());
    CHECK(answer(reel, "SELECT Position.x, Position, Aim.Yaw.deg FROM ship ORDER BY tick") ==
          "x,Position,deg\n1.5,\"{\"\"x\"\":1.5,\"\"y\"\":1.5}\",0.25\n,,0.25\n");
    const Ran exported =
        run_tickreel({"export", reel, "-o", folder / "s.parquet", "--types", "Ship"});
    CHECK(exported.code == 0);
    CHECK(answer(reel, "SELECT \"Position.x\" AS x FROM '" + (folder / "s.parquet") +
                           "' LIMIT 1") == "x\n1.5\n");
}

TEST_CASE("a .parquet of several types refuses events, which have tables of their own") {
    const Folder folder;
    const std::string reel =
        (std::filesystem::path(TICKREEL_SOURCE_DIR) / "demos" / "arena_8_players.reel").string();
    const Ran refused = run_tickreel(
        {"export", reel, "-o", folder / "a.parquet", "--types", "Character,Sv_KillMsg"});
    CHECK(refused.code == 1);
    CHECK(refused.err.find("events like 'Sv_KillMsg'") != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(folder / "a.parquet"));
    CHECK(
        run_tickreel({"export", reel, "-o", folder / "b.parquet", "--types", "Sv_KillMsg"}).code ==
        0);
    CHECK(run_tickreel({"export", reel, "-o", folder / "c.parquet", "--types", "Flag,Character"})
              .code == 0);
}

// A server that sends only every few ticks has none for the tick at which a gap ends.
TEST_CASE("a gap is of the first snapshot behind it, wherever the question begins") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    {
        const auto writer = new_reel(reel);
        writer->set_property("long_steps", "paused");  // the gaps are those that it is told
        for (const Tick tick : {10, 14, 16, 18, 28, 30}) {
            if (tick == 14) writer->add_gap({0, 12, 14, "lost"});
            if (tick == 28) writer->add_gap({0, 20, 23, "lost"});
            if (tick == 28) writer->add_gap({0, 23, 25, "late"});
            Frame frame;
            frame.tick = tick;
            writer->add_frame(frame);
        }
        REQUIRE(writer->finish());
    }
    const std::string gap = "SELECT tick, gap FROM snapshots";
    CHECK(answer(reel, gap + " WHERE gap > 0") == "tick,gap\n14,2\n28,5\n");
    CHECK(answer(reel, gap + " WHERE tick >= 28") == "tick,gap\n28,5\n30,0\n");
    CHECK(answer(reel, gap + " WHERE tick >= 29") == "tick,gap\n30,0\n");
    CHECK(answer(reel, gap + " WHERE tick BETWEEN 16 AND 18") == "tick,gap\n16,0\n18,0\n");
}

TEST_CASE("a table begins with tick, time, id and checksum, whoever its rows belong to") {
    const std::string arena =
        (std::filesystem::path(TICKREEL_SOURCE_DIR) / "demos" / "arena_8_players.reel").string();
    CHECK(answer(arena, "SELECT c.\"column_name\" FROM (DESCRIBE character) c LIMIT 6") ==
          "column_name\ntick\ntime\nid\nchecksum\nname\nfield_tick\n");
    const Folder folder;
    const std::string csv = folder / "character.csv";
    REQUIRE(run_tickreel({"export", arena, "--types", "Character", "-o", csv}).code == 0);
    CHECK_THAT(read_file(csv), contains("tick,time,id,checksum,name,field_tick,x,y,"));
}
