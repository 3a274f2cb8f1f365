#include <array>

#include "player/games/teeworlds/items.h"
#include "player/games/teeworlds/stage.h"
#include "player/games/teeworlds/switches.h"

namespace tickreel::teeworlds_art {

namespace {

constexpr Color kOutline = rgb(0x14100c);

// Kinds of pickups, common to all protocols.
enum class Kind { Heart, Shield, Gun, Shotgun, Grenade, Laser, Ninja, Hammer };

Kind weapon_kind(int weapon) {
    constexpr std::array<Kind, 6> kWeapons{Kind::Hammer,  Kind::Gun,   Kind::Shotgun,
                                           Kind::Grenade, Kind::Laser, Kind::Ninja};
    return kWeapons[static_cast<std::size_t>(std::clamp(weapon, 0, 5))];
}

// 0.6: kind and weapon; from 4 on DDNet's shields that remove a weapon.
Kind kind_06(int type, int subtype) {
    switch (type) {
        case 0:
            return Kind::Heart;
        case 2:
            return weapon_kind(subtype);
        case 3:
            return Kind::Ninja;
        default:
            return Kind::Shield;
    }
}

Kind kind_07(int type) {
    constexpr std::array<Kind, 8> kKinds{Kind::Heart, Kind::Shield, Kind::Grenade, Kind::Shotgun,
                                         Kind::Laser, Kind::Ninja,  Kind::Gun,     Kind::Hammer};
    return kKinds[static_cast<std::size_t>(std::clamp(type, 0, 7))];
}

struct PickupPicture {
    SpriteCells cells{};
    float size = 64;
};

PickupPicture picture_of(Kind kind) {
    switch (kind) {
        case Kind::Heart:
            return {{10, 2, 2, 2}, 64};
        case Kind::Shield:
            return {{12, 2, 2, 2}, 64};
        case Kind::Gun:
            return {{2, 4, 4, 2}, 64};
        case Kind::Shotgun:
            return {{2, 6, 8, 2}, 96};
        case Kind::Grenade:
            return {{2, 8, 7, 2}, 96};
        case Kind::Laser:
            return {{2, 12, 7, 3}, 92};
        case Kind::Ninja:
            return {{2, 10, 8, 2}, 128};
        case Kind::Hammer:
            break;
    }
    return {{2, 1, 4, 3}, 96};
}

void draw_crate(const Stage& stage, Vec2 at, float size, Color color, std::string_view mark) {
    const Box box = box_around(at, size * 0.52F, size * 0.36F);
    stage.list().rounded_rect(grown(box, std::max(size * 0.06F, 1.0F)), size * 0.16F, kOutline);
    stage.list().rounded_rect(box, size * 0.12F, color);
    stage.list().rect(
        {box.x0 + size * 0.1F, box.y0 + size * 0.05F, box.x1 - size * 0.1F, box.y0 + size * 0.12F},
        rgb(0xffffff, 70));
    if (size > 16) {
        stage.input.font.draw_centred(stage.list(), {at.x, at.y - size * 0.25F}, size * 0.5F,
                                      rgb(0xffffff), mark);
    }
}

void draw_shape(const Stage& stage, Kind kind, Vec2 at, float size) {
    switch (kind) {
        case Kind::Heart:
            return draw_heart(stage, at, size, rgb(0xe84855));
        case Kind::Shield:
            return draw_shield(stage, at, size, rgb(0xf2b84b));
        case Kind::Gun:
            return draw_crate(stage, at, size, rgb(0x77808c), "G");
        case Kind::Shotgun:
            return draw_crate(stage, at, size, rgb(0xa86a3d), "S");
        case Kind::Grenade:
            return draw_crate(stage, at, size, rgb(0x5f8a4a), "G");
        case Kind::Laser:
            return draw_crate(stage, at, size, rgb(0x5b73c9), "L");
        case Kind::Ninja:
            return draw_crate(stage, at, size, rgb(0x6f3f8f), "N");
        case Kind::Hammer:
            return draw_crate(stage, at, size, rgb(0x8f6f4a), "H");
    }
}

void draw_pickup(const Stage& stage, Kind kind, Vec2 place, ItemKey key) {
    if (stage.hidden(place, 100)) return;
    const double wave = 2 * stage.seconds() + double{place.x + place.y} / 32;
    const Vec2 bob{static_cast<float>(2.5 * std::cos(wave)),
                   static_cast<float>(2.5 * std::sin(wave))};
    const Vec2 at = stage.screen(place + bob);
    Sheet& sheet = stage.sprites.game();
    if (!sheet.empty() && stage.pixels(32) >= 5) {
        const PickupPicture picture = picture_of(kind);
        sheet.draw(stage.list(), stage.input.textures, picture.cells, at,
                   sprite_size(picture.cells, stage.pixels(picture.size)));
    } else {
        draw_shape(stage, kind, at, std::max(stage.pixels(32), 4.0F));
    }
    stage.scene.picks.push_back({key, place, 20, "pickup"});
}

// The carrier of a flag: the client's number; negative: none, and why.
int carrier_of(const Stage& stage, const Frame& frame, int team) {
    const Items data(stage.input.schema, "GameData");
    const Items flags(stage.input.schema, "GameDataFlag");  // the name in 0.7
    int carrier = -1;
    const auto read = [&](const Items& items) {
        items.each(frame.snapshot, [&](EntityId, Row row) {
            carrier = items.number(row, team == 0 ? "flag_carrier_red" : "flag_carrier_blue", -1);
        });
    };
    read(data);
    read(flags);
    return carrier;
}

// A flag glides with its carrier, and where it flies alone. Who brings it home does not take it the
// way to its stand.
std::optional<Vec2> flag_place(const Stage& stage, const Items& flags, ItemKey key, Row row) {
    const SceneInput& input = stage.input;
    const int team = flags.number(row, "team");
    const int carrier = carrier_of(stage, *input.frame, team);
    for (const Tee& tee : stage.world.tees)
        if (carrier >= 0 && tee.key.entity == static_cast<EntityId>(carrier)) return tee.position;
    if (input.between_frames() && carrier_of(stage, *input.previous, team) != carrier)
        return flags.point(row);
    return item_position(input, key);
}

void draw_flag_shape(const Stage& stage, Vec2 foot, int team) {
    const auto at = [&](float x, float y) { return stage.screen(foot + Vec2{x, y}); };
    const auto color = team == 0 ? rgb(0xd8414a) : rgb(0x3f78d8);
    const float wave = 3 * static_cast<float>(std::sin(4 * stage.seconds()));
    const float pole = std::max(stage.pixels(4), 1.0F);
    stage.list().line(at(-14, 10), at(-14, -70), pole + 3, kOutline);
    stage.list().line(at(-14, 10), at(-14, -70), pole, rgb(0xc9a06a));
    const std::array<Vec2, 4> cloth{at(-11, -68), at(29, -64 + wave), at(29, -32 + wave),
                                    at(-11, -34)};
    const std::array<Vec2, 4> rim{at(-14, -71), at(32, -67 + wave), at(32, -29 + wave),
                                  at(-14, -31)};
    stage.list().polygon(rim, kOutline);
    stage.list().polygon(cloth, color);
    stage.list().polygon({at(-11, -68), at(29, -64 + wave), at(29, -58 + wave), at(-11, -61)},
                         rgb(0xffffff, 60));
}

}  // namespace

void draw_heart(const Stage& stage, Vec2 at, float size, Color color) {
    const auto shape = [&](float grow, Color c) {
        const float r = size * 0.29F + grow;
        stage.list().circle(at + Vec2{-0.25F, -0.15F} * size, r, c);
        stage.list().circle(at + Vec2{0.25F, -0.15F} * size, r, c);
        stage.list().polygon({at + Vec2{-0.48F, 0.03F} * size + Vec2{-grow, 0},
                              at + Vec2{0, -0.25F} * size + Vec2{0, -grow},
                              at + Vec2{0.48F, 0.03F} * size + Vec2{grow, 0},
                              at + Vec2{0, 0.52F} * size + Vec2{0, grow}},
                             c);
    };
    shape(std::max(size * 0.07F, 1.0F), kOutline);
    shape(0, color);
    stage.list().circle(at + Vec2{-0.28F, -0.22F} * size, size * 0.09F, rgb(0xffffff, 200));
}

void draw_shield(const Stage& stage, Vec2 at, float size, Color color) {
    const auto shape = [&](float grow, Color c) {
        const float s = size + grow;
        stage.list().polygon(
            {at + Vec2{-0.44F, -0.42F} * s, at + Vec2{0, -0.54F} * s, at + Vec2{0.44F, -0.42F} * s,
             at + Vec2{0.40F, 0.12F} * s, at + Vec2{0, 0.55F} * s, at + Vec2{-0.40F, 0.12F} * s},
            c);
    };
    shape(std::max(size * 0.16F, 2.0F), kOutline);
    shape(0, color);
    stage.list().polygon({at + Vec2{-0.30F, -0.30F} * size, at + Vec2{0, -0.38F} * size,
                          at + Vec2{0, 0.36F} * size, at + Vec2{-0.27F, 0.07F} * size},
                         rgb(0xffffff, 80));
}

void draw_pickups(const Stage& stage, const Switches& switches) {
    const Snapshot& snapshot = stage.input.frame->snapshot;
    for (const std::string_view name : {"Pickup", "DDNetPickup"}) {
        const Items items(stage.input.schema, name);
        items.each(snapshot, [&](EntityId entity, Row row) {
            const int subtype = items.number(row, "subtype", -1);  // 0.7 has none
            const int type = items.number(row, "type");
            const auto extra = switches.extra(entity);
            const int number = extra ? extra->switch_number : items.number(row, "switch_number");
            if (switches.blinked_out(number, 22, 4)) return;
            draw_pickup(stage, subtype < 0 ? kind_07(type) : kind_06(type, subtype),
                        items.point(row), items.key(entity));
        });
    }
}

void draw_flags(const Stage& stage) {
    const Items flags(stage.input.schema, "Flag");
    flags.each(stage.input.frame->snapshot, [&](EntityId entity, Row row) {
        const int team = flags.number(row, "team");
        const ItemKey key = flags.key(entity);
        const std::optional<Vec2> place = flag_place(stage, flags, key, row);
        if (!place || stage.hidden(*place, 120)) return;
        Sheet& sheet = stage.sprites.game();
        if (sheet.empty()) {
            draw_flag_shape(stage, *place, team);
        } else {
            const SpriteCells cells{team == 0 ? 16 : 12, 8, 4, 8};
            sheet.draw(stage.list(), stage.input.textures, cells,
                       stage.screen(*place - Vec2{0, 31.5F}), {stage.pixels(42), stage.pixels(84)});
        }
        stage.scene.picks.push_back({key, *place - Vec2{0, 30}, 30, "flag"});
    });
}

}  // namespace tickreel::teeworlds_art
