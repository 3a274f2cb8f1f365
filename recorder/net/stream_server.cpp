#include "recorder/net/stream_server.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>
#include <vector>

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "recorder/net/socket_address.h"
#include "tickreel/base/errno_text.h"

namespace tickreel {

namespace {

using Steady = std::chrono::steady_clock;

constexpr std::size_t kMaxConnections = 16;
constexpr std::size_t kMaxRequest = 64UL * 1024;
constexpr std::chrono::seconds kPatience{5};
constexpr int kSecond = 1000;  // ms
constexpr int kRetry = 200;

std::string_view without_line_end(std::string_view text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
    return text;
}

struct Connection {
    int fd = -1;
    Steady::time_point until{};
    std::string request{};
    std::string answer{};
    std::size_t sent = 0;
    bool answering = false;
};

Result<sockaddr_un> path_address(const std::string& path) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.empty() || path.size() >= sizeof address.sun_path)
        return fail("the path of a socket has 1 to ", sizeof address.sun_path - 1, " bytes");
    std::memcpy(address.sun_path, path.data(), path.size());
    return address;
}

int connected_to(const sockaddr_un& address) {
    const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) return -1;
    // A program that hangs leaves those who ask it in its queue, also when they have given up; with
    // a full one, connecting waits.
    const timeval patience{kPatience.count(), 0};
    ::setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    if (::connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) return fd;
    const int error = errno;
    ::close(fd);
    errno = error;
    return -1;
}

// A socket file that a killed program left behind; nothing else is ever removed.
void remove_stale(const std::string& path, const sockaddr_un& address) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0 || !S_ISSOCK(status.st_mode)) return;
    const int fd = connected_to(address);
    if (fd >= 0)
        ::close(fd);
    else if (errno == ECONNREFUSED)
        ::unlink(path.c_str());
}

// False when the connection is over.
bool read_more(Connection& connection, const StreamServer::Service& service) {
    std::array<char, 4096> room;
    const ssize_t got = ::recv(connection.fd, room.data(), room.size(), MSG_DONTWAIT);
    if (got < 0) return errno == EAGAIN || errno == EINTR;
    if (got == 0) return false;
    connection.request.append(room.data(), static_cast<std::size_t>(got));
    const std::size_t end = service.end_of_request(connection.request);
    if (end == std::string_view::npos) return connection.request.size() < kMaxRequest;
    const std::string_view request =
        without_line_end(std::string_view(connection.request).substr(0, end));
    if (service.take_over && service.take_over(request, connection.fd)) {
        connection.fd = -1;
        return false;
    }
    connection.answer = service.answer(request);
    connection.answering = true;
    connection.until = Steady::now() + kPatience;
    return true;
}

bool write_more(Connection& connection) {
    const std::string_view rest = std::string_view(connection.answer).substr(connection.sent);
    const ssize_t sent =
        ::send(connection.fd, rest.data(), rest.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (sent < 0) return errno == EAGAIN || errno == EINTR;
    connection.sent += static_cast<std::size_t>(sent);
    return connection.sent < connection.answer.size();
}

// The first one that has not said what it wants, or else the first one: a new one is likely to be
// quicker.
void drop_slowest(std::vector<Connection>& connections) {
    auto slowest = std::find_if(connections.begin(), connections.end(),
                                [](const Connection& one) { return !one.answering; });
    if (slowest == connections.end()) slowest = connections.begin();
    ::close(slowest->fd);
    connections.erase(slowest);
}

}  // namespace

std::size_t end_of_line(std::string_view so_far) {
    const std::size_t end = so_far.find('\n');
    return end == std::string_view::npos ? end : end + 1;
}

std::size_t end_of_http_head(std::string_view so_far) {
    const std::size_t end = so_far.find("\r\n\r\n");
    return end == std::string_view::npos ? end : end + 4;
}

StreamServer::FileId StreamServer::file_at(const std::string& path) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0) return {};
    return {status.st_dev, status.st_ino};
}

Result<StreamServer::Listener> StreamServer::listen_on(const std::string& path) {
    const Result<sockaddr_un> address = path_address(path);
    if (!address) return address.error();
    remove_stale(path, *address);
    const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return fail("cannot open a socket: ", errno_text());
    if (::bind(fd, reinterpret_cast<const sockaddr*>(&*address), sizeof *address) != 0 ||
        ::chmod(path.c_str(), 0660) != 0 || ::listen(fd, kMaxConnections) != 0) {
        const Error error = errno == EADDRINUSE
                                ? Error{"already exists; another recorder may be using it"}
                                : fail("cannot listen: ", errno_text());
        ::close(fd);
        return error;
    }
    return Listener{fd, file_at(path)};
}

Result<std::unique_ptr<StreamServer>> StreamServer::on_path(const std::string& path,
                                                            Service service) {
    const Result<Listener> listener = listen_on(path);
    if (!listener) return listener.error();
    const int wake = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return std::unique_ptr<StreamServer>(
        new StreamServer(*listener, wake, path, std::move(service)));
}

Result<std::unique_ptr<StreamServer>> StreamServer::on_address(const Endpoint& at,
                                                               Service service) {
    const int family = at.is_v4() ? AF_INET : AF_INET6;
    const int fd = ::socket(family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0) return fail("cannot open a socket: ", errno_text());
    const int yes = 1;
    ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    const SocketAddress address = to_socket_address(at, family);
    if (::bind(fd, address.get(), address.length) != 0 || ::listen(fd, kMaxConnections) != 0) {
        const Error error = fail("cannot listen on ", to_string(at), ": ", errno_text());
        ::close(fd);
        return error;
    }
    const int wake = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return std::unique_ptr<StreamServer>(new StreamServer({fd, {}}, wake, "", std::move(service)));
}

StreamServer::StreamServer(Listener listener, int wake, std::string path, Service service)
    : listener_(listener),
      wake_(wake),
      path_(std::move(path)),
      service_(std::move(service)),
      thread_([this] { run(); }) {}

StreamServer::~StreamServer() {
    const std::uint64_t one = 1;
    static_cast<void>(::write(wake_, &one, sizeof one));
    thread_.join();
    ::close(listener_.fd);
    ::close(wake_);
    // Where ours was removed, it may be another recorder's.
    if (!path_.empty() && file_at(path_) == listener_.file) ::unlink(path_.c_str());
}

void StreamServer::keep_path() {
    if (path_.empty() || file_at(path_) != FileId{}) return;
    const Result<Listener> again = listen_on(path_);
    if (!again) return;  // its folder is gone, too
    ::close(listener_.fd);
    listener_ = *again;
}

Endpoint StreamServer::local() const {
    SocketAddress address;
    address.length = sizeof address.storage;
    if (::getsockname(listener_.fd, address.get(), &address.length) != 0) return {};
    return to_endpoint(address.get()).value_or(Endpoint{});
}

void StreamServer::run() {
    std::vector<Connection> connections;
    Steady::time_point no_descriptor_until{};
    while (true) {
        keep_path();
        std::vector<pollfd> waits{{wake_, POLLIN, 0}, {listener_.fd, POLLIN, 0}};
        if (Steady::now() < no_descriptor_until) waits[1].fd = -1;
        for (const Connection& one : connections)
            waits.push_back({one.fd, static_cast<short>(one.answering ? POLLOUT : POLLIN), 0});
        ::poll(waits.data(), waits.size(), waits[1].fd < 0 ? kRetry : kSecond);
        if ((waits[0].revents & POLLIN) != 0) break;
        const auto now = Steady::now();
        for (std::size_t i = connections.size(); i-- > 0;) {
            Connection& one = connections[i];
            bool goes_on = now < one.until;
            if (goes_on && waits[i + 2].revents != 0)
                goes_on = one.answering ? write_more(one) : read_more(one, service_);
            if (goes_on) continue;
            if (one.fd >= 0) ::close(one.fd);
            connections.erase(connections.begin() + static_cast<std::ptrdiff_t>(i));
        }
        if ((waits[1].revents & POLLIN) == 0) continue;
        const int fd = ::accept4(listener_.fd, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (fd < 0) {
            // It goes on waiting, so that poll() would return at once.
            if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM)
                no_descriptor_until = now + std::chrono::milliseconds(kRetry);
            continue;
        }
        if (connections.size() == kMaxConnections) drop_slowest(connections);
        connections.emplace_back();
        connections.back().fd = fd;
        connections.back().until = now + kPatience;
    }
    for (Connection& one : connections) {
        if (one.answering) (void)write_more(one);  // as that of `ctl stop`
        ::close(one.fd);
    }
}

Result<PathRequest> PathRequest::send(const std::string& path, std::string_view request) {
    const Result<sockaddr_un> address = path_address(path);
    if (!address) return address.error();
    const int fd = connected_to(*address);
    if (fd < 0 && errno == EAGAIN)
        return fail("does not answer, and others have asked it in vain: the recorder hangs");
    if (fd < 0 && errno == ECONNREFUSED)
        return fail("cannot connect: the recorder that had this socket has ended");
    if (fd < 0) return fail("cannot connect: ", errno_text());
    PathRequest made(fd);
    // Who closes just then has no answer, as receive() says.
    if (::send(fd, request.data(), request.size(), MSG_NOSIGNAL) !=
            static_cast<ssize_t>(request.size()) &&
        errno != EPIPE)
        return fail("cannot ask: ", errno_text());
    return made;
}

PathRequest::PathRequest(PathRequest&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), over_(other.over_) {}

PathRequest::~PathRequest() {
    if (fd_ >= 0) ::close(fd_);
}

Result<Bytes> PathRequest::receive(std::chrono::milliseconds patience) {
    pollfd wait{fd_, POLLIN, 0};
    if (::poll(&wait, 1, static_cast<int>(patience.count())) <= 0) return Bytes{};
    Bytes room(64UL * 1024);
    const ssize_t got = ::recv(fd_, room.data(), room.size(), MSG_DONTWAIT);
    const bool closed = got == 0 || (got < 0 && errno == ECONNRESET);  // unread, or read
    if (got < 0 && !closed && errno != EINTR && errno != EAGAIN)
        return fail("no answer: ", errno_text());
    over_ = closed;
    room.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    return room;
}

Result<std::string> request_on_path(const std::string& path, std::string_view request) {
    Result<PathRequest> asked = PathRequest::send(path, request);
    if (!asked) return asked.error();
    std::string answer;
    for (const auto until = Steady::now() + 2 * kPatience; !asked->over();) {
        const Result<Bytes> more = asked->receive(kPatience);
        if (!more) return more.error();
        answer.append(more->begin(), more->end());
        if (!asked->over() && Steady::now() >= until) return fail("no answer in time");
    }
    return answer;
}

}  // namespace tickreel
