// Lanes of inputs on the timeline: what was held in each pixel column, what came late or got lost.
#include "player/state/input_lanes.h"

#include "tests/catch.h"
#include "tests/format/analysis/pressed.h"

using namespace tickreel;
using tickreel_test::Pressed;

namespace {

using Shares = std::array<std::uint8_t, kInputLanes>;

std::vector<InputColumn> columns_of(const Pressed& pressed, const std::vector<double>& edges,
                                    std::vector<std::int64_t> starts = {0}, double end = 1000) {
    const InputList* list = pressed.track.find({});
    REQUIRE(list != nullptr);
    return input_columns(*list, edges, starts, end);
}

}  // namespace

TEST_CASE("a column shows which share of it each key was held") {
    Pressed pressed;
    pressed.input(100, {-1, true, false, false});
    pressed.input(104, {1, false, false, true});
    pressed.input(110, {0, false, true, false});
    const auto columns = columns_of(pressed, {90, 100, 108, 116, 124});
    REQUIRE(columns.size() == 4);
    CHECK(columns[0].held == Shares{});
    CHECK(columns[1].held == Shares{128, 128, 128, 0, 128});
    CHECK(columns[2].held == Shares{0, 64, 0, 192, 64});
    CHECK(columns[3].held == Shares{0, 0, 0, 255, 0});
    // A part of it begins with what was pressed before.
    CHECK(columns_of(pressed, {116, 124})[0] == columns[3]);
    // Nothing is held after the end, or into the next map.
    CHECK(columns_of(pressed, {116, 124}, {0}, 120)[0].held == Shares{0, 0, 0, 128, 0});
    CHECK(columns_of(pressed, {116, 124}, {0, 118})[0].held == Shares{0, 0, 0, 64, 0});
    CHECK(input_columns(*pressed.track.find({}), {}, {}, 0).empty());
}

TEST_CASE("inputs in words") {
    CHECK(held_words({-1, true, false, true, 0.7854F}) == "left, jump, hook; aim 45 degrees");
    CHECK(held_words({}) == "no key; aim 0 degrees");
    CHECK(fate_words(InputFate::Answered).empty());
    CHECK_FALSE(fate_words(InputFate::Unanswered).empty());
}

TEST_CASE("columns mark what came late, out of order or never") {
    Pressed pressed;
    for (int tick = 100; tick < 108; ++tick) pressed.input(tick, {});
    for (int tick = 100; tick < 108; ++tick)
        if (tick != 105) pressed.answer(tick, tick == 101 ? -3 : 5);
    pressed.input(95, {1, false, false, false}, 2);
    const auto columns = columns_of(pressed, {94, 97, 101, 104, 108});
    REQUIRE(columns.size() == 4);
    const auto marks = [&](std::size_t i) {
        return std::array{columns[i].late, columns[i].lost, columns[i].unordered};
    };
    CHECK(marks(0) == std::array{false, false, true});
    CHECK(marks(1) == std::array{false, false, false});
    CHECK(marks(2) == std::array{true, false, false});
    CHECK(marks(3) == std::array{false, true, false});
}
