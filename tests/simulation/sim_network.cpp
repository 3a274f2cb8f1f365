#include "tests/simulation/sim_network.h"

#include <algorithm>

#include "tickreel/base/concat.h"
#include "tickreel/base/crc32.h"

namespace tickreel::sim {

std::uint64_t SimNetwork::send(const Endpoint& from, const Endpoint& to, ByteView bytes,
                               bool genuine) {
    Packet packet{++packets_, from, to, std::make_shared<const Bytes>(bytes.begin(), bytes.end()),
                  genuine};
    carry(packet);
    return packet.id;
}

// What the way does to it.
void SimNetwork::carry(Packet packet) {
    if (random_.chance(conditions.loss)) return;
    const int copies = random_.chance(conditions.duplicates) ? 2 : 1;
    if (random_.chance(conditions.corrupt) && !packet.bytes->empty()) {
        Bytes wrong = *packet.bytes;
        for (std::int64_t bits = random_.between(1, 4); bits > 0; --bits)
            wrong[random_.below(wrong.size())] ^= static_cast<Byte>(1U << random_.below(8));
        packet.bytes = std::make_shared<const Bytes>(std::move(wrong));
        packet.genuine = false;
    }
    for (int i = 0; i < copies; ++i) {
        const auto jitter = static_cast<std::uint64_t>(conditions.jitter.count());
        Nanos arrival = schedule_.now() + conditions.latency +
                        Nanos(static_cast<std::int64_t>(random_.below(jitter + 1)));
        Nanos& last = last_arrival_[{packet.from, packet.to}];
        if (!conditions.overtake) arrival = std::max(arrival, last);
        last = arrival;
        schedule_.at(arrival, [this, packet] { deliver(packet); });
    }
}

SimSocket* SimNetwork::socket_for(const Packet& packet) {
    auto found = sockets_.find({packet.to, packet.from});
    if (found == sockets_.end()) found = sockets_.find({packet.to, {}});
    return found == sockets_.end() ? nullptr : found->second;
}

void SimNetwork::deliver(const Packet& packet) {
    digest.add(static_cast<std::uint64_t>(schedule_.now().count()));
    digest.add(crc32c(*packet.bytes, packet.to.port));
    if (SimSocket* socket = socket_for(packet)) {
        if (socket->waiting_.size() >= SimSocket::kMostWaiting) {
            ++socket->overflowed_;
            return;
        }
        socket->waiting_.push_back(packet);
        if (on_ready) on_ready();
        return;
    }
    const auto host = hosts_.find(packet.to);
    if (host != hosts_.end()) {
        host->second.host(packet);
        return;
    }
    // Nobody is there: the sender hears of it, if it is a connected socket.
    const auto sender = sockets_.find({packet.from, packet.to});
    if (sender == sockets_.end()) return;
    sender->second->refused_ = true;
    if (on_ready) on_ready();
}

Result<std::unique_ptr<DatagramSocket>> SimNetwork::bind(const Endpoint& local) {
    if (no_sockets) return fail("cannot open a socket: too many open files");
    Endpoint at = local;
    if (at.port == 0) at.port = next_port_++;
    if (sockets_.count({at, {}}) != 0) return fail("address in use");
    auto socket = std::make_unique<SimSocket>(*this, at, Endpoint{});
    sockets_[{at, {}}] = socket.get();
    return std::unique_ptr<DatagramSocket>(std::move(socket));
}

Result<std::unique_ptr<DatagramSocket>> SimNetwork::connect(const Endpoint& remote,
                                                            const Endpoint& local) {
    if (no_sockets) return fail("cannot open a socket: too many open files");
    Endpoint at = local;
    if (at.address == Endpoint{}.address) at.address = v4_endpoint({10, 0, 0, 2}, 0).address;
    if (at.port == 0) at.port = next_port_++;
    if (sockets_.count({at, remote}) != 0) return fail("address in use");
    auto socket = std::make_unique<SimSocket>(*this, at, remote);
    sockets_[{at, remote}] = socket.get();
    return std::unique_ptr<DatagramSocket>(std::move(socket));
}

std::set<Endpoint> SimNetwork::connected() const {
    std::set<Endpoint> ends;
    for (const auto& [key, socket] : sockets_)
        if (key.second != Endpoint{}) ends.insert(key.first);
    return ends;
}

Result<void> SimNetwork::watch(const DatagramSocket& socket, std::uint64_t tag) {
    for (const auto& [key, known] : sockets_)
        if (known == &socket) watched_[tag] = known;
    return {};
}

void SimNetwork::wait(std::chrono::milliseconds, std::vector<std::uint64_t>& ready) {
    ready.clear();
    for (const auto& [tag, socket] : watched_)
        if (!socket->waiting_.empty() || socket->refused_) ready.push_back(tag);
    for (std::size_t i = ready.size(); i > 1; --i) std::swap(ready[i - 1], ready[random_.below(i)]);
}

Sent SimNetwork::send_on(const SimSocket& socket, const Endpoint& to, ByteView bytes) {
    Disk* process = Disk::running();
    process->call();
    if (process->dead()) return Sent::Yes;
    const Packet* packet = forwarding_.sent(socket.local(), to, bytes);
    if (packet == nullptr) return Sent::Yes;
    const auto host = hosts_.find(to);
    const std::uint64_t never = ~0ULL;
    if (on_passed) on_passed(*packet, host == hosts_.end() ? never : host->second.since);
    const bool up = socket.remote() != Endpoint{};
    if (on_sent)
        on_sent(*packet, up ? Direction::ToServer : Direction::ToClient,
                up ? socket.local() : packet->to);
    Packet next = *packet;
    next.from = socket.local();
    next.to = to;
    carry(next);
    return Sent::Yes;
}

SimSocket::~SimSocket() {
    network_.sockets_.erase({local_, remote_});
    std::erase_if(network_.watched_, [this](const auto& entry) { return entry.second == this; });
}

std::size_t SimSocket::receive_more(ReceiveBatch& batch, std::size_t most, bool& refused) const {
    most = std::min(most, batch.capacity() - batch.entries().size());
    if (Disk::running()->dead()) return 0;
    if (std::exchange(refused_, false)) {
        refused = true;
        return 0;
    }
    std::vector<Packet> taken;
    while (!waiting_.empty() && taken.size() < most) {
        const Packet& packet = waiting_.front();
        std::copy(packet.bytes->begin(), packet.bytes->end(), batch.room());
        batch.add(packet.from, {}, {batch.room(), packet.bytes->size()});
        taken.push_back(packet);
        if (network_.on_taken) network_.on_taken(packet);
        waiting_.pop_front();
    }
    const std::size_t count = taken.size();
    if (count > 0) network_.forwarding_.received(remote_ == Endpoint{}, std::move(taken));
    return count;
}

}  // namespace tickreel::sim
