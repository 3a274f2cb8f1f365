// Folders and patterns, parallel jobs, one summary, exit 3 if some failed.

#include <algorithm>
#include <filesystem>

#include "recorder/games/teeworlds/schema_fields.h"
#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"
#include "tickreel/base/file.h"
#include "tickreel/model/row.h"
#include "tickreel/reel/reel_reader.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel_test;

namespace {

std::size_t lines(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

std::string write_season(const Folder& folder) {
    const std::string season = folder / "season";
    std::filesystem::create_directory(season);
    for (const char* name : {"/c.reel", "/a.reel", "/b.reel"}) write_sample(season + name);
    write_file(season + "/readme.txt", "not a recording");
    return season;
}

}  // namespace

TEST_CASE("a folder is verified in the order of its files, and failures come last") {
    const Folder folder;
    const std::string season = write_season(folder);
    const Ran good = run_tickreel({"verify", season, "-j", "3", "--format", "ndjson"});
    CHECK(good.code == 0);
    CHECK(lines(good.out) == 3);
    CHECK(good.out.find("a.reel") < good.out.find("b.reel"));
    CHECK(good.out.find("b.reel") < good.out.find("c.reel"));
    write_file(season + "/b.reel", "broken");
    for (const char* verb : {"verify", "info"}) {
        const Ran some = run_tickreel({verb, season, "-j", "2", "--format", "ndjson"});
        CHECK(some.code == 3);
        CHECK(lines(some.out) == 2);
        CHECK_THAT(some.err, contains("2 of 3 files done, 1 failed"));
        CHECK(some.err.find("failed") < some.err.find("b.reel: "));
    }
    write_file(season + "/a.reel", "broken");
    write_file(season + "/c.reel", "broken");
    CHECK(run_tickreel({"verify", season}).code == 1);
    CHECK(run_tickreel({"verify", folder / "nothing"}).code == 1);
}

TEST_CASE("folders are walked, patterns take ** and a bad file does not stop the rest") {
    const Folder folder;
    const std::string season = write_season(folder);
    std::filesystem::create_directories(season + "/week 1/day/.hidden");
    write_sample(season + "/week 1/day/d.reel");
    write_sample(season + "/week 1/day/.hidden/no.reel");
    write_sample(season + "/week 1/x.reel.tmp-no");
    const auto count = [&](const std::string& path) {
        return lines(run_tickreel({"info", path, "--format", "ndjson"}).out);
    };
    CHECK(count(season) == 4);
    CHECK(count(season + "/*.reel") == 3);
    CHECK(count(season + "/**/*.reel") == 4);
    CHECK(count(season + "/**/d?y/*.reel") == 1);
    CHECK(count(season + "/*/*/d.reel") == 1);
    CHECK(lines(run_shell("cd '" + season + "'; tickreel info 'week 1/**/*.reel' --format ndjson")
                    .out) == 1);
    // As macOS leaves them on a share.
    std::filesystem::create_directories(season + "/week 1/.Spotlight");
    for (const char* name : {"/._a.reel", "/week 1/._d.reel", "/week 1/.Spotlight/x.reel"})
        write_file(season + name, "no recording");
    CHECK(run_tickreel({"info", season}).code == 0);
    for (const char* pattern : {"/*.reel", "/**/*.reel", "/**", "/?_a.reel", "/*/?_d.reel"}) {
        INFO(pattern);
        const Ran ran = run_tickreel({"info", season + pattern, "--format", "ndjson"});
        CHECK(ran.err.find("/.") == std::string::npos);
    }
    for (const char* path : {"/._a.reel", "/.*.reel", "/**/.*.reel", "/*/.S*/*.reel"}) {
        INFO(path);
        CHECK_THAT(run_tickreel({"info", season + path}).err, contains("/."));
    }
    CHECK(count(season + "/week 1/day/.hidden") == 1);
    CHECK(count(season + "/**/.hidden/*.reel") == 1);
    write_file(season + "/b.reel", "broken");
    const Ran each = run_tickreel({"export", season, "-o", folder / "out/", "--each", "csv"});
    CHECK(each.code == 3);
    if (run_tickreel({"sql", season + "/a.reel", "SELECT 1"}).code != 0) return;
    const Ran ran = run_tickreel(
        {"sql", season, "SELECT count(DISTINCT file) AS n FROM walker", "--format", "csv"});
    CHECK(ran.code == 3);
    CHECK(ran.out == "n\n3\n");
    CHECK_THAT(ran.err, contains("b.reel: "));
    CHECK(run_tickreel({"export", season, "-o", folder / "all.parquet"}).code == 3);
    CHECK(std::filesystem::exists(folder / "all.parquet"));
}

TEST_CASE("what is warned of one file is warned of it among others, ten times at most") {
    const Folder folder;
    const std::string views = TICKREEL_SOURCE_DIR "/demos/arena_8_views.reel";
    const std::string both = folder / "both";
    std::filesystem::create_directory(both);
    const std::string seen = both + "/a_union.reel";
    REQUIRE(run_tickreel({"cut", views, "-q", "--view", "union", "-o", seen}).code == 0);
    REQUIRE(run_tickreel({"cut", views, "-q", "--view", "1", "-o", both + "/one.reel"}).code == 0);
    const std::string question = "Cl_StartInfo";
    const auto says = contains("a_union.reel: is a union of views: of Cl_StartInfo it lacks rows");
    CHECK_THAT(run_tickreel({"query", seen, question}).err, says);
    const Ran together = run_tickreel({"query", both, question});
    CHECK(together.code == 0);
    CHECK_THAT(together.err, says);
    CHECK_THAT(together.err, !contains(" hit"));  // of one file only
    CHECK(run_tickreel({"query", both, question, "-q"}).err.empty());
    for (int copy = 0; copy < 11; ++copy)
        std::filesystem::copy_file(seen, both + "/u" + std::to_string(copy) + ".reel");
    const Ran many = run_tickreel({"query", both, question});
    CHECK(lines(many.err) == 11);
    CHECK_THAT(many.err, contains("2 more like these; -v shows them all"));
    CHECK(lines(run_tickreel({"query", both, question, "-v"}).err) > 12);
}

TEST_CASE("export makes one file for each recording") {
    const Folder folder;
    const std::string season = write_season(folder);
    const std::string out = folder / "out/";
    const std::vector<std::string> job{"export", season, "-o", out, "--each", "csv", "-j", "2"};
    CHECK(run_tickreel(job).code == 0);
    const std::string alone = folder / "alone.csv";
    CHECK(run_tickreel({"export", season + "/a.reel", "-o", alone}).code == 0);
    for (const char* name : {"a.csv", "b.csv", "c.csv"})
        CHECK(read_file(out + name) == read_file(alone));
    CHECK(run_tickreel(job).code == 1);  // all of them exist already
    std::filesystem::remove(out + "b.csv");
    CHECK(run_tickreel(job).code == 3);  // one could be created now
    CHECK(read_file(out + "b.csv") == read_file(alone));
    CHECK(run_tickreel({"export", season, "-o", folder / "x.csv"}).code == 2);
    CHECK(run_tickreel({"export", season, "-o", folder / "x.csv", "--each", "csv"}).code == 2);
}

TEST_CASE("results of a folder lie in subfolders as the files do, and tables have one header") {
    const Folder folder;
    const std::string in = folder / "in/";
    std::filesystem::create_directories(in + "week, 1/day");
    const std::string arena = TICKREEL_SOURCE_DIR "/demos/arena_8_players.reel";
    for (const char* name : {"a.demo", "week, 1/a.demo", "week, 1/day/a.demo"})
        REQUIRE(run_tickreel({"export", arena, "--ticks", "1000..1100", "-o", in + name}).code ==
                0);
    const std::string reels = folder / "reels/";
    const Ran made = run_tickreel({"import", in, "-o", reels, "--format", "csv", "-j", "2"});
    CHECK(made.code == 0);
    CHECK(lines(made.out) == 4);
    CHECK(made.out.starts_with("file,connection,"));
    CHECK_THAT(made.out, contains("\n" + reels + "a.reel,1,") &&
                             contains("\n\"" + reels + "week, 1/a.reel\",1,") &&
                             contains("\n\"" + reels + "week, 1/day/a.reel\",1,"));
    CHECK(run_tickreel({"import", in, "-o", reels, "--skip-existing"}).err.starts_with("3 of 3 "));
    const Ran text = run_tickreel({"import", in, "-o", reels, "--force"});
    CHECK(text.code == 0);
    CHECK(lines(text.out) == 4);
    CHECK(text.out.starts_with("file "));
    const std::size_t column = text.out.find("protocol");
    for (std::size_t at = 0; at < text.out.size(); at = text.out.find('\n', at) + 1)
        CHECK((text.out[at + column - 1] == ' ' && text.out[at + column] != ' '));
    // A pattern's fixed part is its folder; the files that were named go beside one another.
    const std::string some = folder / "some/";
    CHECK(run_tickreel({"import", in + "week*/**/*.demo", in + "a.demo", "-o", some}).code == 0);
    for (const char* name : {"a.reel", "week, 1/a.reel", "week, 1/day/a.reel"})
        CHECK(std::filesystem::exists(some + name));
    const std::string out = folder / "out/";
    CHECK(run_tickreel({"export", reels, "-o", out, "--each", "csv"}).code == 0);
    CHECK(read_file(out + "week, 1/day/a.csv") == read_file(out + "a.csv"));
    const Ran twice = run_tickreel({"export", reels + "a.reel", reels + "week, 1/a.reel", "-o",
                                    folder / "x/", "--each", "csv"});
    CHECK(twice.code == 0);  // each in its folder
    for (const char* name : {"a.csv", "week, 1/a.csv"})
        CHECK(read_file(folder / "x/" + name) == read_file(out + name));
    CHECK_THAT(run_tickreel({"info", in + "*.reel"}).err, contains("no file fits this pattern; "));
}

TEST_CASE("files that have one name but for their folder or kind become one recording each") {
    const Folder folder;
    const std::string arena = TICKREEL_SOURCE_DIR "/demos/arena_8_players.reel";
    for (const char* name : {"one", "two"}) std::filesystem::create_directory(folder / name);
    const auto make = [&](const char* name, const char* ticks) {
        REQUIRE(run_tickreel({"export", arena, "--ticks", ticks, "-o", folder / name}).code == 0);
    };
    make("one/x.demo", "1000..1100");
    make("two/x.demo", "1200..1300");
    const auto ticks = [&](const std::string& name) {
        return run_tickreel({"list", folder / name, "chunks", "--format", "csv"}).out;
    };
    const auto import_to = [&](const char* out, std::vector<std::string> inputs) {
        inputs.insert(inputs.begin(), {"import", "-q"});
        inputs.insert(inputs.end(), {"-o", folder / out});
        const Ran ran = run_tickreel(inputs);
        INFO(ran.err);
        CHECK(ran.code == 0);
    };
    import_to("first.reel", {folder / "one/x.demo"});
    import_to("second.reel", {folder / "two/x.demo"});
    REQUIRE(ticks("first.reel") != ticks("second.reel"));
    import_to("files/", {folder / "one/x.demo", folder / "two/x.demo"});
    import_to("folders/", {folder / "one", folder / "two"});
    for (const std::string out : {"files/", "folders/"}) {
        CHECK(ticks(out + "one/x.reel") == ticks("first.reel"));
        CHECK(ticks(out + "two/x.reel") == ticks("second.reel"));
    }
    // Another kind, recognised by what is in it.
    std::filesystem::rename(folder / "two/x.demo", folder / "one/x.pcap");
    import_to("kinds/", {folder / "one"});
    CHECK(ticks("kinds/x.demo.reel") == ticks("first.reel"));
    CHECK(ticks("kinds/x.pcap.reel") == ticks("second.reel"));
    CHECK_FALSE(std::filesystem::exists(folder / "kinds/x.reel"));
    const Ran again =
        run_tickreel({"import", folder / "one", "-o", folder / "kinds/", "--skip-existing"});
    CHECK(again.err.starts_with("2 of 2 "));
    // Nothing else tells these apart.
    std::filesystem::copy(folder / "one/x.demo", folder / "one/x.demo.demo");
    const Ran refused = run_tickreel({"import", folder / "one/x.demo", folder / "one/x.pcap",
                                      folder / "one/x.demo.demo", "-o", folder / "none/"});
    CHECK(refused.code == 2);
    CHECK_THAT(refused.err,
               contains("several inputs would write " + (folder / "none/x.demo.reel")));
    CHECK_FALSE(std::filesystem::exists(folder / "none"));
}

TEST_CASE("export of each to a game's file says of each what it cannot hold") {
    const Folder folder;
    const std::string outpost =
        (std::filesystem::path(TICKREEL_SOURCE_DIR) / "demos" / "outpost_firefall.reel").string();
    const std::string a = folder / "in/a.reel";
    const std::string b = folder / "in/b.reel";
    std::filesystem::create_directory(folder / "in");
    REQUIRE(run_tickreel({"cut", outpost, "--ticks", "..30", "-q", "-o", a}).code == 0);
    REQUIRE(run_tickreel({"cut", outpost, "--ticks", "30..60", "-q", "-o", b}).code == 0);
    REQUIRE(run_tickreel({"mark", b, "--tick", "40", "--text", "double kill"}).code == 0);
    const Ran ran =
        run_tickreel({"export", folder / "in", "-o", folder / "out/", "--each", "faucap"});
    CHECK(ran.code == 0);
    CHECK(ran.err ==
          "tickreel export: " + b + ": left out, because a .faucap cannot hold it: 1 marker\n");
}

TEST_CASE("a .faucap says which gaps it cannot hold, and holds recordings one after the other") {
    const Folder folder;
    // As this build imports it: the sample lacks a field that was added later.
    const std::string sample =
        (std::filesystem::path(TICKREEL_SOURCE_DIR) / "demos" / "outpost_firefall.reel").string();
    const std::string outpost = folder / "outpost.reel";
    REQUIRE(run_tickreel({"export", sample, "-q", "-o", folder / "outpost.faucap"}).code == 0);
    REQUIRE(run_tickreel({"import", folder / "outpost.faucap", "-q", "-o", outpost}).code == 0);
    const auto cut = [&](const std::string& name, const std::string& ticks) {
        REQUIRE(run_tickreel({"cut", outpost, "--ticks", ticks, "-q", "-o", folder / name}).code ==
                0);
        return folder / name;
    };
    const std::string early = cut("early.reel", "..97");
    const std::string late = cut("late.reel", "200..249");
    const std::string both = folder / "both.reel";
    const std::string back = folder / "back.reel";
    for (const auto& [first, second] : {std::pair(early, late), std::pair(late, early)}) {
        REQUIRE(run_tickreel({"merge", first, second, "-q", "-f", "-o", both}).code == 0);
        REQUIRE(run_tickreel({"export", both, "-q", "-f", "-o", folder / "x.faucap"}).code == 0);
        CHECK(run_tickreel({"import", folder / "x.faucap", "-q", "-f", "-o", back}).code == 0);
        CHECK_THAT(run_tickreel({"diff", both, back}).out, contains("identical: 146 snapshots"));
    }
    std::string bytes = read_file(late);
    bytes[last_chunk(late) + 60] ^= 1;
    write_file(late, bytes);
    REQUIRE(run_tickreel({"recover", late, "-q", "-o", folder / "saved.reel"}).code == 3);
    const Ran ran = run_tickreel({"export", folder / "saved.reel", "-o", folder / "y.faucap"});
    CHECK(ran.code == 0);
    CHECK_THAT(ran.err, contains("; left out, because a .faucap cannot hold it: 1 gap.\n"));
}

// What 0.7 says once in a message, a demo has in every snapshot.
TEST_CASE("a .demo of a part of a recording of 0.7 says what game it is") {
    using namespace tickreel;
    const Folder folder;
    const std::string reel = folder / "ctf.reel";
    RecordingInfo info{"teeworlds", 50.0, {}, {}};
    info.properties["protocol"] = "0.7";
    ReelWriter writer(*create_file(reel, IfExists::Refuse), info);
    const ItemType told = teeworlds::event_type(
        *teeworlds::find_message_named(teeworlds::Protocol::V07, "Sv_GameInfo"));
    const ItemType thing = teeworlds::item_type(teeworlds::item_types_07().front());
    const TypeId tells = writer.add_type(told), things = writer.add_type(thing);
    writer.begin_segment({"ctf1", "", ""});
    for (Tick tick = 100; tick < 300; tick += 2) {
        Frame frame;
        frame.tick = tick;
        SnapshotBuilder items;
        items.set({things, 0}, std::vector<Word>(thing.fields.size(), static_cast<Word>(tick)));
        frame.snapshot = items.build();
        if (tick == 100) {
            std::vector<Value> values(told.fields.size(), std::int64_t{0});
            values.at(*find_field(told, "score_limit")) = std::int64_t{20};
            values.back() = Value();  // the bytes of a message that cannot be read
            frame.events.push_back({tells, make_row(told, values)});
        }
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish());
    for (const char* ticks : {"..", "200..", "250..260"}) {
        INFO(ticks);
        REQUIRE(
            run_tickreel({"export", reel, "--ticks", ticks, "-f", "-q", "-o", folder / "x.demo"})
                .code == 0);
        REQUIRE(run_tickreel({"import", folder / "x.demo", "-f", "-q", "-o", folder / "back.reel"})
                    .code == 0);
        CHECK_THAT(run_tickreel({"cat", folder / "back.reel", "--format", "ndjson"}).out,
                   contains("\"De_GameInfo\"") && contains("\"score_limit\":20"));
    }
}

// As most recordings of DDNet's servers: clients have the map from elsewhere.
TEST_CASE("export to .demo says that it lacks the map") {
    using namespace tickreel;
    const Folder folder;
    auto arena = ReelReader::open(
        *open_file(std::string(TICKREEL_SOURCE_DIR) + "/demos/arena_8_players.reel"));
    REQUIRE(arena.ok());
    const ReelReader& reel = **arena;
    ReelWriter writer(*create_file(folder / "bare.reel", IfExists::Refuse), reel.info());
    for (const ItemType& type : reel.schema().types()) writer.add_type(type);
    writer.begin_segment(reel.segments()[0]);
    REQUIRE(reel.scan(reel.everything(), ignore_problems, [&](const Frame& frame) {
        writer.add_frame(frame);
        return frame.tick < 100;
    }));
    REQUIRE(writer.finish());
    const Ran ran = run_tickreel({"export", folder / "bare.reel", "-o", folder / "x.demo"});
    CHECK(ran.code == 0);
    CHECK_THAT(ran.err, contains("; it lacks the map tickreel_arena: neither in the recording"));
}

TEST_CASE("export to .demo says what a demo cannot hold") {
    const Folder folder;
    const std::string arena =
        (std::filesystem::path(TICKREEL_SOURCE_DIR) / "demos" / "arena_8_players.reel").string();
    const std::string marked = folder / "marked.reel";
    REQUIRE(run_tickreel({"cut", arena, "--ticks", "..7%", "-q", "-o", marked}).code == 0);
    REQUIRE(run_tickreel({"mark", marked, "--tick", "50%", "--text", "double kill"}).code == 0);
    REQUIRE(
        run_tickreel({"mark", marked, "--tick", "60%", "--text", "", "--color", "#123456"}).code ==
        0);
    const std::string demo = folder / "x.demo";
    const Ran ran = run_tickreel({"export", marked, "-o", demo});
    CHECK(ran.code == 0);
    CHECK_THAT(ran.err, contains(", 2 markers"));
    CHECK_THAT(ran.err, contains("; left out, because a .demo cannot hold it: "));
    CHECK_THAT(ran.err, !contains("it lacks"));  // the map is in the recording
    CHECK_THAT(ran.err, contains(" Cl_StartInfo"));
    CHECK_THAT(ran.err, contains("the text of 1 marker, the colour of 1 marker"));
    // What is called exported comes back.
    const std::string back = folder / "back.reel";
    const Ran imported = run_tickreel({"import", demo, "-o", back, "-q"});
    const auto events = [](const std::string& text) {
        const std::size_t end = text.find(" event");
        const std::size_t begin = text.rfind(' ', end - 1) + 1;
        return text.substr(begin, end - begin);
    };
    const Ran copied = run_tickreel({"recover", back, "-o", folder / "copy.reel"});
    CHECK(events(copied.err) == events(ran.err));
}

TEST_CASE("every line that a batch prints about a file names it") {
    const Folder folder;
    const std::string season = write_season(folder);
    std::string bytes = read_file(season + "/b.reel");
    bytes[bytes.size() / 2] ^= 0x55;  // in a chunk
    write_file(season + "/b.reel", bytes);
    for (const char* kind : {"parquet", "mcap"}) {
        INFO(kind);
        const Ran ran = run_tickreel({"export", season, "-o", folder / "out/", "--each", kind});
        CHECK(ran.code == 3);
        CHECK_THAT(ran.err, contains("b.reel: Exported "));
        CHECK_THAT(ran.err, !contains("b.reel: tickreel"));  // which names it itself
        CHECK_THAT(ran.err, !contains("\nExported "));
    }
}

TEST_CASE("import takes a folder of demos") {
    const Folder folder;
    const std::filesystem::path arena =
        std::filesystem::path(TICKREEL_SOURCE_DIR) / "demos" / "arena_8_players.reel";
    const std::string demos = folder / "demos/";
    std::filesystem::create_directory(demos);
    for (const char* name : {"a.demo", "b.demo"})
        REQUIRE(run_tickreel(
                    {"export", arena.string(), "-q", "-o", demos + name, "--ticks", "10%..15%"})
                    .code == 0);
    write_file(demos + "c.demo", "TWDEMO");
    const Ran ran = run_tickreel({"import", demos, "-o", folder / "reels/", "-j", "2"});
    CHECK(ran.code == 3);
    CHECK_THAT(ran.err, contains("2 of 3 files done"));
    CHECK_THAT(ran.err, contains("c.demo"));
    CHECK(run_tickreel({"diff", folder / "reels/a.reel", folder / "reels/b.reel"}).code == 0);
    CHECK_FALSE(std::filesystem::exists(folder / "reels/c.reel"));
    CHECK(run_tickreel({"import", demos, "-o", folder / "x.reel"}).code == 2);
}

TEST_CASE("--skip-existing leaves what is there and does the rest") {
    const Folder folder;
    const std::string season = write_season(folder);
    const std::string out = folder / "out/";
    std::filesystem::create_directory(out);
    write_file(out + "a.csv", "mine");
    const std::vector<std::string> each{"export", season, "-o", out, "--each", "csv"};
    CHECK(run_tickreel(each).code == 3);  // a.csv is in the way
    std::filesystem::remove(out + "c.csv");
    std::vector<std::string> skipping = each;
    skipping.push_back("--skip-existing");
    const Ran some = run_tickreel(skipping);
    CHECK(some.code == 0);
    CHECK_THAT(some.err, contains("2 of 3 outputs exist already and were skipped."));
    CHECK(read_file(out + "a.csv") == "mine");
    CHECK(read_file(out + "c.csv").size() > 100);
    const Ran none = run_tickreel(skipping);
    CHECK(none.code == 0);
    CHECK_THAT(none.err, contains("3 of 3 outputs"));
    std::filesystem::remove(out + "b.csv");
    write_file(season + "/b.reel", "broken");
    CHECK(run_tickreel(skipping).code == 3);  // two are there, the only one left is bad
    std::filesystem::remove(out + "c.csv");
    write_file(season + "/c.reel", "broken");
    CHECK(run_tickreel(skipping).code == 3);
    skipping.push_back("--force");
    CHECK(run_tickreel(skipping).code == 2);
    CHECK(run_tickreel({"export", season, "-o", folder / "x.csv", "--skip-existing"}).code == 2);
}
