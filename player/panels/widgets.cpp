#include "player/panels/widgets.h"

#include <algorithm>
#include <cmath>

#include "player/state/actions.h"

namespace tickreel {
namespace {

int resize_text(ImGuiInputTextCallbackData* data) {
    auto& text = *static_cast<std::string*>(data->UserData);
    if (data->EventFlag == ImGuiInputTextFlags_CallbackResize) {
        text.resize(static_cast<std::size_t>(data->BufTextLen));
        data->Buf = text.data();
    }
    return 0;
}

}  // namespace

bool text_box(const PanelContext& context, const char* id, const char* hint, std::string& text,
              ImGuiInputTextFlags flags) {
    const std::string before = context.texts.for_box(text);
    std::string edited = before;
    const bool done =
        ImGui::InputTextWithHint(id, hint, edited.data(), edited.capacity() + 1,
                                 flags | ImGuiInputTextFlags_CallbackResize, resize_text, &edited);
    if (edited != before) text = context.texts.from_box(edited);
    return done;
}

void text(ImU32 color, std::string_view text) {
    ImGui::PushStyleColor(ImGuiCol_Text, color);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopStyleColor();
}

void text(ImFont* font, ImU32 color, std::string_view line) {
    ImGui::PushFont(font);
    text(color, line);
    ImGui::PopFont();
}

void paragraph(ImU32 color, std::string_view line) {
    ImGui::PushTextWrapPos(0.0F);
    text(color, line);
    ImGui::PopTextWrapPos();
}

void paragraph(const PanelContext& context, ImU32 color, std::string_view utf8) {
    if (utf8.find('\n') != std::string_view::npos) {
        ImGui::BeginGroup();
        while (!utf8.empty()) {
            const std::size_t end = std::min(utf8.find('\n'), utf8.size());
            paragraph(context, color, utf8.substr(0, end));
            utf8.remove_prefix(std::min(end + 1, utf8.size()));
        }
        ImGui::EndGroup();
        return;
    }
    if (!context.texts.runs_left(utf8)) {
        paragraph(color, context.shown(utf8));
        return;
    }
    // ImGui would break the line where it is drawn, which puts the end of the text first.
    const float room = ImGui::GetContentRegionAvail().x;
    const auto fits = [&](std::string_view line) {
        return ImGui::CalcTextSize(context.shown(line).c_str()).x <= room;
    };
    ImGui::BeginGroup();
    while (!utf8.empty()) {
        std::size_t end = std::min(utf8.find(' '), utf8.size());
        while (end < utf8.size()) {
            const std::size_t next = std::min(utf8.find(' ', end + 1), utf8.size());
            if (!fits(utf8.substr(0, next))) break;
            end = next;
        }
        paragraph(color, context.shown(utf8.substr(0, end)));
        utf8.remove_prefix(std::min(end + 1, utf8.size()));
    }
    ImGui::EndGroup();
}

void heading(const Look& look, std::string_view title, std::string_view note) {
    text(look.strong, ink::kSoft, title);
    if (!note.empty()) {
        ImGui::PushFont(look.small);
        const float width = ImGui::CalcTextSize(note.data(), note.data() + note.size()).x;
        ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - width);
        text(ink::kDim, note);
        ImGui::PopFont();
    }
    ImGui::Dummy({0, look.px(1)});
}

void probe(const PanelContext& context, const char* name) {
    if (context.probes != nullptr) {
        const ImVec2 low = ImGui::GetItemRectMin();
        const ImVec2 high = ImGui::GetItemRectMax();
        (*context.probes)[name] = {low.x, low.y, high.x, high.y};
    }
}

void close_on_escape(const PanelContext& context) {
    if (context.once.close_menus) ImGui::CloseCurrentPopup();
}

void tooltip(const char* text) {
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) ImGui::SetTooltip("%s", text);
}

void action_tooltip(const PanelContext& context, std::string_view id) {
    const Action* action = context.actions.find(id);
    if (action == nullptr || !ImGui::IsItemHovered()) return;
    ImGui::BeginTooltip();
    text(ink::kText, action->title);
    for (const KeyChord& key : action->keys) {
        ImGui::SameLine();
        text(ink::kAccent, key_text(key));
    }
    ImGui::EndTooltip();
}

bool chip(const Look& look, const char* label, ImU32 color, bool on) {
    ImGui::PushFont(look.small);
    const ImVec2 size = ImGui::CalcTextSize(label);
    const float dot = look.px(7);
    const ImVec2 whole = {size.x + look.px(14) + dot, size.y + look.px(6)};
    const bool clicked = ImGui::InvisibleButton(label, whole);
    const ImVec2 low = ImGui::GetItemRectMin();
    const ImVec2 high = ImGui::GetItemRectMax();
    ImDrawList* list = ImGui::GetWindowDrawList();
    const bool hovered = ImGui::IsItemHovered();
    if (on || hovered)
        list->AddRectFilled(low, high, hovered ? ink::kHover : ink::kRaised, look.px(9));
    const ImVec2 middle = {low.x + look.px(5) + dot / 2, (low.y + high.y) / 2};
    if (on)
        list->AddCircleFilled(middle, dot / 2, color, 12);
    else
        list->AddCircle(middle, dot / 2 - 0.5F, ink::kDim, 12);
    list->AddText({low.x + look.px(8) + dot, low.y + look.px(3)}, on ? ink::kText : ink::kDim,
                  label);
    ImGui::PopFont();
    return clicked;
}

void pill(const Look& look, std::string_view label, ImU32 color) {
    ImGui::PushFont(look.small);
    const ImVec2 size = ImGui::CalcTextSize(label.data(), label.data() + label.size());
    const ImVec2 low = ImGui::GetCursorScreenPos();
    const ImVec2 high = {low.x + size.x + look.px(16), low.y + size.y + look.px(6)};
    ImDrawList* list = ImGui::GetWindowDrawList();
    const ImU32 tint = pill_tint(color);
    list->AddRectFilled(low, high, tint, look.px(9));
    list->AddText({low.x + look.px(8), low.y + look.px(3)}, color, label.data(),
                  label.data() + label.size());
    ImGui::Dummy({high.x - low.x, high.y - low.y});
    ImGui::PopFont();
}

void splitter(const char* id, const Box& box, bool vertical, float& value, float low, float high,
              float sign) {
    ImGui::SetCursorScreenPos({box.x0, box.y0});
    ImGui::InvisibleButton(id, {std::max(box.width(), 1.0F), std::max(box.height(), 1.0F)});
    const bool active = ImGui::IsItemActive();
    if (active || ImGui::IsItemHovered()) {
        ImGui::SetMouseCursor(vertical ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
        ImGui::GetWindowDrawList()->AddRectFilled({box.x0, box.y0}, {box.x1, box.y1},
                                                  active ? ink::kAccent : paint(0x465063));
    }
    if (active) {
        const ImVec2 moved = ImGui::GetIO().MouseDelta;
        value = std::clamp(value + sign * (vertical ? moved.x : moved.y), low, std::max(low, high));
    }
}

void begin_dialog(const Look& look, const char* name, float width, float height) {
    constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove |
                                        ImGuiWindowFlags_NoResize |
                                        ImGuiWindowFlags_NoSavedSettings;
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(screen);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, paint(0x080a0e, 0.72));
    ImGui::Begin((std::string(name) + " veil").c_str(), nullptr,
                 kFlags | ImGuiWindowFlags_NoFocusOnAppearing);
    ImGui::End();
    ImGui::PopStyleColor();
    const float wide = std::min(look.px(width), screen.x - look.px(40));
    const float tall = std::min(look.px(height), screen.y - look.px(40));
    const float top = height > 0 ? (screen.y - tall) / 2 : screen.y * 0.3F;
    ImGui::SetNextWindowPos({std::floor((screen.x - wide) / 2), std::floor(top)});
    ImGui::SetNextWindowSize({wide, tall});
    ImGui::SetNextWindowFocus();
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(look.px(24), look.px(18)));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, look.px(10));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0F);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, paint(0x171c25));
    ImGui::Begin(name, nullptr, kFlags);
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(3);
}

void end_dialog() {
    ImGui::End();
}

std::string beginning(std::string text, std::size_t bytes) {
    if (text.size() > bytes) {
        while (bytes > 0 && (text[bytes] & 0xc0) == 0x80) --bytes;
        text.resize(bytes);
    }
    return text;
}

std::string one_line(const PanelContext& context, std::string utf8, bool ours, float width) {
    if (ours) return context.label(utf8);
    if (!context.texts.runs_left(utf8)) return context.shown(utf8);
    return shortened(context, std::move(utf8), width);
}

std::string shortened(const PanelContext& context, std::string utf8, float width) {
    std::string line = context.shown(utf8);
    while (utf8.size() > 8 && ImGui::CalcTextSize(line.c_str()).x > width) {
        utf8 = beginning(utf8, utf8.size() * 7 / 8);
        line = context.shown(utf8 + "\xE2\x80\xA6");
    }
    return line;
}

std::string fitted(const std::string& text, float width) {
    const std::string tail = text.substr(std::min(text.rfind('.'), text.size()));
    std::size_t head = text.size() - tail.size();
    std::string shown = text;
    while (head > 0 && ImGui::CalcTextSize(shown.c_str()).x > width) {
        do {
            --head;
        } while (head > 0 && (text[head] & 0xc0) == 0x80);  // whole characters
        shown = text.substr(0, head) + ".." + tail;
    }
    return shown;
}

void fact(const Look& look, const char* label, std::string_view value, ImU32 color) {
    const float left = ImGui::GetCursorPosX();
    text(ink::kDim, label);
    ImGui::SameLine();
    ImGui::SetCursorPosX(left + look.px(92));
    paragraph(color, value);
}

}  // namespace tickreel
