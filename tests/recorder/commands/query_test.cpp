// tickreel query: its formats and exit codes, and that its counts equal SQL's.
#include <algorithm>

#include "tests/catch.h"
#include "tests/format/games/falling_tee.h"
#include "tests/recorder/commands/ndjson_rows.h"
#include "tests/recorder/commands/query_counts.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"
#include "tickreel/base/file.h"
#include "tickreel/model/row.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel_test;

namespace {

std::string demo(const std::string& name) {
    return std::string(TICKREEL_SOURCE_DIR) + "/demos/" + name;
}

// Players of whom two have one name, two none and two a name that ends within a letter, who kill
// each other.
void write_odd_names(const std::string& path) {
    using namespace tickreel;
    auto file = create_file(path, IfExists::Replace);
    REQUIRE(file);
    RecordingInfo info;
    info.ticks_per_second = 50;
    ReelWriter writer(std::move(*file), info);
    ItemType named{"ClientInfo", "11", TypeUse::Item, true, {{"name", FieldKind::Text}}};
    named.fields[0].roles = Role::Name;
    ItemType body{"Character", "9", TypeUse::Item, true, {{"x", FieldKind::Int32}}};
    body.shares_names = true;
    ItemType kill{"Sv_KillMsg",
                  "4",
                  TypeUse::Event,
                  true,
                  {{"killer", FieldKind::Int32, false, Role::Subject},
                   {"victim", FieldKind::Int32, false, Role::Owner | Role::Object}}};
    kill.event_class = EventClass::Kill;
    const TypeId names = writer.add_type(named);
    const TypeId bodies = writer.add_type(body);
    const TypeId kills = writer.add_type(kill);
    writer.begin_segment({"dm1", "", ""});
    const std::vector<std::string> players{"me", "dup", "dup", "\xd1\x80\xd1", "\xff", "", ""};
    constexpr int kFrames = 10;
    for (int i = 0; i < kFrames; ++i) {
        Frame frame;
        frame.tick = 100 + 2 * i;
        frame.time = std::chrono::milliseconds(40 * i);
        SnapshotBuilder builder;
        for (std::size_t id = 0; id < players.size(); ++id) {
            if (id == 6 && i > 5) continue;  // who leaves without ever having had a name
            builder.set({names, id}, make_row(named, {players[id]}));
            builder.set({bodies, id}, make_row(body, {std::int64_t{i}}));
        }
        frame.snapshot = builder.build();
        const auto killed = [&](Word by, Word whom) {
            frame.events.push_back({kills, {by, whom}, false});
        };
        if (i == 4)
            for (const auto& [by, whom] : std::vector<std::pair<Word, Word>>{
                     {1, 2}, {3, 4}, {5, 6}, {5, 0}, {0, 5}, {-1, 0}})
                killed(by, whom);
        if (i == 6) killed(6, 6);
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish());
}

// The value of a column in each row of CSV without quotes.
std::vector<std::string> last_cells(const std::string& csv) {
    std::vector<std::string> cells;
    for (std::size_t at = csv.find('\n') + 1; at < csv.size();) {
        const std::size_t end = csv.find('\n', at);
        const std::string line = csv.substr(at, end - at);
        cells.push_back(line.substr(line.rfind(',') + 1));
        at = end + 1;
    }
    return cells;
}

}  // namespace

TEST_CASE("query prints one line a hit, the things apart") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const std::string reel = folder / "a.reel";
    const Ran json = run_tickreel({"query", reel, "Walker.x >= 505", "--format", "ndjson"});
    CHECK(json.code == 0);
    const auto lines = ndjson_rows(json.out);
    REQUIRE_FALSE(lines.empty());
    for (const char* key :
         {"file", "segment", "tick_first", "tick_last", "snapshots", "type", "id", "name"})
        CHECK(lines[0].contains(key));
    CHECK(lines[0]["type"] == "Walker");
    CHECK(lines[0]["id"] == "3");
    CHECK(lines[0]["tick_first"].is_string());
    const auto numbers = ndjson_rows(
        run_tickreel({"query", reel, "Walker.x >= 505", "--format", "ndjson", "--big-numbers"})
            .out);
    REQUIRE(numbers.size() == lines.size());
    for (const char* key : {"tick_first", "tick_last", "id"})
        CHECK(numbers[0][key].dump() == lines[0][key].get<std::string>());
    CHECK(run_tickreel({"query", reel, "tick > 0", "--format", "ndjson", "--big-numbers"})
              .out.find("\"id\":null") != std::string::npos);
    const Ran csv = run_tickreel({"query", reel, "walker.X >= 505", "--format", "csv"});
    CHECK_THAT(csv.out, contains("file,segment,tick_first,tick_last,snapshots,type,id,name\n"));
    CHECK_THAT(csv.out, contains(",Walker,3,"));
    const Ran text = run_tickreel({"query", reel, "Walker.x >= 505"});
    CHECK_THAT(text.out, contains("Walker 3"));
    const Ran none = run_tickreel({"query", reel, "Walker.x > 100000", "--format", "ndjson"});
    CHECK(none.code == 0);
    CHECK(none.out.empty());
}

TEST_CASE("query says where its numbers are not those of cat and sql") {
    const std::string reel = demo("arena_8_players.reel");
    const auto said = [&](const std::string& expression) {
        const Ran ran = run_tickreel({"query", reel, expression, "--format", "ndjson"});
        CHECK(ran.code == 0);
        return ran.err;
    };
    const std::string note =
        "Character.vel_x is 0.00390625 times its number in 'cat' and 'sql' here, in unit/tick";
    for (const char* one : {"Character.vel_x > 2000", "abs(Character.vel_x) + 1 between 3 and 4",
                            "kill within 1s of Character.vel_x < -8"})
        CHECK_THAT(said(one), contains(note));
    for (const char* none :
         {"Character.vel_x > 0", "Character.x > 2000", "changed(Character.vel_x)",
          "Character.vel_x > Character.vel_y", "speed > 20"})
        CHECK(said(none).empty());
}

TEST_CASE("query says once of a folder where its numbers are not those of cat and sql") {
    const Folder folder;
    const std::string bytes = read_file(demo("arena_8_players.reel"));
    for (const char* name : {"a.reel", "b.reel", "c.reel"}) write_file(folder / name, bytes);
    const auto notes = [&] {
        const Ran ran =
            run_tickreel({"query", folder / "", "Character.vel_x > 2000", "--format", "ndjson"});
        std::size_t count = 0;
        for (std::size_t at = 0; (at = ran.err.find("times its number", at)) != ran.err.npos; ++at)
            ++count;
        return std::pair(ran.code, count);
    };
    CHECK(notes() == std::pair(0, std::size_t{1}));
    std::string damaged = bytes;
    damaged[damaged.size() / 2] ^= 1;
    write_file(folder / "b.reel", damaged);
    CHECK(notes() == std::pair(3, std::size_t{1}));
}

TEST_CASE("query and library --query end a hit before what cannot be read, and give 3") {
    const Folder folder;
    const std::string whole = demo("arena_8_players.reel");
    const auto chunks =
        ndjson_rows(run_tickreel({"list", whole, "chunks", "--format", "ndjson"}).out);
    REQUIRE(chunks.size() > 12);
    std::string bytes = read_file(whole);
    bytes[chunks[12]["offset"].get<std::size_t>() + chunks[12]["stored_bytes"].get<std::size_t>() -
          1] ^= 1;
    write_file(folder / "b.reel", bytes);
    for (const char* text : {"tick > 0", "not tick < 0"}) {
        const Ran query = run_tickreel({"query", folder / "b.reel", text, "--format", "ndjson"});
        CHECK(query.code == 3);
        CHECK(ndjson_rows(query.out).size() == 2);
        const Ran library =
            run_tickreel({"library", folder / "", "--query", text, "--format", "ndjson"});
        CHECK(library.code == 3);
        CHECK(ndjson_rows(library.out).size() == 2);
    }
    CHECK(run_tickreel({"query", folder / "b.reel", "tick > 0 for 50s", "--format", "ndjson"})
              .out.empty());
}

TEST_CASE("no event is near itself") {
    const auto ticks = [&](const std::string& expression) {
        std::vector<long> found;
        const Ran ran =
            run_tickreel({"query", demo("arena_8_players.reel"), expression, "--format", "ndjson"});
        CHECK(ran.code == 0);
        for (const auto& row : ndjson_rows(ran.out))
            found.push_back(std::stol(row["tick_first"].get<std::string>()));
        return found;
    };
    const std::vector<long> kills = ticks("kill");
    REQUIRE(kills.size() > 2);
    std::vector<long> near;  // one second is 50 ticks
    std::vector<long> behind;
    for (std::size_t i = 0; i < kills.size(); ++i) {
        const bool after = i > 0 && kills[i] - kills[i - 1] <= 50;
        const bool before = i + 1 < kills.size() && kills[i + 1] - kills[i] <= 50;
        const bool at_once = before && kills[i + 1] == kills[i];
        if (after || before) near.push_back(kills[i]);
        if (after || at_once) behind.push_back(kills[i]);
    }
    CHECK_FALSE(near.empty());
    CHECK(near.size() < kills.size());
    CHECK(ticks("kill within 1s of kill") == near);
    CHECK(ticks("kill within 1s after kill") == behind);
    CHECK(ticks("kill within 1s of kill or chat").size() >= near.size());
}

TEST_CASE("nothing is near what another segment has, however close the ticks are") {
    const Folder folder;
    const std::string arena = demo("arena_8_players.reel");
    REQUIRE(run_tickreel({"cut", arena, "--ticks", "..334", "-o", folder / "1.reel"}).code == 0);
    REQUIRE(run_tickreel({"cut", arena, "--ticks", "2500..2600", "-o", folder / "2.reel"}).code ==
            0);
    const std::string both = folder / "both.reel";
    REQUIRE(run_tickreel({"merge", folder / "1.reel", folder / "2.reel", "-o", both}).code == 0);
    const auto snapshots = [](const std::string& file) {
        long sum = 0;
        for (const auto& row :
             ndjson_rows(run_tickreel(
                             {"query", file, "GameInfo within 1s after kill", "--format", "ndjson"})
                             .out))
            sum += row["snapshots"].get<long>();
        return sum;
    };
    const long apart = snapshots(folder / "1.reel") + snapshots(folder / "2.reel");
    CHECK(apart > 0);
    CHECK(snapshots(both) == apart);
}

TEST_CASE("a part of a recording has the hits that all of it has there") {
    struct Hit {
        long first = 0;
        long last = 0;
        std::string what{};
        bool operator==(const Hit&) const = default;
    };
    const auto hits = [](const std::string& expression, const std::string& range) {
        std::vector<std::string> words{"query", demo("arena_8_players.reel"), expression,
                                       "--format", "ndjson"};
        if (!range.empty()) words.insert(words.end(), {"--ticks", range});
        const Ran ran = run_tickreel(words);
        CHECK(ran.code == 0);
        std::vector<Hit> found;
        for (const auto& row : ndjson_rows(ran.out))
            found.push_back({std::stol(row["tick_first"].get<std::string>()),
                             std::stol(row["tick_last"].get<std::string>()),
                             row["type"].dump() + row["id"].dump()});
        const auto by = [](const Hit& a, const Hit& b) {
            return std::tie(a.first, a.last, a.what) < std::tie(b.first, b.last, b.what);
        };
        std::sort(found.begin(), found.end(), by);
        return found;
    };
    const std::string expression = GENERATE(
        "kill within 3s after chat", "kill within 3s before chat", "DamageInd within 100ms of kill",
        "Character.x > 1000 for 1s", "Character.x > 1000 for 2s within 5s of kill",
        "kill within 1s of kill", "Character.x > 1000", "changed(Character.weapon)");
    CAPTURE(expression);
    const std::vector<Hit> all = hits(expression, "");
    REQUIRE_FALSE(all.empty());
    std::size_t inside = 0;
    for (const auto& [from, to] : {std::pair(2276L, 2566L),
                                   {2284L, 2286L},
                                   {828L, 1296L},
                                   {2150L, 2596L},
                                   {20L, 700L},
                                   {2900L, 4000L}}) {
        CAPTURE(from, to);
        std::vector<Hit> expected;  // snapshots are two ticks apart
        for (const Hit& hit : all)
            if (hit.last >= from && hit.first < to)
                expected.push_back(
                    {std::max(hit.first, from), std::min(hit.last, to - 2), hit.what});
        std::sort(expected.begin(), expected.end(), [](const Hit& a, const Hit& b) {
            return std::tie(a.first, a.last, a.what) < std::tie(b.first, b.last, b.what);
        });
        inside += expected.size();
        CHECK(hits(expression, std::to_string(from) + ".." + std::to_string(to)) == expected);
    }
    CHECK(inside > 0);
}

TEST_CASE("query says what it does not understand, and goes on after a bad file") {
    const Folder folder;
    write_sample(folder / "a.reel");
    write_file(folder / "b.reel", "no recording");
    const Ran wrong = run_tickreel({"query", folder / "a.reel", "Wolker.x > 1"});
    CHECK(wrong.code == 1);
    CHECK_THAT(wrong.err, contains("did you mean 'Walker'?"));
    const Ran both = run_tickreel(
        {"query", folder / "b.reel", folder / "a.reel", "Walker", "--format", "ndjson"});
    CHECK(both.code == 3);
    CHECK_THAT(both.err, contains("b.reel"));
    CHECK_FALSE(ndjson_rows(both.out).empty());
    // Each hit says of which of several recordings it is.
    const Ran text = run_tickreel({"query", folder / "b.reel", folder / "a.reel", "Walker"});
    CHECK(text.out.starts_with(folder / "a.reel: 0:"));
    CHECK(run_tickreel({"query", folder / "a.reel", "Walker"}).out.starts_with("0:"));
    CHECK(run_tickreel({"query", folder / "a.reel"}).code == 2);
}

TEST_CASE("what the game knows but the recording lacks has no hits, in one file and in a folder") {
    const Folder folder;
    SampleOptions game;
    game.game = "teeworlds";
    write_sample(folder / "a.reel", game);
    const std::string expression = "Sv_KillMsg.weapon == grenade or race";
    const Ran one = run_tickreel({"query", folder / "a.reel", expression});
    CHECK(one.code == 0);
    CHECK(one.out.empty());
    CHECK_THAT(one.err, contains("there is no type \"Sv_KillMsg\" here; no hits"));
    write_sample(folder / "b.reel", game);
    CHECK(run_tickreel({"query", folder / "a.reel", folder / "b.reel", expression}).code == 0);
    CHECK(run_tickreel({"query", folder / "a.reel", "Sv_KilMsg"}).code == 1);
}

TEST_CASE("that the recording lacks a type is no answer to the rest of the expression") {
    const Folder folder;
    SampleOptions game;
    game.game = "teeworlds";
    write_sample(folder / "a.reel", game);
    const auto snapshots = [&](const std::string& expression) {
        const Ran ran =
            run_tickreel({"query", folder / "a.reel", expression, "--format", "ndjson"});
        CHECK(ran.code == 0);
        std::uint64_t sum = 0;
        for (const auto& row : ndjson_rows(ran.out)) sum += row["snapshots"].get<std::uint64_t>();
        return sum;
    };
    const std::uint64_t walkers = snapshots("Walker.x > 0");
    REQUIRE(walkers > 0);
    CHECK(snapshots("Walker.x > 0 or Flag.x > 3") == walkers);
    CHECK(snapshots("Walker.x > 0 and count(Flag) == 0") == walkers);
    CHECK(snapshots("Walker.x > 0 and Flag.x > 3") == 0);
    CHECK(snapshots("not Projectile") == snapshots("tick >= 0"));
}

TEST_CASE("a comparison that can never hold is an error, not an empty answer") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const auto refused = [&](const std::string& expression, const std::string& what) {
        const Ran ran = run_tickreel({"query", folder / "a.reel", expression});
        INFO(expression);
        CHECK(ran.code == 1);
        CHECK_THAT(ran.err, contains(what));
    };
    refused("chat ~ \"gg\"", "a text belongs to a field, for example Chat.text");
    refused("chat == gg", "unknown name");
    refused("chat == \"gg\"", "a text belongs to a field");
    refused("wire == foo", "wire is ok, mismatch or absent, not \"foo\"");
    refused("wire == mismatsch", "did you mean 'mismatch'?");
    refused("Walker.x ~ \"5\"", "this is a number");
    refused("Walker.x == \"five\"", "a text cannot be compared with a number");
    refused("chat and player Ann", "player needs a name in quotes: player \"Ada\"");
    refused("Walker.name == 5", "a text cannot be compared with a number");
    for (const char* fine :
         {"wire == mismatch", "wire ~ mis", "Walker.name ~ \"Ann\"", "Chat.text == \"gg\"",
          "Walker.speed == null", "Walker.mood == angry", "prev(Walker.name) == Walker.name"}) {
        INFO(fine);
        CHECK(run_tickreel({"query", folder / "a.reel", fine}).code == 0);
    }
}

TEST_CASE("who compares a player's number with a name is told how to ask for the name") {
    const std::string arena = TICKREEL_SOURCE_DIR "/demos/arena_8_players.reel";
    const Ran ran = run_tickreel({"query", arena, "kill.killer == \"Clover\""});
    CHECK(ran.code == 1);
    CHECK_THAT(ran.err, contains("killer is a number, a name is asked for as in "
                                 "Sv_KillMsg.killer_name == \"Clover\""));
    CHECK(run_tickreel({"query", arena, "Sv_KillMsg.killer_name == \"Clover\""}).code == 0);
    const Ran health = run_tickreel({"query", arena, "Character.health == \"Clover\""});
    CHECK_THAT(health.err,
               contains("a text cannot be compared with a number") && !contains("name"));
}

TEST_CASE("query exits 3 where a part of the recording cannot be read") {
    const Folder folder;
    write_sample(folder / "a.reel");
    std::string bytes = read_file(folder / "a.reel");
    bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 0x20);
    write_file(folder / "bad.reel", bytes);
    const Ran ran = run_tickreel({"query", folder / "bad.reel", "Walker", "--format", "ndjson"});
    CHECK(ran.code == 3);
    CHECK_FALSE(ran.err.empty());
}

TEST_CASE("a question about evolved places says when the map for them is missing") {
    const Folder folder;
    const std::string path = folder / "a.reel";
    tickreel::RecordingInfo info;
    info.game = "teeworlds";
    auto file = tickreel::create_file(path, tickreel::IfExists::Refuse);
    REQUIRE(file.ok());
    tickreel::ReelWriter writer(std::move(*file), info);
    const tickreel::TypeId type = writer.add_type(character_type());
    tickreel::Segment segment;
    segment.map = "air";
    writer.begin_segment(segment);
    tickreel::SnapshotBuilder builder;
    builder.set({type, 3}, falling_row(1000));
    tickreel::Frame frame;
    frame.tick = 1010;
    frame.snapshot = builder.build();
    writer.add_frame(frame);
    REQUIRE(writer.finish().ok());
    const Ran place = run_tickreel({"query", path, "Character.now_y > 0"});
    CHECK(place.code == 0);
    CHECK_THAT(place.err, contains("the map air is not there: now_x"));
    const Ran sent = run_tickreel({"query", path, "Character.y > 0"});
    CHECK_THAT(sent.err, !contains("the map"));
    CHECK_THAT(sent.err, contains("1 hit, 1 snapshot;"));
    const std::string csv = folder / "a.csv";
    const Ran exported = run_tickreel({"export", path, "--types", "Character", "-o", csv});
    CHECK(exported.code == 0);
    CHECK(exported.err.find(path + ": the map air is not there: now_x") != std::string::npos);
    const Ran scene = run_tickreel({"export", path, "-o", folder / "a.mcap"});
    CHECK(scene.code == 0);
    CHECK_THAT(scene.err, contains(path + ": the map air is not there: characters in /scene are "
                                          "where they were sent"));
    const Ran all = run_tickreel({"export", path, "-f", "-o", csv});
    CHECK(read_file(csv).find("now_x") == std::string::npos);  // this table has no such column
    CHECK_THAT(all.err, !contains("the map"));
    if (!have_sql()) return;
    const Ran tables =
        run_tickreel({"export", path, "--types", "Character", "-o", folder / "a.parquet"});
    CHECK_THAT(tables.err, contains("the map air is not there: now_x"));
    const Ran sql = run_tickreel({"sql", path, "select now_y from character"});
    CHECK_THAT(sql.err, contains("the map air is not there: now_x"));
}

TEST_CASE("query counts what SQL counts") {
    if (!have_sql()) {
        WARN("no SQL in this build");
        return;
    }
    check_same_counts(demo("arena_8_players.reel"), about_tees());
    check_same_counts(
        demo("arena_8_players.reel"),
        {{"kill", "sv_kill_msg", ""},
         {"Sv_KillMsg.weapon == gun", "sv_kill_msg", "weapon = 'gun'"},
         {"sv_chat.message ~ \"e\"", "sv_chat", "message ilike '%e%'"},
         {"Projectile.x > 900 or tick > 1000", "projectile", "x > 900 or tick > 1000"},
         {"Projectile.type == gun or not tick > 1000", "projectile",
          "field_type = 'gun' or not tick > 1000"},
         {"not (Projectile.x > 900 and tick > 1000)", "projectile",
          "not (x > 900 and tick > 1000)"},
         {"not Projectile", "snapshots s", "not exists (from projectile p where p.tick = s.tick)"},
         {"not Projectile or Projectile.x > 900",
          "snapshots s left join projectile p on s.tick = p.tick", "p.tick is null or p.x > 900"},
         {"kill or tick > 1000 and not kill",
          "snapshots s left join sv_kill_msg k "
          "on s.tick = k.tick",
          "k.tick is not null or s.tick > 1000"},
         {"prev(Character.x) == null",
          "(select n - lag(n) over (partition by id order by n) is distinct from 1 as "
          "came from character join (select tick, row_number() over (order by tick) "
          "as n from snapshots) using (tick))",
          "came"}});
    check_same_counts(demo("outpost_firefall.reel"),
                      {{"Character.Health < 90 and Character.State == Living", "character",
                        "Health < 90 and State = 'Living'"},
                       {"not Character.Faction == 1", "character", "not Faction = 1"},
                       {"Character.Team == null", "character", "Team is null"},
                       {"Character.Position.x * 20 > 1000", "character", "Position.x > 1000"},
                       {"character_took_hit", "character_took_hit", ""}});
}

TEST_CASE("query and SQL count alike where names are empty or end within a letter") {
    const Folder folder;
    const std::string reel = folder / "odd.reel";
    write_odd_names(reel);
    if (!have_sql()) return;
    check_same_counts(
        reel,
        {{"Character.name == \"\"", "character", "name = ''"},
         {"Character.name != \"me\"", "character", "name <> 'me'"},
         {"Character.name != null", "character", "name is not null"},
         {"ClientInfo.name == \"\"", "client_info", "name = ''"},
         {"kill.killer_name == \"\"", "kills", "killer_name = ''"},
         {"kill.killer_name == null", "kills", "killer_name is null"},
         {"kill.victim_name == \"\"", "kills", "victim_name = ''"},
         {"kill.killer_name == kill.victim_name", "kills", "killer_name = victim_name"},
         {"Character.name == \"\xd1\x80\xef\xbf\xbd\"", "character",
          "name = '\xd1\x80\xef\xbf\xbd'"},
         {"kill.victim_name == \"\xef\xbf\xbd\"", "kills", "victim_name = '\xef\xbf\xbd'"},
         {"ClientInfo.name ~ \"\xef\xbf\xbd\"", "client_info", "contains(name, '\xef\xbf\xbd')"}});
    const auto query = [&](const std::string& text) {
        return run_tickreel({"query", reel, text, "--format", "csv"});
    };
    CHECK(last_cells(query("Character.name == null").out).empty());
    CHECK(last_cells(query("kill and player \"\"").out).size() == 4);
    // As it is in the recording, it is the same name.
    const Ran shown = query("player \"\xd1\x80\xef\xbf\xbd\" and Character");
    CHECK_FALSE(last_cells(shown.out).empty());
    CHECK(shown.out == query("player \"\xd1\x80\xd1\" and Character").out);
    CHECK(shown.err.find("no player is named") == std::string::npos);
    // Whom a kill is about: nobody else's name stands for a player without one.
    const Ran rows =
        run_tickreel({"sql", reel, "select name from sv_kill_msg order by tick, victim, killer",
                      "--format", "csv"});
    auto told = last_cells(rows.out);
    auto hits = last_cells(query("kill").out);
    REQUIRE(told.size() == 7);
    std::sort(told.begin(), told.end());
    std::sort(hits.begin(), hits.end());
    CHECK(hits == told);
}
