// Snapshots whose checksum is another one than the server sent.
#include "tests/catch.h"
#include "tests/recorder/teeworlds/decoder_stage.h"

using namespace tickreel;
using namespace tickreel::teeworlds;
using tickreel_test::MatchScript;
using tickreel_test::Recorder;

TEST_CASE("a wrong checksum is told, and the snapshot kept") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    match.change_map("arena");
    match.enter_game();
    const std::vector<std::int32_t> delta{0, 1, 0, 5, 0, 7, 8, 1};
    const auto messages = write_snap(Protocol::V06, 100, kNoBase, delta, 999);
    REQUIRE(messages);
    Packer message;
    message.add_raw(messages->front());
    match.to_client(message, false);
    recorder.finish();
    REQUIRE(recorder.sink.frames.size() == 1);
    CHECK(recorder.sink.frames[0].wire.checksum == WireChecksum::Mismatch);
    CHECK(recorder.sink.frames[0].wire.expected == 999);
    CHECK(recorder.sink.frames[0].wire.computed == 16);
    REQUIRE(recorder.problems.size() == 1);
    CHECK_THAT(recorder.problems[0], tickreel_test::contains("tick 100"));
}

TEST_CASE("a snapshot with another checksum stays a base once the client acknowledged it") {
    const bool acknowledged = GENERATE(true, false);
    Recorder recorder;
    MatchScript match(recorder.listener());
    match.change_map("arena");
    match.enter_game();
    const auto send = [&](std::int32_t tick, std::int32_t base, std::int32_t crc) {
        const std::vector<std::int32_t> first{0, 1, 0, 5, 0, 7, 8, 1};
        const std::vector<std::int32_t> next{0, 1, 0, 5, 0, 1, 0, 0};
        const auto messages =
            write_snap(Protocol::V06, tick, base, base == kNoBase ? first : next, crc);
        REQUIRE(messages);
        Packer message;
        message.add_raw(messages->front());
        match.to_client(message, false);
    };
    send(100, kNoBase, 999);  // is 16
    if (acknowledged) match.acknowledge(100);
    send(102, 100, 17);
    send(104, 102, 18);
    recorder.finish();
    CHECK(recorder.sink.frames[0].wire.checksum == WireChecksum::Mismatch);
    if (acknowledged) {
        REQUIRE(recorder.ticks() == std::vector<Tick>{100, 102, 104});
        CHECK(recorder.sink.frames[1].wire.checksum == WireChecksum::Ok);
        CHECK(recorder.sink.frames[2].wire.checksum == WireChecksum::Ok);
        CHECK(recorder.sink.gaps.empty());
    } else {
        CHECK(recorder.ticks() == std::vector<Tick>{100});
        REQUIRE(recorder.sink.gaps.size() == 1);
        CHECK(recorder.sink.gaps[0].from == 102);
        CHECK(recorder.sink.gaps[0].to == 105);
    }
    CHECK(recorder.decoder.counters().at("bases with another checksum") == (acknowledged ? 1 : 0));
}
