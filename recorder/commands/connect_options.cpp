#include "recorder/commands/connect_options.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <memory>
#include <utility>

#include <CLI/CLI.hpp>

#include "recorder/net/resolve.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/did_you_mean.h"
#include "tickreel/base/file.h"
#include "tickreel/base/spelling.h"

namespace tickreel {

namespace {

constexpr std::uint64_t kMaxList = 16ULL << 20;
constexpr unsigned kAnyGain = 1U << 20;

Result<std::vector<AddressRange>> read_list(const std::string& path) {
    if (path.empty()) return std::vector<AddressRange>{};
    std::error_code ignored;
    if (std::filesystem::is_fifo(path, ignored))  // whoever reads it waits for a writer
        return fail(path, ": is a pipe; name a file");
    const Result<Bytes> bytes = read_whole_file(path, kMaxList);
    if (!bytes) return fail(path, ": ", bytes.error().message);
    auto list = parse_address_list({reinterpret_cast<const char*>(bytes->data()), bytes->size()});
    if (!list) return fail(path, ": ", list.error().message);
    return list;
}

// `chosen`: the range, where it does not follow from where the server is.
FindServer find_by_name(const ConnectArguments& arguments,
                        const std::optional<AddressRange>& chosen) {
    const bool usual = arguments.upstream == "auto";
    // From addresses that are given there is a way to those of their kind alone.
    const bool any_kind = usual || arguments.upstream == "off";
    return
        [name = arguments.server, usual, any_kind, chosen,
         turns = std::make_shared<AddressTurns>()](const Endpoint& before) -> Result<ServerPlace> {
            const auto all = resolve_all(name);
            if (!all) return all.error();
            const auto may_listen = [&](const Endpoint& one) {
                return (any_kind || one.is_v4() == before.is_v4()) && may_listen_at(one);
            };
            const Endpoint server =
                turns->choose(*all, before, std::chrono::steady_clock::now(), may_listen);
            const bool has_both = std::find(all->begin(), all->end(), before) != all->end();
            return ServerPlace{server, usual ? UpstreamAddresses::usual_range(server) : chosen,
                               has_both && server != before};
        };
}

// Every network has a fe80::1: the system reaches none without the name of the interface.
Result<Endpoint> with_interface(const std::string& typed, Result<Endpoint> found) {
    constexpr std::array<std::uint8_t, 2> kLinkLocal{0xfe, 0x80};
    if (!found || found->scope != 0 || found->address[0] != kLinkLocal[0] ||
        (found->address[1] & 0xc0U) != kLinkLocal[1])
        return found;
    return fail("'", typed, "' is the address of one network: name its interface too, as in [",
                host_text(*found), "%eth0]:", found->port);
}

bool is_v6_loopback(const Endpoint& server) {
    Endpoint loopback;
    loopback.address[15] = 1;
    return server.same_address(loopback);
}

constexpr std::array<std::string_view, 3> kUpstreams{"auto", "client", "off"};

// A range has no words to spell.
std::string spell_upstream(std::string& text) {
    for (const std::string_view word : kUpstreams)
        if (same_spelling(text, word)) text = word;
    return {};
}

}  // namespace

void add_connect_options(CommandLine& line, ConnectArguments& arguments) {
    CLI::App& app = line.app();
    app.add_option("--listen", arguments.listen,
                   "address to listen on for clients; port 0 selects a free port, 0.0.0.0 and [::] "
                   "are all addresses of this machine")
        ->option_text("ADDR:PORT");
    app.add_option("--pcap-live", arguments.pcap_live,
                   "instead of --listen: record what passes this network interface to and from the "
                   "server, where nothing can be put in front of it. Who plays already when it "
                   "starts is recorded when he connects again. Needs root or CAP_NET_RAW")
        ->option_text("IFACE");
    app.add_option("--server", arguments.server, "the game server")
        ->required()
        ->option_text("HOST:PORT");
    app.add_option("--idle", arguments.idle_seconds,
                   "seconds of silence after which a client is gone (default 120); one that says "
                   "goodbye is gone after 10")
        ->check(CLI::Range(5U, 86400U))
        ->option_text("SECONDS");
    app.add_option("--max-clients", arguments.max_clients,
                   "clients that may play at once; further ones are rejected (default 512). "
                   "Server-list queries and unfinished handshakes do not count")
        ->check(CLI::Range(std::size_t{1}, std::size_t{60000}))
        ->option_text("N");
    app.add_option(
           "--max-per-address", arguments.max_per_address,
           "of these, how many from one address, of IPv6 from one /64 (default 0: no limit)")
        ->check(CLI::Range(std::size_t{0}, std::size_t{60000}))
        ->option_text("N");
    app.add_option("--max-rate", arguments.max_rate,
                   "datagrams a second that a client may send; further ones are dropped (default "
                   "0: no limit)")
        ->check(CLI::Range(0U, 10000000U))
        ->option_text("N");
    app.add_option("--allow", arguments.allow,
                   "only addresses in this file may connect: one a line, like 192.0.2.1, "
                   "192.0.2.0/24 or 2001:db8::/32. SIGHUP reads it again")
        ->option_text("FILE");
    app.add_option("--deny", arguments.deny,
                   "addresses in this file may not connect. SIGHUP reads it again")
        ->option_text("FILE");
    app.add_option("--list-gain", arguments.max_amplification,
                   "bytes of answer for each byte from an address that has not proven to be "
                   "there. 1 (default): prevents amplification attacks through the recorder, but a "
                   "server-list query gets no answer that is longer than the query; 100 lets "
                   "these through")
        ->check(CLI::Range(1U, 1000U))
        ->option_text("N");
    app.add_flag("--require-token", arguments.require_token,
                 "only clients that prove their address by repeating a token of the server's, as "
                 "those of DDNet, Teeworlds 0.7 and Firefall do. Older ones of Teeworlds 0.6 have "
                 "none: without this option they become clients after two steps that can be sent "
                 "from a forged address, too");
    app.add_option("--upstream", arguments.upstream,
                   "client addresses seen by the server: auto (default) gives each client a "
                   "separate address of 127.64.0.0/10 when the server is on this machine, so that "
                   "limits and bans by address hit one player (not at [::1]); a range like "
                   "10.9.0.0/16 of this machine; client: its "
                   "own address (needs CAP_NET_RAW, and routes: see recorder/README.md); off")
        ->transform(CLI::Validator(spell_upstream, "", "upstream"))
        ->option_text("RANGE");
}

std::optional<int> refuse_malformed(const CommandLine& line, std::string_view option,
                                    std::string_view host_port) {
    const Result<HostPort> parsed = parse_host_port(host_port);
    if (parsed) return std::nullopt;
    return line.misused(concat(option, ": ", parsed.error().message));
}

Result<void> check_upstream(const ProxyOptions& proxy, Network& network) {
    if (!proxy.upstream_range) return {};
    UpstreamAddresses addresses(proxy.upstream_range, proxy.upstream_view, proxy.listen);
    const auto socket = network.connect(proxy.server, addresses.take(proxy.listen));
    return socket ? Result<void>() : socket.error();
}

Result<AccessList> read_access(const ConnectArguments& arguments) {
    Result<std::vector<AddressRange>> allow = read_list(arguments.allow);
    if (!allow) return allow.error();
    Result<std::vector<AddressRange>> deny = read_list(arguments.deny);
    if (!deny) return deny.error();
    if (!arguments.allow.empty() && allow->empty())
        return fail(arguments.allow,
                    ": the list is empty, so no client could connect; add an address");
    return AccessList{*std::move(allow), *std::move(deny)};
}

ConnectOptions connect_options(const CommandLine& line, const ConnectArguments& arguments) {
    ConnectOptions options;
    const bool taps = !arguments.pcap_live.empty();
    if (taps != arguments.listen.empty()) {
        options.failed = line.misused("either --listen or --pcap-live is needed");
        return options;
    }
    if (taps && arguments.require_token) {
        options.failed = line.misused("--require-token: --pcap-live keeps nobody away");
        return options;
    }
    options.failed = refuse_malformed(line, "--server", arguments.server);
    if (!options.failed && !taps)
        options.failed = refuse_malformed(line, "--listen", arguments.listen);
    if (options.failed) return options;
    const Result<Endpoint> listen =
        taps ? Result<Endpoint>(Endpoint{})
             : with_interface(arguments.listen, resolve_local(arguments.listen));
    if (!listen) {
        options.failed =
            line.failed("--listen", listen.error().message, "try 127.0.0.1:8302 or 0.0.0.0:0");
        return options;
    }
    Result<Endpoint> server = resolve(arguments.server);
    if (!taps) server = with_interface(arguments.server, std::move(server));
    if (!server) {
        options.failed =
            line.failed("--server", server.error().message, "try an address like 1.2.3.4:8303");
        return options;
    }
    Result<AccessList> access = read_access(arguments);
    if (!access) {
        options.failed = line.failed("", access.error().message, "correct the list, or the option");
        return options;
    }
    options.proxy.listen = *listen;
    options.proxy.server = *server;
    options.proxy.idle_timeout = std::chrono::seconds(arguments.idle_seconds);
    options.proxy.max_clients = arguments.max_clients;
    options.proxy.max_clients_of_address = arguments.max_per_address;
    options.proxy.max_rate = arguments.max_rate;
    options.proxy.max_amplification = arguments.max_amplification;
    options.proxy.require_token = arguments.require_token;
    options.proxy.access = *std::move(access);
    if (taps) {
        options.proxy.listen.port = server->port;
        options.proxy.upstream_view = UpstreamView::Endpoints;
        options.proxy.max_amplification = kAnyGain;  // nothing is sent
        return options;
    }
    if (arguments.upstream == "auto") {
        options.proxy.upstream_range = UpstreamAddresses::usual_range(*server);
        if (!options.proxy.upstream_range && is_v6_loopback(*server))
            line.warn(arguments.server,
                      "over IPv6 the server sees all clients at one address, and may limit or ban "
                      "them together; --server 127.0.0.1:PORT gives each its own, --upstream off "
                      "leaves this out");
    } else if (arguments.upstream == "client") {
        options.proxy.upstream_view = UpstreamView::Addresses;
    } else if (arguments.upstream != "off") {
        const Result<AddressRange> range = parse_address_range(arguments.upstream);
        if (!range) {
            options.failed = line.misused(concat("--upstream: ", range.error().message,
                                                 did_you_mean(arguments.upstream, kUpstreams)));
            return options;
        }
        options.proxy.upstream_range = *range;
    }
    if (has_name(arguments.server))
        options.proxy.find_server = find_by_name(arguments, options.proxy.upstream_range);
    return options;
}

}  // namespace tickreel
