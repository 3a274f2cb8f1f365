// Deltas: the client always reconstructs the server's snapshot, and hostile deltas are
// rejected.

#include "recorder/games/teeworlds/wire/snap_delta.h"

#include <limits>
#include <random>

#include "recorder/games/teeworlds/wire/vint.h"
#include "tests/catch.h"
#include "tests/recorder/teeworlds_wire/generate.h"
#include "tests/recorder/teeworlds_wire/hex.h"

using namespace tickreel;
using namespace tickreel::teeworlds;
using Ints = std::vector<std::int32_t>;

namespace {

WireSnapshot one_item(int type, int id, const Ints& values) {
    SnapBuilder builder;
    builder.begin();
    const auto ints = builder.new_item(type, id, values.size());
    REQUIRE(ints);
    std::copy(values.begin(), values.end(), ints->begin());
    return builder.end();
}

std::string refusal(const WireSnapshot& base, const Ints& delta) {
    const Result<WireSnapshot> result = apply_snap_delta(base, delta, Protocol::V06);
    return result ? "" : result.error().message;
}

constexpr std::int32_t key(int type, int id) {
    return static_cast<std::int32_t>(make_key(type, id));
}

}  // namespace

TEST_CASE("thousands of generated snapshots: decode(encode) is the target") {
    for (const Protocol protocol : {Protocol::V06, Protocol::V07}) {
        std::mt19937_64 random(11);
        WireSnapshot base;
        for (std::size_t round = 0; round < 3000; ++round) {
            if (round % 50 == 0)
                base = tickreel_test::random_snapshot(protocol, round / 10, random);
            const WireSnapshot target = tickreel_test::random_successor(base, protocol, random);
            const auto delta = make_snap_delta(base, target, protocol);
            REQUIRE(delta);
            if (delta->empty()) {
                REQUIRE(base.same_items(target));
                continue;
            }
            // The way over the wire: integers to bytes and back.
            const auto ints = unpack_ints(pack_ints(*delta));
            REQUIRE(ints == delta);
            Result<WireSnapshot> back = apply_snap_delta(base, *ints, protocol);
            REQUIRE(back);
            REQUIRE(back->same_items(target));
            base = *std::move(back);
        }
    }
}

TEST_CASE("the difference wraps, unchanged items are not mentioned") {
    constexpr auto least = std::numeric_limits<std::int32_t>::min();
    constexpr auto most = std::numeric_limits<std::int32_t>::max();
    const WireSnapshot base = one_item(14, 3, {least, most});
    const WireSnapshot target = one_item(14, 3, {most, least});
    CHECK(*make_snap_delta(base, target, Protocol::V06) == Ints{0, 1, 0, 14, 3, -1, 1});
    const auto back = apply_snap_delta(base, Ints{0, 1, 0, 14, 3, -1, 1}, Protocol::V06);
    REQUIRE(back);
    CHECK(back->same_items(target));
    CHECK(make_snap_delta(base, base, Protocol::V06)->empty());
}

TEST_CASE("types without a fixed size carry it, removed items are one key each") {
    const WireSnapshot target = one_item(0x7ffe, 2, {5, 6});
    CHECK(*make_snap_delta({}, target, Protocol::V06) == Ints{0, 1, 0, 0x7ffe, 2, 2, 5, 6});
    CHECK(*make_snap_delta(target, {}, Protocol::V06) == Ints{1, 0, 0, key(0x7ffe, 2)});
    // Type 21 is unassigned in 0.6 and has 3 ints in 0.7.
    const WireSnapshot event = one_item(21, 0, {1, 2, 3});
    CHECK(*make_snap_delta({}, event, Protocol::V06) == Ints{0, 1, 0, 21, 0, 3, 1, 2, 3});
    CHECK(*make_snap_delta({}, event, Protocol::V07) == Ints{0, 1, 0, 21, 0, 1, 2, 3});
}

TEST_CASE("the base decides about difference, even for a key that the delta deletes") {
    const WireSnapshot base = one_item(14, 3, {10, 20});
    const auto both = apply_snap_delta(base, Ints{1, 1, 0, key(14, 3), 14, 3, 1, 1}, Protocol::V06);
    REQUIRE(both);
    CHECK(both->same_items(one_item(14, 3, {11, 21})));
}

TEST_CASE("order: what stays in the base's order, then the new ones") {
    SnapBuilder builder;
    builder.begin();
    for (const int id : {5, 3, 4}) REQUIRE(builder.new_item(14, id, 2));
    const WireSnapshot base = builder.end();
    const auto result = apply_snap_delta(
        base, Ints{1, 3, 0, key(14, 3), 14, 9, 1, 1, 14, 4, 2, 2, 14, 1, 3, 3}, Protocol::V06);
    REQUIRE(result);
    std::vector<int> ids;
    for (std::size_t i = 0; i < result->num_items(); ++i) ids.push_back(result->get_item(i).id);
    CHECK(ids == std::vector<int>{5, 4, 9, 1});
}

TEST_CASE("what a difference cannot say is not said") {
    const WireSnapshot small = one_item(40, 0, {1});
    const WireSnapshot large = one_item(40, 0, {1, 2});
    CHECK_FALSE(make_snap_delta(small, large, Protocol::V06));
    CHECK_FALSE(make_snap_delta({}, one_item(9, 0, {1, 2}), Protocol::V06));
}

TEST_CASE("hostile deltas are refused, each with its reason") {
    using tickreel_test::contains;
    const WireSnapshot base = one_item(40, 1, {1, 2});
    CHECK_THAT(refusal(base, {}), contains("no header"));
    CHECK_THAT(refusal(base, {0, 0}), contains("no header"));
    CHECK_THAT(refusal(base, {-1, 0, 0}), contains("-1 deleted"));
    CHECK_THAT(refusal(base, {2, 0, 0, 7}), contains("2 deleted"));
    CHECK_THAT(refusal(base, {0x7fffffff, 0, 0}), contains("deleted"));
    CHECK_THAT(refusal(base, {0, -1, 0}), contains("-1 updated"));
    CHECK_THAT(refusal(base, {0, 0x7fffffff, 0, 1, 1}), contains("updated"));
    CHECK_THAT(refusal(base, {0, 1, 0, -1, 0}), contains("no such item"));
    CHECK_THAT(refusal(base, {0, 1, 0, 0x8000, 0}), contains("no such item"));
    CHECK_THAT(refusal(base, {0, 1, 0, 1, 0x10000}), contains("no such item"));
    CHECK_THAT(refusal(base, {0, 1, 0, 40, 0}), contains("no size"));
    CHECK_THAT(refusal(base, {0, 1, 0, 40, 0, -1}), contains("no size"));
    CHECK_THAT(refusal(base, {0, 1, 0, 40, 0, 0x7fffffff}), contains("needs"));
    CHECK_THAT(refusal(base, {0, 1, 0, 9, 0, 1}), contains("needs 22 ints"));
    CHECK_THAT(refusal(base, {0, 1, 0, 40, 1, 1, 5}), contains("changes its size"));
    CHECK_THAT(refusal(base, {0, 2, 0, 41, 1, 1, 5, 41, 1, 0}), contains("twice"));
    CHECK_THAT(refusal(base, {0, 2, 0, 40, 0, 0, 7}), contains("ends inside"));
    Ints many = {0, 1025, 0};
    for (std::int32_t i = 0; i < 1025; ++i) many.insert(many.end(), {50, i, 0});
    CHECK_THAT(refusal(base, many), contains("more items"));
    // Ints after the last item are ignored.
    CHECK(refusal(base, {0, 0, 0, 1, 2, 3}).empty());
}

TEST_CASE("the worked example of a real packet") {
    // 0 deleted, 1 updated, type 9 id 0, 22 differences
    const Bytes bytes =
        tickreel_test::from_hex("000100090000000000000000000000000000000000000000000001");
    const auto ints = unpack_ints(bytes);
    REQUIRE(ints);
    REQUIRE(ints->size() == 27);
    const WireSnapshot base = one_item(9, 0, Ints(22, 100));
    const auto result = apply_snap_delta(base, *ints, Protocol::V06);
    REQUIRE(result);
    Ints expected(22, 100);
    expected.back() = 101;
    CHECK(result->same_items(one_item(9, 0, expected)));
}
