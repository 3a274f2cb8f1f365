// Navigation by keys and by typed places.
#include "player/state/navigation.h"

#include "player/state/glide.h"
#include "tests/player/state/opened.h"
#include "tickreel/base/file.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;
using namespace tickreel_test;
using Seconds = PlayerState::Seconds;

TEST_CASE("problems, events and markers are reached by keys in both directions") {
    PlayerState state;
    open(state);
    run(state, "seek.next_problem");
    CHECK(state.moment().tick == kBadTick);
    run(state, "seek.next_problem");
    CHECK(state.moment().tick == kGapFrom);
    run(state, "seek.next_problem");
    CHECK(state.moment().tick == kGapFrom);
    CHECK_THAT(state.notices().text(), contains("No integrity problem"));
    run(state, "seek.previous_problem");
    CHECK(state.moment().tick == kBadTick);

    run(state, "seek.next_event");
    CHECK(state.moment().tick == kChatTick);
    run(state, "seek.next_event");
    CHECK(state.moment().tick == 1400);  // the marker
    run(state, "seek.next_event");
    CHECK(state.moment().tick == kKillTick);
    run(state, "seek.previous_event");
    CHECK(state.moment().tick == 1400);
    for (std::size_t kind = 0; kind < kEventLanes; ++kind)
        act(state, ShowLane{static_cast<EventLane>(kind), false});
    run(state, "seek.previous_event");
    CHECK(state.moment().tick == 1400);
    CHECK_THAT(state.notices().text(), contains("No marker or event"));
    run(state, "seek.undo");
    CHECK(state.moment().tick == kKillTick);
}

TEST_CASE("steps go by snapshot or by tick, across the gap and into the next map") {
    PlayerState state;
    open(state, "1498");
    run(state, "playback.next");
    CHECK(shown(state) == kGapTo);
    CHECK(state.notices().text() == "+22 ticks");
    run(state, "playback.previous");
    CHECK(shown(state) == 1498);
    run(state, "playback.next_tick");
    CHECK(state.moment().tick == 1499);
    CHECK(shown(state) == 1498);
    CHECK_THAT(state.notices().text(), contains("no snapshot"));
    run(state, "playback.previous");
    CHECK(state.moment().tick == 1498);
    act(state, GoTo{"1998"});
    state.advance(Seconds(0));
    run(state, "playback.next");
    CHECK(state.moment() == (Moment{1, 0}));
    run(state, "seek.end");
    CHECK(shown(state) == kSecondLast);
    run(state, "playback.next");
    CHECK_THAT(state.notices().text(), contains("last"));
}

TEST_CASE("places are typed as ticks, times, shares, differences and markers") {
    PlayerState state;
    open(state);
    const std::pair<const char*, Tick> places[] = {{"1500", 1500}, {"0:04", 1200}, {"+10", 1210},
                                                   {"-20", 1190},  {"m1", 1400},   {"s1:40", 40}};
    for (const auto& [text, tick] : places) {
        act(state, GoTo{text});
        CHECK(state.moment().tick == tick);
    }
    for (const char* outside : {"9999999", "1:00:00", "150%", "-1:00", "s7:40", "500"}) {
        act(state, GoTo{outside});
        CHECK(state.moment() == Moment{1, 40});
        CHECK_THAT(state.notices().text(),
                   contains(std::string("'") + outside + "' is outside the recording (ticks "));
    }
    act(state, GoTo{"m9"});
    CHECK(state.moment() == Moment{1, 40});
    CHECK(state.notices().text() == "There is no marker 9; there is 1");
    act(state, GoTo{"nonsense"});
    CHECK(state.moment().tick == 40);
    CHECK_FALSE(state.notices().text().empty());
}

TEST_CASE("following goes round the players and escape frees the camera") {
    PlayerState state;
    open(state);
    REQUIRE(followable_now(state.parts()).size() == 2);
    run(state, "camera.follow_next");
    CHECK(state.selection().followed()->entity == 0);
    CHECK(state.session().reader().schema()[state.selection().followed()->type].name ==
          "Character");
    run(state, "camera.follow_next");
    CHECK(state.selection().followed()->entity == 1);
    run(state, "camera.follow_next");
    CHECK(state.selection().followed()->entity == 0);
    run(state, "camera.follow_previous");
    CHECK(state.selection().followed()->entity == 1);
    run(state, "window.escape");
    CHECK_FALSE(state.selection().followed());
    run(state, "camera.follow2");
    CHECK(state.selection().followed()->entity == 1);
    run(state, "camera.fit");
    CHECK_FALSE(state.selection().followed());
    CHECK(state.view().map.fit);
}

TEST_CASE("the frames around the playhead are the same by steps and by jumps") {
    PlayerState stepped;
    open(stepped);
    PlayerState jumped;
    open(jumped);
    while (stepped.playback().position() < 300) {
        act(stepped, Step{Unit::OneTick, 1});
        stepped.advance(Seconds(0));
    }
    act(jumped, Jump{300});
    jumped.advance(Seconds(0));
    REQUIRE(stepped.frames().current() != nullptr);
    CHECK(stepped.frames().current()->tick == jumped.frames().current()->tick);
    CHECK(stepped.frames().previous()->tick == jumped.frames().previous()->tick);
    CHECK(stepped.frames().next()->tick == jumped.frames().next()->tick);
    REQUIRE(stepped.frames().recent().size() == jumped.frames().recent().size());
    for (std::size_t i = 0; i < stepped.frames().recent().size(); ++i)
        CHECK(stepped.frames().recent()[i].tick == jumped.frames().recent()[i].tick);
    CHECK(jumped.frames().recent().size() == 50);  // of 2 s
}

TEST_CASE("things glide from snapshot to snapshot, but not over a pause, a gap or into a new map") {
    const Timeline timeline({{100, 300}, {50, 80}}, 50);
    const auto share = [&](Moment from, Moment to, double playhead, std::vector<Hole> holes = {}) {
        Frame a;
        a.segment = from.segment;
        a.tick = from.tick;
        Frame b;
        b.segment = to.segment;
        b.tick = to.tick;
        return glide_share(timeline, &a, &b, playhead, holes);
    };
    CHECK(share({0, 110}, {0, 112}, 11) == 0.5);
    CHECK_FALSE(share({0, 110}, {0, 112}, 10));  // exactly what was sent
    CHECK_FALSE(share({0, 110}, {0, 112}, 12));
    CHECK(share({0, 110}, {0, 120}, 15) == 0.5);  // five snapshots a second
    CHECK_FALSE(share({0, 110}, {0, 130}, 15));   // a server that was late
    CHECK_FALSE(share({0, 110}, {0, 114}, 11, {{11, 14}}));
    CHECK_FALSE(share({0, 300}, {1, 50}, 200.5));
    CHECK_FALSE(glide_share(timeline, nullptr, nullptr, 1, {}));
}

TEST_CASE("a problem behind the last snapshot is called what it is") {
    PlayerState state;
    act(state, OpenPath{gap_behind_file("gap_behind.reel")});
    wait(state);
    run(state, "seek.next_problem");
    CHECK(state.notices().text() == "Gap: recorded, but unreadable, 88 ticks");
    PlayerState plain;
    open(plain, "s0:1300");
    run(plain, "seek.next_problem");
    CHECK(plain.notices().text() == "Gap: base was never seen, 20 ticks");
}

TEST_CASE("two gaps at one change of the map are both named") {
    const std::string path = write_file("gaps_at_border.reel", {});
    ReelWriter writer(std::move(*create_file(path, IfExists::Replace)), {});
    for (std::uint32_t map = 0; map < 2; ++map) {
        writer.begin_segment({"map", "", ""});
        for (Tick tick = 100; tick < 110; ++tick) {
            Frame frame;
            frame.segment = map;
            frame.tick = tick;
            writer.add_frame(frame);
        }
        if (map == 0) writer.add_gap({0, 110, 164, "killed"});
        if (map == 1) writer.add_gap({1, 50, 100, "late"});
    }
    REQUIRE(writer.finish().ok());
    PlayerState state;
    act(state, OpenPath{path});
    wait(state);
    run(state, "seek.next_problem");
    CHECK(state.notices().text() == "Gap: killed, 54 ticks; gap: late, 50 ticks");
}
