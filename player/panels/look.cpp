#include "player/panels/look.h"

#include <array>

namespace tickreel {

ImU32 integrity_color(Integrity integrity) {
    switch (integrity) {
        case Integrity::Match:
            return ink::kGood;
        case Integrity::Absent:
            return paint(0x96a1b8);
        case Integrity::Gap:
            return ink::kWarn;
        case Integrity::Unreadable:
            return ink::kLost;
        case Integrity::Mismatch:
            return ink::kBad;
        case Integrity::None:
            break;
    }
    return ink::kRaised;
}

ImU32 integrity_fill(Integrity integrity) {
    if (integrity == Integrity::Mismatch) return paint(0xf0585f);
    return integrity == Integrity::Absent ? paint(0x4f5d75) : integrity_color(integrity);
}

ImU32 event_color(EventLane kind) {
    static constexpr std::array<ImU32, kEventLanes> kColors = {
        paint(0x6cb6ff),  // chat
        paint(0xf37d82),  // kill
        paint(0xffd479),  // flag
        paint(0x6fd3a5),  // join
        paint(0x4fd6e0),  // map
        paint(0xc792ea),  // vote
        paint(0xff9e64),  // race
        paint(0x98a1b0),  // effect
        paint(0x98a2b3),  // other
    };
    return kColors[static_cast<std::size_t>(kind)];
}

ImU32 input_color(InputLane key, double opacity) {
    static constexpr std::array<std::uint32_t, kInputLanes> kColors = {
        0x4f8df0,  // left
        0x35c2b5,  // right
        0xd7dde6,  // jump
        0xffb347,  // fire
        0xb99bff,  // hook
    };
    return paint(kColors[static_cast<std::size_t>(key)], opacity);
}

void apply_style(const Look& look) {
    ImGuiStyle style;
    ImGui::StyleColorsDark(&style);
    style.WindowPadding = {12, 10};
    style.FramePadding = {8, 4};
    style.ItemSpacing = {8, 5};
    style.ItemInnerSpacing = {6, 4};
    style.CellPadding = {6, 3};
    style.ScrollbarSize = 10;
    style.GrabMinSize = 8;
    style.WindowRounding = 0;
    style.ChildRounding = 4;
    style.FrameRounding = 4;
    style.PopupRounding = 6;
    style.ScrollbarRounding = 5;
    style.GrabRounding = 3;
    style.WindowBorderSize = 0;
    style.ChildBorderSize = 0;
    style.PopupBorderSize = 1;
    style.FrameBorderSize = 0;
    style.ScaleAllSizes(look.scale);

    const auto set = [&style](ImGuiCol where, ImU32 color) {
        style.Colors[where] = ImGui::ColorConvertU32ToFloat4(color);
    };
    set(ImGuiCol_Text, ink::kText);
    set(ImGuiCol_TextDisabled, ink::kDim);
    set(ImGuiCol_WindowBg, ink::kPane);
    set(ImGuiCol_ChildBg, paint(0, 0.0));
    set(ImGuiCol_PopupBg, paint(0x1a202b, 0.98));
    set(ImGuiCol_Border, paint(0x343d4d));
    set(ImGuiCol_FrameBg, ink::kRaised);
    set(ImGuiCol_FrameBgHovered, ink::kHover);
    set(ImGuiCol_FrameBgActive, ink::kHover);
    set(ImGuiCol_ScrollbarBg, paint(0, 0.0));
    set(ImGuiCol_ScrollbarGrab, paint(0x333c4b));
    set(ImGuiCol_ScrollbarGrabHovered, paint(0x465063));
    set(ImGuiCol_ScrollbarGrabActive, paint(0x566277));
    set(ImGuiCol_PlotHistogram, paint(0x35618f));
    set(ImGuiCol_CheckMark, ink::kAccent);
    set(ImGuiCol_Button, ink::kRaised);
    set(ImGuiCol_ButtonHovered, ink::kHover);
    set(ImGuiCol_ButtonActive, paint(0x384254));
    set(ImGuiCol_Header, ink::kAccentSoft);
    set(ImGuiCol_HeaderHovered, paint(0xffffff, 0.06));
    set(ImGuiCol_HeaderActive, ink::kAccentHeld);
    set(ImGuiCol_Separator, ink::kLine);
    set(ImGuiCol_TableHeaderBg, ink::kRaised);
    set(ImGuiCol_TableBorderLight, ink::kLine);
    set(ImGuiCol_TableBorderStrong, ink::kLine);
    set(ImGuiCol_TableRowBg, paint(0, 0.0));
    set(ImGuiCol_TableRowBgAlt, paint(0xffffff, 0.018));
    set(ImGuiCol_TextSelectedBg, paint(0x6cb6ff, 0.35));
    set(ImGuiCol_NavHighlight, paint(0xffb454, 0.6));
    ImGui::GetStyle() = style;
}

}  // namespace tickreel
