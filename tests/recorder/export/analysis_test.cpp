// What SQL reads and what it can skip; views, names and structs; the worked queries.

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "demos/match/map/map_file.h"
#include "tests/catch.h"
#include "tests/format/games/falling_tee.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"
#include "tests/recorder/export/sql_runs.h"
#include "tickreel/model/find_name.h"
#include "tickreel/model/row.h"
#include "tickreel/reel/reel_reader.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

std::unique_ptr<ReelWriter> new_reel(const std::string& path, const std::string& game = "sample") {
    auto file = create_file(path, IfExists::Replace);
    REQUIRE(file);
    RecordingInfo info;
    info.game = game;
    auto writer = std::make_unique<ReelWriter>(std::move(*file), info, ReelOptions{});
    writer->begin_segment({"dm1", "", ""});
    return writer;
}

Field text_field(const std::string& name, Role role) {
    Field field{name, FieldKind::Text};
    field.roles = role;
    return field;
}

}  // namespace

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

TEST_CASE("players whose names come by events are there as long as the score board has them") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    ItemType board;
    board.name = "Board";
    board.fields = {{"score", FieldKind::Int32}};
    board.fields[0].roles = Role::Score;
    ItemType named;
    named.name = "Named";
    named.use = TypeUse::Event;
    named.fields = {{"who", FieldKind::Int32}, text_field("name", Role::Name)};
    named.fields[0].roles = Role::Owner;
    const auto writer = new_reel(reel);
    const TypeId board_id = writer->add_type(board);
    const TypeId named_id = writer->add_type(named);
    const auto tell = [&](Frame& frame, const char* name) {
        frame.events.push_back(
            {named_id, make_row(named, {std::int64_t{7}, std::string(name)}), false});
    };
    for (Tick tick = 1; tick <= 6; ++tick) {
        Frame frame;
        frame.tick = tick;
        SnapshotBuilder builder;
        if (tick < 5) builder.set({board_id, 7}, make_row(board, {std::int64_t{tick}}));
        frame.snapshot = builder.build();
        if (tick == 2) tell(frame, "Ann");
        if (tick == 4) tell(frame, "Bob");
        writer->add_frame(frame);
    }
    REQUIRE(writer->finish());
    CHECK(answer(reel, "SELECT id, name, from_tick, to_tick FROM players") ==
          "id,name,from_tick,to_tick\n7,Ann,2,4\n7,Bob,4,5\n");
}

namespace {

Field number_field(const char* name) {
    return {name, FieldKind::Int32};
}

// Teeworlds' items and messages as its views read them.
struct TeeReel {
    ItemType info, character, game, kill, chat, input;
    std::unique_ptr<ReelWriter> writer;
    TypeId infos = 0, characters = 0, games = 0, kills = 0, chats = 0, inputs = 0;

    explicit TeeReel(const std::string& path) : writer(new_reel(path, "teeworlds")) {
        const auto named = [](const char* name, TypeUse use, std::vector<Field> fields) {
            ItemType type;
            type.name = name;
            type.use = use;
            type.fields = std::move(fields);
            return type;
        };
        info = named("ClientInfo", TypeUse::Item, {text_field("name", Role::Name)});
        character =
            named("Character", TypeUse::Item,
                  {number_field("x"), number_field("y"), number_field("angle"),
                   number_field("weapon"), number_field("hook_state"),
                   number_field("hooked_player"), number_field("health"), number_field("armor")});
        character.shares_names = true;
        game = named("GameInfo", TypeUse::Item, {{"round_start_tick", FieldKind::TickNumber}});
        kill = named("Sv_KillMsg", TypeUse::Event,
                     {number_field("killer"), number_field("victim"), number_field("weapon")});
        kill.event_class = EventClass::Kill;
        kill.fields[1].roles = Role::Object;
        Field team{"team", FieldKind::Enum};
        team.values = {{0, "all"}, {1, "team"}, {2, "whisper_send"}, {3, "whisper_recv"}};
        chat = named("Sv_Chat", TypeUse::Event,
                     {team, number_field("client_id"), text_field("message", Role::Text)});
        chat.fields[1].roles = Role::Speaker;
        chat.event_class = EventClass::Chat;
        infos = writer->add_type(info);
        characters = writer->add_type(character);
        games = writer->add_type(game);
        kills = writer->add_type(kill);
        chats = writer->add_type(chat);
    }
    void say(Frame& frame, std::int64_t who, const char* text, std::int64_t team = 0) const {
        frame.events.push_back({chats, make_row(chat, {team, who, std::string(text)})});
    }
    void kill_at(Frame& frame, std::int64_t victim) const {
        frame.events.push_back({kills, make_row(kill, {std::int64_t{0}, victim, std::int64_t{1}})});
    }
    void put_name(SnapshotBuilder& builder, EntityId id, const char* name) const {
        builder.set({infos, id}, make_row(info, {std::string(name)}));
    }
    void put_tee(SnapshotBuilder& builder, EntityId id, std::int64_t x) const {
        std::vector<Value> values(character.fields.size(), std::int64_t{0});
        values[0] = x;
        builder.set({characters, id}, make_row(character, values));
    }
};

}  // namespace

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

TEST_CASE("what a server says under an empty slot is of nobody, and team chat is marked") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    TeeReel to(reel);
    for (Tick tick = 1; tick <= 12; ++tick) {
        Frame frame;
        frame.tick = tick;
        SnapshotBuilder builder;
        to.put_name(builder, 0, "Eve");
        if (tick > 4 && tick < 8) to.put_name(builder, 3, "Ann");
        frame.snapshot = builder.build();
        if (tick == 4) to.say(frame, 3, "a hint");
        if (tick == 5) to.say(frame, 3, "hi", 1);
        if (tick == 6) to.say(frame, 3, "psst", 2);
        if (tick == 8) to.say(frame, 3, "bye");
        if (tick == 9) to.say(frame, 3, "another hint");
        to.writer->add_frame(frame);
    }
    REQUIRE(to.writer->finish());
    const std::string lines =
        "4,,all,a hint\n5,Ann,team,hi\n6,Ann,whisper_send,psst\n8,Ann,all,bye\n"
        "9,,all,another hint\n";
    const std::string question = "SELECT tick, name, team, message FROM chat_lines";
    CHECK(answer(reel, question) == "tick,name,team,message\n" + lines);
    CHECK(answer(std::vector<std::string>{reel, "--raw"}, question) ==
          "tick,name,team,message\n" + lines);
    CHECK(answer(reel, "SELECT tick, name FROM sv_chat WHERE tick IN (4, 8, 9)") ==
          "tick,name\n4,\n8,Ann\n9,\n");
    const std::string hits = run_tickreel({"query", reel, "chat"}).out;
    for (const char* label :
         {"Sv_Chat  a hint\n", "Sv_Chat  [team] Ann: hi\n", "Sv_Chat  [whisper to] Ann: psst\n",
          "Sv_Chat  Ann: bye\n", "Sv_Chat  another hint\n"})
        CHECK_THAT(hits, contains(label));
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

TEST_CASE(
    "columns of views have comments: their own, and those of the columns that they take over") {
    const std::filesystem::path demos = std::filesystem::path(TICKREEL_SOURCE_DIR) / "demos";
    const auto comment = [&](const char* demo, const std::string& column) {
        return answer((demos / demo).string(),
                      "SELECT comment FROM duckdb_columns() WHERE table_name || '.' || column_name "
                      "= '" +
                          column + "'");
    };
    const char* const arena = "arena_8_players.reel";
    CHECK(comment(arena, "positions.x") == "comment\n\"in tiles, as sent\"\n");
    CHECK(comment("outpost_firefall.reel", "positions.x") == "comment\nin m\n");
    CHECK(comment(arena, "moves.distance") == "comment\n\"in tiles, between places as sent\"\n");
    CHECK_THAT(comment(arena, "lives.seconds"), contains("in s, by the clock"));
    CHECK_THAT(comment(arena, "snapshots.checksum_sent"),
               contains("that of the base where checksum_by_base"));
    CHECK(comment(arena, "positions.weapon") == comment(arena, "character.weapon"));
    CHECK(comment(arena, "moves.time") == comment(arena, "snapshots.time"));
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

TEST_CASE("a life in Firefall lasts to the first snapshot without it") {
    const std::string outpost = TICKREEL_SOURCE_DIR "/demos/outpost_firefall.reel";
    CHECK(answer(outpost,
                 "SELECT count(*) > 8 AS many, count(a.tick) = count(*) AS lived, "
                 "count(b.tick) AS lives FROM lives l LEFT JOIN character a ON a.id = l.id AND "
                 "a.tick = l.to_tick - 1 AND a.State = 'Living' LEFT JOIN character b ON "
                 "b.id = l.id AND b.tick = l.to_tick AND b.State = 'Living'") ==
          "many,lived,lives\ntrue,true,0\n");
}

TEST_CASE("kills in Firefall name whoever was ever named, also who is no player") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    ItemType person;
    person.name = "Character";
    person.fields = {text_field("Name", Role::Name), text_field("ArmyTag", Role::Clan)};
    for (Field& field : person.fields) field.nullable = true;
    ItemType killed;
    killed.name = "Character_Killed";
    killed.use = TypeUse::Event;
    killed.event_class = EventClass::Kill;
    killed.fields = {{"Entity", FieldKind::UInt64}, {"Killer.Backing", FieldKind::UInt64}};
    killed.fields[0].roles = Role::Object;
    const auto writer = new_reel(reel, "firefall");
    const TypeId people = writer->add_type(person);
    const TypeId kills = writer->add_type(killed);
    for (Tick tick = 1; tick < 60; ++tick) {
        SnapshotBuilder builder;
        // Ann plays, the worker does not; both are gone at their deaths, and the worker's name
        // comes later than the first kill by it.
        if (tick < 20)
            builder.set({people, 1}, make_row(person, {std::string("Ann"), std::string()}));
        if (tick < 40)
            builder.set({people, 2},
                        make_row(person, {tick < 30 ? Value() : Value("Worker"), Value()}));
        Frame frame;
        frame.tick = tick;
        frame.snapshot = builder.build();
        const auto kill = [&](std::int64_t victim, std::int64_t killer) {
            frame.events.push_back({kills, make_row(killed, {victim, killer << 8}), false});
        };
        if (tick == 20) kill(1, 2);
        if (tick == 40) kill(2, 3);  // 3 is never named
        writer->add_frame(frame);
    }
    REQUIRE(writer->finish());
    CHECK(answer(reel, "SELECT tick, killer_name, victim_name FROM kills ORDER BY tick") ==
          "tick,killer_name,victim_name\n20,Worker,Ann\n40,,Worker\n");
    CHECK(answer(reel, "SELECT killer_name, victim_name FROM kills WHERE tick < 30") ==
          "killer_name,victim_name\nWorker,Ann\n");
}

TEST_CASE("the worked queries answer about the sample recording") {
    const std::filesystem::path demos = std::filesystem::path(TICKREEL_SOURCE_DIR) / "demos";
    std::size_t queries = 0;
    for (const auto& entry : std::filesystem::directory_iterator(demos / "analysis" / "queries")) {
        if (entry.path().extension() != ".sql") continue;
        INFO(entry.path());
        ++queries;
        const std::string rows =
            answer((demos / "arena_8_players.reel").string(), read_file(entry.path().string()));
        CHECK(std::count(rows.begin(), rows.end(), '\n') >= 2);
    }
    CHECK(queries == 12);
}

TEST_CASE("chat around a tick is of one segment, as the tick is") {
    const std::filesystem::path demos = std::filesystem::path(TICKREEL_SOURCE_DIR) / "demos";
    const std::string sample = (demos / "arena_8_players.reel").string();
    const Folder folder;
    const std::string again = folder / "again.reel";
    const std::string twice = folder / "twice.reel";
    std::filesystem::copy_file(sample, again);
    REQUIRE(run_tickreel({"merge", sample, again, "-o", twice}).code == 0);
    std::string query =
        read_file((demos / "analysis" / "queries" / "12_chat_around_a_tick.sql").string());
    query.erase(query.rfind(';'));
    CHECK(answer(twice, "SELECT max(n) AS most FROM (SELECT count(*) AS n FROM (" + query +
                            ") GROUP BY ticks_away, who, what)") == "most\n1\n");
}

// Hooks, freezing and flags exist only in Teeworlds. Everything in one query: opening takes long
// here, there are thousands of columns.
TEST_CASE("what is not Teeworlds' alone is asked about Firefall with the same queries") {
    const std::filesystem::path demos = std::filesystem::path(TICKREEL_SOURCE_DIR) / "demos";
    const Folder folder;
    const std::string reel = folder / "outpost.reel";
    REQUIRE(run_tickreel({"cut", (demos / "outpost_firefall.reel").string(), "--time", "0:10..0:11",
                          "-o", reel})
                .code == 0);
    // Metres, stored in steps of 5 cm; enums by name.
    std::string all =
        "SELECT (SELECT bool_and(abs(p.x - c.Position.x * 0.05) < 1e-6 AND p.state = c.State) "
        "FROM positions p JOIN character c USING (tick, id)) AS places, "
        "(SELECT count(*) > 0 FROM moves WHERE distance > 0) AS moves";
    std::size_t queries = 0;
    for (const auto& entry : std::filesystem::directory_iterator(demos / "analysis" / "queries")) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with("03") || name.starts_with("05") || name.starts_with("07")) continue;
        std::string query = read_file(entry.path().string());
        query.erase(query.rfind(';'));
        all += ",\n(SELECT count(*) > 0 FROM (" + query + ")) AS q" + std::to_string(++queries);
    }
    CHECK(queries == 9);
    CHECK(answer(reel, all) ==
          "places,moves,q1,q2,q3,q4,q5,q6,q7,q8,q9\n"
          "true,true,true,true,true,true,true,true,true,true,true\n");
}

TEST_CASE("rows that belong to a player say who it is") {
    const std::string reel =
        (std::filesystem::path(TICKREEL_SOURCE_DIR) / "demos" / "arena_8_players.reel").string();
    CHECK(
        answer(reel, "SELECT count(*) AS n FROM (DESCRIBE game_info) WHERE column_name = 'name'") ==
        "n\n0\n");
    // The killed one's; the view has both.
    CHECK(answer(reel,
                 "SELECT count(*) > 0 AS any, count(*) FILTER (s.name IS DISTINCT FROM "
                 "k.victim_name) AS differ FROM sv_kill_msg s JOIN kills k USING (tick, victim)") ==
          "any,differ\ntrue,0\n");
    CHECK(answer(reel,
                 "SELECT count(*) AS n FROM moves m LEFT JOIN positions p USING (tick, id) WHERE "
                 "m.name IS DISTINCT FROM p.name") == "n\n0\n");
    CHECK(answer(reel, "SELECT count(*) AS n FROM character WHERE name IS NULL") == "n\n0\n");
    CHECK(answer(reel, "SELECT count(DISTINCT name) > 7 AS many FROM player_info") ==
          "many\ntrue\n");
    // The same as looked up another way.
    CHECK(answer(reel,
                 "SELECT count(*) AS n FROM character c JOIN positions p USING (tick, id) "
                 "WHERE c.name IS DISTINCT FROM p.name") == "n\n0\n");
    CHECK(answer(reel,
                 "SELECT count(*) AS n FROM character c LEFT JOIN client_info i USING (tick, id) "
                 "WHERE c.name IS DISTINCT FROM i.name") == "n\n0\n");
    CHECK(answer(reel, "SELECT tick, name FROM character WHERE tick = 1000 ORDER BY id LIMIT 1") ==
          answer(reel,
                 "SELECT tick, name FROM (SELECT * FROM character LIMIT 1000000000000) "
                 "WHERE tick = 1000 ORDER BY id LIMIT 1"));
}

TEST_CASE("what the recorded client sends is of the player whose item is the local one") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    ItemType player;
    player.name = "Someone";
    player.fields = {text_field("called", Role::Name), {"local", FieldKind::Bool}};
    ItemType press;
    press.name = "Press";
    press.use = TypeUse::Event;
    press.event_class = EventClass::Input;
    press.fields = {{"key", FieldKind::Int32}};
    const auto writer = new_reel(reel);
    const TypeId players = writer->add_type(player);
    const TypeId presses = writer->add_type(press);
    for (const int own : {1, 2}) {  // another number on another map
        if (own == 2) writer->begin_segment({"dm2", "", ""});
        for (Tick tick = 1; tick < 60; ++tick) {
            SnapshotBuilder builder;
            for (const int id : {1, 2})
                if (tick > 2)  // not there from the beginning
                    builder.set(
                        {players, static_cast<EntityId>(id)},
                        make_row(player, {std::string(id == 1 ? "Ann" : "Bob"), id == own}));
            Frame frame;
            frame.segment = static_cast<std::uint32_t>(own - 1);
            frame.tick = tick;
            frame.snapshot = builder.build();
            frame.events.push_back({presses, make_row(press, {std::int64_t{tick}}), false});
            writer->add_frame(frame);
        }
    }
    REQUIRE(writer->finish());
    CHECK(answer(reel, "SELECT segment, name, count(*) AS n FROM press GROUP BY ALL ORDER BY 1") ==
          "segment,name,n\n0,Ann,59\n1,Bob,59\n");
    // Also where the part that is asked for says nothing of it.
    CHECK(answer(reel, "SELECT name FROM press WHERE segment = 1 AND tick = 50") == "name\nBob\n");
    CHECK(answer(reel, "SELECT DISTINCT name = called AS same FROM someone") == "same\ntrue\n");
}

// Of fields that are an entity's number or its name.
bool is_of_player(const std::string& roles) {
    for (const char* role : {"owner", "subject", "object", "speaker", "name"})
        if (roles.find(role) != std::string::npos) return true;
    return false;
}

TEST_CASE("every table whose schema has somebody in it has a column with the name") {
    for (const char* recording : {"arena_8_players.reel", "outpost_firefall.reel"}) {
        const std::string reel =
            (std::filesystem::path(TICKREEL_SOURCE_DIR) / "demos" / recording).string();
        auto opened = ReelReader::open(*open_file(reel));
        REQUIRE(opened);
        std::string wanted;
        std::size_t count = 0;
        for (const ItemType& type : (*opened)->schema().types()) {
            bool of_player = type.shares_names || type.event_class == EventClass::Input;
            for (const Field& field : type.fields)
                of_player = of_player || is_of_player(roles_text(field.roles));
            if (!of_player) continue;
            ++count;
            wanted += (wanted.empty() ? "('" : ", ('") + table_name(type.name) + "')";
        }
        CHECK(count > 5);
        CHECK(answer(reel, "SELECT t FROM (VALUES " + wanted +
                               ") w(t) WHERE NOT EXISTS (SELECT 1 FROM duckdb_columns() WHERE "
                               "table_name = t AND lower(column_name) = 'name')") == "t\n");
    }
    const std::string arena =
        (std::filesystem::path(TICKREEL_SOURCE_DIR) / "demos" / "arena_8_players.reel").string();
    CHECK(
        answer(
            arena,
            "SELECT DISTINCT view_name AS v FROM duckdb_views() WHERE view_name IN "
            "('chat_lines', 'positions', 'moves', 'lives', 'inputs', 'input_delivery', "
            "'input_statistics', 'reactions') AND NOT EXISTS (SELECT 1 FROM duckdb_columns() WHERE "
            "table_name = view_name AND column_name = 'name')") == "v\n");
}

TEST_CASE("views answer the same where enums are numbers") {
    const std::filesystem::path demos = std::filesystem::path(TICKREEL_SOURCE_DIR) / "demos";
    const std::string arena = (demos / "arena_8_players.reel").string();
    const std::string outpost = (demos / "outpost_firefall.reel").string();
    const std::pair<std::string, std::string> questions[] = {
        {arena, "SELECT count(*) AS n, sum(seconds) AS s FROM lives"},
        {arena, "SELECT count(*) AS n, count(time_left_ms) AS t FROM input_delivery"},
        {arena, "SELECT inputs, clicks FROM input_statistics"},
        {arena, "SELECT sum(distance) AS d, count(*) AS n FROM moves"},
        {arena, "SELECT count(*) AS n, count(killer_name) AS k FROM kills"},
        {outpost,
         "SELECT count(*) AS n, count(weapon) FILTER (weapon <> 'unknown') AS w FROM kills"},
        {outpost, "SELECT sum(distance) AS d, count(*) AS n FROM moves"},
        {outpost, "SELECT count(*) AS n, sum(seconds) AS s FROM lives"}};
    for (const auto& [reel, question] : questions) {
        INFO(question);
        CHECK(answer(std::vector<std::string>{reel, "--raw"}, question) == answer(reel, question));
    }
}

TEST_CASE("views look through to the tables, and only where ticks allow it") {
    const std::string reel =
        (std::filesystem::path(TICKREEL_SOURCE_DIR) / "demos" / "arena_8_players.reel").string();
    const std::string some = "tick BETWEEN 700 AND 2200";
    CHECK(answer(reel, "SELECT count(*) AS n FROM kills WHERE " + some) ==
          answer(reel, "SELECT count(*) AS n FROM sv_kill_msg WHERE " + some));
    // The table is bounded in one use and read completely in another.
    CHECK(answer(reel,
                 "SELECT count(*) AS n FROM sv_kill_msg WHERE EXISTS "
                 "(SELECT 1 FROM kills WHERE " +
                     some + ")") == answer(reel, "SELECT count(*) AS n FROM sv_kill_msg"));
    CHECK(answer(reel, "SELECT name FROM kills JOIN players ON id = killer WHERE " + some +
                           " AND killer_name <> name") == "name\n");
}

TEST_CASE("a view over recordings of two games has the rows of both") {
    const auto demos = std::filesystem::path(TICKREEL_SOURCE_DIR) / "demos";
    const std::string arena = (demos / "arena_8_players.reel").string();
    const std::string outpost = (demos / "outpost_firefall.reel").string();
    for (const std::string view : {"kills", "chat_lines", "positions", "moves", "lives"}) {
        INFO(view);
        const std::string question = "SELECT file, count(*) AS n FROM " + view + " GROUP BY file";
        const std::string alone = answer(arena, question);
        const std::string other = answer(outpost, question);
        const std::string header = "file,n\n";
        const std::string both = alone + other.substr(header.size());
        CHECK(answer(std::vector<std::string>{arena, outpost}, question + " ORDER BY file") ==
              both);
        CHECK(answer(std::vector<std::string>{outpost, arena}, question + " ORDER BY file") ==
              both);
    }
}
