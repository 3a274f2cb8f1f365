#include "tickreel/analysis/delay_track.h"

#include "tests/catch.h"
#include "tickreel/model/schema.h"

using namespace tickreel;

namespace {

using Values = DelayTrack::Values;

Frame sent(std::uint32_t segment, Tick tick, Tick base, int time_ms) {
    Frame frame;
    frame.segment = segment;
    frame.tick = tick;
    frame.time = std::chrono::milliseconds(time_ms);
    frame.wire.base_tick = base;
    frame.wire.parts = 1;
    return frame;
}

// The type of inputs, as far as delays need it.
struct Inputs {
    Inputs() {
        ItemType type;
        type.name = "Input";
        type.use = TypeUse::Event;
        type.event_class = EventClass::Input;
        for (const char* name : {"delay", "ack_lag"}) {
            type.fields.emplace_back();
            type.fields.back().name = name;
        }
        type.fields[1].nullable = true;
        id = schema.add(type);
    }
    // `delay` in microseconds.
    void acknowledge(Frame& frame, std::int64_t delay, Value lag) const {
        frame.events.push_back({id, make_row(schema[id], {Value(delay), lag})});
    }
    Schema schema{};
    TypeId id = 0;
};

Values values(std::optional<std::int32_t> age, std::optional<std::int32_t> lag,
              std::optional<std::int32_t> late) {
    return {age, lag, late};
}

}  // namespace

TEST_CASE("a snapshot has the age of its base, the lag of acknowledgements and its lateness") {
    const Inputs inputs;
    DelayTrack track(50);
    Frame frame = sent(0, 100, kNoTick, 0);
    inputs.acknowledge(frame, 5000, Value());                   // asks for all
    inputs.acknowledge(frame, 90'000, Value(std::int64_t{0}));  // behind the next snapshot
    track.add(frame, inputs.schema, 0);
    track.add(sent(0, 104, 100, 87), inputs.schema, 4);
    frame = sent(0, 106, 100, 120);
    inputs.acknowledge(frame, 0, Value(std::int64_t{2}));     // 104, just in time
    inputs.acknowledge(frame, 1000, Value(std::int64_t{0}));  // of 106, but later
    track.add(frame, inputs.schema, 6);
    frame = sent(0, 108, 106, 160);
    frame.wire.parts = 0;  // not off the wire
    track.add(frame, inputs.schema, 8);
    frame = sent(0, 110, 106, 200);
    inputs.acknowledge(frame, 0, Value(std::int64_t{8}));  // an older one changes nothing
    track.add(frame, inputs.schema, 10);
    track.add(sent(1, 50, kNoTick, 300), inputs.schema, 11);  // another map
    REQUIRE(track.size() == 5);
    CHECK(track[0].values == values({}, {}, {}));
    CHECK(track[1].values == values(4, {}, 7000));
    CHECK(track[2].values == values(6, 2, -7000));
    CHECK(track[3].values == values(4, 4, 0));
    CHECK(track[4].values == values({}, {}, {}));
    CHECK(track[3].position == 10);
    CHECK(track.milliseconds(Delay::BaseAge, 4) == 80);
    CHECK(track.milliseconds(Delay::Late, -7000) == -7);
}

TEST_CASE("an acknowledgement that came with a snapshot counts for it, told one later or not") {
    const Inputs inputs;
    DelayTrack track(50);
    track.add(sent(0, 100, kNoTick, 0), inputs.schema, 0);
    track.add(sent(0, 102, kNoTick, 40), inputs.schema, 2);
    Frame frame = sent(0, 104, kNoTick, 80);
    inputs.acknowledge(frame, -40'000, Value(std::int64_t{4}));
    track.add(frame, inputs.schema, 4);
    CHECK(track[1].values == values({}, 2, 0));
    CHECK(track[2].values == values({}, 4, 0));
}

TEST_CASE("numbers of a damaged file are no delays beyond what they can be") {
    const Inputs inputs;
    DelayTrack track(0);
    constexpr Tick kFar = Tick{1} << 60;
    const auto add = [&](Tick tick, Tick base, std::chrono::nanoseconds time) {
        Frame frame = sent(0, tick, base, 0);
        frame.time = time;
        inputs.acknowledge(frame, -2'000'000'000, Value(std::int64_t{-2'000'000'000}));
        track.add(frame, inputs.schema, tick == -kFar ? 0 : 1);
    };
    add(-kFar, INT64_MAX, std::chrono::nanoseconds::min());
    add(kFar, INT64_MIN, std::chrono::nanoseconds::max());
    REQUIRE(track.size() == 2);
    CHECK_FALSE(track[0].values[0]);
    CHECK_FALSE(track[1].values[0]);
    CHECK(track[1].values[2]);
}

TEST_CASE("the worst of a stretch is found in whole blocks and in parts of them") {
    const Inputs inputs;
    DelayTrack track(50);
    for (Tick tick = 10; tick < 5010; ++tick)
        track.add(sent(0, tick,
                       tick == 1500   ? 1400
                       : tick == 4000 ? 3950
                                      : tick - 1,
                       static_cast<int>(20 * tick) + (tick == 2500 ? 33 : 0)),
                  inputs.schema, tick - 10);
    const auto age = [&](std::int64_t from, std::int64_t to) {
        const auto worst = track.worst(from, to)[0];
        return worst ? std::pair(worst->position, worst->value) : std::pair(std::int64_t{-1}, 0);
    };
    CHECK(age(0, 5000) == std::pair(std::int64_t{1490}, 100));
    CHECK(age(1491, 5000) == std::pair(std::int64_t{3990}, 50));
    CHECK(age(1491, 3990) == std::pair(std::int64_t{1491}, 1));
    CHECK(age(5000, 6000).first == -1);
    CHECK(age(20, 20).first == -1);
    const auto late = track.worst(0, 5000)[2];
    CHECK((late && late->position == 2490 && late->value == 33'000));
    CHECK_FALSE(track.worst(0, 5000)[1]);  // nothing is acknowledged
}
