#pragma once
// Groups packets of a capture by conversation: two endpoints, in both directions. The endpoint seen
// first is `a`, usually the client. Bounded: further conversations are only counted. A packet whose
// IP header is damaged belongs to the conversation that differs in one address only.

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "recorder/capture/udp_packet.h"

namespace tickreel {

struct Flow {
    UdpEnd a{};
    UdpEnd b{};
    std::chrono::nanoseconds first_time{};
    std::uint64_t from_a = 0;  // packets
    std::uint64_t from_b = 0;
    std::uint64_t damaged_a = 0;  // of from_a
    std::uint64_t damaged_b = 0;
};

// Packets with a damaged header in conversations whose others are sound.
struct DamagedHeaders {
    std::uint64_t packets = 0;
    std::uint64_t first_offset = 0;
};

struct FlowStep {
    std::size_t flow = 0;  // index into flows(), in order of appearance
    bool from_a = true;
};

class Flows {
public:
    explicit Flows(std::size_t limit) : limit_(limit) {}

    // Empty if there are too many flows already.
    std::optional<FlowStep> add(const UdpPacket& packet);
    // Of a packet that does not count; empty if its conversation is none of these.
    std::optional<FlowStep> find(const UdpPacket& packet) const;
    // From here on, traffic between `packet`'s receiver and another port of the sender belongs to
    // the same conversation: the server redirects its client.
    void redirect(const UdpPacket& packet, std::uint16_t port);
    const std::vector<Flow>& flows() const { return flows_; }
    std::uint64_t ignored() const { return ignored_; }  // packets
    const DamagedHeaders& damaged() const { return damaged_; }

private:
    struct Entry {
        std::size_t flow = 0;
        bool lesser_is_a = true;
    };
    using Index = std::map<std::pair<UdpEnd, UdpEnd>, Entry>;  // smaller endpoint first
    static FlowStep step_of(const Index::value_type& known, const UdpPacket& packet);
    bool is_sound(const FlowStep& step) const;
    std::optional<FlowStep> nearest(const UdpPacket& packet) const;
    FlowStep count(const FlowStep& step, const UdpPacket& packet);

    std::size_t limit_;
    Index index_;
    std::vector<Flow> flows_;
    std::uint64_t ignored_ = 0;
    DamagedHeaders damaged_{};
};

}  // namespace tickreel
