#include <fmt/format.h>

#include "player/draw/map_inks.h"
#include "player/games/teeworlds/stage.h"

namespace tickreel::teeworlds_art {

namespace {

constexpr std::size_t kMostSpectators = 6;

void draw_key(const Stage& stage, const Box& box, bool held) {
    stage.list().rounded_rect(box, 4 * stage.input.options.ui_scale,
                              held ? map_ink::kChosen : map_ink::kPlate);
}

void draw_arrow(const Stage& stage, const Box& box, Vec2 way, bool held) {
    draw_key(stage, box, held);
    const Vec2 centre = box.centre();
    const float reach = box.width() * 0.28F;
    const Vec2 side{-way.y * reach, way.x * reach};
    const Vec2 tip = centre + way * reach;
    const Vec2 foot = centre - way * reach;
    stage.list().polygon({tip, foot + side, foot - side},
                         held ? map_ink::kOnPaper : map_ink::kSoft);
}

void draw_word_key(const Stage& stage, const Box& box, const char* word, bool held) {
    draw_key(stage, box, held);
    const float size = std::round(box.height() * 0.6F);
    stage.input.font.draw_centred(stage.list(), {box.centre().x, box.centre().y - size / 2}, size,
                                  held ? map_ink::kOnPaper : map_ink::kSoft, word, !held);
}

// What the recorded player holds: left, jump, right, hook, fire.
void draw_keys(const Stage& stage, const HeldKeys& keys, const Box& room) {
    const float side = std::round(24 * stage.input.options.ui_scale);
    const float gap = std::round(side / 6);
    const float word = 2 * side;
    float x = room.centre().x - (3 * side + 2 * word + 4 * gap) / 2;
    const float y = room.y1 - side;
    const auto next = [&](float wide) {
        const Box box{x, y, x + wide, y + side};
        x += wide + gap;
        return box;
    };
    draw_arrow(stage, next(side), {-1, 0}, keys.direction < 0);
    draw_arrow(stage, next(side), {0, -1}, keys.jump);
    draw_arrow(stage, next(side), {1, 0}, keys.direction > 0);
    draw_word_key(stage, next(word), "hook", keys.hook);
    draw_word_key(stage, next(word), "fire", keys.fire);
}

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
    if (match.keys) {
        draw_keys(stage, *match.keys, room);
    } else if (!match.watched.empty()) {
        const float size = std::round(16 * stage.input.options.ui_scale);
        stage.input.font.draw_centred(stage.list(), {room.centre().x, room.y1 - size}, size,
                                      map_ink::kText, "watching " + match.watched);
    }
    draw_right(stage, match, room);
}

}  // namespace tickreel::teeworlds_art
