// What outlives the proxy: who plays, and by which ports the server and its clients know each
// other.

#include <algorithm>

#include "recorder/net/proxy_tags.h"
#include "recorder/net/udp_proxy.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/text.h"

namespace tickreel {

void UdpProxy::remember(const Client& client) {
    if (options_.store == nullptr) return;
    ClientRecord record;
    record.id = client.id;
    record.from = client.from;
    record.via = client.via;
    record.upstream = client.upstreams.front().socket->local();
    const std::size_t ports = std::min(client.upstreams.size(), record.server_ports.size());
    for (std::size_t i = 0; i < ports; ++i)
        record.server_ports[i] = client.upstreams[i].server_port;
    options_.store->put(record);
}

void UdpProxy::resume_fronts() {
    for (const auto& [server_port, our_port] : options_.store->fronts()) {
        if (server_port == options_.server.port) continue;
        Endpoint at = options_.listen;
        at.port = our_port;
        // A port that somebody took meanwhile is gone; a client that needs it is sent to a new one.
        Result<std::unique_ptr<DatagramSocket>> front = network_.bind(at);
        if (front && network_.watch(**front, kExtraFrontTag | server_port))
            extra_fronts_.emplace(server_port, *std::move(front));
    }
}

Result<void> UdpProxy::resume(const ClientRecord& record) {
    if (table_.playing() >= options_.max_clients)
        return fail("more than ", options_.max_clients, " clients at once");
    if (table_.find(record.from) != nullptr || record.id >= kExtraFrontTag >> kUpstreamBits)
        return fail("the state file is damaged");
    Client client;
    client.id = record.id;
    client.from = record.from;
    client.via = record.via;
    client.since = client.last_seen = client.heard = clock_.now();
    client.rate = RateLimit(options_.max_rate);
    client.answered = client.proven = true;
    for (const std::uint16_t port : record.server_ports)
        if (port != 0)
            if (auto opened = open_upstream(client, port, record.upstream); !opened) return opened;
    addresses_.claim(record.upstream);
    table_.add(std::move(client));
    return {};
}

std::size_t UdpProxy::resume(ProxyListener& listener) {
    if (options_.store == nullptr) return 0;
    resume_fronts();
    std::uint64_t left_behind = 0;
    std::string why;
    for (const ClientRecord& record : options_.store->clients()) {
        next_id_ = std::max(next_id_, record.id + 1);
        const bool allowed = options_.access.admits(record.from);
        const Result<void> resumed = allowed ? resume(record) : fail("not allowed any more");
        if (resumed) {
            ++statistics_.clients_ever;
            listener.on_client(record.id, record.from);
            continue;
        }
        options_.store->erase(record.id);
        if (allowed && ++left_behind == 1) why = resumed.error().message;
    }
    if (left_behind > 0)
        listener.on_problem(concat(plural(left_behind, "client"),
                                   " of the recorder before cannot be taken over: ", why));
    return table_.playing();
}

}  // namespace tickreel
