#include "player/state/delay_lane.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "tickreel/analysis/holes.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/text.h"

namespace tickreel {

int delay_level(double milliseconds, int height) {
    const double share = std::log(std::max(milliseconds, kLeastDelay) / kLeastDelay) /
                         std::log(kMostDelay / kLeastDelay);
    return std::clamp(static_cast<int>(std::lround(share * (height - 1))) + 1, 1, height);
}

std::array<std::optional<DelayTrack::Worst>, kDelayCount> delays_at(const RecordingScan& scan,
                                                                    double from, double to) {
    const DelayTrack& delays = scan.delays;
    const auto begin = static_cast<std::int64_t>(std::ceil(from));
    const auto end = static_cast<std::int64_t>(std::ceil(to));
    const std::size_t next = delays.lower_bound(begin);
    const bool between = next == delays.size() || delays[next].position >= end;
    if (!between) return delays.worst(begin, end);
    if (next == 0 || next == delays.size()) return {};
    const std::int64_t before = delays[next - 1].position;
    // What came before says nothing of ticks whose own snapshots are missing.
    if (hole_between(scan.holes, before, static_cast<std::int64_t>(std::floor(from)) + 1))
        return {};
    return delays.worst(before, before + 1);
}

std::vector<DelayColumn> delay_columns(const RecordingScan& scan, std::span<const double> edges,
                                       int height) {
    std::vector<DelayColumn> columns;
    for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
        const auto worst = delays_at(scan, edges[i], edges[i + 1]);
        DelayColumn& column = columns.emplace_back();
        for (std::size_t delay = 0; delay < kDelayCount; ++delay)
            if (worst[delay])
                column[delay] = static_cast<std::uint8_t>(delay_level(
                    scan.delays.milliseconds(static_cast<Delay>(delay), worst[delay]->value),
                    height));
    }
    return columns;
}

std::vector<std::uint8_t> resend_columns(const ResendTrack& resends,
                                         std::span<const double> edges) {
    std::vector<std::uint8_t> columns;
    for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
        const ResendTotals here =
            resends.between(static_cast<std::int64_t>(std::ceil(edges[i])),
                            static_cast<std::int64_t>(std::ceil(edges[i + 1])));
        std::uint8_t& column = columns.emplace_back(std::uint8_t{0});
        for (std::size_t side = 0; side < here.size(); ++side)
            if (here[side] != ResendCounts{}) column |= static_cast<std::uint8_t>(1U << side);
    }
    return columns;
}

std::string resend_words(ConnectionSide side, const ResendCounts& counts, std::string_view unit) {
    std::vector<std::string> parts;
    if (counts.messages > 0)
        parts.push_back(concat(plural(counts.messages, unit), " sent again (", counts.seen_before,
                               " had passed before)"));
    if (counts.requests > 0) parts.push_back(plural(counts.requests, "request"));
    if (counts.lost != 0) parts.push_back(concat(counts.lost, " lost"));
    std::string words;
    for (const std::string& part : parts)
        words += concat(!words.empty()                   ? ", "
                        : side == ConnectionSide::Server ? "server: "
                                                         : "client: ",
                        part);
    return words;
}

std::string delay_words(const DelayTrack& delays, Delay delay, std::int32_t value,
                        std::string_view tick) {
    const double ms = delays.milliseconds(delay, value);
    if (delay == Delay::Late)
        return fmt::format("{} {:.1f} ms, tick {}", value < 0 ? "early" : "late", std::abs(ms),
                           tick);
    return fmt::format("{} {} tick{} ({:.0f} ms), tick {}",
                       delay == Delay::BaseAge ? "base age" : "ack lag", value,
                       value == 1 ? "" : "s", ms, tick);
}

}  // namespace tickreel
