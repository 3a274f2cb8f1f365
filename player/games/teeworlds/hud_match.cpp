#include <fmt/format.h>

#include "player/draw/map_inks.h"
#include "player/games/teeworlds/stage.h"

namespace tickreel::teeworlds_art {

namespace {

constexpr std::size_t kMostSpectators = 6;

struct RightLine {
    std::string text{};
    Color color{};
    std::optional<Color> flag{};  // a pennant in front of it
};

std::vector<RightLine> right_lines(const MatchState& match) {
    std::vector<RightLine> lines;
    if (!match.spectators.empty()) lines.push_back({"Spectators", map_ink::kSoft, {}});
    const std::size_t shown = std::min(match.spectators.size(), kMostSpectators);
    for (std::size_t i = 0; i < shown; ++i)
        lines.push_back({match.spectators[i], map_ink::kText, {}});
    if (match.spectators.size() > shown)
        lines.push_back(
            {fmt::format("and {} more", match.spectators.size() - shown), map_ink::kSoft, {}});
    const Color colours[] = {rgb(0xe84855), rgb(0x4f8df0)};
    for (std::size_t i = 0; i < std::min(match.teams.size(), std::size(colours)); ++i) {
        const TeamState& team = match.teams[i];
        lines.push_back({team.flag.empty() ? fmt::format("{}", team.score)
                                           : fmt::format("{}   {}", team.score, team.flag),
                         map_ink::kText, colours[i]});
    }
    return lines;
}

// From the lower right corner upwards, as far as there is room below the kills.
void draw_right(const Stage& stage, const MatchState& match, const Box& room) {
    const float ui = stage.input.options.ui_scale;
    const float size = std::round(16 * ui);
    const float pad = std::round(6 * ui);
    const float row = size + pad;
    const std::vector<RightLine> lines = right_lines(match);
    float y = room.y1;
    for (auto line = lines.rbegin(); line != lines.rend(); ++line) {
        y -= row;
        if (y < room.centre().y) return;
        const std::string text = stage.input.font.fitted(line->text, size, room.width() * 0.3F);
        const float front = line->flag ? size : 0;
        const float wide = std::round(stage.input.font.width(text, size)) + front + 2 * pad;
        const float x = room.x1 - wide;
        stage.list().rounded_rect({x, y, room.x1, y + row - std::round(2 * ui)}, 4 * ui,
                                  map_ink::kPlate);
        if (line->flag) {
            const Vec2 top{x + pad, y + std::round(4 * ui)};
            stage.list().polygon(
                {top, top + Vec2{size * 0.7F, size * 0.3F}, top + Vec2{0, size * 0.6F}},
                *line->flag);
            stage.list().line(top, top + Vec2{0, size * 0.85F}, std::max(1.0F, ui), map_ink::kText);
        }
        stage.input.font.draw(stage.list(), {x + pad + front, y + std::round(2 * ui)}, size,
                              line->color, text);
    }
}

}  // namespace

void draw_match_state(const Stage& stage, const MatchState& match, const Box& room) {
    if (!stage.input.pressed && !match.watched.empty()) {
        // Below the clock and the checkpoint: chat fills the lower edge of a narrow window.
        const float ui = stage.input.options.ui_scale;
        const float y = room.y0 + std::round((match.checkpoint ? 54 : 32) * ui);
        stage.input.font.draw_centred(stage.list(), {room.centre().x, y}, std::round(16 * ui),
                                      map_ink::kText, "watching " + match.watched);
    }
    draw_right(stage, match, room);
}

}  // namespace tickreel::teeworlds_art
