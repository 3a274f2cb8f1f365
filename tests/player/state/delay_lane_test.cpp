// The lane of delays: how high each column is, and what is said of it.
#include "player/state/delay_lane.h"

#include "tests/catch.h"
#include "tests/format/analysis/resent.h"

using namespace tickreel;

namespace {

Frame sent(Tick tick, Tick base, int late_ms) {
    Frame frame;
    frame.tick = tick;
    frame.time = std::chrono::milliseconds(20 * tick + late_ms);
    frame.wire.base_tick = base;
    frame.wire.parts = 1;
    return frame;
}

}  // namespace

TEST_CASE("the scale of delays is logarithmic: from 5 ms to 2 s and no pixel beyond") {
    CHECK(delay_level(-30, 29) == 1);
    CHECK(delay_level(0, 29) == 1);
    CHECK(delay_level(5, 29) == 1);
    CHECK(delay_level(100, 29) == 15);  // in the middle: 20 times as much as the least
    CHECK(delay_level(2000, 29) == 29);
    CHECK(delay_level(90'000, 29) == 29);
}

TEST_CASE("a column of delays has the worst in it, and what was before it between two snapshots") {
    RecordingScan scan;
    CHECK_FALSE(has_delay_lane(scan.delays));
    const Schema schema;
    for (Tick tick = 0; tick < 200; tick += 2) {
        if (tick >= 100 && tick < 140) continue;
        scan.delays.add(sent(tick,
                             tick == 20  ? tick - 5
                             : tick == 0 ? kNoTick
                                         : tick - 1,
                             tick == 30 ? 100 : 0),
                        schema, tick);
    }
    scan.holes.push_back({100, 140});
    CHECK(has_delay_lane(scan.delays));
    const auto columns = [&](const std::vector<double>& edges) {
        return delay_columns(scan, edges, 29);
    };
    const auto usual = static_cast<std::uint8_t>(delay_level(20, 29));
    const auto worst = static_cast<std::uint8_t>(delay_level(100, 29));
    CHECK(columns({-5, 0, 2, 19, 50, 52, 150}) ==
          std::vector<DelayColumn>{
              {}, {}, {usual, 0, 1}, {worst, 0, worst}, {usual, 0, 1}, {usual, 0, 1}});
    // Columns that are narrower than a tick.
    CHECK(columns({20, 20.3, 20.6, 21.4, 21.9}) == std::vector<DelayColumn>(4, {worst, 0, 1}));
    // Nothing is known of where snapshots are missing, nor of what comes behind the last one.
    CHECK(columns({98, 99.5, 100, 120, 139.5, 140.5}) ==
          std::vector<DelayColumn>{{usual, 0, 1}, {usual, 0, 1}, {}, {}, {usual, 0, 1}});
    CHECK(columns({198, 199, 300}) == std::vector<DelayColumn>{{usual, 0, 1}, {}});
    CHECK(columns({}).empty());
}

TEST_CASE("a column says which side sent something again or asked for it") {
    Schema schema;
    const tickreel_test::Resent r([&](const ItemType& type) { return schema.add(type); });
    ResendTrack track;
    const std::vector<double> edges{0, 1.5, 2, 2.5, 4, 9};
    CHECK(resend_columns(track, edges) == std::vector<std::uint8_t>(5, 0));
    Frame frame = sent(100, kNoTick, 0);
    frame.events = {r.server(2, 1)};
    track.add(frame, schema, 2);
    frame.events = {r.server(1, 1), r.client(0, 0, 1)};
    track.add(frame, schema, 4);
    CHECK(resend_columns(track, edges) == std::vector<std::uint8_t>{0, 0, 1, 0, 3});
    CHECK(resend_words(ConnectionSide::Server, {3, 2, 0}, "message") ==
          "server: 3 messages sent again (2 had passed before)");
    CHECK(resend_words(ConnectionSide::Client, {1, 0, 2}, "packet") ==
          "client: 1 packet sent again (0 had passed before), 2 requests");
    CHECK(resend_words(ConnectionSide::Client, {0, 0, 1}, "message") == "client: 1 request");
    CHECK(resend_words(ConnectionSide::Server, {1, 1, 0, 4}, "packet") ==
          "server: 1 packet sent again (1 had passed before), 4 lost");
    CHECK(resend_words(ConnectionSide::Server, {}, "message").empty());
}

TEST_CASE("delays in words") {
    const DelayTrack delays(50);
    CHECK(delay_words(delays, Delay::BaseAge, 6, "1240") == "base age 6 ticks (120 ms), tick 1240");
    CHECK(delay_words(delays, Delay::AckLag, 1, "s1:12") == "ack lag 1 tick (20 ms), tick s1:12");
    CHECK(delay_words(delays, Delay::Late, 12'340, "8") == "late 12.3 ms, tick 8");
    CHECK(delay_words(delays, Delay::Late, -700, "8") == "early 0.7 ms, tick 8");
}
