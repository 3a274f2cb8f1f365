#include "player/app/layout.h"

#include <algorithm>

#include "player/panels/widgets.h"

namespace tickreel {
namespace {

constexpr float kBorder = 5;
constexpr float kTop = 46;
constexpr float kBottom = 134;

constexpr ImGuiWindowFlags kPaneFlags =
    ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
    ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
    ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoScrollbar |
    ImGuiWindowFlags_NoScrollWithMouse;

template <class Draw>
void pane(const char* name, const Box& box, ImGuiWindowFlags more, Draw draw) {
    ImGui::SetNextWindowPos({box.x0, box.y0});
    ImGui::SetNextWindowSize({std::max(box.width(), 1.0F), std::max(box.height(), 1.0F)});
    if (ImGui::Begin(name, nullptr, kPaneFlags | more)) {
        draw();
    }
    ImGui::End();
}

}  // namespace

void Layout::draw(const PanelContext& context, float width, float height) {
    const Look& look = context.look;
    const float top = look.px(kTop);
    const float bottom = height - look.px(kBottom);
    const float gap = look.px(kBorder);
    const Box middle = {0, top + 1, width, bottom - 1};
    pane("top", {0, 0, width, top}, 0, [&] { top_bar_.draw(context); });
    pane("bottom", {0, bottom, width, height}, 0, [&] {
        timeline_.draw(context);
        ImGui::Dummy({0, look.px(2)});
        transport_.draw(context);
    });
    if (context.state.ready()) {
        draw_panes(context, middle);
        draw_borders(context, middle);
    } else {
        pane("welcome", {0, middle.y0 + gap - 4, width, middle.y1}, 0,
             [&] { welcome_.draw(context); });
    }
    go_to_.draw(context);
    open_.draw(context);
    help_.draw(context);
}

void Layout::draw_panes(const PanelContext& context, const Box& middle) {
    const Look& look = context.look;
    const float gap = look.px(kBorder);
    const float left = look.px(left_);
    const float right = middle.x1 - look.px(right_);
    const float left_split = middle.y1 - look.px(left_split_);
    const float right_split = middle.y0 + look.px(right_split_);
    pane("events", {0, middle.y0, left, left_split}, 0, [&] { events_.draw(context); });
    pane("integrity", {0, left_split + gap, left, middle.y1}, 0, [&] { integrity_.draw(context); });
    pane("items", {right, middle.y0, middle.x1, right_split}, 0, [&] { items_.draw(context); });
    pane("inspector", {right, right_split + gap, middle.x1, middle.y1}, 0,
         [&] { inspector_.draw(context); });
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
    pane("map", {left + gap, middle.y0, right - gap, middle.y1}, ImGuiWindowFlags_NoBackground,
         [&] { map_.draw(context); });
    ImGui::PopStyleVar();
}

void Layout::draw_borders(const PanelContext& context, const Box& middle) {
    const Look& look = context.look;
    const float gap = look.px(kBorder);
    const float left = look.px(left_);
    const float right = middle.x1 - look.px(right_);
    const float room = middle.width() / look.scale;
    const float tall = middle.height() / look.scale;
    const float left_split = middle.y1 - look.px(left_split_);
    const float right_split = middle.y0 + look.px(right_split_);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
    const auto border = [&](const char* id, const Box& box, bool vertical, float& value, float low,
                            float high, float sign) {
        pane(id, box, ImGuiWindowFlags_NoBackground,
             [&] { splitter(id, box, vertical, value, low, high, sign); });
        probe(context, id);
    };
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1, 1));
    border("left border", {left, middle.y0, left + gap, middle.y1}, true, left_, 180,
           room - right_ - 240, 1 / look.scale);
    border("right border", {right - gap, middle.y0, right, middle.y1}, true, right_, 220,
           room - left_ - 240, -1 / look.scale);
    border("left split", {0, left_split, left, left_split + gap}, false, left_split_, 90,
           tall - 120, -1 / look.scale);
    border("right split", {right, right_split, middle.x1, right_split + gap}, false, right_split_,
           90, tall - 120, 1 / look.scale);
    ImGui::PopStyleVar(2);
}

}  // namespace tickreel
