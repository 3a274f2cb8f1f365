#include "recorder/capture/steady_times.h"

#include <utility>

#include "recorder/lone_time.h"
#include "tickreel/base/concat.h"

namespace tickreel {

namespace {

class SteadyTimes final : public PacketReader {
public:
    SteadyTimes(std::unique_ptr<PacketReader> reader, ProblemSink problems)
        : reader_(std::move(reader)), problems_(std::move(problems)) {
        behind_ = reader_->next();
    }

    std::optional<CapturedPacket> next() override {
        std::optional<CapturedPacket> packet = std::exchange(behind_, std::nullopt);
        if (!packet) {
            report();
            return packet;
        }
        behind_ = reader_->next();
        if (behind_ && is_lone_time(before_, packet->time, behind_->time)) {
            if (wrong_++ == 0) first_ = packet->offset;
            packet->time = before_.value_or(behind_->time);
        }
        before_ = packet->time;
        return packet;
    }
    bool damaged() const override { return reader_->damaged(); }
    std::uint64_t position() const override { return reader_->position(); }

private:
    void report() {
        const std::uint64_t wrong = std::exchange(wrong_, 0);
        if (wrong == 0) return;
        problems_({concat(wrong, wrong == 1 ? " packet has a time" : " packets have times",
                          " out of all order (first at offset ", first_,
                          "): the file is damaged there; the time of the packet before is used")});
    }

    std::unique_ptr<PacketReader> reader_;
    ProblemSink problems_;
    std::optional<CapturedPacket> behind_{};
    std::optional<std::chrono::nanoseconds> before_{};
    std::uint64_t wrong_ = 0;
    std::uint64_t first_ = 0;
};

}  // namespace

std::unique_ptr<PacketReader> steady_times(std::unique_ptr<PacketReader> reader,
                                           ProblemSink problems) {
    return std::make_unique<SteadyTimes>(std::move(reader), std::move(problems));
}

}  // namespace tickreel
