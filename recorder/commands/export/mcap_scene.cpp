#include "recorder/commands/export/mcap_scene.h"

#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "recorder/commands/output/text_format.h"
#include "tickreel/analysis/describe.h"
#include "tickreel/model/names.h"

namespace tickreel {

namespace {

using Json = nlohmann::ordered_json;

constexpr double kUnitsPerTile = 32;
constexpr int kInfo = 2;  // foxglove.LogLevel

Json of_type(std::string_view type) {
    return Json{{"type", type}};
}

// An object all of whose properties must be there.
Json whole(const std::string& title, Json properties) {
    Json required = Json::array();
    for (const auto& [name, schema] : properties.items()) required.push_back(name);
    return Json{{"title", title},
                {"type", "object"},
                {"properties", std::move(properties)},
                {"required", std::move(required)}};
}

Json list_of(Json items) {
    return Json{{"type", "array"}, {"items", std::move(items)}};
}

Json numbers(const std::string& title, std::initializer_list<const char*> names) {
    Json properties = Json::object();
    for (const char* const name : names) properties[name] = of_type("number");
    return whole(title, std::move(properties));
}

Json time_schema(const char* title) {
    return Json{{"type", "object"},
                {"title", title},
                {"properties", {{"sec", of_type("integer")}, {"nsec", of_type("integer")}}}};
}

Json pose_schema() {
    return whole("foxglove.Pose",
                 {{"position", numbers("foxglove.Vector3", {"x", "y", "z"})},
                  {"orientation", numbers("foxglove.Quaternion", {"x", "y", "z", "w"})}});
}

Json color_schema() {
    return numbers("foxglove.Color", {"r", "g", "b", "a"});
}

std::string stamp(std::chrono::nanoseconds time) {
    constexpr std::int64_t kSecond = 1'000'000'000;
    const std::int64_t since = std::max<std::int64_t>(time.count(), 0);
    return fmt::format("{{\"sec\":{},\"nsec\":{}}}", since / kSecond, since % kSecond);
}

std::string pose_at(double x, double y, double z) {
    return fmt::format(
        "{{\"position\":{{\"x\":{:.3f},\"y\":{:.3f},\"z\":{:.3f}}},"
        "\"orientation\":{{\"x\":0,\"y\":0,\"z\":0,\"w\":1}}}}",
        x, y, z);
}

// A type has one colour, always the same, whatever other types a recording has.
std::string color_of(const std::string& type) {
    std::uint32_t mixed = 2166136261U;
    for (const char c : type) mixed = (mixed ^ static_cast<unsigned char>(c)) * 16777619U;
    const auto part = [mixed](unsigned shift) {
        return 0.3 + 0.7 * static_cast<double>(mixed >> shift & 0xffU) / 255.0;
    };
    return fmt::format("{{\"r\":{:.2f},\"g\":{:.2f},\"b\":{:.2f},\"a\":1}}", part(0), part(8),
                       part(16));
}

}  // namespace

std::string scene_schema() {
    const Json any_list = list_of(of_type("object"));
    const Json sphere =
        whole("foxglove.SpherePrimitive", {{"pose", pose_schema()},
                                           {"size", numbers("foxglove.Vector3", {"x", "y", "z"})},
                                           {"color", color_schema()}});
    const Json text = whole("foxglove.TextPrimitive", {{"pose", pose_schema()},
                                                       {"billboard", of_type("boolean")},
                                                       {"font_size", of_type("number")},
                                                       {"scale_invariant", of_type("boolean")},
                                                       {"color", color_schema()},
                                                       {"text", of_type("string")}});
    const Json entity = whole("foxglove.SceneEntity", {{"timestamp", time_schema("time")},
                                                       {"frame_id", of_type("string")},
                                                       {"id", of_type("string")},
                                                       {"lifetime", time_schema("duration")},
                                                       {"frame_locked", of_type("boolean")},
                                                       {"metadata", any_list},
                                                       {"arrows", any_list},
                                                       {"cubes", any_list},
                                                       {"spheres", list_of(sphere)},
                                                       {"cylinders", any_list},
                                                       {"lines", any_list},
                                                       {"triangles", any_list},
                                                       {"texts", list_of(text)},
                                                       {"models", any_list}});
    const Json deletion = whole("foxglove.SceneEntityDeletion", {{"timestamp", time_schema("time")},
                                                                 {"type", of_type("integer")},
                                                                 {"id", of_type("string")}});
    return whole("foxglove.SceneUpdate",
                 {{"deletions", list_of(deletion)}, {"entities", list_of(entity)}})
        .dump();
}

std::string log_schema() {
    return whole("foxglove.Log", {{"timestamp", time_schema("time")},
                                  {"level", of_type("integer")},
                                  {"message", of_type("string")},
                                  {"name", of_type("string")},
                                  {"file", of_type("string")},
                                  {"line", of_type("integer")}})
        .dump();
}

const SceneWriter::Place& SceneWriter::place_of(TypeId type) {
    const auto known = places_.find(type);
    if (known != places_.end()) return known->second;
    const ItemType& about = types_[type];
    const auto field = [&about](Role role) -> std::optional<std::size_t> {
        for (std::size_t i = 0; i < about.fields.size(); ++i)
            if (about.fields[i].roles.has(role)) return i;
        return std::nullopt;
    };
    Place place;
    const auto x = field(Role::PositionX);
    const auto y = field(Role::PositionY);
    if (x && y) {
        place = {*x, *y, field(Role::PositionZ), about.fields[*x].scale, false, true};
        place.down = !place.z;
        if (about.fields[*x].unit == "unit") place.scale /= kUnitsPerTile;
    }
    return places_[type] = place;
}

std::string SceneWriter::message(const Schema& schema, const Frame& frame) {
    const std::string time = stamp(frame.time);
    for (auto& [id, now] : shown_) now = false;
    std::string entities;
    for (std::size_t i = 0; i < frame.snapshot.size();) {
        const TypeId type = frame.snapshot[i].key.type;
        const Place& place = place_of(type);
        const RowReader& reader = types_.reader(type);
        const std::string& name = reader.type().name;
        const std::string color = place.any ? color_of(name) : "";
        std::string spheres;
        std::string texts;
        for (; i < frame.snapshot.size() && frame.snapshot[i].key.type == type; ++i) {
            if (!place.any) continue;
            const Item item = frame.snapshot[i];
            const Row row = evolution_.shown(frame.moment(), item.key, item.row);
            const auto x = as_number(reader.read(row, place.x));
            const auto y = as_number(reader.read(row, place.y));
            const auto z = place.z ? as_number(reader.read(row, *place.z)) : 0.0;
            if (!x || !y || !z || !std::isfinite(*x + *y + *z)) continue;
            const double up = *y * place.scale * (place.down ? -1 : 1);
            const std::string comma = spheres.empty() ? "" : ",";
            spheres += comma + "{\"pose\":" + pose_at(*x * place.scale, up, *z * place.scale) +
                       ",\"size\":{\"x\":1,\"y\":1,\"z\":1},\"color\":" + color + '}';
            const std::string called = item_name(schema, frame.snapshot, item.key);
            if (called.empty()) continue;
            texts += (texts.empty() ? "{\"pose\":" : ",{\"pose\":") +
                     pose_at(*x * place.scale, up + (place.down ? 1.2 : 0),
                             *z * place.scale + (place.down ? 0 : 2)) +
                     ",\"billboard\":true,\"font_size\":0.7,\"scale_invariant\":false,\"color\":"
                     "{\"r\":1,\"g\":1,\"b\":1,\"a\":1},\"text\":" +
                     json_string(called) + '}';
        }
        if (spheres.empty()) continue;
        shown_[name] = true;
        entities += (entities.empty() ? "" : ",") +
                    fmt::format(
                        "{{\"timestamp\":{},\"frame_id\":\"map\",\"id\":{},"
                        "\"lifetime\":{{\"sec\":0,\"nsec\":0}},\"frame_locked\":false,"
                        "\"metadata\":[],\"arrows\":[],\"cubes\":[],\"spheres\":[{}],"
                        "\"cylinders\":[],\"lines\":[],\"triangles\":[],\"texts\":[{}],"
                        "\"models\":[]}}",
                        time, json_string(name), spheres, texts);
    }
    std::string deletions;
    for (const auto& [id, now] : shown_)
        if (!now)
            deletions +=
                (deletions.empty() ? "" : ",") +
                fmt::format("{{\"timestamp\":{},\"type\":0,\"id\":{}}}", time, json_string(id));
    std::erase_if(shown_, [](const auto& entity) { return !entity.second; });
    return "{\"deletions\":[" + deletions + "],\"entities\":[" + entities + "]}";
}

std::string log_line(const Schema& schema, const Frame& frame, const Event& event,
                     const Roster* roster) {
    if (!schema.contains(event.type)) return {};
    const ItemType& type = schema[event.type];
    const EventLane lane = event_lane(type);
    if (lane == EventLane::Other || lane == EventLane::Effect) return {};
    return fmt::format(
        "{{\"timestamp\":{},\"level\":{},\"message\":{},\"name\":{},\"file\":\"\",\"line\":0}}",
        stamp(frame.time), kInfo, json_string(event_text(schema, frame.snapshot, event, roster)),
        json_string(event_lane_name(lane)));
}

}  // namespace tickreel
