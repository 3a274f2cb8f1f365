// What the client acknowledged and the capture lacks, at the end of a map or of the recording.

#include <algorithm>

#include "tests/catch.h"
#include "tests/recorder/teeworlds/decoder_stage.h"

using namespace tickreel;
using namespace tickreel::teeworlds;
using tickreel_test::contains;
using tickreel_test::crowd;
using tickreel_test::MatchScript;
using tickreel_test::play;
using tickreel_test::Recorder;
using tickreel_test::world;

namespace {

constexpr Time kTick = std::chrono::milliseconds(20);

// Snapshots at the pace of a server; the recorder sees none of them, but the acknowledgements.
void play_unseen(MatchScript& match, std::int32_t from, std::int32_t to) {
    for (std::int32_t tick = from; tick <= to; tick += 2) {
        match.pass_time(2 * kTick - std::chrono::milliseconds(12));  // which sending takes
        match.snapshot(tick, world(tick), false);
    }
}

void claim(MatchScript& match, std::int32_t acked, std::int32_t intended) {
    auto input = MatchScript::system(SystemMessage::Input);
    for (const std::int32_t word : {acked, intended, 0}) input.add_int(word);
    match.to_server(input, false);
}

void begin(MatchScript& match) {
    match.change_map("one");
    match.enter_game();
    play(match, 100, 10);  // up to 118
}

void next_map(MatchScript& match) {
    match.change_map("two");
    match.enter_game();
    play(match, 10, 5);
}

}  // namespace

TEST_CASE("what the client acknowledged at the end and the capture lacks is a gap") {
    const std::string end = GENERATE("map", "close", "kick", "again", "capture");
    CAPTURE(end);
    Recorder recorder;
    MatchScript match(recorder.listener());
    begin(match);
    play_unseen(match, 120, 600);
    if (end == "map") next_map(match);
    if (end == "close") match.close("bye");
    if (end == "kick") match.kick("bye");
    if (end == "again") {
        MatchScript again(recorder.listener());
        next_map(again);
    }
    recorder.finish();
    REQUIRE(recorder.sink.gaps.size() == 1);
    CHECK(recorder.sink.gaps[0] ==
          Gap{0, 120, 601, "the client acknowledged snapshots that did not arrive"});
    REQUIRE(recorder.losses.size() == 1);
    CHECK(recorder.losses[0] ==
          "ticks 120..600: the client acknowledged snapshots that the capture lacks");
    CHECK(recorder.sink.segments.size() == (end == "map" || end == "again" ? 2 : 1));
}

TEST_CASE("a last snapshot that cannot be decoded: the gap begins where the one before it ends") {
    const bool acks_seen = GENERATE(true, false);
    const bool map_ends = GENERATE(true, false);
    CAPTURE(acks_seen, map_ends);
    Recorder recorder;
    bool seen = true;
    MatchScript match([&](const Datagram& datagram) {
        if (seen) recorder.feed(datagram);
    });
    begin(match);
    seen = acks_seen;
    play_unseen(match, 120, 600);
    seen = true;
    match.snapshot(602, world(1));
    if (map_ends) next_map(match);
    recorder.finish();
    REQUIRE(recorder.sink.gaps.size() == 1);
    CHECK(recorder.sink.gaps[0] ==
          Gap{0, 120, 603, "tick 602 differs from tick 600, which is not known"});
    REQUIRE(recorder.losses.size() == 1);
    CHECK(recorder.losses[0] ==
          "tick 602 could not be decoded: it differs from tick 600, which the client had and the "
          "capture lacks");
}

TEST_CASE("acknowledged behind a last snapshot that cannot be decoded: one gap") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    begin(match);
    play_unseen(match, 120, 200);
    match.snapshot(202, world(1));
    play_unseen(match, 204, 300);
    recorder.finish();
    REQUIRE(recorder.sink.gaps.size() == 1);
    CHECK(recorder.sink.gaps[0] ==
          Gap{0, 120, 301, "tick 202 differs from tick 200, which is not known"});
    CHECK(recorder.losses.size() == 2);
}

TEST_CASE("a server that paused before the snapshot that is missing has lost no other") {
    const bool decodable = GENERATE(true, false);
    Recorder recorder;
    MatchScript match(recorder.listener());
    begin(match);
    for (int i = 0; i < 50; ++i) {
        match.pass_time(5 * kTick);
        claim(match, 118, 150 + 5 * i);
    }
    match.snapshot(380, world(1), false);
    if (!decodable) match.snapshot(382, world(2));
    match.close("bye");
    recorder.finish();
    REQUIRE(recorder.sink.gaps.size() == 1);
    CHECK(recorder.sink.gaps[0].from == 380);
    CHECK(recorder.sink.gaps[0].to == (decodable ? 381 : 383));
    CHECK(recorder.losses.size() == 1);
}

TEST_CASE("the map changed and the capture lacks that, too: what the old one lacks is a gap") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    begin(match);
    match.send_snapshot(120, world(1), false);  // of which no word came
    match.pass_time(2 * kTick);
    play_unseen(match, 122, 200);
    match.forget_snapshots();
    match.pass_time(std::chrono::seconds(2));
    play(match, 10, 50);
    recorder.finish();
    CHECK(recorder.sink.segments.size() == 2);
    REQUIRE_FALSE(recorder.sink.gaps.empty());
    const Gap expected{0, 120, 201, "the client acknowledged snapshots that did not arrive"};
    CHECK(std::count(recorder.sink.gaps.begin(), recorder.sink.gaps.end(), expected) == 1);
}

TEST_CASE("what the client acknowledged, of which a part came") {
    Recorder recorder;
    int passed = -1;  // so many datagrams more; -1: all
    MatchScript match([&](const Datagram& datagram) {
        if (passed == 0) return;
        if (passed > 0) --passed;
        recorder.feed(datagram);
    });
    begin(match);
    passed = 1;
    match.send_snapshot(120, crowd());
    passed = -1;
    match.acknowledge(120);
    match.close("bye");
    recorder.finish();
    REQUIRE(recorder.sink.gaps.size() == 1);
    CHECK(recorder.sink.gaps[0].from == 120);
    CHECK(recorder.sink.gaps[0].to == 121);
}

TEST_CASE("what nobody can have been sent is not missing, whatever a client acknowledges") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    begin(match);
    SECTION("of the far future") {
        claim(match, 2'000'000'000, 2'000'000'005);
        claim(match, 5'000, 5'005);
        claim(match, 2'147'483'647, 2'147'483'647);
    }
    SECTION("behind the tick that the input is for") {
        claim(match, 124, 120);
    }
    SECTION("nothing, or what came") {
        claim(match, -1, 130);
        claim(match, -2'147'483'647 - 1, 130);
        claim(match, 117, 130);
        claim(match, 118, 130);
    }
    SECTION("cut off") {
        auto input = MatchScript::system(SystemMessage::Input);
        input.add_int(124);
        match.to_server(input, false);
    }
    SECTION("of the next map, whose beginning the capture lacks") {
        match.change_map("two");
        match.pass_time(std::chrono::seconds(10));
        claim(match, 300, 305);
    }
    SECTION("before the first snapshot of the next map") {
        match.change_map("two");
        match.enter_game();
        claim(match, 124, 130);
        match.snapshot(10, world(1));
        claim(match, 118, 130);
        play(match, 12, 5);
    }
    recorder.finish();
    CHECK(recorder.sink.gaps.empty());
    CHECK(recorder.losses.empty());
}

TEST_CASE("acknowledged while the change of the map is on its way to the client") {
    Recorder recorder;
    MatchScript match(recorder.listener());
    begin(match);
    play_unseen(match, 120, 200);
    match.send_snapshot(202, world(1), false);
    match.change_map("two");
    claim(match, 202, 210);
    match.enter_game();
    play(match, 10, 5);
    recorder.finish();
    REQUIRE(recorder.sink.gaps.size() == 1);
    CHECK(recorder.sink.gaps[0].from == 120);
    CHECK(recorder.sink.gaps[0].to == 203);
}

// As after an overload, with what the recorder knew at the end of it.
TEST_CASE("a decoder that skips to a checkpoint on the next map misses nothing of the one before") {
    Recorder recorder;
    Recorder everything;
    bool skips = false;
    MatchScript match([&](const Datagram& datagram) {
        everything.feed(datagram);
        if (!skips) recorder.feed(datagram);
    });
    begin(match);
    skips = true;
    match.pass_time(std::chrono::seconds(5));
    next_map(match);
    play(match, 20, 100);
    skips = false;
    recorder.decoder.note_missing();  // before, too
    REQUIRE(recorder.decoder.restore(everything.decoder.checkpoint(), "recorder overloaded"));
    match.snapshot(220, world(1), false);
    SECTION("at the end") {}
    SECTION("before a snapshot that cannot be decoded") {
        match.snapshot(222, world(2));
    }
    recorder.finish();
    REQUIRE_FALSE(recorder.sink.gaps.empty());
    for (const Gap& gap : recorder.sink.gaps) {
        INFO(gap.segment << ": " << gap.from << ".." << gap.to << ", " << gap.reason);
        CHECK(gap.segment == 1);
    }
    REQUIRE(recorder.sink.segments.size() == 2);
    CHECK(recorder.sink.segments[1].map == "two");
    // What was played of the next map meanwhile.
    CHECK(recorder.sink.gaps[0].from == 10);
    CHECK(recorder.sink.gaps[0].to >= 219);
    CHECK(recorder.sink.gaps[0].reason == "recorder overloaded");
}
