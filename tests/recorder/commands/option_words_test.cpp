// Words that options take, in any usual spelling, in every verb: "CSV", "Sv_KillMsg".

#include <filesystem>

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"

using namespace tickreel_test;

namespace {

const std::string kArena = TICKREEL_SOURCE_DIR "/demos/arena_8_players.reel";

struct Alike {
    std::vector<std::string> usual;  // the words of a command line
    std::vector<std::string> other;  // the same in another spelling
};

// "OUT" stands for a file of its own.
Ran run_into(std::vector<std::string> words, const std::string& out) {
    for (std::string& word : words)
        if (const std::size_t at = word.find("OUT"); at != word.npos) word.replace(at, 3, out);
    return run_tickreel(words);
}

}  // namespace

TEST_CASE("what is printed for a word is printed for its other spellings") {
    const Folder folder;
    const std::string season = folder / "season";
    std::filesystem::create_directory(season);
    std::filesystem::copy_file(kArena, season + "/a.reel");
    const std::vector<Alike> table{
        {{"cat", kArena, "--ticks", "20..60", "--format", "csv"},
         {"cat", kArena, "--ticks", "20..60", "--format", "CSV"}},
        {{"cat", kArena, "--ticks", "20..60", "--types", "DDNetCharacter,PlayerInfo"},
         {"cat", kArena, "--ticks", "20..60", "--types", "ddnet_character,PLAYER-INFO"}},
        {{"info", kArena, "--format", "ndjson", "--color", "never"},
         {"info", kArena, "--format", "Nd_Json", "--color", "Never"}},
        {{"list", kArena, "types"}, {"list", kArena, "TYPES"}},
        {{"list", kArena, "events", "--types", "kill"},
         {"list", kArena, "Events", "--types", "SV_KILLMSG"}},
        {{"list", kArena, "events", "--types", "kill"},
         {"list", kArena, "events", "--types", "sv_kill_msg"}},
        {{"tail", kArena, "--from-start", "--types", "kill", "--format", "ndjson"},
         {"tail", kArena, "--from-start", "--types", "sv_kill_msg", "--format", "NDJSON"}},
        {{"query", kArena, "kill.weapon == grenade"},
         {"query", kArena, "Sv_KillMsg.Weapon == GRENADE"}},
        {{"library", season, "--event", "kill"}, {"library", season, "--event", "KILL"}},
        {{"library", season, "--event", "kill"}, {"library", season, "--event", "Sv_KillMsg"}},
        {{"library", season, "--event", "kill"}, {"library", season, "--event", "sv_kill_msg"}},
        {{"library", season, "--event", "kill"},
         {"library", season, "--event", "character-killed"}},
        {{"completion", "bash"}, {"completion", "Bash"}},
    };
    for (const auto& [usual, other] : table) {
        const Ran one = run_tickreel(usual);
        const Ran two = run_tickreel(other);
        INFO(other[0] << ' ' << other.back() << ": " << two.err);
        CHECK(one.code == 0);
        CHECK(two.code == 0);
        CHECK(one.out.size() > 40);
        CHECK(one.out == two.out);
    }
}

TEST_CASE("what is written for a word is written for its other spellings") {
    const Folder folder;
    const std::vector<Alike> table{
        {{"redact", kArena, "--key", "K", "--drop", "skin,inputs,chat", "-o", "OUT.reel"},
         {"redact", kArena, "--key", "K", "--drop", "SKIN,Inputs,Chat", "-o", "OUT.reel"}},
        {{"export", kArena, "--types", "kill", "--each", "csv", "-o", "OUT/"},
         {"export", kArena, "--types", "SV-KILLMSG", "--each", "CSV", "-o", "OUT/"}},
        {{"optimize", kArena, "--codec", "rows", "-o", "OUT.reel"},
         {"optimize", kArena, "--codec", "Rows", "-o", "OUT.reel"}},
    };
    int number = 0;
    for (const auto& [usual, other] : table) {
        const std::string name = std::to_string(++number);
        const std::string one = folder / ("usual" + name);
        const std::string two = folder / ("other" + name);
        REQUIRE(run_into(usual, one).code == 0);
        const Ran ran = run_into(other, two);
        INFO(ran.err);
        REQUIRE(ran.code == 0);
        if (std::filesystem::is_directory(one)) {
            const std::string table_of_one = read_file(one + "/arena_8_players.csv");
            CHECK(table_of_one.size() > 1000);
            CHECK((table_of_one == read_file(two + "/arena_8_players.csv")));
            continue;
        }
        // Each has an id of its own.
        CHECK(run_tickreel({"diff", one + ".reel", two + ".reel"}).code == 0);
        for (const std::string what : {"types", "attachments"})
            CHECK(run_tickreel({"list", one + ".reel", what}).out ==
                  run_tickreel({"list", two + ".reel", what}).out);
        CHECK(std::filesystem::file_size(one + ".reel") ==
              std::filesystem::file_size(two + ".reel"));
        CHECK(run_tickreel({"diff", kArena, two + ".reel"}).code == (usual[0] == "redact" ? 1 : 0));
    }
}

// What is wrong with them is that there is no such file, recorder or library.
TEST_CASE("words of verbs that need more than a recording are understood") {
    const Folder folder;
    const std::vector<std::vector<std::string>> table{
        {"import", folder / "none.pcap", "-o", folder / "x.reel", "--protocol", "TeeWorlds",
         "--split", "Map", "--sync", "Chunk", "--codec", "COLUMNS"},
        {"import", folder / "none.pcap", "-o", folder / "x.reel", "--protocol", "Auto", "--split",
         "SIZE=1GiB"},
        {"ctl", folder / "none", "Status"},
    };
    for (const auto& words : table) {
        const Ran ran = run_tickreel(words);
        INFO(words[0] << ": " << ran.err);
        CHECK(ran.code == 1);
    }
    // It knows the format that needs -o.
    const Ran sql = run_tickreel({"sql", kArena, "SELECT 1", "--format", "Parquet"});
    CHECK(sql.code == 2);
    CHECK_THAT(sql.err, contains("-o OUT.parquet go together"));
}

TEST_CASE("record takes what makes a clip, and where clients seem to be, in any spelling") {
    const auto wrong_of = [](const std::string& option, std::vector<std::string> good) {
        std::vector<std::string> words{"record",   "--listen",    "127.0.0.1:0",
                                       "--server", "127.0.0.1:9", "-o",
                                       "x.reel",   "--keep-last", "9s"};
        good.emplace_back("nope");  // they are read in order: those before it are good
        for (const std::string& word : good) words.insert(words.end(), {option, word});
        return run_tickreel(words);
    };
    const Ran on =
        wrong_of("--on", {"kill", "KILL", "Sv_KillMsg", "sv_kill_msg", "SV-KILL-MSG:Ada",
                          "Mismatch", "GAP", "Query:Character.health <= 2", "Character_Killed"});
    INFO(on.err);
    // The text of a trigger is looked for in texts, which a kill has none of.
    CHECK_THAT(on.err, contains("has no text"));
    const Ran plain =
        wrong_of("--on", {"kill", "KILL", "Sv_KillMsg", "sv_kill_msg", "SV-KILLMSG", "Chat:!clip",
                          "Mismatch", "GAP", "Query:Character.health <= 2", "character_killed"});
    CHECK(plain.code == 2);
    CHECK_THAT(plain.err, contains("no event is called 'nope'"));
    const Ran up = run_tickreel({"record", "--listen", "127.0.0.1:0", "--server", "127.0.0.1:9",
                                 "-o", "x.reel", "--upstream", "cleint"});
    CHECK(up.code == 2);
    CHECK_THAT(up.err, contains("did you mean 'client'?"));
}

TEST_CASE("words that nobody knows are mistakes, and the closest is named") {
    const Folder folder;
    struct Wrong {
        std::vector<std::string> words;
        std::string says;
    };
    const std::vector<Wrong> table{
        {{"cat", kArena, "--format", "ndjsn"},
         "--format: 'ndjsn' is none of text, ndjson, csv; did you mean 'ndjson'?"},
        {{"verify", kArena, "--format", "csv"}, "'csv' is none of text, ndjson"},
        {{"cat", kArena, "--color", "nevr"}, "did you mean 'never'?"},
        {{"list", kArena, "event"}, "did you mean 'events'?"},
        {{"tail", kArena, "--format", "arow"}, "did you mean 'arrow'?"},
        {{"redact", kArena, "-o", folder / "x.reel", "--drop", "skin,input"},
         "'input' is none of skin, server, time, inputs, chat; did you mean 'inputs'?"},
        {{"export", kArena, "--each", "parqet", "-o", folder / "out/"}, "did you mean 'parquet'?"},
        {{"optimize", kArena, "-o", folder / "x.reel", "--codec", "row"}, "did you mean 'rows'?"},
        {{"sql", kArena, "SELECT 1", "--format", "cvs"}, "did you mean 'csv'?"},
        {{"ctl", folder / "none", "statsu"}, "did you mean 'status'?"},
        {{"completion", "bsh"}, "did you mean 'bash'?"},
        {{"import", "none.pcap", "-o", folder / "x.reel", "--protocol", "firefal"},
         "did you mean 'firefall'?"},
        {{"import", "none.pcap", "-o", folder / "x.reel", "--split", "mtch"},
         "did you mean 'match'?"},
        {{"import", "none.pcap", "-o", folder / "x.reel", "--sync", "chnk"},
         "did you mean 'chunk'?"},
        {{"library", folder / "", "--event", "kil"}, "did you mean 'kill'?"},
        {{"library", folder / "", "--event", "Sv_KilMsg"}, "did you mean 'Sv_KillMsg'?"},
        {{"library", folder / "", "--event", "Sv_Emoticon"}, "is no kill, flag, race or vote"},
    };
    for (const auto& [words, says] : table) {
        const Ran ran = run_tickreel(words);
        INFO(words[0] << ' ' << words.back());
        CHECK(ran.code == 2);
        CHECK(ran.out.empty());
        CHECK_THAT(ran.err, contains(says));
    }
    CHECK(folder.names().empty());
}
