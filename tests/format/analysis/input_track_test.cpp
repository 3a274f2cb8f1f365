#include "tickreel/analysis/input_track.h"

#include "tests/catch.h"
#include "tests/format/analysis/pressed.h"

using namespace tickreel;
using tickreel_test::Approx;
using tickreel_test::Pressed;

TEST_CASE("what is held is the last input for this tick or an earlier one, whenever it came") {
    Pressed pressed;
    CHECK(pressed.track.empty());
    CHECK_FALSE(pressed.track.held({}, 100));
    pressed.input(100, {-1, true, false, false, 0, 250});
    pressed.input(102, {1, false, true, true, -3, 0});
    CHECK_FALSE(pressed.track.held({}, 99));
    const HeldInput first{-1, true, false, false, pressed.track.held({}, 100)->aim};
    CHECK(*pressed.track.held({}, 100) == first);
    CHECK(first.aim == Approx(1.5708).margin(1e-4));
    CHECK(*pressed.track.held({}, 101) == first);
    CHECK(pressed.track.held({}, 102)->direction == 1);
    CHECK(pressed.track.held({}, 500)->hook);
    CHECK(std::abs(pressed.track.held({}, 500)->aim) == Approx(3.1416).margin(1e-4));
    pressed.input(102, {0, false, false, false}, 1);  // a repeat: the first for a tick counts
    CHECK(pressed.track.held({}, 102)->fire);
    pressed.input(101, {0, false, false, false}, 2);  // out of order: it may have come in time
    CHECK(pressed.track.held({}, 101)->direction == 0);
    CHECK(pressed.track.find({})->size() == 3);
    CHECK((*pressed.track.find({}))[1].fate == InputFate::Unordered);
}

TEST_CASE("an answer says whether an input came in time; without any nothing is lost") {
    Pressed pressed;
    for (int tick = 100; tick < 104; ++tick) pressed.input(tick, {});
    const InputList& inputs = *pressed.track.find({});
    for (std::size_t i = 0; i < 4; ++i) CHECK(inputs[i].fate == InputFate::Answered);
    pressed.answer(100, 12);
    pressed.answer(101, -1);
    pressed.answer(101, 3);  // the worst counts, as in SQL
    pressed.answer(102, 0);
    pressed.answer(999, 5);  // of an input that was not seen
    const InputFate fates[] = {InputFate::Answered, InputFate::Late, InputFate::Answered,
                               InputFate::Unanswered};
    for (std::size_t i = 0; i < 4; ++i) CHECK(inputs[i].fate == fates[i]);
}

TEST_CASE("a new map starts with nothing held") {
    Pressed pressed;
    pressed.input(100, {1, false, false, false});
    pressed.input(130, {-1, false, false, false});  // for a tick that its map does not reach
    pressed.segment = 1;
    pressed.now = 120;
    pressed.input(125, {0, true, false, false});
    CHECK(pressed.track.held({}, 119)->direction == 1);
    CHECK_FALSE(pressed.track.held({}, 120));
    CHECK(pressed.track.held({}, 125)->jump);
    CHECK(pressed.track.find({})->size() == 2);
}

TEST_CASE("where everybody's inputs are recorded each has their own") {
    Pressed pressed;
    pressed.of_client(3, {1, false, false, false});
    pressed.now = 95;
    pressed.of_client(5, {-1, false, true, false});
    CHECK(pressed.track.find({}) == nullptr);
    CHECK(pressed.track.held(EntityId{3}, 95)->direction == 1);
    CHECK(pressed.track.held(EntityId{5}, 95)->fire);
    CHECK_FALSE(pressed.track.held(EntityId{5}, 94));
}

TEST_CASE("lanes of another player's inputs say so: a followed one may have none") {
    Pressed everybody;
    everybody.of_client(3, {1, false, false, false});
    const auto follow = [](EntityId who) { return std::optional(ItemKey{0, who}); };
    const Snapshot nobody;
    const auto another = [&](const Pressed& of, std::optional<ItemKey> followed) {
        const LaneInputs lanes = lane_inputs(of.track, followed);
        REQUIRE(lanes.list != nullptr);
        return are_of_another(of.schema, nobody, lanes.whose, followed);
    };
    CHECK_FALSE(another(everybody, {}));
    CHECK_FALSE(another(everybody, follow(3)));
    CHECK(another(everybody, follow(5)));
    CHECK(input_owner(everybody.schema, nobody, lane_inputs(everybody.track, follow(5)).whose) ==
          "player 3");
    Pressed own;
    CHECK(lane_inputs(own.track, {}).list == nullptr);
    own.input(100, {1, false, false, false});
    CHECK_FALSE(another(own, {}));
    CHECK(another(own, follow(5)));
    CHECK(input_owner(own.schema, nobody, lane_inputs(own.track, follow(5)).whose) ==
          "the recorded player");
}

TEST_CASE("hours of inputs stay in order, and copies share them") {
    Pressed pressed;
    constexpr int kMany = 20'000;
    for (int i = 0; i < kMany; ++i) {
        pressed.now = 100 + i;
        pressed.input(pressed.now + 3, {i % 3 - 1, false, i % 2 == 0, false});
    }
    const InputTrack copy = pressed.track;
    for (const int i : {0, 4095, 4096, 8191, 8192, 12'345, kMany - 1}) {
        const auto held = copy.held({}, 103 + i);
        REQUIRE(held);
        CHECK(held->direction == i % 3 - 1);
        CHECK(copy.find({})->lower_bound(103 + i) == static_cast<std::size_t>(i));
    }
    pressed.input(50, {}, 2);  // long past
    CHECK(pressed.track.find({})->size() == kMany);
}
