// The kill feed and the chat over the picture: texts, so that they serve every game.
#include <cmath>
#include <vector>

#include "player/draw/map_inks.h"
#include "player/draw/scene.h"

namespace tickreel {

namespace {

constexpr std::size_t kMostKills = 5;
constexpr std::size_t kMostChat = 6;
constexpr double kFadeSeconds = 0.6;

// The last lines of one kind, oldest first.
std::vector<const FeedLine*> last_lines(std::span<const FeedLine> feed, bool chat,
                                        std::size_t most) {
    std::vector<const FeedLine*> lines;
    for (const FeedLine& line : feed) {
        // A server's message of the day may be empty: no box for that.
        const bool blank = line.text.find_first_not_of(' ') == std::string::npos;
        if (line.chat == chat && !blank && line.age >= 0 && line.age < kFeedSeconds)
            lines.push_back(&line);
    }
    if (lines.size() > most) lines.erase(lines.begin(), lines.end() - static_cast<int>(most));
    return lines;
}

}  // namespace

void draw_feed(const SceneInput& input, DrawList& list) {
    const float ui = input.options.ui_scale;
    const float size = std::round(16 * ui);
    const float pad = std::round(6 * ui);
    const float row = size + pad;
    Box room = grown(hud_room(input), -std::round(10 * ui));
    if (input.pressed) room.y1 -= std::round(48 * ui);  // long lines end above the keys
    const float widest = room.width() * 0.46F;
    if (room.empty() || widest < 4 * size) return;
    const auto draw_line = [&](const FeedLine& line, float y, Color color) {
        const auto alpha =
            static_cast<float>(std::clamp((kFeedSeconds - line.age) / kFadeSeconds, 0.0, 1.0));
        const std::string text = input.font.fitted(line.text, size, widest - 2 * pad);
        const float wide = std::round(input.font.width(text, size)) + 2 * pad;
        const float x = line.chat ? room.x0 : room.x1 - wide;
        list.rounded_rect({x, y, x + wide, y + row - std::round(2 * ui)}, 4 * ui,
                          faded(map_ink::kPlate, alpha));
        input.font.draw(list, {x + pad, y + std::round(2 * ui)}, size, faded(color, alpha), text);
    };
    float y = room.y0;
    for (const FeedLine* line : last_lines(input.feed, false, kMostKills)) {
        if (y + row > room.y1) break;
        draw_line(*line, y, map_ink::kText);
        y += row;
    }
    const std::vector<const FeedLine*> said = last_lines(input.feed, true, kMostChat);
    y = room.y1 - row * static_cast<float>(said.size());
    for (const FeedLine* line : said) {
        if (y >= room.y0) draw_line(*line, y, map_ink::kChat);
        y += row;
    }
}

}  // namespace tickreel
