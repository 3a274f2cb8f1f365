// From the server to the clients: what the sockets of all clients have received goes on together,
// in few system calls, and nobody decodes any of it before all of it is on its way, and what has
// come meanwhile: a server sends to all of its clients in one go.

#include "recorder/net/proxy_tags.h"
#include "recorder/net/udp_proxy.h"

namespace tickreel {

namespace {

constexpr std::size_t kOfSocket = 4;  // datagrams, before the others get their turn
// A socket that is new is read to its end: from then on it hears nobody but the server, and is
// quicker to read (UdpSocket::only_peer_).
constexpr std::uint64_t kNew = 16;
// Mostly one datagram has come, and looking for another costs half as much as reading one. What is
// longer than this is likely to be a part of something.
constexpr std::size_t kLong = 800;

}  // namespace

void UdpProxy::serve_clients(ProxyListener& listener) {
    for (const std::uint64_t tag : ready_)
        if (tag != front_tag() && !is_extra_front(tag))
            take_down(client_in(tag), upstream_in(tag), listener);
    if (outgoing_.empty()) return;
    send_down();
    note_forwarded();
}

std::size_t UdpProxy::receive_down(const DatagramSocket& socket, bool is_new, bool& refused) {
    if (is_new) return socket.receive_more(down_batch_, kOfSocket, refused);
    std::size_t got = 0;
    while (got < kOfSocket && socket.receive_more(down_batch_, 1, refused) == 1) {
        ++got;
        if (down_batch_.entries().back().bytes.size() < kLong) break;
    }
    return got;
}

void UdpProxy::take_down(ClientId id, std::size_t upstream, ProxyListener& listener) {
    if (down_batch_.full()) {
        send_down();
        report_down(listener);
    }
    Client* client = table_.find(id);
    if (client == nullptr || upstream >= client->upstreams.size()) return;
    const DatagramSocket* front = front_of(client->upstreams[upstream].server_port);
    const std::size_t before = down_batch_.entries().size();
    bool refused = false;
    const DatagramSocket& socket = *client->upstreams[upstream].socket;
    const std::size_t got = receive_down(socket, client->to_client.datagrams < kNew, refused);
    if (refused) ++statistics_.refused;
    if (got == 0) {
        if (!refused) return;
        note_refusal(upstream == 0, listener);
        return;
    }
    const auto now = clock_.utc(now_);
    client->last_seen = now_;
    const bool last_words = client->plays() && are_last_words();
    if (!last_words && !std::exchange(client->answered, true)) strays_.stop();
    note_answer(upstream == 0, listener);
    for (const ReceiveBatch::Entry& entry : down_batch_.entries().subspan(before)) {
        if (!is_server(entry.from) || client->blocked) continue;
        if (!within_budget(*client, entry.bytes)) continue;
        ByteView bytes = entry.bytes;
        if (const auto redirect = redirect_in(bytes))
            bytes = changed_.emplace_back(redirected(*client, *redirect, bytes, listener));
        const auto time = time_of(entry, now);
        const std::uint64_t place =
            client->plays() ? listener.before_sending(id, {Direction::ToClient, time, entry.bytes})
                            : 0;
        down_.push_back({id, front, entry.bytes, place, time});
        outgoing_.push_back({bytes, client->from, client->via});
        client->to_client.add(bytes.size());
    }
}

void UdpProxy::send_down() {
    const std::span<const Outgoing> all(outgoing_);
    const auto down = std::span(down_).last(all.size());
    for (std::size_t from = 0, to = 0; from < all.size(); from = to) {
        const DatagramSocket* front = down[from].front;
        while (to < all.size() && down[to].front == front) ++to;
        front->send_all(all.subspan(from, to - from), results_);
        for (std::size_t i = from; i < to; ++i)
            count(results_[i - from], statistics_.to_client, all[i].bytes.size());
    }
    outgoing_.clear();
}

void UdpProxy::report_down(ProxyListener& listener) {
    for (const Down& one : down_)
        report(one.client, {Direction::ToClient, one.time, one.received}, one.place, listener);
    down_.clear();
    changed_.clear();
    down_batch_.clear();
}

}  // namespace tickreel
