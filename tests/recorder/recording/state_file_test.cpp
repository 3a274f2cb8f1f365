// The state that a recorder leaves for its successor, even if killed while writing it.

#include "recorder/recording/state_file.h"

#include <algorithm>

#include <sys/stat.h>
#include <unistd.h>

#include "recorder/net/udp_proxy.h"
#include "recorder/recording/recovery_log.h"
#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"

using namespace tickreel;
using tickreel_test::Folder;

namespace {

const Endpoint kServer = v4_endpoint({10, 0, 0, 1}, 8303);

ClientRecord client(ClientId id) {
    ClientRecord record;
    record.id = id;
    record.from = v4_endpoint({192, 0, 2, static_cast<std::uint8_t>(id)}, 4000);
    record.upstream = v4_endpoint({127, 64, 0, static_cast<std::uint8_t>(id)}, 5000);
    record.server_ports = {8303, 25001};
    return record;
}

std::unique_ptr<StateFile> open(const std::string& path, const Endpoint& server = kServer,
                                std::size_t slots = 8) {
    auto state = StateFile::open(path, server, slots);
    INFO((state ? "" : state.error().message));
    REQUIRE(state.ok());
    return *std::move(state);
}

}  // namespace

TEST_CASE("the next recorder finds who played", "[recording]") {
    const Folder folder;
    const std::string path = folder / "state";
    {
        const auto state = open(path);
        CHECK(state->clients().empty());
        for (const ClientId id : {7U, 8U, 9U}) state->put(client(id));
        state->erase(8);
        ClientRecord moved = client(9);
        moved.server_ports[2] = 25002;
        state->put(moved);
        state->put_front(25001, 40001);
        state->put_front(25001, 40002);
        CHECK_FALSE(StateFile::open(path, kServer, 8).ok());  // in use by another recorder
    }
    struct stat status {};
    REQUIRE(::stat(path.c_str(), &status) == 0);
    CHECK((status.st_mode & 0777U) == 0600U);
    const auto state = open(path);
    REQUIRE(state->clients().size() == 2);
    CHECK(state->clients()[0] == client(7));
    CHECK(state->clients()[1].server_ports[2] == 25002);
    CHECK(state->fronts() == FrontPorts{{25001, 40002}});
}

TEST_CASE("a full state file loses the client, not the program", "[recording]") {
    const Folder folder;
    const auto state = open(folder / "state", kServer, 2);
    for (ClientId id = 1; id <= 5; ++id) state->put(client(id));
    CHECK(state->clients().size() == 2);
    state->erase(1);
    state->put(client(6));
    CHECK(state->clients().size() == 2);
}

TEST_CASE("another server's clients are not taken over", "[recording]") {
    const Folder folder;
    open(folder / "state")->put(client(1));
    const Endpoint other = v4_endpoint({10, 0, 0, 2}, 8303);
    CHECK(open(folder / "state", other)->clients().empty());
    {
        const auto state = open(folder / "state");
        state->begin_server(other);  // it moved
        state->put(client(2));
    }
    CHECK(open(folder / "state", other)->clients().size() == 1);
}

TEST_CASE("a server whose name has the old address too is the same server", "[recording]") {
    const Folder folder;
    CHECK_FALSE(StateFile::server_of(folder / "state"));
    tickreel_test::write_file(folder / "state", std::string(100000, '\0'));
    CHECK_FALSE(StateFile::server_of(folder / "state"));
    const Endpoint other = v4_endpoint({10, 0, 0, 2}, 8303);
    open(folder / "state", other)->put(client(1));
    REQUIRE(StateFile::server_of(folder / "state") == other);

    std::vector<Endpoint> addresses{kServer, other};  // of the name
    ProxyOptions proxy;
    proxy.server = kServer;
    stay_with(proxy, other);
    CHECK(proxy.server == kServer);  // no name
    proxy.find_server = [&](const Endpoint& before) -> Result<ServerPlace> {
        const bool has = std::find(addresses.begin(), addresses.end(), before) != addresses.end();
        return ServerPlace{has ? before : addresses.front(), AddressRange{before.address, 104}};
    };
    stay_with(proxy, StateFile::server_of(folder / "state"));
    CHECK(proxy.server == other);
    CHECK(proxy.upstream_range.has_value());
    CHECK(open(folder / "state", proxy.server)->clients().size() == 1);
    addresses.pop_back();
    proxy.server = kServer;
    stay_with(proxy, other);
    CHECK(proxy.server == kServer);  // it moved
}

TEST_CASE("room that a killed recorder made and did not use is no foreign file", "[recording]") {
    const Folder folder;
    for (const std::size_t size : {1U, 61440U, 200000U}) {
        tickreel_test::write_file(folder / "state", std::string(size, '\0'));
        open(folder / "state")->put(client(1));
        CHECK(open(folder / "state")->clients().size() == 1);
    }
    const std::string mine = std::string(100000, '\0') + "precious";
    tickreel_test::write_file(folder / "mine", mine);
    CHECK_FALSE(StateFile::open(folder / "mine", kServer, 8).ok());
    CHECK(tickreel_test::read_file(folder / "mine") == mine);
}

TEST_CASE("clients that are lost with the state file are counted", "[recording]") {
    const Folder folder;
    const std::string path = folder / "state";
    {
        const auto state = open(path);
        for (const ClientId id : {1U, 2U, 3U}) state->put(client(id));
        CHECK(state->problem().empty());
    }
    std::string bytes = tickreel_test::read_file(path);
    std::size_t at = bytes.find(std::string{static_cast<char>(192), 0, 2, 2});  // of client 2
    REQUIRE(at != std::string::npos);
    bytes[at] = 'x';
    tickreel_test::write_file(path, bytes);
    {
        const auto state = open(path);
        CHECK(state->clients().size() == 2);
        CHECK(state->problem() ==
              "it is damaged: 1 client of the recorder before cannot be taken over");
    }
    CHECK(open(path)->problem().empty());  // it is as if they had left
    CHECK(open(path, v4_endpoint({10, 0, 0, 2}, 8303))->problem() ==
          "it is of the server 10.0.0.1:8303: 2 clients cannot be taken over");
    {
        const auto state = open(path, kServer, 8);
        for (const ClientId id : {1U, 2U, 3U}) state->put(client(id));
    }
    CHECK(open(path, kServer, 1)->clients().size() == 3);  // the proxy says who has no room
    CHECK(open(path, kServer, 16)->problem().empty());     // there is room for more now
    const std::string whole = tickreel_test::read_file(path);
    for (const std::size_t size : {20UL, 64UL, 64UL + 256, 64UL + 256 + 128, whole.size() - 1}) {
        CAPTURE(size);
        tickreel_test::write_file(path, whole.substr(0, size));
        CHECK_THAT(open(path)->problem(), tickreel_test::contains("it was cut: "));
        CHECK(open(path)->problem().empty());
    }
}

TEST_CASE("a recorder of another version loses the clients, and says so, and records",
          "[recording]") {
    const Folder folder;
    const std::string path = folder / "state";
    open(path)->put(client(1));
    std::string bytes = tickreel_test::read_file(path);
    bytes[7] = '2';
    tickreel_test::write_file(path, bytes);
    {
        const auto state = open(path);
        CHECK(state->clients().empty());
        CHECK_THAT(state->problem(), tickreel_test::contains("of another version of tickreel"));
        state->put(client(2));
    }
    CHECK(open(path)->problem().empty());
    CHECK(open(path)->clients().size() == 1);
}

TEST_CASE("whatever is in the file: only whole records, or a refusal", "[recording]") {
    const Folder folder;
    const std::string path = folder / "state";
    tickreel_test::write_file(path, "something of yours");
    CHECK_FALSE(StateFile::open(path, kServer, 8).ok());
    CHECK(tickreel_test::read_file(path) == "something of yours");
    const std::string whole_path = folder / "whole";
    {
        const auto state = open(whole_path);
        for (ClientId id = 1; id <= 4; ++id) state->put(client(id));
    }
    const std::string whole = tickreel_test::read_file(whole_path);
    // Every byte changed once: never a record that was not written.
    for (std::size_t at = 8; at < whole.size(); at += 3) {
        std::string broken = whole;
        broken[at] = static_cast<char>(broken[at] ^ 0x41);
        tickreel_test::write_file(folder / "broken", broken);
        for (const ClientRecord& one : open(folder / "broken")->clients())
            CHECK(one == client(one.id));
    }
    for (std::size_t size = 8; size < whole.size(); size += 37) {
        tickreel_test::write_file(folder / "short", whole.substr(0, size));
        for (const ClientRecord& one : open(folder / "short")->clients())
            CHECK(one == client(one.id));
    }
}

TEST_CASE("a state file that another program cuts ends nobody", "[recording]") {
    const Folder folder;
    const std::string path = folder / "state";
    const auto state = open(path);
    const auto log = RecoveryLog::open(folder / "ring");
    REQUIRE(log.ok());
    state->put(client(1));
    const Bytes bytes(100, 'x');
    const Datagram datagram{Direction::ToServer, {}, bytes};
    (*log)->append(1, datagram);
    REQUIRE(::truncate(path.c_str(), 0) == 0);
    REQUIRE(::truncate((folder / "ring").c_str(), 0) == 0);
    state->put(client(2));
    state->erase(1);
    CHECK(state->clients().size() == 1);
    for (int i = 0; i < 1000; ++i) (*log)->append(2, datagram);
    CHECK((*log)->left().empty());
}
