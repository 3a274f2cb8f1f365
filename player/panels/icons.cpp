// Icons from triangles and boxes: no icon font is needed.
#include "player/panels/widgets.h"

namespace tickreel {
namespace {

struct Pen {
    ImDrawList* list;
    ImVec2 c;
    float r;
    ImU32 color;

    void triangle(float x, float half, float direction) const {
        list->AddTriangleFilled({c.x + x * r - direction * half * r, c.y - half * 1.15F * r},
                                {c.x + x * r + direction * half * r, c.y},
                                {c.x + x * r - direction * half * r, c.y + half * 1.15F * r},
                                color);
    }
    void bar(float x, float width, float half) const {
        list->AddRectFilled({c.x + (x - width / 2) * r, c.y - half * r},
                            {c.x + (x + width / 2) * r, c.y + half * r}, color);
    }
    void line(float x0, float y0, float x1, float y1) const {
        list->AddLine({c.x + x0 * r, c.y + y0 * r}, {c.x + x1 * r, c.y + y1 * r}, color, r * 0.24F);
    }
};

}  // namespace

void draw_icon(ImDrawList* list, Icon icon, ImVec2 centre, float size, ImU32 color) {
    const Pen pen{list, centre, size / 2, color};
    switch (icon) {
        case Icon::Play:
            pen.triangle(0.1F, 0.85F, 1);
            break;
        case Icon::Pause:
            pen.bar(-0.42F, 0.42F, 0.9F);
            pen.bar(0.42F, 0.42F, 0.9F);
            break;
        case Icon::StepForward:
            pen.triangle(-0.2F, 0.6F, 1);
            pen.bar(0.65F, 0.26F, 0.7F);
            break;
        case Icon::StepBack:
            pen.triangle(0.2F, 0.6F, -1);
            pen.bar(-0.65F, 0.26F, 0.7F);
            break;
        case Icon::ToEnd:
            pen.triangle(-0.5F, 0.48F, 1);
            pen.triangle(0.25F, 0.48F, 1);
            pen.bar(0.88F, 0.2F, 0.6F);
            break;
        case Icon::ToStart:
            pen.triangle(0.5F, 0.48F, -1);
            pen.triangle(-0.25F, 0.48F, -1);
            pen.bar(-0.88F, 0.2F, 0.6F);
            break;
        case Icon::Reverse:
            pen.triangle(-0.1F, 0.75F, -1);
            break;
        case Icon::Loop:
            list->AddRect({centre.x - 0.8F * pen.r, centre.y - 0.5F * pen.r},
                          {centre.x + 0.8F * pen.r, centre.y + 0.5F * pen.r}, color, pen.r * 0.5F,
                          0, pen.r * 0.22F);
            list->AddTriangleFilled({centre.x - 0.1F * pen.r, centre.y - 0.9F * pen.r},
                                    {centre.x + 0.4F * pen.r, centre.y - 0.5F * pen.r},
                                    {centre.x - 0.1F * pen.r, centre.y - 0.1F * pen.r}, color);
            break;
        case Icon::Flag:
            pen.line(-0.5F, -0.85F, -0.5F, 0.9F);
            list->AddTriangleFilled({centre.x - 0.4F * pen.r, centre.y - 0.85F * pen.r},
                                    {centre.x + 0.8F * pen.r, centre.y - 0.35F * pen.r},
                                    {centre.x - 0.4F * pen.r, centre.y + 0.15F * pen.r}, color);
            break;
        case Icon::Problem:
            list->AddTriangle({centre.x, centre.y - 0.8F * pen.r},
                              {centre.x + 0.85F * pen.r, centre.y + 0.7F * pen.r},
                              {centre.x - 0.85F * pen.r, centre.y + 0.7F * pen.r}, color,
                              pen.r * 0.2F);
            pen.line(0, -0.25F, 0, 0.25F);
            pen.line(0, 0.4F, 0, 0.52F);
            break;
    }
}

void icon_button(const PanelContext& context, Icon icon, const char* action, bool active,
                 bool large) {
    const Look& look = context.look;
    const float side = look.px(large ? 36 : 28);
    const bool clicked = ImGui::InvisibleButton(action, {side, side});
    probe(context, action);
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    const bool hovered = ImGui::IsItemHovered();
    ImDrawList* list = ImGui::GetWindowDrawList();
    if (large) {
        list->AddCircleFilled({(low.x + high.x) / 2, (low.y + high.y) / 2}, side / 2,
                              hovered ? paint(0xffc77a) : ink::kAccent, 32);
    } else if (hovered || active) {
        list->AddRectFilled(low, high, active ? ink::kAccentSoft : ink::kHover, look.px(6));
    }
    ImU32 color = ink::kSoft;
    color = hovered ? ink::kText : color;
    color = active ? ink::kAccent : color;
    color = large ? paint(0x14171d) : color;
    draw_icon(list, icon, {(low.x + high.x) / 2, (low.y + high.y) / 2}, look.px(large ? 15 : 13),
              color);
    action_tooltip(context, action);
    if (clicked) context.enqueue(RunAction{action});
}

}  // namespace tickreel
