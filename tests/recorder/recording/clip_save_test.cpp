// Clips that a person saves, and markers in them.
#include "tests/catch.h"
#include "tests/recorder/recording/clip_stage.h"

using namespace tickreel;
using std::chrono::seconds;
using tickreel_test::Match;
using tickreel_test::texts;

TEST_CASE("a marker is in the clip once, however often the clip is extended", "[recording]") {
    Match match({seconds(80), seconds(0), {}});
    match.play(0, 20);
    match.files.mark("one");
    match.files.save();
    match.files.mark("two");  // at the snapshot that is in the clip
    match.files.save();
    match.play(20, 30);
    match.files.mark("three");
    REQUIRE(match.files.finish().ok());
    std::vector<std::string> all;
    for (std::size_t disk = 0; disk < match.disks.size(); ++disk)
        for (const std::string& text : texts(match.open(disk)->markers())) all.push_back(text);
    CHECK(all == std::vector<std::string>{"one", "two", "three"});
}

TEST_CASE("a clip that a person saves is finished at once", "[recording]") {
    Match match({seconds(80), seconds(10), {{"chat", ""}}});
    CHECK_THAT(match.files.save().problem, tickreel_test::contains("no snapshot has come yet"));
    match.play(0, 30);
    const SavedClip first = match.files.save();
    CHECK(first.paths == std::vector<std::string>{"clip1"});
    CHECK(first.waits.empty());
    CHECK(match.span(0) == std::pair<Tick, Tick>(0, 29));  // span() asks whether it is finished
    CHECK(match.files.save().paths == first.paths);        // nothing has come since
    match.play(30, 40);
    CHECK(match.files.save().paths == std::vector<std::string>{"clip2"});
    CHECK(match.span(1) == std::pair<Tick, Tick>(30, 39));
    REQUIRE(match.disks.size() == 2);
}

TEST_CASE("a clip that is saved while an event makes it grow is finished after the event",
          "[recording]") {
    Match match({seconds(80), seconds(10), {{"chat", ""}}});
    match.play(0, 23, 20, "!clip");
    const SavedClip clip = match.files.save();
    CHECK(clip.paths == std::vector<std::string>{"clip1"});
    CHECK_THAT(clip.waits, tickreel_test::contains("it is finished in 8 s"));
    CHECK_FALSE(match.open(0)->finished());
    match.play(23, 40);
    CHECK(match.span(0) == std::pair<Tick, Tick>(0, 30));
    REQUIRE(match.files.finish().ok());
    REQUIRE(match.disks.size() == 1);
}

TEST_CASE("a clip that is saved on a full disk is finished when it could be written",
          "[recording]") {
    Match match({seconds(80), seconds(10), {{"chat", ""}}}, seconds(2));
    match.play(0, 20);
    match.limit = 200;
    const SavedClip clip = match.files.save();
    CHECK(clip.paths.empty());
    CHECK_THAT(clip.waits, tickreel_test::contains("as soon as a file can be"));
    match.limit = ~std::size_t{0};
    match.play(20, 25);
    CHECK(match.span(match.disks.size() - 1).first == 0);
}
