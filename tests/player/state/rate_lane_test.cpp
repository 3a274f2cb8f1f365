// The lane of the server's rate: which columns are init, full or recover, and what is said of them.
#include "player/state/rate_lane.h"

#include "tests/catch.h"

using namespace tickreel;

namespace {

void send(SendRates& rates, Tick tick, Tick base) {
    Frame frame;
    frame.tick = tick;
    frame.wire.base_tick = base;
    frame.wire.parts = 1;
    rates.add(frame, tick);
}

}  // namespace

TEST_CASE("a column of the rate's lane has the ticks of each rate, none is too rare to be seen") {
    SendRates rates;
    CHECK_FALSE(rates.known());
    for (const Tick tick : {0, 10, 20}) send(rates, tick, kNoTick);
    CHECK_FALSE(rates.known());  // it may never send deltas
    for (Tick tick = 30; tick < 1000; tick += 2) send(rates, tick, tick - 2);
    for (const Tick tick : {1000, 1050}) send(rates, tick, kNoTick);
    send(rates, 1052, 1050);
    CHECK(rates.known());
    const auto columns = [&](const std::vector<double>& edges) {
        return rate_columns(rates, edges, 8);
    };
    CHECK(
        columns({0, 20, 40, 60, 990, 1010, 1052}) ==
        std::vector<RateColumn>{{8, 0, 0}, {4, 4, 0}, {0, 8, 0}, {0, 8, 0}, {0, 4, 4}, {0, 0, 8}});
    CHECK(columns({0, 1053}) == std::vector<RateColumn>{{1, 6, 1}});
    CHECK(columns({-20, -10}) == std::vector<RateColumn>{{0, 0, 0}});
    CHECK(columns({1053, 1060}) == std::vector<RateColumn>{{0, 0, 0}});
    CHECK(columns({-10, 10}) == std::vector<RateColumn>{{8, 0, 0}});  // half of it is known
    CHECK(columns({}).empty());
}

TEST_CASE("the rate in words") {
    CHECK(send_rate_words({0, 20, SendRate::Init}, "10", "30") ==
          "init: in full until the client acknowledges a snapshot; ticks 10 to 30");
    CHECK(send_rate_words({0, 1, SendRate::Full}, "10", "10") ==
          "full: deltas to snapshots that the client acknowledged; tick 10");
    CHECK(
        send_rate_words({0, 9, SendRate::Recover}, "10", "18") ==
        "recover: in full again, no acknowledgement of the client was new enough; ticks 10 to 18");
}
