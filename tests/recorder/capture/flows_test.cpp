#include "recorder/capture/flows.h"

#include "tests/catch.h"

using namespace tickreel;

namespace {

UdpPacket packet(std::uint16_t from, std::uint16_t to, int time = 0) {
    UdpPacket result;
    result.from.port = from;
    result.to.port = to;
    result.time = std::chrono::nanoseconds(time);
    return result;
}

}  // namespace

TEST_CASE("both directions are one flow, the first sender is end a", "[capture]") {
    Flows flows(10);
    const auto first = flows.add(packet(50000, 8303, 7));
    const auto answer = flows.add(packet(8303, 50000, 8));
    const auto other = flows.add(packet(8303, 50001, 9));
    const auto other_answer = flows.add(packet(50001, 8303, 10));
    REQUIRE((first && answer && other && other_answer));
    CHECK(first->flow == 0);
    CHECK(first->from_a);
    CHECK(answer->flow == 0);
    CHECK_FALSE(answer->from_a);
    CHECK(other->flow == 1);
    CHECK(other->from_a);
    CHECK_FALSE(other_answer->from_a);
    REQUIRE(flows.flows().size() == 2);
    CHECK(flows.flows()[0].from_a == 1);
    CHECK(flows.flows()[0].from_b == 1);
    CHECK(flows.flows()[0].first_time == std::chrono::nanoseconds(7));
}

TEST_CASE("too many flows are counted, the known ones go on", "[capture]") {
    Flows flows(2);
    CHECK(flows.add(packet(1, 9)));
    CHECK(flows.add(packet(2, 9)));
    CHECK_FALSE(flows.add(packet(3, 9)));
    CHECK(flows.add(packet(9, 1)));
    CHECK(flows.ignored() == 1);
    CHECK(flows.flows().size() == 2);
}

TEST_CASE("a client that is sent to another port stays in its flow", "[capture]") {
    const bool client_is_lesser = GENERATE(true, false);
    const std::uint16_t client = client_is_lesser ? 20000 : 60000;
    Flows flows(10);
    REQUIRE(flows.add(packet(client, 25000)));
    REQUIRE(flows.add(packet(25000, client)));
    flows.redirect(packet(25000, client), 53738);
    const auto onward = flows.add(packet(client, 53738));
    const auto answer = flows.add(packet(53738, client));
    REQUIRE((onward && answer));
    CHECK(onward->flow == 0);
    CHECK(onward->from_a);
    CHECK(answer->flow == 0);
    CHECK_FALSE(answer->from_a);
    // Another client of that server, and the same client elsewhere, are separate flows.
    CHECK(flows.add(packet(30000, 53738))->flow == 1);
    CHECK(flows.add(packet(client, 53739))->flow == 2);
}

TEST_CASE("handing over is for flows that are known, and takes none from another", "[capture]") {
    Flows flows(10);
    flows.redirect(packet(25000, 50000), 53738);
    CHECK(flows.flows().empty());
    REQUIRE(flows.add(packet(50000, 53738))->flow == 0);
    REQUIRE(flows.add(packet(50000, 25000))->flow == 1);
    flows.redirect(packet(25000, 50000), 53738);
    CHECK(flows.add(packet(50000, 53738))->flow == 0);
}

TEST_CASE("a packet with a damaged header stays in the conversation with its ports", "[capture]") {
    Flows flows(10);
    const auto damaged = [](std::uint16_t from, std::uint16_t to, std::uint8_t address) {
        UdpPacket result = packet(from, to);
        result.from.address[12] = address;
        result.damaged = true;
        result.offset = 99;
        return result;
    };
    REQUIRE(flows.add(packet(50000, 8303)));
    REQUIRE(flows.add(packet(8303, 50000)));
    REQUIRE(flows.add(packet(50001, 8303)));
    const auto answer = flows.add(damaged(8303, 50000, 2));
    REQUIRE(answer);
    CHECK(answer->flow == 0);
    CHECK_FALSE(answer->from_a);
    CHECK(flows.flows().size() == 2);
    CHECK(flows.damaged().packets == 1);
    CHECK(flows.damaged().first_offset == 99);

    // Other ports; another one like it, which is no proof of anything.
    CHECK(flows.add(damaged(8303, 50002, 2))->flow == 2);
    // All that a machine sends has wrong checksums: its other addresses are what they are.
    Flows all(10);
    CHECK(all.add(damaged(50000, 8303, 1))->flow == 0);
    CHECK(all.add(damaged(50000, 8303, 2))->flow == 1);
    CHECK(all.add(damaged(50000, 8303, 2))->flow == 1);
    CHECK(all.damaged().packets == 0);
}
