// What is counted, and what is a gap.
#include "tickreel/reel/statistics.h"

#include "tests/catch.h"
#include "tests/format/generate.h"
#include "tests/format/reel/reel_file.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;

namespace {

Frame frame_at(Tick tick, std::uint32_t segment = 0) {
    Frame frame;
    frame.segment = segment;
    frame.tick = tick;
    return frame;
}

}  // namespace

TEST_CASE("snapshots, checksums, items, words and events are counted") {
    StatisticsCounter counter;
    Frame frame = frame_at(10);
    SnapshotBuilder builder;
    builder.set({2, 1}, std::vector<Word>{1, 2, 3});
    builder.set({2, 9}, std::vector<Word>{1});
    builder.set({0xffff, 9}, std::vector<Word>{});
    frame.snapshot = builder.build();
    frame.time = std::chrono::seconds(5);
    frame.wire.checksum = WireChecksum::Ok;
    frame.events = {{4, {1}, false}, {4, {}, true}};
    counter.add(frame);
    frame.tick = 12;
    frame.time = std::chrono::seconds(6);
    frame.wire.checksum = WireChecksum::Mismatch;
    frame.events.clear();
    counter.add(frame);
    const Statistics result = counter.result();
    CHECK(result.snapshots == 2);
    CHECK(result.wire_ok == 1);
    CHECK(result.wire_mismatch == 1);
    CHECK(result.wire_absent == 0);
    CHECK(result.raw_words == 8);
    CHECK(result.first_time == std::chrono::seconds(5));
    CHECK(result.last_time == std::chrono::seconds(6));
    CHECK(result.items == std::map<TypeId, std::uint64_t>{{2, 4}, {0xffff, 2}});
    CHECK(result.events == std::map<TypeId, std::uint64_t>{{4, 2}});
    CHECK(result.gaps.empty());
}

TEST_CASE("a step longer than the usual one is a gap from where a snapshot was due") {
    StatisticsCounter counter;
    for (const Tick tick : {10, 12, 14, 16, 22, 24, 25, 27}) counter.add(frame_at(tick));
    for (const Tick tick : {0, 5, 10, 15, 30}) counter.add(frame_at(tick, 1));
    const std::vector<Gap> gaps = counter.result().gaps;
    REQUIRE(gaps.size() == 2);
    CHECK(gaps[0] == Gap{0, 18, 22, ""});
    CHECK(gaps[1] == Gap{1, 20, 30, ""});
}

TEST_CASE("a reported gap and the step over it are one, with the reason") {
    StatisticsCounter counter;
    for (const Tick tick : {10, 12, 14}) counter.add(frame_at(tick));
    counter.add(Gap{0, 16, 22, "base 8 was never seen"});
    for (const Tick tick : {22, 24}) counter.add(frame_at(tick));
    const std::vector<Gap> gaps = counter.result().gaps;
    REQUIRE(gaps.size() == 1);
    CHECK(gaps[0] == Gap{0, 16, 22, "base 8 was never seen"});
}

TEST_CASE("a server that sends more slowly has lost nothing") {
    const auto add = [](StatisticsCounter& counter, Tick tick, bool in_full) {
        Frame frame = frame_at(tick);
        frame.wire.parts = 1;
        frame.wire.base_tick = in_full ? kNoTick : tick - 2;
        counter.add(frame);
    };
    // Every 10th tick until the client acknowledges one, every 50th after it stopped to.
    StatisticsCounter slow;
    for (const Tick tick : {110, 120, 130}) add(slow, tick, true);
    for (Tick tick = 132; tick < 216; tick += 2) add(slow, tick, false);
    for (const Tick tick : {250, 300, 350}) add(slow, tick, true);
    for (Tick tick = 352; tick < 400; tick += 2) add(slow, tick, false);
    CHECK(slow.result().gaps.empty());
    // As long as that, but differing from a snapshot that the client had; or off the beat.
    StatisticsCounter lossy;
    for (const Tick tick : {10, 12, 14, 16, 18, 20}) add(lossy, tick, false);
    add(lossy, 30, false);
    for (const Tick tick : {32, 34, 36}) add(lossy, tick, false);
    add(lossy, 46, true);
    add(lossy, 48, true);
    add(lossy, 110, true);  // further than the slowest rate
    const std::vector<Gap> gaps = lossy.result().gaps;
    REQUIRE(gaps.size() == 3);
    CHECK(gaps[0] == Gap{0, 22, 30, ""});
    CHECK(gaps[1] == Gap{0, 38, 46, ""});
    CHECK(gaps[2] == Gap{0, 50, 110, ""});
    // Where nobody says how a snapshot was sent: a rate repeats on its own multiples, a loss
    // elsewhere.
    StatisticsCounter plain;
    for (const Tick tick : {40, 50, 60, 70, 72, 74, 76, 78, 80, 82, 92, 102, 104})
        plain.add(frame_at(tick));
    CHECK(plain.result().gaps == std::vector<Gap>{{0, 84, 92, ""}, {0, 94, 102, ""}});
}

TEST_CASE("the footer says what counting the frames again says") {
    tickreel_test::Generator make(9);
    auto bytes = std::make_shared<Bytes>();
    StatisticsCounter counter;
    ReelWriter writer(std::make_unique<tickreel_test::SharedSink>(bytes), {"toy", 50.0, {}, {}});
    for (const Frame& frame : make.frames(700, 5)) {
        writer.add_frame(frame);
        counter.add(frame);
    }
    writer.flush();
    const auto unfinished = tickreel_test::open_bytes(*bytes);
    REQUIRE(writer.finish().ok());
    const auto finished = tickreel_test::open_bytes(*bytes);
    REQUIRE(finished->statistics().ok());
    CHECK((*finished->statistics() == counter.result()));
    CHECK((*unfinished->statistics() == counter.result()));
}
