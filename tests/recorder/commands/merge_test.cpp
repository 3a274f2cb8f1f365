#include <algorithm>

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/file.h"
#include "tickreel/model/named_later.h"
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
    // What is lost in one is concluded from all of it, and from nothing of another.
    CHECK_THAT(merged(traffic, sample("more.reel", "")), contains("long_steps:  paused\n"));
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

TEST_CASE("merge keeps what the server calls the match only where all have the same") {
    const Folder folder;
    const auto write = [&](const std::string& name, const std::string& match) {
        tickreel::RecordingInfo info{"sample", 50, {}, {{"game_uuid", match}, {"server", "one"}}};
        tickreel::ReelWriter writer(
            *tickreel::create_file(folder / name, tickreel::IfExists::Replace), info);
        tickreel::ItemType type;
        type.name = "Thing";
        writer.add_type(type);
        writer.begin_segment({"dm1", "", ""});
        tickreel::Frame frame;
        frame.tick = 100;
        writer.add_frame(frame);
        REQUIRE(writer.finish().ok());
    };
    write("a.reel", "a1");
    write("b.reel", "a1");
    write("c.reel", "c3");
    for (const char* other : {"b.reel", "c.reel"}) {
        const std::string merged = folder / (std::string("merged_") + other);
        CHECK(run_tickreel({"merge", "-q", folder / "a.reel", folder / other, "-o", merged}).code ==
              0);
        const std::string out = run_tickreel({"info", merged}).out;
        CHECK_THAT(out, contains("server:"));
        CHECK((out.find("game_uuid:") != std::string::npos) == (other[0] == 'b'));
    }
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
