#include "tickreel/analysis/send_rates.h"

#include <algorithm>

namespace tickreel {

std::string_view send_rate_name(SendRate rate) {
    static constexpr std::array<std::string_view, kSendRateCount> kNames{"init", "full", "recover"};
    return kNames[static_cast<std::size_t>(rate)];
}

std::optional<SendRate> SendRateReader::read(const Frame& frame) {
    if (segment_ != frame.segment) begun_ = false;
    segment_ = frame.segment;
    if (frame.wire.parts == 0) return std::nullopt;
    const bool delta = frame.wire.base_tick != kNoTick;
    begun_ = begun_ || delta || frame.tick % kInitStep != 0;
    return delta ? SendRate::Full : begun_ ? SendRate::Recover : SendRate::Init;
}

void SendRates::add(const Frame& frame, std::int64_t position) {
    const std::optional<SendRate> rate = rates_.read(frame);
    if (!rate) return;
    const bool continues = segment_ == frame.segment && !stretches_.empty();
    segment_ = frame.segment;
    if (left_out_) return;
    if (continues) stretches_.back().to = position;
    if (continues && stretches_.back().rate == *rate) {
        stretches_.back().to = position + 1;
        return;
    }
    left_out_ = stretches_.size() == kMaxSendRates;
    if (!left_out_) stretches_.push_back({position, position + 1, *rate});
}

bool SendRates::known() const {
    return std::any_of(
        stretches_.begin(), stretches_.end(),
        [](const Stretch& stretch) { return stretch.rate == SendRate::Full; });
}

const SendRates::Stretch* SendRates::find(std::int64_t position) const {
    const auto found =
        std::partition_point(stretches_.begin(), stretches_.end(),
                             [&](const Stretch& stretch) { return stretch.to <= position; });
    if (found == stretches_.end() || found->from > position) return nullptr;
    return &*found;
}

std::array<double, kSendRateCount> SendRates::ticks(double from, double to) const {
    std::array<double, kSendRateCount> ticks{};
    auto stretch = std::partition_point(
        stretches_.begin(), stretches_.end(),
        [&](const Stretch& before) { return static_cast<double>(before.to) <= from; });
    for (; stretch != stretches_.end() && static_cast<double>(stretch->from) < to; ++stretch)
        ticks[static_cast<std::size_t>(stretch->rate)] +=
            std::min(static_cast<double>(stretch->to), to) -
            std::max(static_cast<double>(stretch->from), from);
    return ticks;
}

}  // namespace tickreel
