#include "player/panels/time_text.h"

#include <cmath>
#include <ctime>

#include <fmt/format.h>

#include "player/state/frame_window.h"
#include "player/state/playback.h"
#include "player/state/recording_session.h"

namespace tickreel {

std::string tick_text(const RecordingSession& session, Moment moment) {
    const bool many = session.ready() && session.reader().segments().size() > 1;
    return many ? fmt::format("s{}:{}", moment.segment, moment.tick)
                : fmt::format("{}", moment.tick);
}

std::string time_text(const PanelContext& context, double seconds) {
    switch (context.view.time) {
        case TimeDisplay::SinceStart:
            break;
        case TimeDisplay::TickNumber: {
            // The tick that is shown; a whole one may come out of the division a little smaller.
            constexpr double kRounding = 1e-6;
            const double position = seconds * context.playback.ticks_per_second();
            const auto at = static_cast<std::int64_t>(std::floor(position + kRounding));
            return tick_text(context.session, context.session.reader().timeline().moment(at));
        }
        case TimeDisplay::WallClock: {
            const Frame* frame = context.frames.current();
            if (frame == nullptr) break;
            const Timeline& timeline = context.session.reader().timeline();
            const double off = seconds - timeline.seconds(frame->moment());
            const auto utc =
                frame->time + std::chrono::nanoseconds(static_cast<std::int64_t>(off * 1e9));
            return wall_clock_text(utc).substr(11, 12);
        }
    }
    return Timeline::format_time(seconds);
}

std::string wall_clock_text(std::chrono::nanoseconds utc) {
    const auto whole = std::chrono::duration_cast<std::chrono::seconds>(utc);
    const auto milliseconds =
        std::chrono::duration_cast<std::chrono::milliseconds>(utc - whole).count();
    const auto clock = static_cast<std::time_t>(whole.count());
    std::tm parts{};
    gmtime_r(&clock, &parts);
    return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02}.{:03} UTC", parts.tm_year + 1900,
                       parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
                       milliseconds);
}

std::string speed_text(double speed) {
    return fmt::format("{:g}x", speed);
}

std::string bytes_text(std::uint64_t bytes) {
    const auto size = static_cast<double>(bytes);
    if (bytes < 1000) return fmt::format("{} B", bytes);
    if (bytes < 1'000'000) return fmt::format("{:.1f} kB", size / 1e3);
    return fmt::format("{:.1f} MB", size / 1e6);
}

}  // namespace tickreel
