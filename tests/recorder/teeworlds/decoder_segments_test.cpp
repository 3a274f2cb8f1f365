// Where the game begins and ends in a connection: segments and their maps.
#include <algorithm>

#include "tests/catch.h"
#include "tests/recorder/teeworlds/decoder_stage.h"

using namespace tickreel;
using namespace tickreel::teeworlds;
using tickreel_test::crowd;
using tickreel_test::MatchScript;
using tickreel_test::play;
using tickreel_test::Recorder;
using tickreel_test::world;
using namespace std::chrono_literals;

TEST_CASE("the last snapshot may be incomplete when a client leaves, not when the map changes") {
    const bool leaves = GENERATE(true, false);
    Recorder recorder;
    int passed = -1;  // so many datagrams more; -1: all
    MatchScript match([&](const Datagram& datagram) {
        if (passed == 0) return;
        if (passed > 0) --passed;
        recorder.feed(datagram);
    });
    match.change_map("one");
    match.enter_game();
    match.snapshot(100, world(1));
    passed = 1;
    match.send_snapshot(102, crowd());
    passed = -1;
    if (leaves) {
        match.close("bye");
    } else {
        match.change_map("two");
        match.enter_game();
        match.snapshot(10, world(1));
    }
    recorder.finish();
    CHECK(recorder.sink.frames.size() == (leaves ? 1 : 2));
    CHECK(recorder.problems.size() == (leaves ? 0 : 1));
    CHECK(recorder.losses.empty());  // the client did not get it either
    REQUIRE(recorder.sink.gaps.size() == (leaves ? 0 : 1));
    if (leaves) return;
    CHECK(recorder.sink.gaps[0].from == 102);
    CHECK_THAT(recorder.sink.gaps[0].reason, tickreel_test::contains("tick 102 has 1 of "));
    CHECK(recorder.problems[0].find("tick 102 has 1 of ") == 0);
}

TEST_CASE("a map change is a new segment, although ticks start again") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    match.change_map("one");
    match.enter_game();
    play(match, 1000, 20);
    match.to_client(MatchScript::broadcast("bye"));
    match.change_map("two");
    match.to_client(MatchScript::broadcast("hello"));  // on its map, while it is loaded here
    match.enter_game();
    play(match, 10, 20);
    recorder.finish();
    REQUIRE(recorder.sink.segments.size() == 2);
    CHECK(recorder.sink.segments[1].map == "two");
    REQUIRE(recorder.sink.frames.size() == 40);
    CHECK(recorder.broadcasts(19) == "bye");
    CHECK(recorder.broadcasts(20) == "hello");
    CHECK(recorder.sink.frames[20].segment == 1);
    CHECK(recorder.sink.frames[20].tick == 10);
    CHECK(recorder.sink.count_events("MAP_CHANGE") == 2);
}

TEST_CASE("where a map change never came, the clock tells a later game, also at higher ticks") {
    const bool changes = GENERATE(true, false);
    const bool told = GENERATE(true, false);  // by who lost it; else the peers' numbers tell
    Recorder recorder;
    bool seen = true;
    MatchScript match([&](const Datagram& datagram) {
        if (seen) recorder.feed(datagram);
    });
    const auto play = [&match](std::int32_t first, std::int32_t last) {
        for (std::int32_t tick = first; tick < last; tick += 2) {
            match.pass_time(28ms);  // 40 ms with what is sent
            match.snapshot(tick, world(tick));
        }
    };
    match.change_map("one");
    match.enter_game();
    match.pass_time(2s);
    play(100, 200);
    seen = false;
    if (changes) {
        match.to_client(MatchScript::broadcast("bye"));
        match.change_map("one", 0x99);
        match.enter_game();
        match.pass_time(200ms);
        play(10, 400);
    } else {
        match.to_client(MatchScript::broadcast("a server that hangs"));
        match.pass_time(3s);  // less than the game is old
        play(200, 590);
    }
    seen = true;
    std::int32_t next = changes ? 400 : 590;
    if (told) {
        recorder.decoder.note_missing();
    } else {
        play(next, next + 20);  // of bases that never came
        next += 20;
    }
    match.forget_snapshots();  // the next ones need none
    play(next, 650);
    recorder.finish();
    REQUIRE(recorder.sink.segments.size() == (changes ? 2 : 1));
    if (!changes) return;
    const Frame& last = recorder.sink.frames.back();
    CHECK(last.segment == 1);
    CHECK(last.tick == 648);
    CHECK(recorder.sink.segments[1].map.empty());
    CHECK(std::any_of(recorder.losses.begin(), recorder.losses.end(), [](const std::string& one) {
        return one.find("is of another game than tick 198") != std::string::npos;
    }));
}

TEST_CASE("what was told while a map was loaded is not lost where none of it comes") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    match.change_map("one");
    match.enter_game();
    play(match, 1000, 20);
    match.change_map("two");
    match.to_client(MatchScript::broadcast("hello"));
    match.enter_game();
    const bool reconnects = GENERATE(true, false);
    if (reconnects) {
        match.close("bye");
        MatchScript again(recorder.listener());
        again.change_map("three");
        again.enter_game();
        play(again, 10, 20);
    }
    recorder.finish();
    REQUIRE(recorder.sink.frames.size() == (reconnects ? 40 : 20));
    CHECK(recorder.broadcasts(19) == "hello");
    if (reconnects) CHECK(recorder.broadcasts(20).empty());
}

TEST_CASE("a second ENTERGAME on the same map changes nothing") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    match.enter_game();  // DDNet's dummy does not wait for the map
    match.change_map("arena");
    match.snapshot(100, world(1));
    match.enter_game();
    match.snapshot(102, world(2));
    recorder.finish();
    CHECK(recorder.sink.segments.size() == 1);
    CHECK(recorder.sink.segments[0].map == "arena");
    CHECK(recorder.ticks() == std::vector<Tick>{100, 102});
}

TEST_CASE("snapshots before the player is in the game are not game") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    match.change_map("arena");
    match.snapshot(1234567, world(9));
    CHECK(recorder.decoder.counters().at("early snapshots") == 1);
    match.forget_snapshots();
    match.enter_game();
    play(match, 100, 3);
    recorder.finish();
    CHECK(recorder.ticks() == std::vector<Tick>{100, 102, 104});
}

TEST_CASE("a recording that starts inside a connection waits for a complete snapshot") {
    Recorder recorder;
    bool recording = false;
    MatchScript match([&](const Datagram& datagram) {
        if (recording) recorder.feed(datagram);
    });
    match.change_map("arena");
    match.enter_game();
    play(match, 100, 5);
    recording = true;
    play(match, 110, 5);       // deltas from snapshots that were never seen
    match.forget_snapshots();  // the server starts again with a full one
    play(match, 120, 5);
    recorder.finish();
    CHECK(recorder.ticks() == std::vector<Tick>{120, 122, 124, 126, 128});
    REQUIRE(recorder.sink.gaps.size() == 1);
    CHECK(recorder.sink.gaps[0].from == 110);
    CHECK(recorder.sink.gaps[0].to == 119);
    CHECK(recorder.problems.size() == 5);
    CHECK(recorder.losses.empty());
    CHECK(recorder.decoder.counters().at("snapshots without base") == 5);
}

TEST_CASE("a map sent in the connection is attached to its segment") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    Packer change = MatchScript::system(SystemMessage::MapChange);
    change.add_string("tiny");
    change.add_int(static_cast<std::int32_t>(0xd87f7e0c));  // CRC-32 of "test"
    change.add_int(4);
    match.to_client(change);
    Packer data = MatchScript::system(SystemMessage::MapData);
    data.add_int(1);
    data.add_int(static_cast<std::int32_t>(0xd87f7e0c));
    data.add_int(0);
    data.add_int(4);
    data.add_raw(as_bytes("test"));
    match.to_client(data);
    match.enter_game();
    play(match, 100, 2);
    recorder.finish();
    REQUIRE(recorder.sink.attachments.size() == 1);
    CHECK(recorder.sink.attachments[0].name == "maps/tiny.map");
    CHECK(recorder.sink.attachments[0].bytes.size() == 4);
}

TEST_CASE("a reconnection on the same address goes on in a new segment") {
    Recorder recorder;
    for (int i = 0; i < 2; ++i) {
        MatchScript match(recorder.listener());
        match.change_map("arena");
        match.enter_game();
        CHECK_FALSE(recorder.decoder.closed());
        play(match, 100, 4);
        match.close("bye");
        CHECK(recorder.decoder.closed());
    }
    recorder.finish();
    CHECK(recorder.sink.segments.size() == 2);
    CHECK(recorder.sink.frames.size() == 8);
}

// As the recorder does when datagrams come, and none of them has a snapshot.
TEST_CASE("what a client sends while its server hangs belongs to the last snapshot") {
    for (const bool released : {false, true}) {
        Recorder recorder;
        MatchScript match(recorder.listener());
        match.change_map("one");
        match.enter_game();
        play(match, 1000, 20);
        const auto quiet = [&] {
            if (released)  // neither side has said anything
                recorder.decoder.release(recorder.sink, ignore_problems);
            else
                recorder.decoder.catch_up(recorder.sink, ignore_problems);
        };
        quiet();
        CHECK(recorder.sink.frames.size() == (released ? 20 : 19));
        for (int i = 0; i < 30; ++i) {
            match.pass_time(std::chrono::milliseconds(100));
            auto say = begin_game_message(17);  // NETMSGTYPE_CL_SAY
            say.add_int(0);
            say.add_string("hello?");
            match.to_server(say);
            quiet();
        }
        match.close("bye");
        recorder.finish();
        REQUIRE(recorder.sink.frames.size() == 20);
        CHECK(recorder.sink.frames.back().tick == 1038);
        CHECK(recorder.sink.count_events("Cl_Say") == (released ? 0 : 30));
        CHECK(recorder.sink.count_events("ConnectionClosed") == (released ? 0 : 1));
        const auto without = recorder.decoder.counters()["messages without a snapshot"];
        CHECK((released ? without >= 30 : without == 0));
    }
}

TEST_CASE("what was sent in one connection is in none after it") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    match.change_map("one");
    match.enter_game();
    play(match, 1000, 20);
    recorder.decoder.release(recorder.sink, ignore_problems);
    match.to_client(MatchScript::broadcast("into the void"));
    match.close("bye");
    MatchScript again(recorder.listener());
    again.change_map("one");
    again.enter_game();
    play(again, 10, 20);
    recorder.finish();
    REQUIRE(recorder.sink.segments.size() == 2);
    REQUIRE(recorder.sink.frames.size() == 40);
    for (std::size_t i = 20; i < 40; ++i) CHECK(recorder.broadcasts(i).empty());
}
