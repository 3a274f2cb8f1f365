#pragma once
// Answers short requests on a local (unix) socket or a TCP port, one request per connection, on a
// separate thread: the control socket and the metrics page. At most 16 connections at once, 64 KiB
// per request, 5 s to send it and 5 s to receive the answer; slower peers are disconnected, and the
// slowest of 16 when another one comes.

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "recorder/net/endpoint.h"
#include "tickreel/base/bytes.h"

namespace tickreel {

class StreamServer {
public:
    struct Service {
        // Where the request ends; npos if it is incomplete.
        std::size_t (*end_of_request)(std::string_view so_far) = nullptr;
        std::function<std::string(std::string_view request)> answer{};  // on the server's thread
        // True: the connection's socket, which does not block, is theirs, and there is no answer.
        std::function<bool(std::string_view request, int socket)> take_over{};
    };

    // The socket file is accessible to its owner and group. Replaces one without a listener. It is
    // made again, within a second, where somebody removes it (a cleaner of /tmp or /run).
    static Result<std::unique_ptr<StreamServer>> on_path(const std::string& path, Service service);
    static Result<std::unique_ptr<StreamServer>> on_address(const Endpoint& at, Service service);
    StreamServer(const StreamServer&) = delete;
    StreamServer& operator=(const StreamServer&) = delete;
    ~StreamServer();

    Endpoint local() const;  // of a TCP port

private:
    using FileId = std::pair<std::uint64_t, std::uint64_t>;  // device and inode; 0, 0: none
    struct Listener {
        int fd = -1;
        FileId file{};
    };
    static FileId file_at(const std::string& path);
    static Result<Listener> listen_on(const std::string& path);
    StreamServer(Listener listener, int wake, std::string path, Service service);
    void run();
    void keep_path();

    Listener listener_;
    int wake_;
    std::string path_;
    Service service_;
    std::thread thread_;
};

std::size_t end_of_line(std::string_view so_far);
std::size_t end_of_http_head(std::string_view so_far);

// A request to a server on a local socket, and what it answers.
class PathRequest {
public:
    static Result<PathRequest> send(const std::string& path, std::string_view request);
    PathRequest(PathRequest&& other) noexcept;
    PathRequest& operator=(PathRequest&& other) = delete;
    ~PathRequest();

    // What has come, after waiting at most so long; nothing: not yet, or over().
    Result<Bytes> receive(std::chrono::milliseconds patience);
    bool over() const { return over_; }  // the server has closed the connection

private:
    explicit PathRequest(int fd) : fd_(fd) {}
    int fd_;
    bool over_ = false;
};

// The whole answer.
Result<std::string> request_on_path(const std::string& path, std::string_view request);

}  // namespace tickreel
