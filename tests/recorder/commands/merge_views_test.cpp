#include <algorithm>
#include <chrono>
#include <sstream>

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/runners.h"
#include "tests/recorder/commands/sample_reel.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/file.h"
#include "tickreel/reel/match_merge.h"
#include "tickreel/reel/match_reader.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel_test;
using tickreel::concat;

TEST_CASE("merge --views puts views of one match beside each other, cut --view takes them out") {
    const Folder folder;
    SampleOptions other;
    other.changed_frame = 5;
    other.frames = 16;
    write_sample(folder / "a.reel");
    write_sample(folder / "b.reel", other);
    const std::string match = folder / "match.reel";
    const std::vector<std::string> merge{"merge",           "--views", folder / "a.reel",
                                         folder / "b.reel", "-o",      match};
    const Ran ran = run_tickreel(merge);
    CHECK(ran.code == 0);
    CHECK_THAT(ran.err, contains("Merged 2 views into"));
    // A file that is named twice is one view.
    std::filesystem::create_symlink(folder / "a.reel", folder / "link.reel");
    const Ran twice = run_tickreel({"merge", "--views", folder / "a.reel", folder / "b.reel",
                                    folder / "link.reel", "-o", folder / "twice.reel"});
    CHECK(twice.code == 0);
    CHECK_THAT(twice.err, contains("link.reel") && contains("Merged 2 views into"));
    CHECK(run_tickreel(merge).code == 1);  // it exists
    const std::string part = folder / "part.reel";
    const std::vector<std::pair<std::string, std::string>> views{
        {"a", "a.reel"}, {"2", "b.reel"}, {"b", "b.reel"}};
    for (const auto& [view, path] : views) {
        INFO(view);
        CHECK(run_tickreel({"cut", match, "--view", view, "-o", part, "-f"}).code == 0);
        const Ran diff = run_tickreel({"diff", part, folder / path});
        CHECK(diff.code == 0);
        CHECK_THAT(diff.out, contains("identical: "));
        CHECK(run_tickreel({"verify", part, "--format", "ndjson"}).code == 0);
    }
    CHECK(run_tickreel({"cut", match, "--view", "union", "-o", part, "-f"}).code == 0);
    const std::string of_union = run_tickreel({"info", part, "--format", "ndjson"}).out;
    CHECK_THAT(of_union, contains("\"snapshots\":19"));
    const std::size_t extent = of_union.find("\"tick_first\":");
    CHECK_THAT(run_tickreel({"info", match, "--format", "ndjson"}).out,
               contains(of_union.substr(extent, of_union.find(",\"tick_rate\"") - extent)) &&
                   contains(",\"snapshots\":19}"));
    // What all of them together make is no view, by whatever name it comes.
    CHECK(run_tickreel({"cut", match, "--view", "all", "-o", folder / "each.reel"}).code == 0);
    const std::vector<std::string> each{folder / "each-1.reel", folder / "each-2.reel",
                                        folder / "each-3-union.reel"};
    for (const std::string& one : each) CHECK(std::filesystem::exists(one));
    const Ran again =
        run_tickreel({"merge", "--views", each[0], each[1], each[2], "-o", folder / "again.reel"});
    CHECK(again.code == 1);
    CHECK_THAT(again.err, contains("each-3-union.reel: is the union of views and no view itself"));
    CHECK_FALSE(std::filesystem::exists(folder / "again.reel"));
    CHECK(run_tickreel({"merge", "--views", each[0], each[1], "-o", folder / "again.reel"}).code ==
          0);
    CHECK_THAT(run_tickreel({"cut", "--help"}).out, contains("OUT-N-union.reel"));
    const Ran nobody = run_tickreel({"cut", match, "--view", "carl", "-o", part, "-f"});
    CHECK(nobody.code == 1);
    CHECK_THAT(nobody.err, contains("no view 'carl'; it has 1 (a), 2 (b), and union"));
    const Ran single = run_tickreel({"cut", folder / "a.reel", "--view", "1", "-o", part, "-f"});
    CHECK(single.code == 1);
    CHECK_THAT(single.err, contains("one recording, not a match file"));
    // No other command takes a match file for a recording.
    for (const std::string verb : {"du", "cat"}) {
        INFO(verb);
        const Ran refused = run_tickreel({verb, match});
        CHECK(refused.code == 1);
        CHECK_THAT(refused.err, contains("holds 2 views of one match"));
    }
    for (const std::string verb : {"du", "doctor"}) {
        INFO(verb);
        const auto on_wire = [&](const std::vector<std::string>& words) {
            std::vector<std::string> all{verb, "--format", "csv"};
            all.insert(all.end(), words.begin(), words.end());
            const Ran said = run_tickreel(all);
            CHECK(said.code == 0);
            std::string rows;  // without the columns of bytes in the file
            std::istringstream in(said.out);
            for (std::string row; std::getline(in, row);) {
                const bool of_file = verb == "du" && row.find(",file,") != std::string::npos;
                for (int column = 0; verb == "du" && column < 2; ++column)
                    row.resize(row.rfind(','));
                if (!of_file) rows += row + '\n';
            }
            return rows;
        };
        CHECK(on_wire({match, "--view", "b"}) == on_wire({folder / "b.reel"}));
        CHECK(run_tickreel({verb, match, "--view", "carl"}).code == 1);
    }
    // doctor looks at all views.
    const auto of_view = [&](const std::string& name) {
        std::istringstream in(
            run_tickreel({"doctor", folder / (name + ".reel"), "--format", "csv"}).out);
        std::string rows;
        std::string row;
        std::getline(in, row);
        while (std::getline(in, row)) rows += name + ',' + row + '\n';
        CHECK(!rows.empty());
        return rows;
    };
    CHECK(run_tickreel({"doctor", match, "--format", "csv"}).out ==
          "view,check,tick,at,number,unit,finding,segment\n" + of_view("a") + of_view("b"));
    // verify checks every view, or one, with what its recording has; sql asks one.
    const auto behind_name = [](const Ran& verified, std::size_t from = 0) {
        CHECK(verified.code == 0);
        const std::size_t at = verified.out.find("snapshots; ", from);
        return verified.out.substr(at, verified.out.find('\n', at) - at);
    };
    const Ran all_views = run_tickreel({"verify", match});
    CHECK_THAT(all_views.out, contains("match.reel, view a: ok; "));
    const std::size_t second = all_views.out.find(", view b: ok; ");
    REQUIRE(second < all_views.out.size());
    const std::string of_b = behind_name(run_tickreel({"verify", folder / "b.reel"}));
    CHECK(behind_name(all_views) == behind_name(run_tickreel({"verify", folder / "a.reel"})));
    CHECK(behind_name(all_views, second) == of_b);
    CHECK(behind_name(run_tickreel({"verify", match, "--view", "2"})) == of_b);
    CHECK_THAT(run_tickreel({"verify", match, "--view", "b", "--format", "ndjson"}).out,
               contains("match.reel\",\"view\":\"b\",\"chunks\":"));
    CHECK(run_tickreel({"verify", folder / "a.reel", "--view", "1"}).code == 1);
    if (run_tickreel({"sql", folder / "a.reel", "SELECT 1"}).code == 0) {
        const std::string question = "SELECT * EXCLUDE (file, gap) FROM snapshots";
        CHECK(run_tickreel({"sql", match, "--view", "b", question}).out ==
              run_tickreel({"sql", folder / "b.reel", question}).out);
        CHECK(run_tickreel({"sql", match, "--view", "carl", question}).code == 1);
    }
    // info lists the views; cat and at read one of them, or what all of them saw.
    CHECK_THAT(run_tickreel({"info", match}).out,
               contains("views:       2 of one match") &&
                   contains("kept raw:    unknown 77\n  1 unknown item type; 'import --schema "));
    const Ran views_of = run_tickreel({"info", match, "--format", "ndjson"});
    CHECK(views_of.code == 0);
    CHECK_THAT(views_of.out, contains("{\"number\":2,\"name\":\"b\",") &&
                                 contains("\"types_unknown\":[\"unknown 77\"]"));
    // And every field that a recording has.
    for (const char* field :
         {"bytes", "complete", "protocol", "map", "map_crc", "map_sha256", "tick_first",
          "tick_last", "tick_rate", "snapshots", "gaps", "duration_s", "start", "chunks",
          "compression", "raw_bytes", "file_checksum", "types", "events"})
        CHECK_THAT(views_of.out, contains(concat("\"", field, "\":")));
    const auto number = [](const std::string& text, const std::string& field) {
        const std::size_t at = text.find("\"" + field + "\":");
        return at == std::string::npos ? -1 : std::stoi(text.substr(at + field.size() + 3));
    };
    const std::string of_views = run_tickreel({"verify", match, "--format", "ndjson"}).out;
    const std::string of_second = of_views.substr(of_views.find('\n') + 1);
    const std::string told = views_of.out.substr(views_of.out.find("\"wire_checksum\""));
    for (const std::string status : {"ok", "mismatch", "absent"})
        CHECK(number(told, status) ==
              number(of_views, "wire_" + status) + number(of_second, "wire_" + status));
    for (const std::vector<std::string>& verb :
         {std::vector<std::string>{"cat", "--format", "ndjson"}, {"at", "110"}, {"at", "100%"}}) {
        INFO(verb[0]);
        const auto output = [&](const std::string& path, const std::string& view) {
            std::vector<std::string> words = verb;
            words.insert(words.begin() + 1, path);
            if (!view.empty()) words.insert(words.end(), {"--view", view});
            const Ran shown = run_tickreel(words);
            CHECK(shown.code == 0);
            return shown.out;
        };
        CHECK(output(match, "b") == output(folder / "b.reel", ""));
        CHECK(output(match, "1") == output(folder / "a.reel", ""));
        CHECK_FALSE(output(match, "union").empty());
    }
    CHECK(run_tickreel({"cat", match, "--view", "carl"}).code == 1);
    CHECK(run_tickreel({"cat", folder / "a.reel", "--view", "1"}).code == 1);
    std::string bytes = read_file(match);
    write_file(match, bytes.substr(0, bytes.size() * 2 / 3));
    const Ran cut = run_tickreel({"cut", match, "--view", "1", "-o", part, "-f"});
    CHECK(cut.code == 3);
    CHECK_THAT(cut.err, contains("what came after tick 1") && contains(" is missing"));
    CHECK(run_tickreel({"cat", match, "--view", "1"}).code == 3);
    CHECK(run_tickreel({"at", match, "100", "--view", "1"}).code == 0);
    CHECK(run_tickreel({"info", match}).code == 3);
    CHECK(run_tickreel({"verify", match}).code == 3);
}

TEST_CASE("the union has what was marked in any view, and what one person marked once") {
    const Folder folder;
    write_sample(folder / "a.reel");
    write_sample(folder / "b.reel");
    const auto markers = [&](const std::string& path) {
        const Ran ran = run_tickreel({"list", folder / path, "markers", "--format", "csv"});
        CHECK(ran.code == 0);
        return ran.out;
    };
    const std::string own = markers("a.reel");
    CHECK_FALSE(own.empty());
    const auto mark = [&](const char* path, const char* tick, const char* text) {
        REQUIRE(run_tickreel({"mark", folder / path, "--tick", tick, "--text", text}).code == 0);
    };
    mark("a.reel", "110", "protest");
    mark("b.reel", "112", "protest");  // the newest snapshot of that view when it was marked
    mark("b.reel", "114", "of b");
    const std::string part = folder / "part.reel";
    REQUIRE(run_tickreel({"merge", "--views", folder / "a.reel", folder / "b.reel", "-o",
                          folder / "match.reel"})
                .code == 0);
    REQUIRE(run_tickreel({"cut", folder / "match.reel", "--view", "union", "-o", part}).code == 0);
    write_sample(folder / "wanted.reel");
    mark("wanted.reel", "110", "protest");
    mark("wanted.reel", "114", "of b");
    CHECK(markers("part.reel") == markers("wanted.reel"));
}

TEST_CASE("what a match file cannot give of a view was recorded all the same") {
    const std::string arena = TICKREEL_SOURCE_DIR "/demos/arena_8_players.reel";
    const Folder folder;
    const std::string match = folder / "match.reel", part = folder / "part.reel";
    for (const char* ticks : {"20..3000", "20..500"})
        REQUIRE(run_tickreel({"cut", arena, "-q", "--ticks", ticks, "-o",
                              folder / (std::string(ticks) + ".reel")})
                    .code == 0);
    REQUIRE(run_tickreel({"merge", "--views", folder / "20..3000.reel", folder / "20..500.reel",
                          "-o", match})
                .code == 0);
    const std::string whole = read_file(match);
    std::string bytes = whole;
    bytes[bytes.size() * 3 / 4] ^= 1;  // where the second view is over
    for (const std::string& damaged : {bytes, whole.substr(0, whole.size() * 3 / 4)}) {
        write_file(match, damaged);
        const Ran verified = run_tickreel({"verify", match, "--view", "1"});
        CHECK(verified.code == 3);
        CHECK_THAT(verified.out, contains("DAMAGED") && contains("1 damaged range"));
        CHECK_THAT(verified.out, !contains("gap,"));
        for (const char* view : {"1", "union"}) {
            CHECK(run_tickreel({"cut", match, "--view", view, "-f", "-o", part}).code == 3);
            CHECK_THAT(run_tickreel({"verify", part, "--explain"}).out,
                       contains("recorded, but unreadable: "));
        }
        // Where the end is cut off, nobody knows that it was over.
        CHECK(run_tickreel({"cut", match, "--view", "2", "-f", "-o", part}).code ==
              (damaged == bytes ? 0 : 3));
        CHECK_THAT(run_tickreel({"verify", part, "--explain"}).out, contains("no gaps"));
        for (const char* view : {"1", "union", "all"}) {
            const Ran sql = run_tickreel({"sql", match, "--view", view,
                                          "SELECT DISTINCT unreadable, starts_with(reason, "
                                          "'recorded, but unreadable: ') AS said FROM gaps",
                                          "--format", "csv"});
            INFO(view << ": " << sql.err);
            if (contains("DuckDB").match(sql.err)) continue;  // without it
            CHECK(sql.code == 3);
            CHECK(sql.out == "unreadable,said\ntrue,true\n");
        }
        // Who reads several views is told once.
        const std::vector<std::vector<std::string>> of_all{
            {"verify", match},
            {"doctor", match},
            {"sql", match, "--view", "all", "SELECT count(*) FROM snapshots"},
            {"cut", match, "--view", "all", "-f", "-o", part}};
        for (const std::vector<std::string>& words : of_all) {
            const Ran ran = run_tickreel(words);
            INFO(words[0] << ": " << ran.err);
            if (words[0] == "sql" && contains("DuckDB").match(ran.err)) continue;  // without it
            CHECK(ran.code == 3);
            const std::size_t told = ran.err.find("'tickreel recover ");
            CHECK(told != std::string::npos);
            CHECK(ran.err.find("'tickreel recover ", told + 1) == std::string::npos);
        }
        write_file(match, whole.substr(0, whole.size() / 12));  // no snapshot is left
        const Ran at = run_tickreel({"at", match, "100", "--view", "1"});
        INFO(at.err);
        CHECK(at.code == 3);
        CHECK(std::count(at.err.begin(), at.err.end(), '\n') == 1);
        for (const char* table : {"kills", "visible", "missing", "in_sight", "first_sights"}) {
            const Ran sql = run_tickreel(
                {"sql", match, concat("SELECT count(*) AS n FROM ", table), "--format", "csv"});
            INFO(table << ": " << sql.err);
            if (contains("DuckDB").match(sql.err)) continue;  // without it
            CHECK(sql.code == 3);
            CHECK(sql.out == "n\n0\n");
            CHECK(std::count(sql.err.begin(), sql.err.end(), '\n') == 1);
        }
    }
}

TEST_CASE("merge --views refuses recordings that are not of one match, and says why") {
    const Folder folder;
    write_sample(folder / "a.reel");
    SampleOptions options;
    options.map = "dm2";
    write_sample(folder / "map.reel", options);
    options = {};
    options.first = 5000;
    write_sample(folder / "later.reel", options);
    options = {};
    options.game = "another";
    write_sample(folder / "game.reel", options);
    const std::vector<std::pair<std::string, std::string>> cases{
        {"map.reel", "the map is 'dm2' and not 'dm1'"},
        {"later.reel", "no tick in common"},
        {"game.reel", "a recording of 'another'"}};
    for (const auto& [name, why] : cases) {
        INFO(name);
        const Ran ran = run_tickreel(
            {"merge", "--views", folder / "a.reel", folder / name, "-o", folder / "out.reel"});
        CHECK(ran.code == 1);
        CHECK_THAT(ran.err, contains(name));
        CHECK_THAT(ran.err, contains(why));
        CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') == 1);
    }
    CHECK_FALSE(std::filesystem::exists(folder / "out.reel"));
}

TEST_CASE("views in which the server numbers players otherwise are named, in every place") {
    const Folder folder;
    write_runners(folder / "ann.reel", {1, 2});
    write_runners(folder / "bob.reel", {2, 1});
    write_runners(folder / "cem.reel", {1, 2});
    const auto merge = [&](const std::string& last) {
        return run_tickreel({"merge", "--views", "--one-clock", "-f", folder / "ann.reel",
                             folder / last, folder / "cem.reel", "-o", folder / "match.reel"});
    };
    const auto says = contains("numbers the players otherwise for view 2 (bob): the union has");
    const Ran apart = merge("bob.reel");
    CHECK(apart.code == 0);
    CHECK_THAT(apart.err, says);
    CHECK_THAT(run_tickreel({"info", folder / "match.reel"}).out, says);
    CHECK_THAT(run_tickreel({"info", folder / "match.reel", "--format", "ndjson"}).out,
               contains("\"numbered_apart\":[2],"));
    CHECK(run_tickreel(
              {"cut", folder / "match.reel", "-q", "--view", "union", "-o", folder / "union.reel"})
              .code == 0);
    CHECK_THAT(run_tickreel({"info", folder / "union.reel"}).out, contains("numbered_apart"));
    // Whoever counts in the union has everything twice.
    const std::string match = folder / "match.reel";
    for (const std::vector<std::string>& verb : std::vector<std::vector<std::string>>{
             {"query", match, "Player.x > 0", "--view", "union"},
             {"cat", match, "--view", "union"},
             {"export", match, "-o", folder / "x.csv", "-f", "--view", "union"},
             {"cut", match, "-o", folder / "x.reel", "-f", "--view", "union"}}) {
        const Ran ran = run_tickreel(verb);
        INFO(verb[0]);
        CHECK(ran.code == 0);
        CHECK_THAT(ran.err, says);
    }
    CHECK_THAT(run_tickreel({"query", match, "Player.x > 0", "--view", "bob"}).err, !says);
    CHECK_THAT(run_tickreel({"query", folder / "union.reel", "Player.x > 0"}).err,
               contains("numbers the players otherwise for view 2: the union has"));
    write_runners(folder / "dan.reel", {1, 2});
    const Ran joined = merge("dan.reel");
    CHECK(joined.code == 0);
    CHECK_THAT(joined.err, !says);
    CHECK_THAT(run_tickreel({"info", folder / "match.reel"}).out, !says);
    CHECK_THAT(run_tickreel({"info", folder / "match.reel", "--format", "ndjson"}).out,
               contains("\"numbered_apart\":[],"));
}

TEST_CASE("recover of a match file saves what can be read of each view") {
    const Folder folder;
    const std::string arena = TICKREEL_SOURCE_DIR "/demos/arena_8_players.reel";
    for (const auto& [name, ticks] : {std::pair{"a.reel", "20..3000"}, {"b.reel", "20..2000"}})
        REQUIRE(run_tickreel({"cut", arena, "-q", "--ticks", ticks, "-o", folder / name}).code ==
                0);
    REQUIRE(run_tickreel({"merge", "--views", folder / "a.reel", folder / "b.reel", "-o",
                          folder / "match.reel"})
                .code == 0);
    const std::string whole = read_file(folder / "match.reel");
    const auto recover = [&] {
        return run_tickreel({"recover", folder / "match.reel", "-o", folder / "r.reel", "-f"});
    };
    const auto snapshots_in = [](const std::string& path) {
        std::size_t count = 0;
        const auto reel = tickreel::ReelReader::open(*tickreel::open_file(path));
        REQUIRE(reel.ok());
        for (const auto& chunk : (*reel)->chunks()) count += chunk.snapshots;
        return count;
    };
    const auto snapshots = [&](const char* view) {
        const Ran ran =
            run_tickreel({"cut", folder / "r.reel", "--view", view, "-o", folder / "v.reel", "-f"});
        INFO(ran.err);
        CHECK(ran.code == 0);
        return snapshots_in(folder / "v.reel");
    };
    const Ran good = recover();
    CHECK(good.code == 0);
    CHECK_THAT(good.err, contains("Recovered 2 of 2 views") && contains("Nothing was lost"));
    for (const char* view : {"a", "b"}) {
        CHECK(snapshots(view) == snapshots_in(folder / (std::string(view) + ".reel")));
        CHECK(run_tickreel({"diff", folder / "v.reel", folder / (std::string(view) + ".reel")})
                  .code == 0);
    }
    SECTION("cut off") {
        write_file(folder / "match.reel", whole.substr(0, whole.size() * 2 / 3));
        const Ran ran = recover();
        CHECK(ran.code == 3);
        CHECK_THAT(ran.err, contains("It is not finished"));
    }
    SECTION("damaged") {
        std::string broken = whole;
        for (std::size_t i = 0; i < 300; ++i) broken[broken.size() / 2 + i] ^= 0x55;
        write_file(folder / "match.reel", broken);
        const Ran ran = recover();
        CHECK(ran.code == 3);
        CHECK_THAT(ran.err, contains(" bytes at offset "));
        const std::size_t told = ran.err.find(" cannot be read: ");
        CHECK(told != std::string::npos);  // once, not for each view
        CHECK(ran.err.find(ran.err.substr(told, 40), told + 1) == std::string::npos);
    }
    if (read_file(folder / "match.reel") != whole) {
        CHECK(run_tickreel({"verify", folder / "r.reel"}).code != 1);
        std::size_t lost = 0;
        for (const char* view : {"a", "b"}) {
            const std::size_t kept = snapshots(view);
            const std::size_t were = snapshots_in(folder / (std::string(view) + ".reel"));
            CHECK(kept > were / 4);
            CHECK(kept <= were);
            lost += were - kept;
        }
        CHECK(lost > 0);
    }
    write_file(folder / "match.reel", whole.substr(0, 60));
    CHECK(recover().code == 1);
}

// Who came late has lost all of the map that was played then.
TEST_CASE("recover of a match file keeps the numbers of its maps") {
    const Folder folder;
    SampleOptions two;
    two.segments = 2;
    two.frames = 400;
    write_sample(folder / "a.reel", two);
    for (const std::vector<std::string>& verb : std::vector<std::vector<std::string>>{
             {"cut", folder / "a.reel", "--ticks", "s0:820..", "-o", folder / "b.reel"},
             {"merge", "--views", folder / "a.reel", folder / "b.reel", "-o",
              folder / "match.reel"}}) {
        const Ran ran = run_tickreel(verb);
        INFO(ran.err);
        REQUIRE(ran.code == 0);
    }
    std::string bytes = read_file(folder / "match.reel");
    const auto match = tickreel::MatchReader::open(*tickreel::open_file(folder / "match.reel"));
    REQUIRE(match);
    for (const tickreel::ChunkInfo& chunk : (*match)->chunks())
        if (chunk.segment == 0 && chunk.last_tick >= 820) bytes[chunk.offset + 70] ^= 1;
    write_file(folder / "match.reel", bytes);
    const Ran ran = run_tickreel({"recover", folder / "match.reel", "-o", folder / "r.reel"});
    INFO(ran.err);
    CHECK(ran.code == 3);
    for (const char* range : {"s0:0..s0:500", "s1:200..s1:210"}) {
        const auto rows = [&](const char* file) {
            return run_tickreel(
                {"cat", folder / file, "--view", "union", "--ticks", range, "--format", "csv"});
        };
        CHECK(rows("r.reel").code == 0);
        CHECK(rows("r.reel").out == rows("match.reel").out);
        CHECK(rows("r.reel").out.size() > 100);
    }
}

TEST_CASE("at and cat of a match file say how to choose a view") {
    const Folder folder;
    write_sample(folder / "a.reel");
    write_sample(folder / "b.reel");
    REQUIRE(run_tickreel({"merge", "--views", folder / "a.reel", folder / "b.reel", "-o",
                          folder / "match.reel"})
                .code == 0);
    for (const char* verb : {"at", "cat"}) {
        std::vector<std::string> words{verb, folder / "match.reel"};
        if (words[0] == "at") words.emplace_back("100");
        const Ran ran = run_tickreel(words);
        CHECK(ran.code == 1);
        CHECK_THAT(ran.err,
                   contains("holds 2 views of one match") && contains("--view: 1 (a), 2 (b)"));
        words.insert(words.end(), {"--view", "a"});
        CHECK(run_tickreel(words).code == 0);
    }
}

namespace {

// As recordings of two protocols are: types of one name with other fields.
void write_protocol(const std::string& path, const std::string& protocol, const char* field) {
    tickreel::RecordingInfo info;
    info.game = "sample";
    info.ticks_per_second = 50;
    if (!protocol.empty()) info.properties["protocol"] = protocol;
    info.properties["game_uuid"] = "a1";
    auto file = tickreel::create_file(path, tickreel::IfExists::Replace);
    REQUIRE(file.ok());
    tickreel::ReelWriter writer(*std::move(file), info);
    tickreel::ItemType type;
    type.name = "MAP_CHANGE";
    type.fields = {{.name = field}};
    const tickreel::TypeId id = writer.add_type(type);
    writer.begin_segment({"dm1", "", ""});
    for (tickreel::Tick tick = 100; tick < 200; tick += 2) {
        const auto word = static_cast<tickreel::Word>(tick);
        tickreel::SnapshotBuilder builder;
        builder.set({id, 0}, tickreel::Row(&word, 1));
        tickreel::Frame frame;
        frame.tick = tick;
        frame.time = std::chrono::milliseconds(20 * tick);
        frame.snapshot = builder.build();
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish().ok());
}

}  // namespace

TEST_CASE("info of a match file says what all its views say of the match") {
    const Folder folder;
    const std::string match = folder / "match.reel";
    for (const char* name : {"ada.reel", "bob.reel"})
        write_protocol(folder / name, "ddnet 0.6", "x");
    REQUIRE(run_tickreel(
                {"merge", "--views", "-q", folder / "ada.reel", folder / "bob.reel", "-o", match})
                .code == 0);
    CHECK_THAT(run_tickreel({"info", match}).out, contains("\ngame_uuid:   a1\n"));
}

TEST_CASE("merge --views says that recordings speak different protocols") {
    const Folder folder;
    write_protocol(folder / "ada.reel", "ddnet 0.6", "x");
    write_protocol(folder / "bob.reel", "0.7", "y");
    write_protocol(folder / "eve.reel", "ddnet 0.6", "z");
    const auto refused = [&](const char* other) {
        const Ran ran = run_tickreel(
            {"merge", "--views", folder / "ada.reel", folder / other, "-o", folder / "out.reel"});
        CHECK(ran.code == 1);
        CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') == 1);
        CHECK_FALSE(std::filesystem::exists(folder / "out.reel"));
        return ran.err;
    };
    CHECK_THAT(refused("bob.reel"),
               contains("bob.reel: speaks another protocol (0.7) than 'ada' (ddnet 0.6)"));
    CHECK_THAT(refused("eve.reel"),
               contains("eve.reel: its type 'MAP_CHANGE' is another than in 'ada'"));
    // One after the other they do not fit into one file either.
    const Ran joined = run_tickreel(
        {"merge", folder / "ada.reel", folder / "bob.reel", "-o", folder / "out.reel"});
    CHECK(joined.code == 1);
    CHECK_THAT(joined.err,
               contains("other fields") && contains("sql, query and export read several"));
    // What record --match does with clients of both.
    std::vector<std::unique_ptr<tickreel::ReelReader>> reels;
    std::vector<tickreel::ViewSource> views;
    for (const char* name : {"bob.reel", "ada.reel", "bob.reel", "eve.reel", "ada.reel"}) {
        auto reel = tickreel::ReelReader::open(*tickreel::open_file(folder / name));
        REQUIRE(reel.ok());
        views.push_back({reel->get(), name});
        reels.push_back(*std::move(reel));
    }
    CHECK(tickreel::alike_views(views) ==
          std::vector<std::vector<std::size_t>>{{0, 2}, {1, 4}, {3}});
}
