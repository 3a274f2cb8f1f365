#include <fmt/format.h>

#include "player/draw/map_inks.h"
#include "player/draw/scene.h"

namespace tickreel {

namespace {

struct Status {
    Color color{};
    std::string text{};
};

Status status_of(const HudFacts& facts) {
    const WireInfo& wire = facts.wire;
    if (facts.item_checksums && wire.checksum != WireChecksum::Absent) {
        const bool ok = wire.checksum == WireChecksum::Ok;
        return {ok ? map_ink::kGood : map_ink::kBad,
                fmt::format("item checksums: {} of {} ok", wire.computed, wire.expected)};
    }
    switch (wire.checksum) {
        case WireChecksum::Ok:
            return {map_ink::kGood, fmt::format("wire checksum ok {:08x}", wire.expected)};
        case WireChecksum::Mismatch:
            return {map_ink::kBad, fmt::format("wire checksum MISMATCH sent {:08x} computed {:08x}",
                                               wire.expected, wire.computed)};
        case WireChecksum::Absent:
            break;
    }
    return {map_ink::kUnknown, facts.item_checksums ? "no item was checked" : "no wire checksum"};
}

}  // namespace

void draw_hud(DrawList& list, Font& font, const Box& viewport, const HudFacts& facts,
              float ui_scale) {
    const float height = std::round(kStripHeight * ui_scale);
    const float size = 16 * ui_scale;
    const Box strip{viewport.x0, viewport.y1 - height, viewport.x1, viewport.y1};
    const Status status = status_of(facts);
    list.rect(strip, map_ink::kStrip);
    list.rect({strip.x0, strip.y0, strip.x1, strip.y0 + std::max(2.0F, std::round(2 * ui_scale))},
              status.color);
    const Color strong = map_ink::kText;
    const Color soft = map_ink::kStripSoft;
    const float y = strip.y0 + (height - size) / 2 + ui_scale;
    const float gap = 18 * ui_scale;
    float x = strip.x0 + 12 * ui_scale;
    x = font.draw(list, {x, y}, size, strong, facts.time) + gap;
    x = font.draw(list, {x, y}, size, soft, "tick ");
    x = font.draw(list, {x, y}, size, strong, fmt::format("{}", facts.tick)) + gap;
    list.circle({x + 5 * ui_scale, y + size / 2}, 5 * ui_scale, status.color);
    x += 15 * ui_scale;
    x = font.draw(list, {x, y}, size, status.color, status.text) + gap;
    const std::string right =
        facts.note.empty() ? facts.map : facts.note + (facts.map.empty() ? "" : "   " + facts.map);
    const float room = strip.x1 - 12 * ui_scale - x;
    if (room > 40 * ui_scale && !right.empty()) {
        const std::string text = font.fitted(right, size, room);
        font.draw(list, {strip.x1 - 12 * ui_scale - font.width(text, size), y}, size, soft, text);
    }
}

}  // namespace tickreel
