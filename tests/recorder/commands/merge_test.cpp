#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <sstream>

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"
#include "tests/recorder/commands/walkers.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/file.h"
#include "tickreel/model/named_later.h"
#include "tickreel/model/row.h"
#include "tickreel/reel/match_merge.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel_test;
using tickreel::concat;

TEST_CASE("merge puts recordings one after the other, and cut takes them apart again") {
    const Folder folder;
    write_sample(folder / "a.reel");
    SampleOptions second;
    second.first = 7000;
    second.segments = 2;
    write_sample(folder / "b.reel", second);
    const std::string both = folder / "both.reel";
    const Ran ran = run_tickreel({"merge", folder / "a.reel", folder / "b.reel", "-o", both});
    CHECK(ran.code == 0);
    CHECK_THAT(ran.err, contains("Merged 2 recordings into 3 segments: 57 snapshots"));
    CHECK(run_tickreel({"verify", both}).code == 0);
    // The same map is kept once.
    CHECK_THAT(run_tickreel({"info", both}).out, contains("attachments: 1\n"));
    CHECK_THAT(ran.err, contains(", 1 attachment."));

    const std::string part = folder / "part.reel";
    CHECK(run_tickreel({"cut", both, "--ticks", "s1:7000..", "-o", part}).code == 0);
    CHECK(run_tickreel({"diff", part, folder / "b.reel"}).out ==
          "identical: 38 snapshots compared\n");
}

TEST_CASE("merge keeps which types of each recording were named later") {
    using namespace tickreel;
    const Folder folder;
    const auto write = [&](const std::string& name, const std::string& number) {
        ReelWriter writer(*create_file(folder / name, IfExists::Replace), RecordingInfo{});
        const std::string type = concat("type_", number);
        SnapshotBuilder builder;
        builder.set({writer.add_type({type, number, TypeUse::Item, false, {}}), 1},
                    std::vector<Word>{1});
        writer.set_property(kNamedLater, type);
        writer.begin_segment({"somewhere", "", ""});
        Frame frame;
        frame.tick = 100;
        frame.snapshot = builder.build();
        writer.add_frame(frame);
        REQUIRE(writer.finish().ok());
        return folder / name;
    };
    const std::string both = folder / "both.reel";
    const Ran ran =
        run_tickreel({"merge", write("a.reel", "32767"), write("b.reel", "32766"), "-o", both});
    REQUIRE(ran.code == 0);
    const std::string info = run_tickreel({"info", both}).out;
    CHECK_THAT(info, contains("  2 item types kept raw, as sent"));
    CHECK_THAT(info, !contains("unknown item type"));
    const std::string match = folder / "match.reel";
    REQUIRE(run_tickreel({"merge", "--views", "--one-clock", folder / "a.reel", folder / "b.reel",
                          "-o", match})
                .code == 0);
    const std::string of_match = run_tickreel({"info", match}).out;
    CHECK_THAT(of_match, contains("kept raw:    type_32767, type_32766\n  2 item types kept raw"));
    CHECK_THAT(of_match, !contains("unknown item type"));
}

TEST_CASE("recordings that mean something else by long steps keep their gaps when merged") {
    const Folder folder;
    const auto sample = [&](const std::string& name, const std::string& meaning) {
        SampleOptions options;
        options.long_steps = meaning;
        write_sample(folder / name, options);
        return folder / name;
    };
    const std::string server = sample("server.reel", "paused");
    const std::string same = sample("same.reel", "paused");
    const std::string traffic = sample("traffic.reel", "");
    const auto merged = [&](const std::string& first, const std::string& second) {
        const std::string both = folder / "both.reel";
        REQUIRE(run_tickreel({"merge", first, second, "-o", both, "-f"}).code == 0);
        return run_tickreel({"info", both}).out;
    };
    CHECK_THAT(merged(server, same), contains("long_steps:  paused\n"));
    // What lies between their snapshots is written down as each of them means it: see cut_test.
    CHECK_THAT(merged(server, traffic), contains("long_steps:  paused\n"));
    CHECK_THAT(merged(traffic, server), contains("long_steps:  paused\n"));
    CHECK_THAT(merged(sample("client.reel", "unproven"), traffic),
               contains("long_steps:  paused\n"));
}

TEST_CASE("merge says once when time runs backwards; the start is the earliest") {
    const Folder folder;
    const std::string early = folder / "early.reel";
    const std::string late = folder / "late.reel";
    write_sample(folder / "a.reel");
    REQUIRE(run_tickreel({"cut", folder / "a.reel", "--ticks", "..110", "-o", early}).code == 0);
    REQUIRE(run_tickreel({"cut", folder / "a.reel", "--ticks", "110..", "-o", late}).code == 0);
    const std::string out = folder / "out.reel";
    const Ran good = run_tickreel({"merge", early, late, "-o", out});
    CHECK(good.code == 0);
    CHECK_THAT(good.err, !contains("backwards"));
    const std::string late_again = folder / "late2.reel";
    const std::string early_again = folder / "early2.reel";
    std::filesystem::copy_file(late, late_again);
    std::filesystem::copy_file(early, early_again);
    const Ran bad = run_tickreel({"merge", late, early, late_again, early_again, "-o", out, "-f"});
    CHECK(bad.code == 0);
    CHECK_THAT(bad.err, contains("time runs backwards: " + early +
                                 " (from 2026-08-22T18:03:11.120Z) follows " + late +
                                 " (until 2026-08-22T18:03:11.880Z); 1 more such place\n"));
    CHECK(std::count(bad.err.begin(), bad.err.end(), '\n') == 2);
    // Only what is of the same time may be views of one match.
    const Ran views = run_tickreel({"merge", folder / "a.reel", late, "-o", out, "-f"});
    CHECK(views.code == 0);
    CHECK_THAT(views.err, contains("; of views of one match --views makes one match file\n"));
    CHECK_THAT(run_tickreel({"info", out}).out, contains("start:       2026-08-22T18:03:11.120Z"));
}

TEST_CASE("what is missing behind the last snapshot stays missing in every copy") {
    const Folder folder;
    SampleOptions options;
    options.segments = 2;
    options.segment_step = 1000;
    options.gap_after = 500;
    const std::string reel = folder / "a.reel";
    write_sample(reel, options);
    const auto gaps = [](const std::string& path) {
        const std::string json = run_tickreel({"verify", path, "--format", "ndjson"}).out;
        const std::size_t at = json.find("\"gaps\":") + 7;
        return json.substr(at, json.find(",\"unreadable", at) - at);
    };
    const std::string all = R"([["124","126"],["140","640"],["1124","1126"],["1140","1640"]])";
    CHECK(gaps(reel) == all);
    const std::string copy = folder / "copy.reel";
    for (const std::vector<std::string>& verb : {std::vector<std::string>{"optimize", reel},
                                                 {"recover", reel},
                                                 {"redact", reel},
                                                 {"cut", reel, "--ticks", "s0:100.."},
                                                 {"cut", reel, "--time", "0:00.."},
                                                 {"cut", reel, "--ticks", "0%..100%"}}) {
        std::vector<std::string> words = verb;
        words.insert(words.end(), {"-o", copy, "--force"});
        INFO(verb[0]);
        CHECK(run_tickreel(words).code == 0);
        CHECK(gaps(copy) == all);
    }
    const std::string again = folder / "again.reel";
    std::filesystem::copy_file(reel, again);
    CHECK(run_tickreel({"merge", reel, again, "-o", copy, "--force"}).code == 0);
    CHECK(gaps(copy) == all.substr(0, all.size() - 1) + ',' + all.substr(1));
}

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
          "view,check,tick,at,number,unit,finding\n" + of_view("a") + of_view("b"));
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
    CHECK(run_tickreel({"at", match, "100", "--view", "1"}).code == 3);
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
        CHECK(run_tickreel({"cut", match, "--view", "2", "-f", "-o", part}).code == 3);
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

namespace {

std::vector<std::string> sorted_rows(const std::string& csv) {
    std::vector<std::string> rows;
    std::istringstream in(csv);
    std::string row;
    std::getline(in, row);  // the names of the columns
    while (std::getline(in, row)) rows.push_back(row);
    std::sort(rows.begin(), rows.end());
    return rows;
}

}  // namespace

TEST_CASE("sql of a match file: who was sent whom, and where views differ") {
    const Folder folder;
    const std::string names = "abc";
    write_walkers(folder);
    if (run_tickreel({"sql", folder / "a.reel", "SELECT 1"}).code != 0) return;  // no DuckDB
    std::vector<std::string> visible;
    std::vector<std::string> in_one_tick;
    std::vector<std::string> conflicts;
    for (int tick = 100; tick < 190; ++tick)
        for (int id = 0; id < 3; ++id) {
            std::map<int, int> counts;  // how many have which x
            for (int number = 0; number < 3; ++number) {
                if (!is_sent(number, tick, id)) continue;
                ++counts[x_sent(number, tick, id)];
                const std::string row =
                    concat(names[static_cast<std::size_t>(number)], ",", tick, ",", id);
                visible.push_back(row);
                if (tick == 121) in_one_tick.push_back(row);
            }
            // Where there are but two, either may be the one that is named.
            if (counts.size() == 2)
                conflicts.push_back(
                    concat(tick, ",", id, ",x,", counts.begin()->second + counts.rbegin()->second));
        }
    const auto ask = [&](const std::string& question) {
        const Ran ran = run_tickreel({"sql", folder / "match.reel", question, "--format", "csv"});
        INFO(question << ran.err);
        CHECK(ran.code == 0);
        return sorted_rows(ran.out);
    };
    std::sort(visible.begin(), visible.end());
    std::sort(in_one_tick.begin(), in_one_tick.end());
    std::sort(conflicts.begin(), conflicts.end());
    CHECK((visible.size() > 300 && conflicts.size() > 20));
    CHECK(ask("SELECT viewer, tick, id FROM visible") == visible);
    CHECK(ask("SELECT viewer, tick, id FROM visible WHERE tick = 121") == in_one_tick);
    CHECK(ask("SELECT viewer, tick, id FROM visible WHERE id = 2") ==
          ask("SELECT viewer, tick, id FROM visible WHERE id + 0 = 2"));
    CHECK(ask("SELECT tick, id FROM conflicts WHERE id = 2").size() > 5);
    CHECK(ask("SELECT tick, id, field, (SELECT count(*) FROM visible v WHERE v.tick = c.tick AND "
              "v.id = c.id) FROM conflicts c WHERE type = 'Walker'") == conflicts);
    CHECK(ask("SELECT 1 FROM conflicts WHERE type = 'Flag'").empty());
    // These rows are no items of the union's snapshots.
    for (const std::string question :
         {"SELECT count(*) FROM items", "SELECT type, id, count(*) FROM items GROUP BY ALL",
          "SELECT sum(items), sum(words) FROM snapshots",
          "SELECT count(*) FROM (DESCRIBE items)"}) {
        INFO(question);
        const Ran of_union = run_tickreel(
            {"sql", folder / "match.reel", "--view", "union", question, "--format", "csv"});
        CHECK(ask("SELECT q.* FROM (" + question + ") q WHERE EXISTS (FROM visible)") ==
              sorted_rows(of_union.out));
        CHECK(ask(question) == sorted_rows(of_union.out));
    }
    // Of three the one is named that stands alone.
    CHECK(
        ask("SELECT DISTINCT CAST(value AS INT) - CAST(most AS INT) FROM conflicts c WHERE type = "
            "'Walker' AND 3 = (SELECT count(*) FROM visible v WHERE v.tick = c.tick AND v.id = "
            "c.id)") == std::vector<std::string>{"1"});
    // What the union has (with what views were sent before that have no snapshot) and one lacks.
    const auto known = [](int tick, int id) {
        for (int number = 0; number < 3; ++number) {
            int last = tick;
            while (last >= 100 && !has_snapshot(number, last)) --last;
            if (last >= 100 && is_sent(number, last, id)) return true;
        }
        return false;
    };
    std::vector<std::string> missing;
    for (int tick = 100; tick < 190; ++tick)
        for (int number = 0; number < 3; ++number)
            for (int id = 0; id < 3; ++id)
                if (has_snapshot(number, tick) && known(tick, id) && !is_sent(number, tick, id))
                    missing.push_back(
                        concat(names[static_cast<std::size_t>(number)], ",", tick, ",", id));
    std::sort(missing.begin(), missing.end());
    CHECK(missing.size() > 100);
    CHECK(ask("SELECT viewer, tick, id FROM missing WHERE type = 'Walker'") == missing);
    CHECK(ask("SELECT viewer, tick, id FROM missing WHERE character") == missing);
    CHECK(ask("SELECT viewer, tick, id FROM missing WHERE id = 1 AND tick < 120") ==
          ask("SELECT viewer, tick, id FROM missing WHERE id + 0 = 1 AND tick + 0 < 120"));
    CHECK(ask("SELECT 1 FROM missing WHERE type <> 'Walker'").empty());
    // Stretches of a view's snapshots in which it is so: up to where one is missing.
    const auto stretches = [&](const auto& holds) {
        std::vector<std::string> found;
        for (int number = 0; number < 3; ++number)
            for (int id = 0; id < 3; ++id) {
                int from = 0;
                int last = 0;
                int count = 0;
                for (int tick = 100; tick <= 190; ++tick) {
                    if (tick < 190 && has_snapshot(number, tick) && holds(number, tick, id)) {
                        from = count++ == 0 ? tick : from;
                        last = tick;
                    } else if (std::exchange(count, 0) > 0) {
                        found.push_back(concat(names[static_cast<std::size_t>(number)], ",", id,
                                               ",", from, ",", last));
                    }
                }
            }
        std::sort(found.begin(), found.end());
        return found;
    };
    CHECK(ask("SELECT viewer, id, from_tick, to_tick FROM in_sight") == stretches(is_sent));
    CHECK(ask("SELECT viewer, id, from_tick, to_tick FROM out_of_sight") ==
          stretches([&](int number, int tick, int id) {
              return known(tick, id) && !is_sent(number, tick, id);
          }));
    CHECK(ask("SELECT 1 FROM in_sight WHERE epoch(to_time - from_time) <> (to_tick - from_tick) / "
              "50.0 OR snapshots > to_tick - from_tick + 1")
              .empty());
    // Since when the killer had the victim in sight, up to the last snapshot before the kill.
    std::vector<std::string> sights;
    for (int tick = 101; tick < 190; ++tick) {
        bool told = false;  // by anybody who has a snapshot then
        for (int number = 0; number < 3; ++number) told = told || has_snapshot(number, tick);
        if (!is_kill(tick) || !told) continue;
        const int killer = tick % 3;
        std::string seen;
        for (int at = tick - 1; at >= 100; --at) {
            if (!has_snapshot(killer, at) && seen.empty()) continue;
            if (!is_sent(killer, at, (tick + 1) % 3)) break;
            seen = concat(at);
        }
        sights.push_back(concat(tick, ",", names[static_cast<std::size_t>(killer)], ",", killer,
                                ",", (tick + 1) % 3, ",", seen));
    }
    std::sort(sights.begin(), sights.end());
    CHECK(sights.size() > 5);
    CHECK(ask("SELECT DISTINCT tick, viewer, killer, victim, seen_tick FROM first_sights") ==
          sights);
    // With --view the recording is the view, and nothing more.
    CHECK(
        run_tickreel({"sql", folder / "match.reel", "--view", "a", "SELECT * FROM visible"}).code ==
        1);
}

TEST_CASE("the union of a match file says nothing that it does not know") {
    const Folder folder;
    const std::string match = TICKREEL_SOURCE_DIR "/demos/arena_8_views.reel";
    const auto sql = [](const std::string& file, const std::vector<std::string>& more) {
        std::vector<std::string> all{"sql", file, "--format", "csv"};
        all.insert(all.end(), more.begin(), more.end());
        return run_tickreel(all);
    };
    // Inputs and answers to them are of one client each.
    for (const char* table : {"inputs", "input_delivery", "input_statistics", "input_timing",
                              "Input", "cl_start_info", "reactions", "connection"}) {
        INFO(table);
        const Ran refused = sql(match, {concat("SELECT count(*) FROM ", table)});
        CHECK(refused.code == 1);
        CHECK(refused.out.empty());
        CHECK_THAT(refused.err, contains("of one client each") && contains("--view all"));
    }
    CHECK(sql(match, {"--view", "union", "SELECT count(*) FROM inputs"}).code == 1);
    // Nor in a recording of it, or in what is made of that.
    const std::string cut = folder / "cut.reel", redacted = folder / "redacted.reel";
    const Ran told = run_tickreel({"cut", match, "--view", "union", "-o", cut});
    CHECK(told.code == 0);
    CHECK_THAT(told.err, contains("what each client sent, like its inputs, is in no union"));
    const std::string events = run_tickreel({"info", cut, "--format", "ndjson"}).out;
    CHECK_THAT(events.substr(events.find("\"events\"")),
               contains("Sv_KillMsg") && !contains("Input"));
    REQUIRE(run_tickreel({"redact", cut, "--drop", "server", "-o", redacted}).code == 0);
    for (const std::string& file : {cut, redacted}) {
        const Ran refused = sql(file, {"SELECT count(*) FROM inputs"});
        CHECK(refused.code == 1);
        CHECK(refused.out.empty());
        CHECK_THAT(refused.err, contains("of one client each") && contains("the match file has"));
        CHECK(sql(file, {"SELECT count(*) > 0 AS a FROM kills"}).out == "a\ntrue\n");
    }
    // The other commands answer with what is there and say what is not.
    const std::string out = folder / "out";
    const std::vector<std::vector<std::string>> silent{
        {"list", cut, "events", "--types", "kill"},
        {"query", cut, "kill", "--format", "csv"},
        {"query", cut, "Character.health > 0 within 1s of kill", "--format", "csv"},
        {"export", cut, "--types", "Sv_KillMsg", "-o", out + ".csv"},
        {"list", cut, "types"}};
    for (const std::vector<std::string>& words : silent) CHECK(run_tickreel(words).err.empty());
    const std::vector<std::vector<std::string>> asking{
        {"list", cut, "events", "--types", "kill,input"},
        {"list", redacted, "events", "--types", "Input"},
        {"list", cut, "events"},
        {"query", cut, "input", "--format", "csv"},
        {"query", cut, "Input.fire > 0", "--format", "csv"},
        {"query", redacted, "Character.health > 0 within 1s of input", "--format", "csv"},
        {"export", cut, "--types", "input", "-o", out + "-input.csv"},
        {"export", cut, "-o", out + ".ndjson"},
        {"export", match, "--view", "union", "-o", out + "-match.ndjson"}};
    for (const std::vector<std::string>& words : asking) {
        const Ran said = run_tickreel(words);
        INFO(words[0] << ": " << said.err);
        CHECK(said.code == 0);
        CHECK_THAT(said.err, contains("is a union of views: of ") && contains("Input") &&
                                 contains("the match file has them, with --view"));
        CHECK(std::count(said.err.begin(), said.err.end(), '\n') == 1);
    }
    // A query's line has the types that it asks for and no others.
    for (const char* query : {"Input.fire > 0", "Character.health > 0 within 1s of Input.fire > 0"})
        CHECK_THAT(run_tickreel({"query", cut, query}).err, contains(": of Input it lacks rows"));
    for (const char* other : {"TABLE inputs", "SELECT count(*) FROM main.inputs", "DESCRIBE Input",
                              "SELECT count(*) FROM /* all */ inputs", "SUMMARIZE cl_start_info",
                              "SELECT count(*) FROM query_table('inputs')"}) {
        INFO(other);
        const Ran refused = sql(match, {other});
        CHECK(refused.code == 1);
        CHECK(refused.out.empty());
        CHECK_THAT(refused.err, contains("of one client each") && contains("--view all"));
    }
    const Ran own = sql(match, {"CREATE TABLE inputs AS SELECT 7 AS n; SELECT n FROM inputs"});
    CHECK(own.out.ends_with("n\n7\n"));
    CHECK(sql(match, {"SELECT 'from inputs' AS inputs -- from inputs"}).out ==
          "inputs\nfrom inputs\n");
    // All views: the same as each alone.
    const std::string count =
        "SELECT count(*) AS n, sum(fire::INT) AS f, any_value(name) AS name FROM inputs";
    const Ran all = sql(match, {"--view", "all", count + " GROUP BY file ORDER BY file"});
    CHECK(all.code == 0);
    std::string each = "n,f,name\n";
    for (const char* view : {"Aster", "Birch", "Clover", "Dahlia", "Elm", "Fern", "Gorse", "Hazel"})
        each += sql(match, {"--view", view, count}).out.substr(std::string("n,f,name\n").size());
    CHECK(all.out == each);
    CHECK_THAT(each, contains(",Hazel\n"));
    CHECK(sql(match, {"--view", "all",
                      "SELECT DISTINCT file LIKE '%(Elm)' AS e FROM sv_chat "
                      "WHERE file LIKE '%Elm%'"})
              .out == "e\ntrue\n");
    // An event that names nobody: whose it was is unknown, and said so.
    const Ran pickup = sql(match, {"SELECT count(*) AS n FROM sv_weapon_pickup"});
    CHECK(pickup.code == 0);
    CHECK_THAT(pickup.err, contains("does not say who was sent a sv_weapon_pickup"));
    CHECK(sql(match, {"SELECT count(*) AS n FROM sv_kill_msg"}).err.empty());
    // Items whose number is no client's have no player's name.
    CHECK(sql(match, {"SELECT DISTINCT type FROM missing WHERE name IS NOT NULL"}).out ==
          "type\nCharacter\n");
    CHECK(
        sql(match, {"SELECT count(*) AS n FROM missing WHERE type = 'Character' AND name IS NULL"})
            .out == "n\n0\n");
}

TEST_CASE("nobody is in sight across what is missing") {
    const Folder folder;
    std::string broken = read_file(TICKREEL_SOURCE_DIR "/demos/arena_8_views.reel");
    for (std::size_t i = 0; i < 300; ++i) broken[broken.size() / 2 + i] ^= 0x55;
    write_file(folder / "match.reel", broken);
    const std::string saved = folder / "r.reel";
    CHECK(run_tickreel({"recover", folder / "match.reel", "-o", saved}).code == 3);
    const std::string across =
        " AS n FROM in_sight s, gaps g WHERE g.from_tick > s.from_tick AND g.to_tick <= s.to_tick";
    const Ran comments = run_tickreel(
        {"sql", saved, "SELECT comment FROM duckdb_columns() WHERE table_name = 'in_sight'"});
    if (comments.code != 1)  // no DuckDB
        CHECK_THAT(comments.out, contains("one ends before every missing snapshot"));
    for (const char* raw : {"", "--raw"}) {
        std::vector<std::string> ask{"sql", saved, "SELECT count(*)" + across, "--format", "csv"};
        if (*raw != 0) ask.emplace_back(raw);
        CHECK(run_tickreel(ask).out == "n\n0\n");
    }
    CHECK(run_tickreel({"sql", saved, "--format", "csv",
                        "SELECT count(*) > 9 AS many, (SELECT count(*) FROM gaps) AS gaps FROM "
                        "in_sight s, gaps g WHERE s.to_tick = g.from_tick - 2"})
              .out == "many,gaps\ntrue,1\n");
}

namespace {

// A recording of a match whose server answers inputs, without the snapshots of some ticks: while
// those are missing it answers nothing.
void write_answered(const std::string& path, const std::function<bool(tickreel::Tick)>& came) {
    using namespace tickreel;
    auto sink = create_file(path, IfExists::Replace);
    REQUIRE(sink.ok());
    ReelWriter writer(std::move(*sink), {"sample", 50.0, std::chrono::seconds(1'700'000'000), {}});
    ItemType place;
    place.name = "Place";
    place.fields = {{"x", FieldKind::Int32}};
    ItemType answer;
    answer.name = "Answer";
    answer.use = TypeUse::Event;
    answer.event_class = EventClass::Input;
    answer.derived = true;
    answer.fields = {{"ahead", FieldKind::Int32}, {"left", FieldKind::Int32}};
    answer.fields[0].unit = "tick";
    answer.fields[1].unit = "ms";
    const TypeId places = writer.add_type(place);
    const TypeId answers = writer.add_type(answer);
    writer.begin_segment({"dm1", "", ""});
    for (Tick tick = 1000; tick < 4000; tick += 2) {
        if (!came(tick)) continue;
        Frame frame;
        frame.tick = tick;
        frame.time = std::chrono::seconds(1'700'000'000) + std::chrono::milliseconds(20 * tick);
        SnapshotBuilder items;
        items.set({places, 1}, make_row(place, {Value(std::int64_t{tick * 7})}));
        frame.snapshot = items.build();
        if (tick % 3 == 0) frame.events = {{answers, {3, 50}, false}};
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish().ok());
}

}  // namespace

TEST_CASE("a snapshot that another view has is a gap of one that was there and has it not") {
    const Folder folder;
    const auto late = [](tickreel::Tick tick) { return tick % 200 == 150; };
    write_answered(
        folder / "whole.reel", [&](tickreel::Tick tick) { return !late(tick); });
    write_answered(folder / "lossy.reel", [&](tickreel::Tick tick) {
        return tick >= 1200 && tick < 3800 && !late(tick) && tick % 200 != 100;
    });
    const std::string match = folder / "match.reel", out = folder / "cut.reel";
    REQUIRE(run_tickreel(
                {"merge", "--views", folder / "whole.reel", folder / "lossy.reel", "-o", match})
                .code == 0);
    std::string lost;
    for (int tick = 1300; tick < 3800; tick += 200)
        lost += concat(lost.empty() ? "" : ",", "[\"", tick, "\",\"", tick + 2, "\"]");
    const std::string none = "\"gaps\":[]", all = concat("\"gaps\":[", lost, "]");
    const auto verify = [](std::vector<std::string> file) {
        file.insert(file.begin(), "verify");
        file.insert(file.end(), {"--format", "ndjson"});
        return run_tickreel(file).out;
    };
    CHECK_THAT(verify({folder / "lossy.reel"}), contains(none));
    CHECK_THAT(verify({match, "--view", "lossy"}), contains(all));
    CHECK_THAT(verify({match, "--view", "whole"}), contains(none));
    CHECK_THAT(verify({match, "--view", "union"}), contains(none));
    CHECK_THAT(run_tickreel({"verify", match, "--view", "lossy", "--explain"}).out,
               contains("1300") && contains("another view has this tick's snapshot"));
    CHECK_THAT(run_tickreel({"doctor", match, "--format", "csv"}).out,
               contains("lossy,gap,1300") && !contains("whole,gap"));
    // What is taken out is the recording that went in, which knows of no other.
    REQUIRE(run_tickreel({"cut", match, "--view", "lossy", "-o", out}).code == 0);
    CHECK_THAT(verify({out}), contains(none));
    CHECK(run_tickreel({"diff", out, folder / "lossy.reel"}).code == 0);
    const Ran rows = run_tickreel(
        {"sql", match, "--view", "lossy", "--format", "csv", "SELECT count(*) AS n FROM gaps"});
    if (rows.code != 1)  // no DuckDB
        CHECK(rows.out == "n\n13\n");
}

namespace {

// A DDNet server's: it names the type with number 32766 in the snapshot of a tick; before, its item
// is raw.
void write_named(const std::string& path, tickreel::Tick named_at) {
    using namespace tickreel;
    auto sink = create_file(path, IfExists::Replace);
    REQUIRE(sink.ok());
    ReelWriter writer(std::move(*sink),
                      {"teeworlds", 50.0, std::chrono::seconds(1'700'000'000), {}});
    const auto add = [&](const char* name, const char* origin, std::vector<Field> fields) {
        ItemType type;
        type.name = name;
        type.origin = origin;
        type.fields = std::move(fields);
        type.known = !type.fields.empty();
        return writer.add_type(type);
    };
    const Field number{"a", FieldKind::Int32};
    const TypeId raw = add("type_32766", "32766", {});
    const TypeId naming =
        add("ExtendedType", "0",
            {number, {"b", FieldKind::Int32}, {"c", FieldKind::Int32}, {"d", FieldKind::Int32}});
    const TypeId thing = add("Thing", "uuid 00000001-0000-0002-0000-000300000004", {number});
    writer.begin_segment({"dm1", "", ""});
    for (Tick tick = 1000; tick < 1200; tick += 2) {
        Frame frame;
        frame.tick = tick;
        frame.time = std::chrono::seconds(1'700'000'000) + std::chrono::milliseconds(20 * tick);
        SnapshotBuilder items;
        if (tick >= named_at) items.set({naming, 32766}, std::vector<Word>{1, 2, 3, 4});
        items.set({tick >= named_at ? thing : raw, 8}, std::vector<Word>{static_cast<Word>(tick)});
        frame.snapshot = items.build();
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish().ok());
}

}  // namespace

TEST_CASE("an item that one view got before the name of its type is in the union once") {
    const Folder folder;
    write_named(folder / "early.reel", 1000);
    write_named(folder / "late.reel", 1050);
    const std::string match = folder / "match.reel", demo = folder / "union.demo";
    REQUIRE(
        run_tickreel({"merge", "--views", folder / "early.reel", folder / "late.reel", "-o", match})
            .code == 0);
    const auto items = [&](const char* view) {
        const Ran ran = run_tickreel({"cat", match, "--view", view, "--format", "csv"});
        CHECK(ran.code == 0);
        return std::pair(std::count(ran.out.begin(), ran.out.end(), '\n'),
                         ran.out.find("type_32766") != std::string::npos);
    };
    CHECK(items("late").second);
    CHECK(items("union") == items("early"));
    const Ran made = run_tickreel({"export", match, "--view", "union", "-o", demo});
    INFO(made.err);
    CHECK(made.code == 0);
    const Ran missing = run_tickreel({"sql", match, "--format", "csv",
                                      "SELECT (SELECT count(*) FROM missing) AS missing, (SELECT "
                                      "count(*) FROM conflicts) AS conflicts"});
    if (missing.err.find("DuckDB") == std::string::npos)
        CHECK(missing.out == "missing,conflicts\n25,0\n");
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

namespace {

// As recordings of two protocols are: types of one name with other fields.
void write_protocol(const std::string& path, const std::string& protocol, const char* field) {
    tickreel::RecordingInfo info;
    info.game = "sample";
    info.ticks_per_second = 50;
    if (!protocol.empty()) info.properties["protocol"] = protocol;
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

TEST_CASE("views in which the server numbers players otherwise are named, in every place") {
    using namespace tickreel;
    const Folder folder;
    ItemType player;
    player.name = "Player";
    player.shares_names = true;
    player.fields = {{"x", FieldKind::Int32}};
    player.fields[0].roles = Role::PositionX;
    const auto write = [&](const std::string& name, EntityId first) {
        ReelWriter writer(*create_file(folder / name, IfExists::Replace), {"", 50.0, {}, {}});
        const TypeId type = writer.add_type(player);
        writer.begin_segment({"map", "", ""});
        for (Tick tick = 100; tick < 200; ++tick) {
            Frame frame;
            frame.tick = tick;
            frame.time = std::chrono::milliseconds(20 * tick);
            SnapshotBuilder builder;
            for (EntityId id = 0; id < 2; ++id)
                builder.set({type, id}, make_row(player, {Value(tick * (id == first ? 1 : 2))}));
            frame.snapshot = builder.build();
            writer.add_frame(frame);
        }
        REQUIRE(writer.finish().ok());
    };
    write("ann.reel", 0);
    write("bob.reel", 1);
    write("cem.reel", 0);
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
    write("dan.reel", 0);
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

TEST_CASE("merge takes a file that is named twice once, and says so") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    write_sample(reel);
    const Ran ran = run_tickreel({"merge", reel, reel, "-o", folder / "b.reel"});
    CHECK(ran.code == 0);
    CHECK_THAT(ran.err, contains("is the same file as " + reel + ", so it counts once"));
    CHECK_THAT(ran.err, contains("Merged 1 recording into 1 segment: 19 snapshots"));
    CHECK(run_tickreel({"diff", reel, folder / "b.reel"}).code == 0);
}

TEST_CASE("merge refuses what does not belong together") {
    const Folder folder;
    write_sample(folder / "a.reel");
    SampleOptions other;
    other.game = "another";
    write_sample(folder / "game.reel", other);
    SampleOptions fast;
    fast.tick_rate = 100;
    write_sample(folder / "fast.reel", fast);
    const std::string out = folder / "out.reel";
    const Ran game = run_tickreel({"merge", folder / "a.reel", folder / "game.reel", "-o", out});
    CHECK(game.code == 1);
    CHECK_THAT(game.err, contains("'another'"));
    const Ran rate = run_tickreel({"merge", folder / "a.reel", folder / "fast.reel", "-o", out});
    CHECK(rate.code == 1);
    CHECK_THAT(rate.err, contains("ticks a second"));
    CHECK(run_tickreel({"merge", folder / "a.reel", "-o", out}).code == 2);
    CHECK_FALSE(std::filesystem::exists(out));
}

TEST_CASE("optimize packs the same recording smaller, also in place") {
    const Folder folder;
    SampleOptions many;
    many.frames = 500;
    write_sample(folder / "a.reel", many);
    const std::string packed = folder / "packed.reel";
    const Ran ran = run_tickreel({"optimize", folder / "a.reel", "-o", packed});
    CHECK(ran.code == 0);
    CHECK(std::filesystem::file_size(packed) < std::filesystem::file_size(folder / "a.reel") / 2);
    CHECK(run_tickreel({"diff", folder / "a.reel", packed}).code == 0);

    std::filesystem::copy_file(folder / "a.reel", folder / "b.reel");
    CHECK(run_tickreel({"optimize", folder / "b.reel", "-o", folder / "b.reel"}).code == 1);
    CHECK(run_tickreel({"optimize", folder / "b.reel", "-o", folder / "b.reel", "--force"}).code ==
          0);
    CHECK(run_tickreel({"diff", folder / "b.reel", packed}).code == 0);
    CHECK(folder.names() == std::vector<std::string>{"a.reel", "b.reel", "packed.reel"});
}

TEST_CASE("optimize of a damaged recording says what is missing and does not replace it") {
    const Folder folder;
    write_sample(folder / "a.reel");
    std::string bytes = read_file(folder / "a.reel");
    bytes.resize(bytes.size() * 2 / 3);
    write_file(folder / "broken.reel", bytes);
    const Ran ran =
        run_tickreel({"optimize", folder / "broken.reel", "-o", folder / "broken.reel", "-f"});
    CHECK(ran.code == 1);
    CHECK_THAT(ran.err, contains("is damaged and is not replaced; 'tickreel recover' it first"));
    CHECK(folder.names() == std::vector<std::string>{"a.reel", "broken.reel"});
    CHECK(read_file(folder / "broken.reel") == bytes);
    CHECK(run_tickreel({"optimize", folder / "broken.reel", "-o", folder / "out.reel"}).code == 3);
}
