// What the game shows over the world: time, and of the followed player health, armour, weapon and
// ammunition. Values that the server hides are not shown: it sends them for the recorded player and
// for whom that player watches.

#include <cmath>

#include <fmt/format.h>

#include "player/draw/map_inks.h"
#include "player/games/teeworlds/items.h"
#include "player/games/teeworlds/stage.h"

namespace tickreel::teeworlds_art {

namespace {

constexpr int kGaugeLength = 10;  // hearts, shields and shots in a row
constexpr SpriteCells kHeart{21, 0, 2, 2};
constexpr SpriteCells kNoHeart{23, 0, 2, 2};
constexpr SpriteCells kShield{21, 2, 2, 2};
constexpr SpriteCells kNoShield{23, 2, 2, 2};
constexpr std::string_view kHudWeapons[] = {"hammer",  "gun",   "shotgun",
                                            "grenade", "laser", "ninja"};

constexpr int kNinja = 5;

using Shape = void (*)(const Stage&, Vec2, float, Color);

struct Gauge {
    SpriteCells full{};
    SpriteCells empty{};
    Shape shape = nullptr;
    Color color{};
};

void draw_gauge(const Stage& stage, Vec2 at, float size, int value, const Gauge& gauge) {
    Sheet& sheet = stage.sprites.game();
    for (int i = 0; i < kGaugeLength; ++i) {
        const Vec2 centre = at + Vec2{(static_cast<float>(i) + 0.5F) * size, size / 2};
        if (!sheet.empty())
            sheet.draw(stage.list(), stage.input.textures, i < value ? gauge.full : gauge.empty,
                       centre, {size, size});
        else
            gauge.shape(stage, centre, size * 0.8F, i < value ? gauge.color : rgb(0x39404c));
    }
}

void draw_shots(const Stage& stage, Vec2 at, float size, int weapon, int shots) {
    const auto kind = static_cast<std::size_t>(weapon);
    const std::string name(kind < std::size(kHudWeapons) ? kHudWeapons[kind] : "");
    for (int i = 0; i < std::min(shots, kGaugeLength); ++i) {
        const Vec2 centre = at + Vec2{(static_cast<float>(i) + 0.5F) * size, size / 2};
        stage.list().circle(centre, size * 0.27F, rgb(0x14100c));
        stage.list().circle(centre, size * 0.20F, rgb(0xffd34d));
    }
    const float left = at.x + (shots > 0 ? static_cast<float>(kGaugeLength) * size + size / 3 : 0);
    stage.input.font.draw_edged(stage.list(), {left, at.y}, std::round(size * 0.85F),
                                map_ink::kText, name);
}

// What the player has at this tick, though his tee is drawn on its way to the next snapshot.
void draw_followed(const Stage& stage, const Tee& tee, const Box& room, float size) {
    const Items characters(stage.input.schema, "Character");
    const auto row = characters.find(stage.input.reached()->snapshot, tee.key.entity);
    const int health = row ? characters.number(*row, "health", -1) : -1;
    if (health < 0) return;
    constexpr GameFlag kHealthAndArmor{16, 7};
    constexpr GameFlag kAmmo{32, 7};
    // A server may say that they are no use in its game.
    const auto wanted = [&stage](const GameFlag& flag) {
        return says(stage.input.schema, stage.input.reached()->snapshot, flag).value_or(true);
    };
    Vec2 at{room.x0, room.y0};
    if (wanted(kHealthAndArmor)) {
        draw_gauge(stage, at, size, health, {kHeart, kNoHeart, draw_heart, rgb(0xe84855)});
        at.y += size;
        draw_gauge(stage, at, size, characters.number(*row, "armor", -1),
                   {kShield, kNoShield, draw_shield, rgb(0xf2b84b)});
        at.y += size;
    }
    if (!wanted(kAmmo)) return;
    // Of a ninja it is a tick (see types.txt).
    const int weapon = characters.number(*row, "weapon");
    draw_shots(stage, at, size, weapon,
               weapon == kNinja ? 0 : characters.number(*row, "ammo_count"));
}

// Whether the server tells the recorded client this player's race: its own, or of whom it watches.
bool tells_race_of(const Stage& stage, EntityId who) {
    const Snapshot& snapshot = stage.input.reached()->snapshot;
    bool watched = false;
    const Items watching(stage.input.schema, "SpectatorInfo");
    watching.each(snapshot, [&](EntityId, Row row) {
        watched |= watching.number(row, "spectator_id", -1) == static_cast<int>(who);
    });
    return watched || is_recorded_player(stage.input.schema, snapshot, who);
}

// Ticks since the followed player started a race, without one those that the game showed; empty if
// no race runs.
std::optional<double> race_ticks(const Stage& stage, const EntityId* who) {
    const Snapshot& snapshot = stage.input.reached()->snapshot;
    const Items races(stage.input.schema, "PlayerInfoRace");  // 0.7: of every player
    if (const auto race = who ? races.find(snapshot, *who) : std::nullopt) {
        const int start = races.number(*race, "race_start_tick", -1);
        if (start >= 0) return stage.world.clock - start;
    }
    // DDNet: in a field that other games use for the warmup. A time limit has precedence.
    constexpr int kRaceTime = 8;
    const Items games(stage.input.schema, "GameInfo");
    const auto game = games.find(snapshot, 0);
    if (!game || (who && !tells_race_of(stage, *who))) return {};
    const int start = -games.number(*game, "warmup_timer");
    const bool races_now = (games.number(*game, "game_state_flags") & kRaceTime) != 0 &&
                           games.number(*game, "time_limit") == 0;
    return races_now && start > 0 ? std::optional(stage.world.clock - start) : std::nullopt;
}

// The game's own: "3:07", and hundredths in a race.
std::string time_text(double seconds, bool exact) {
    const double shown = std::max(seconds, 0.0);
    const auto minutes = static_cast<long long>(shown / 60);
    const double rest = shown - static_cast<double>(minutes) * 60;
    return exact ? fmt::format("{}:{:05.2f}", minutes, std::floor(rest * 100) / 100)
                 : fmt::format("{}:{:02}", minutes, static_cast<int>(rest));
}

// Of the round, or what is left of it if it is limited.
std::string round_text(const Stage& stage, const MatchState& match) {
    if (match.sudden_death) return "Sudden Death";
    return time_text(clock_seconds(match, stage.world.clock - stage.world.round_start,
                                   stage.input.ticks_per_second),
                     false);
}

void draw_checkpoint(const Stage& stage, double behind, Vec2 top_middle) {
    stage.input.font.draw_centred(
        stage.list(), top_middle, std::round(18 * stage.input.options.ui_scale),
        behind > 0 ? map_ink::kBehind : map_ink::kAhead, fmt::format("{:+.2f}", behind));
}

}  // namespace

void draw_hud(const Stage& stage, const MatchState& match) {
    const float ui = stage.input.options.ui_scale;
    const Box room = grown(hud_room(stage.input), -std::round(10 * ui));
    const float size = std::round(20 * ui);
    if (room.width() < size * 24 || room.height() < size * 6) return;
    const Tee* followed = nullptr;
    for (const Tee& tee : stage.world.tees)
        if (tee.key == stage.input.followed) followed = &tee;
    const EntityId* const who = stage.input.followed ? &stage.input.followed->entity : nullptr;
    const auto race = race_ticks(stage, who);
    const std::string time =
        race ? time_text(*race / stage.input.ticks_per_second, true) : round_text(stage, match);
    stage.input.font.draw_centred(stage.list(), {room.centre().x, room.y0}, std::round(24 * ui),
                                  race ? map_ink::kChosen : map_ink::kText, time);
    const Vec2 below_clock{room.centre().x, room.y0 + std::round(28 * ui)};
    if (match.checkpoint)
        draw_checkpoint(stage, *match.checkpoint, below_clock);
    else if (!match.notice.empty())
        stage.input.font.draw_centred(stage.list(), below_clock, std::round(18 * ui),
                                      map_ink::kText, match.notice);
    if (followed != nullptr) draw_followed(stage, *followed, room, size);
    draw_match_state(stage, match, room);
}

}  // namespace tickreel::teeworlds_art
