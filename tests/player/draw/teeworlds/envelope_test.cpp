#include "player/games/teeworlds/envelope.h"

#include "tests/catch.h"
#include "tests/player/draw/near.h"

using namespace tickreel;
using namespace tickreel::teeworlds_art;
using tickreel_test::near;

namespace {

EnvelopePoint point(int time, int curve, int value) {
    EnvelopePoint out;
    out.time = time;
    out.curve = curve;
    out.values = {value, 0, 0, 1024};
    return out;
}

float value_at(int curve, double time) {
    Envelope envelope;
    envelope.points = {point(0, curve, 0), point(1000, 1, 1024)};
    return evaluate(envelope, time)[0];
}

}  // namespace

TEST_CASE("an envelope without points is zero, with one it stands still") {
    Envelope envelope;
    CHECK(evaluate(envelope, 5)[3] == 0);
    envelope.points = {point(300, 1, 512)};
    CHECK(near(evaluate(envelope, 12345)[0], 0.5));
}

TEST_CASE("each curve bends as its name says") {
    CHECK(near(value_at(0, 500), 0));
    CHECK(near(value_at(1, 500), 0.5));
    CHECK(near(value_at(2, 500), 0.125));
    CHECK(near(value_at(3, 500), 0.875));
    CHECK(near(value_at(4, 250), 0.15625));
    CHECK(near(value_at(99, 250), 0.25));  // unknown: linear
}

TEST_CASE("a bezier with handles on the straight line is the straight line") {
    Envelope envelope;
    envelope.points = {point(0, 5, 0), point(900, 1, 900)};
    envelope.points[0].out_time[0] = 300;
    envelope.points[0].out_value[0] = 300;
    envelope.points[1].in_time[0] = -300;
    envelope.points[1].in_value[0] = -300;
    for (const double time : {90.0, 450.0, 810.0})
        CHECK(near(evaluate(envelope, time)[0], time / 1024, 1e-4));
}

TEST_CASE("time runs in circles, also before the start") {
    CHECK(near(value_at(1, 3250), 0.25));
    CHECK(near(value_at(1, -250), 0.75));
}

TEST_CASE("points out of order or at the same time do not hang or divide by zero") {
    Envelope envelope;
    envelope.points = {point(500, 1, 100), point(500, 5, 200), point(100, 1, 300),
                       point(700, 1, 400)};
    for (int time = 0; time < 700; time += 50) {
        const float value = evaluate(envelope, time)[0];
        CHECK(value >= 0);
        CHECK(value <= 0.5F);
    }
}
