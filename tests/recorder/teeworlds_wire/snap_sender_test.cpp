// The server's sending states and bases, alone and with a receiver over a lossy link.

#include "recorder/games/teeworlds/wire/snap_sender.h"

#include <random>

#include "recorder/games/teeworlds/wire/snap_receiver.h"
#include "tests/catch.h"
#include "tests/recorder/teeworlds_wire/generate.h"

using namespace tickreel;
using namespace tickreel::teeworlds;
using State = SnapSender::State;

namespace {

std::shared_ptr<const WireSnapshot> shared(WireSnapshot snapshot) {
    return std::make_shared<const WireSnapshot>(std::move(snapshot));
}

SnapPart part_of(const Bytes& message) {
    Unpacker in(message);
    const auto id = read_message_id(in);
    REQUIRE(id);
    const auto part = parse_snap(*system_message(Protocol::V06, *id), in.rest());
    REQUIRE(part);
    return *part;
}

}  // namespace

TEST_CASE("INIT sends every 10th tick, FULL always, RECOVER every 50th") {
    SnapSender sender;
    const auto nothing = shared({});
    CHECK(sender.wants(20));
    CHECK_FALSE(sender.wants(22));
    sender.send(20, nothing);
    CHECK(sender.state() == State::Init);
    CHECK(sender.acknowledge(20));
    CHECK(sender.state() == State::Full);
    CHECK(sender.wants(21));
    sender.send(22, nothing);
    CHECK(sender.last_base() == 20);
    CHECK(sender.acknowledge(-1));
    CHECK(sender.state() == State::Full);  // changes only when a snapshot is sent, not by a timer
    sender.send(24, nothing);
    CHECK(sender.last_base() == kNoBase);
    CHECK(sender.state() == State::Recover);
    CHECK_FALSE(sender.wants(48));
    CHECK(sender.wants(50));
    sender.send(50, nothing);
    CHECK(sender.acknowledge(50));
    CHECK(sender.state() == State::Full);
    sender.reset();
    CHECK(sender.state() == State::Init);
    CHECK(sender.backlog() == 0);
}

TEST_CASE("acks that cannot be are ignored; a base lives for 150 ticks") {
    SnapSender sender;
    const auto nothing = shared({});
    sender.send(10, nothing);
    CHECK_FALSE(sender.acknowledge(11));
    CHECK_FALSE(sender.acknowledge(-2));
    CHECK(sender.acknowledge(10));
    sender.send(160, nothing);
    CHECK(sender.last_base() == 10);
    sender.send(161, nothing);
    CHECK(sender.last_base() == kNoBase);
    CHECK(sender.state() == State::Recover);
    for (std::int32_t tick = 162; tick < 1000; ++tick) sender.send(tick, nothing);
    CHECK(sender.backlog() <= 151);
}

TEST_CASE("an item that changes its size is sent without a base") {
    SnapBuilder builder;
    builder.begin();
    REQUIRE(builder.new_item(40, 0, 2));
    SnapSender sender;
    sender.send(10, shared(builder.end()));
    sender.acknowledge(10);
    REQUIRE(builder.new_item(40, 0, 3));
    const auto messages = sender.send(12, shared(builder.end()));
    REQUIRE(messages.size() == 1);
    CHECK(part_of(messages[0]).base_tick == kNoBase);
    CHECK(sender.state() == State::Full);
}

TEST_CASE("a snapshot beyond 64 parts is refused") {
    SnapBuilder builder;
    builder.begin();
    auto ints = builder.new_item(100, 0, 15000);
    REQUIRE(ints);
    std::fill(ints->begin(), ints->end(), 0x7fffffff);
    SnapSender sender;
    CHECK(sender.send(10, shared(builder.end())).empty());
    CHECK(sender.backlog() == 0);
}

// A client that follows the server over a link that loses, duplicates and reorders messages:
// whatever arrives decodes to the server's snapshot at that tick.
TEST_CASE("sender and receiver through a lossy link") {
    std::mt19937_64 random(31);
    SnapSender sender;
    SnapReceiver receiver(Protocol::V06, 0);
    std::map<std::int32_t, std::shared_ptr<const WireSnapshot>> sent;
    auto world = shared(tickreel_test::random_snapshot(Protocol::V06, 150, random));
    std::vector<Bytes> in_flight;
    int good = 0;
    int base_used = 0;
    for (std::int32_t tick = 2; tick < 6000; tick += 2) {
        if (sender.wants(tick)) {
            world = shared(tickreel_test::random_successor(*world, Protocol::V06, random));
            sent[tick] = world;
            for (Bytes& message : sender.send(tick, world)) {
                if (random() % 100 < 7) continue;
                if (random() % 100 < 3) in_flight.push_back(message);
                in_flight.push_back(std::move(message));
            }
            base_used += sender.last_base() != kNoBase ? 1 : 0;
        }
        if (random() % 10 < 2) continue;  // everything waits for the next round
        if (random() % 10 < 2) std::shuffle(in_flight.begin(), in_flight.end(), random);
        for (const Bytes& message : in_flight) receiver.feed(part_of(message), {});
        in_flight.clear();
        while (const std::optional<SnapOutcome> outcome = receiver.next({})) {
            if (outcome->failure != SnapFailure::None) {
                // Bases are always acknowledged ones, so they are available.
                REQUIRE(outcome->failure != SnapFailure::BadDelta);
                REQUIRE(outcome->failure != SnapFailure::BaseMissing);
                continue;
            }
            REQUIRE(outcome->crc_status != CrcStatus::Mismatch);
            REQUIRE(outcome->snapshot->same_items(*sent.at(outcome->tick)));
            ++good;
        }
        if (random() % 10 < 9) sender.acknowledge(receiver.last_good_tick());
    }
    CHECK(good > 2000);
    CHECK(base_used > 2000);
}
