#include "player/games/teeworlds/colors.h"

namespace tickreel::teeworlds_art {

Color packed_hsl(int packed, bool lift) {
    const auto bits = static_cast<std::uint32_t>(packed);
    const auto part = [bits](int shift) {
        return static_cast<float>((bits >> shift) & 0xFFU) / 255;
    };
    const float light = part(0);
    return hsl(part(16), part(8), lift ? 0.5F + light / 2 : light);
}

TeeColors team_colors(int team) {
    constexpr int kRed = 65461;
    constexpr int kBlue = 10223541;
    constexpr int kOther = 12829350;
    const Color color = packed_hsl(team == 0 ? kRed : team == 1 ? kBlue : kOther, false);
    return {color, color};
}

TeeColors colors_for_name(std::string_view name) {
    const Color body = distinct_color(name);
    return {body, mix(body, rgb(0x2a1c10), 0.35F)};
}

}  // namespace tickreel::teeworlds_art
