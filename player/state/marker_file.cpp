#include "player/state/marker_file.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "player/state/settings.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/unfinished_file.h"
#include "tickreel/reel/mark.h"

namespace tickreel {
namespace {

std::optional<std::string> marker_word(const nlohmann::json& json, const char* name) {
    const auto found = json.find(name);
    return found != json.end() && found->is_string() ? std::optional(found->get<std::string>())
                                                     : std::nullopt;
}

std::optional<Marker> parse_marker(std::string_view line, const Timeline& timeline) {
    const nlohmann::json json = nlohmann::json::parse(line, nullptr, false);
    if (!json.is_object()) return std::nullopt;
    const auto tick = marker_word(json, "tick");
    const auto color = marker_word(json, "color");
    const auto text = marker_word(json, "text");
    if (!tick || !color || !text || text->size() > kMaxMarkerText) return std::nullopt;
    const Result<Moment> moment = timeline.locate(*tick);
    if (!moment || !timeline.contains(*moment)) return std::nullopt;
    Marker marker{*moment, *text};
    const char* const end = color->data() + color->size();
    if (color->size() != 7 || color->front() != '#' ||
        std::from_chars(color->data() + 1, end, marker.color, 16).ptr != end)
        return std::nullopt;
    return marker;
}

// Whether it was there. Markers are told apart by what they say: there are few.
bool take_out(std::vector<Marker>& markers, const Marker& marker) {
    const auto found = std::find(markers.begin(), markers.end(), marker);
    if (found == markers.end()) return false;
    markers.erase(found);
    return true;
}

}  // namespace

std::string marker_file_of(const std::string& recording) {
    return recording + ".markers";
}

Result<std::vector<Marker>> parse_markers(std::string_view text, const Timeline& timeline) {
    std::vector<Marker> markers;
    for (std::size_t line = 1; !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const auto marker = parse_marker(text.substr(0, end), timeline);
        if (!marker) return fail("line ", line, " is no marker of this recording");
        markers.push_back(*marker);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return markers;
}

std::string markers_text(const std::vector<Marker>& markers) {
    std::string text;
    for (const Marker& marker : markers) {
        auto json = nlohmann::ordered_json::object();
        json["tick"] = concat("s", marker.moment.segment, ":", marker.moment.tick);
        json["color"] = fmt::format("#{:06x}", marker.color & 0xffffffU);
        json["text"] = marker.text;
        text += json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
    }
    return text;
}

Result<std::optional<std::vector<Marker>>> read_marker_file(const std::string& recording,
                                                            const Timeline& timeline) {
    const std::string path = marker_file_of(recording);
    const Result<std::optional<std::string>> text = read_settings_file(path);
    if (!text) return text.error();
    if (!*text) return std::optional<std::vector<Marker>>();
    Result<std::vector<Marker>> markers = parse_markers(**text, timeline);
    if (!markers) return fail(path, ": ", markers.error().message);
    return std::optional(std::move(*markers));
}

std::vector<Marker> markers_without(std::vector<Marker> markers,
                                    const std::vector<Marker>& others) {
    for (const Marker& other : others) take_out(markers, other);
    return markers;
}

std::vector<Marker> changed_markers(std::vector<Marker> markers, const std::vector<Marker>& before,
                                    const std::vector<Marker>& now) {
    for (const Marker& marker : markers_without(before, now)) take_out(markers, marker);
    const std::vector<Marker> added = markers_without(now, before);
    markers.insert(markers.end(), added.begin(), added.end());
    return markers;
}

Result<std::vector<Marker>> change_marker_file(const std::string& recording,
                                               const std::vector<Marker>& before,
                                               const std::vector<Marker>& now,
                                               const Timeline& timeline) {
    const std::string path = marker_file_of(recording);
    const Result<std::optional<std::string>> found = read_settings_file(path);
    if (!found) return found.error();
    std::vector<Marker> removed = *found ? markers_without(before, now) : std::vector<Marker>();
    const std::vector<Marker> added = *found ? markers_without(now, before) : now;
    std::vector<Marker> all;
    std::string text;
    for (std::string_view rest = *found ? **found : std::string_view(); !rest.empty();) {
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        const std::optional<Marker> marker = parse_marker(line, timeline);
        if (marker && take_out(removed, *marker)) continue;
        if (marker) all.push_back(*marker);
        text.append(line).push_back('\n');
    }
    all.insert(all.end(), added.begin(), added.end());
    const Result<void> written =
        write_whole_file(path, text + markers_text(added), IfExists::Replace);
    if (!written) return fail(path, ": ", written.error().message);
    return all;
}

}  // namespace tickreel
