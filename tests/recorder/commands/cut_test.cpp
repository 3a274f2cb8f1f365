#include <algorithm>

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel_test;
using namespace tickreel;

namespace {

// Empty snapshots at these ticks.
void write_ticks(const std::string& path, const std::vector<Tick>& ticks) {
    auto file = create_file(path, IfExists::Replace);
    REQUIRE(file);
    RecordingInfo about;
    about.game = "sample";
    ReelWriter writer(std::move(*file), about);
    writer.begin_segment({"dm1", "", ""});
    for (const Tick tick : ticks) {
        Frame frame;
        frame.tick = tick;
        frame.time = std::chrono::milliseconds(20 * tick);
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish());
}

// First tick, last tick and number of snapshots.
std::string span_of(const std::string& reel) {
    const std::string info = run_tickreel({"info", reel, "--format", "ndjson"}).out;
    const auto value = [&](const std::string& key) {
        const std::size_t at = info.find('"' + key + "\":") + key.size() + 3;
        return info.substr(at, info.find(',', at) - at);
    };
    return value("tick_first") + ' ' + value("tick_last") + ' ' + value("snapshots");
}

std::string cut(const Folder& folder, const std::string& option, const std::string& range) {
    const Ran ran = run_tickreel(
        {"cut", folder / "a.reel", option, range, "-o", folder / "part.reel", "--force"});
    REQUIRE(ran.code == 0);
    return span_of(folder / "part.reel");
}

}  // namespace

TEST_CASE("cut takes a half-open range") {
    const Folder folder;
    write_sample(folder / "a.reel");
    CHECK(cut(folder, "--ticks", "104..110") == "\"104\" \"108\" 3");
    CHECK(cut(folder, "--ticks", "105..111") == "\"106\" \"110\" 3");
    CHECK(cut(folder, "--ticks", "130..") == "\"130\" \"138\" 5");
    CHECK(cut(folder, "--ticks", "..104") == "\"100\" \"102\" 2");
    CHECK(cut(folder, "--time", "0:00.08..0:00.20") == "\"104\" \"108\" 3");
    CHECK(cut(folder, "--time", "0.08..0:00.20") == "\"104\" \"108\" 3");
    CHECK(cut(folder, "--time", "0..1") == "\"100\" \"138\" 19");
    CHECK(cut(folder, "--time", "0..0:00.76") == "\"100\" \"136\" 18");
    CHECK(cut(folder, "--ticks", "0%..100%") == "\"100\" \"138\" 19");
    CHECK(cut(folder, "--ticks", "100..s0:999") == "\"100\" \"138\" 19");
    CHECK(cut(folder, "--ticks", "100..138") == "\"100\" \"136\" 18");
    CHECK(cut(folder, "--markers", "start..end") == "\"104\" \"108\" 3");
    CHECK(cut(folder, "--markers", "1..2") == "\"104\" \"108\" 3");
    CHECK(cut(folder, "--markers", "end..") == "\"110\" \"138\" 14");
}

TEST_CASE("a cut keeps items, events, markers, attachments and its own start") {
    const Folder folder;
    write_sample(folder / "a.reel");
    cut(folder, "--ticks", "104..110");
    const std::string part = folder / "part.reel";
    CHECK(run_tickreel({"diff", folder / "a.reel", part, "--common-ticks"}).code == 0);
    CHECK_THAT(run_tickreel({"list", part, "events"}).out, contains("Chat"));
    const std::string markers = run_tickreel({"list", part, "markers"}).out;
    CHECK_THAT(markers, contains("start"));
    CHECK_THAT(markers, !contains("end"));
    CHECK_THAT(run_tickreel({"list", part, "attachments"}).out, contains("maps/dm1.map"));
    CHECK_THAT(run_tickreel({"info", part}).out, contains("start:       2026-08-22T18:03:11.200Z"));
    CHECK(run_tickreel({"verify", part}).code == 0);
}

TEST_CASE("a marker beside the snapshots of a cut is in every copy of it") {
    const Folder folder;
    write_sample(folder / "a.reel");  // a snapshot every second tick
    for (const char* at : {"113", "121"})
        CHECK(run_tickreel({"mark", folder / "a.reel", "--tick", at, "--text", at}).code == 0);
    CHECK(cut(folder, "--ticks", "113..122") == "\"114\" \"120\" 4");
    const std::string part = folder / "part.reel";
    const std::string markers = run_tickreel({"list", part, "markers"}).out;
    CHECK_THAT(markers, contains("113") && contains("121"));
    const std::string copy = folder / "copy.reel";
    for (const auto& words : std::vector<std::vector<std::string>>{
             {"optimize"}, {"recover"}, {"cut", "--ticks", "0%..100%"}}) {
        INFO(words[0]);
        std::vector<std::string> all{words[0], part, "-o", copy, "-f"};
        all.insert(all.end(), words.begin() + 1, words.end());
        CHECK(run_tickreel(all).code == 0);
        CHECK(run_tickreel({"list", copy, "markers"}).out == markers);
    }
    CHECK(run_tickreel({"redact", part, "-o", copy, "-f"}).code == 0);
    CHECK_THAT(run_tickreel({"list", copy, "markers"}).out, contains("113") && contains("121"));
}

TEST_CASE("a cut up to the first snapshot of a segment has nothing of that segment") {
    const Folder folder;
    SampleOptions options;
    options.segments = 2;
    options.segment_step = 1000;
    write_sample(folder / "a.reel", options);
    for (const char* range : {"s0:130..s1:1100", "s0:130..s1:1000", "s0:130..s1:0"}) {
        CHECK(cut(folder, "--ticks", range) == "\"130\" \"138\" 5");
        CHECK_THAT(run_tickreel({"info", folder / "part.reel"}).out, !contains("s1"));
    }
    CHECK(cut(folder, "--ticks", "s0:130..s1:1101") == "\"130\" \"1100\" 6");
    CHECK_THAT(run_tickreel({"info", folder / "part.reel"}).out, contains("s1 1 100..1 100"));
}

TEST_CASE("a cut keeps of a gap what lies within it") {
    const Folder folder;
    SampleOptions options;
    options.segments = 2;
    options.segment_step = 1000;
    options.gap_after = 500;
    write_sample(folder / "a.reel", options);
    const auto gaps_of = [&](const std::string& range) {
        cut(folder, "--ticks", range);
        const std::string text = run_tickreel({"verify", "--explain", folder / "part.reel"}).out;
        std::string gaps;
        for (std::size_t at = 0; (at = text.find("gap: ticks ", at)) != std::string::npos;) {
            at += 11;
            gaps += text.substr(at, text.find(": ", at) - at) + ' ';
        }
        return gaps;
    };
    CHECK(gaps_of("s0:100..s0:200") == "124..125 140..199 ");
    CHECK(gaps_of("s0:125..s0:140") == "125..125 ");
    CHECK(gaps_of("s0:130..s1:1125") == "s0:140..639 s1:1124..1124 ");
    CHECK(gaps_of("s1:1130..s1:1200") == "1140..1199 ");
    CHECK(gaps_of("s1:1130..s1:9999") == "1140..1639 ");
}

TEST_CASE("a part has the gaps that the whole has there, not those that it would show alone") {
    const Folder folder;
    // By the whole, whose usual step is 2, all steps of 4 are gaps.
    std::vector<Tick> often;
    for (Tick tick = 100; tick < 140; tick += 4) often.push_back(tick);
    for (Tick tick = 140; tick < 400; tick += 2) often.push_back(tick);
    write_ticks(folder / "often.reel", often);
    // The other way round: by the whole, whose usual step is 4, no step of 4 is one.
    std::vector<Tick> seldom;
    for (Tick tick = 100; tick < 400; tick += 4) seldom.push_back(tick);
    for (const Tick tick : {402, 404, 406, 410, 412, 414}) seldom.push_back(tick);
    write_ticks(folder / "seldom.reel", seldom);
    const std::string part = folder / "part.reel";
    const std::string five =
        R"([["102","104"],["106","108"],["110","112"],["114","116"],["118","120"]])";
    const auto gaps_of = [&](const std::string& reel) {
        const std::string text = run_tickreel({"verify", reel, "--format", "ndjson"}).out;
        const std::size_t at = text.find("\"gaps\":") + 7;
        return text.substr(at, text.find(",\"unreadable", at) - at);
    };
    const auto cut_gaps = [&](const char* reel, const std::string& ticks) {
        const Ran ran = run_tickreel({"cut", folder / reel, "--ticks", ticks, "-o", part, "-f"});
        CHECK(ran.code == 0);
        CHECK_THAT(ran.err, !contains("alone"));
        const std::string gaps = gaps_of(part);
        const auto count = std::count(gaps.begin(), gaps.end(), '[') - 1;
        CHECK_THAT(run_tickreel({"info", part, "--format", "ndjson"}).out,
                   contains("\"gaps\":" + std::to_string(count) + ","));
        return gaps;
    };
    CHECK(cut_gaps("often.reel", "100..120") == five);
    CHECK(cut_gaps("often.reel", "200..300") == "[]");
    CHECK(cut_gaps("seldom.reel", "402..416") == "[]");
    // A part of a part knows it too.
    REQUIRE(run_tickreel(
                {"cut", folder / "often.reel", "--ticks", "100..130", "-o", folder / "first.reel"})
                .code == 0);
    CHECK(cut_gaps("first.reel", "100..120") == five);
    // And so does what it is merged into, where other recordings do not.
    CHECK(cut_gaps("seldom.reel", "402..416") == "[]");
    const auto count = [](const std::string& reel) {
        const std::string info = run_tickreel({"info", reel, "--format", "ndjson"}).out;
        const std::size_t at = info.find("\"gaps\":");
        return info.substr(at, info.find(',', at) - at);
    };
    const std::string both = folder / "both.reel";
    REQUIRE(run_tickreel({"merge", part, folder / "often.reel", "-o", both}).code == 0);
    CHECK(count(folder / "often.reel") == "\"gaps\":10");
    CHECK(count(both) == "\"gaps\":10");
}

TEST_CASE("a cut of nothing is an error and leaves nothing") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const std::string out = folder / "part.reel";
    const Ran between = run_tickreel({"cut", folder / "a.reel", "--ticks", "101..102", "-o", out});
    CHECK(between.code == 1);
    CHECK_THAT(between.err, contains("has no snapshot in '101..102'"));
    CHECK(run_tickreel({"cut", folder / "a.reel", "--ticks", "110..104", "-o", out}).code == 1);
    CHECK(run_tickreel({"cut", folder / "a.reel", "--markers", "end..start", "-o", out}).code == 1);
    CHECK(run_tickreel({"cut", folder / "a.reel", "--markers", "start..nowhere", "-o", out}).code ==
          1);
    CHECK(folder.names() == std::vector<std::string>{"a.reel"});
    CHECK(run_tickreel({"cut", folder / "a.reel", "-o", out}).code == 2);
    CHECK(run_tickreel({"cut", folder / "a.reel", "--ticks", "1..2", "--time", "1..2", "-o", out})
              .code == 2);
}
