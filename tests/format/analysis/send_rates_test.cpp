#include "tickreel/analysis/send_rates.h"

#include "tests/catch.h"

using namespace tickreel;

namespace {

using Stretch = SendRates::Stretch;

Frame sent(std::uint32_t segment, Tick tick, Tick base, std::uint16_t parts = 1) {
    Frame frame;
    frame.segment = segment;
    frame.tick = tick;
    frame.wire.base_tick = base;
    frame.wire.parts = parts;
    return frame;
}

}  // namespace

TEST_CASE("the rate is init until the first delta, then full with a base and recover without") {
    SendRates rates;
    for (const Tick tick : {10, 20}) rates.add(sent(0, tick, kNoTick), tick - 10);
    for (const Tick tick : {22, 24}) rates.add(sent(0, tick, 20), tick - 10);
    for (const Tick tick : {50, 100}) rates.add(sent(0, tick, kNoTick), tick - 10);
    rates.add(sent(0, 102, 100), 92);
    // The next map: nothing is acknowledged yet. The stretch before ends with its last snapshot.
    rates.add(sent(1, 10, kNoTick), 200);
    rates.add(sent(1, 12, 10), 202);
    CHECK(rates.stretches() == std::vector<Stretch>{{0, 12, SendRate::Init},
                                                    {12, 40, SendRate::Full},
                                                    {40, 92, SendRate::Recover},
                                                    {92, 93, SendRate::Full},
                                                    {200, 202, SendRate::Init},
                                                    {202, 203, SendRate::Full}});
    CHECK(rates.find(0)->rate == SendRate::Init);
    CHECK(rates.find(91)->rate == SendRate::Recover);
    CHECK(rates.find(92)->rate == SendRate::Full);
    CHECK(rates.find(150) == nullptr);
    CHECK(rates.find(-1) == nullptr);
    CHECK(rates.find(203) == nullptr);
    CHECK(rates.ticks(4, 50) == std::array<double, kSendRateCount>{8, 28, 10});
    CHECK(rates.ticks(91.5, 210) == std::array<double, kSendRateCount>{2, 2, 0.5});
    CHECK(rates.ticks(93, 200) == std::array<double, kSendRateCount>{});
}

TEST_CASE("a snapshot in full that init would not have sent is the first of recover") {
    // As DDNet's server sends them after a map change: 28 is no tenth tick, then every fiftieth.
    SendRates rates;
    for (const Tick tick : {28, 50, 100}) rates.add(sent(0, tick, kNoTick), tick);
    rates.add(sent(0, 102, 100), 102);
    for (const Tick tick : {40, 50, 60}) rates.add(sent(1, tick, kNoTick), 200 + tick);
    CHECK(rates.stretches() == std::vector<Stretch>{{28, 102, SendRate::Recover},
                                                    {102, 103, SendRate::Full},
                                                    {240, 261, SendRate::Init}});
}

TEST_CASE("snapshots that are not off the wire tell nothing of a rate") {
    SendRates rates;
    rates.add(sent(0, 10, kNoTick, 0), 0);
    rates.add(sent(0, 12, 10, 0), 2);
    CHECK(rates.stretches().empty());
    CHECK(rates.find(0) == nullptr);
}

TEST_CASE("a recording whose rate changes without end takes no memory without end") {
    SendRates rates;
    const auto count = static_cast<Tick>(kMaxSendRates) + 10;
    for (Tick tick = 0; tick < count; ++tick)
        rates.add(sent(0, tick, tick % 2 == 0 ? 1 : kNoTick), tick);
    CHECK(rates.stretches().size() == kMaxSendRates);
    CHECK(rates.left_out());
    CHECK(rates.find(count - 1) == nullptr);
}
