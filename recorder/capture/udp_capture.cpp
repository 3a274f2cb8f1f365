#include "recorder/capture/udp_capture.h"

#include <algorithm>
#include <utility>

#include "recorder/capture/endian.h"
#include "recorder/capture/link_layer.h"
#include "recorder/capture/steady_times.h"

namespace tickreel {

namespace {

constexpr std::size_t kUdpHeader = 8;

}  // namespace

Result<UdpCapture> UdpCapture::open(const ByteSource& file, const ProblemSink& problems) {
    const Result<std::uint64_t> size = file.size();
    if (!size) return size.error();
    Result<std::unique_ptr<PacketReader>> reader = open_capture(file, problems);
    if (!reader) return reader.error();
    return UdpCapture(steady_times(*std::move(reader), problems), *size);
}

std::optional<UdpPacket> UdpCapture::next() {
    while (const std::optional<CapturedPacket> packet = reader_->next()) {
        ++counts_.packets;
        std::optional<UdpPacket> udp = read(*packet);
        if (!udp || (udp->cut && !gives_cut_)) continue;
        if (!udp->cut) ++counts_.udp;
        return udp;
    }
    return std::nullopt;
}

std::optional<UdpPacket> UdpCapture::read(const CapturedPacket& packet) {
    if (!is_known_link(packet.link)) {
        if (counts_.unknown_link++ == 0) counts_.link = static_cast<std::uint16_t>(packet.link);
        return std::nullopt;
    }
    const std::optional<ByteView> ip = ip_packet(packet.link, packet.bytes);
    const std::optional<IpPayload> payload = ip ? read_ip(*ip) : std::nullopt;
    if (!payload) {
        ++counts_.other;
        return std::nullopt;
    }
    ByteView bytes = payload->bytes;
    std::optional<Bytes> whole;
    if (payload->fragment) {
        ++counts_.fragments;
        whole = fragments_.add(*payload, packet.time);
        if (!whole) return std::nullopt;
        bytes = *whole;
    }
    if (bytes.size() < kUdpHeader) {
        ++(payload->cut ? counts_.cut : counts_.other);
        return std::nullopt;
    }
    const std::size_t length = big16(bytes, 4);
    if (length < kUdpHeader) {
        ++counts_.other;
        return std::nullopt;
    }
    UdpPacket udp;
    udp.cut = length > bytes.size();
    if (udp.cut) ++counts_.cut;
    const ByteView content = bytes.subspan(kUdpHeader, std::min(length, bytes.size()) - kUdpHeader);
    udp.time = packet.time;
    udp.from = {payload->key.from, big16(bytes, 0)};
    udp.to = {payload->key.to, big16(bytes, 2)};
    udp.bytes.assign(content.begin(), content.end());
    udp.offset = packet.offset;
    udp.damaged = payload->damaged;
    return udp;
}

double UdpCapture::progress() const {
    return size_ == 0 ? 1.0 : static_cast<double>(reader_->position()) / static_cast<double>(size_);
}

}  // namespace tickreel
