#include "player/state/playback.h"

#include "tests/catch.h"

using namespace tickreel;
using Seconds = std::chrono::duration<double>;

TEST_CASE("playing moves the playhead by speed and direction") {
    Playback playback(1000, 50);
    playback.advance(Seconds(1));
    CHECK(playback.position() == 0);
    playback.toggle_play();
    playback.advance(Seconds(1));
    CHECK(playback.position() == 50);
    playback.set_speed(0.5);
    playback.advance(Seconds(1));
    CHECK(playback.playhead() == tickreel_test::Approx(75.0));
    playback.reverse();
    playback.advance(Seconds(0.5));
    CHECK(playback.playhead() == tickreel_test::Approx(62.5));
}

TEST_CASE("playing stops at the ends and starts over from there") {
    Playback playback(100, 50);
    playback.jump(90);
    playback.toggle_play();
    playback.advance(Seconds(5));
    CHECK(playback.position() == 100);
    CHECK_FALSE(playback.playing());
    playback.toggle_play();
    CHECK(playback.playing());
    CHECK(playback.position() == 0);

    playback.reverse();
    playback.advance(Seconds(0.1));
    CHECK_FALSE(playback.playing());
    playback.toggle_play();
    CHECK(playback.position() == 100);
    playback.advance(Seconds(1));
    CHECK(playback.position() == 50);
}

TEST_CASE("a loop repeats between in and out in both directions") {
    Playback playback(1000, 50);
    playback.set_loop(300, 200);
    playback.toggle_repeat();
    playback.jump(290);
    playback.toggle_play();
    playback.advance(Seconds(0.5));
    CHECK(playback.position() == 200);
    CHECK(playback.playing());
    playback.reverse();
    playback.advance(Seconds(0.1));
    CHECK(playback.position() == 300);
    playback.clear_in();
    playback.clear_out();
    playback.reverse();
    playback.advance(Seconds(1));
    CHECK(playback.position() == 350);
}

TEST_CASE("out before in clears in, and the other way round") {
    Playback playback(1000, 50);
    playback.jump(500);
    playback.set_in();
    playback.jump(400);
    playback.set_out();
    CHECK_FALSE(playback.loop().in);
    CHECK(playback.loop().out == 400);
    playback.jump(600);
    playback.set_in();
    CHECK(playback.loop().in == 600);
    CHECK_FALSE(playback.loop().out);
}

TEST_CASE("jumps are undone, moves are not remembered, and all is clamped") {
    Playback playback(1000, 50);
    CHECK_FALSE(playback.back());
    playback.jump(5000);
    CHECK(playback.position() == 1000);
    playback.move(-5);
    CHECK(playback.position() == 0);
    playback.jump(300);
    CHECK(playback.back());
    CHECK(playback.position() == 0);
    CHECK(playback.forward());
    CHECK(playback.position() == 300);
    playback.jump(10);
    CHECK_FALSE(playback.forward());
}

TEST_CASE("a drag pauses and goes on as before, and one undo takes it back") {
    Playback playback(1000, 50);
    playback.move(100);
    playback.toggle_play();
    playback.begin_scrub();
    CHECK_FALSE(playback.playing());
    playback.move(700);
    playback.move(800);
    playback.advance(Seconds(1));
    CHECK(playback.position() == 800);
    playback.end_scrub();
    CHECK(playback.playing());
    CHECK(playback.back());
    CHECK(playback.position() == 100);
}

TEST_CASE("the speed ladder has ends and a nearest rung") {
    Playback playback(1000, 50);
    CHECK(playback.speed() == 1.0);
    for (int i = 0; i < 100; ++i) playback.faster();
    CHECK(playback.speed() == 64.0);
    for (int i = 0; i < 100; ++i) playback.slower();
    CHECK(playback.speed() == 0.1);
    playback.set_speed(2.2);
    CHECK(playback.speed() == 2.0);
    playback.reverse();
    playback.normal_speed();
    CHECK(playback.speed() == 1.0);
    CHECK_FALSE(playback.reversed());
}

TEST_CASE("skips have a ladder of their own") {
    Playback playback(100000, 50);
    CHECK(playback.skip_ticks() == 250);
    playback.change_skip(-1);
    CHECK(playback.skip_ticks() == 100);
    for (int i = 0; i < 20; ++i) playback.change_skip(-1);
    CHECK(playback.skip_ticks() == 5);
    for (int i = 0; i < 20; ++i) playback.change_skip(+1);
    CHECK(playback.skip_seconds() == 600.0);
}

TEST_CASE("an empty recording stays at its only place") {
    Playback playback(0, 50);
    playback.toggle_play();
    playback.advance(Seconds(1));
    CHECK(playback.position() == 0);
    CHECK_FALSE(playback.playing());
}
