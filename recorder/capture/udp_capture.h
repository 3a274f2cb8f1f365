#pragma once
// The UDP payloads of a capture file, in file order. A packet that was captured on two interfaces
// is delivered twice.

#include "recorder/capture/fragments.h"
#include "recorder/capture/packet_reader.h"
#include "recorder/capture/udp_packet.h"

namespace tickreel {

struct CaptureCounts {
    std::uint64_t packets = 0;
    std::uint64_t udp = 0;
    std::uint64_t other = 0;              // not UDP over IP
    std::uint64_t cut = 0;                // UDP, but the capture truncated it
    std::uint64_t fragments = 0;          // pieces of fragmented packets
    std::uint64_t unknown_link = 0;       // a link type that is not supported
    std::optional<std::uint16_t> link{};  // the first of those
};

class UdpCapture {
public:
    // The file must outlive the capture.
    static Result<UdpCapture> open(const ByteSource& file, const ProblemSink& problems);
    // Without an end: next() is empty while the reader has none.
    static UdpCapture of(std::unique_ptr<PacketReader> reader) { return {std::move(reader), 0}; }
    // Otherwise packets that the capture truncated are only counted.
    void give_cut() { gives_cut_ = true; }

    std::optional<UdpPacket> next();
    const CaptureCounts& counts() const { return counts_; }
    std::uint64_t incomplete_fragments() const {
        return fragments_.given_up() + fragments_.waiting();
    }
    bool damaged() const { return reader_->damaged(); }
    double progress() const;  // 0..1

private:
    UdpCapture(std::unique_ptr<PacketReader> reader, std::uint64_t size)
        : reader_(std::move(reader)), size_(size) {}
    std::optional<UdpPacket> read(const CapturedPacket& packet);

    std::unique_ptr<PacketReader> reader_;
    std::uint64_t size_ = 0;
    Fragments fragments_;
    CaptureCounts counts_;
    bool gives_cut_ = false;
};

}  // namespace tickreel
