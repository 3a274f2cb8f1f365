// Frames, in order, with their checksums and bases, whatever is between the packets.
#include "recorder/games/teeworlds/decoder.h"

#include "tests/catch.h"
#include "tests/recorder/teeworlds/decoder_stage.h"
#include "tickreel/base/concat.h"
#include "tickreel/model/wire_proof.h"

using namespace tickreel;
using namespace tickreel::teeworlds;
using tickreel_test::crowd;
using tickreel_test::MatchScript;
using tickreel_test::play;
using tickreel_test::Recorder;
using tickreel_test::world;

TEST_CASE("a match: segment, frames in order, checksums, bases") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    match.change_map("arena");
    match.to_client(MatchScript::broadcast("hello"));
    match.enter_game();
    play(match, 100, 50);
    recorder.finish();
    CHECK(recorder.problems.empty());
    REQUIRE(recorder.sink.segments.size() == 1);
    CHECK(recorder.sink.segments[0].map == "arena");
    CHECK(recorder.sink.segments[0].map_crc == "00001234");
    REQUIRE(recorder.sink.frames.size() == 50);
    CHECK(recorder.sink.frames[0].wire.base_tick == kNoTick);
    CHECK(recorder.sink.frames[20].wire.base_tick == 138);
    for (std::size_t i = 0; i < 50; ++i) {
        const Frame& frame = recorder.sink.frames[i];
        CHECK(frame.tick == 100 + 2 * static_cast<Tick>(i));
        CHECK(frame.wire.checksum == WireChecksum::Ok);
        CHECK(frame.wire.expected == frame.wire.computed);
        CHECK(frame.wire.parts == 1);
    }
    CHECK(recorder.broadcasts(0) == "hello");
    CHECK(recorder.sink.properties.at("protocol") == "ddnet 0.6");
    CHECK(recorder.decoder.counters().at("snapshots") == 50);
}

TEST_CASE("an unchanged snapshot equals its base and has its checksum") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    match.change_map("arena");
    match.enter_game();
    match.snapshot(100, world(1));
    match.snapshot(102, world(1));
    recorder.finish();
    REQUIRE(recorder.sink.frames.size() == 2);
    CHECK(recorder.sink.frames[1].wire.checksum == WireChecksum::Ok);
    CHECK(is_proven_by_base(recorder.sink.frames[1].wire));
    CHECK_FALSE(is_proven_by_base(recorder.sink.frames[0].wire));
    CHECK(recorder.sink.frames[1].wire.expected == recorder.sink.frames[0].wire.expected);
    CHECK(recorder.sink.frames[1].wire.base_tick == 100);
    CHECK(recorder.sink.frames[1].snapshot == recorder.sink.frames[0].snapshot);
}

TEST_CASE("a snapshot in several parts is one frame") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    match.change_map("arena");
    match.enter_game();
    match.snapshot(100, crowd());
    recorder.finish();
    REQUIRE(recorder.sink.frames.size() == 1);
    CHECK(recorder.sink.frames[0].wire.parts > 1);
    CHECK(recorder.sink.frames[0].wire.checksum == WireChecksum::Ok);
    CHECK(recorder.sink.count_items(0, "Character") == 60);
}

TEST_CASE("who ends a connection, and why, is in its last frame") {
    const bool kicked = GENERATE(false, true);
    const bool comes_back = GENERATE(false, true);
    Recorder recorder;
    MatchScript match(recorder.listener());
    match.change_map("arena");
    match.enter_game();
    play(match, 100, 5);
    kicked ? match.kick("Kicked (bye)") : match.close("");
    if (comes_back) {  // and leaves before it plays
        MatchScript again(recorder.listener());
        again.kick("Wrong password");
    }
    recorder.finish();
    std::vector<std::string> told;
    for (const Frame& frame : recorder.sink.frames)
        for (const Event& event : frame.events)
            if (const std::string& type = recorder.sink.schema[event.type].name;
                type == "ConnectionClosed")
                told.push_back(concat(
                    frame.tick, " ",
                    std::get<std::int64_t>(recorder.sink.field(type, event.row, "closed_by")), " ",
                    std::get<std::string>(recorder.sink.field(type, event.row, "reason"))));
    CHECK(told == std::vector<std::string>{kicked ? "108 1 Kicked (bye)" : "108 0 "});
}

TEST_CASE("the clock of a capture may be set, or be wrong for one datagram") {
    const std::chrono::hours step(GENERATE(-1, 1));
    const bool stays = GENERATE(false, true);
    Recorder recorder;
    int fed = 0;
    MatchScript match([&](Datagram datagram) {
        if (++fed == 40 || (stays && fed > 40)) datagram.time += step;
        recorder.feed(datagram);
    });
    match.change_map("one");
    match.enter_game();
    play(match, 100, 40);
    recorder.finish();
    CHECK(fed > 80);
    CHECK(recorder.sink.frames.size() == 40);
    CHECK(recorder.sink.segments.size() == 1);
    CHECK(recorder.sink.gaps.empty());
    CHECK(recorder.problems.empty());
}

TEST_CASE("garbage between the packets changes nothing") {
    Recorder clean;
    Recorder dirty;
    std::uint32_t noise = 1;
    const auto both = [&](const Datagram& datagram) {
        clean.feed(datagram);
        Bytes garbage(noise % 60);
        for (Byte& byte : garbage)
            byte = static_cast<Byte>((noise = noise * 1664525 + 1013904223) >> 24);
        if (!garbage.empty()) garbage[0] = static_cast<Byte>(garbage[0] & ~0x20);  // no server list
        dirty.feed({datagram.direction, datagram.time, garbage});
        dirty.feed(datagram);
        noise = noise * 1664525 + 1013904223;
    };
    MatchScript match(both);
    match.change_map("arena");
    match.enter_game();
    play(match, 100, 60);
    clean.finish();
    dirty.finish();
    REQUIRE(clean.sink.frames.size() == 60);
    CHECK(dirty.ticks() == clean.ticks());
}
