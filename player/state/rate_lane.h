#pragma once
// What the timeline shows of the rate at which the server kept the client up to date, per pixel
// column, and in words: what SQL's `connection` calls init, full and recover. No window needed.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tickreel/analysis/send_rates.h"

namespace tickreel {

// "init: in full until the client acknowledges a snapshot; ticks 10 to 20"
std::string send_rate_words(const SendRates::Stretch& stretch, std::string_view first,
                            std::string_view last);

using RateColumn = std::array<std::uint8_t, kSendRateCount>;  // pixels by SendRate
// `edges`: positions, ascending; column i is [edges[i], edges[i + 1]). All 0 where nothing is
// known.
std::vector<RateColumn> rate_columns(const SendRates& rates, std::span<const double> edges,
                                     int height);

}  // namespace tickreel
