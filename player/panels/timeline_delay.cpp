// The lane of delays: how late snapshots came, the age of their bases and the lag of what the
// client acknowledged, in one scale, and above them where something was sent again.
#include <algorithm>
#include <cmath>

#include "player/panels/time_text.h"
#include "player/panels/timeline_panel.h"
#include "player/panels/widgets.h"
#include "player/state/recording_session.h"

namespace tickreel {
namespace {

// By Delay.
constexpr std::array<ImU32, kDelayCount> kDelayColors{ink::kLink, ink::kGood, ink::kWarn};
constexpr std::array<ImU32, 2> kResendColors{ink::kBad, ink::kText};  // by ConnectionSide

}  // namespace

bool TimelinePanel::shows_delay(const PanelContext& context) {
    return context.view.delay_lane && has_delay_lane(context.session.scan().delays);
}

void TimelinePanel::update_delays(const PanelContext& context, float width) {
    if (!shows_delay(context)) return;
    const std::vector<double> edges = column_edges(context, width);
    lanes_.delays = delay_columns(context.session.scan(), edges,
                                  static_cast<int>(std::lround(context.look.px(kDelay - 2))));
    lanes_.resends = resend_columns(context.session.scan().resends, edges);
}

// Above the lane of the rate.
float TimelinePanel::delay_top(const PanelContext& context, const Area& area) const {
    const float below = lanes_.rates.empty() ? rate_top(context, area) + context.look.px(kLane)
                                             : rate_top(context, area);
    return below - context.look.px(kDelay);
}

// Lateness as bars, as most snapshots have next to none; the other two as lines, the thinner one
// over the thicker: often they are equal.
void TimelinePanel::draw_delays(const PanelContext& context, const Area& area) const {
    if (lanes_.delays.empty()) return;
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float floor = delay_top(context, area) + context.look.px(kDelay - 1);
    const auto level = [&](std::size_t column, Delay delay) {
        return static_cast<float>(lanes_.delays[column][static_cast<std::size_t>(delay)]);
    };
    for (std::size_t i = 0; i < lanes_.delays.size(); ++i) {
        const float x = area.x + static_cast<float>(i);
        if (const float late = level(i, Delay::Late); late > 0)
            list->AddRectFilled({x, floor - late}, {x + 1, floor},
                                kDelayColors[static_cast<std::size_t>(Delay::Late)]);
    }
    for (const Delay delay : {Delay::AckLag, Delay::BaseAge}) {
        const float thick = context.look.px(delay == Delay::AckLag ? 3 : 1);
        for (std::size_t i = 0; i < lanes_.delays.size(); ++i) {
            const float here = level(i, delay);
            if (here == 0) continue;
            const float before = i > 0 && level(i - 1, delay) > 0 ? level(i - 1, delay) : here;
            const float x = area.x + static_cast<float>(i);
            list->AddRectFilled({x, floor - std::max(here, before) - (thick - 1) / 2},
                                {x + 1, floor - std::min(here, before) + (thick + 1) / 2},
                                kDelayColors[static_cast<std::size_t>(delay)]);
        }
    }
}

// The server's on the upper edge of the lane, the client's below them; wide enough to be seen.
void TimelinePanel::draw_resends(const PanelContext& context, const Area& area) const {
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float wide = context.look.px(2);
    const float high = context.look.px(5);
    for (std::size_t i = 0; i < lanes_.resends.size(); ++i)
        for (std::size_t side = 0; side < kResendColors.size(); ++side) {
            if ((static_cast<unsigned>(lanes_.resends[i]) >> side & 1U) == 0) continue;
            const float x = area.x + static_cast<float>(i);
            const float y = delay_top(context, area) + high * static_cast<float>(side);
            list->AddRectFilled({x, y}, {x + wide, y + high - 1}, kResendColors[side]);
        }
}

void TimelinePanel::hover_delays(const PanelContext& context, std::int64_t at, std::int64_t reach) {
    const RecordingScan& scan = context.session.scan();
    const auto worst = delays_at(scan, static_cast<double>(at), static_cast<double>(at + reach));
    for (std::size_t delay = 0; delay < kDelayCount; ++delay) {
        if (!worst[delay]) continue;
        const Moment moment = context.session.reader().timeline().moment(worst[delay]->position);
        text(kDelayColors[delay],
             delay_words(scan.delays, static_cast<Delay>(delay), worst[delay]->value,
                         tick_text(context.session, moment)));
    }
    const ResendTotals resent = scan.resends.between(at, at + reach);
    const std::string unit = ResendReader::unit(context.session.reader().schema());
    for (const ConnectionSide side : {ConnectionSide::Server, ConnectionSide::Client}) {
        const auto index = static_cast<std::size_t>(side);
        if (const std::string words = resend_words(side, resent[index], unit); !words.empty())
            text(kResendColors[index], words);
    }
    const bool beyond = scan.delays.left_out() && scan.delays.lower_bound(at) == scan.delays.size();
    if (beyond) text(ink::kWarn, "too many snapshots: their delays are not known from here on");
}

}  // namespace tickreel
