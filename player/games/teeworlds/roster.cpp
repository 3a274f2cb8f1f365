#include "player/games/teeworlds/roster.h"

#include <algorithm>

#include "player/draw/font.h"
#include "tickreel/base/concat.h"

namespace tickreel::teeworlds_art {

namespace {

constexpr std::uint32_t kDarkest = 61;  // 0.7 skins may be darker than those of 0.6

Color part_color(std::uint32_t packed, bool with_alpha) {
    const auto part = [packed](int shift) {
        return static_cast<float>((packed >> shift) & 0xFFU) / 255;
    };
    constexpr float kFloor = static_cast<float>(kDarkest) / 255;
    Color color = hsl(part(16), part(8), kFloor + part(0) * (1 - kFloor));
    color.a = with_alpha ? static_cast<std::uint8_t>(packed >> 24) : std::uint8_t{255};
    return color;
}

// Sv_ClientInfo has arrays, De_ClientInfo one field per name.
constexpr std::array<std::string_view, kSkinParts> kDemoNames{
    "skin_body", "skin_marking", "skin_decoration", "skin_hands", "skin_feet", "skin_eyes"};

std::string numbered(std::string_view field, std::size_t i) {
    return concat(field, '_', i);
}

PartLook read_part(const Items& items, Row row, std::size_t i, bool of_demo) {
    PartLook look;
    const auto number = [&](std::string_view of_message, std::string_view of_item) {
        return items.number(row, numbered(of_demo ? of_item : of_message, i));
    };
    look.name =
        of_demo ? items.text(row, kDemoNames[i]) : items.text(row, numbered("skin_part_name", i));
    look.tinted = number("use_custom_color", "use_custom_colors") != 0;
    const auto packed = static_cast<std::uint32_t>(number("skin_part_color", "skin_part_colors"));
    look.color = part_color(packed, i == static_cast<std::size_t>(SkinPart::Marking));
    return look;
}

}  // namespace

Identity read_identity_07(const Items& items, Row row) {
    Identity who;
    who.name = clean_text(items.text(row, "name"));
    who.clan = clean_text(items.text(row, "clan"));
    who.team = items.number(row, "team");
    const bool of_demo = items.has(kDemoNames[0]);
    for (std::size_t i = 0; i < kSkinParts; ++i) who.parts[i] = read_part(items, row, i, of_demo);
    return who;
}

// 0.7 tints every part with the team's hue; this is the resulting colour of bright parts.
Identity Identity::in_team_colors() const {
    constexpr std::array<std::uint32_t, 3> kTeams{0xC4C34E, 0x00FF6B, 0x9BFF6B};
    constexpr std::uint32_t kBrightest = 200;
    const std::uint32_t base = kTeams[static_cast<std::size_t>(std::clamp(team, -1, 1) + 1)];
    const std::uint32_t light = std::clamp(((base & 0xFFU) * 4 + 255) / 5, kDarkest, kBrightest);
    Identity out = *this;
    for (std::size_t i = 0; i < kSkinParts; ++i) {
        const bool marking = i == static_cast<std::size_t>(SkinPart::Marking);
        const std::uint8_t alpha = marking && parts[i].tinted ? parts[i].color.a : 255;
        out.parts[i].tinted = true;
        out.parts[i].color = part_color((base & 0xFFFF00U) | light, false);
        out.parts[i].color.a = alpha;
    }
    return out;
}

// As the game's skin of that name says.
Identity Identity::as_ninja() const {
    constexpr std::uint32_t kUppy = 0xFF000040;
    Identity out = *this;
    out.parts = {PartLook{"x_ninja", true, part_color(0, false)},
                 PartLook{"uppy", true, part_color(kUppy, true)},
                 PartLook{},
                 PartLook{"standard"},
                 PartLook{"standard"},
                 PartLook{"x_ninja"}};
    return out;
}

TeeColors Identity::colors() const {
    const PartLook& body = part(SkinPart::Body);
    const PartLook& feet = part(SkinPart::Feet);
    const TeeColors by_name = colors_for_name(name);
    return {body.tinted ? body.color : by_name.body, feet.tinted ? feet.color : by_name.feet};
}

}  // namespace tickreel::teeworlds_art
