#pragma once
// `tickreel record` as a separate process, and the sockets around it.

#include <map>
#include <string>
#include <vector>

#include "recorder/net/udp_socket.h"

namespace tickreel_test {

class BackgroundRecorder {
public:
    // Listens on a free port in front of `server`; waits until it reports that it is ready.
    BackgroundRecorder(const tickreel::UdpSocket& server, std::vector<std::string> arguments,
                       const std::string& log, long file_size_limit = 0);
    BackgroundRecorder(const BackgroundRecorder&) = delete;
    BackgroundRecorder& operator=(const BackgroundRecorder&) = delete;
    ~BackgroundRecorder();

    const tickreel::Endpoint& address() const { return address_; }
    void send(int signal) const;
    int wait();               // until it ends by itself
    int stop(int signal);     // sends it, waits, returns the exit code
    std::string log() const;  // all of stderr so far

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

    bool to_server(tickreel::ByteView bytes);  // true if it arrived unchanged
    bool to_client(tickreel::ByteView bytes);

private:
    const tickreel::UdpSocket& server_;
    tickreel::UdpSocket client_;
    tickreel::Endpoint upstream_{};  // the client's address as the server sees it
};

}  // namespace tickreel_test
