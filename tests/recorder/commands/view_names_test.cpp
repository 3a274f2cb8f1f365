// One way to name a view of a match file, in every command that takes one.
#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"

using namespace tickreel_test;

namespace {

// Views of two clients, called by file "left" and "right", by player Aster and Birch.
std::string two_views(const Folder& folder) {
    const std::string demo = std::string(TICKREEL_SOURCE_DIR) + "/demos/arena_8_views.reel";
    const std::string left = folder / "left.reel";
    const std::string right = folder / "right.reel";
    REQUIRE(run_tickreel({"cut", demo, "--view", "1", "-o", left}).code == 0);
    REQUIRE(run_tickreel({"cut", demo, "--view", "2", "-o", right}).code == 0);
    std::string match = folder / "match.reel";
    REQUIRE(run_tickreel({"merge", "--views", left, right, "-o", match}).code == 0);
    return match;
}

}  // namespace

TEST_CASE("a view is called by number, file or player, in any case, by every verb") {
    const Folder folder;
    const std::string match = two_views(folder);
    const std::string whole = run_tickreel({"at", folder / "right.reel", "50%"}).out;
    REQUIRE(!whole.empty());
    REQUIRE(run_tickreel({"export", folder / "right.reel", "-o", folder / "all.csv"}).code == 0);
    const std::string all_rows = read_file(folder / "all.csv");
    for (const char* name : {"2", "Right", "Birch", "bIRCH"}) {
        INFO(name);
        const Ran at = run_tickreel({"at", match, "50%", "--view", name});
        CHECK(at.code == 0);
        CHECK(at.out == whole);
        CHECK_THAT(run_tickreel({"verify", match, "--view", name}).out,
                   contains("match.reel, view right: ok"));
        const Ran du = run_tickreel({"du", match, "--view", name});
        CHECK(du.code == 0);
        const std::string part = folder / "part.reel";
        CHECK(run_tickreel({"cut", match, "--view", name, "-o", part, "-f"}).code == 0);
        CHECK(run_tickreel({"diff", part, folder / "right.reel"}).code == 0);
        const std::string rows = folder / "rows.csv";
        CHECK(run_tickreel({"export", match, "--view", name, "-o", rows, "-f"}).code == 0);
        CHECK(read_file(rows) == all_rows);
        const std::string question = "Character.health > 0";
        const Ran hits = run_tickreel({"query", match, question, "-q", "--view", name});
        CHECK(hits.code == 0);
        CHECK(!hits.out.empty());
        CHECK(hits.out == run_tickreel({"query", folder / "right.reel", question, "-q"}).out);
        // The pseudonyms are random without a key.
        const auto redacted = [&](std::vector<std::string> words, const std::string& out) {
            words.insert(words.end(), {"--key", "k", "-f", "-o", out});
            CHECK(run_tickreel(words).code == 0);
        };
        redacted({"redact", match, "--view", name}, folder / "r1.reel");
        redacted({"redact", folder / "right.reel"}, folder / "r2.reel");
        CHECK(run_tickreel({"diff", folder / "r1.reel", folder / "r2.reel"}).code == 0);
    }
    CHECK(run_tickreel({"cut", match, "--view", "Union", "-o", folder / "u.reel"}).code == 0);
    CHECK(run_tickreel({"cut", match, "--view", "ALL", "-o", folder / "all.reel"}).code == 0);
    CHECK(std::filesystem::exists(folder / "all-3-union.reel"));
}

TEST_CASE("--view union reads a folder of match files and other recordings") {
    const Folder folder;
    const std::string match = two_views(folder);
    const std::string alone = folder / "left.reel";
    for (const std::vector<std::string>& verb : std::vector<std::vector<std::string>>{
             {"at", alone, "50%"},
             {"cat", alone, "--ticks", "30..40"},
             {"verify", alone},
             {"du", alone},
             {"doctor", alone},
             {"query", alone, "Character.health > 0"},
             {"query", alone, match, "Character.health > 0"},
             {"export", alone, "-o", folder / "x.csv", "-f"},
             {"sql", alone, match, "SELECT count(*) FROM kills"},
             {"redact", alone, "-o", folder / "x.reel", "-f", "--key", "k"}}) {
        std::vector<std::string> words = verb;
        words.insert(words.end(), {"--view", "Union"});
        const Ran ran = run_tickreel(words);
        INFO(verb[0] << ": " << ran.err);
        if (verb[0] == "sql" && ran.err.find("DuckDB cannot be loaded") != std::string::npos)
            continue;
        CHECK(ran.code == 0);
        if (verb.size() == 2 || verb[0] == "at") CHECK(ran.out == run_tickreel(verb).out);
    }
    const Ran wrong = run_tickreel({"at", alone, "50%", "--view", "2"});
    CHECK(wrong.code == 1);
    CHECK_THAT(wrong.err, contains("is one recording, not a match file of several views"));
}

TEST_CASE("who names no view is told all of them") {
    const Folder folder;
    const std::string match = two_views(folder);
    const std::string all = "it has 1 (left, player Aster), 2 (right, player Birch), and union";
    const std::vector<std::vector<std::string>> verbs{{"at", match, "50%"},
                                                      {"verify", match},
                                                      {"sql", match, "SELECT 1"},
                                                      {"query", match, "Character.health > 0"},
                                                      {"redact", match, "-o", folder / "x.reel"},
                                                      {"cut", match, "-o", folder / "x.reel"}};
    for (std::vector<std::string> words : verbs) {
        words.insert(words.end(), {"--view", "righd"});
        const Ran ran = run_tickreel(words);
        INFO(ran.err);
        CHECK(ran.code == 1);
        CHECK_THAT(ran.err, contains("no view 'righd'; did you mean 'right'? " + all));
    }
    CHECK_THAT(run_tickreel({"info", match}).out, contains("  1  left                  Aster"));
    CHECK_THAT(run_tickreel({"info", match, "--format", "ndjson"}).out,
               contains(R"("name":"right","player":"Birch")"));
}

TEST_CASE("of many views the first ten are listed, and of two players of one name the numbers") {
    const Folder folder;
    std::vector<std::string> words{"merge", "--views"};
    for (int i = 0; i < 12; ++i) {
        write_sample(folder / ("view" + std::to_string(i) + ".reel"));
        words.push_back(folder / ("view" + std::to_string(i) + ".reel"));
    }
    const std::string match = folder / "match.reel";
    words.insert(words.end(), {"-o", match});
    REQUIRE(run_tickreel(words).code == 0);
    const Ran nobody = run_tickreel({"at", match, "50%", "--view", "zoe"});
    CHECK_THAT(nobody.err, contains("10 (view9) and 2 more, and union"));
    const std::string demo = std::string(TICKREEL_SOURCE_DIR) + "/demos/arena_8_views.reel";
    for (const char* name : {"one.reel", "two.reel"})
        REQUIRE(run_tickreel({"cut", demo, "--view", "3", "-o", folder / name}).code == 0);
    REQUIRE(run_tickreel(
                {"merge", "--views", folder / "one.reel", folder / "two.reel", "-o", match, "-f"})
                .code == 0);
    const Ran both = run_tickreel({"at", match, "50%", "--view", "clover"});
    CHECK(both.code == 1);
    CHECK_THAT(both.err, contains("'clover' is the name of views 1 and 2; use a number"));
    // Who came again has two views, of which one has his name.
    std::filesystem::rename(folder / "two.reel", folder / "Clover.reel");
    REQUIRE(run_tickreel({"merge", "--views", folder / "one.reel", folder / "Clover.reel", "-o",
                          match, "-f"})
                .code == 0);
    const Ran again = run_tickreel({"at", match, "50%", "--view", "Clover"});
    CHECK(again.code == 0);
    CHECK_THAT(again.err, contains("'Clover' is view 2; of the same player are too: 1 (one)"));
    CHECK(run_tickreel({"at", match, "50%", "--view", "2"}).err.empty());
}

TEST_CASE("of a type that only another view was sent, a view has none: no error") {
    const Folder folder;
    SampleOptions options;
    options.chests = false;
    const std::string without = folder / "without.reel";
    write_sample(without, options);
    write_sample(folder / "with.reel");
    const std::string match = folder / "some.reel";
    REQUIRE(run_tickreel({"merge", "--views", without, folder / "with.reel", "-o", match}).code ==
            0);
    REQUIRE(run_tickreel({"cat", without, "--types", "chest"}).code == 1);
    for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{
             {"at", match, "50%", "--types", "chest", "--format", "ndjson"},
             {"cat", match, "--types", "chest"},
             {"query", match, "Chest", "-q"}}) {
        INFO(words[0]);
        const auto of_view = [&](const char* view) {
            std::vector<std::string> all = words;
            all.insert(all.end(), {"--view", view});
            return run_tickreel(all);
        };
        CHECK(!of_view("2").out.empty());
        const Ran none = of_view("1");
        CHECK(none.code == 0);
        CHECK(none.out.empty());
        CHECK(none.err.empty());
    }
    const Ran wrong = run_tickreel({"at", match, "50%", "--view", "1", "--types", "chess"});
    CHECK(wrong.code == 1);
    CHECK_THAT(wrong.err, contains("did you mean 'Chest'?"));
    // What is made of a view has its own types.
    CHECK(run_tickreel({"export", match, "--view", "1", "-o", folder / "a.csv"}).code == 0);
    CHECK(run_tickreel({"export", without, "-o", folder / "b.csv"}).code == 0);
    CHECK(read_file(folder / "a.csv") == read_file(folder / "b.csv"));
}

TEST_CASE("a view called as another view's player is called by its number") {
    const Folder folder;
    two_views(folder);
    std::filesystem::rename(folder / "left.reel", folder / "Birch.reel");
    const std::string match = folder / "renamed.reel";
    REQUIRE(run_tickreel(
                {"merge", "--views", folder / "Birch.reel", folder / "right.reel", "-o", match})
                .code == 0);
    const Ran either = run_tickreel({"at", match, "50%", "--view", "Birch"});
    CHECK(either.code == 1);
    CHECK_THAT(either.err, contains("'Birch' is the name of views 1 and 2; use a number"));
    CHECK(run_tickreel({"at", match, "50%", "--view", "right"}).code == 0);
}

TEST_CASE("a refusal of a match file is a command to run") {
    const Folder folder;
    const std::string match = two_views(folder);
    const std::string next =
        "'tickreel cut " + match + " --view 1 -o " + (folder / "match-1.reel") + "'";
    const std::vector<std::vector<std::string>> verbs{
        {"list", match, "events"},
        {"optimize", match, "-o", folder / "x.reel"},
        {"diff", match, "1", "2"},
        {"mark", match, "--tick", "50%", "--text", "x"},
        {"merge", match, folder / "left.reel", "-o", folder / "x.reel"},
        {"merge", "--views", match, folder / "left.reel", "-o", folder / "x.reel"}};
    for (const auto& words : verbs) {
        const Ran ran = run_tickreel(words);
        INFO(ran.err);
        CHECK(ran.code == 1);
        CHECK_THAT(ran.err, contains(next));
    }
    CHECK_THAT(run_tickreel({"info", match}).out, contains(next));
    const std::vector<std::vector<std::string>> choosers{{"export", match, "-o", folder / "x.csv"},
                                                         {"redact", match, "-o", folder / "x.reel"},
                                                         {"query", match, "Character.health > 0"}};
    for (const auto& words : choosers) {
        const Ran ran = run_tickreel(words);
        CHECK(ran.code == 1);
        CHECK_THAT(ran.err, contains("choose one with --view: 1 (left, player Aster), 2 (right"));
    }
    CHECK_THAT(run_tickreel({"mark", "--help"}).out, contains("A match file takes no markers"));
}
