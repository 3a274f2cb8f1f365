// Snapshots over a bad link: reordered, duplicated and lost parts; increasing ticks; clear errors.

#include "recorder/games/teeworlds/wire/snap_receiver.h"

#include <random>

#include "recorder/games/teeworlds/wire/snap_crc.h"
#include "recorder/games/teeworlds/wire/vint.h"
#include "tests/catch.h"
#include "tests/recorder/teeworlds_wire/generate.h"

using namespace tickreel;
using namespace tickreel::teeworlds;
using std::chrono::milliseconds;

namespace {

// Owns its bytes, like a part in flight.
struct Flying {
    SnapPart part{};
    Bytes bytes{};
};

std::vector<Flying> fly(std::int32_t tick, std::int32_t base_tick, const WireSnapshot& base,
                        const WireSnapshot& target, std::int32_t crc) {
    const auto delta = make_snap_delta(base, target, Protocol::V06);
    REQUIRE(delta);
    const auto messages = write_snap(Protocol::V06, tick, base_tick, *delta, crc);
    REQUIRE(messages);
    std::vector<Flying> flying;
    for (const Bytes& message : *messages) {
        Flying one;
        one.bytes = message;
        Unpacker in(one.bytes);
        const auto id = read_message_id(in);
        REQUIRE(id);
        const auto part = parse_snap(*system_message(Protocol::V06, *id), in.rest());
        REQUIRE(part);
        one.part = *part;
        flying.push_back(std::move(one));  // a moved vector keeps its buffer, so the view stays
    }
    return flying;
}

std::vector<Flying> fly(std::int32_t tick, std::int32_t base_tick, const WireSnapshot& base,
                        const WireSnapshot& target) {
    return fly(tick, base_tick, base, target, snap_crc(target));
}

void feed(SnapReceiver& receiver, const std::vector<Flying>& parts, Time now = {}) {
    for (const Flying& one : parts) receiver.feed(one.part, now);
}

std::vector<SnapOutcome> drain(SnapReceiver& receiver, Time now = {}) {
    std::vector<SnapOutcome> outcomes;
    while (std::optional<SnapOutcome> outcome = receiver.next(now))
        outcomes.push_back(*std::move(outcome));
    return outcomes;
}

WireSnapshot big_snapshot(std::size_t parts, std::mt19937_64& random) {
    SnapBuilder builder;
    builder.begin();
    // Each of these ints takes 5 bytes, so the size is known.
    const std::size_t ints = parts * kMaxPartSize / 5 - 10;
    for (std::size_t left = ints, id = 0; left > 0; ++id) {
        const std::size_t size = std::min<std::size_t>(left, 100);
        const auto item = builder.new_item(100, static_cast<int>(id), size);
        REQUIRE(item);
        for (std::int32_t& value : *item) value = 0x40000000 + static_cast<int>(random() % 1000);
        left -= size;
    }
    return builder.end();
}

}  // namespace

TEST_CASE("shuffled and doubled parts give the same snapshot") {
    std::mt19937_64 random(21);
    for (const std::size_t parts : {2U, 5U, 31U, 33U, 63U}) {
        const WireSnapshot target = big_snapshot(parts, random);
        std::vector<Flying> flying = fly(100, kNoBase, {}, target);
        CHECK(flying.size() >= parts);
        const std::size_t count = flying.size();
        for (std::size_t i = 0; i < count; i += 2) {
            Flying copy = flying[i];
            copy.part.data = ByteView(copy.bytes).last(flying[i].part.data.size());
            flying.push_back(std::move(copy));
        }
        std::shuffle(flying.begin(), flying.end(), random);
        SnapReceiver receiver(Protocol::V06, 0);
        feed(receiver, flying);
        const auto outcomes = drain(receiver);
        REQUIRE(outcomes.size() == 1);
        REQUIRE(outcomes[0].snapshot);
        CHECK(outcomes[0].snapshot->same_items(target));
        CHECK(outcomes[0].crc_status == CrcStatus::Ok);
        CHECK(outcomes[0].parts == static_cast<int>(count));
        CHECK(receiver.counters().duplicate_parts > 0);
    }
}

TEST_CASE("exactly 64 full parts") {
    // One item of 5-byte ints, and a last int that fills the rest.
    std::vector<std::int32_t> payload = {0, 1, 0, 100, 0, 0};
    const std::size_t room = kMaxDeltaBytes - pack_ints(payload).size() - 2;  // the size takes 3
    payload.insert(payload.end(), room / 5, 0x7fffffff);
    const std::vector<std::int32_t> by_size = {0, 0, 64, 8192, 1048576};
    if (room % 5 != 0) payload.push_back(by_size[room % 5]);
    payload[5] = static_cast<std::int32_t>(payload.size() - 6);
    REQUIRE(pack_ints(payload).size() == kMaxDeltaBytes);
    const auto target = apply_snap_delta({}, payload, Protocol::V06);
    REQUIRE(target);
    const auto flying = fly(7, kNoBase, {}, *target);
    REQUIRE(flying.size() == 64);
    SnapReceiver receiver(Protocol::V06, 0);
    feed(receiver, flying);
    const auto outcomes = drain(receiver);
    REQUIRE(outcomes.size() == 1);
    REQUIRE(outcomes[0].snapshot);
    CHECK(outcomes[0].snapshot->same_items(*target));
    CHECK(outcomes[0].bytes == kMaxDeltaBytes);
}

TEST_CASE("ticks come out in rising order, held back by the window") {
    std::mt19937_64 random(22);
    const WireSnapshot a = tickreel_test::random_snapshot(Protocol::V06, 5, random);
    const WireSnapshot b = tickreel_test::random_successor(a, Protocol::V06, random);
    const WireSnapshot c = tickreel_test::random_successor(b, Protocol::V06, random);
    SnapReceiver receiver(Protocol::V06, 4);
    feed(receiver, fly(100, kNoBase, {}, a));
    feed(receiver, fly(104, 102, b, c));  // arrives before its base
    auto outcomes = drain(receiver);
    REQUIRE(outcomes.size() == 1);
    CHECK(outcomes[0].tick == 100);
    feed(receiver, fly(102, 100, a, b));
    CHECK(drain(receiver).empty());
    receiver.flush();
    outcomes = drain(receiver);
    REQUIRE(outcomes.size() == 2);
    CHECK(outcomes[0].tick == 102);
    CHECK(outcomes[1].tick == 104);
    REQUIRE(outcomes[1].snapshot);
    CHECK(outcomes[1].snapshot->same_items(c));
    CHECK(receiver.last_good_tick() == 104);
}

TEST_CASE("what is whole can be had at once, without losing the parts that are still to come") {
    std::mt19937_64 random(23);
    const WireSnapshot a = tickreel_test::random_snapshot(Protocol::V06, 5, random);
    const WireSnapshot b = big_snapshot(3, random);
    const std::vector<Flying> parts = fly(102, kNoBase, {}, b);
    SnapReceiver receiver(Protocol::V06, 4);
    feed(receiver, fly(100, kNoBase, {}, a));
    receiver.feed(parts[0].part, {});
    receiver.flush_whole();
    auto outcomes = drain(receiver, Time::max());
    REQUIRE(outcomes.size() == 1);
    CHECK(outcomes[0].tick == 100);
    for (std::size_t i = 1; i < parts.size(); ++i) receiver.feed(parts[i].part, {});
    receiver.flush_whole();
    outcomes = drain(receiver);
    REQUIRE(outcomes.size() == 1);
    REQUIRE(outcomes[0].snapshot);
    CHECK(outcomes[0].snapshot->same_items(b));
}

TEST_CASE("a tick that follows at the usual pace is not held back") {
    const std::int32_t step = GENERATE(1, 2);
    SnapReceiver receiver(Protocol::V06, 10);
    const auto ticks_of = [&](std::int32_t tick) {
        feed(receiver, fly(tick, kNoBase, {}, {}));
        std::vector<std::int32_t> ticks;
        for (const SnapOutcome& outcome : drain(receiver)) ticks.push_back(outcome.tick);
        return ticks;
    };
    std::int32_t tick = 100;
    for (; tick <= 110 + 2 * step; tick += step) ticks_of(tick);
    CHECK(ticks_of(tick) == std::vector{tick});
    // One is missing: the next one waits for it, and both are delivered in order.
    CHECK(ticks_of(tick + 2 * step).empty());
    CHECK(ticks_of(tick + step) == std::vector{tick + step, tick + 2 * step});
    // It never arrives: the window decides.
    tick += 2 * step;
    CHECK(ticks_of(tick + 2 * step).empty());
    CHECK(ticks_of(tick + 2 * step + 10).front() == tick + 2 * step);
    // Stray ticks in between slow it down only temporarily.
    tick += 2 * step + 20;
    ticks_of(tick + 1);
    ticks_of(tick + 2);
    for (const std::int32_t end = tick + 60; tick < end; tick += step) ticks_of(tick);
    CHECK(ticks_of(tick) == std::vector{tick});
}

TEST_CASE("before the pace is that of a running game, the window decides") {
    SnapReceiver receiver(Protocol::V06, 10);
    for (std::int32_t tick = 100; tick < 200; tick += 5) {
        feed(receiver, fly(tick, kNoBase, {}, {}));
        const auto outcomes = drain(receiver);
        REQUIRE(outcomes.size() == (tick < 110 ? 0U : 1U));
        if (!outcomes.empty()) CHECK(outcomes[0].tick == tick - 10);
    }
}

TEST_CASE("nothing is held longer than half a second") {
    SnapReceiver receiver(Protocol::V06, 10);
    feed(receiver, fly(100, kNoBase, {}, {}), milliseconds(1000));
    CHECK(drain(receiver, milliseconds(1499)).empty());
    CHECK(drain(receiver, milliseconds(1500)).size() == 1);
}

TEST_CASE("every failure has its reason") {
    std::mt19937_64 random(23);
    const WireSnapshot small = tickreel_test::random_snapshot(Protocol::V06, 5, random);
    const WireSnapshot big = big_snapshot(3, random);
    SnapReceiver receiver(Protocol::V06, 0);

    SECTION("the base was never seen") {
        feed(receiver, fly(100, 90, {}, small));
        const auto outcomes = drain(receiver);
        REQUIRE(outcomes.size() == 1);
        CHECK(outcomes[0].failure == SnapFailure::BaseMissing);
        CHECK(outcomes[0].base_tick == 90);
        CHECK_THAT(outcomes[0].text, tickreel_test::contains("tick 90"));
        CHECK_FALSE(outcomes[0].snapshot);
        CHECK(receiver.last_good_tick() == -1);
    }
    SECTION("parts are missing when a newer tick comes") {
        auto flying = fly(100, kNoBase, {}, big);
        flying.pop_back();
        feed(receiver, flying);
        CHECK(drain(receiver).empty());
        feed(receiver, fly(102, kNoBase, {}, small));
        const auto outcomes = drain(receiver);
        REQUIRE(outcomes.size() == 2);
        CHECK(outcomes[0].failure == SnapFailure::Incomplete);
        CHECK(outcomes[0].parts + 1 == static_cast<int>(flying.size()) + 1);
        CHECK(outcomes[1].failure == SnapFailure::None);
    }
    SECTION("the delta is broken") {
        const Bytes junk = {0xff, 0xff};
        SnapPart part;
        part.tick = 100;
        part.crc = 1;
        part.data = junk;
        receiver.feed(part, {});
        const auto outcomes = drain(receiver);
        REQUIRE(outcomes.size() == 1);
        CHECK(outcomes[0].failure == SnapFailure::BadDelta);
    }
    SECTION("a part in the middle is not full") {
        SnapPart part;
        part.tick = 100;
        part.crc = 1;
        part.num_parts = 2;
        const Bytes header = {0, 0, 0};
        part.data = header;
        receiver.feed(part, {});
        part.part = 1;
        receiver.feed(part, {});
        const auto outcomes = drain(receiver);
        REQUIRE(outcomes.size() == 1);
        CHECK(outcomes[0].failure == SnapFailure::BadDelta);
    }
    SECTION("the checksum does not fit, nobody has the snapshot: handed out, but never a base") {
        feed(receiver, fly(100, kNoBase, {}, small, snap_crc(small) + 1));
        feed(receiver, fly(102, 100, small, small));
        const auto outcomes = drain(receiver);
        REQUIRE(outcomes.size() == 2);
        CHECK(outcomes[0].crc_status == CrcStatus::Mismatch);
        CHECK(outcomes[0].crc_computed == snap_crc(small));
        CHECK(outcomes[1].failure == SnapFailure::BaseMissing);
        CHECK(receiver.counters().crc_mismatches == 1);
    }
    SECTION("the checksum does not fit, but the client has the snapshot: a base") {
        const bool before = GENERATE(false, true);  // heard of before its turn came
        if (before) receiver.acknowledge(100);
        feed(receiver, fly(100, kNoBase, {}, small, snap_crc(small) + 1));
        auto outcomes = drain(receiver);
        REQUIRE(outcomes.size() == 1);
        CHECK(outcomes[0].crc_status == CrcStatus::Mismatch);
        if (!before) receiver.acknowledge(100);
        receiver.acknowledge(90);  // of one that never came
        feed(receiver, fly(102, 100, small, big));
        feed(receiver, fly(104, 100, small, small));
        feed(receiver, fly(106, 90, small, big));
        outcomes = drain(receiver);
        REQUIRE(outcomes.size() == 3);
        CHECK(outcomes[0].crc_status == CrcStatus::Ok);
        // Nothing was sent of it, and its base proves nothing.
        CHECK(outcomes[1].failure == SnapFailure::None);
        CHECK(outcomes[1].crc_status == CrcStatus::Absent);
        CHECK(outcomes[2].failure == SnapFailure::BaseMissing);
        CHECK(receiver.counters().doubtful_bases == 1);
    }
    SECTION("an empty delta has the checksum of its base, and hands it on") {
        feed(receiver, fly(100, kNoBase, {}, small));
        feed(receiver, fly(102, 100, small, small));
        feed(receiver, fly(104, 102, small, small));
        feed(receiver, fly(106, kNoBase, {}, {}));
        const auto outcomes = drain(receiver);
        REQUIRE(outcomes.size() == 4);
        for (std::size_t i = 1; i < 3; ++i) {
            CHECK(outcomes[i].bytes == 0);
            CHECK(outcomes[i].crc_status == CrcStatus::Ok);
            CHECK(outcomes[i].crc_expected == snap_crc(small));
            CHECK(outcomes[i].crc_computed == snap_crc(small));
        }
        CHECK(outcomes[3].crc_status == CrcStatus::Absent);  // it has no base either
    }
    SECTION("late ones are told once, duplicates of decoded ones not at all") {
        feed(receiver, fly(100, kNoBase, {}, small));
        CHECK(drain(receiver).size() == 1);
        feed(receiver, fly(100, kNoBase, {}, small));
        CHECK(drain(receiver).empty());
        CHECK(receiver.counters().duplicate_parts == 1);
        feed(receiver, fly(98, kNoBase, {}, small));
        const auto outcomes = drain(receiver);
        REQUIRE(outcomes.size() == 1);
        CHECK(outcomes[0].failure == SnapFailure::Late);
        CHECK(outcomes[0].tick == 98);
    }
    SECTION("parts that disagree with the first of their tick are not mixed in") {
        auto flying = fly(100, kNoBase, {}, big);
        receiver.feed(flying[0].part, {});
        flying[1].part.crc = 99;
        receiver.feed(flying[1].part, {});
        CHECK(receiver.counters().conflicting_parts == 1);
    }
}

TEST_CASE("one forged tick far ahead does not stop the stream, a real jump does not either") {
    SnapReceiver receiver(Protocol::V06, 0);
    feed(receiver, fly(100, kNoBase, {}, {}));
    feed(receiver, fly(0x6ffffff0, kNoBase, {}, {}));
    feed(receiver, fly(0x7ffffff0, kNoBase, {}, {}));
    feed(receiver, fly(102, kNoBase, {}, {}));
    CHECK(drain(receiver).size() == 2);
    CHECK(receiver.counters().implausible == 2);
    feed(receiver, fly(100000, kNoBase, {}, {}));
    feed(receiver, fly(100002, kNoBase, {}, {}));
    const auto outcomes = drain(receiver);
    REQUIRE(outcomes.size() == 1);
    CHECK(outcomes[0].tick == 100002);
}

TEST_CASE("a clock that goes back and stays there starts a new timeline") {
    SnapReceiver receiver(Protocol::V06, 0);
    feed(receiver, fly(5000, kNoBase, {}, {}));
    drain(receiver);
    std::vector<SnapOutcome> good;
    for (std::int32_t tick = 10; tick < 100; tick += 2) {
        feed(receiver, fly(tick, kNoBase, {}, {}));
        for (SnapOutcome& outcome : drain(receiver))
            if (outcome.failure == SnapFailure::None) good.push_back(std::move(outcome));
    }
    REQUIRE_FALSE(good.empty());
    CHECK(good.front().restart);
    CHECK(good.front().tick == 10 + 2 * (SnapReceiver::kRestartAfter - 1));
    CHECK(good.back().tick == 98);
    CHECK_FALSE(good.back().restart);
}

TEST_CASE("open ticks and stored snapshots are bounded") {
    SnapReceiver receiver(Protocol::V06, 1000);
    const Bytes data(kMaxPartSize, 0);
    for (std::int32_t tick = 0; tick < 2000; ++tick) {
        SnapPart part;
        part.tick = tick;
        part.crc = 0;
        part.num_parts = 64;
        part.data = data;
        receiver.feed(part, {});
        drain(receiver);
    }
    CHECK(receiver.counters().incomplete >= 2000 - SnapReceiver::kMaxOpen);
    SnapReceiver stored(Protocol::V06, 0);
    for (std::int32_t tick = 0; tick < 2000; ++tick) {
        feed(stored, fly(tick, kNoBase, {}, {}));
        drain(stored);
    }
    CHECK_FALSE(stored.stored(2000 - SnapReceiver::kStoreTicks - 2));
    CHECK(stored.stored(2000 - SnapReceiver::kStoreTicks + 1));
}

TEST_CASE("what is older than the server's base is kept only as long as it may go back to it") {
    SnapReceiver receiver(Protocol::V06, 0);
    feed(receiver, fly(0, kNoBase, {}, {}));
    for (std::int32_t tick = 2; tick <= 150; tick += 2)  // its base waits for an acknowledgement
        feed(receiver, fly(tick, 0, {}, {}));
    drain(receiver);
    CHECK(receiver.stored(0));
    CHECK(receiver.stored(140 - SnapReceiver::kOlderBase - 1));
    feed(receiver, fly(152, 140, {}, {}));
    drain(receiver);
    CHECK_FALSE(receiver.stored(140 - SnapReceiver::kOlderBase - 1));
    feed(receiver, fly(154, 140 - SnapReceiver::kOlderBase + 1, {}, {}));
    const auto outcomes = drain(receiver);
    REQUIRE(outcomes.size() == 1);
    CHECK(outcomes[0].failure == SnapFailure::None);
    // In full: there is no base to count from.
    feed(receiver, fly(156, kNoBase, {}, {}));
    drain(receiver);
    CHECK(receiver.stored(140));
}
