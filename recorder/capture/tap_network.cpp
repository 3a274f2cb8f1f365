#include "recorder/capture/tap_network.h"

#include <algorithm>
#include <utility>

namespace tickreel {

namespace {

constexpr std::size_t kRun = 256;  // packets
// What the system keeps lasts less; beyond it the clock was set while packets waited.
constexpr std::chrono::hours kLongest{1};

Endpoint endpoint_of(const UdpEnd& end) {
    return {end.address, end.port};
}

}  // namespace

class TapNetwork::Socket final : public DatagramSocket {
public:
    Socket(TapNetwork& network, Key key) : network_(network), key_(std::move(key)) {
        network_.sockets_[key_] = this;
    }
    Socket(const Socket&) = delete;
    Socket& operator=(const Socket&) = delete;
    ~Socket() override { network_.sockets_.erase(key_); }

    Endpoint local() const override { return key_.second; }
    std::size_t receive_more(ReceiveBatch& batch, std::size_t most, bool&) const override {
        std::size_t count = std::min(most, batch.capacity() - batch.entries().size());
        count = std::min(count, waiting_.size());
        for (std::size_t i = 0; i < count; ++i) {
            const auto& [packet, passed] = waiting_.front();
            const std::size_t size = std::min(packet.bytes.size(), kMaxDatagram);
            std::copy_n(packet.bytes.begin(), size, batch.room());
            batch.add(endpoint_of(packet.from), {}, {batch.room(), size}, passed);
            waiting_.pop_front();
        }
        return count;
    }
    Sent send(ByteView) const override { return Sent::Yes; }
    Sent send_to(ByteView, const Endpoint&, const Endpoint&) const override { return Sent::Yes; }
    std::uint32_t overflowed() const override {
        const bool first = key_ == Key{network_.server_.port, {}};
        return first ? network_.tap_.dropped() + network_.cut_ : 0;
    }

private:
    friend class TapNetwork;
    TapNetwork& network_;
    Key key_;
    mutable std::deque<std::pair<UdpPacket, Clock::TimePoint>> waiting_{};
    std::uint64_t tag_ = 0;
};

TapNetwork::TapNetwork(std::unique_ptr<PacketTap> tap, const Endpoint& server)
    : tap_(*tap), capture_(UdpCapture::of(std::move(tap))), server_(server) {
    capture_.give_cut();
}

Result<std::unique_ptr<DatagramSocket>> TapNetwork::bind(const Endpoint& local) {
    return std::unique_ptr<DatagramSocket>(
        std::make_unique<Socket>(*this, Key{local.port, Endpoint{}}));
}

Result<std::unique_ptr<DatagramSocket>> TapNetwork::connect(const Endpoint& remote,
                                                            const Endpoint& local) {
    return std::unique_ptr<DatagramSocket>(
        std::make_unique<Socket>(*this, Key{remote.port, local}));
}

Result<void> TapNetwork::watch(const DatagramSocket& socket, std::uint64_t tag) {
    for (const auto& [key, known] : sockets_)
        if (known == &socket) known->tag_ = tag;
    return {};
}

// The players may have the server's address too.
bool TapNetwork::goes_up(const UdpPacket& packet) const {
    return packet.to.address == server_.address &&
           sockets_.count({packet.to.port, Endpoint{}}) != 0;
}

TapNetwork::Socket* TapNetwork::socket_for(const UdpPacket& packet) const {
    const bool up = goes_up(packet);
    const auto found = sockets_.find(up ? Key{packet.to.port, Endpoint{}}
                                        : Key{packet.from.port, endpoint_of(packet.to)});
    return found == sockets_.end() ? nullptr : found->second;
}

void TapNetwork::find_ready(std::vector<std::uint64_t>& ready) const {
    ready.clear();
    for (const auto& [key, socket] : sockets_)
        if (!socket->waiting_.empty()) ready.push_back(socket->tag_);
}

// As far as they go the same way: the answer to a new client has a socket only when the proxy has
// seen the client.
void TapNetwork::take_run() {
    const SystemClock clock;  // packets have its times
    const Clock::TimePoint now = clock.now();
    std::optional<bool> up;
    for (std::size_t count = 0; count < kRun; ++count) {
        if (!next_) next_ = capture_.next();
        if (!next_ || goes_up(*next_) != up.value_or(goes_up(*next_))) return;
        up = goes_up(*next_);
        Socket* const socket = socket_for(*next_);
        Clock::TimePoint passed(next_->time - clock.offset());
        if (passed > now || now - passed > kLongest) passed = now;
        last_passed_ = std::max(last_passed_, passed);
        if (socket != nullptr && next_->cut)
            ++cut_;
        else if (socket != nullptr)
            socket->waiting_.emplace_back(*std::move(next_), last_passed_);
        next_.reset();
    }
}

void TapNetwork::wait(std::chrono::milliseconds timeout, std::vector<std::uint64_t>& ready) {
    find_ready(ready);
    if (!ready.empty()) return;
    if (!next_) tap_.wait(timeout);
    take_run();
    find_ready(ready);
}

}  // namespace tickreel
