// Decoders that go on from the checkpoint of another one.
#include <algorithm>

#include "tests/catch.h"
#include "tests/recorder/teeworlds/decoder_stage.h"

using namespace tickreel;
using namespace tickreel::teeworlds;
using tickreel_test::MatchScript;
using tickreel_test::play;
using tickreel_test::Recorder;
using tickreel_test::world;

TEST_CASE("another decoder goes on from a checkpoint as if nothing had happened") {
    Recorder whole;
    Recorder first;
    Recorder second;
    bool killed = false;
    // The clock may have been set meanwhile.
    const auto step = std::chrono::hours(GENERATE(0, 1, -1));
    MatchScript match([&](const Datagram& datagram) {
        whole.feed(datagram);
        Datagram later = datagram;
        later.time += step;
        if (killed)
            second.feed(later);
        else
            first.feed(datagram);
    });
    match.change_map("arena");
    match.to_client(MatchScript::broadcast("hello"));
    match.enter_game();
    play(match, 100, 50);
    const Bytes state = first.decoder.checkpoint();
    REQUIRE_FALSE(state.empty());
    REQUIRE(second.decoder.restore(state, ""));
    killed = true;
    match.to_client(MatchScript::broadcast("on we go"));
    play(match, 200, 50);
    whole.finish();
    second.finish();
    CHECK(second.problems.empty());
    REQUIRE(second.sink.segments.size() == 1);
    CHECK(second.sink.segments[0] == whole.sink.segments[0]);
    CHECK(second.sink.gaps.empty());
    // What was held back at the checkpoint is not in it: at most the last two.
    REQUIRE(second.sink.frames.size() >= 49);
    CHECK(second.sink.properties.at("protocol") == "ddnet 0.6");
    for (const Frame& frame : second.sink.frames) {
        const auto same =
            std::find_if(whole.sink.frames.begin(), whole.sink.frames.end(),
                         [&](const Frame& other) { return other.tick == frame.tick; });
        REQUIRE(same != whole.sink.frames.end());
        CHECK(frame.wire.base_tick == same->wire.base_tick);
        CHECK(frame.wire.computed == same->wire.computed);
        CHECK(frame.wire.checksum == WireChecksum::Ok);
    }

    // Cut or changed bytes are refused, or do no harm.
    for (std::size_t length = 0; length < state.size(); ++length) {
        Decoder other;
        CHECK_FALSE(other.restore(ByteView(state).first(length), ""));
    }
}

TEST_CASE("another decoder goes on while the players load the next map") {
    Recorder first;
    Recorder second;
    bool killed = false;
    MatchScript match([&](const Datagram& datagram) { (killed ? second : first).feed(datagram); });
    match.change_map("arena");
    match.enter_game();
    play(match, 100, 50);
    match.change_map("desert");
    REQUIRE(second.decoder.restore(first.decoder.checkpoint(), ""));
    killed = true;
    const bool still_old = GENERATE(false, true);
    if (still_old) match.snapshot(300, world(7));
    match.enter_game();
    match.forget_snapshots();
    play(match, 20, 30);
    second.finish();
    CHECK(second.problems.empty());
    CHECK(second.sink.gaps.empty());
    REQUIRE(second.sink.segments.size() == (still_old ? 2 : 1));
    if (still_old) CHECK(second.sink.segments.front().map == "arena");
    CHECK(second.sink.segments.back().map == "desert");
    CHECK(second.sink.frames.size() == (still_old ? 31 : 30));
    CHECK(second.sink.frames.back().segment + 1 == second.sink.segments.size());
}
