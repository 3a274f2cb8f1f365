// The server of the control socket and the metrics, asked by test sockets.

#include "recorder/net/stream_server.h"

#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <ctime>
#include <thread>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "recorder/net/socket_address.h"
#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"

using namespace tickreel;
using namespace std::chrono_literals;

namespace {

std::chrono::nanoseconds processor_time() {
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

// No descriptor below `limit` is free while this exists.
class NoDescriptors {
public:
    NoDescriptors() {
        ::getrlimit(RLIMIT_NOFILE, &before_);
        const int next = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
        ::close(next);
        rlimit none = before_;
        none.rlim_cur = static_cast<rlim_t>(next);
        ::setrlimit(RLIMIT_NOFILE, &none);
    }
    NoDescriptors(const NoDescriptors&) = delete;
    NoDescriptors& operator=(const NoDescriptors&) = delete;
    ~NoDescriptors() { ::setrlimit(RLIMIT_NOFILE, &before_); }

private:
    rlimit before_{};
};

// A server that answers every line with it and an exclamation mark.
Result<std::unique_ptr<StreamServer>> open_server() {
    return StreamServer::on_address(
        v4_endpoint({127, 0, 0, 1}, 0),
        {end_of_line, [](std::string_view question) { return std::string(question) + "!"; }, {}});
}

int open_client() {
    return ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
}

bool join(int client, const StreamServer& server) {
    const SocketAddress address = to_socket_address(server.local(), AF_INET);
    return ::connect(client, address.get(), address.length) == 0;
}

std::string ask(int client) {
    std::array<char, 16> answer{};
    const timeval patience{3, 0};
    ::setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (::send(client, "hello\n", 6, MSG_NOSIGNAL) != 6) return {};
    ::recv(client, answer.data(), answer.size() - 1, 0);
    ::close(client);
    return answer.data();
}

}  // namespace

TEST_CASE("slow clients keep nobody out, and the latest of them are answered too", "[net]") {
    const auto server = open_server();
    REQUIRE(server.ok());
    std::vector<int> slow;
    for (int i = 0; i < 40; ++i) {  // more than the server serves at once
        slow.push_back(open_client());
        REQUIRE(join(slow.back(), **server));
        CHECK(::send(slow.back(), "hel", 3, MSG_NOSIGNAL) == 3);
    }
    const int quick = open_client();
    REQUIRE(join(quick, **server));
    CHECK(ask(quick) == "hello!");
    REQUIRE(::send(slow.back(), "lo\n", 3, MSG_NOSIGNAL) == 3);
    std::array<char, 16> answer{};
    CHECK(::recv(slow.back(), answer.data(), answer.size() - 1, 0) == 6);
    CHECK(std::string(answer.data()) == "hello!");
    for (const int client : slow) ::close(client);
}

TEST_CASE("without a free descriptor nobody is answered, at no cost, until there is one", "[net]") {
    const auto server = open_server();
    REQUIRE(server.ok());
    // Its thread runs then.
    const int first = open_client();
    REQUIRE(join(first, **server));
    CHECK(ask(first) == "hello!");
    const int client = open_client();
    REQUIRE(client >= 0);
    bool joined = false;
    std::chrono::nanoseconds spent{};
    {
        const NoDescriptors none;  // no checks meanwhile: UBSan's need some
        joined = join(client, **server);
        const auto before = processor_time();
        std::this_thread::sleep_for(300ms);  // what is measured is this time
        spent = processor_time() - before;
    }
    CHECK(joined);
    CHECK(spent < 50ms);
    CHECK(ask(client) == "hello!");
}

TEST_CASE("a server that hangs, with a full queue of those who asked it, holds up nobody",
          "[net]") {
    const tickreel_test::Folder folder;
    const std::string path = folder / "control";
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, path.c_str(), sizeof address.sun_path - 1);
    const int hanging = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    REQUIRE(::bind(hanging, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
    REQUIRE(::listen(hanging, 1) == 0);
    // Who gave up waiting stays in the queue.
    for (bool full = false; !full;) {
        const int client = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        full = ::connect(client, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0;
        ::close(client);
    }
    const auto asked = request_on_path(path, "status\n");
    REQUIRE_FALSE(asked.ok());
    CHECK_THAT(asked.error().message, tickreel_test::contains("does not answer"));
    const auto another = StreamServer::on_path(path, {end_of_line, {}, {}});
    REQUIRE_FALSE(another.ok());
    CHECK_THAT(another.error().message, tickreel_test::contains("another recorder"));
    ::close(hanging);
}

TEST_CASE("a socket file that somebody removes is made again; another recorder's stays", "[net]") {
    const tickreel_test::Folder folder;
    const std::string path = folder / "control";
    const auto serve = [&](const char* answer) {
        return StreamServer::on_path(
            path, {end_of_line, [answer](std::string_view) { return std::string(answer); }, {}});
    };
    const auto asked = [&](const std::string& answer) {
        const auto said = request_on_path(path, "?\n");
        return said.ok() && *said == answer;
    };
    auto first = serve("first");
    REQUIRE(first.ok());
    REQUIRE(asked("first"));
    REQUIRE(::unlink(path.c_str()) == 0);
    const auto until = std::chrono::steady_clock::now() + 30s;
    while (!asked("first") && std::chrono::steady_clock::now() < until)
        std::this_thread::sleep_for(10ms);
    CHECK(asked("first"));
    // Whoever is quicker has it.
    auto second = serve("second");
    while (!second.ok() && std::chrono::steady_clock::now() < until) {
        ::unlink(path.c_str());
        second = serve("second");
    }
    REQUIRE(second.ok());
    first = serve("third");
    CHECK_FALSE(first.ok());
    CHECK(asked("second"));
}

TEST_CASE("what a server has to say when it ends is sent", "[net]") {
    const tickreel_test::Folder folder;
    const std::string path = folder / "control";
    std::atomic<bool> asked{false};
    auto server =
        StreamServer::on_path(path, {end_of_line,
                                     [&](std::string_view) {
                                         asked = true;
                                         std::this_thread::sleep_for(200ms);  // it ends meanwhile
                                         return std::string("done");
                                     },
                                     {}});
    REQUIRE(server.ok());
    Result<std::string> answer = fail("not asked");
    std::thread client([&] { answer = request_on_path(path, "stop\n"); });
    while (!asked) std::this_thread::sleep_for(1ms);
    *server = nullptr;
    client.join();
    REQUIRE(answer.ok());
    CHECK(*answer == "done");
}
