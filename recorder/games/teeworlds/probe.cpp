#include "recorder/games/teeworlds/probe.h"

#include <algorithm>

#include "recorder/games/teeworlds/wire/observer.h"

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

}  // namespace

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
