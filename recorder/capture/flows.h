#pragma once
// Which packets of a capture belong to one conversation: the two ends, whoever sends. The one who
// was seen first is end `a`, usually the client. Bounded: further conversations are only counted.

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

    // Nothing when there are too many flows already.
    std::optional<FlowStep> add(const UdpPacket& packet);
    // What `packet`'s receiver says to another port of the sender, and hears from there, belongs to
    // the same conversation from here on: a server that hands its clients over.
    void redirect(const UdpPacket& packet, std::uint16_t port);
    const std::vector<Flow>& flows() const { return flows_; }
    std::uint64_t ignored() const { return ignored_; }  // packets

private:
    struct Entry {
        std::size_t flow = 0;
        bool lesser_is_a = true;
    };
    std::size_t limit_;
    std::map<std::pair<UdpEnd, UdpEnd>, Entry> index_;  // lesser end first
    std::vector<Flow> flows_;
    std::uint64_t ignored_ = 0;
};

}  // namespace tickreel
