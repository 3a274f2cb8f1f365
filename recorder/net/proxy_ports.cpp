// The server's ports, and the ports of ours that stand for them.

#include <algorithm>
#include <utility>

#include "recorder/net/proxy_tags.h"
#include "recorder/net/udp_proxy.h"

namespace tickreel {

// `first_own`: the address and port of the first socket, where zeros leave them to the system. The
// others take the same: the server knows its client by them.
Result<void> UdpProxy::open_upstream(Client& client, std::uint16_t server_port,
                                     const Endpoint& first_own) {
    if (client.upstreams.size() >= kMaxUpstreams) return fail("too many ports of the server");
    Endpoint server = options_.server;
    server.port = server_port;
    const Endpoint own =
        client.upstreams.empty() ? first_own : client.upstreams.front().socket->local();
    Result<std::unique_ptr<DatagramSocket>> socket = network_.connect(server, own);
    if (!socket) return socket.error();
    const std::uint64_t tag = upstream_tag(client.id, client.upstreams.size());
    if (const auto watched = network_.watch(**socket, tag); !watched) return watched.error();
    client.upstreams.push_back({server_port, *std::move(socket)});
    return {};
}

const DatagramSocket* UdpProxy::upstream_of(Client& client, std::uint16_t server_port) {
    if (client.upstreams.front().server_port == server_port)
        return client.upstreams.front().socket.get();
    const auto open =
        std::find_if(client.upstreams.begin(), client.upstreams.end(),
                     [&](const Upstream& upstream) { return upstream.server_port == server_port; });
    if (open != client.upstreams.end()) return open->socket.get();
    if (!open_upstream(client, server_port, {})) return nullptr;
    if (client.plays()) remember(client);
    return client.upstreams.back().socket.get();
}

// The datagram with the port of ours that stands for the one it names.
Bytes UdpProxy::redirected(Client& client, const PortRedirect& redirect, ByteView bytes,
                           ProxyListener& listener) {
    Bytes changed(bytes.begin(), bytes.end());
    const DatagramSocket* next = open_front(redirect.port, listener);
    if (next == nullptr || redirect.offset + 2 > bytes.size()) return changed;
    // Before the client goes there: the server may speak first.
    upstream_of(client, redirect.port);
    const std::uint16_t port = next->local().port;
    changed[redirect.offset] = static_cast<Byte>(port >> 8U);
    changed[redirect.offset + 1] = static_cast<Byte>(port);
    return changed;
}

const DatagramSocket* UdpProxy::front_of(std::uint16_t server_port) const {
    const auto extra = extra_fronts_.find(server_port);
    return extra == extra_fronts_.end() ? front_.get() : extra->second.get();
}

const DatagramSocket* UdpProxy::open_front(std::uint16_t server_port, ProxyListener& listener) {
    if (server_port == options_.server.port || extra_fronts_.count(server_port) != 0)
        return front_of(server_port);
    Endpoint at = options_.listen;
    at.port = server_port;
    Result<std::unique_ptr<DatagramSocket>> front = network_.bind(at);
    at.port = 0;
    if (!front) front = network_.bind(at);
    const Result<void> watched = !front ? Result<void>(front.error())
                                 : extra_fronts_.size() >= kMaxUpstreams
                                     ? Result<void>(fail("too many ports"))
                                     : network_.watch(**front, kExtraFrontTag | server_port);
    if (!watched) {
        listener.on_problem("cannot listen for port " + std::to_string(server_port) +
                            " of the server, its clients will miss it: " + watched.error().message);
        return nullptr;
    }
    if (options_.store != nullptr) options_.store->put_front(server_port, (*front)->local().port);
    return extra_fronts_.emplace(server_port, *std::move(front)).first->second.get();
}

}  // namespace tickreel
