#include "recorder/recording/reel_files.h"

#include <filesystem>
#include <random>

#include "recorder/recording/clip_files.h"
#include "recorder/recording/connection.h"
#include "recorder/recording/map_attachment.h"
#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/recording/toy_game.h"
#include "tickreel/model/row.h"
#include "tickreel/reel/reel_reader.h"

using namespace tickreel;

namespace {

// A connection whose files are in-memory disks.
struct Desk {
    explicit Desk(const RecordingOptions& options = {})
        : connection(&toy::game(), options, maker(), sink()) {}

    FileMaker maker() {
        return [this](const FileNameFields& wish) -> Result<NewFile> {
            disks.push_back(std::make_shared<toy::Disk>());
            disks.back()->limit = limit;
            return NewFile{"part" + std::to_string(wish.part), toy::sink_on(disks.back())};
        };
    }
    ProblemSink sink() {
        return [this](const Problem& problem) { problems.push_back(problem.message); };
    }
    void feed(const Bytes& bytes) { connection.feed(toy::from_server(bytes)); }
    std::unique_ptr<ReelReader> open(std::size_t disk) const {
        auto reader = ReelReader::open(memory_source(disks.at(disk)->bytes));
        REQUIRE(reader.ok());
        return *std::move(reader);
    }

    std::vector<std::shared_ptr<toy::Disk>> disks;
    std::vector<std::string> problems;
    std::size_t limit = ~std::size_t{0};
    Connection connection;
};

// Plays a snapshot every 2 ticks, and tries a full disk again after 2 s.
struct PlayedDesk : Desk {
    PlayedDesk() : Desk(options()) {}
    static RecordingOptions options() {
        RecordingOptions options;
        options.reel.chunk_seconds = 0.2;
        options.retry = std::chrono::seconds(2);
        return options;
    }
    void play(Tick to) {
        for (; tick < to; tick += 2) feed(toy::frame(tick, static_cast<Word>(tick * 7919)));
    }
    Tick tick = 0;
};

ReelFiles on_one_disk(const std::shared_ptr<toy::Disk>& disk) {
    return ReelFiles(
        toy::game(), {},
        [disk](const FileNameFields&) -> Result<NewFile> {
            return NewFile{"one", toy::sink_on(disk)};
        },
        ignore_problems);
}

}  // namespace

TEST_CASE("no frame, no file", "[recording]") {
    Desk desk;
    desk.feed(toy::ping());
    desk.feed(toy::segment('a'));
    CHECK(desk.connection.finish().ok());
    CHECK(desk.disks.empty());
    CHECK(desk.connection.files().empty());
}

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
              (frame ? "" : "ticks 10..20 (no base (6 snapshots in a row))"));
    }
}

TEST_CASE("a connection of months does not keep a list of its files", "[recording]") {
    for (const bool clips : {false, true}) {
        RecordingOptions options;
        options.split_by_map = !clips;
        if (clips) options.clips = {std::chrono::seconds(1), {}, {{std::string(kOnQuery), "x"}}};
        Desk desk(options);
        std::size_t taken = 0;
        std::uint64_t snapshots = 0;
        for (int i = 0; i < 200; ++i) {
            desk.feed(toy::segment(static_cast<char>('a' + i % 20)));
            // Further apart than what clips keep: each is a file of its own.
            for (Tick tick = 0; tick < 3; ++tick) desk.feed(toy::frame(i * 1000 + tick, 0));
            if (clips) desk.connection.save();
            for (const RecordedFile& file : desk.connection.take_closed()) {
                ++taken;
                snapshots += file.snapshots;
            }
            REQUIRE(desk.connection.files().size() <= 2);
        }
        REQUIRE(desk.connection.finish().ok());
        for (const RecordedFile& file : desk.connection.files()) {
            ++taken;
            snapshots += file.snapshots;
        }
        CHECK(taken == 200);
        CHECK(snapshots == 600);
    }
}

TEST_CASE("what came before the first frame is in the file", "[recording]") {
    Desk desk;
    desk.feed(toy::segment('a'));
    for (Tick tick = 10; tick < 20; tick += 2) desk.feed(toy::frame(tick, static_cast<Word>(tick)));
    REQUIRE(desk.connection.finish().ok());
    CHECK(desk.connection.finish().ok());  // again: no effect
    const auto files = desk.connection.files();
    REQUIRE(files.size() == 1);
    CHECK(files[0].path == "part1");
    CHECK(files[0].protocol == "toy");
    CHECK(files[0].snapshots == 5);
    CHECK(files[0].wire_ok == 5);
    CHECK(files[0].gaps == 0);
    CHECK(files[0].bytes == desk.disks[0]->bytes.size());
    CHECK(files[0].error.empty());
    CHECK(files[0].counters.at("segments") == 1);

    const auto reel = desk.open(0);
    CHECK(reel->finished());
    REQUIRE(reel->segments().size() == 1);
    CHECK(reel->segments()[0].map == "a");
    CHECK(reel->info().game == "toy");
    const auto frame = reel->at({0, 14});
    REQUIRE(frame.ok());
    CHECK(frame->tick == 14);
}

TEST_CASE("maps become segments, or files of their own", "[recording]") {
    RecordingOptions options;
    options.split_by_map = GENERATE(false, true);
    Desk desk(options);
    for (const char map : {'a', 'b', 'c'}) {
        desk.feed(toy::segment(map));
        for (Tick tick = 0; tick < 6; tick += 2) desk.feed(toy::frame(tick, map));
    }
    REQUIRE(desk.connection.finish().ok());
    const auto files = desk.connection.files();
    REQUIRE(files.size() == (options.split_by_map ? 3 : 1));
    for (std::size_t i = 0; i < files.size(); ++i) {
        const auto reel = desk.open(i);
        REQUIRE(reel->segments().size() == (options.split_by_map ? 1 : 3));
        CHECK(reel->segments()[0].map == std::string(1, static_cast<char>('a' + i)));
        CHECK(reel->schema().find("Thing"));
        const auto last = reel->at(reel->timeline().last());
        REQUIRE(last.ok());
        CHECK(last->tick == 4);
        CHECK(last->snapshot[0].row[0] == (options.split_by_map ? 'a' + static_cast<int>(i) : 'c'));
    }
}

TEST_CASE("a given map goes into every file once", "[recording]") {
    RecordingOptions options;
    options.map = Attachment{"maps/x.map", "application/x-teeworlds-map", {1, 2, 3}};
    Desk desk(options);
    for (const char map : {'a', 'b'}) {
        desk.feed(toy::segment(map));
        desk.feed(toy::frame(0, 0));
    }
    REQUIRE(desk.connection.finish().ok());
    const auto reel = desk.open(0);
    REQUIRE(reel->attachments().size() == 1);
    CHECK(reel->attachments()[0].name == "maps/x.map");
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
    files.follow({0, 20}, 2);
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
    const tickreel_test::Folder folder;
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
    const tickreel_test::Folder folder;
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

TEST_CASE("map names from the wire stay inside their folder", "[recording]") {
    CHECK(map_attachment_name({"dm1", "", ""}) == "maps/dm1.map");
    CHECK(map_attachment_name({"../../etc/x", "", ""}) == "maps/_.._etc_x.map");
    CHECK(map_attachment_name({"a\\b:c\n", "", ""}) == "maps/a_b_c_.map");
    CHECK(map_attachment_name({"..", "", ""}) == "maps/map.map");
    CHECK(versioned_name("maps/dm1.map", "0123456789abcdef") == "maps/dm1_01234567.map");
}

TEST_CASE("a file that is large or long enough is followed by another", "[recording]") {
    const bool by_size = GENERATE(true, false);
    RecordingOptions options;
    options.reel.chunk_seconds = 0.2;
    if (by_size)
        options.split_bytes = 4096;
    else
        options.split_time = std::chrono::seconds(10);
    Desk desk(options);
    desk.feed(toy::segment('a'));
    desk.feed(toy::segment('b'));
    for (Tick tick = 0; tick < 4000; tick += 2)
        desk.feed(toy::frame(tick, static_cast<Word>(tick * 7919)));
    REQUIRE(desk.connection.finish().ok());
    REQUIRE(desk.disks.size() > 2);
    std::uint64_t snapshots = 0;
    for (std::size_t i = 0; i < desk.disks.size(); ++i) {
        const auto reader = desk.open(i);
        CHECK(reader->finished());
        const auto statistics = reader->statistics();
        REQUIRE(statistics.ok());
        snapshots += statistics->snapshots;
        CHECK(statistics->snapshots == desk.connection.files()[i].snapshots);
        CHECK(statistics->gaps.empty());
        CHECK(reader->segments().back().map == "b");
    }
    CHECK(snapshots == 2000);
}

TEST_CASE("a map larger than --split size does not make a file of each snapshot", "[recording]") {
    RecordingOptions options;
    options.reel.chunk_seconds = 0.2;
    options.split_bytes = 1024;
    options.map = Attachment{"maps/x.map", "application/x-teeworlds-map", Bytes(6000)};
    std::minstd_rand random(1);
    for (Byte& byte : options.map->bytes) byte = static_cast<Byte>(random() >> 8U);
    Desk desk(options);
    desk.feed(toy::segment('a'));
    for (Tick tick = 0; tick < 4000; tick += 2)
        desk.feed(toy::frame(tick, static_cast<Word>(tick * 7919)));
    REQUIRE(desk.connection.finish().ok());
    CHECK(desk.disks.size() > 1);
    for (std::size_t i = 0; i + 1 < desk.disks.size(); ++i)
        CHECK(desk.connection.files()[i].snapshots > 100);
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

TEST_CASE("what is lost of a map that began on a full disk is a gap", "[recording]") {
    PlayedDesk desk;
    desk.feed(toy::segment('a'));
    desk.play(100);
    desk.disks[0]->limit = desk.disks[0]->bytes.size();
    desk.limit = 0;
    desk.play(200);
    desk.feed(toy::segment('b'));
    desk.play(300);
    desk.limit = ~std::size_t{0};
    desk.play(600);
    CHECK_FALSE(desk.connection.finish().ok());
    const auto reader = desk.open(desk.disks.size() - 1);
    const Moment begin = reader->timeline().first();
    REQUIRE(begin.tick >= 300);
    const auto statistics = reader->statistics();
    REQUIRE(statistics.ok());
    const std::vector<Gap>& gaps = statistics->gaps;
    REQUIRE(gaps.size() == 1);
    CHECK(gaps[0].segment == begin.segment);
    CHECK(gaps[0].from == 200);
    CHECK(gaps[0].to == begin.tick);
    CHECK_THAT(gaps[0].reason, tickreel_test::contains("no space left"));
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

TEST_CASE("every match is a file; a pause is none", "[recording]") {
    static constexpr ItemField kStarts[] = {{"Round", "begin"}};
    Game game = toy::game();
    game.match_starts = kStarts;
    RecordingOptions options;
    options.split_by_match = true;
    std::vector<std::shared_ptr<toy::Disk>> disks;
    ReelFiles files(
        game, options,
        [&](const FileNameFields&) -> Result<NewFile> {
            disks.push_back(std::make_shared<toy::Disk>());
            return NewFile{"match", toy::sink_on(disks.back())};
        },
        ignore_problems);
    ItemType round;
    round.name = "Round";
    round.fields = {{.name = "begin", .kind = FieldKind::TickNumber}};
    const TypeId id = files.add_type(round);
    const auto play = [&](Tick from, Tick to, auto begin) {
        for (Tick tick = from; tick < to; tick += 2) {
            Frame frame;
            frame.segment = static_cast<std::uint32_t>(tick >= 9000);
            frame.tick = tick;
            frame.time = std::chrono::milliseconds(20 * tick);
            const auto word = static_cast<Word>(begin(tick));
            SnapshotBuilder builder;
            builder.set({id, 0}, Row(&word, 1));
            frame.snapshot = builder.build();
            files.add_frame(frame);
        }
    };
    files.begin_segment({"a", "", ""});
    play(
        100, 1000, [](Tick) { return 50; });
    play(
        1000, 1500, [](Tick tick) { return 50 + (tick - 1000); });  // paused
    play(
        1500, 2000, [](Tick) { return 550; });
    play(
        2000, 3000, [](Tick) { return 2000; });   // the next match
    play(3000, 3400, [](Tick) { return 3150; });  // and one after a countdown
    files.begin_segment({"b", "", ""});
    play(9000, 9100, [](Tick) { return 9000; });
    REQUIRE(files.finish().ok());
    std::vector<std::pair<Tick, Tick>> spans;
    for (const auto& disk : disks) {
        const auto reel = ReelReader::open(memory_source(disk->bytes));
        REQUIRE(reel.ok());
        CHECK((*reel)->segments().size() == 1);
        spans.emplace_back((*reel)->timeline().first().tick, (*reel)->timeline().last().tick);
    }
    CHECK(spans == std::vector<std::pair<Tick, Tick>>{
                       {100, 1998}, {2000, 2998}, {3000, 3398}, {9000, 9098}});
}

TEST_CASE("who plays is in every snapshot: a file's name needs no first words", "[recording]") {
    static constexpr ItemField kOwn[] = {{"PlayerInfo", "local"}};
    Game game = toy::game();
    game.own_player = kOwn;
    const ItemType player{.name = "PlayerInfo",
                          .fields = {{.name = "local", .kind = FieldKind::Bool}}};
    const ItemType client{
        .name = "ClientInfo",
        .fields = {{.name = "name", .kind = FieldKind::Text, .roles = Role::Name}}};
    RecordingOptions options;
    options.clips.keep = std::chrono::seconds(60);  // only of the clips
    for (const bool clips : {false, true}) {
        std::vector<std::string> players;
        const FileMaker maker = [&](const FileNameFields& wish) -> Result<NewFile> {
            players.push_back(wish.player);
            return NewFile{"a", toy::sink_on(std::make_shared<toy::Disk>())};
        };
        std::unique_ptr<RecordingSink> files;
        if (clips)
            files = std::make_unique<ClipFiles>(game, options, maker, ignore_problems);
        else
            files = std::make_unique<ReelFiles>(game, options, maker, ignore_problems);
        const TypeId infos = files->add_type(player);
        const TypeId names = files->add_type(client);
        files->begin_segment({"a", "", ""});
        SnapshotBuilder builder;
        for (const EntityId one : {4U, 5U, 6U}) {
            builder.set({infos, one}, make_row(player, {one == 5}));
            builder.set({names, one}, make_row(client, {std::string(one == 5 ? "Ada" : "Bo")}));
        }
        Frame frame;
        frame.tick = 100;
        frame.time = std::chrono::seconds(5);
        frame.snapshot = builder.build();
        files->add_frame(frame);
        REQUIRE(files->finish().ok());
        CHECK(players == std::vector<std::string>{"Ada"});
    }
}
