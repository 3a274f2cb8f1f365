#pragma once
// Options of `record` for who may connect, where, and how much.

#include "recorder/commands/command_line.h"
#include "recorder/net/udp_proxy.h"

namespace tickreel {

struct ConnectArguments {
    std::string listen{};
    std::string pcap_live{};  // the interface; "": in front of the server
    std::string server{};
    unsigned idle_seconds = 120;
    std::size_t max_clients = 512;
    std::size_t max_per_address = 0;
    unsigned max_rate = 0;
    unsigned max_amplification = 1;
    bool require_token = false;
    std::string allow{};  // files
    std::string deny{};
    std::string upstream = "auto";
};

void add_connect_options(CommandLine& line, ConnectArguments& arguments);

// The exit code where an option's text is no HOST:PORT at all.
std::optional<int> refuse_malformed(const CommandLine& line, std::string_view option,
                                    std::string_view host_port);

inline bool has_lists(const ConnectArguments& arguments) {
    return !arguments.allow.empty() || !arguments.deny.empty();
}
// Whether clients can have addresses of the range that was chosen for them.
Result<void> check_upstream(const ProxyOptions& proxy, Network& network);
// Reads the lists again; the error names the file and the line.
Result<AccessList> read_access(const ConnectArguments& arguments);

// Resolves names and reads lists. On failure the exit code, after printing the error.
struct ConnectOptions {
    ProxyOptions proxy{};
    std::optional<int> failed{};
};
ConnectOptions connect_options(const CommandLine& line, const ConnectArguments& arguments);

}  // namespace tickreel
