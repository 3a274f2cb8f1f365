// Whose a row is, by name.
#include <filesystem>

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/export/sql_reels.h"
#include "tests/recorder/export/sql_runs.h"
#include "tickreel/model/find_name.h"
#include "tickreel/reel/reel_reader.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

// Of the events in a dataset that the recording is added to.
std::string dataset_events(const Folder& folder, const std::string& reel,
                           const std::string& columns, const std::string& kind) {
    REQUIRE(run_tickreel({"export", reel, "--append", folder / "data"}).code == 0);
    return answer(reel, "SELECT tick, " + columns + " FROM '" + (folder / "data") +
                            "/*/events.parquet' WHERE class = '" + kind + "' ORDER BY tick");
}

}  // namespace

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
    CHECK(dataset_events(folder, reel, "actor, actor_name, text", "chat") ==
          "tick,actor,actor_name,text\n4,3,,a hint\n5,3,Ann,hi\n6,3,Ann,psst\n8,3,Ann,bye\n"
          "9,3,,another hint\n");
    const std::string hits = run_tickreel({"query", reel, "chat"}).out;
    for (const char* label :
         {"Sv_Chat  a hint\n", "Sv_Chat  [team] Ann: hi\n", "Sv_Chat  [whisper to] Ann: psst\n",
          "Sv_Chat  Ann: bye\n", "Sv_Chat  another hint\n"})
        CHECK_THAT(hits, contains(label));
}

TEST_CASE("a name of blanks is no player's") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    TeeReel to(reel);
    for (Tick tick = 1; tick <= 4; ++tick) {
        Frame frame;
        frame.tick = tick;
        SnapshotBuilder builder;
        to.put_name(builder, 0, "Eve");
        to.put_name(builder, 15, " ");
        frame.snapshot = builder.build();
        if (tick == 3) to.say(frame, 15, "(connecting): hello");
        to.writer->add_frame(frame);
    }
    REQUIRE(to.writer->finish());
    CHECK(answer(reel, "SELECT id, name FROM players ORDER BY id") == "id,name\n0,Eve\n");
    CHECK(answer(reel, "SELECT name, message FROM chat_lines") ==
          "name,message\n,(connecting): hello\n");
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
    CHECK(dataset_events(folder, reel, "object, object_name", "kill") ==
          "tick,object,object_name\n20,1,Ann\n40,2,Worker\n");
}

TEST_CASE("in Firefall an empty name is one that is not known yet, in Teeworlds it is a name") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    ItemType person;
    person.name = "Character";
    person.fields = {text_field("Name", Role::Name)};
    constexpr std::int64_t kLiving = 6;
    for (const char* number :
         {"Position.x", "Position.y", "Position.z", "Heading", "State", "Health", "Faction"})
        person.fields.push_back(number_field(number));
    ItemType movement;
    movement.name = "Movement";
    movement.fields = {number_field("x")};
    movement.shares_names = true;
    const auto writer = new_reel(reel, "firefall");
    const TypeId people = writer->add_type(person);
    const TypeId movements = writer->add_type(movement);
    constexpr EntityId kForGood = EntityId{1} << 40;
    for (Tick tick = 1; tick < 2000; ++tick) {
        SnapshotBuilder builder;
        // The first is named at 10 and again without a name from 30; the second never is.
        const char* first = tick < 10 || tick >= 30 ? "" : "Worker";
        for (const EntityId id : {kForGood, kForGood + 1, EntityId{3}}) {
            const char* name = id == kForGood ? first : id == 3 && tick < 20 ? "Ann" : "";
            const std::int64_t none = 0;
            builder.set({people, id}, make_row(person, {std::string(name), none, none, none, none,
                                                        kLiving, none, none}));
            builder.set({movements, id}, make_row(movement, {std::int64_t{tick}}));
        }
        Frame frame;
        frame.tick = tick;
        frame.snapshot = builder.build();
        writer->add_frame(frame);
    }
    REQUIRE(writer->finish());
    CHECK(answer(reel,
                 "SELECT id, coalesce('<' || name || '>', 'none') AS n, min(tick) AS a, max(tick) "
                 "AS b FROM movement GROUP BY ALL ORDER BY ALL") ==
          "id,n,a,b\n3,<>,20,1999\n3,<Ann>,1,19\n1099511627776,<Worker>,1,1999\n"
          "1099511627777,none,1,1999\n");
    // The table of the items that bear the name has it as it was sent; what is made of it, whose it
    // is.
    const auto called = [&](const std::string& table) {
        return answer(reel,
                      "SELECT id, coalesce('<' || name || '>', 'none') AS n, min(tick) AS a, "
                      "max(tick) AS b FROM " +
                          table + " GROUP BY ALL ORDER BY ALL");
    };
    CHECK(called("character") ==
          "id,n,a,b\n3,<>,20,1999\n3,<Ann>,1,19\n1099511627776,<>,1,1999\n"
          "1099511627776,<Worker>,10,29\n1099511627777,<>,1,1999\n");
    CHECK(called("positions") == called("movement"));
    CHECK(called("moves") == called("(FROM movement WHERE tick > 1)"));
    CHECK(answer(reel, "SELECT id, name, from_tick FROM lives ORDER BY id") ==
          "id,name,from_tick\n3,Ann,1\n1099511627776,Worker,1\n1099511627777,,1\n");
    CHECK(answer(reel,
                 "SELECT count(*) AS n FROM positions p JOIN movement m USING (tick, id) WHERE "
                 "p.name IS DISTINCT FROM m.name") == "n\n0\n");
    // Also where all that the question reads is far away from the name.
    for (const char* table : {"movement", "positions", "moves"})
        CHECK(answer(reel, std::string("SELECT id, name FROM ") + table +
                               " WHERE tick = 1900 ORDER BY id") ==
              "id,name\n3,\n1099511627776,Worker\n1099511627777,\n");
    REQUIRE(run_tickreel({"export", reel, "--ticks", "1900..1901", "--types", "Movement", "-o",
                          folder / "part.csv"})
                .code == 0);
    CHECK_THAT(read_file(folder / "part.csv"), contains("Worker"));
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
    // The killer's, who may leave at that tick, as looked up another way.
    CHECK(answer(reel,
                 "SELECT count(k.killer_name) > 0 AS any, count(*) FILTER (k.killer_name IS "
                 "DISTINCT FROM p.name) AS differ FROM kills k LEFT JOIN players p ON p.id = "
                 "k.killer AND k.tick BETWEEN p.from_tick AND p.to_tick") ==
          "any,differ\ntrue,0\n");
    // The ends of one table's ticks are not all of the other's.
    const std::string sum = answer(reel, "SELECT sum(tick) FROM kills");
    CHECK(answer(reel,
                 "SELECT min(tick), max(tick), (SELECT sum(tick) FROM kills) AS s FROM "
                 "sv_kill_msg")
              .find(sum.substr(sum.find('\n') + 1)) != std::string::npos);
    CHECK(answer(reel, "SELECT count(killer_name) AS n FROM kills") ==
          answer(reel, "SELECT count(*) AS n FROM kills WHERE killer_name IS NOT NULL"));
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
