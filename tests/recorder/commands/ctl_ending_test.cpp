// `tickreel ctl` and recorders that answer nothing any more.

#include <array>
#include <cstring>
#include <thread>

#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include "recorder/net/stream_server.h"
#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"

using namespace tickreel;

TEST_CASE("ctl says of a recorder that answers nothing any more that it is ending, or has ended",
          "[net]") {
    const tickreel_test::Folder folder;
    const std::string path = folder / "control";
    const auto say = [&] {
        const tickreel_test::Ran ran = tickreel_test::run_tickreel({"ctl", path, "status"});
        CHECK(ran.code == 1);
        return ran.err;
    };
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
    const int ending = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    REQUIRE(::bind(ending, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    REQUIRE(::listen(ending, 1) == 0);
    const timeval patience{30, 0};
    ::setsockopt(ending, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    for (const bool reads : {true, false}) {
        std::thread recorder([&] {
            const int client = ::accept(ending, nullptr, nullptr);
            std::array<char, 16> question{};
            ::recv(client, question.data(), question.size(), reads ? 0 : MSG_PEEK);
            ::close(client);
        });
        CHECK_THAT(say(), tickreel_test::contains("it is ending"));
        recorder.join();
    }
    ::close(ending);
    CHECK_THAT(say(), tickreel_test::contains("has ended"));
    const auto other = StreamServer::on_path(
        path, {end_of_line, [](std::string_view) { return std::string("hello\n"); }, {}});
    REQUIRE(other.ok());
    CHECK_THAT(say(), tickreel_test::contains("does not belong to a tickreel recorder"));
}
