// Untrusted captures. For any bytes: no crash, bounded work, and every payload found can be written
// as a capture that yields the same payloads.

#include <cstdint>
#include <cstdlib>

#include "recorder/capture/flows.h"
#include "recorder/capture/udp_capture.h"
#include "tests/recorder/capture/capture_builder.h"

using namespace tickreel;

namespace {

std::vector<UdpPacket> read(const Bytes& bytes) {
    std::vector<UdpPacket> packets;
    const auto source = memory_source(bytes);
    auto capture = UdpCapture::open(*source, ignore_problems);
    if (!capture) return packets;
    Flows flows(16);
    while (auto packet = capture->next()) {
        flows.add(*packet);
        packets.push_back(*std::move(packet));
    }
    return packets;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::vector<UdpPacket> packets = read(Bytes(data, data + size));
    std::vector<capture_builder::Packet> again;
    for (const UdpPacket& packet : packets) {
        if (packet.bytes.size() > 65507) continue;  // jumbo IPv6 does not fit into IPv4
        again.push_back({0, capture_builder::ethernet(capture_builder::ipv4(capture_builder::udp(
                                packet.from.port, packet.to.port, packet.bytes)))});
    }
    const std::vector<UdpPacket> second = read(capture_builder::pcap(again));
    if (second.size() != again.size()) std::abort();
    std::size_t at = 0;
    for (const UdpPacket& packet : packets) {
        if (packet.bytes.size() > 65507) continue;
        if (second[at].bytes != packet.bytes || second[at].from.port != packet.from.port)
            std::abort();
        ++at;
    }
    return 0;
}
