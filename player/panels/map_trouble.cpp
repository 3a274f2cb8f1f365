// The message on the map where the recording has nothing to show: which ticks cannot be read or
// were never recorded, why, and what can be done.
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "player/panels/integrity_strip.h"
#include "player/panels/map_panel.h"
#include "player/panels/time_text.h"
#include "player/panels/widgets.h"

namespace tickreel {
namespace {

constexpr float kWidest = 460;  // unscaled pixels

struct Trouble {
    std::string title{};
    std::string reason{};
    Integrity kind = Integrity::Unreadable;
};

// What is wrong at the playhead; no title: nothing. A gap is only told where the picture is old.
Trouble trouble_here(const PlayerState& state) {
    const Frame* frame = state.frames().current();
    const Hole* hole = state.scan().hole_at(state.playback().position());
    if (hole != nullptr) {
        const Moment first = state.reader().timeline().moment(hole->from);
        const Moment last = state.reader().timeline().moment(hole->to - 1);
        const bool lost = hole->kind == Integrity::Unreadable;
        return {fmt::format("{}: ticks {} to {}", lost ? "Unreadable" : "Gap",
                            tick_text(state, first), tick_text(state, last)),
                hole->reason.empty() ? "No snapshot was recorded here." : hole->reason, hole->kind};
    }
    if (frame == nullptr || !state.frames().error().empty()) {
        return {frame == nullptr ? "Unreadable" : "The next snapshot is unreadable",
                state.frames().error(), Integrity::Unreadable};
    }
    return {};
}

}  // namespace

void MapPanel::draw_trouble(const PanelContext& context, const Box& viewport) const {
    const PlayerState& state = context.state;
    const Trouble trouble = trouble_here(state);
    const Look& look = context.look;
    const float wide = std::min(look.px(kWidest), viewport.width() - look.px(24));
    if (trouble.title.empty() || wide < look.px(60)) {
        return;
    }
    const bool recoverable = trouble.kind == Integrity::Unreadable && !state.live();
    const std::string reason = context.shown(trouble.reason);
    const std::string where =
        recoverable
            ? "Recover saves what can be read as " +
                  context.shown(std::filesystem::path(state.recovered_path()).filename().string())
            : std::string();
    const float inner = wide - look.px(24);
    const auto tall_of = [&](const std::string& line) {
        return line.empty() ? 0.0F
                            : ImGui::CalcTextSize(line.c_str(), nullptr, false, inner).y +
                                  ImGui::GetStyle().ItemSpacing.y;
    };
    const float tall = tall_of(trouble.title) + tall_of(reason) + tall_of(where) +
                       ImGui::GetFrameHeight() + look.px(22);
    const float x = std::round(viewport.centre().x - wide / 2);
    const float y =
        std::round(std::max(viewport.y1 - tall - look.px(40), viewport.y0 + look.px(44)));
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled({x, y}, {x + wide, y + tall}, paint(0x0d1016, 0.92), look.px(6));
    list->AddRect({x, y}, {x + wide, y + tall}, integrity_color(trouble.kind), look.px(6));
    ImGui::SetCursorScreenPos({x + look.px(12), y + look.px(10)});
    ImGui::BeginGroup();
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + inner);
    integrity_sample(look, trouble.kind);
    text(look.strong, integrity_color(trouble.kind), trouble.title);
    text(ink::kText, reason);
    if (recoverable) {
        text(ink::kSoft, where);
    }
    ImGui::PopTextWrapPos();
    draw_trouble_buttons(context, recoverable);
    ImGui::EndGroup();
    if (context.probes != nullptr) {
        (*context.probes)["map.trouble"] = {x, y, x + wide, y + tall};
    }
}

void MapPanel::draw_trouble_buttons(const PanelContext& context, bool recoverable) {
    if (recoverable) {
        ImGui::BeginDisabled(context.state.recovering());
        if (ImGui::Button(context.state.recovering() ? "Recovering ..." : "Recover")) {
            context.ask(Recover{});
        }
        probe(context, "map.recover");
        ImGui::EndDisabled();
        ImGui::SameLine();
    }
    if (ImGui::Button("Next problem")) {
        context.ask(RunAction{"seek.next_problem"});
    }
    action_tooltip(context, "seek.next_problem");
}

}  // namespace tickreel
