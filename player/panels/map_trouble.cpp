// The message on the map where the recording has nothing to show: which ticks cannot be read or
// were never recorded, why, and what can be done.
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "player/panels/integrity_strip.h"
#include "player/panels/map_panel.h"
#include "player/panels/time_text.h"
#include "player/panels/widgets.h"
#include "player/state/frame_window.h"
#include "player/state/playback.h"
#include "player/state/recording_session.h"

namespace tickreel {
namespace {

constexpr float kWidest = 460;  // unscaled pixels

struct Trouble {
    std::string title{};
    std::string reason{};
    Integrity kind = Integrity::Unreadable;
};

// What is wrong at the playhead; no title: nothing. A gap is only told where the picture is old.
Trouble trouble_here(const PanelContext& context) {
    const Frame* frame = context.frames.current();
    const Hole* hole = context.session.scan().hole_at(context.playback.position());
    if (hole != nullptr) {
        const Moment first = context.session.reader().timeline().moment(hole->from);
        const Moment last = context.session.reader().timeline().moment(hole->last);
        const bool lost = hole->kind == Integrity::Unreadable;
        return {fmt::format("{}: ticks {} to {}", lost ? "Unreadable" : "Gap",
                            tick_text(context.session, first), tick_text(context.session, last)),
                hole->reason.empty() ? "No snapshot was recorded here." : hole->reason, hole->kind};
    }
    if (frame == nullptr || !context.frames.error().empty()) {
        return {frame == nullptr ? "Unreadable" : "The next snapshot is unreadable",
                context.frames.error(), Integrity::Unreadable};
    }
    return {};
}

bool is_recoverable(const PanelContext& context, const Trouble& trouble) {
    return trouble.kind == Integrity::Unreadable && !context.session.live();
}

// What the box says below its title.
std::vector<std::string> lines_of(const PanelContext& context, const Trouble& trouble) {
    std::vector<std::string> lines{context.shown(trouble.reason)};
    if (is_recoverable(context, trouble))
        lines.push_back(
            "Recover saves what can be read as " +
            context.shown(
                std::filesystem::path(context.session.recovered_path()).filename().string()));
    return lines;
}

// Where the box is; empty: nothing is wrong, or there is no room.
Box box_of(const PanelContext& context, const Trouble& trouble, const Box& viewport) {
    const Look& look = context.look;
    const float wide = std::min(look.px(kWidest), viewport.width() - look.px(24));
    if (trouble.title.empty() || wide < look.px(60)) return {};
    float tall = ImGui::GetFrameHeight() + look.px(22);
    std::vector<std::string> lines = lines_of(context, trouble);
    lines.push_back(trouble.title);
    for (const std::string& line : lines)
        if (!line.empty())
            tall += ImGui::CalcTextSize(line.c_str(), nullptr, false, wide - look.px(24)).y +
                    ImGui::GetStyle().ItemSpacing.y;
    const float x = std::round(viewport.centre().x - wide / 2);
    const float y =
        std::round(std::max(viewport.y1 - tall - look.px(52), viewport.y0 + look.px(44)));
    return {x, y, x + wide, y + tall};
}

}  // namespace

Box MapPanel::trouble_box(const PanelContext& context, const Box& viewport) {
    return box_of(context, trouble_here(context), viewport);
}

void MapPanel::draw_trouble(const PanelContext& context, const Box& viewport) const {
    const Trouble trouble = trouble_here(context);
    const Look& look = context.look;
    const Box box = box_of(context, trouble, viewport);
    if (box.empty()) return;
    const bool recoverable = is_recoverable(context, trouble);
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled({box.x0, box.y0}, {box.x1, box.y1}, ink::kPlate, look.px(6));
    list->AddRect({box.x0, box.y0}, {box.x1, box.y1}, integrity_color(trouble.kind), look.px(6));
    ImGui::SetCursorScreenPos({box.x0 + look.px(12), box.y0 + look.px(10)});
    ImGui::BeginGroup();
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + box.width() - look.px(24));
    integrity_sample(look, trouble.kind);
    text(look.strong, integrity_color(trouble.kind), trouble.title);
    const std::vector<std::string> lines = lines_of(context, trouble);
    for (std::size_t i = 0; i < lines.size(); ++i) text(i == 0 ? ink::kText : ink::kSoft, lines[i]);
    ImGui::PopTextWrapPos();
    draw_trouble_buttons(context, recoverable);
    ImGui::EndGroup();
    if (context.probes != nullptr) (*context.probes)["map.trouble"] = box;
}

void MapPanel::draw_trouble_buttons(const PanelContext& context, bool recoverable) {
    if (recoverable) {
        ImGui::BeginDisabled(context.session.recovering());
        if (ImGui::Button(context.session.recovering() ? "Recovering ..." : "Recover"))
            context.enqueue(Recover{});
        probe(context, "map.recover");
        ImGui::EndDisabled();
        ImGui::SameLine();
    }
    if (ImGui::Button("Next problem")) context.enqueue(RunAction{"seek.next_problem"});
    action_tooltip(context, "seek.next_problem");
}

}  // namespace tickreel
