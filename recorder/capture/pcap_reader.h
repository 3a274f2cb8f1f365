#pragma once
// The classic pcap format: a 24-byte header, then packets with 16-byte headers. Both byte orders,
// micro- and nanoseconds. Layout: draft-ietf-opsawg-pcap.

#include "recorder/capture/endian.h"
#include "recorder/capture/file_window.h"
#include "recorder/capture/packet_reader.h"

namespace tickreel {

class PcapReader final : public PacketReader {
public:
    static Result<std::unique_ptr<PacketReader>> open(const ByteSource& file, ProblemSink problems);

    std::optional<CapturedPacket> next() override;
    bool damaged() const override { return damaged_; }
    std::uint64_t position() const override { return file_.position(); }

private:
    PcapReader(FileWindow file, ProblemSink problems)
        : file_(std::move(file)), problems_(std::move(problems)) {}
    std::optional<CapturedPacket> give_up(const std::string& message);

    FileWindow file_;
    ProblemSink problems_;
    FileOrder order_{};
    bool nanoseconds_ = false;
    LinkType link_ = LinkType::Ethernet;
    bool damaged_ = false;
};

}  // namespace tickreel
