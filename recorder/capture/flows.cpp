#include "recorder/capture/flows.h"

#include <algorithm>

namespace tickreel {

// A network card that fills in the checksums leaves wrong ones in all that a machine sends.
bool Flows::is_sound(const FlowStep& step) const {
    constexpr std::uint64_t kFew = 8;
    const Flow& flow = flows_[step.flow];
    const std::uint64_t all = step.from_a ? flow.from_a : flow.from_b;
    return all > 0 && (step.from_a ? flow.damaged_a : flow.damaged_b) * kFew <= all;
}

// Empty if there is none, or several.
std::optional<FlowStep> Flows::nearest(const UdpPacket& packet) const {
    std::optional<FlowStep> found;
    for (const auto& [ends, entry] : index_)
        for (const bool forward : {true, false}) {
            const UdpEnd& from = forward ? ends.first : ends.second;
            const UdpEnd& to = forward ? ends.second : ends.first;
            const FlowStep step{entry.flow, forward == entry.lesser_is_a};
            if (from.port != packet.from.port || to.port != packet.to.port ||
                (from.address != packet.from.address && to.address != packet.to.address) ||
                !is_sound(step))
                continue;
            if (found) return std::nullopt;
            found = step;
        }
    return found;
}

FlowStep Flows::count(const FlowStep& step, const UdpPacket& packet) {
    Flow& flow = flows_[step.flow];
    if (packet.damaged && is_sound(step) && damaged_.packets++ == 0)
        damaged_.first_offset = packet.offset;
    ++(step.from_a ? flow.from_a : flow.from_b);
    if (packet.damaged) ++(step.from_a ? flow.damaged_a : flow.damaged_b);
    return step;
}

FlowStep Flows::step_of(const Index::value_type& known, const UdpPacket& packet) {
    const bool from_lesser = packet.from == known.first.first;
    return {known.second.flow, from_lesser == known.second.lesser_is_a};
}

std::optional<FlowStep> Flows::add(const UdpPacket& packet) {
    const std::pair<UdpEnd, UdpEnd> ends = std::minmax(packet.from, packet.to);
    auto known = index_.find(ends);
    if (known == index_.end()) {
        if (flows_.size() >= limit_) {
            ++ignored_;
            return std::nullopt;
        }
        const auto other = packet.damaged ? nearest(packet) : std::nullopt;
        if (other) return count(*other, packet);
        known = index_.emplace(ends, Entry{flows_.size(), ends.first == packet.from}).first;
        flows_.push_back({packet.from, packet.to, packet.time});
    }
    return count(step_of(*known, packet), packet);
}

std::optional<FlowStep> Flows::find(const UdpPacket& packet) const {
    const auto known = index_.find(std::minmax(packet.from, packet.to));
    return known == index_.end() ? std::nullopt : std::optional(step_of(*known, packet));
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
