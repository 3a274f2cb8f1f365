#include "recorder/capture/flows.h"

#include <algorithm>

namespace tickreel {

std::optional<FlowStep> Flows::add(const UdpPacket& packet) {
    const std::pair<UdpEnd, UdpEnd> ends = std::minmax(packet.from, packet.to);
    auto known = index_.find(ends);
    if (known == index_.end()) {
        if (flows_.size() >= limit_) {
            ++ignored_;
            return std::nullopt;
        }
        known = index_.emplace(ends, Entry{flows_.size(), ends.first == packet.from}).first;
        flows_.push_back({packet.from, packet.to, packet.time, 0, 0});
    }
    const Entry entry = known->second;
    Flow& flow = flows_[entry.flow];
    const bool from_a = (packet.from == ends.first) == entry.lesser_is_a;
    ++(from_a ? flow.from_a : flow.from_b);
    return FlowStep{entry.flow, from_a};
}

void Flows::redirect(const UdpPacket& packet, std::uint16_t port) {
    const auto known = index_.find(std::minmax(packet.from, packet.to));
    if (known == index_.end()) return;
    const Entry entry = known->second;
    const bool client_is_a = (packet.to == known->first.first) == entry.lesser_is_a;
    const UdpEnd server{packet.from.address, port};
    const std::pair<UdpEnd, UdpEnd> ends = std::minmax(server, packet.to);
    index_.try_emplace(ends, Entry{entry.flow, (ends.first == packet.to) == client_is_a});
}

}  // namespace tickreel
