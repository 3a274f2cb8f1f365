// Markers of a connection that is recorded.

#include "tests/recorder/recording/reel_files_stage.h"

using namespace tickreel;
using namespace tickreel_test;

TEST_CASE("a marker is where it was set, or says when, or that it was not kept", "[recording]") {
    PlayedDesk desk;
    CHECK(desk.connection.mark("too early").moment.tick == kNoTick);
    desk.feed(toy::segment('a'));
    desk.play(100);
    const PlacedMarker good = desk.connection.mark("good");
    CHECK(good.moment == Moment{0, 98});
    CHECK(good.path == "part1");
    REQUIRE(desk.open(0)->markers().size() == 1);  // on the disk already
    CHECK(desk.open(0)->markers()[0].moment == Moment{0, 98});

    desk.disks[0]->limit = desk.disks[0]->bytes.size();
    desk.limit = 0;
    desk.play(104);
    // That the disk is full is noticed by it.
    const PlacedMarker first = desk.connection.mark("look");
    CHECK(first.path.empty());
    CHECK_THAT(first.problem, tickreel_test::contains("no space left"));
    desk.play(300);
    const PlacedMarker second = desk.connection.mark("");
    CHECK(second.moment == Moment{0, 298});
    CHECK(second.path.empty());
    desk.limit = ~std::size_t{0};
    desk.play(600);
    const auto reader = desk.open(desk.disks.size() - 1);
    REQUIRE(reader->markers().size() == 2);
    const Moment begin = reader->timeline().first();
    CHECK(begin.tick > 298);
    CHECK(reader->markers()[0].moment == begin);
    CHECK_THAT(reader->markers()[0].text,
               tickreel_test::contains("look (set at tick 102, 1970-01-01T00:00:03Z, when"));
    CHECK_THAT(reader->markers()[1].text, tickreel_test::contains("(set at tick 298, "));

    desk.disks.back()->limit = 0;
    desk.limit = 0;
    desk.play(800);
    CHECK(desk.connection.mark("lost").path.empty());
    CHECK_FALSE(desk.connection.finish().ok());
    CHECK_THAT(desk.problems.back(), tickreel_test::contains("a marker was not kept: lost"));
}

TEST_CASE("a marker of a file for each map has the segment of that file", "[recording]") {
    RecordingOptions options = PlayedDesk::options();
    options.split_by_map = true;
    Desk desk(options);
    desk.feed(toy::segment('a'));
    desk.feed(toy::frame(2, 1));
    desk.feed(toy::segment('b'));
    desk.feed(toy::frame(4, 2));
    const PlacedMarker placed = desk.connection.mark("here");
    CHECK(placed.moment == Moment{0, 4});
    CHECK(placed.path == "part2");
    REQUIRE(desk.open(1)->markers().size() == 1);
    CHECK(desk.open(1)->markers()[0].moment == placed.moment);
}
