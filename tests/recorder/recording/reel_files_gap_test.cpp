// What a connection's files say of snapshots that they lack.

#include <algorithm>

#include "tests/recorder/recording/reel_files_stage.h"
#include "tickreel/base/concat.h"
#include "tickreel/reel/gap_list.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;
using namespace tickreel_test;

TEST_CASE("what is lost without any file that could say so is told when it ends", "[recording]") {
    int files = 0;
    const auto disk = std::make_shared<toy::Disk>();
    for (const bool frame : {false, true}) {
        ReelFiles recording(
            toy::game(), {},
            [&](const FileNameFields&) -> Result<NewFile> {
                ++files;
                return NewFile{"a", toy::sink_on(disk)};
            },
            ignore_problems);
        recording.begin_segment({"m", "", ""});
        recording.add_gap({0, 10, 21, "no base (6 snapshots in a row)"});
        Frame sent;
        sent.tick = 22;
        if (frame) recording.add_frame(sent);
        CHECK(recording.finish().ok());
        CHECK(files == (frame ? 1 : 0));
        CHECK(recording.gaps_nowhere() ==
              (frame ? "" : "ticks 10..20 of map m (no base (6 snapshots in a row))"));
    }
}

// Whoever watches a bad line by `ctl clients` sees them as `info` does.
TEST_CASE("gaps that are concluded from what did not come are counted while it is recorded",
          "[recording]") {
    Desk desk;
    desk.feed(toy::segment('a'));
    const auto counted = [&] { return desk.connection.files().back().gaps; };
    for (Tick tick = 0; tick < 400; tick += 2) desk.feed(toy::frame(tick, 1));
    CHECK(counted() == 0);
    for (Tick tick = 400; tick < 1000; tick += 2)
        if (tick % 100 != 0) desk.feed(toy::frame(tick, 1));
    const std::uint64_t before = counted();
    CHECK(before >= 5);
    REQUIRE(desk.connection.finish().ok());
    CHECK(before == desk.open(0)->statistics()->gaps.size());
}

TEST_CASE("what the recorder lost is a gap with its reason", "[recording]") {
    Desk desk;
    desk.feed(toy::segment('a'));
    for (Tick tick = 0; tick < 20; tick += 2) desk.feed(toy::frame(tick, 1));
    desk.connection.report_loss(17);
    for (Tick tick = 50; tick < 60; tick += 2) desk.feed(toy::frame(tick, 1));
    desk.connection.report_loss(1);  // no snapshot in it: no gap
    for (Tick tick = 60; tick < 80; tick += 2) desk.feed(toy::frame(tick, 1));
    for (Tick tick = 90; tick < 92; tick += 2) desk.feed(toy::frame(tick, 1));  // not lost by us
    REQUIRE(desk.connection.finish().ok());
    const auto statistics = desk.open(0)->statistics();
    REQUIRE(statistics.ok());
    REQUIRE(statistics->gaps.size() == 2);
    CHECK(statistics->gaps[0].from == 20);
    CHECK(statistics->gaps[0].to == 50);
    CHECK_THAT(statistics->gaps[0].reason, tickreel_test::contains("17 datagrams"));
    CHECK_THAT(statistics->gaps[1].reason, !tickreel_test::contains("datagrams"));
    CHECK(desk.connection.files()[0].gaps == 2);
}

// As from a decoder that waits for what may have been overtaken.
TEST_CASE("of two losses that are told before their holes come each is a gap", "[recording]") {
    const auto disk = std::make_shared<toy::Disk>();
    ReelFiles files = on_one_disk(disk);
    const auto play = [&](Tick from, Tick to) {
        for (Tick tick = from; tick < to; tick += 2) {
            Frame frame;
            frame.tick = tick;
            frame.time = std::chrono::milliseconds(20 * tick);
            files.add_frame(frame);
        }
    };
    files.begin_segment({"a", "", ""});
    play(0, 20);
    files.report_loss("the first", std::chrono::milliseconds(20 * 30));
    files.report_loss("the second", std::chrono::milliseconds(20 * 50));
    play(30, 40);
    play(50, 60);
    play(70, 80);  // not lost by us
    REQUIRE(files.finish().ok());
    const auto reel = ReelReader::open(memory_source(disk->bytes));
    REQUIRE(reel.ok());
    const auto& gaps = (*reel)->gaps();
    REQUIRE(gaps.size() == 2);
    CHECK(gaps[0] == Gap{0, 20, 30, "the first"});
    CHECK(gaps[1] == Gap{0, 40, 50, "the second"});
}

// All that came is known: the server sent nothing in between, or the way lost it.
TEST_CASE("what follows a killed recorder's file is no gap by the restart", "[recording]") {
    const auto disk = std::make_shared<toy::Disk>();
    ReelFiles files = on_one_disk(disk);
    files.begin_segment({"a", "", ""});
    files.follow({0, 20}, std::chrono::milliseconds(20 * 20), 2);
    for (const Tick tick : {24, 26, 40, 42}) {
        if (tick == 40) files.report_loss("started again", std::chrono::milliseconds(20 * 39));
        Frame frame;
        frame.tick = tick;
        frame.time = std::chrono::milliseconds(20 * tick);
        files.add_frame(frame);
    }
    REQUIRE(files.finish().ok());
    const auto reel = ReelReader::open(memory_source(disk->bytes));
    REQUIRE(reel.ok());
    REQUIRE((*reel)->gaps().size() == 1);
    CHECK((*reel)->gaps()[0] == Gap{0, 28, 40, "started again"});
}

TEST_CASE("what the way lost shortly before a restart is no gap by it", "[recording]") {
    for (const bool set_back : {false, true}) {
        const auto disk = std::make_shared<toy::Disk>();
        ReelFiles files = on_one_disk(disk);
        files.begin_segment({"a", "", ""});
        const auto time = [&](Tick tick) {
            return std::chrono::seconds(set_back && tick >= 40 ? 1000 : 2000) +
                   std::chrono::milliseconds(20 * tick);
        };
        for (const Tick tick : {20, 22, 28, 30, 40, 42}) {
            // The decoder holds back what came before.
            if (tick == 28) files.report_loss("started again", time(40), time(30));
            Frame frame;
            frame.tick = tick;
            frame.time = time(tick);
            files.add_frame(frame);
        }
        REQUIRE(files.finish().ok());
        const auto reel = ReelReader::open(memory_source(disk->bytes));
        REQUIRE(reel.ok());
        const auto& gaps = (*reel)->gaps();
        REQUIRE(gaps.size() == 1);
        CHECK(gaps[0] == Gap{0, 32, 40, "started again"});
    }
}

TEST_CASE("a loss after the very first snapshot is a gap too", "[recording]") {
    for (const Tick second : {2, 20}) {
        Desk desk;
        desk.feed(toy::segment('a'));
        desk.feed(toy::frame(0, 1));
        desk.connection.report_loss(17);
        for (Tick tick = second; tick < 40; tick += 2) desk.feed(toy::frame(tick, 1));
        REQUIRE(desk.connection.finish().ok());
        const auto statistics = desk.open(0)->statistics();
        REQUIRE(statistics.ok());
        REQUIRE(statistics->gaps.size() == (second > 2 ? 1 : 0));
        CHECK(desk.connection.files()[0].gaps == statistics->gaps.size());
        if (statistics->gaps.empty()) continue;
        CHECK(statistics->gaps[0].from == 2);
        CHECK(statistics->gaps[0].to == 20);
        CHECK_THAT(statistics->gaps[0].reason, tickreel_test::contains("17 datagrams"));
    }
}

TEST_CASE("what is lost of a map that began on a full disk is a gap", "[recording]") {
    PlayedDesk desk;
    desk.feed(toy::segment('a'));
    desk.play(100);
    desk.disks[0]->limit = desk.disks[0]->bytes.size();
    desk.limit = 0;
    desk.play(200);
    desk.feed(toy::segment('b'));
    desk.play(300);
    desk.feed(toy::segment('c'));
    desk.play(400);
    desk.limit = ~std::size_t{0};
    desk.play(700);
    CHECK_FALSE(desk.connection.finish().ok());
    // So are the end of the map before and a map that played meanwhile, in the same file.
    const auto reader = desk.open(desk.disks.size() - 1);
    CHECK(reader->segments().size() == 3);
    const auto begin = reader->at(reader->timeline().last());
    REQUIRE(begin.ok());
    CHECK(begin->segment == 2);
    const auto statistics = reader->statistics();
    REQUIRE(statistics.ok());
    const std::vector<Gap>& gaps = statistics->gaps;
    REQUIRE(gaps.size() == 3);
    const Tick written = desk.open(0)->timeline().last().tick;
    CHECK((gaps[0].segment == 0 && gaps[0].from == written + 2 && gaps[0].to == 199));
    CHECK((gaps[1].segment == 1 && gaps[1].from == 200 && gaps[1].to == 299));
    CHECK((gaps[2].segment == 2 && gaps[2].from == 300 && gaps[2].to >= 400));
    for (const Gap& gap : gaps) CHECK_THAT(gap.reason, tickreel_test::contains("no space left"));
}

TEST_CASE("what is lost at the end is a gap as long as the clock says", "[recording]") {
    Desk desk;
    desk.feed(toy::segment('a'));
    for (Tick tick = 0; tick < 20; tick += 2) desk.feed(toy::frame(tick, 1));
    // A toy's tick comes 20 ms after the one before, since second 1.
    desk.connection.skip_to({}, 17, std::chrono::milliseconds(1000 + 20 * 41 + 5));
    REQUIRE(desk.connection.finish().ok());
    CHECK(desk.connection.gaps_nowhere().empty());
    const auto reel = desk.open(0);
    REQUIRE(reel->gaps().size() == 1);
    CHECK(reel->gaps()[0] == Gap{0, 20, 42, "recorder overloaded, 17 datagrams lost"});
}

// The map before ran until the next one began, which the ticks of the next one tell.
TEST_CASE("what the end of a map lacks is known when the next one plays", "[recording]") {
    const auto at = [](double tick) {
        return std::chrono::seconds(1) + std::chrono::milliseconds(static_cast<int>(20 * tick));
    };
    struct Lost {
        double since, until;  // in ticks of the first map
    };
    struct Case {
        std::vector<Lost> losses;
        double next_map;  // began
        Tick first;       // snapshot of it
        std::vector<Gap> gaps;
    };
    const std::string reason = "lost, and the map changed meanwhile";
    const std::vector<Case> cases{
        {{{1021, 1071}}, 1050, 100, {{0, 1022, 1050, reason}}},
        {{{1021, 1071}}, 1090, 100, {{0, 1022, 1071, reason}}},
        {{{1030, 1071}}, 1090, 100, {{0, 1030, 1071, reason}}},  // before, nothing was sent
        {{{1021, 1071}, {1075, 1080}}, 1090, 100, {{0, 1022, 1080, reason}}},
        {{{1021, 1071}, {1075, 1080}}, 1050, 100, {{0, 1022, 1050, reason}}},
        {{{1060, 1071}}, 1050, 100, {}},  // while the next map was loaded
        {{{1071, 1021}}, 1050, 100, {}},  // a clock that was set back
        {{{1021, 1071}}, 0, 1100, {}},    // ticks that go on tell nothing
        {{}, 1050, 100, {}},
    };
    for (const bool by_map : {false, true})
        for (const Case& one : cases) {
            std::vector<std::shared_ptr<toy::Disk>> disks;
            RecordingOptions options;
            options.split_by_map = by_map;
            ReelFiles files(
                toy::game(), options,
                [&](const FileNameFields&) -> Result<NewFile> {
                    disks.push_back(std::make_shared<toy::Disk>());
                    return NewFile{"one", toy::sink_on(disks.back())};
                },
                ignore_problems);
            const auto play = [&](std::uint32_t segment, Tick from, double since) {
                for (Tick tick = from; tick <= from + 20; tick += 2) {
                    Frame frame;
                    frame.segment = segment;
                    frame.tick = tick;
                    frame.time = at(since + static_cast<double>(tick));
                    files.add_frame(frame);
                }
            };
            files.begin_segment({"a", "", ""});
            play(0, 1000, 0);
            for (const Lost& lost : one.losses)
                files.report_loss("lost", at(lost.until), at(lost.since));
            files.begin_segment({"b", "", ""});
            play(1, one.first, one.next_map);
            REQUIRE(files.finish().ok());
            REQUIRE(disks.size() == (by_map ? 2 : 1));
            const auto reel = ReelReader::open(memory_source(disks.front()->bytes));
            REQUIRE(reel.ok());
            CHECK(std::ranges::equal((*reel)->gaps(), one.gaps));
            CHECK(files.gaps_nowhere().empty());
        }
}

// As after a restart: the file of the first map is another recorder's.
TEST_CASE("a map without a snapshot keeps what it lacks", "[recording]") {
    const auto at = [](Tick tick) { return std::chrono::milliseconds(1000 + 20 * tick); };
    for (const bool by_map : {false, true}) {
        const auto disk = std::make_shared<toy::Disk>();
        RecordingOptions options;
        options.split_by_map = by_map;
        ReelFiles files(
            toy::game(), options,
            [&](const FileNameFields&) -> Result<NewFile> {
                return NewFile{"one", toy::sink_on(disk)};
            },
            ignore_problems);
        files.begin_segment({"a", "", ""});
        files.follow({0, 1000}, at(1000), 2);
        files.report_loss("lost", at(1050), at(1001));
        files.begin_segment({"b", "", ""});
        Frame frame;
        frame.segment = 1;
        frame.tick = 10;
        frame.time = at(1040 + 10);
        files.add_frame(frame);
        REQUIRE(files.finish().ok());
        const auto reel = ReelReader::open(memory_source(disk->bytes));
        REQUIRE(reel.ok());
        const Gap gap{0, 1002, 1040, "lost, and the map changed meanwhile"};
        CHECK(std::ranges::equal((*reel)->gaps(),
                                 by_map ? std::vector<Gap>{} : std::vector<Gap>{gap}));
        CHECK(files.gaps_nowhere() ==
              (by_map ? concat("ticks 1002..1039 of map a (", gap.reason, ")") : ""));
        // Whatever looks at all of it has it.
        CHECK(std::ranges::equal(gaps_within(**reel, (*reel)->everything(), (*reel)->gaps()),
                                 (*reel)->gaps()));
        const auto copied = std::make_shared<toy::Disk>();
        ReelWriter writer(toy::sink_on(copied), (*reel)->info());
        REQUIRE(copy_frames(**reel, (*reel)->everything(), ignore_problems, writer).ok());
        REQUIRE(writer.finish().ok());
        const auto copy = ReelReader::open(memory_source(copied->bytes));
        REQUIRE(copy.ok());
        CHECK(std::ranges::equal((*copy)->gaps(), (*reel)->gaps()));
        CHECK(std::ranges::equal((*copy)->segments(), (*reel)->segments()));
        CHECK((*copy)->timeline().first() == (*reel)->timeline().first());
    }
}

namespace {

// Files of each map, in memory, of a connection that plays 50 ticks a second from second 1 on.
struct Maps {
    explicit Maps(std::chrono::nanoseconds retry = {})
        : files(
              toy::game(), by_map(retry),
              [this](const FileNameFields&) -> Result<NewFile> {
                  if (full) return Error{"the disk is full"};
                  disks.push_back(std::make_shared<toy::Disk>());
                  return NewFile{"", toy::sink_on(disks.back())};
              },
              [this](const Problem& problem) { problems.push_back(problem.message); }) {}
    static RecordingOptions by_map(std::chrono::nanoseconds retry) {
        RecordingOptions options;
        options.split_by_map = true;
        options.retry = retry;
        return options;
    }
    static std::chrono::nanoseconds at(Tick tick) {
        return std::chrono::milliseconds(1000 + 20 * tick);
    }
    void play(std::uint32_t segment, Tick from, Tick to, Tick began = 0) {
        for (; from < to; from += 2) {
            Frame frame;
            frame.segment = segment;
            frame.tick = from;
            frame.time = at(began + from);
            files.add_frame(frame);
        }
    }
    std::unique_ptr<ReelReader> open(std::size_t disk) const {
        auto reel = ReelReader::open(memory_source(disks.at(disk)->bytes));
        REQUIRE(reel.ok());
        return *std::move(reel);
    }

    bool full = false;
    std::vector<std::shared_ptr<toy::Disk>> disks{};
    std::vector<std::string> problems{};
    ReelFiles files;
};

}  // namespace

TEST_CASE("what is lost while the next map is in no file is not missing from the map before",
          "[recording]") {
    Maps maps(std::chrono::seconds(2));
    maps.files.begin_segment({"a", "", ""});
    maps.play(0, 1000, 1022);
    maps.files.flush();
    maps.disks[0]->limit = maps.disks[0]->bytes.size();
    maps.full = true;
    maps.play(0, 1022, 2000);
    maps.files.begin_segment({"b", "", ""});
    maps.play(1, 10, 100, 2000);
    maps.files.report_loss("recorder overloaded, 7 datagrams lost", Maps::at(2112));
    maps.play(1, 112, 200, 2000);
    maps.full = false;
    maps.play(1, 202, 400, 2000);
    (void)maps.files.finish();
    // Each map has a file of its own, and this one's was ended.
    CHECK(maps.files.gaps_nowhere() == "ticks 1022..1998 of map a (the disk is full)");
}

TEST_CASE("when a map ended is not always known", "[recording]") {
    for (const bool another : {false, true}) {
        Maps maps;
        maps.files.begin_segment({"a", "", ""});
        maps.play(0, 1000, 1022);
        maps.files.report_loss("lost", Maps::at(1271), Maps::at(1021));
        maps.files.forget_end();
        maps.play(0, 1022, 1024);  // the decoder had held it back
        if (another) {
            maps.files.begin_segment({"c", "", ""});
            maps.play(1, 10, 30, 1260);
        }
        REQUIRE(maps.files.finish().ok());
        CHECK(maps.open(0)->gaps().empty());
        CHECK(maps.files.gaps_nowhere().empty());
        CHECK(maps.problems ==
              std::vector<std::string>{"what came from tick 1024 of map a on is in no recording: "
                                       "lost, and nobody knows when that map ended"});
    }
}

TEST_CASE("the file of a map is whole until the next one plays", "[recording]") {
    Maps maps;
    maps.files.begin_segment({"a", "", ""});
    maps.play(0, 1000, 1022);
    maps.files.begin_segment({"b", "", ""});
    maps.files.flush();
    CHECK(maps.open(0)->timeline().last() == Moment{0, 1020});
    maps.files.add_gap({0, 1022, 1030, "told late"});
    maps.files.add_gap({1, 2, 5, "of b"});
    maps.play(1, 10, 30, 1040);
    REQUIRE(maps.files.finish().ok());
    REQUIRE(maps.disks.size() == 2);
    CHECK(std::ranges::equal(maps.open(0)->gaps(), std::vector<Gap>{{0, 1022, 1030, "told late"}}));
    CHECK(std::ranges::equal(maps.open(1)->gaps(), std::vector<Gap>{{0, 2, 5, "of b"}}));
    CHECK(maps.files.gaps_nowhere().empty());
}

TEST_CASE("a marker between two maps outlives a file that cannot be closed", "[recording]") {
    Maps maps(std::chrono::seconds(2));
    maps.files.begin_segment({"a", "", ""});
    maps.play(0, 1000, 1022);
    maps.files.flush();
    maps.play(0, 1022, 1040);
    maps.disks[0]->limit = maps.disks[0]->bytes.size();
    maps.files.begin_segment({"b", "", ""});
    CHECK(!maps.files.mark("here").problem.empty());
    maps.play(1, 10, 30, 1040);
    (void)maps.files.finish();
    REQUIRE(maps.disks.size() == 2);
    CHECK(maps.open(1)->markers().size() == 1);
}

// Such ticks count from the first datagram that the recorder sees of a segment.
TEST_CASE("ticks of arrival do not tell when the segment before ended", "[recording]") {
    Game game = toy::game();
    game.ticks_of_arrival = true;
    const auto disk = std::make_shared<toy::Disk>();
    std::vector<std::string> problems;
    ReelFiles files(
        game, {},
        [&](const FileNameFields&) -> Result<NewFile> {
            return NewFile{"", toy::sink_on(disk)};
        },
        [&](const Problem& problem) { problems.push_back(problem.message); });
    const auto play = [&](std::uint32_t segment, Tick from, Tick began) {
        for (Tick tick = from; tick < from + 20; ++tick) {
            Frame frame;
            frame.segment = segment;
            frame.tick = tick;
            frame.time = Maps::at(began + tick);
            files.add_frame(frame);
        }
    };
    files.begin_segment({"a", "", ""});
    play(0, 1000, 0);
    files.report_loss("lost", Maps::at(1500), Maps::at(1019));
    files.begin_segment({"b", "", ""});  // which the server began at 1050
    play(1, 0, 1500);
    REQUIRE(files.finish().ok());
    const auto reel = ReelReader::open(memory_source(disk->bytes));
    REQUIRE(reel.ok());
    CHECK((*reel)->gaps().empty());
    CHECK(problems.size() == 1);
}

TEST_CASE("a recorder killed while the next map is loaded leaves the end of a map open",
          "[recording]") {
    for (const char* map : {"a", "b"}) {
        Maps maps;
        maps.files.follow_file({"toy", {0, 1000}, Maps::at(1000), 2, {"a", "", ""}},
                               "started again");
        maps.files.begin_segment({map, "", ""});
        maps.play(0, 1010, 1030);
        REQUIRE(maps.files.finish().ok());
        CHECK(maps.open(0)->gaps().size() == (map == std::string("a") ? 1 : 0));
        CHECK(maps.problems.size() == (map == std::string("a") ? 0 : 1));
    }
}
