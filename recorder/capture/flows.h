#pragma once
// Groups packets of a capture by conversation: two endpoints, in both directions. The endpoint seen
// first is `a`, usually the client. Bounded: further conversations are only counted.

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
    // From here on, traffic between `packet`'s receiver and another port of the sender belongs to
    // the same conversation: the server redirects its client.
    void redirect(const UdpPacket& packet, std::uint16_t port);
    const std::vector<Flow>& flows() const { return flows_; }
    std::uint64_t ignored() const { return ignored_; }  // packets

private:
    struct Entry {
        std::size_t flow = 0;
        bool lesser_is_a = true;
    };
    std::size_t limit_;
    std::map<std::pair<UdpEnd, UdpEnd>, Entry> index_;  // smaller endpoint first
    std::vector<Flow> flows_;
    std::uint64_t ignored_ = 0;
};

}  // namespace tickreel
