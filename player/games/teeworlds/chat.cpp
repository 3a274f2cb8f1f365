// Chat bubbles above players, and three dots while they type.

#include <map>
#include <optional>

#include "player/draw/map_inks.h"
#include "player/games/teeworlds/items.h"
#include "player/games/teeworlds/stage.h"
#include "player/games/teeworlds/told_lately.h"
#include "tickreel/analysis/chat_audience.h"
#include "tickreel/analysis/input_track.h"
#include "tickreel/base/concat.h"
#include "tickreel/model/names.h"

namespace tickreel::teeworlds_art {

namespace {

constexpr float kSmallestScale = 0.35F;  // pixels per unit; below it bubbles would cover the game
constexpr double kFadeTicks = 10;
constexpr double kSeconds = 2;  // the input contains no more

using Said = ToldLately<std::string>;

void draw_bubble(const Stage& stage, Vec2 tip, std::string_view text, float alpha) {
    const float ui = stage.input.options.ui_scale;
    const float size = std::round(std::clamp(stage.pixels(20), 12 * ui, 22 * ui));
    const std::string line = stage.input.font.fitted(text, size, 260 * ui);
    const float width = stage.input.font.width(line, size) + size;
    const float height = size * 1.5F;
    // Beside the head: the name is above it.
    const float left = std::round(tip.x + size * 0.5F);
    const float top = std::round(tip.y - height * 0.75F);
    const Box box{left, top, left + std::round(width), top + std::round(height)};
    const Color rim = rgb(0x14100c, static_cast<std::uint8_t>(220 * alpha));
    const Color paper = faded(map_ink::kPaper, alpha);
    const Vec2 upper{left + 3, top + height * 0.35F};
    const Vec2 lower{left + 3, top + height * 0.80F};
    stage.list().polygon({tip - Vec2{3, 0}, upper - Vec2{0, 2}, lower + Vec2{0, 2}}, rim);
    stage.list().rounded_rect(grown(box, 1.5F), size * 0.6F, rim);
    stage.list().rounded_rect(box, size * 0.5F, paper);
    stage.list().polygon({tip, upper, lower}, paper);
    stage.input.font.draw(stage.list(), {box.x0 + size / 2, box.y0 + size * 0.25F}, size,
                          faded(map_ink::kOnPaper, alpha), line);
}

std::map<EntityId, Said> latest_words(const Stage& stage) {
    const Items messages(stage.input.schema, "Sv_Chat");
    if (!messages.exist()) return {};
    const Schema& schema = stage.input.schema;
    const Snapshot& now = stage.input.frame->snapshot;
    const std::optional<EntityId> recorded = recorded_player(schema, now);
    using Line = std::pair<EntityId, std::string>;
    return told_lately<std::string>(
        stage, kSeconds, [&](const Event& event) -> std::optional<Line> {
            const int client = messages.number(event.row, "client_id", -1);
            if (event.type != messages.key(0).type || client < 0) return {};
            auto speaker = static_cast<EntityId>(client);
            std::string mark = chat_mark(schema[event.type], event.row);
            if (chat_audience(schema[event.type], event.row) == kWhisperTo) {
                if (!recorded) return {};
                const std::string to = entity_name(schema, now, speaker);
                mark = concat("[", kWhisperTo, " ", to.empty() ? concat(client) : to, "] ");
                speaker = *recorded;
            }
            return Line{speaker, clean_text(mark + messages.text(event.row, "message"))};
        });
}

}  // namespace

void draw_chat(const Stage& stage) {
    if (!stage.input.options.names || stage.input.camera.scale < kSmallestScale) return;
    const std::map<EntityId, Said> words = latest_words(stage);
    for (const Tee& tee : stage.world.tees) {
        const auto said = words.find(tee.key.entity);
        if ((said == words.end() && !tee.chatting) || stage.hidden(tee.position, 120)) continue;
        const Vec2 tip = stage.screen(tee.position + Vec2{22, -10});
        if (said != words.end()) {
            const double left = kSeconds * stage.input.ticks_per_second - said->second.age;
            draw_bubble(stage, tip, said->second.told,
                        static_cast<float>(std::clamp(left / kFadeTicks, 0.0, 1.0)));
        } else {
            draw_bubble(stage, tip, "...", 1);
        }
    }
}

}  // namespace tickreel::teeworlds_art
