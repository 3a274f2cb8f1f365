// The catalog of a folder against what the other verbs say of the same recordings.

#include <csignal>
#include <filesystem>
#include <memory>

#include "tests/catch.h"
#include "tests/recorder/commands/ndjson_rows.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"
#include "tickreel/base/file.h"
#include "tickreel/model/row.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;
using namespace tickreel_test;
using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

namespace {

const std::string kDemo = TICKREEL_SOURCE_DIR "/demos/arena_8_players.reel";

struct Library {
    Folder folder{};

    std::string at(const std::string& name) const { return folder / name; }
    void copy_demo(const std::string& name) const {
        fs::create_directories(fs::path(at(name)).parent_path());
        fs::copy_file(kDemo, at(name));
    }
    Ran run(std::vector<std::string> more = {}) const {
        std::vector<std::string> arguments{"library", folder / ""};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run_tickreel(arguments);
    }
    std::vector<Json> rows(std::vector<std::string> more = {}, int code = 0) const {
        more.insert(more.end(), {"--format", "ndjson"});
        const Ran ran = run(more);
        INFO(ran.err);
        REQUIRE(ran.code == code);
        return ndjson_rows(ran.out);
    }
};

// Players with a name.
ItemType who_type() {
    Field name{"name", FieldKind::Text};
    name.roles = Role::Name;
    ItemType info;
    info.name = "Who";
    info.fields = {name};
    return info;
}

ItemType flag_type() {
    Field red{"flag_carrier_red", FieldKind::Enum};
    red.roles = Role::FlagHolder;
    red.values = {{-2, "at_stand"}, {-1, "taken"}};
    ItemType flags;
    flags.name = "Flags";
    flags.fields = {red};
    return flags;
}

std::unique_ptr<ReelWriter> begin_teeworlds(const std::string& path, const std::string& map) {
    auto file = create_file(path, IfExists::Replace);
    REQUIRE(file);
    RecordingInfo about;
    about.game = "teeworlds";
    auto writer = std::make_unique<ReelWriter>(std::move(*file), about, ReelOptions{});
    writer->begin_segment({map, "", ""});
    return writer;
}

// Ann and Eve; at tick 6 Eve kills Ann, who is gone from that tick's snapshot.
void write_leaving(const std::string& path) {
    const ItemType info = who_type();
    Field killer{"killer", FieldKind::Int32};
    killer.roles = Role::Subject;
    Field victim{"victim", FieldKind::Int32};
    victim.roles = Role::Object;
    ItemType kill;
    kill.name = "Kill";
    kill.use = TypeUse::Event;
    kill.event_class = EventClass::Kill;
    kill.fields = {killer, victim};
    const ItemType flags = flag_type();
    const auto begun = begin_teeworlds(path, "dm1");
    ReelWriter& writer = *begun;
    const TypeId infos = writer.add_type(info);
    const TypeId kills = writer.add_type(kill);
    const TypeId carriers = writer.add_type(flags);
    for (Tick tick = 1; tick <= 8; ++tick) {
        Frame frame;
        frame.tick = tick;
        SnapshotBuilder builder;
        builder.set({infos, 0}, make_row(info, {std::string("Eve")}));
        if (tick < 6) builder.set({infos, 3}, make_row(info, {std::string("Ann")}));
        builder.set({carriers, 0},
                    make_row(flags, {std::int64_t{tick == 4 || tick == 5 ? 3 : -2}}));
        frame.snapshot = builder.build();
        if (tick == 6)
            frame.events.push_back({kills, make_row(kill, {std::int64_t{0}, std::int64_t{3}})});
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish());
}

// Tick 1: the red flag is at its stand. Ann drops it at 3, Eve captures it at 5, Ann at 7, where
// Eve takes it at once; at 8 it is back without a capture. The flag's lines come before the
// scores'.
void write_captures(const std::string& path) {
    const ItemType info = who_type();
    const ItemType flags = flag_type();
    ItemType scores;
    scores.name = "Teams";
    scores.fields = {{"teamscore_red", FieldKind::Int32}, {"teamscore_blue", FieldKind::Int32}};
    const auto begun = begin_teeworlds(path, "ctf1");
    ReelWriter& writer = *begun;
    const TypeId infos = writer.add_type(info);
    const TypeId carriers = writer.add_type(flags);
    const TypeId teams = writer.add_type(scores);
    constexpr std::int64_t kEve = 0;
    constexpr std::int64_t kAnn = 3;
    constexpr std::array<std::int64_t, 8> kHolders{-2, kAnn, -1, kEve, -2, kAnn, kEve, -2};
    constexpr std::array<std::int64_t, 8> kBlue{4, 4, 4, 5, 105, 106, 207, 207};
    for (std::size_t i = 0; i < kHolders.size(); ++i) {
        Frame frame;
        frame.tick = static_cast<Tick>(i + 1);
        SnapshotBuilder builder;
        builder.set({infos, 0}, make_row(info, {std::string("Eve")}));
        builder.set({infos, 3}, make_row(info, {std::string("Ann")}));
        builder.set({carriers, 0}, make_row(flags, {kHolders[i]}));
        builder.set({teams, 0}, make_row(scores, {std::int64_t{0}, kBlue[i]}));
        frame.snapshot = builder.build();
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish());
}

// Eve has the red flag from 5, Ann from within ticks 11..30, nobody from 35.
void write_flag_over_gap(const std::string& path) {
    const ItemType info = who_type();
    const ItemType flags = flag_type();
    const auto begun = begin_teeworlds(path, "ctf1");
    ReelWriter& writer = *begun;
    const TypeId infos = writer.add_type(info);
    const TypeId carriers = writer.add_type(flags);
    for (Tick tick = 1; tick <= 40; ++tick) {
        if (tick > 10 && tick < 30) continue;
        Frame frame;
        frame.tick = tick;
        SnapshotBuilder builder;
        builder.set({infos, 0}, make_row(info, {std::string("Eve")}));
        builder.set({infos, 3}, make_row(info, {std::string("Ann")}));
        const std::int64_t holder = tick < 5 || tick >= 35 ? -2 : tick <= 10 ? 0 : 3;
        builder.set({carriers, 0}, make_row(flags, {holder}));
        frame.snapshot = builder.build();
        writer.add_frame(frame);
    }
    writer.add_gap({0, 11, 30, "killed"});
    REQUIRE(writer.finish());
}

// Eve takes the red flag at tick 4 and is at its stand with it at 8, takes it again at 12; at 20
// another match begins, and at 21 the flag is back. Ticks 30 and 31: a pause moves the start on.
void write_restart(const std::string& path) {
    const ItemType info = who_type();
    ItemType game;
    game.name = "GameInfo";
    game.fields = {{"round_start_tick", FieldKind::Int32}};
    const ItemType flags = flag_type();
    const auto begun = begin_teeworlds(path, "dm1");
    ReelWriter& writer = *begun;
    const TypeId infos = writer.add_type(info);
    const TypeId games = writer.add_type(game);
    const TypeId carriers = writer.add_type(flags);
    for (Tick tick = 1; tick <= 34; ++tick) {
        Frame frame;
        frame.tick = tick;
        SnapshotBuilder builder;
        builder.set({infos, 0}, make_row(info, {std::string("Eve")}));
        const Tick start = tick < 20 ? 0 : tick < 30 ? 20 : tick - 10;
        builder.set({games, 0}, make_row(game, {std::int64_t{start}}));
        const bool held =
            (tick >= 4 && tick < 8) || (tick >= 12 && tick < 21) || (tick >= 28 && tick < 31);
        builder.set({carriers, 0}, make_row(flags, {std::int64_t{held ? 0 : -2}}));
        frame.snapshot = builder.build();
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish());
}

// Eve twice, the second from tick 3 on; a server without a record says so at tick 2, and at tick 5
// there is one.
void write_race(const std::string& path, const std::string& name = "Eve") {
    const ItemType info = who_type();
    ItemType record;
    record.name = "Record";
    record.use = TypeUse::Event;
    record.event_class = EventClass::Race;
    record.fields = {{"server_best", FieldKind::Int32}, {"best", FieldKind::Int32}};
    for (Field& field : record.fields) field.sentinel = Sentinel{0, {}};
    auto file = create_file(path, IfExists::Replace);
    REQUIRE(file);
    RecordingInfo about;
    about.game = "teeworlds";
    about.ticks_per_second = 50;
    ReelWriter writer(std::move(*file), about, ReelOptions{});
    writer.begin_segment({"dm1", "", ""});
    const TypeId infos = writer.add_type(info);
    const TypeId records = writer.add_type(record);
    for (Tick tick = 1; tick <= 51; ++tick) {
        Frame frame;
        frame.tick = tick;
        frame.time = std::chrono::milliseconds(20 * tick);
        SnapshotBuilder builder;
        builder.set({infos, 0}, make_row(info, {name}));
        if (tick >= 3) builder.set({infos, 1}, make_row(info, {name}));
        frame.snapshot = builder.build();
        const std::int64_t best = tick == 5 ? 4200 : 0;
        if (tick == 2 || tick == 5)
            frame.events.push_back({records, make_row(record, {best, best})});
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish());
}

}  // namespace

TEST_CASE("a record that there is not yet is no race") {
    const Library library;
    write_race(library.at("match.reel"));
    const auto races = library.rows({"--event", "race"});
    REQUIRE(races.size() == 1);
    CHECK(races[0]["tick"] == "5");
    CHECK(races[0]["object"] == "server best 4200, best 4200");
    const std::string reel = library.at("match.reel");
    std::size_t splits = 0;
    for (const Json& row :
         ndjson_rows(run_tickreel({"compare", reel, reel, "--format", "ndjson"}).out))
        splits += row["kind"] == "split" ? 1 : 0;
    CHECK(splits == 1);
}

TEST_CASE("a finish that a server tells in chat is a race, with who and how long") {
    const Library library;
    ItemType chat;
    chat.name = "Chat";
    chat.use = TypeUse::Event;
    chat.event_class = EventClass::Chat;
    chat.fields = {{"client_id", FieldKind::Int32}, {"message", FieldKind::Text}};
    chat.fields[0].roles = Role::Speaker;
    chat.fields[1].roles = Role::Text;
    ItemType record;  // the recorded client's own
    record.name = "Record";
    record.use = TypeUse::Event;
    record.event_class = EventClass::Race;
    record.fields = {{"best", FieldKind::Int32}};
    auto file = create_file(library.at("match.reel"), IfExists::Replace);
    REQUIRE(file);
    ReelWriter writer(std::move(*file), {}, ReelOptions{});
    writer.begin_segment({"dm1", "", ""});
    const TypeId lines = writer.add_type(chat);
    const TypeId records = writer.add_type(record);
    const std::string told = "Eve finished in: 1 minute(s) 2.34 second(s)";
    for (Tick tick = 1; tick <= 3; ++tick) {
        Frame frame;
        frame.tick = tick;
        // A player may say that, too.
        const Value speaker = std::int64_t{tick == 3 ? 5 : -1};
        if (tick > 1) frame.events.push_back({lines, make_row(chat, {speaker, told})});
        if (tick == 2) frame.events.push_back({records, make_row(record, {std::int64_t{6234}})});
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish());
    const auto races = library.rows({"--event", "race"});
    REQUIRE(races.size() == 1);
    CHECK(races[0]["tick"] == "2");
    CHECK(races[0]["player"] == "Eve");
    CHECK(races[0]["object"] == "finished in: 1 minute(s) 2.34 second(s)");
}

TEST_CASE("a finish in chat is of somebody who is there, and a message's has its time") {
    const Library library;
    const ItemType info = who_type();
    ItemType chat;
    chat.name = "Chat";
    chat.use = TypeUse::Event;
    chat.event_class = EventClass::Chat;
    chat.fields = {{"from", FieldKind::Int32}, {"message", FieldKind::Text}};
    chat.fields[0].roles = Role::Speaker;
    chat.fields[1].roles = Role::Text;
    ItemType finish;
    finish.name = "Finish";
    finish.use = TypeUse::Event;
    finish.event_class = EventClass::Race;
    finish.fields = {
        {"client_id", FieldKind::Int32}, {"time", FieldKind::Int32}, {"record", FieldKind::Bool}};
    finish.fields[0].roles = Role::Owner;
    finish.fields[1].scale = 0.001;
    finish.fields[1].unit = "s";
    ItemType record;  // told twice, under two names
    record.use = TypeUse::Event;
    record.event_class = EventClass::Race;
    record.fields = {{"best", FieldKind::Int32}};
    const auto write = [&](const std::string& name, bool in_chat) {
        auto file = create_file(library.at(name), IfExists::Replace);
        REQUIRE(file);
        ReelWriter writer(std::move(*file), {}, ReelOptions{});
        writer.begin_segment({"dm1", "", ""});
        const TypeId infos = writer.add_type(info);
        const TypeId lines = writer.add_type(chat);
        record.name = "Record";
        const TypeId records = writer.add_type(record);
        record.name = "RecordLegacy";
        const TypeId again = writer.add_type(record);
        const TypeId finishes = in_chat ? TypeId{} : writer.add_type(finish);
        Frame frame;
        frame.tick = 1;
        SnapshotBuilder items;
        items.set({infos, 5}, make_row(info, {Value(std::string("Eve"))}));
        frame.snapshot = items.build();
        writer.add_frame(frame);
        frame.tick = 2;
        const auto say = [&](const std::string& line) {
            frame.events.push_back({lines, make_row(chat, {std::int64_t{-1}, line})});
        };
        say("x finished in: 0 minute(s)  0.50 second(s)");
        say("Eve finished in: joined team 4");
        if (in_chat) say("Eve finished in: 0 minute(s)  0.90 second(s)");
        if (!in_chat)
            frame.events.push_back(
                {finishes, make_row(finish, {std::int64_t{5}, std::int64_t{900}, true})});
        if (!in_chat)
            for (const TypeId one : {records, again})
                frame.events.push_back({one, make_row(record, {std::int64_t{6234}})});
        writer.add_frame(frame);
        REQUIRE(writer.finish());
    };
    write("chat.reel", true);
    write("message.reel", false);
    std::vector<std::string> told;
    for (const Json& row : library.rows({"--event", "race"}))
        told.push_back(
            row["link"].get<std::string>().substr(row["link"].get<std::string>().rfind('/') + 1) +
            ": " + row["player"].get<std::string>() + ": " + row["object"].get<std::string>());
    std::sort(told.begin(), told.end());
    CHECK(told == std::vector<std::string>{
                      "chat.reel@2: Eve: finished in: 0 minute(s)  0.90 second(s)",
                      "message.reel@2: : best 6234", "message.reel@2: Eve: time 0.9 s, record"});
}

TEST_CASE("where items have clans, what has a name and no clan is no player, and keeps its name") {
    const Library library;
    Field name{"name", FieldKind::Text};
    name.roles = Role::Name;
    Field clan{"clan", FieldKind::Text, true};
    clan.roles = Role::Clan;
    ItemType walker;
    walker.name = "Walker";
    walker.fields = {name, clan};
    ItemType car;
    car.name = "Car";
    car.fields = {name};
    ItemType part;  // shares the name of what it is a part of
    part.name = "Part";
    part.shares_names = true;
    part.fields = {{"size", FieldKind::Int32}};
    const std::string reel = library.at("match.reel");
    auto file = create_file(reel, IfExists::Replace);
    REQUIRE(file);
    ReelWriter writer(std::move(*file), {}, ReelOptions{});
    writer.begin_segment({"zone", "", ""});
    const TypeId walkers = writer.add_type(walker);
    const TypeId cars = writer.add_type(car);
    const TypeId parts = writer.add_type(part);
    for (Tick tick = 1; tick <= 3; ++tick) {
        Frame frame;
        frame.tick = tick;
        SnapshotBuilder builder;
        builder.set({walkers, 0}, make_row(walker, {std::string("Eve"), std::string()}));
        builder.set({walkers, 1}, make_row(walker, {std::string("Drone"), Value()}));
        builder.set({cars, 2}, make_row(car, {std::string("Courier")}));
        builder.set({parts, 1}, make_row(part, {std::int64_t{7}}));
        frame.snapshot = builder.build();
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish());
    const auto players = library.rows({"--players"});
    REQUIRE(players.size() == 1);
    CHECK(players[0]["name"] == "Eve");
    CHECK(library.rows()[0]["players"] == 1);
    CHECK_THAT(run_tickreel({"at", reel, "2"}).out, contains("Drone") && contains("Courier"));
    CHECK_THAT(run_tickreel({"query", reel, "Part.size == 7"}).out, contains("Drone"));
}

TEST_CASE("two players with one name at the same time are present once") {
    const Library library;
    write_race(library.at("match.reel"));
    const auto players = library.rows({"--players"});
    REQUIRE(players.size() == 1);
    CHECK(players[0]["name"] == "Eve");
    CHECK(players[0]["present_s"] == 1.0);
}

TEST_CASE("a kill has the name of who leaves at its tick") {
    const Library library;
    write_leaving(library.at("match.reel"));
    const auto kills = library.rows({"--event", "kill"});
    REQUIRE(kills.size() == 1);
    CHECK(kills[0]["player"] == "Eve");
    CHECK(kills[0]["object"] == "Ann");
    const Ran query = run_tickreel({"query", library.at("match.reel"), "Kill"});
    CHECK_THAT(query.out, contains("Eve killed Ann"));
}

TEST_CASE("a flag that changes hands is an event, also where no message says so") {
    const Library library;
    write_leaving(library.at("match.reel"));
    const auto flags = library.rows({"--event", "flag"});
    REQUIRE(flags.size() == 2);
    CHECK(flags[0]["tick"] == "4");
    CHECK(flags[0]["player"] == "Ann");
    CHECK(flags[0]["object"] == "red taken");
    CHECK(flags[1]["tick"] == "6");
    CHECK(flags[1]["player"] == "Ann");
    CHECK(flags[1]["object"] == "red at stand");
    // Nobody knows whether it began before that day.
    CHECK(library.rows({"--until", "2030-01-01"}).empty());
}

static std::vector<std::string> flags_told(const Library& library) {
    std::vector<std::string> told;
    for (const Json& row : library.rows({"--event", "flag"}))
        told.push_back(row["tick"].get<std::string>() + ' ' + row["player"].get<std::string>() +
                       ": " + row["object"].get<std::string>());
    return told;
}

TEST_CASE("a flag that is dropped, captured and taken again at once") {
    const Library library;
    write_captures(library.at("match.reel"));
    CHECK(flags_told(library) ==
          std::vector<std::string>{"2 Ann: red taken", "3 Ann: red dropped", "4 Eve: red taken",
                                   "5 Eve: red captured", "6 Ann: red taken", "7 Ann: red captured",
                                   "7 Eve: red taken", "8 Eve: red at stand"});
}

TEST_CASE("a flag that was taken in missing ticks is not taken in the tick behind them") {
    const Library library;
    write_flag_over_gap(library.at("match.reel"));
    CHECK(flags_told(library) ==
          std::vector<std::string>{"5 Eve: red taken",
                                   "30 Ann: red taken (within missing ticks 11..30)",
                                   "35 Ann: red at stand"});
}

TEST_CASE("a flag that a restart puts back is no deed of who carried it") {
    const Library library;
    write_restart(library.at("match.reel"));
    CHECK(flags_told(library) ==
          std::vector<std::string>{"4 Eve: red taken", "8 Eve: red at stand", "12 Eve: red taken",
                                   "21 : red back by a restart", "28 Eve: red taken",
                                   "31 Eve: red at stand"});
    CHECK(library.rows({"--event", "flag", "--player", "Eve"}).size() == 5);
}

TEST_CASE("a recording's row is what info says") {
    const Library library;
    library.copy_demo("a/match.reel");
    const auto rows = library.rows();
    REQUIRE(rows.size() == 1);
    const Json info = ndjson_rows(run_tickreel({"info", kDemo, "--format", "ndjson"}).out)[0];
    const Json& row = rows[0];
    CHECK(row["file"].get<std::string>().ends_with("a/match.reel"));
    CHECK(row["status"] == "ok");
    CHECK(row["map"] == info["map"]);
    CHECK(row["start"] == info["start"]);
    CHECK(row["snapshots"] == info["snapshots"]);
    CHECK(row["wire_ok"] == info["wire_checksum"]["ok"]);
    CHECK(nlohmann::json(row["events"]) == nlohmann::json(info["events"]));  // in any order
    CHECK(row["gaps"] == info["gaps"]);
    CHECK(row["players"] == 8);
}

TEST_CASE("kills by a player are those that query finds, as places to play") {
    const Library library;
    library.copy_demo("match.reel");
    const auto all = library.rows({"--event", "kill"});
    const auto hits = ndjson_rows(run_tickreel({"query", kDemo, "kill", "--format", "ndjson"}).out);
    REQUIRE(all.size() == hits.size());
    std::map<std::string, std::size_t> by_player;
    for (std::size_t i = 0; i < all.size(); ++i) {
        CHECK(all[i]["tick"] == hits[i]["tick_first"]);
        ++by_player[all[i]["player"].get<std::string>()];
    }
    REQUIRE(by_player.size() > 1);
    for (const auto& [player, kills] : by_player) {
        CHECK(!player.empty());
        CHECK(library.rows({"--event", "kill", "--player", player}).size() == kills);
        CHECK(library.rows({"--event", "kill", "--player", player, "--map", "other"}).empty());
    }
    const auto link = all[0]["link"].get<std::string>();
    CHECK(link.ends_with("match.reel@" + all[0]["tick"].get<std::string>()));
}

TEST_CASE("players with their time, maps, days and markers") {
    const Library library;
    library.copy_demo("match.reel");
    REQUIRE(run_tickreel({"mark", library.at("match.reel"), "--tick", "0:30", "--text", "100% fun"})
                .code == 0);
    const auto players = library.rows({"--players"});
    REQUIRE(players.size() == 8);
    for (const Json& player : players) {
        CHECK(player["present_s"].get<double>() > 50);
        CHECK(player["present_s"].get<double>() <= 60.1);
    }
    CHECK(library.rows({"--map", "TICKREEL_*"}).size() == 1);
    CHECK(library.rows({"--map", "tickreel"}).empty());
    CHECK(library.rows({"--since", "2026-11-21", "--until", "2026-11-22"}).size() == 1);
    CHECK(library.rows({"--since", "2026-11-22"}).empty());
    CHECK(library.rows({"--player", "nobody"}).empty());
    const auto markers = library.rows({"--marker", "0% F"});
    REQUIRE(markers.size() == 1);
    CHECK(markers[0]["tick"] == "1520");
    CHECK(library.rows({"--marker", "100_"}).empty());  // no wildcard of SQL's
    CHECK(library.run({"--since", "yesterday"}).code == 2);
    CHECK(library.run({"--event", "nothing"}).code == 2);
}

TEST_CASE("names, maps and markers are found in any case, and with or without accents") {
    const Library library;
    const std::string reel = library.at("match.reel");
    write_race(reel, "Émile ß");
    REQUIRE(run_tickreel({"mark", reel, "--tick", "3", "--text", "Übel ÄRGER 100%"}).code == 0);
    for (const char* name : {"Émile ß", "émile SS", "E\u0301MILE ss", "emile *", "?mile ß"}) {
        INFO(name);
        CHECK(library.rows({"--player", name}).size() == 1);
        CHECK(library.rows({"--players", "--player", name}).size() == 1);
    }
    CHECK(library.rows({"--player", "mile ß"}).empty());
    CHECK(library.rows({"--marker", "übel är"}).size() == 1);
    CHECK(library.rows({"--marker", "ÜBEL__R"}).empty());
}

TEST_CASE("an update reads what is new, follows what moved and forgets what is gone") {
    const Library library;
    library.copy_demo("a.reel");
    write_sample(library.at("b.reel"));
    CHECK_THAT(library.run({"-v"}).err, contains("2 recordings, 2 read, 0 moved, 0 gone"));
    CHECK_THAT(library.run({"-v"}).err, contains("2 recordings, 0 read, 0 moved, 0 gone"));
    fs::create_directories(library.at("deeper"));
    fs::rename(library.at("a.reel"), library.at("deeper/c.reel"));
    CHECK_THAT(library.run({"-v"}).err, contains("2 recordings, 0 read, 1 moved, 0 gone"));
    CHECK(library.rows({"--event", "kill"}).size() == 37);
    fs::remove(library.at("b.reel"));
    CHECK_THAT(library.run({"-v"}).err, contains("1 recordings, 0 read, 0 moved, 1 gone"));
    REQUIRE(run_tickreel({"mark", library.at("deeper/c.reel"), "--tick", "50%", "--text", "new"})
                .code == 0);
    CHECK_THAT(library.run({"-v"}).err, contains("1 recordings, 1 read, 0 moved, 0 gone"));
    CHECK(library.rows()[0]["markers"] == 1);
}

TEST_CASE("recordings that were made at one time of one map: that each counts is said") {
    const Library library;
    library.copy_demo("a.reel");
    REQUIRE(run_tickreel({"cut", kDemo, "--time", "0:30..", "-o", library.at("b.reel")}).code == 0);
    for (const std::vector<std::string>& search :
         {std::vector<std::string>{"--players"}, {"--event", "kill"}}) {
        const Ran both = library.run(search);
        CHECK(both.code == 0);
        CHECK_THAT(both.err,
                   contains("1 recording was made while another one of the same map was"));
    }
    CHECK(library.run().err.empty());  // a recording is one
    REQUIRE(run_tickreel({"cut", kDemo, "--time", "..0:30", "-o", library.at("a.reel"), "--force"})
                .code == 0);
    CHECK(library.run({"--players"}).err.empty());  // one after the other
}

TEST_CASE("the catalog may be deleted, or be anything") {
    const Library library;
    library.copy_demo("a.reel");
    const auto before = library.rows();
    const std::string catalog = library.at(".tickreel-library.sqlite");
    REQUIRE(fs::remove(catalog));
    CHECK(library.rows() == before);
    write_file(catalog, "this is no database at all, and longer than its header would be" +
                            std::string(4096, 'x'));
    CHECK(library.rows() == before);
    std::string bytes = read_file(catalog);
    for (std::size_t at = 4096; at < bytes.size(); at += 61) bytes[at] = static_cast<char>(at);
    write_file(catalog, bytes);
    CHECK(library.rows() == before);
    const Folder elsewhere;
    CHECK(library.rows({"--catalog", elsewhere / "c.sqlite"}) == before);
    CHECK(fs::exists(elsewhere / "c.sqlite"));
}

TEST_CASE("damaged recordings are listed as such, and the exit code says so") {
    const Library library;
    library.copy_demo("whole.reel");
    std::string bytes = read_file(kDemo);
    write_file(library.at("cut.reel"), bytes.substr(0, bytes.size() / 2));
    bytes.replace(bytes.size() / 2, 60, std::string(60, '\0'));
    write_file(library.at("broken.reel"), bytes);
    write_file(library.at("nothing.reel"), "no recording");
    std::string info = read_file(kDemo);  // the first record, where the start and the server are
    info[130] = static_cast<char>(info[130] ^ 0x20);
    write_file(library.at("info.reel"), info);
    const auto rows = library.rows({}, 3);
    REQUIRE(rows.size() == 5);
    CHECK(rows[0]["status"] == "damaged");
    CHECK(rows[0]["problem"] != "");
    // What cannot be read is not counted: not even where the footer still knows the sums.
    const auto info_of = [&](const std::string& name) {
        return ndjson_rows(run_tickreel({"info", library.at(name), "--format", "ndjson"}).out)[0];
    };
    const Json left = info_of("broken.reel");
    CHECK(left["snapshots"] < info_of("whole.reel")["snapshots"]);
    CHECK(rows[0]["snapshots"] == left["snapshots"]);
    CHECK(rows[0]["wire_ok"] == left["wire_checksum"]["ok"]);
    CHECK(rows[0]["gaps"] == left["gaps"]);
    CHECK(nlohmann::json(rows[0]["events"]) == nlohmann::json(left["events"]));
    CHECK(rows[1]["status"] != "ok");
    CHECK(rows[2]["status"] == "damaged");
    CHECK_THAT(rows[2]["problem"].get<std::string>(), contains("no tick is missing"));
    CHECK(rows[3]["status"] == "unreadable");
    CHECK(rows[4]["status"] == "ok");
    CHECK_THAT(library.run().err, contains("4 recordings are not sound"));
    CHECK(library.run({"--map", "tickreel_arena", "--format", "csv"}).code == 3);
}

TEST_CASE("one list at a time, and a full output is not the catalog's fault") {
    const Library library;
    library.copy_demo("a.reel");
    for (const std::vector<std::string>& two :
         {std::vector<std::string>{"--players", "--event", "kill"},
          {"--players", "--marker", "x"},
          {"--event", "kill", "--marker", "x"},
          {"--players", "--query", "kill"},
          {"--thumbnail", "a.reel", "--event", "kill"}}) {
        const Ran ran = library.run(two);
        CHECK(ran.code == 2);
        CHECK_THAT(ran.err, contains(two[0]) || contains(two[2]));
    }
    const Ran full = run_shell("tickreel library '" + library.at("") + "' >/dev/full");
    CHECK(full.code == 1);
    CHECK_THAT(full.err, contains("tickreel library: cannot write the output"));
    std::filesystem::create_symlink("nowhere", library.at("b.reel"));
    const Ran dangling = library.run();
    CHECK(dangling.code == 3);
    CHECK_THAT(dangling.out, contains("b.reel"));
}

TEST_CASE("an empty folder has no recordings, and what is no folder is refused") {
    const Library library;
    CHECK(library.rows().empty());
    const Ran none = run_tickreel({"library", library.at("missing")});
    CHECK(none.code == 1);
    CHECK_THAT(none.err, contains("is not a folder"));
}

TEST_CASE("a query is asked of the recordings that the other options leave") {
    const Library library;
    library.copy_demo("arena.reel");
    library.copy_demo("below/again.reel");
    fs::copy_file(TICKREEL_SOURCE_DIR "/demos/outpost_firefall.reel", library.at("outpost.reel"));
    const std::string query = "kill.weapon == grenade";
    const auto hits = ndjson_rows(run_tickreel({"query", kDemo, query, "--format", "ndjson"}).out);
    REQUIRE_FALSE(hits.empty());
    const auto rows = library.rows({"--query", query});
    REQUIRE(rows.size() == 2 * hits.size());  // the other game does not know the word, or has none
    for (std::size_t i = 0; i < hits.size(); ++i) {
        const std::string tick = hits[i]["tick_first"];
        CHECK(rows[i]["link"] == library.at("arena.reel") + "@" + tick);
        CHECK(rows[i]["tick"] == tick);
        CHECK(rows[i]["map"] == "tickreel_arena");
    }
    CHECK(library.rows({"--query", query, "--map", "nowhere"}).empty());
    CHECK(library.rows({"--query", "tick < 0"}).empty());
    const Ran wrong = library.run({"--query", "Charakter.x > 3"});
    CHECK(wrong.code == 1);
    CHECK(wrong.out.empty());
    CHECK_THAT(wrong.err, contains("Charakter"));
}

TEST_CASE("a query names whom no recording has") {
    const Library library;
    library.copy_demo("arena.reel");
    fs::copy_file(TICKREEL_SOURCE_DIR "/demos/outpost_firefall.reel", library.at("outpost.reel"));
    const std::string known = library.rows({"--players", "--map", "tickreel_arena"})[0]["name"];
    std::string other;  // of outpost.reel
    for (const auto& row : library.rows({"--players"}))
        if (row["map"] != "tickreel_arena") other = row["name"];
    REQUIRE_FALSE(other.empty());
    const Ran nobody = library.run({"--query", "player \"Nobody\""});
    CHECK(nobody.code == 0);
    CHECK_THAT(nobody.err, contains("Nobody"));
    CHECK(library.run({"--query", "player \"" + known + "\""}).err.empty());
    // That a field is scaled is no name that is not there, and holds whatever is found.
    const Ran scaled =
        library.run({"--query", "player \"" + known + "\" and Character.vel_x > 2000"});
    CHECK(scaled.code == 0);
    CHECK_THAT(scaled.err, contains("Character.vel_x is 0.00390625 times its number"));
    CHECK(scaled.err.find("no player") == std::string::npos);
    // Each is unknown in one of them, nobody in both.
    CHECK(library.run({"--query", "player \"" + known + "\" or player \"" + other + "\""})
              .err.empty());
}

TEST_CASE("a query of a recording that cannot be read to its end says so") {
    const Library library;
    library.copy_demo("arena.reel");
    library.rows();  // it was sound when the catalog was made, and has its size and time still
    const fs::file_time_type time = fs::last_write_time(library.at("arena.reel"));
    std::string bytes = read_file(kDemo);
    bytes[bytes.size() / 2] ^= 1;
    write_file(library.at("arena.reel"), bytes);
    fs::last_write_time(library.at("arena.reel"), time);
    const Ran ran = library.run({"--query", "kill"});
    CHECK(ran.code == 3);
    CHECK_THAT(ran.err, contains("arena.reel"));
}

TEST_CASE("an interrupted search is not taken for a short one") {
    const Library library;
    library.copy_demo("arena.reel");
    for (const int signal : {SIGINT, SIGTERM})
        for (const char* more : {"", " --query kill", " --event kill", " --thumbnail arena.reel"}) {
            const Ran ran = run_interrupted(signal, "library " + library.folder / "" + more);
            CAPTURE(signal, more, ran.err);
            CHECK(ran.code == 1);
            CHECK(ran.out.empty());
            CHECK_THAT(ran.err, contains("interrupted; no output written; what was read is in the "
                                         "catalog"));
        }
}

TEST_CASE("a match file is listed and searched as the union of its views") {
    const Library library;
    library.copy_demo("arena.reel");
    const Folder parts;
    for (const char* ticks : {"20..1500", "500..3000"})
        REQUIRE(run_tickreel({"cut", kDemo, "-q", "--ticks", ticks, "-o",
                              parts / (std::string(ticks) + ".reel")})
                    .code == 0);
    REQUIRE(run_tickreel({"merge", "--views", parts / "20..1500.reel", parts / "500..3000.reel",
                          "-o", library.at("match.reel")})
                .code == 0);
    const auto rows = library.rows();
    REQUIRE(rows.size() == 2);
    for (const Json& row : rows) {
        const bool match = row["file"] == library.at("match.reel");
        CHECK(row["status"] == (match ? "match file" : "ok"));
        for (const char* column : {"map", "server", "players"})
            CHECK(row[column] == rows[0][column]);
        CHECK(row["start"] != "");
        CHECK(row["problem"] == "");
    }
    const std::string day = rows[0]["start"].get<std::string>().substr(0, 10);
    CHECK(library.rows({"--map", rows[0]["map"].get<std::string>(), "--since", day}).size() == 2);
    // Checksums are those of all its views.
    const auto count = [](const std::string& file, const char* column) {
        const Ran ran = run_tickreel({"verify", file, "--format", "ndjson"});
        return Json::parse(ran.out)[column].get<std::uint64_t>();
    };
    for (const char* column : {"wire_ok", "wire_mismatch", "wire_absent"})
        for (const Json& row : rows)
            if (row["file"] == library.at("match.reel"))
                CHECK(row[column] == count(parts / "20..1500.reel", column) +
                                         count(parts / "500..3000.reel", column));
    CHECK(count(parts / "20..1500.reel", "wire_ok") > 100);
    // The union has what happened in any of the views, once.
    const auto found = [&](const std::string& file, const std::vector<std::string>& search) {
        std::vector<std::string> lines;
        for (const Json& row : library.rows(search)) {
            const auto tick = std::stoll(row["tick"].get<std::string>());
            if (row["link"].get<std::string>().starts_with(library.at(file)) && tick >= 20 &&
                tick < 3000)
                lines.push_back(row["tick"].get<std::string>() + row["player"].get<std::string>());
        }
        return lines;
    };
    for (const std::vector<std::string>& search :
         {std::vector<std::string>{"--event", "kill"}, {"--query", "kill"}}) {
        CHECK_FALSE(found("match.reel", search).empty());
        CHECK(found("match.reel", search) == found("arena.reel", search));
    }
    // A damaged one is not listed as if nothing were wrong with it.
    std::string bytes = read_file(library.at("match.reel"));
    for (std::size_t i = bytes.size() / 2; i < bytes.size() / 2 + 64; ++i)
        bytes[i] = static_cast<char>(bytes[i] ^ 0x5a);
    write_file(library.at("match.reel"), bytes);
    for (const Json& row : library.rows({}, 3)) {
        if (row["file"] != library.at("match.reel")) continue;
        CHECK(row["status"] == "damaged match file");
        CHECK_THAT(row["problem"].get<std::string>(),
                   contains(" are missing from its views: damaged at offset ") &&
                       contains("tickreel recover"));
    }
}
