#include "recorder/net/endpoint.h"

#include <algorithm>

#include "recorder/net/resolve.h"
#include "tests/catch.h"

using namespace tickreel;

TEST_CASE("host and port are split at the last colon, brackets hold IPv6", "[net]") {
    const auto plain = parse_host_port("example.org:8303");
    REQUIRE(plain.ok());
    CHECK(plain->host == "example.org");
    CHECK(plain->port == 8303);
    const auto v6 = parse_host_port("[fe80::1]:1");
    REQUIRE(v6.ok());
    CHECK(v6->host == "fe80::1");
    const auto only_port = parse_host_port(":0");
    REQUIRE(only_port.ok());
    CHECK(only_port->host.empty());
    for (const char* wrong : {"", "host", "host:", "host:x", "host:65536", "host:-1", "::1:8303",
                              "[::1]8303", "[]:1", "host:1 ", "[::1:1"}) {
        INFO(wrong);
        CHECK_FALSE(parse_host_port(wrong).ok());
    }
}

TEST_CASE("endpoints are written the way they are typed", "[net]") {
    CHECK(to_string(v4_endpoint({192, 168, 0, 1}, 8303)) == "192.168.0.1:8303");
    Endpoint v6;
    v6.port = 9;
    CHECK(to_string(v6) == "[::]:9");
    v6.address[15] = 1;
    CHECK(to_string(v6) == "[::1]:9");
    v6.address[0] = 0x20;
    v6.address[1] = 0x01;
    CHECK(to_string(v6) == "[2001::1]:9");
    v6.address.fill(0x11);
    CHECK(to_string(v6) == "[1111:1111:1111:1111:1111:1111:1111:1111]:9");
    v6.address[14] = v6.address[15] = 0;
    CHECK(to_string(v6) == "[1111:1111:1111:1111:1111:1111:1111:0]:9");
}

TEST_CASE("resolving", "[net]") {
    const auto loopback = resolve("127.0.0.1:8303");
    REQUIRE(loopback.ok());
    CHECK(*loopback == v4_endpoint({127, 0, 0, 1}, 8303));
    const auto any = resolve_local("*:0");
    REQUIRE(any.ok());
    CHECK(*any == v4_endpoint({0, 0, 0, 0}, 0));
    const auto v6 = resolve("[::1]:8303");
    REQUIRE(v6.ok());
    CHECK(to_string(*v6) == "[::1]:8303");

    CHECK_FALSE(resolve("127.0.0.1:0").ok());
    CHECK_FALSE(resolve(":8303").ok());
    const auto nowhere = resolve("no.such.host.invalid:8303");
    REQUIRE_FALSE(nowhere.ok());
    CHECK_THAT(nowhere.error().message, tickreel_test::contains("no.such.host.invalid"));
}

TEST_CASE("a name has all its addresses, those of IPv4 first", "[net]") {
    CHECK(has_name("localhost:8303"));
    for (const char* address : {"127.0.0.1:8303", "[::1]:8303", "[fe80::1%lo]:8303"})
        CHECK_FALSE(has_name(address));
    const auto first = resolve("localhost:8303");
    REQUIRE(first.ok());
    const auto all = resolve_all("localhost:8303");
    REQUIRE(all.ok());
    CHECK(all->front() == *first);
    CHECK(std::is_partitioned(all->begin(), all->end(),
                              [](const Endpoint& one) { return one.is_v4(); }));
    for (const Endpoint& one : *all) {
        CHECK(one.port == 8303);
        CHECK(std::count(all->begin(), all->end(), one) == 1);
    }
}
