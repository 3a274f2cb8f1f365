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
        known = index_.emplace(ends, flows_.size()).first;
        flows_.push_back({packet.from, packet.to, packet.time, 0, 0});
    }
    Flow& flow = flows_[known->second];
    const bool from_a = packet.from == flow.a;
    ++(from_a ? flow.from_a : flow.from_b);
    return FlowStep{known->second, from_a};
}

}  // namespace tickreel
