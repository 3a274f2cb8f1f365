// What never came, or cannot be read, is a gap, and a loss where the client had it.
#include <algorithm>

#include "tests/catch.h"
#include "tests/recorder/teeworlds/decoder_stage.h"
#include "tickreel/reel/statistics.h"

using namespace tickreel;
using namespace tickreel::teeworlds;
using tickreel_test::MatchScript;
using tickreel_test::play;
using tickreel_test::Recorder;
using tickreel_test::world;

TEST_CASE("a snapshot that the recorder missed is a gap as far as it mattered") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    match.change_map("arena");
    match.enter_game();
    match.snapshot(100, world(1));
    match.snapshot(102, world(2), false);
    match.snapshot(104, world(3));  // a delta from 102
    match.to_client(MatchScript::broadcast("between"));
    match.forget_snapshots();
    match.snapshot(110, world(4));
    recorder.finish();
    // The message came after a snapshot that nobody can read: not at the tick of 100.
    CHECK(recorder.sink.frames[1].events.size() == 1);
    CHECK(recorder.sink.frames[1].events[0].before_snapshot);
    CHECK(recorder.ticks() == std::vector<Tick>{100, 110});
    REQUIRE(recorder.sink.gaps.size() == 1);
    CHECK(recorder.sink.gaps[0].from == 102);  // the client had it, so it was sent
    CHECK_THAT(recorder.sink.gaps[0].reason, tickreel_test::contains("102"));
}

TEST_CASE(
    "what the client had and the capture lacks is a loss, told once for all that build on it") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    match.change_map("arena");
    match.enter_game();
    play(match, 100, 3);
    match.snapshot(106, world(6), false);
    play(match, 108, 40);
    match.forget_snapshots();
    play(match, 200, 3);
    match.snapshot(206, world(6), false);
    match.snapshot(208, world(7));
    recorder.finish();
    CHECK(recorder.problems == recorder.losses);
    REQUIRE(recorder.losses.size() == 2);
    CHECK(recorder.losses[0] ==
          "ticks 108..186: 40 snapshots could not be decoded: the first differs from tick 106, "
          "which the client had and the capture lacks, the others from those before them");
    CHECK(recorder.losses[1] ==
          "tick 208 could not be decoded: it differs from tick 206, which the client had and the "
          "capture lacks");
    REQUIRE(recorder.sink.gaps.size() == 2);
    CHECK(recorder.sink.gaps[0].from == 106);
    CHECK(recorder.sink.gaps[0].to == 187);
    CHECK(recorder.sink.gaps[1].from == 206);
}

TEST_CASE("a lost base is a gap of its own where snapshots between build on an older one") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    match.change_map("arena");
    match.enter_game();
    play(match, 100, 3);
    match.send_snapshot(106, world(6), false);
    match.send_snapshot(108, world(7));  // differs from 104: the client's word is on its way
    match.acknowledge(106);
    match.send_snapshot(110, world(8));
    match.send_snapshot(112, world(9));
    match.acknowledge(108);
    match.send_snapshot(114, world(10));
    recorder.finish();
    CHECK(recorder.ticks() == std::vector<Tick>{100, 102, 104, 108, 114});
    REQUIRE(recorder.sink.gaps.size() == 2);
    CHECK(recorder.sink.gaps[0].from == 106);
    CHECK(recorder.sink.gaps[0].to == 107);
    CHECK_THAT(recorder.sink.gaps[0].reason, tickreel_test::contains("differs from tick 106"));
    CHECK(recorder.sink.gaps[1].from == 110);
    CHECK(recorder.sink.gaps[1].to == 113);
}

TEST_CASE("a packet that cannot be read, where a snapshot is missing, is that snapshot") {
    const bool missing = GENERATE(true, false);
    const int packets = GENERATE(0, 1, 5);
    Recorder recorder;
    bool damaged = false;
    MatchScript match([&](const Datagram& datagram) {
        if (!damaged) return recorder.feed(datagram);
        Bytes bytes(datagram.bytes.begin(), datagram.bytes.end());
        bytes.pop_back();  // of the token
        for (int i = 0; i < packets; ++i)
            recorder.feed({datagram.direction, datagram.time + Time(i), bytes});
    });
    match.change_map("arena");
    match.enter_game();
    play(match, 100, 10);
    damaged = true;
    if (missing)
        match.send_snapshot(120, world(9));  // the client has not acknowledged it
    else
        match.to_client(MatchScript::broadcast("other"), false);
    damaged = false;
    play(match, missing ? 122 : 120, 5);
    recorder.finish();
    CHECK(recorder.sink.frames.size() == 15);
    // Of five, nothing says which one it was; or that one was.
    const bool known = missing && packets == 1;
    CHECK(recorder.losses.size() == (known ? 1 : 0));
    REQUIRE(recorder.sink.gaps.size() == (known ? 1 : 0));
    if (!known) return;
    CHECK(recorder.losses[0] ==
          "between tick 118 and tick 122: 1 packet of the server could not be read");
    CHECK(recorder.sink.gaps[0].from == 120);
    CHECK(recorder.sink.gaps[0].to == 121);
    CHECK_THAT(recorder.sink.gaps[0].reason, tickreel_test::contains("could not be read"));
}

TEST_CASE("a snapshot that came and makes no sense is missing, and told as lost") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    match.change_map("arena");
    match.enter_game();
    play(match, 100, 10);
    Packer message;
    SECTION("without its fields") {
        message = MatchScript::system(SystemMessage::SnapSingle);
    }
    SECTION("without the number of the message") {
        message.add_int(1);  // of those with a UUID, which is not there
    }
    match.to_client(message, false);
    play(match, 122, 5);
    recorder.finish();
    CHECK(recorder.sink.frames.size() == 15);
    REQUIRE(recorder.losses.size() == 1);
    REQUIRE(recorder.sink.gaps.size() == 1);
    CHECK(recorder.sink.gaps[0].from == 120);
    CHECK(recorder.sink.gaps[0].to == 121);
}

TEST_CASE("one packet that cannot be read is one snapshot, however long the server pauses then") {
    Recorder recorder;
    bool damaged = false;
    MatchScript match([&](const Datagram& datagram) {
        recorder.feed({datagram.direction, datagram.time,
                       damaged ? datagram.bytes.first(datagram.bytes.size() - 1) : datagram.bytes});
    });
    match.change_map("arena");
    match.enter_game();
    play(match, 100, 10);
    damaged = true;
    match.send_snapshot(120, world(9));
    damaged = false;
    play(match, 168, 5);
    recorder.finish();

    REQUIRE(recorder.losses.size() == 1);
    REQUIRE(recorder.sink.gaps.size() == 1);
    CHECK(recorder.sink.gaps[0].from == 120);
    CHECK(recorder.sink.gaps[0].to == 121);
}

TEST_CASE("a whole snapshot that is no delta is damaged, and told as lost") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    match.change_map("arena");
    match.enter_game();
    const std::vector<std::int32_t> delta{0, 9, 0, 5, 0, 7, 8, 1};  // nine items are not there
    const auto messages = write_snap(Protocol::V06, 100, kNoBase, delta, 16);
    REQUIRE(messages);
    Packer message;
    message.add_raw(messages->front());
    match.to_client(message, false);
    recorder.finish();
    CHECK(recorder.sink.frames.empty());
    REQUIRE(recorder.losses.size() == 1);
    CHECK(recorder.losses[0].find("tick 100: ") == 0);
    REQUIRE(recorder.sink.gaps.size() == 1);
    CHECK(recorder.sink.gaps[0].from == 100);
}

// INIT: every 10th tick until the first acknowledgement; RECOVER: every 50th when they stop.
TEST_CASE("a server that waits for acknowledgements has lost nothing") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    match.change_map("arena");
    match.enter_game();
    const auto run = [&](std::int32_t from, std::int32_t to, bool acknowledged) {
        for (std::int32_t tick = from; tick < to; tick += 2) {
            if (match.wants_snapshot(tick)) match.send_snapshot(tick, world(tick));
            if (acknowledged) match.acknowledge(tick);
        }
    };
    run(100, 148, false);
    match.acknowledge(140);
    run(148, 400, true);
    run(400, 862, false);  // the base is forgotten after 3 s
    match.acknowledge(850);
    run(862, 1000, true);
    recorder.finish();
    StatisticsCounter counter(50);
    Tick longest = 0;
    for (std::size_t i = 0; i < recorder.sink.frames.size(); ++i) {
        counter.add(recorder.sink.frames[i], recorder.sink.schema);
        if (i > 0)
            longest =
                std::max(longest, recorder.sink.frames[i].tick - recorder.sink.frames[i - 1].tick);
    }
    CHECK(recorder.sink.frames[1].tick == 110);
    CHECK(longest == 50);
    CHECK(recorder.sink.gaps.empty());
    CHECK(counter.result({}).gaps.empty());
}

// DDNet's does when a late word of what the client had of the last map names a tick of this one.
TEST_CASE("what differs from itself, and what builds on that, is no loss of the recorder's") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    match.change_map("arena");
    match.enter_game();
    play(match, 100, 10);
    const bool told = GENERATE(true, false);
    if (told) match.acknowledge(120);
    Packer itself = MatchScript::system(SystemMessage::SnapEmpty);
    itself.add_int(120);
    itself.add_int(0);
    match.to_client(itself, false);
    Packer on_it = MatchScript::system(SystemMessage::SnapEmpty);
    on_it.add_int(122);
    on_it.add_int(2);
    match.to_client(on_it, false);
    match.forget_snapshots();
    play(match, 140, 5);
    recorder.finish();
    CHECK(recorder.sink.frames.size() == 15);
    CHECK(recorder.losses.empty() == told);  // else it was damaged on its way
    REQUIRE_FALSE(recorder.problems.empty());
    CHECK_THAT(recorder.problems[0], tickreel_test::contains(told ? "tick 120 differs from tick 120"
                                                                  : "could not be decoded"));
}
