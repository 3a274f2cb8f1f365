#include "recorder/commands/place.h"

#include <charconv>
#include <optional>

namespace tickreel {

namespace {

// The tick when the text is a bare tick number, with or without its segment.
std::optional<Tick> typed_tick(std::string_view text) {
    const std::size_t colon = text.find(':');
    if (colon != std::string_view::npos && text[0] == 's') text.remove_prefix(colon + 1);
    Tick tick = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), tick);
    if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
    return tick;
}

}  // namespace

Result<Place> parse_place(const Timeline& timeline, std::string_view text) {
    if (timeline.empty()) return fail("holds no snapshots");
    const Result<Moment> moment = timeline.parse(text);
    if (!moment) return moment.error();
    Place place{*moment, ""};
    const std::optional<Tick> typed = typed_tick(text);
    if (typed && *typed != moment->tick)
        place.note = fail("tick ", *typed, " is outside the recording (",
                          moment_text(timeline, timeline.first()), " to ",
                          moment_text(timeline, timeline.last()), "); taking ",
                          moment_text(timeline, *moment))
                         .message;
    return place;
}

Result<MomentRange> parse_ticks(const ReelReader& reel, const std::string& text) {
    if (text.empty()) return reel.everything();
    if (reel.timeline().empty()) return fail("holds no snapshots");
    return parse_range(reel.timeline(), text);
}

Result<std::size_t> find_marker(const ReelReader& reel, std::string_view name) {
    const auto markers = reel.markers();
    for (std::size_t i = 0; i < markers.size(); ++i)
        if (markers[i].text == name) return i;
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (error == std::errc{} && end == name.data() + name.size() && number >= 1 &&
        number <= markers.size())
        return number - 1;
    return fail("has no marker '", name, "'; 'tickreel list FILE markers' names them all");
}

std::string moment_text(const Timeline& timeline, Moment moment) {
    const std::string tick = std::to_string(moment.tick);
    if (timeline.segments().size() <= 1) return tick;
    return "s" + std::to_string(moment.segment) + ":" + tick;
}

}  // namespace tickreel
