#include "recorder/games/teeworlds/probe.h"

#include <algorithm>

#include "recorder/games/teeworlds/wire/observer.h"
#include "recorder/games/teeworlds/wire/packet.h"

namespace tickreel::teeworlds {

namespace {

bool sent_by_server(SystemMessage message) {
    switch (message) {
        case SystemMessage::MapChange:
        case SystemMessage::MapData:
        case SystemMessage::ServerInfo:
        case SystemMessage::ConReady:
        case SystemMessage::Snap:
        case SystemMessage::SnapEmpty:
        case SystemMessage::SnapSingle:
        case SystemMessage::InputTiming:
            return true;
        default:
            return false;
    }
}

bool sent_by_client(SystemMessage message) {
    switch (message) {
        case SystemMessage::Info:
        case SystemMessage::Ready:
        case SystemMessage::EnterGame:
        case SystemMessage::Input:
        case SystemMessage::RequestMapData:
            return true;
        default:
            return false;
    }
}

struct Evidence final : ObserverSink {
    void message(const Message& message) override {
        if (!message.system) return;
        const bool from_server = message.direction == Direction::ToClient;
        if (sent_by_server(*message.system)) ++(from_server ? agree : disagree);
        if (sent_by_client(*message.system)) ++(from_server ? disagree : agree);
    }
    int agree = 0;
    int disagree = 0;
};

constexpr std::size_t kHeader = 3;
constexpr std::size_t kHeaderWithToken = 7;

bool is_connless(ByteView datagram) {
    constexpr std::size_t kMagic = 6;
    if (datagram.size() >= kMagic + 4) {
        const ByteView head = datagram.first(kMagic);
        if (std::all_of(head.begin(), head.end(), [](Byte byte) { return byte == 0xff; }))
            return true;
        // DDNet's extended form: "xe", then a token for each query.
        if (head[0] == 'x' && head[1] == 'e' && datagram[kMagic] == 0xff) return true;
    }
    return datagram.size() >= 9 && datagram[0] == 0x21;  // 0.7: the flag and version 1
}

// Who plays and has nothing to say sends KEEPALIVE.
bool is_step_at(ByteView datagram, std::size_t at) {
    return datagram.size() > at && datagram[2] == 0 &&
           datagram[at] != static_cast<Byte>(Control::KeepAlive) &&
           datagram[at] <= static_cast<Byte>(Control::Token);
}

// Only the control flag, and the flag for a token after the header: any other datagram that
// resembles one is not Teeworlds.
bool is_handshake(ByteView datagram) {
    if (datagram.size() <= kHeader) return false;
    switch (datagram[0] & 0xfcU) {
        case 0x10:
            return is_step_at(datagram, kHeader);
        case 0x18:
        case 0x04:
            return is_step_at(datagram, kHeaderWithToken);
        default:
            return false;
    }
}

}  // namespace

ClientIntent client_intent(ByteView datagram) {
    if (is_connless(datagram)) return ClientIntent::Query;
    return is_handshake(datagram) ? ClientIntent::Opening : ClientIntent::Playing;
}

int probe(std::span<const Datagram> datagrams) {
    Observer observer;
    Evidence evidence;
    for (const Datagram& datagram : datagrams) observer.feed(datagram, evidence);
    if (evidence.agree <= 2 * evidence.disagree) return 0;
    const ObserverCounters& seen = observer.counters();
    const std::uint64_t bad = seen.bad_packets + seen.wrong_token + seen.bad_messages;
    const auto percent_good =
        static_cast<int>(100 - 100 * bad / std::max<std::uint64_t>(seen.packets, 1));
    const int confidence = evidence.agree >= 3 ? 100 : 60;
    return confidence * percent_good / 100;
}

}  // namespace tickreel::teeworlds
