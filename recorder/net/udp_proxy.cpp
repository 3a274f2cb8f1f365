#include "recorder/net/udp_proxy.h"

#include <algorithm>
#include <utility>

namespace tickreel {

namespace {

constexpr std::uint64_t kFrontTag = 0;           // client ids start at 1
constexpr std::uint64_t kExtraTag = 1ULL << 48;  // and never get there; the server's port is added
constexpr std::size_t kMaxExtraFronts = 64;
constexpr std::chrono::seconds kSweepEvery{1};
// Batches served from one socket before the others get their turn.
constexpr int kRounds = 8;

std::chrono::nanoseconds utc_now() {
    return std::chrono::system_clock::now().time_since_epoch();
}

bool is_any(const Endpoint& endpoint) {
    const std::size_t from = endpoint.is_v4() ? 12 : 0;
    return std::all_of(endpoint.address.begin() + static_cast<std::ptrdiff_t>(from),
                       endpoint.address.end(), [](std::uint8_t byte) { return byte == 0; });
}

bool is_v6_loopback(const Endpoint& endpoint) {
    Endpoint loopback;
    loopback.address[15] = 1;
    return endpoint.address == loopback.address;
}

// Forwarding to ourselves would go round for ever.
bool is_same_place(const Endpoint& listen, const Endpoint& server) {
    if (listen.port != server.port) return false;
    const bool loopback = server.is_v4() ? server.address[12] == 127 : is_v6_loopback(server);
    return listen.address == server.address || (is_any(listen) && loopback);
}

}  // namespace

Result<std::unique_ptr<UdpProxy>> UdpProxy::open(const ProxyOptions& options) {
    Result<UdpSocket> front = UdpSocket::bind(options.listen);
    if (!front) return front.error();
    if (is_same_place(front->local(), options.server))
        return fail("the proxy would listen on the server's own address ",
                    to_string(options.server));
    Result<SocketPoller> poller = SocketPoller::make();
    if (!poller) return poller.error();
    if (const auto added = poller->add(*front, kFrontTag); !added) return added.error();
    return std::unique_ptr<UdpProxy>(new UdpProxy(options, *std::move(front), *std::move(poller)));
}

UdpProxy::UdpProxy(const ProxyOptions& options, UdpSocket front, SocketPoller poller)
    : options_(options),
      front_(std::move(front)),
      poller_(std::move(poller)),
      last_sweep_(Clock::now()) {}

void UdpProxy::poll(std::chrono::milliseconds timeout, ProxyListener& listener) {
    for (const std::uint64_t tag : poller_.wait(timeout)) {
        if (tag == kFrontTag)
            serve_front(front_, options_.server.port, listener);
        else if (const auto port = static_cast<std::uint16_t>(tag); tag >= kExtraTag)
            serve_front(extra_fronts_.at(port), port, listener);
        else
            serve_client(tag, listener);
    }
    forget_idle(listener);
}

void UdpProxy::count(Sent sent, std::uint64_t& counter, std::size_t bytes) {
    if (sent == Sent::Yes) {
        ++counter;
        statistics_.bytes += bytes;
    } else {
        ++(sent == Sent::Refused ? statistics_.refused : statistics_.dropped);
    }
}

// Connected, it hears of a server that is not there; not connected, it talks to several ports.
Result<UdpSocket> UdpProxy::make_upstream() const {
    if (!options_.handover) return UdpSocket::connect(options_.server);
    Endpoint any = options_.server.is_v4() ? v4_endpoint({0, 0, 0, 0}, 0) : Endpoint{};
    return UdpSocket::bind(any);
}

Sent UdpProxy::send_up(const Client& client, ByteView bytes, std::uint16_t server_port) const {
    if (!options_.handover) return client.upstream.send(bytes);
    Endpoint to = options_.server;
    to.port = server_port;
    return client.upstream.send_to(bytes, to);
}

Sent UdpProxy::send_down(const Client& client, const ReceiveBatch::Entry& entry,
                         ProxyListener& listener) {
    if (!options_.handover) return front_.send_to(entry.bytes, client.from);
    const auto extra = extra_fronts_.find(entry.from.port);
    const UdpSocket& front = extra == extra_fronts_.end() ? front_ : extra->second;
    const std::optional<PortTold> roster = options_.handover(entry.bytes);
    if (!roster || roster->offset + 2 > entry.bytes.size())
        return front.send_to(entry.bytes, client.from);
    const UdpSocket* next = extra_front(roster->port, listener);
    const std::uint16_t port = next != nullptr ? next->local().port : roster->port;
    if (port == roster->port) return front.send_to(entry.bytes, client.from);
    Bytes changed(entry.bytes.begin(), entry.bytes.end());
    changed[roster->offset] = static_cast<Byte>(port >> 8);
    changed[roster->offset + 1] = static_cast<Byte>(port);
    return front.send_to(changed, client.from);
}

const UdpSocket* UdpProxy::extra_front(std::uint16_t server_port, ProxyListener& listener) {
    if (server_port == options_.server.port) return &front_;
    const auto known = extra_fronts_.find(server_port);
    if (known != extra_fronts_.end()) return &known->second;
    Endpoint at = front_.local();
    at.port = server_port;
    Result<UdpSocket> front = UdpSocket::bind(at);
    at.port = 0;
    if (!front) front = UdpSocket::bind(at);
    const Result<void> added = !front ? Result<void>(front.error())
                               : extra_fronts_.size() >= kMaxExtraFronts
                                   ? Result<void>(fail("too many ports"))
                                   : poller_.add(*front, kExtraTag + server_port);
    if (!added) {
        listener.on_problem("cannot listen for port " + std::to_string(server_port) +
                            " of the server, its clients will miss it: " + added.error().message);
        return nullptr;
    }
    return &extra_fronts_.emplace(server_port, *std::move(front)).first->second;
}

void UdpProxy::serve_front(const UdpSocket& front, std::uint16_t server_port,
                           ProxyListener& listener) {
    for (int round = 0; round < kRounds; ++round) {
        bool refused = false;
        if (front.receive(batch_, refused) == 0) {
            if (!refused) return;
            ++statistics_.refused;
            continue;
        }
        const auto time = utc_now();
        const auto now = Clock::now();
        // All of the batch goes on its way before anyone looks at it.
        std::vector<ClientId> owners;
        owners.reserve(batch_.entries().size());
        for (const ReceiveBatch::Entry& entry : batch_.entries()) {
            Client* client = client_of(entry.from, listener);
            owners.push_back(client != nullptr ? client->id : 0);
            if (client == nullptr) continue;
            client->last_seen = now;
            count(send_up(*client, entry.bytes, server_port), statistics_.to_server,
                  entry.bytes.size());
        }
        for (std::size_t i = 0; i < owners.size(); ++i)
            if (owners[i] != 0)
                listener.on_datagram(owners[i],
                                     {Direction::ToServer, time, batch_.entries()[i].bytes});
        if (!batch_.full()) return;
    }
}

void UdpProxy::serve_client(ClientId id, ProxyListener& listener) {
    const auto found = clients_.find(id);
    if (found == clients_.end()) return;
    Client& client = found->second;
    for (int round = 0; round < kRounds; ++round) {
        bool refused = false;
        if (client.upstream.receive(batch_, refused) == 0) {
            if (!refused) return;
            ++statistics_.refused;
            continue;
        }
        const auto time = utc_now();
        client.last_seen = Clock::now();
        client.answered = true;
        for (const ReceiveBatch::Entry& entry : batch_.entries())
            if (is_server(entry.from))
                count(send_down(client, entry, listener), statistics_.to_client,
                      entry.bytes.size());
        for (const ReceiveBatch::Entry& entry : batch_.entries())
            if (is_server(entry.from))
                listener.on_datagram(id, {Direction::ToClient, time, entry.bytes});
        if (!batch_.full()) return;
    }
}

UdpProxy::Client* UdpProxy::client_of(const Endpoint& from, ProxyListener& listener) {
    if (const auto known = by_endpoint_.find(from); known != by_endpoint_.end())
        return &clients_.at(known->second);
    if (clients_.size() >= options_.max_clients) {
        ++statistics_.turned_away;
        if (!std::exchange(told_full_, true))
            listener.on_problem("more than " + std::to_string(options_.max_clients) +
                                " clients at once; new ones are turned away until others leave");
        return nullptr;
    }
    Result<UdpSocket> upstream = make_upstream();
    const ClientId id = next_id_;
    const Result<void> added =
        upstream ? poller_.add(*upstream, id) : Result<void>(upstream.error());
    if (!added) {
        ++statistics_.turned_away;
        if (!std::exchange(told_full_, true))
            listener.on_problem("no way to the server for " + to_string(from) + ": " +
                                added.error().message);
        return nullptr;
    }
    ++next_id_;
    ++statistics_.clients_ever;
    by_endpoint_.emplace(from, id);
    const auto entry =
        clients_.emplace(id, Client{id, from, *std::move(upstream), Clock::now(), false});
    listener.on_client(id, from);
    return &entry.first->second;
}

void UdpProxy::forget_idle(ProxyListener& listener) {
    const auto now = Clock::now();
    if (now - last_sweep_ < kSweepEvery) return;
    last_sweep_ = now;
    for (auto it = clients_.begin(); it != clients_.end();) {
        const Client& client = it->second;
        const auto patience = client.answered
                                  ? options_.idle_timeout
                                  : std::min(options_.idle_timeout, options_.unanswered_timeout);
        if (now - client.last_seen < patience) {
            ++it;
            continue;
        }
        const ClientId id = client.id;
        by_endpoint_.erase(client.from);
        it = clients_.erase(it);
        told_full_ = false;
        listener.on_client_gone(id);
    }
}

}  // namespace tickreel
