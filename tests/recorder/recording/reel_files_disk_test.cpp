// A connection's files and disks that are full, or that others change.

#include <filesystem>

#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/recording/reel_files_stage.h"
#include "tests/recorder/recording/synthetic_match.h"

using namespace tickreel;
using namespace tickreel_test;

TEST_CASE("a full disk ends the file, what is in it stays readable", "[recording]") {
    RecordingOptions options;
    options.reel.chunk_seconds = 0.5;
    Desk desk(options);
    desk.limit = 3000;
    desk.feed(toy::segment('a'));
    for (Tick tick = 0; tick < 20000; tick += 2)
        desk.feed(toy::frame(tick, static_cast<Word>(tick * 7919)));
    CHECK(desk.connection.failed());
    const auto finished = desk.connection.finish();
    REQUIRE_FALSE(finished.ok());
    CHECK_THAT(finished.error().message, tickreel_test::contains("no space left"));
    const auto files = desk.connection.files();
    REQUIRE(files.size() == 1);
    CHECK_THAT(files[0].error, tickreel_test::contains("no space left"));
    CHECK(desk.disks[0]->bytes.size() <= 3000);

    const auto reel = desk.open(0);
    const auto first = reel->at(reel->timeline().first());
    REQUIRE(first.ok());
    std::size_t frames = 0;
    const auto scanned = reel->scan(reel->everything(), ignore_problems, [&](const Frame& frame) {
        CHECK(frame.snapshot[0].row[0] == static_cast<Word>(frame.tick * 7919));
        ++frames;
        return true;
    });
    CHECK(scanned.ok());
    CHECK(frames > 20);
}

TEST_CASE("a file that was removed just before its connection ends is told", "[recording]") {
    const Folder folder;
    const std::string path = folder / "a.reel";
    Connection connection(
        &toy::game(), {},
        [&](const FileNameFields&) -> Result<NewFile> {
            return NewFile{path, *create_file(path, IfExists::Refuse)};
        },
        ignore_problems);
    for (Tick tick = 0; tick < 20; tick += 2)
        connection.feed(toy::from_server(toy::frame(tick, 0)));
    REQUIRE(std::filesystem::remove(path));
    CHECK_FALSE(connection.finish().ok());
    REQUIRE(connection.files().size() == 1);
    CHECK(connection.files()[0].snapshots == 0);
    CHECK_THAT(connection.files()[0].error, tickreel_test::contains("was removed"));
}

TEST_CASE("a file that somebody writes to while it is written counts for nothing", "[recording]") {
    const std::string how = GENERATE("cut", "emptied", "longer");
    const Folder folder;
    RecordingOptions options;
    options.reel.chunk_seconds = 0.2;
    options.retry = std::chrono::seconds(2);
    std::vector<std::string> paths;
    Connection connection(
        &toy::game(), options,
        [&](const FileNameFields& wish) -> Result<NewFile> {
            paths.push_back(folder / (std::to_string(wish.part) + ".reel"));
            return NewFile{paths.back(), *create_file(paths.back(), IfExists::Refuse)};
        },
        ignore_problems);
    Tick tick = 0;
    const auto play = [&](Tick to) {
        for (; tick < to; tick += 2)
            connection.feed(toy::from_server(toy::frame(tick, static_cast<Word>(tick * 7919))));
    };
    play(200);
    connection.flush();
    const auto size = std::filesystem::file_size(paths.at(0));
    REQUIRE(size > 500);
    if (how == "cut") std::filesystem::resize_file(paths[0], size - 100);
    if (how == "emptied") std::filesystem::resize_file(paths[0], 0);
    if (how == "longer") tickreel_test::write_file(paths[0], std::string(size + 100, 'x'));
    play(400);
    CHECK_FALSE(connection.finish().ok());
    const std::vector<RecordedFile> files = connection.files();
    REQUIRE(files.size() == 2);  // there is room for another one
    CHECK(files[0].snapshots == 0);
    CHECK_THAT(files[0].error, tickreel_test::contains("changed by another program"));
    CHECK(files[1].snapshots + connection.snapshots_lost() == 200);
    CHECK(files[1].snapshots > 0);
    const auto reel = ReelReader::open(*open_file(paths.at(1)));
    REQUIRE(reel.ok());
    const auto statistics = (*reel)->statistics();
    REQUIRE(statistics.ok());
    REQUIRE(statistics->gaps.size() == 1);
    CHECK(statistics->gaps[0].to == static_cast<Tick>(2 * connection.snapshots_lost()));
}

TEST_CASE("of a file that is lost, the maps before are gaps of the next one", "[recording]") {
    const Folder folder;
    RecordingOptions options;
    options.retry = std::chrono::seconds(2);
    std::vector<std::string> paths;
    Connection connection(
        &toy::game(), options,
        [&](const FileNameFields& wish) -> Result<NewFile> {
            paths.push_back(folder / (std::to_string(wish.part) + ".reel"));
            return NewFile{paths.back(), *create_file(paths.back(), IfExists::Refuse)};
        },
        ignore_problems);
    const auto play = [&](Tick from, Tick to) {
        for (Tick tick = from; tick < to; tick += 2)
            connection.feed(toy::from_server(toy::frame(tick, static_cast<Word>(tick * 7919))));
    };
    connection.feed(toy::from_server(toy::segment('a')));
    play(0, 100);
    connection.feed(toy::from_server(toy::segment('b')));
    play(100, 200);
    connection.flush();
    std::filesystem::resize_file(paths.at(0), 0);
    play(200, 400);
    CHECK_FALSE(connection.finish().ok());
    REQUIRE(paths.size() == 2);
    const auto reel = ReelReader::open(*open_file(paths[1]));
    REQUIRE(reel.ok());
    const auto statistics = (*reel)->statistics();
    REQUIRE(statistics.ok());
    const std::vector<Gap>& gaps = statistics->gaps;
    REQUIRE(gaps.size() == 2);
    CHECK((gaps[0].segment == 0 && gaps[0].from == 0 && gaps[0].to == 99));
    CHECK((gaps[1].segment == 1 && gaps[1].from == 100 && gaps[1].to > 200));
}

TEST_CASE("a file that cannot be made is an error of its connection", "[recording]") {
    Connection connection(
        &toy::game(), {},
        [](const FileNameFields&) -> Result<NewFile> { return fail("out.reel: not allowed"); },
        ignore_problems);
    connection.feed(toy::from_server(toy::frame(0, 0)));
    connection.feed(toy::from_server(toy::frame(2, 0)));
    CHECK(connection.failed());
    CHECK_FALSE(connection.finish().ok());
    REQUIRE(connection.files().size() == 1);
    CHECK(connection.files()[0].error == "out.reel: not allowed");
}

TEST_CASE("a file goes on as long as no other one can begin", "[recording]") {
    RecordingOptions options;
    options.split_time = std::chrono::seconds(1);
    options.retry = std::chrono::seconds(2);
    std::vector<std::string> problems;
    std::vector<std::shared_ptr<toy::Disk>> disks;
    bool refuses = false;
    Connection connection(
        &toy::game(), options,
        [&](const FileNameFields& wish) -> Result<NewFile> {
            if (refuses) return fail("the folder is read-only");
            disks.push_back(std::make_shared<toy::Disk>());
            return NewFile{"part" + std::to_string(wish.part), toy::sink_on(disks.back())};
        },
        [&](const Problem& problem) { problems.push_back(problem.message); });
    Tick tick = 0;
    const auto play = [&](Tick to) {
        for (; tick < to; tick += 2) connection.feed(toy::from_server(toy::frame(tick, 1)));
    };
    play(60);  // a toy tick is 20 ms
    CHECK(disks.size() == 2);
    refuses = true;
    play(1000);
    CHECK_FALSE(connection.outage().has_value());
    REQUIRE(problems.size() == 1);
    CHECK_THAT(problems[0], tickreel_test::contains("part2: goes on, no other file can begin"));
    CHECK_THAT(problems[0], tickreel_test::contains("the folder is read-only"));
    refuses = false;
    play(1140);
    CHECK(connection.finish().ok());
    CHECK(connection.snapshots_lost() == 0);
    std::vector<std::string> paths;
    std::uint64_t snapshots = 0;
    for (const RecordedFile& file : connection.files()) {
        paths.push_back(file.path);
        snapshots += file.snapshots;
        CHECK(file.gaps == 0);
    }
    CHECK(paths.size() >= 3);
    CHECK(paths[2] == "part3");
    CHECK(snapshots == 570);
}

TEST_CASE("after a full disk recording goes on for those who are there", "[recording]") {
    RecordingOptions options;
    options.reel.chunk_seconds = 0.2;
    options.retry = std::chrono::seconds(2);
    Desk desk(options);
    desk.limit = 3000;
    Tick tick = 0;
    for (; tick < 2000; tick += 2) desk.feed(toy::frame(tick, static_cast<Word>(tick * 7919)));
    const std::size_t full = desk.disks.size();
    CHECK(full > 1);  // retried, and full again
    CHECK_FALSE(desk.connection.failed());
    REQUIRE(desk.problems.size() >= 1);
    CHECK_THAT(desk.problems[0], tickreel_test::contains("resumes as soon as"));
    desk.limit = ~std::size_t{0};
    const Tick freed = tick;
    for (; tick < 4000; tick += 2) desk.feed(toy::frame(tick, static_cast<Word>(tick * 7919)));
    CHECK_FALSE(desk.connection.finish().ok());  // the loss is still reported
    const auto reader = desk.open(desk.disks.size() - 1);
    CHECK(reader->finished());
    const auto statistics = reader->statistics();
    REQUIRE(statistics.ok());
    // A toy tick is 20 ms: within five seconds.
    CHECK(statistics->snapshots >= static_cast<std::uint64_t>((4000 - freed) / 2 - 125));
    CHECK_THAT(desk.problems.back(), tickreel_test::contains("recording resumed in"));
}

TEST_CASE("after a full disk nobody waits for a time before the clock was set", "[recording]") {
    RecordingOptions options;
    options.reel.chunk_seconds = 0.2;
    options.retry = std::chrono::seconds(2);
    Desk desk(options);
    desk.limit = 100;
    Tick tick = 100000;
    for (; desk.problems.empty(); tick += 2) desk.feed(toy::frame(tick, 1));
    desk.limit = ~std::size_t{0};
    desk.feed(toy::segment('b'));
    for (tick = 0; tick < 20; tick += 2) desk.feed(toy::frame(tick, 1));
    CHECK_FALSE(desk.connection.finish().ok());
    CHECK_THAT(desk.problems.back(), tickreel_test::contains("recording resumed in"));
}

TEST_CASE("an outage is told as long as it lasts, with what it cost", "[recording]") {
    PlayedDesk desk;
    const auto written = [&] {
        std::uint64_t snapshots = 0;
        for (const RecordedFile& file : desk.connection.files()) snapshots += file.snapshots;
        return snapshots;
    };
    CHECK_FALSE(desk.connection.outage().has_value());
    desk.limit = 3000;
    desk.play(100);
    CHECK_FALSE(desk.connection.outage().has_value());
    desk.limit = 0;
    desk.play(2000);
    const auto outage = desk.connection.outage();
    REQUIRE(outage.has_value());
    CHECK_THAT(outage->error, tickreel_test::contains("no space left"));
    CHECK_THAT(outage->path, tickreel_test::contains("part"));
    CHECK(outage->since > std::chrono::seconds(1));
    CHECK(outage->since < std::chrono::milliseconds(1000 + 20 * desk.tick));
    CHECK(outage->snapshots_lost > 0);
    CHECK(written() + desk.connection.snapshots_lost() == 1000);
    const std::uint64_t lost = desk.connection.snapshots_lost();
    desk.play(desk.tick + 100);  // it goes on
    CHECK(desk.connection.snapshots_lost() > lost);
    desk.limit = ~std::size_t{0};
    desk.play(desk.tick + 300);
    CHECK_FALSE(desk.connection.outage().has_value());
    desk.play(4000);
    CHECK_FALSE(desk.connection.finish().ok());
    CHECK(written() + desk.connection.snapshots_lost() == 2000);
}

TEST_CASE("what no file took after a restart is not missing because of the restart",
          "[recording]") {
    RecordingOptions options;
    options.retry = std::chrono::seconds(2);
    bool full = true;
    auto disk = std::make_shared<toy::Disk>();
    ReelFiles files(
        toy::game(), options,
        [&](const FileNameFields&) -> Result<NewFile> {
            if (full) return fail("no space left");
            return NewFile{"a.reel", toy::sink_on(disk)};
        },
        ignore_problems);
    const Segment arena{"arena", "", ""};
    RecordedEnd end;
    end.last = {0, 100};
    end.step = 2;
    end.segment = arena;
    files.follow_file(end, "the recorder was started again");
    files.begin_segment(arena);
    for (Tick tick = 120; tick < 400; tick += 2) {
        full = tick < 200;
        Frame frame;
        frame.tick = tick;
        frame.time = std::chrono::seconds(1000) + std::chrono::milliseconds(20 * tick);
        files.add_frame(frame);
    }
    REQUIRE(files.finish().ok() == false);  // what it cost is an error
    const auto reel = ReelReader::open(memory_source(disk->bytes));
    REQUIRE(reel.ok());
    const Tick resumed = (*reel)->timeline().first().tick;
    CHECK(resumed >= 200);
    REQUIRE((*reel)->gaps().size() == 2);
    CHECK((*reel)->gaps()[0] == Gap{0, 102, 120, "the recorder was started again"});
    CHECK((*reel)->gaps()[1] == Gap{0, 120, resumed, "no space left"});
}

TEST_CASE("a marker that is set between two files says so", "[recording]") {
    RecordingOptions options;
    options.split_by_map = true;
    std::vector<std::shared_ptr<toy::Disk>> disks;
    ReelFiles files(
        toy::game(), options,
        [&](const FileNameFields&) -> Result<NewFile> {
            disks.push_back(std::make_shared<toy::Disk>());
            return NewFile{"a.reel", toy::sink_on(disks.back())};
        },
        ignore_problems);
    Frame frame;
    files.begin_segment({"arena", "", ""});
    files.add_frame(frame);
    files.begin_segment({"bridge", "", ""});
    CHECK_THAT(files.mark("here").problem, tickreel_test::contains("no file is open"));
    frame.segment = 1;
    files.add_frame(frame);
    REQUIRE(files.finish().ok());
    REQUIRE(disks.size() == 2);
    const auto reel = ReelReader::open(memory_source(disks[1]->bytes));
    REQUIRE(reel.ok());
    REQUIRE((*reel)->markers().size() == 1);
    CHECK_THAT((*reel)->markers()[0].text, tickreel_test::contains("between two files"));
}

TEST_CASE("what a server is called on the next map is not in the file of the one before",
          "[recording]") {
    std::vector<std::shared_ptr<toy::Disk>> disks;
    RecordingOptions options;
    options.split_by_map = true;
    Connection connection(
        find_game("teeworlds"), options,
        [&](const FileNameFields& wish) -> Result<NewFile> {
            disks.push_back(std::make_shared<toy::Disk>());
            return NewFile{std::to_string(wish.part), toy::sink_on(disks.back())};
        },
        ignore_problems);
    std::chrono::nanoseconds time{};
    MatchScript match([&](const Datagram& datagram) {
        time = datagram.time;
        connection.feed(datagram);
    });
    for (const std::string map : {"arena", "tower"}) {
        match.change_map(map);
        teeworlds::Packer info;
        info.add_raw(Bytes(10, 0xff));
        info.add_raw(as_bytes("inf3"));
        for (const std::string& text :
             {std::string("-1"), std::string("0.6.4, 17"), "server of " + map, map, "mod " + map})
            info.add_string(text);
        connection.feed({Direction::ToClient, time, info.data()});
        match.enter_game();
        for (int i = 0; i < 20; ++i) match.snapshot(100 + 2 * i, small_world(i));
    }
    REQUIRE(connection.finish().ok());
    REQUIRE(disks.size() == 2);
    for (std::size_t i = 0; i < 2; ++i) {
        const auto reel = ReelReader::open(memory_source(disks[i]->bytes));
        REQUIRE(reel.ok());
        const std::string map = i == 0 ? "arena" : "tower";
        CHECK((*reel)->info().properties.at("server_name") == "server of " + map);
        CHECK((*reel)->info().properties.at("game_type") == "mod " + map);
    }
}
