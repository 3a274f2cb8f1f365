// What a clip holds: its minutes, all maps that were played in them, and what is missing.
#include "recorder/recording/clip_files.h"

#include "tests/catch.h"
#include "tests/recorder/recording/clip_stage.h"

using namespace tickreel;
using std::chrono::seconds;
using tickreel_test::Match;

TEST_CASE("without a wish the last minutes are written when the connection ends", "[recording]") {
    Match match({seconds(80), seconds(10), {}});
    match.play(0, 1000);
    CHECK(match.disks.empty());
    REQUIRE(match.files.finish().ok());
    CHECK(match.files.finish().ok());
    REQUIRE(match.disks.size() == 1);
    const auto [first, last] = match.span(0);
    CHECK(last == 999);
    CHECK(first <= 999 - 80);
    CHECK(first >= 999 - 101);  // and the part being filled
    CHECK(match.files.files()[0].snapshots == static_cast<std::uint64_t>(last - first + 1));
}

TEST_CASE("a clip holds all maps that were played in its minutes", "[recording]") {
    Match match({seconds(80), seconds(0), {}}, seconds(2));
    match.play(0, 20);
    match.next_map("bridge");
    match.play(5, 25);  // ticks begin again
    match.next_map("bridge");
    match.next_map("castle");
    match.play(0, 10);
    REQUIRE(match.files.finish().ok());
    CHECK(match.problems.empty());
    REQUIRE(match.disks.size() == 1);
    CHECK(match.files.files().at(0).snapshots == 50);
    CHECK(Match::maps(*match.open(0)) == "arena 0..19 bridge 5..24 castle 0..9");
    CHECK(match.open(0)->finished());
}

TEST_CASE("with --split map a clip is a file of each map", "[recording]") {
    Match match({seconds(80), seconds(0), {}}, seconds(2), true);
    match.files.add_attachment({"maps/arena.map", "", Bytes(10, 1)});
    match.play(0, 20);
    match.next_map("bridge");
    match.files.add_attachment({"maps/bridge.map", "", Bytes(10, 2)});
    match.files.add_gap({1, 200, 250, "lost"});
    match.play(5, 25);
    match.next_map("arena");  // which the client has
    match.play(30, 31);
    REQUIRE(match.files.finish().ok());
    REQUIRE(match.disks.size() == 3);
    CHECK(Match::maps(*match.open(0)) == "arena 0..19");
    CHECK(Match::maps(*match.open(1)) == "bridge 5..24");
    CHECK(Match::maps(*match.open(2)) == "arena 30..30");
    for (std::size_t file = 0; file < 3; ++file) {
        CHECK(match.files.files().at(file).path == "clip" + std::to_string(file + 1));
        REQUIRE(match.open(file)->attachments().size() == 1);
        CHECK(match.open(file)->attachments()[0].name ==
              (file == 1 ? "maps/bridge.map" : "maps/arena.map"));
        CHECK(match.open(file)->gaps().size() == (file == 1 ? 1U : 0U));
    }
}

TEST_CASE("a clip is extended over a change of the map", "[recording]") {
    Match match({seconds(40), seconds(10), {{"chat", ""}}});
    match.play(0, 70, 55, "one");  // written up to second 65
    REQUIRE(match.disks.size() == 1);
    match.next_map("bridge");
    match.play(70, 95, 75, "two");
    REQUIRE(match.files.finish().ok());
    REQUIRE(match.disks.size() == 1);
    CHECK_THAT(Match::maps(*match.open(0)), tickreel_test::contains("..69 bridge 70..85"));
}

TEST_CASE("what the recorder lost is a gap of the clip that says why", "[recording]") {
    Match match({seconds(80), seconds(0), {}});
    const auto larger =
        GENERATE(as<std::size_t>{}, 1, 1000);  // both clips in one file, or one in each
    match.row.resize(larger);
    match.play(0, 10);
    match.play(12, 20);  // lost on the way, which nobody says
    match.files.report_loss("the recorder was started again", seconds(1025), seconds(1019));
    match.play(26, 30);
    match.files.save();
    match.files.report_loss("overloaded", seconds(1032), {});
    match.play(33, 40);
    REQUIRE(match.files.finish().ok());
    CHECK(match.problems.empty());
    const auto gaps_of = [&match](std::size_t disk) {
        const auto reel = match.open(disk);
        return std::vector<Gap>(reel->gaps().begin(), reel->gaps().end());
    };
    const Gap before{0, 1000, 1300, "the recorder was started again"};
    const Gap between{0, 1500, 1650, "overloaded"};
    if (larger == 1) {
        REQUIRE(match.disks.size() == 1);
        CHECK(gaps_of(0) == std::vector<Gap>{before, between});
        return;
    }
    REQUIRE(match.disks.size() == 2);
    CHECK(gaps_of(0) == std::vector<Gap>{before});
    CHECK(gaps_of(1) == std::vector<Gap>{between});  // before its first snapshot
}

TEST_CASE("a clip says what the end of a map lacks, and not of the next one", "[recording]") {
    for (const bool by_map : {false, true}) {
        Match match({seconds(80), seconds(0), {}}, seconds(2), by_map);
        match.play(0, 20);
        match.files.report_loss("lost", seconds(1035), seconds(1019));
        match.next_map("bridge");
        for (const int second : {6, 8, 9, 10}) {  // it began at 1030; one was not sent
            Frame frame;
            frame.segment = 1;
            frame.tick = second * 50;
            frame.time = seconds(1030 + second);
            match.files.add_frame(frame);
        }
        REQUIRE(match.files.finish().ok());
        REQUIRE(match.disks.size() == (by_map ? 2 : 1));
        const auto reel = match.open(0);
        REQUIRE(reel->gaps().size() == 1);
        CHECK(reel->gaps()[0] == Gap{0, 1000, 1500, "lost, and the map changed meanwhile"});
        if (by_map) CHECK(match.open(1)->gaps().empty());
    }
}

TEST_CASE("a clip of a map has what the decoder said its end lacks", "[recording]") {
    Match match({seconds(80), seconds(0), {}}, seconds(2), true);
    match.play(0, 20);
    match.files.add_gap({0, 1000, 1200, "no base"});
    match.next_map("bridge");
    match.play(5, 25);
    REQUIRE(match.files.finish().ok());
    REQUIRE(match.disks.size() == 2);
    const auto reel = match.open(0);
    REQUIRE(reel->gaps().size() == 1);
    CHECK(reel->gaps()[0] == Gap{0, 1000, 1200, "no base"});
}
