#include "tickreel/model/tick_steps.h"

#include <memory>

#include "tests/catch.h"

using namespace tickreel;

namespace {

// The first tick below 100 000 at which a step of numerator / denominator ticks should begin and
// does not, or begins and should not; -1: none.
Tick first_wrong(double length, Tick numerator, Tick denominator) {
    const auto steps = std::make_unique<TickSteps>(
        length);  // on the heap: gcc 12 has a false warning of its optional
    Tick before = -1;
    for (Tick tick = 0; tick < 100'000; ++tick) {
        const Tick step = tick * denominator / numerator;
        if (steps->takes({0, tick}) != (step != before)) return tick;
        if (steps->start_of(tick) > (step * numerator + denominator - 1) / denominator) return tick;
        before = step;
    }
    return -1;
}

}  // namespace

TEST_CASE("a step begins at its tick, however its length is rounded") {
    CHECK(first_wrong(0.1 * 50, 5, 1) == -1);
    CHECK(first_wrong(0.14 * 50, 7, 1) == -1);  // 7.000000000000001
    CHECK(first_wrong(1.1 * 50, 55, 1) == -1);
    CHECK(first_wrong(0.07 * 50, 7, 2) == -1);
    CHECK(first_wrong(0.035 * 50, 7, 4) == -1);
    CHECK(first_wrong(0.14 * 20, 14, 5) == -1);
    CHECK(first_wrong(1.0 / 30 * 50, 5, 3) == -1);
    CHECK(first_wrong(1.0 / 11 * 50, 50, 11) == -1);
    CHECK(first_wrong(1.0 / 7 * 50, 50, 7) == -1);
}
