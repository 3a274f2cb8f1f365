#include "player/panels/integrity_strip.h"

#include <algorithm>
#include <cmath>

#include "player/state/stack_pixels.h"

namespace tickreel {
namespace {

constexpr float kRise = 4;  // of a mismatch above the lane, in unscaled pixels

// Lines that lean to the right, in step with the screen so that neighbours fit.
void hatch(const Look& look, ImDrawList* list, ImVec2 low, ImVec2 high, ImU32 color) {
    const float step = look.px(5);
    const float tall = high.y - low.y;
    list->PushClipRect(low, high, true);
    for (float x = std::floor((low.x - tall) / step) * step; x < high.x; x += step)
        list->AddLine({x, high.y}, {x + tall, low.y}, color, look.px(1.4F));
    list->PopClipRect();
}

void dashes(const Look& look, ImDrawList* list, ImVec2 low, ImVec2 high, ImU32 color) {
    const float step = look.px(4);
    for (float x = std::ceil(low.x / step) * step; x < high.x; x += step)
        list->AddRectFilled({x, low.y}, {std::min(x + look.px(1.5F), high.x), high.y}, color);
    list->AddRectFilled(low, {high.x, low.y + 1}, color);
}

void fill(const Look& look, Integrity kind, ImVec2 low, ImVec2 high) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    const ImU32 color = integrity_fill(kind);
    if (kind == Integrity::Gap && high.y - low.y > 2) {
        dashes(look, list, low, high, color);
        return;
    }
    if (kind == Integrity::Mismatch) {
        low.y -= look.px(kRise);
        high.x = std::max(high.x, low.x + look.px(2));
    }
    list->AddRectFilled(low, high, color);
    if (kind == Integrity::Unreadable && high.y - low.y > 2)
        hatch(look, list, low, high, ink::kBack);
}

}  // namespace

StripColumn strip_column(const IntegrityShares& shares, int height) {
    IntegrityShares known = shares;
    known[static_cast<std::size_t>(Integrity::None)] = 0;
    return stack_pixels(known, height);
}

void draw_integrity_strip(const Look& look, std::span<const StripColumn> columns, ImVec2 at,
                          float height) {
    for (std::size_t from = 0; from < columns.size();) {
        std::size_t to = from + 1;
        while (to < columns.size() && columns[to] == columns[from]) ++to;
        float bottom = at.y + height;
        for (std::size_t kind = 1; kind < kIntegrities; ++kind) {
            if (columns[from][kind] > 0) {
                const float top = bottom - static_cast<float>(columns[from][kind]);
                fill(look, static_cast<Integrity>(kind), {at.x + static_cast<float>(from), top},
                     {at.x + static_cast<float>(to), bottom});
                bottom = top;
            }
        }
        from = to;
    }
}

void draw_end_mark(const Look& look, Integrity kind, ImVec2 right, float height) {
    fill(look, kind, {right.x - look.px(kEndMark), right.y}, {right.x, right.y + height});
}

void draw_border_hole(const Look& look, Integrity kind, ImVec2 at, float height) {
    fill(look, kind, {at.x - look.px(kBorderHole), at.y}, {at.x, at.y + height});
}

void integrity_sample(const Look& look, Integrity kind) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float line = ImGui::GetTextLineHeight();
    const float tall = look.px(9);
    const float top = at.y + (line - tall) / 2 + look.px(1);
    fill(look, kind, {at.x, top}, {at.x + look.px(14), top + tall});
    ImGui::Dummy({look.px(14), line});
    ImGui::SameLine(0, look.px(6));
}

}  // namespace tickreel
