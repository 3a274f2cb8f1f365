#include "player/draw/hud.h"

#include <cmath>

#include <fmt/format.h>

#include "player/draw/map_inks.h"
#include "player/draw/scene.h"

namespace tickreel {

namespace {

Color strip_color(Integrity integrity) {
    switch (integrity) {
        case Integrity::Match:
            return map_ink::kGood;
        case Integrity::Mismatch:
            return map_ink::kBad;
        case Integrity::Gap:
            return map_ink::kGap;
        case Integrity::Unreadable:
            return map_ink::kLost;
        case Integrity::None:
        case Integrity::Absent:
            break;
    }
    return map_ink::kUnknown;
}

// The words of the player. In a hole nothing is said of a snapshot: none belongs to that moment.
std::string strip_words(const HudFacts& facts) {
    const WireInfo& wire = facts.wire;
    const std::string name(integrity_name(facts.integrity));
    const bool checked =
        facts.integrity == Integrity::Match || facts.integrity == Integrity::Mismatch;
    if (facts.integrity == Integrity::Gap || facts.integrity == Integrity::Unreadable) return name;
    if (checked && facts.item_checksums)
        return fmt::format("{} of {} items match", wire.computed, wire.expected);
    if (facts.integrity == Integrity::Match)
        return fmt::format("wire checksum {} {:08x}", name, wire.expected);
    if (facts.integrity == Integrity::Mismatch)
        return fmt::format("wire checksum {}: sent {:08x}, computed {:08x}", name, wire.expected,
                           wire.computed);
    return "wire checksum " + name;
}

}  // namespace

void draw_missing(const SceneInput& input, DrawList& list) {
    const MissingHere& missing = input.missing;
    if (missing.kind != Integrity::Gap && missing.kind != Integrity::Unreadable) return;
    const float ui = input.options.ui_scale;
    const float size = std::round(16 * ui);
    const float pad = std::round(8 * ui);
    const float line = std::max(2.0F, std::round(2 * ui));
    const Box room = grown(hud_room(input), -std::round(10 * ui));
    std::string words(integrity_name(missing.kind));
    if (missing.ticks > 0)
        words +=
            fmt::format(": last snapshot {:.2f} s ago", missing.ticks / input.ticks_per_second);
    words = input.font.fitted(words, size, std::max(room.width() - 2 * pad, 0.0F));
    const float wide = std::round(input.font.width(words, size)) + 2 * pad;
    const float x = std::round(room.centre().x - wide / 2);
    const float y = room.y0 + (input.options.hud ? std::round(52 * ui) : 0);
    const Box plate{x, y, x + wide, y + size + pad};
    list.rect(plate, map_ink::kStrip);
    list.frame(plate, strip_color(missing.kind), line);
    input.font.draw(list, {x + pad, y + std::round(pad / 2)}, size, strip_color(missing.kind),
                    words);
}

void draw_hud(DrawList& list, Font& font, const Box& viewport, const HudFacts& facts,
              float ui_scale) {
    const float height = std::round(kStripHeight * ui_scale);
    const float size = 16 * ui_scale;
    const Box strip{viewport.x0, viewport.y1 - height, viewport.x1, viewport.y1};
    const Color color = strip_color(facts.integrity);
    list.rect(strip, map_ink::kStrip);
    list.rect({strip.x0, strip.y0, strip.x1, strip.y0 + std::max(2.0F, std::round(2 * ui_scale))},
              color);
    const Color strong = map_ink::kText;
    const Color soft = map_ink::kStripSoft;
    const float y = strip.y0 + (height - size) / 2 + ui_scale;
    const float gap = 18 * ui_scale;
    float x = strip.x0 + 12 * ui_scale;
    x = font.draw(list, {x, y}, size, strong, facts.time) + gap;
    x = font.draw(list, {x, y}, size, soft, "tick ");
    x = font.draw(list, {x, y}, size, strong, facts.tick) + gap;
    list.circle({x + 5 * ui_scale, y + size / 2}, 5 * ui_scale, color);
    x += 15 * ui_scale;
    x = font.draw(list, {x, y}, size, color, strip_words(facts)) + gap;
    const std::string right =
        facts.note.empty() ? facts.map : facts.note + (facts.map.empty() ? "" : "   " + facts.map);
    const float room = strip.x1 - 12 * ui_scale - x;
    if (room > 40 * ui_scale && !right.empty()) {
        const std::string text = font.fitted(right, size, room);
        font.draw(list, {strip.x1 - 12 * ui_scale - font.width(text, size), y}, size, soft, text);
    }
}

}  // namespace tickreel
