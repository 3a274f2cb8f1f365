// Emoticons, shown above players for two seconds.

#include <array>
#include <numbers>

#include "player/draw/map_inks.h"
#include "player/games/teeworlds/items.h"
#include "player/games/teeworlds/stage.h"
#include "player/games/teeworlds/told_lately.h"

namespace tickreel::teeworlds_art {

namespace {

constexpr double kSeconds = 2;
constexpr std::array<std::string_view, 16> kWords{"oops", "!",   "<3",  ";(",   "...", "la",
                                                  "sry",  "boo", "yum", "argh", ">:)", "omg",
                                                  "zzz",  "wtf", "o.o", "?"};

using ActiveEmote = ToldLately<int>;  // the number of the emoticon

// Grows in the first 5 ticks, shakes in the first 10, fades in the last 10.
void draw_emote(const Stage& stage, Vec2 head, const ActiveEmote& shown) {
    const double left = kSeconds * stage.input.ticks_per_second - shown.age;
    const auto grown_by = static_cast<float>(std::min(shown.age / 5, 1.0));
    const auto alpha = static_cast<float>(std::clamp(left / 10, 0.0, 1.0));
    const float shake = shown.age < 10
                            ? std::numbers::pi_v<float> / 6 *
                                  std::sin(5 * static_cast<float>(shown.age) / 10 * 6.2832F)
                            : 0;
    const Vec2 at = stage.screen(head - Vec2{0, 23 + 32 * grown_by});
    const Vec2 size{stage.pixels(64), stage.pixels(64) * std::max(grown_by, 0.05F)};
    Sheet& sheet = stage.sprites.emoticons();
    if (!sheet.empty()) {
        sheet.draw(stage.list(), stage.input.textures, {shown.told % 4, shown.told / 4, 1, 1}, at,
                   size, shake, faded(Color{}, alpha));
        return;
    }
    const std::string_view word = kWords[static_cast<std::size_t>(shown.told)];
    const float letters = std::max(stage.pixels(24), 11.0F);
    const float width = stage.input.font.width(word, letters) + letters;
    const Box bubble = box_around(at, width / 2, letters * 0.75F);
    stage.list().rounded_rect(grown(bubble, 2), letters * 0.6F,
                              rgb(0x14100c, static_cast<std::uint8_t>(230 * alpha)));
    stage.list().rounded_rect(bubble, letters * 0.5F, faded(map_ink::kPaper, alpha));
    stage.input.font.draw_centred(stage.list(), {at.x, at.y - letters / 2}, letters,
                                  faded(map_ink::kOnPaper, alpha), word, false);
}

}  // namespace

void draw_emotes(const Stage& stage) {
    const Items messages(stage.input.schema, "Sv_Emoticon");
    if (!messages.exist() || stage.input.camera.scale < 0.2F) return;
    const auto latest = told_lately<int>(
        stage, kSeconds, [&](const Event& event) -> std::optional<std::pair<EntityId, int>> {
            const int emoticon = messages.number(event.row, "emoticon");
            const int client = messages.number(event.row, "client_id", -1);
            if (event.type != messages.key(0).type || client < 0 || emoticon < 0 || emoticon >= 16)
                return {};
            return std::pair{static_cast<EntityId>(client), emoticon};
        });
    for (const Tee& tee : stage.world.tees) {
        const auto shown = latest.find(tee.key.entity);
        if (shown != latest.end() && !stage.hidden(tee.position, 120))
            draw_emote(stage, tee.position, shown->second);
    }
}

}  // namespace tickreel::teeworlds_art
