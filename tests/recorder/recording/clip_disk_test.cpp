// Clips that find no room on the disk.
#include <sys/stat.h>

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/recording/clip_stage.h"

using namespace tickreel;
using std::chrono::seconds;
using tickreel_test::Match;

TEST_CASE("a clip that found no room is written when there is some", "[recording]") {
    Match match({seconds(40), seconds(5), {{"chat", "!clip"}}}, seconds(2));
    match.limit = 200;
    match.play(0, 80, 50, "!clip");
    CHECK_FALSE(match.files.failed());
    CHECK(match.problems.size() == 1);
    match.limit = ~std::size_t{0};
    match.play(80, 100);
    REQUIRE(match.files.finish().ok());
    const auto [first, last] = match.span(match.disks.size() - 1);
    CHECK(first <= 45);
    CHECK(last >= 80);
    CHECK(last <= 82);
    CHECK(!match.files.files().front().error.empty());
    CHECK(match.files.files().back().error.empty());
    REQUIRE(match.problems.size() == 2);
    CHECK_THAT(match.problems[0], tickreel_test::contains("as soon as a file can be"));
    CHECK_THAT(match.problems[1], tickreel_test::contains("the clip is in clip"));
}

TEST_CASE("a clip goes on in another file where a full disk ended it", "[recording]") {
    Match match({seconds(90), seconds(0), {}}, seconds(2));
    match.play(0, 20);
    match.next_map("bridge");
    match.play(0, 60);
    match.limit = 3000;
    match.files.save();
    CHECK(match.files.outage().has_value());
    match.limit = ~std::size_t{0};
    match.play(60, 70);
    REQUIRE(match.files.finish().ok());
    CHECK(match.files.snapshots_lost() == 0);
    std::uint64_t snapshots = 0;
    for (const RecordedFile& file : match.files.files()) snapshots += file.snapshots;
    CHECK(snapshots == 90);
    CHECK_THAT(Match::maps(*match.open(0)), tickreel_test::contains("arena 0..19 bridge 0.."));
    CHECK_THAT(Match::maps(*match.open(match.disks.size() - 1)), tickreel_test::contains("..69"));
}

TEST_CASE("a file without a snapshot does not stay, and what no file took is counted",
          "[recording]") {
    const tickreel_test::Folder folder;
    std::size_t made = 0;
    const FileMaker maker = [&](const FileNameFields&) -> Result<NewFile> {
        const std::string path = folder / (std::to_string(++made) + ".reel");
        REQUIRE(::mkfifo(path.c_str(), 0600) == 0);  // what is written goes to the disk below
        auto disk = std::make_shared<toy::Disk>();
        disk->limit = 200;
        return NewFile{path, toy::sink_on(disk)};
    };
    RecordingOptions options = Match::with({seconds(10), seconds(0), {}}, seconds(2), false);
    ClipFiles files(toy::game(), options, maker, ignore_problems);
    const TypeId type = files.add_type({.name = "Tank", .fields = {{.name = "x"}}});
    files.begin_segment({"arena", "", ""});
    const auto play = [&](int from, int to) {
        for (int second = from; second < to; ++second) {
            Frame frame;
            frame.tick = second * 50;
            frame.time = seconds(1000 + second);
            SnapshotBuilder builder;
            const Word x = second;
            builder.set({type, 1}, Row(&x, 1));
            frame.snapshot = builder.build();
            files.add_frame(frame);
        }
    };
    play(0, 10);
    files.save();
    play(10, 40);
    REQUIRE(files.outage().has_value());
    CHECK(files.outage()->snapshots_lost == files.snapshots_lost());
    CHECK(files.snapshots_lost() > 20);  // the ring goes on without them
    CHECK(files.finish().ok());          // the error is the file's
    CHECK(made > 10);
    CHECK(folder.names().empty());
    CHECK(files.snapshots_lost() == 40);
    REQUIRE(files.files().size() == 1);
    CHECK(files.files()[0].path.empty());
    CHECK_THAT(files.files()[0].error, tickreel_test::contains("no space left"));
}
