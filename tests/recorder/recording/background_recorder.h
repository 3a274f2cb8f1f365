#pragma once
// `tickreel record` as a separate process, and the sockets around it.

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "recorder/net/udp_socket.h"

namespace tickreel_test {

class BackgroundRecorder {
public:
    // Listens on a free port in front of `server`; waits until it reports that it is ready.
    BackgroundRecorder(const tickreel::UdpSocket& server, std::vector<std::string> arguments,
                       const std::string& log, long file_size_limit = 0,
                       const std::string& program = {});
    BackgroundRecorder(const BackgroundRecorder&) = delete;
    BackgroundRecorder& operator=(const BackgroundRecorder&) = delete;
    ~BackgroundRecorder();

    const tickreel::Endpoint& address() const { return address_; }
    void send(int signal) const;
    int wait();               // until it ends by itself
    int stop(int signal);     // sends it, waits, returns the exit code
    std::string log() const;  // all of stderr so far
    void wait_for_log(const std::string& text) const;

private:
    std::string log_path_;
    int process_ = -1;
    tickreel::Endpoint address_{};
};

// A client whose datagrams go through the recorder to a server; checks every byte on arrival.
class Relay {
public:
    Relay(const tickreel::UdpSocket& server, const tickreel::Endpoint& proxy,
          const tickreel::Endpoint& from = {})
        : server_(server), client_(*tickreel::UdpSocket::connect(proxy, from)) {}

    // True if it arrived unchanged. It does at once, but the machine may have other things to do;
    // where it should not come, kSoon is enough.
    bool to_server(tickreel::ByteView bytes, std::chrono::milliseconds patience = kPatience);
    bool to_client(tickreel::ByteView bytes, std::chrono::milliseconds patience = kPatience);
    static constexpr std::chrono::milliseconds kSoon{300};

private:
    static constexpr std::chrono::milliseconds kPatience{30000};
    std::optional<tickreel::Endpoint> arrives(const tickreel::UdpSocket& socket,
                                              tickreel::ByteView bytes,
                                              std::chrono::milliseconds patience);

    const tickreel::UdpSocket& server_;
    tickreel::UdpSocket client_;
    tickreel::Endpoint upstream_{};  // the client's address as the server sees it
    std::chrono::milliseconds patience_ = kPatience;
};

}  // namespace tickreel_test
