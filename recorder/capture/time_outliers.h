#pragma once
// Corrects the time of single packets that both neighbours contradict: one wrong bit would move a
// packet by years, and decoders end a connection that is silent for so long. A clock that was set
// moves all packets after it and stays as captured.

#include "recorder/capture/packet_reader.h"

namespace tickreel {

class TimeOutliers final : public PacketReader {
public:
    TimeOutliers(std::unique_ptr<PacketReader> packets, ProblemSink problems)
        : packets_(std::move(packets)), problems_(std::move(problems)) {}

    // An outlier gets the time of the packet before it, and a problem names its offset.
    std::optional<CapturedPacket> next() override;
    bool damaged() const override { return packets_->damaged(); }
    std::uint64_t position() const override { return packets_->position(); }

private:
    bool is_outlier(std::chrono::nanoseconds time) const;

    std::unique_ptr<PacketReader> packets_;
    ProblemSink problems_;
    bool started_ = false;
    std::optional<std::chrono::nanoseconds> before_{};
    std::optional<CapturedPacket> ahead_{};
};

}  // namespace tickreel
