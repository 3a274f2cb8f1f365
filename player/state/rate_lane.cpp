#include "player/state/rate_lane.h"

#include "player/state/stack_pixels.h"
#include "tickreel/base/concat.h"

namespace tickreel {

namespace {

std::string_view meaning(SendRate rate) {
    switch (rate) {
        case SendRate::Init:
            return "in full until the client acknowledges a snapshot";
        case SendRate::Full:
            return "deltas to snapshots that the client acknowledged";
        case SendRate::Recover:
            return "in full again, no acknowledgement of the client was new enough";
    }
    return "";
}

}  // namespace

std::string send_rate_words(const SendRates::Stretch& stretch, std::string_view first,
                            std::string_view last) {
    const std::string_view name = send_rate_name(stretch.rate);
    if (first == last) return concat(name, ": ", meaning(stretch.rate), "; tick ", first);
    return concat(name, ": ", meaning(stretch.rate), "; ticks ", first, " to ", last);
}

std::vector<RateColumn> rate_columns(const SendRates& rates, std::span<const double> edges,
                                     int height) {
    std::vector<RateColumn> columns;
    for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
        std::array<double, kSendRateCount> shares = rates.ticks(edges[i], edges[i + 1]);
        double all = 0;
        for (const double ticks : shares) all += ticks;
        for (double& share : shares) share = all > 0 ? share / all : 0;
        columns.push_back(stack_pixels(shares, height));
    }
    return columns;
}

}  // namespace tickreel
