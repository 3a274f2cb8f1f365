// What is in a connection's files, and where the next one begins.

#include <random>

#include "recorder/recording/clip_files.h"
#include "recorder/recording/map_attachment.h"
#include "tests/recorder/recording/reel_files_stage.h"
#include "tickreel/model/row.h"

using namespace tickreel;
using namespace tickreel_test;

TEST_CASE("no frame, no file", "[recording]") {
    Desk desk;
    desk.feed(toy::ping());
    desk.feed(toy::segment('a'));
    CHECK(desk.connection.finish().ok());
    CHECK(desk.disks.empty());
    CHECK(desk.connection.files().empty());
}

TEST_CASE("a connection of months does not keep a list of its files", "[recording]") {
    for (const bool clips : {false, true}) {
        RecordingOptions options;
        options.split_by_map = true;
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

TEST_CASE("the bytes of a file that nobody adds to are all that is on the disk", "[recording]") {
    Desk desk;
    desk.feed(toy::segment('a'));
    for (Tick tick = 10; tick < 20; tick += 2) desk.feed(toy::frame(tick, static_cast<Word>(tick)));
    desk.connection.flush();
    REQUIRE(desk.connection.files().size() == 1);
    CHECK(desk.connection.files()[0].bytes == desk.disks[0]->bytes.size());
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

TEST_CASE("the map is in each file that begins within it, also where nothing was to be split",
          "[recording]") {
    RecordingOptions options;
    options.retry = std::chrono::seconds(2);
    options.reel.chunk_seconds = 0;
    std::vector<std::shared_ptr<toy::Disk>> disks;
    const FileMaker maker = [&](const FileNameFields&) -> Result<NewFile> {
        disks.push_back(std::make_shared<toy::Disk>());
        return NewFile{"file", toy::sink_on(disks.back())};
    };
    ReelFiles files(toy::game(), options, maker, ignore_problems);
    files.begin_segment({"arena", "", ""});
    files.add_attachment({"maps/arena.map", "", Bytes(1000, 7)});
    Frame frame;
    const auto play = [&](int count) {
        for (const Tick end = frame.tick + 2 * count; frame.tick < end; frame.tick += 2) {
            frame.time += std::chrono::milliseconds(40);
            files.add_frame(frame);
        }
    };
    play(10);
    files.split();
    play(10);
    disks.back()->limit = 0;  // full: the next file begins where there is room
    play(100);
    (void)files.finish();
    REQUIRE(disks.size() == 3);
    for (const auto& disk : disks) {
        const auto reel = ReelReader::open(memory_source(disk->bytes));
        REQUIRE(reel.ok());
        REQUIRE((*reel)->attachments().size() == 1);
        CHECK((*reel)->attachments()[0].name == "maps/arena.map");
    }
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
