// How the connection went, for `info`: the rates at which the server sent, what was sent again.

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "recorder/commands/output/facts.h"
#include "recorder/commands/output/text_format.h"
#include "tickreel/analysis/extent.h"
#include "tickreel/base/text.h"

namespace tickreel {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<const char*, 2> kSideNames{"server", "client"};  // by ConnectionSide

// All stretches of a rate.
struct RateSum {
    double seconds = 0;
    std::uint64_t times = 0;
    std::int64_t first = 0;  // position
};

std::array<RateSum, kSendRateCount> sums_of(const SendRates& rates, double ticks_per_second) {
    std::array<RateSum, kSendRateCount> sums{};
    for (const SendRates::Stretch& stretch : rates.stretches()) {
        RateSum& sum = sums[static_cast<std::size_t>(stretch.rate)];
        if (sum.times++ == 0) sum.first = stretch.from;
        sum.seconds += static_cast<double>(stretch.to - stretch.from) / ticks_per_second;
    }
    return sums;
}

// Where nothing was sent again there are none; an earlier recorder wrote none at all.
bool tells_resends(const ReelReader& reel) {
    return !ResendReader::unit(reel.schema()).empty();
}

// "init 0.04s, full 12.80s, recover 3.16s (1 time, first at tick 336)"
std::string rates_text(const ReelReader& reel, const SendRates& rates) {
    const auto sums = sums_of(rates, reel.timeline().ticks_per_second());
    std::string text;
    for (std::size_t rate = 0; rate < sums.size(); ++rate) {
        if (sums[rate].times == 0) continue;
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ",
                            send_rate_name(static_cast<SendRate>(rate)),
                            human_duration(sums[rate].seconds));
    }
    const RateSum& recover = sums[static_cast<std::size_t>(SendRate::Recover)];
    if (recover.times > 0)
        text += fmt::format(" ({}, first at tick {})", plural(recover.times, "time"),
                            moment_text(reel.timeline(), reel.timeline().moment(recover.first)));
    return rates.left_out() ? text + "; of the first changes only" : text;
}

std::string resends_text(const ReelReader& reel, const ResendTotals& resends) {
    const std::string unit = ResendReader::unit(reel.schema());
    std::string text;
    for (std::size_t side = 0; side < resends.size(); ++side)
        text += fmt::format("{}{} of the {} ({} seen before), asked for in {}",
                            text.empty() ? "" : "; ", plural(resends[side].messages, unit),
                            kSideNames[side], resends[side].seen_before,
                            plural(resends[1 - side].requests, "packet"));
    return text;
}

}  // namespace

std::string connection_text(const ReelReader& reel, const Facts& facts) {
    if (!facts.connection)
        return tells_resends(reel)
                   ? line_of("sent again", "not counted in so large a file; --deep counts it")
                   : "";
    std::string text;
    if (facts.connection->rates.known())
        text += line_of("rates", rates_text(reel, facts.connection->rates));
    const ResendTotals& resends = facts.connection->resends;
    if (std::any_of(resends.begin(), resends.end(),
                    [](const ResendCounts& one) { return one.messages > 0 || one.requests > 0; }))
        text += line_of("sent again", resends_text(reel, resends));
    if (const std::int64_t lost = resends[0].lost; lost > 0)
        text += line_of("lost", fmt::format("{} of the server never came to the recorder",
                                            plural(static_cast<std::uint64_t>(lost), "packet")));
    return text;
}

void add_connection_json(Json& json, const ReelReader& reel, const Facts& facts) {
    if (!facts.connection) return;
    if (facts.connection->rates.known()) {
        const Timeline& timeline = reel.timeline();
        const auto sums = sums_of(facts.connection->rates, timeline.ticks_per_second());
        json["send_rates"] = Json::object();
        for (std::size_t rate = 0; rate < sums.size(); ++rate) {
            Json one{{"seconds", sums[rate].seconds}, {"times", sums[rate].times}};
            if (sums[rate].times > 0)
                one["first"] = moment_text(timeline, timeline.moment(sums[rate].first));
            json["send_rates"][send_rate_name(static_cast<SendRate>(rate))] = std::move(one);
        }
    }
    if (!tells_resends(reel)) return;
    json["resent"] = Json::object();
    for (std::size_t side = 0; side < kSideNames.size(); ++side) {
        const ResendCounts& counts = facts.connection->resends[side];
        json["resent"][kSideNames[side]] = {{"messages", counts.messages},
                                            {"seen_before", counts.seen_before},
                                            {"requests", counts.requests}};
        if (counts.lost != 0) json["resent"][kSideNames[side]]["lost"] = counts.lost;
    }
}

}  // namespace tickreel
