// Recent events: explosions, deaths, hits. Each is a pure function of the event and its age, so
// that any tick looks the same however it was reached.

#include <numbers>

#include "player/games/teeworlds/items.h"
#include "player/games/teeworlds/stage.h"

namespace tickreel::teeworlds_art {

namespace {

constexpr float kTurn = 2 * std::numbers::pi_v<float>;

// Deterministic randomness: the same event always has the same splinters.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15ULL + 1) {}
    float next() {  // 0..1
        state_ ^= state_ >> 12;
        state_ ^= state_ << 25;
        state_ ^= state_ >> 27;
        return static_cast<float>((state_ * 0x2545f4914f6cdd1dULL) >> 40) /
               static_cast<float>(1 << 24);
    }

private:
    std::uint64_t state_;
};

struct Happening {
    Vec2 place{};
    double age = 0;  // seconds
    std::uint64_t seed = 0;
    int value = 0;  // angle of a hit, who died
};

using Draw = void (*)(const Stage&, const Happening&);

float share(const Happening& what, double duration) {
    return static_cast<float>(std::clamp(what.age / duration, 0.0, 1.0));
}

void splinters(const Stage& stage, const Happening& what, int count, float reach, double duration,
               float size, Color color) {
    Dice dice(what.seed);
    const float k = share(what, duration);
    const float eased = 1 - (1 - k) * (1 - k);
    for (int i = 0; i < count; ++i) {
        const Vec2 way = direction(dice.next() * kTurn) * (reach * (0.35F + 0.65F * dice.next()));
        const float radius = size * (0.5F + 0.5F * dice.next()) * (1 - 0.7F * k);
        const Vec2 fall{0, 60 * k * k};
        stage.list().circle(stage.screen(what.place + way * eased + fall), stage.pixels(radius),
                            faded(color, 1 - k));
    }
}

void draw_explosion(const Stage& stage, const Happening& what) {
    constexpr double kBall = 0.4;
    splinters(stage, what, 16, 95, 0.9, 13, rgb(0x8b8f98, 150));
    if (what.age > kBall) return;
    const float k = share(what, kBall);
    const Vec2 at = stage.screen(what.place);
    const float radius = stage.pixels(75) * (0.45F + 0.55F * std::sqrt(k));
    stage.list().circle(at, radius, rgb(0xff7a2f, static_cast<std::uint8_t>(200 * (1 - k))));
    stage.list().circle(at, radius * 0.72F,
                        rgb(0xffc14f, static_cast<std::uint8_t>(225 * (1 - k))));
    stage.list().circle(at, radius * 0.42F,
                        rgb(0xfff4cf, static_cast<std::uint8_t>(255 * (1 - k))));
    stage.list().ring(at, radius * (1 + 0.4F * k), stage.pixels(5) * (1 - k),
                      rgb(0xffe2b0, static_cast<std::uint8_t>(150 * (1 - k))));
}

void draw_death(const Stage& stage, const Happening& what) {
    Color color = rgb(0xd8414a);
    for (const Tee& tee : stage.world.tees)
        if (tee.key.entity == static_cast<EntityId>(static_cast<std::uint32_t>(what.value)))
            color = tee.colors.body;
    splinters(stage, what, 40, 120, 0.9, 8, color);
}

void draw_spawn(const Stage& stage, const Happening& what) {
    const float k = share(what, 0.5);
    stage.list().ring(stage.screen(what.place), stage.pixels(20 + 50 * k),
                      stage.pixels(4) * (1 - k), faded(rgb(0xcfe8ff), 1 - k));
    splinters(stage, what, 18, 70, 0.6, 5, rgb(0xe8f4ff, 200));
}

void draw_hammer_hit(const Stage& stage, const Happening& what) {
    if (what.age > 0.3) return;
    const float k = share(what, 0.3);
    const Vec2 at = stage.screen(what.place);
    for (int i = 0; i < 8; ++i) {
        const Vec2 ray = direction(kTurn * static_cast<float>(i) / 8 + 0.2F);
        stage.list().line(at + ray * stage.pixels(10 + 30 * k),
                          at + ray * stage.pixels(24 + 36 * k), stage.pixels(5) * (1 - k),
                          faded(rgb(0xfff1b8), 1 - k));
    }
}

void draw_star(const Stage& stage, Vec2 at, float radius, float angle, Color color) {
    for (int i = 0; i < 5; ++i) {
        const float a = angle + kTurn * static_cast<float>(i) / 5;
        const Vec2 side = direction(a + kTurn / 10) * (radius * 0.42F);
        const Vec2 other = direction(a - kTurn / 10) * (radius * 0.42F);
        stage.list().polygon({at, at + side, at + direction(a) * radius, at + other}, color);
    }
}

void draw_damage(const Stage& stage, const Happening& what) {
    if (what.age > 0.75) return;
    const float angle = static_cast<float>(what.value) / 256;
    const float k = share(what, 0.15);
    const float fade = 1 - share({{}, what.age - 0.65, 0, 0}, 0.1);
    const Vec2 at = stage.screen(what.place - direction(angle) * (75 * k));
    draw_star(stage, at, stage.pixels(15), angle, faded(rgb(0x14100c), fade));
    draw_star(stage, at, stage.pixels(11), angle, faded(rgb(0xffd34d), fade));
}

// 0.7: one event per hit, one star per point, fanned out upwards.
void draw_damage_07(const Stage& stage, const Happening& what) {
    constexpr int kMost = 20;
    const int stars = std::clamp(what.value, 0, kMost);
    for (int i = 0; i < stars; ++i) {
        const float spread =
            stars > 1 ? static_cast<float>(i) / static_cast<float>(stars - 1) - 0.5F : 0;
        Happening star = what;
        // its direction of origin, in 1/256 radian: downwards
        star.value = static_cast<int>((kTurn / 4 + spread * kTurn / 3) * 256);
        draw_damage(stage, star);
    }
}

struct EffectType {
    std::string_view name{};
    std::string_view value_field{};
    std::string_view second_field{};  // added to the value
    double lasts = 0;                 // seconds
    Draw draw = nullptr;
};
constexpr EffectType kEffects[] = {
    {"Explosion", "", "", 0.9, draw_explosion},
    {"Death", "client_id", "", 0.9, draw_death},
    {"Spawn", "", "", 0.6, draw_spawn},
    {"HammerHit", "", "", 0.3, draw_hammer_hit},
    {"DamageInd", "angle", "", 0.75, draw_damage},
    {"Damage", "health_amount", "armor_amount", 0.75, draw_damage_07},
};

void draw_of(const Stage& stage, const EffectType& effect, const Items& items, const Frame& frame) {
    const double age = (stage.world.tick - static_cast<double>(frame.tick)) /
                       std::max(stage.input.ticks_per_second, 1.0);
    if (age < 0 || age > effect.lasts || frame.segment != stage.input.frame->segment) return;
    const auto draw = [&](EntityId entity, Row row) {
        const Happening what{
            {static_cast<float>(items.number(row, "x")),
             static_cast<float>(items.number(row, "y"))},
            age,
            static_cast<std::uint64_t>(frame.tick) * 131 + entity,
            items.number(row, effect.value_field) + items.number(row, effect.second_field)};
        if (!stage.hidden(what.place, 250)) effect.draw(stage, what);
    };
    items.each(frame.snapshot, draw);
    for (std::size_t i = 0; i < frame.events.size(); ++i)
        if (items.exist() && frame.events[i].type == items.key(0).type)
            draw(i, frame.events[i].row);
}

}  // namespace

void draw_effects(const Stage& stage) {
    for (const EffectType& effect : kEffects) {
        const Items items(stage.input.schema, effect.name);
        if (!items.exist()) continue;
        for (const Frame& frame : stage.input.recent)
            if (frame.tick < stage.input.frame->tick) draw_of(stage, effect, items, frame);
        draw_of(stage, effect, items, *stage.input.frame);
    }
}

}  // namespace tickreel::teeworlds_art
