// The server of the control socket and the metrics, asked by test sockets.

#include "recorder/net/stream_server.h"

#include <ctime>
#include <thread>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "recorder/net/socket_address.h"
#include "tests/catch.h"

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

}  // namespace

TEST_CASE("without a free descriptor nobody is answered, at no cost, until there is one", "[net]") {
    auto server = StreamServer::on_address(
        v4_endpoint({127, 0, 0, 1}, 0),
        {end_of_line, [](std::string_view question) { return std::string(question) + "!"; }, {}});
    REQUIRE(server.ok());
    const SocketAddress address = to_socket_address((*server)->local(), AF_INET);
    const auto open_client = [] { return ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0); };
    const auto join = [&](int client) {
        return ::connect(client, address.get(), address.length) == 0;
    };
    const auto ask = [](int client) {
        std::array<char, 16> answer{};
        const timeval patience{5, 0};
        ::setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        if (::send(client, "hello\n", 6, MSG_NOSIGNAL) != 6) return std::string();
        ::recv(client, answer.data(), answer.size(), 0);
        ::close(client);
        return std::string(answer.data());
    };
    // Its thread runs then.
    const int first = open_client();
    REQUIRE(join(first));
    CHECK(ask(first) == "hello!");
    const int client = open_client();
    REQUIRE(client >= 0);
    bool joined = false;
    std::chrono::nanoseconds spent{};
    {
        const NoDescriptors none;  // no checks meanwhile: UBSan's need some
        joined = join(client);
        const auto before = processor_time();
        std::this_thread::sleep_for(300ms);  // what is measured is this time
        spent = processor_time() - before;
    }
    CHECK(joined);
    CHECK(spent < 50ms);
    CHECK(ask(client) == "hello!");
}
