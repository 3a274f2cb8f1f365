#include "player/state/settings.h"

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

namespace tickreel {
namespace {

using Json = nlohmann::json;

constexpr float kSmallestPane = 60;
constexpr float kLargestPane = 4000;
constexpr std::size_t kMaxKeysOfAction = 8;

Result<Json> parse_object(std::string_view text) {
    if (text.size() > kMaxSettingsBytes)
        return fail("has ", text.size(), " bytes, more than settings need");
    Json json = Json::parse(text, nullptr, false);
    if (json.is_discarded() || !json.is_object()) return fail("is not a JSON object");
    return json;
}

const Json* member(const Json& json, const char* name) {
    if (!json.is_object()) return nullptr;
    const auto found = json.find(name);
    return found == json.end() ? nullptr : &*found;
}

std::string text_of(const Json& json, const char* name) {
    const Json* found = member(json, name);
    return found != nullptr && found->is_string() ? found->get<std::string>() : std::string();
}

void take_bool(const Json& json, const char* name, bool& into) {
    const Json* found = member(json, name);
    if (found != nullptr && found->is_boolean()) into = found->get<bool>();
}

void take_float(const Json& json, const char* name, float& into, float low, float high) {
    const Json* found = member(json, name);
    if (found != nullptr && found->is_number()) {
        const auto value = found->get<double>();
        const double kept = std::clamp<double>(value, low, high);
        into = std::isfinite(value) ? static_cast<float>(kept) : into;
    }
}

void take_panes(const Json& json, PaneSizes& panes) {
    take_float(json, "left", panes.left, kSmallestPane, kLargestPane);
    take_float(json, "right", panes.right, kSmallestPane, kLargestPane);
    take_float(json, "left_split", panes.left_split, kSmallestPane, kLargestPane);
    take_float(json, "right_split", panes.right_split, kSmallestPane, kLargestPane);
    take_float(json, "plots", panes.plots, kSmallestPane, kLargestPane);
}

// Names of panels that are unknown do no harm: a later version may know them.
void take_layout(const Json& json, PaneLayout& layout) {
    constexpr std::size_t kMaxPanels = 64;
    if (const Json* sides = member(json, "sides"); sides != nullptr && sides->is_array())
        for (std::size_t i = 0; i < layout.sides.size() && i < sides->size(); ++i)
            if ((*sides)[i].is_boolean()) layout.sides[i] = (*sides)[i].get<bool>();
    if (const Json* hidden = member(json, "hidden"); hidden != nullptr && hidden->is_array())
        for (const Json& panel : *hidden)
            if (panel.is_string() && layout.hidden.size() < kMaxPanels)
                layout.hidden.insert(panel.get<std::string>());
    if (const Json* homes = member(json, "homes"); homes != nullptr && homes->is_object())
        for (const auto& [panel, pane] : homes->items())
            if (pane.is_number_integer() && layout.homes.size() < kMaxPanels)
                layout.homes[panel] = static_cast<Pane>(
                    std::clamp<std::int64_t>(pane.get<std::int64_t>(), 0, kPanes - 1));
}

void take_places(const Json& json, std::vector<LastPosition>& places) {
    constexpr float kFar = 1e7F;
    for (const Json& entry : json) {
        LastPosition place;
        place.path = text_of(entry, "path");
        place.place = text_of(entry, "place");
        take_bool(entry, "fit", place.map.fit);
        take_float(entry, "x", place.map.x, -kFar, kFar);
        take_float(entry, "y", place.map.y, -kFar, kFar);
        take_float(entry, "scale", place.map.scale, 1e-4F, 1e4F);
        if (!place.path.empty() && places.size() < kMaxPlaces) places.push_back(std::move(place));
    }
}

// JSON holds no bytes that are no UTF-8: such names become question marks.
std::string dump(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

const LastPosition* Session::find(const std::string& path) const {
    const auto found = std::find_if(places.begin(), places.end(),
                                    [&](const LastPosition& place) { return place.path == path; });
    return found == places.end() ? nullptr : &*found;
}

void Session::remember(LastPosition place) {
    std::erase_if(places, [&](const LastPosition& old) { return old.path == place.path; });
    places.insert(places.begin(), std::move(place));
    if (places.size() > kMaxPlaces) places.resize(kMaxPlaces);
}

std::string settings_text(const Settings& settings) {
    Json json = Json::object();
    json["theme"] = settings.theme == Theme::Light ? "light" : "dark";
    if (!settings.data.empty()) json["data"] = settings.data;
    json["keys"] = Json::object();
    for (const auto& [action, keys] : settings.keys) json["keys"][action] = keys;
    return dump(json);
}

Result<Settings> parse_settings(std::string_view text) {
    const Result<Json> json = parse_object(text);
    if (!json) return json.error();
    Settings settings;
    const std::string theme = text_of(*json, "theme");
    if (!theme.empty() && theme != "dark" && theme != "light")
        return fail("knows the themes dark and light, not \"", theme, "\"");
    settings.theme = theme == "light" ? Theme::Light : Theme::Dark;
    settings.data = text_of(*json, "data");
    const Json* keys = member(*json, "keys");
    if (keys == nullptr || !keys->is_object()) return settings;
    for (const auto& [action, list] : keys->items()) {
        std::vector<std::string>& into = settings.keys[action];
        for (const Json& key : list)
            if (key.is_string() && into.size() < kMaxKeysOfAction)
                into.push_back(key.get<std::string>());
    }
    return settings;
}

std::string session_text(const Session& session) {
    Json json = Json::object();
    json["last"] = session.last;
    json["tabs"] = session.view.tabs;
    const PaneSizes& panes = session.view.panes;
    json["panes"] = {{"left", panes.left},
                     {"right", panes.right},
                     {"left_split", panes.left_split},
                     {"right_split", panes.right_split},
                     {"plots", panes.plots}};
    json["sides"] = session.view.sides;
    json["hidden"] = session.view.hidden;
    json["homes"] = Json::object();
    for (const auto& [panel, pane] : session.view.homes)
        json["homes"][panel] = static_cast<int>(pane);
    json["switches"] = {{"interpolate", session.view.interpolate},
                        {"names", session.view.names},
                        {"hud", session.view.hud},
                        {"inputs", session.view.inputs},
                        {"input_lanes", session.view.input_lanes},
                        {"rate_lane", session.view.rate_lane},
                        {"delay_lane", session.view.delay_lane},
                        {"ids", session.view.ids},
                        {"hitboxes", session.view.hitboxes},
                        {"ghosts", session.view.ghosts},
                        {"fog", session.view.fog},
                        {"trails", session.view.trails},
                        {"raw_words", session.view.raw_words}};
    json["time"] = static_cast<int>(session.view.time);
    json["places"] = Json::array();
    for (const LastPosition& place : session.places) {
        json["places"].push_back({{"path", place.path},
                                  {"place", place.place},
                                  {"fit", place.map.fit},
                                  {"x", place.map.x},
                                  {"y", place.map.y},
                                  {"scale", place.map.scale}});
    }
    return dump(json);
}

Result<Session> parse_session(std::string_view text) {
    const Result<Json> json = parse_object(text);
    if (!json) return json.error();
    Session session;
    session.last = text_of(*json, "last");
    if (const Json* tabs = member(*json, "tabs"); tabs != nullptr && tabs->is_array()) {
        for (std::size_t i = 0; i < kPanes && i < tabs->size(); ++i)
            if ((*tabs)[i].is_string() && !(*tabs)[i].get<std::string>().empty())
                session.view.tabs[i] = (*tabs)[i].get<std::string>();
    }
    if (const Json* panes = member(*json, "panes")) take_panes(*panes, session.view.panes);
    take_layout(*json, session.view);
    if (const Json* switches = member(*json, "switches")) {
        take_bool(*switches, "interpolate", session.view.interpolate);
        take_bool(*switches, "names", session.view.names);
        take_bool(*switches, "hud", session.view.hud);
        take_bool(*switches, "inputs", session.view.inputs);
        take_bool(*switches, "input_lanes", session.view.input_lanes);
        take_bool(*switches, "rate_lane", session.view.rate_lane);
        take_bool(*switches, "delay_lane", session.view.delay_lane);
        take_bool(*switches, "ids", session.view.ids);
        take_bool(*switches, "hitboxes", session.view.hitboxes);
        take_bool(*switches, "ghosts", session.view.ghosts);
        take_bool(*switches, "fog", session.view.fog);
        take_bool(*switches, "trails", session.view.trails);
        take_bool(*switches, "raw_words", session.view.raw_words);
    }
    const Json* time = member(*json, "time");
    if (time != nullptr && time->is_number_integer())
        session.view.time = static_cast<TimeDisplay>(std::clamp(time->get<int>(), 0, 2));
    if (const Json* places = member(*json, "places"); places != nullptr && places->is_array())
        take_places(*places, session.places);
    return session;
}

}  // namespace tickreel
