#include "player/state/playback_notices.h"

#include "tickreel/reel/timeline.h"

namespace tickreel {

std::string speed_notice(const Playback& playback) {
    std::string text = std::to_string(playback.speed());
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return "Speed " + text + (playback.reversed() ? "x backwards" : "x");
}

std::string skip_notice(const Playback& playback) {
    std::string text = std::to_string(playback.skip_seconds());
    text.resize(text.find('.') + 2);
    return "Skip " + text + " s";
}

std::string loop_notice(const Playback& playback) {
    const auto place = [&](const std::optional<std::int64_t>& at) {
        return at ? Timeline::format_time(static_cast<double>(*at) / playback.ticks_per_second())
                  : std::string("-");
    };
    return "In " + place(playback.loop().in) + "  out " + place(playback.loop().out);
}

}  // namespace tickreel
