#pragma once
// Answers short questions on a local (unix) socket or a TCP port, one question a connection, on a
// thread for itself: the control socket and the metrics page. At most 16 connections at once, 64
// KiB a question, 5 s to ask it and 5 s to take the answer; whoever is slower is cut off.

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <thread>

#include "recorder/net/endpoint.h"

namespace tickreel {

class StreamServer {
public:
    struct Service {
        // Where the question ends; npos while more must come.
        std::size_t (*end_of_question)(std::string_view so_far) = nullptr;
        std::function<std::string(std::string_view question)> answer{};  // on the server's thread
    };

    // The socket file is for its owner and group. One that nobody listens on any more is replaced.
    static Result<std::unique_ptr<StreamServer>> on_path(const std::string& path, Service service);
    static Result<std::unique_ptr<StreamServer>> on_address(const Endpoint& at, Service service);
    StreamServer(const StreamServer&) = delete;
    StreamServer& operator=(const StreamServer&) = delete;
    ~StreamServer();

    Endpoint local() const;  // of a TCP port

private:
    StreamServer(int listener, int wake, std::string path, Service service);
    void run();

    int listener_;
    int wake_;
    std::string path_;
    Service service_;
    std::thread thread_;
};

std::size_t end_of_line(std::string_view so_far);
std::size_t end_of_http_head(std::string_view so_far);

// Asks a server on a local socket: sends the question, gives all of the answer.
Result<std::string> ask_on_path(const std::string& path, std::string_view question);

}  // namespace tickreel
