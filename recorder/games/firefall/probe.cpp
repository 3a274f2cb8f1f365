#include "recorder/games/firefall/probe.h"

#include <algorithm>
#include <map>
#include <optional>

#include "recorder/games/firefall/gss.h"
#include "recorder/games/firefall/packet.h"

namespace tickreel::firefall {

namespace {

constexpr std::uint8_t kTimeRequest = 4;
constexpr std::uint8_t kTimeResponse = 5;
constexpr int kSure = 100;
constexpr int kEnough = 3;  // pieces of evidence

class Evidence {
public:
    void take(const Datagram& datagram) {
        const bool from_server = datagram.direction == Direction::ToClient;
        if (const std::optional<Handshake> handshake = read_handshake(datagram.bytes)) {
            const bool server_step = handshake->step == Handshake::Step::Hehe ||
                                     handshake->step == Handshake::Step::Hugg;
            if (handshake->step == Handshake::Step::Abort) return;
            count(server_step == from_server, kEnough);
            return;
        }
        const Result<std::vector<Packet>> packets = read_packets(datagram.bytes);
        if (!packets || packets->empty()) {
            ++malformed_;
            return;
        }
        ++sockets_[*socket_of(datagram.bytes)];
        for (const Packet& packet : *packets) take_packet(packet, from_server);
    }

    int score() const {
        const int datagrams = malformed_ + all_of_one_socket();
        if (agree_ == 0 || agree_ <= 2 * disagree_) return 0;
        if (malformed_ * 10 > datagrams || sockets_.size() > 2) return 0;
        return agree_ >= kEnough ? kSure : 60;
    }

private:
    void count(bool agrees, int weight) { (agrees ? agree_ : disagree_) += weight; }

    int all_of_one_socket() const {
        int most = 0;
        for (const auto& [socket, count] : sockets_) most = std::max(most, count);
        return most;
    }

    void take_packet(const Packet& packet, bool from_server) {
        const Bytes& payload = packet.payload;
        if (packet.channel == Channel::Control) {
            // The type and length of a time message together are unlikely to occur by chance.
            if (payload.size() == 9 && payload[0] == kTimeRequest) count(!from_server, 1);
            if (payload.size() == 17 && payload[0] == kTimeResponse) count(from_server, 1);
            return;
        }
        if (packet.channel != Channel::UnreliableGss) return;
        const std::optional<GssMessage> message = read_gss(payload);
        if (!message || message->id != 0 || message->message != message_id::kRouted) return;
        if (const auto routed = read_routed(message->body); routed && !routed->empty())
            count(from_server, 1);
    }

    int agree_ = 0;
    int disagree_ = 0;
    int malformed_ = 0;
    std::map<std::uint32_t, int> sockets_{};
};

}  // namespace

int probe(std::span<const Datagram> datagrams) {
    Evidence evidence;
    for (const Datagram& datagram : datagrams) evidence.take(datagram);
    return evidence.score();
}

ClientIntent client_intent(ByteView datagram) {
    return read_handshake(datagram) ? ClientIntent::Opening : ClientIntent::Playing;
}

}  // namespace tickreel::firefall
