// Match files that are cut or have flipped bits, and damaged views of a match; see damage_sweep.h.
#include "tests/catch.h"
#include "tests/recorder/commands/damage_sweep.h"
#include "tests/recorder/commands/walkers.h"

using namespace tickreel_test;

namespace {

const std::vector<Verb> kOfMatch{
    {{"info", "IN", "--format", "ndjson"}},
    {{"verify", "IN", "--format", "ndjson"}},
    {{"doctor", "IN", "--format", "ndjson"}},
    {{"cat", "IN", "--view", "2", "--format", "ndjson"}},
    {{"cat", "IN", "--view", "union", "--format", "ndjson"}},
    {{"at", "IN", "120", "--view", "1", "--format", "ndjson"}},
    {{"at", "IN", "125", "--view", "union", "--format", "ndjson"}},
    {{"query", "IN", "--view", "1", "FIELD > 0", "--format", "ndjson"}},
    {{"du", "IN", "--view", "1", "--format", "ndjson"}},
    {{"library", "FOLDER", "--catalog", "OUT.sqlite", "--players", "--format", "ndjson"}},
    {{"export", "IN", "--view", "3", "-o", "OUT.csv", "-f"}, "OUT.csv"},
    {{"export", "IN", "--view", "union", "-o", "OUT.ndjson", "-f"}, "OUT.ndjson"},
    {{"export", "IN", "--view", "1", "-o", "OUT.mcap", "-f"}},
    {{"export", "IN", "--view", "1", "-o", "OUT.demo", "-f"}, "OUT.demo"},
    {{"cut", "IN", "--view", "2", "-o", "OUT.reel", "-f"}, "OUT.reel"},
    {{"cut", "IN", "--view", "2", "--all-gaps", "-o", "OUT.reel", "-f"}, "OUT.reel"},
    {{"cut", "IN", "--view", "union", "-o", "OUT.reel", "-f"}, "OUT.reel"},
    {{"cut", "IN", "--view", "all", "-o", "OUT.reel", "-f"}, "OUT-3.reel"},
    {{"redact", "IN", "--view", "1", "--key", "K", "-o", "OUT.reel", "-f"}, "OUT.reel"},
    {{"recover", "IN", "-o", "OUT.reel", "-f"}, "OUT.reel"},
    {{"render", "IN", "--view", "union", "--tick", "120", "-o", "OUT.png", "--force", "--size",
      "160x90", "--art", "builtin", "--font", "builtin"},
     "OUT.png"},
    {{"play", "screenshot", "IN", "--view", "1", "--tick", "120", "-o", "OUT.png", "--force",
      "--size", "320x200", "--builtin"},
     "OUT.png"},
};

const std::vector<Verb> kQueriesOfMatch{
    {{"sql", "IN", "--format", "ndjson",
      "SELECT COLUMNS(c -> c <> 'file' AND c NOT LIKE 'now_%') FROM TYPE"}},
    {{"sql", "IN", "--format", "ndjson", "--view", "all",
      "SELECT COLUMNS(c -> c <> 'file' AND c NOT LIKE 'now_%') FROM TYPE"}},
    {{"sql", "IN", "--format", "csv", "SELECT count(*) FROM items; SELECT count(*) FROM TYPE"}},
    {{"sql", "IN", "--format", "csv",
      "SELECT count(*) FROM visible; SELECT count(*) FROM conflicts; SELECT count(*) FROM missing; "
      "SELECT count(*), sum(snapshots) FROM in_sight; SELECT count(*) FROM first_sights"}},
    {{"export", "IN", "--view", "union", "-o", "OUT.parquet", "-f"}, "OUT.parquet"},
    {{"export", "IN", "--view", "all", "-o", "OUT/", "-f"}, "OUT/"},
};

std::vector<Verb> verbs_for_match(const std::string& match) {
    std::vector<Verb> verbs = kOfMatch;
    if (has_sql(match)) verbs.insert(verbs.end(), kQueriesOfMatch.begin(), kQueriesOfMatch.end());
    return verbs;
}

}  // namespace

TEST_CASE("damaged match files: no verb crashes, lies or is silent") {
    const Folder folder;
    write_walkers(folder);
    const std::string seen = TICKREEL_SOURCE_DIR "/demos/arena_8_views.reel";
    std::vector<std::string> merge{"merge", "--views", "-o", folder / "game.reel"};
    for (const std::string view : {"1", "2", "3"}) {
        const std::string whole = folder / ("whole" + view + ".reel");
        REQUIRE(run_tickreel({"cut", seen, "--view", view, "-o", whole}).code == 0);
        merge.push_back(folder / (view + ".reel"));
        REQUIRE(run_tickreel({"cut", whole, "--ticks", "100..200", "-o", merge.back()}).code == 0);
    }
    REQUIRE(run_tickreel(merge).code == 0);
    sweep(folder, verbs_for_match(folder / "match.reel"),
          {{"match.reel", "walker", "Walker.x"}, {"game.reel", "character", "Character.x"}},
          damages(3), 4);
}

TEST_CASE("damaged views of a match: what is merged is what can be read") {
    const Folder folder;
    write_walkers(folder);
    sweep(folder,
          {{{"merge", "--views", "IN", "DIR/b.reel", "DIR/c.reel", "-o", "OUT.reel", "-f"}},
           {{"merge", "--views", "--one-clock", "IN", "DIR/b.reel", "-o", "OUT.reel", "-f"}}},
          {{"a.reel", "walker", "Walker.x"}}, damages(10), 0);
}

TEST_CASE("a match file whose header is damaged is one, as the copy of the header says") {
    const Folder folder;
    write_walkers(folder);
    std::string bytes = read_file(folder / "match.reel");
    bytes[52] = static_cast<char>(bytes[52] ^ 1);
    write_file(folder / "match.reel", bytes);
    const auto check = [&](const Ran& ran) {
        INFO(ran.err);
        CHECK(ran.code == 3);
        CHECK_THAT(ran.err, contains("damaged at offset 0 (the file header is damaged"));
    };
    const Ran info = run_tickreel({"info", folder / "match.reel"});
    check(info);
    CHECK_THAT(info.out, contains("3 of one match"));
    check(run_tickreel({"verify", folder / "match.reel"}));
    check(run_tickreel({"cat", folder / "match.reel", "--view", "1"}));
    CHECK(run_tickreel({"recover", folder / "match.reel", "-o", folder / "fixed.reel"}).code == 3);
    CHECK(run_tickreel({"verify", folder / "fixed.reel"}).code == 0);
}

TEST_CASE("damage beside the chunks of a match file is said by every verb") {
    const Folder folder;
    write_walkers(folder);
    std::string bytes = read_file(folder / "match.reel");
    bytes[105] = static_cast<char>(bytes[105] ^ 1);  // the head of the first record
    write_file(folder / "match.reel", bytes);
    const std::string file = folder / "match.reel";
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"cat", file, "--view", "1"},
          {"query", file, "--view", "union", "Walker.x > 0"},
          {"cut", file, "--view", "2", "-o", folder / "b.reel", "-f"},
          {"cut", file, "--view", "union", "-o", folder / "union.reel", "-f"},
          {"recover", file, "-o", folder / "fixed.reel"}}) {
        const Ran ran = run_tickreel(words);
        INFO(words[0] << ": " << ran.err);
        CHECK(ran.code == 3);
        CHECK_THAT(ran.err, contains("at offset 64"));
    }
}
