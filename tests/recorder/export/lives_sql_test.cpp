// From when to when players live, and what ends a life.
#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/export/sql_reels.h"
#include "tests/recorder/export/sql_runs.h"

using namespace tickreel;
using namespace tickreel_test;

TEST_CASE("who leaves is named, and lives end with leaving") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    TeeReel to(reel);
    for (Tick tick = 1; tick <= 12; ++tick) {
        Frame frame;
        frame.tick = tick;
        SnapshotBuilder builder;
        to.put_name(builder, 0, "Eve");
        if (tick < 6) to.put_name(builder, 3, "Ann");
        if (tick > 8) to.put_name(builder, 3, tick > 10 ? "Bo" : "Bob");
        if (tick > 6 && tick < 10) to.put_name(builder, 5, "Kim");  // never in sight
        if (tick == 2 || tick == 3 || tick == 5 || tick > 9) to.put_tee(builder, 3, 0);
        frame.snapshot = builder.build();
        if (tick == 4 || tick == 6) to.kill_at(frame, 3);
        if (tick == 10) to.kill_at(frame, 5);
        if (tick == 6) to.say(frame, 3, "bye");
        to.writer->add_frame(frame);
    }
    REQUIRE(to.writer->finish());
    CHECK(answer(reel, "SELECT tick, killer_name, victim_name FROM kills") ==
          "tick,killer_name,victim_name\n4,Eve,Ann\n6,Eve,Ann\n10,Eve,Kim\n");
    CHECK(answer(reel, "SELECT name FROM chat_lines") == "name\nAnn\n");
    // From the first snapshot with the character: spawning takes a while.
    CHECK(answer(reel,
                 "SELECT name, from_tick, to_tick, ended_by FROM lives WHERE id = 3 ORDER BY 2") ==
          "name,from_tick,to_tick,ended_by\nAnn,2,4,1\nAnn,5,6,left\nBo,10,13,\n");
    // The server lets who leaves die: somebody lived.
    CHECK(answer(reel, "SELECT name, from_tick, to_tick, ended_by FROM lives WHERE id = 5") ==
          "name,from_tick,to_tick,ended_by\nKim,,10,left\n");
}

TEST_CASE("a life has the name of who lived it, whoever has the slot in the next snapshot") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    TeeReel to(reel);
    for (Tick tick = 2; tick <= 60; tick += 2) {
        if (tick > 8 && tick < 16) continue;  // lost, and with them that Bob left and Carl came
        Frame frame;
        frame.tick = tick;
        SnapshotBuilder builder;
        to.put_name(builder, 0, "Eve");
        // Carl is called Carla from 30 and Carol from 50; the round begins anew at 41.
        const char* carl = tick < 30 ? "Carl" : tick < 50 ? "Carla" : "Carol";
        to.put_name(builder, 3, tick < 16 ? "Bob" : carl);
        builder.set({to.games, 0}, make_row(to.game, {std::int64_t{tick < 41 ? 1 : 41}}));
        if (tick < 4 || (tick > 15 && tick != 42)) to.put_tee(builder, 3, tick);
        frame.snapshot = builder.build();
        if (tick == 4 || tick == 26) to.kill_at(frame, 3);
        to.writer->add_frame(frame);
    }
    REQUIRE(to.writer->finish());
    CHECK(answer(reel, "SELECT victim_name FROM kills ORDER BY tick") ==
          "victim_name\nBob\nCarl\n");
    CHECK(answer(reel,
                 "SELECT name, from_tick, to_tick, ended_by FROM lives WHERE id = 3 ORDER BY 3") ==
          "name,from_tick,to_tick,ended_by\nBob,2,4,1\nCarl,16,26,1\nCarla,28,41,restart\n"
          "Carol,44,61,\n");
}

// Ann is killed at 14, which nobody recorded, and back at 20.
TEST_CASE("a life says how many of its ticks are missing") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    TeeReel to(reel);
    for (Tick tick = 2; tick <= 60; tick += 2) {
        if ((tick >= 10 && tick < 20) || (tick >= 40 && tick < 50)) continue;
        Frame frame;
        frame.tick = tick;
        SnapshotBuilder builder;
        to.put_name(builder, 0, "Eve");
        to.put_name(builder, 3, "Ann");
        to.put_name(builder, 4, "Kim");  // never in sight
        to.put_tee(builder, 3, tick);
        frame.snapshot = builder.build();
        if (tick == 30 || tick == 38) to.kill_at(frame, 3);
        if (tick == 30) to.kill_at(frame, 4);
        to.writer->add_frame(frame);
    }
    REQUIRE(to.writer->finish());
    CHECK(answer(reel, "SELECT from_tick, to_tick FROM gaps ORDER BY 1") ==
          "from_tick,to_tick\n10,20\n40,50\n");
    CHECK(
        answer(reel,
               "SELECT name, from_tick, to_tick, missing_ticks FROM lives ORDER BY id, to_tick") ==
        "name,from_tick,to_tick,missing_ticks\nAnn,2,30,10\nAnn,32,38,0\nAnn,50,61,0\n"
        "Kim,,30,\n");
}

// Ann dies at 102, is back at 128, and the message that was lost comes at 150. Bob and Kim were out
// of sight as long: Bob is killed at 150, and of Kim's death the message comes ahead of its
// snapshot.
TEST_CASE("a kill whose message was sent again ends the life before") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    TeeReel to(reel);
    for (Tick tick = 2; tick <= 240; tick += 2) {
        Frame frame;
        frame.tick = tick;
        SnapshotBuilder builder;
        to.put_name(builder, 0, "Eve");
        to.put_name(builder, 3, "Ann");
        to.put_name(builder, 4, "Bob");
        to.put_name(builder, 5, "Kim");
        const bool away = tick >= 102 && tick < 128;
        if (!away) to.put_tee(builder, 3, tick);
        if (!away && (tick < 150 || tick > 180)) to.put_tee(builder, 4, tick);
        if (!away && (tick < 156 || tick > 186)) to.put_tee(builder, 5, tick);
        frame.snapshot = builder.build();
        if (tick == 150)
            for (const int id : {3, 4, 5}) to.kill_at(frame, id);
        to.writer->add_frame(frame);
    }
    REQUIRE(to.writer->finish());
    CHECK(answer(reel, "SELECT name, from_tick, to_tick, ended_by FROM lives ORDER BY id, 3") ==
          "name,from_tick,to_tick,ended_by\nAnn,2,102,1\nAnn,128,241,\nBob,2,150,1\nBob,182,241,\n"
          "Kim,2,150,1\nKim,152,241,\n");
}

// DDNet's servers let a player come back within the tick of its death, and both arrive together.
TEST_CASE("whom a kill ahead of a snapshot met lives anew in that snapshot") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    TeeReel to(reel);
    for (Tick tick = 2; tick <= 40; tick += 2) {
        Frame frame;
        frame.tick = tick;
        SnapshotBuilder builder;
        to.put_name(builder, 0, "Eve");
        to.put_name(builder, 3, "Ann");
        // Killed at 10, ahead of the snapshot that has her new place; at 20 behind one that has the
        // old one; at 30 behind the old one, and ahead of the snapshot of 32 once more.
        to.put_tee(builder, 3, tick < 10 ? tick : 40 + tick);
        frame.snapshot = builder.build();
        if (tick == 10 || tick == 20 || tick == 30 || tick == 32) {
            to.kill_at(frame, 3);
            frame.events.back().before_snapshot = tick == 10 || tick == 32;
        }
        to.writer->add_frame(frame);
    }
    REQUIRE(to.writer->finish());
    CHECK(answer(reel, "SELECT from_tick, to_tick FROM lives WHERE id = 3 ORDER BY to_tick") ==
          "from_tick,to_tick\n2,10\n10,20\n22,30\n,32\n32,41\n");
    const std::string none =
        "SELECT string_agg(c.tick, ' ' ORDER BY c.tick) AS still FROM character c "
        "ANTI JOIN moves USING (tick, id) WHERE c.tick > 2";
    CHECK(answer(reel, none) == "still\n10 22 32\n");
    // Also where the kill is in what is read last, or in front of it.
    for (const Tick tick : {8, 10, 12, 22, 24, 32, 34}) {
        const bool moves = tick != 10 && tick != 22 && tick != 32;
        CHECK(answer(reel, "SELECT count(*) AS n FROM moves WHERE tick = " +
                               std::to_string(tick)) == (moves ? "n\n1\n" : "n\n0\n"));
    }
}

TEST_CASE("a round's restart ends lives and is no movement") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    TeeReel to(reel);
    for (Tick tick = 2; tick <= 400; tick += 2) {
        Frame frame;
        frame.tick = tick;
        SnapshotBuilder builder;
        to.put_name(builder, 0, "Eve");
        to.put_name(builder, 1, "Ann");
        // Paused from 100 to 140: the start moves on with the clock, which is no restart.
        const Tick start = tick >= 201 ? 201 : tick < 100 ? 1 : std::min<Tick>(tick - 99, 41);
        builder.set({to.games, 0}, make_row(to.game, {std::int64_t{start}}));
        const bool between = tick > 201 && tick < 230;
        if (!between) to.put_tee(builder, 0, tick < 230 ? tick : 1000 + tick);
        if (tick < 200) to.put_tee(builder, 1, 500);
        frame.snapshot = builder.build();
        to.writer->add_frame(frame);
    }
    REQUIRE(to.writer->finish());
    CHECK(answer(reel,
                 "SELECT name, from_tick, to_tick, seconds, ended_by FROM lives ORDER BY ALL") ==
          "name,from_tick,to_tick,seconds,ended_by\nAnn,2,201,0.0,restart\n"
          "Eve,2,201,0.0,restart\nEve,230,401,0.0,\n");
    const std::string step = "SELECT count(*) AS n, max(distance) < 1 AS short FROM moves";
    CHECK(answer(reel, step + " WHERE id = 0") == "n,short\n184,true\n");
    // Also where the restart is before what is read.
    CHECK(answer(reel, step + " WHERE tick BETWEEN 230 AND 232") == "n,short\n1,true\n");
    CHECK(answer(reel, step + " WHERE tick BETWEEN 210 AND 232") == "n,short\n1,true\n");
    CHECK(answer(reel, step + " WHERE tick BETWEEN 232 AND 240") == "n,short\n5,true\n");
}

// 0.7 swaps the teams at the end of a match: all are killed by the game (-3) right behind its
// restart.
TEST_CASE("whom the game kills behind a restart, or before he was seen, has no life of that") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    TeeReel to(reel);
    for (Tick tick = 2; tick <= 400; tick += 2) {
        Frame frame;
        frame.tick = tick;
        SnapshotBuilder builder;
        to.put_name(builder, 0, "Eve");
        to.put_name(builder, 1, "Ann");
        to.put_name(builder, 2, "Kim");  // out of sight
        builder.set({to.games, 0}, make_row(to.game, {std::int64_t{tick < 201 ? 1 : 201}}));
        if (tick < 200 || tick > 230) to.put_tee(builder, 0, tick);
        frame.snapshot = builder.build();
        if (tick == 202) to.kill_at(frame, 0, -3);
        if (tick == 2) to.kill_at(frame, 1, -3);
        if (tick == 300) to.kill_at(frame, 2, -3);  // changed the team, or left it
        to.writer->add_frame(frame);
    }
    REQUIRE(to.writer->finish());
    CHECK(
        answer(reel, "SELECT name, from_tick, to_tick, ended_by FROM lives ORDER BY id, to_tick") ==
        "name,from_tick,to_tick,ended_by\nEve,2,201,restart\nEve,232,401,\nKim,,300,-3\n");
}

TEST_CASE("who has a player's number behind a gap has a life of his own") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    TeeReel to(reel);
    for (Tick tick = 2; tick <= 60; tick += 2) {
        if (tick > 20 && tick < 40) continue;
        Frame frame;
        frame.tick = tick;
        SnapshotBuilder builder;
        to.put_name(builder, 1, tick < 30 ? "Ann" : tick < 50 ? "Bea" : "Bee");
        to.put_name(builder, 2, "Kim");
        to.put_tee(builder, 1, tick);
        to.put_tee(builder, 2, tick);
        frame.snapshot = builder.build();
        to.writer->add_frame(frame);
    }
    REQUIRE(to.writer->finish());
    CHECK(answer(reel,
                 "SELECT name, from_tick, to_tick, ended_by, missing_ticks FROM lives ORDER "
                 "BY id, to_tick") ==
          "name,from_tick,to_tick,ended_by,missing_ticks\nAnn,2,40,left,18\nBee,40,61,,0\n"
          "Kim,2,61,,18\n");
}

TEST_CASE("a life in Firefall lasts to the first snapshot without it") {
    const std::string outpost = TICKREEL_SOURCE_DIR "/demos/outpost_firefall.reel";
    CHECK(answer(outpost,
                 "SELECT count(*) > 8 AS many, count(a.tick) = count(*) AS lived, "
                 "count(b.tick) AS lives FROM lives l LEFT JOIN character a ON a.id = l.id AND "
                 "a.tick = l.to_tick - 1 AND a.State = 'Living' LEFT JOIN character b ON "
                 "b.id = l.id AND b.tick = l.to_tick AND b.State = 'Living'") ==
          "many,lived,lives\ntrue,true,0\n");
}
