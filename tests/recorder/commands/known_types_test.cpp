// Types that the game has and the recording has not: no rows, exit 0, in every verb; what nobody
// knows is a mistake in every verb. The tables of SQL and hits of queries are the other way to
// know.

#include <algorithm>
#include <filesystem>

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"
#include "tests/recorder/export/sql_runs.h"

using namespace tickreel_test;
namespace fs = std::filesystem;

namespace {

const std::string kArena = TICKREEL_SOURCE_DIR "/demos/arena_8_players.reel";
const std::string kOutpost = TICKREEL_SOURCE_DIR "/demos/outpost_firefall.reel";

struct Absent {
    std::string reel;
    std::string name;  // as somebody types it
    bool event = false;
};

const std::vector<Absent> kAbsent{
    {kArena, "ddnet_character", false},
    {kArena, "DDNetPlayer", false},
    {kArena, "GAME-INFO-EX", false},
    {kArena, "sv_vote_set", true},
    {kArena, "race", true},
    {kArena, "RaceFinish", true},
    {kOutpost, "Vehicle_CombatView", false},
    {kOutpost, "melding_observer_view", false},
    {kOutpost, "vote", true},
    {kOutpost, "Character_QuickChat", true},
    {kOutpost, "ViewChecksumCause", true},
};

std::int64_t lines_of(const std::string& text) {
    return std::count(text.begin(), text.end(), '\n');
}

std::string note_of(const Absent& one) {
    return "has no " + std::string(one.event ? "event '" : "item '");
}

}  // namespace

TEST_CASE("a type of the game that a recording has none of is no rows in every verb") {
    const Folder folder;
    int number = 0;
    for (const Absent& one : kAbsent) {
        INFO(one.reel << ' ' << one.name);
        const std::string out = folder / std::to_string(++number);
        const auto none = [&](const std::vector<std::string>& words, std::int64_t lines) {
            const Ran ran = run_tickreel(words);
            INFO(words[0] << ' ' << words.back() << ": " << ran.err);
            CHECK(ran.code == 0);
            CHECK(lines_of(ran.out) == lines);
            if (words[0] != "query") CHECK_THAT(ran.err, contains(note_of(one)));
            return ran;
        };
        const std::vector<std::string> types{"--types", one.name};
        const auto with = [&](std::vector<std::string> words) {
            words.insert(words.end(), types.begin(), types.end());
            return words;
        };
        none({"query", one.reel, one.name == "GAME-INFO-EX" ? "GameInfoEx" : one.name}, 0);
        if (one.event) {
            none(with({"list", one.reel, "events", "--format", "ndjson"}), 0);
            none(with({"list", one.reel, "events", "--format", "csv"}), 1);
        } else {
            none(with({"cat", one.reel, "--format", "ndjson"}), 0);
            none(with({"cat", one.reel, "--format", "csv"}), 1);
            none(with({"at", one.reel, "50%", "--format", "ndjson"}), 0);
            none(with({"at", one.reel, "50%"}), 2);  // tick and checksum
        }
        none(with({"tail", one.reel, "--from-start", "-v"}), 0);
        none(with({"export", one.reel, "-o", out + ".ndjson"}), 0);
        CHECK(read_file(out + ".ndjson").empty());
        none(with({"export", one.reel, "-o", out + ".csv"}), 0);
        CHECK(lines_of(read_file(out + ".csv")) == 1);
        CHECK_THAT(read_file(out + ".csv"), contains("tick,time,"));
        none(with({"export", one.reel, "-o", out + ".mcap"}), 0);
        none(with({"export", one.reel, "--each", "csv", "-o", out + "/"}), 0);
        CHECK(lines_of(read_file(out + "/" + fs::path(one.reel).stem().string() + ".csv")) == 1);
    }
}

TEST_CASE(
    "what nobody knows is a mistake in every verb, and the closest name is one of the game's") {
    const Folder folder;
    struct Wrong {
        std::vector<std::string> words;
        std::string typed;
        std::string meant;
    };
    const std::vector<Wrong> table{
        {{"cat", kArena, "--types"}, "DDNetCharcter", "DDNetCharacter"},
        {{"cat", kArena, "--types"}, "Charcter", "Character"},
        {{"at", kArena, "50%", "--types"}, "DDNetPlayr", "DDNetPlayer"},
        {{"list", kArena, "events", "--types"}, "Sv_VoteSte", "Sv_VoteSet"},
        {{"tail", kArena, "--types"}, "Sv_VoteSte", "Sv_VoteSet"},
        {{"tail", kArena, "-q", "--types"}, "Character,Charcter", "Character"},
        {{"export", kArena, "-o", folder / "x.csv", "--types"}, "DDNetPlayr", "DDNetPlayer"},
        {{"export", kArena, "-o", folder / "x.ndjson", "--types"}, "Sv_VoteSte", "Sv_VoteSet"},
        {{"export", kArena, "-o", folder / "x.mcap", "--types"}, "kil", "kill"},
        {{"cat", kOutpost, "--types"}, "Vehicle_CombatVeiw", "Vehicle_CombatView"},
        {{"tail", kOutpost, "--types"}, "Vehicle_CombatVeiw", "Vehicle_CombatView"},
    };
    for (const auto& [words, typed, meant] : table) {
        std::vector<std::string> all = words;
        all.push_back(typed);
        const Ran ran = run_tickreel(all);
        INFO(words[0] << ' ' << typed << ": " << ran.err);
        CHECK(ran.code == 1);
        CHECK(ran.out.empty());
        CHECK_THAT(ran.err, contains("did you mean '" + meant + "'?"));
    }
    CHECK(folder.names().empty());
}

TEST_CASE("what is there beside what is not is shown") {
    const auto out = [](const std::vector<std::string>& words) {
        const Ran ran = run_tickreel(words);
        INFO(ran.err);
        CHECK(ran.code == 0);
        CHECK_FALSE(ran.out.empty());
        return ran.out;
    };
    const std::vector<std::string> range{"--ticks", "20..60", "--types"};
    const auto cat = [&](const std::string& types, const std::string& fields) {
        std::vector<std::string> words{"cat", kArena};
        words.insert(words.end(), range.begin(), range.end());
        words.push_back(types);
        if (!fields.empty()) words.insert(words.end(), {"--fields", fields});
        return out(words);
    };
    CHECK(cat("Character,DDNetCharacter", "") == cat("Character", ""));
    // freeze_end is a field of DDNetCharacter alone.
    CHECK(cat("Character,DDNetCharacter", "x,freeze_end") == cat("Character", "x"));
    CHECK(run_tickreel({"cat", kArena, "--types", "DDNetCharacter", "--fields", "frez"}).code == 1);
    CHECK(out({"list", kArena, "events", "--types", "kill,race"}) ==
          out({"list", kArena, "events", "--types", "kill"}));
    CHECK(out({"tail", kArena, "--from-start", "--types", "kill,race,DDNetCharacter"}) ==
          out({"tail", kArena, "--from-start", "--types", "kill"}));
    const Folder folder;
    const auto exported = [&](const std::string& name, const std::string& types) {
        const Ran ran = run_tickreel({"export", kArena, "-o", folder / name, "--types", types});
        INFO(ran.err);
        CHECK(ran.code == 0);
        return read_file(folder / name);
    };
    CHECK(exported("a.ndjson", "kill,race") == exported("b.ndjson", "kill"));
    CHECK(exported("a.csv", "Character,Flag,DDNetCharacter") ==
          exported("b.csv", "Character,Flag"));
    CHECK(exported("a.mcap", "kill,race") == exported("b.mcap", "kill"));
}

TEST_CASE("a folder where some recordings lack a type is exported without a loss") {
    const Folder folder;
    fs::create_directory(folder / "season");
    fs::copy_file(kArena, folder / "season/arena.reel");
    SampleOptions game;
    game.game = "teeworlds";
    write_sample(folder / "season/small.reel", game);  // no kills
    const Ran each = run_tickreel(
        {"export", folder / "season", "--each", "csv", "--types", "kill", "-o", folder / "out/"});
    INFO(each.err);
    CHECK(each.code == 0);
    CHECK_THAT(each.err, contains("small.reel") && contains("has no event 'kill'"));
    const auto rows = [&](const std::string& name) {
        return lines_of(read_file(folder / ("out/" + name))) - 1;
    };
    CHECK(rows("small.csv") == 0);
    const Ran all = run_tickreel({"list", kArena, "events", "--types", "kill", "--format", "csv"});
    CHECK(rows("arena.csv") == lines_of(all.out) - 1);
    CHECK(rows("arena.csv") > 0);
}

TEST_CASE("a type that a recording lacks has the columns that the game gives it, as in SQL") {
    const Folder folder;
    REQUIRE(run_tickreel({"export", kArena, "--types", "DDNetCharacter", "-o", folder / "a.csv"})
                .code == 0);
    const std::string csv = read_file(folder / "a.csv");
    for (const std::string column : {"freeze_end", "jumps", "tele_checkpoint"})
        CHECK_THAT(csv, contains("," + column + ","));
    CHECK(answer(kArena, "SELECT count(*), count(freeze_end) FROM ddnet_character") ==
          "count_star(),count(freeze_end)\n0,0\n");
    REQUIRE(
        run_tickreel({"export", kArena, "--types", "DDNetCharacter", "-o", folder / "a.parquet"})
            .code == 0);
    CHECK(answer(kArena, "SELECT count(*), count(freeze_end) FROM '" + folder / "a.parquet" +
                             "'") == "count_star(),count(freeze_end)\n0,0\n");
    // Types that few recordings have get tables where a statement names them.
    CHECK(answer(kArena, "SELECT count(*) FROM sv_vote_set v LEFT JOIN GameInfoEx USING (tick)") ==
          "count_star()\n0\n");
    CHECK_THAT(answer(kArena, "SHOW TABLES"), !contains("sv_vote_set"));
    CHECK(run_sql(kArena, "SELECT count(*) FROM sv_vote_ste").code == 1);
    // A stream with a schema and no batch.
    const Ran arrow =
        run_tickreel({"tail", kArena, "--types", "DDNetCharacter", "--format", "arrow"});
    CHECK(arrow.code == 0);
    CHECK_THAT(arrow.out, contains("freeze_end"));
    const Ran quiet = run_tickreel({"tail", kArena, "--types", "Character", "--format", "arrow"});
    CHECK(quiet.code == 0);
    CHECK_THAT(quiet.out, contains("hook_state"));
}
