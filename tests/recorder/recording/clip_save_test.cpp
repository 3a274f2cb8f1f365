// Clips that a person saves, and markers in them.
#include <filesystem>

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
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
    match.row.resize(1000);  // so that another file's names of types are little beside it
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

TEST_CASE("a clip that is small beside its map goes on in the file of the last one",
          "[recording]") {
    const tickreel_test::Folder folder;
    Match match({seconds(10), seconds(5), {{"chat", ""}}});
    match.folder = folder / ".";
    match.row.resize(1000);
    Bytes map(100'000);
    for (Byte& byte : map) byte = static_cast<Byte>(match.random());
    match.files.add_attachment({"maps/arena.map", "", map});
    match.play(0, 3);
    const SavedClip first = match.files.save();
    REQUIRE(first.paths.size() == 1);
    const std::string path = first.paths[0];
    const auto open = [](const std::string& file) {
        auto reel = ReelReader::open(*open_file(file));
        REQUIRE(reel.ok());
        return *std::move(reel);
    };
    CHECK(first.waits.empty());
    CHECK_FALSE(match.files.open());
    CHECK(open(path)->finished());
    match.play(3, 4);
    const SavedClip second = match.files.save();  // too soon for a chunk of its own
    CHECK(second.paths == first.paths);
    CHECK_THAT(second.waits, tickreel_test::contains("it is finished in 1 s"));
    match.play(4, 40);
    CHECK(open(path)->finished());
    CHECK(open(path)->statistics()->snapshots == 5);
    SECTION("what lies between them is a gap") {
        CHECK(match.files.save().paths == first.paths);
        CHECK(open(path)->finished());
        REQUIRE(open(path)->gaps().size() == 1);
        const Gap gap = open(path)->gaps()[0];
        CHECK(gap.from == 250);
        CHECK(gap.to >= 50 * 20);
        CHECK(gap.reason == "nobody asked for a clip of it");
        CHECK(open(path)->statistics()->snapshots ==
              5 + 40 - static_cast<std::uint64_t>(gap.to) / 50);
        REQUIRE(match.files.finish().ok());
        CHECK(match.files.snapshots_written().all == open(path)->statistics()->snapshots);
    }
    SECTION("not if somebody has moved it") {
        std::filesystem::rename(path, folder / "mine");
        const SavedClip third = match.files.save();
        REQUIRE(third.paths.size() == 1);
        CHECK(third.paths != first.paths);
        CHECK(open(third.paths[0])->finished());
        CHECK(open(folder / "mine")->statistics()->snapshots == 5);
        std::filesystem::rename(third.paths[0], folder / "mine too");
        REQUIRE(match.files.finish().ok());
        CHECK(match.files.snapshots_lost() == 0);
    }
    CHECK(match.problems.empty());
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
