#include "recorder/commands/export/mcap_schema.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "recorder/commands/output/item_json.h"
#include "recorder/commands/output/text_format.h"

namespace tickreel {

namespace {

using Json = nlohmann::ordered_json;

Json typed(std::string_view type) {
    return Json{{"type", type}};
}

Json object(Json properties) {
    return Json{{"type", "object"}, {"properties", std::move(properties)}};
}

Json words_schema() {
    return Json{{"type", "array"},
                {"items", typed("integer")},
                {"description", "the 32-bit words that no field names"}};
}

std::string_view json_type(FieldKind kind) {
    switch (kind) {
        case FieldKind::Bool:
            return "boolean";
        case FieldKind::Float32:
        case FieldKind::Float64:
            return "number";
        case FieldKind::Int64:  // JSON's numbers end at 2^53
        case FieldKind::UInt64:
        case FieldKind::PackedText:
        case FieldKind::Text:
        case FieldKind::Blob:
            return "string";
        default:
            return "integer";
    }
}

std::string description(const Field& field) {
    std::string text;
    if (field.kind == FieldKind::Blob) text = "bytes in hex";
    if (field.kind == FieldKind::Flags)
        for (const NamedValue& value : field.values)
            text += fmt::format("{}{}={}", text.empty() ? "" : " ", value.value, value.name);
    if (!field.unit.empty() || field.scale != 1.0)
        text += fmt::format("value in {} = number * {}",
                            field.unit.empty() ? "its unit" : field.unit, shortest(field.scale));
    return text;
}

Json field_schema(const Field& field) {
    Json json = typed(json_type(field.kind));
    const std::string about = description(field);
    if (!about.empty()) json["description"] = about;
    if (field.kind != FieldKind::Enum || field.values.empty()) return json;
    Json known = Json::array();
    for (const NamedValue& value : field.values) {
        json["oneOf"].push_back({{"title", value.name}, {"const", value.value}});
        known.push_back(value.value);
    }
    json["oneOf"].push_back({{"title", "unnamed"}, {"not", {{"enum", known}}}});
    return json;
}

Json fields_schema(const ItemType& type) {
    Json fields = Json::object();
    if (type.known)
        for (const Field& field : type.fields) fields[field.name] = field_schema(field);
    return object(std::move(fields));
}

Json place_schema() {
    return Json{{"tick", typed("integer")}, {"segment", typed("integer")}};
}

std::string text_of(const std::string& title, Json schema) {
    schema["title"] = title;
    return schema.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string place(const Moment& moment) {
    return fmt::format("{{\"tick\":{},\"segment\":{}", moment.tick, moment.segment);
}

}  // namespace

std::string mcap_schema(const ItemType& type) {
    Json properties = place_schema();
    if (type.use == TypeUse::Event) {
        properties["fields"] = fields_schema(type);
        properties["words"] = words_schema();
        return text_of(type.name, object(std::move(properties)));
    }
    properties["checksum"] =
        Json{{"type", "string"}, {"description", "the wire's: ok, mismatch or absent"}};
    properties["items"] = Json{{"type", "array"},
                               {"items", object({{"id", typed("string")},
                                                 {"fields", fields_schema(type)},
                                                 {"words", words_schema()}})}};
    return text_of(type.name, object(std::move(properties)));
}

std::string mcap_snapshot_schema() {
    Json properties = place_schema();
    properties["checksum"] = typed("string");
    for (const char* name : {"checksum_sent", "checksum_computed", "base_tick", "wire_bytes",
                             "parts", "items", "events"})
        properties[name] = typed("integer");
    return text_of("snapshot", object(std::move(properties)));
}

std::string mcap_marker_schema() {
    Json properties = place_schema();
    properties["text"] = typed("string");
    properties["color"] = Json{{"type", "integer"}, {"description", "0xRRGGBB"}};
    return text_of("marker", object(std::move(properties)));
}

McapRows::McapRows(const RowReader& reader) : reader_(reader) {
    const ItemType& type = reader.type();
    for (std::size_t i = 0; type.known && i < type.fields.size(); ++i)
        names_.emplace_back(i, json_string(type.fields[i].name) + ':');
}

void McapRows::append_row(std::string& out, Row row) const {
    out += "\"fields\":{";
    bool first = true;
    for (const auto& [number, name] : names_) {
        const Field& field = reader_.type().fields[number];
        const Value value = reader_.read(row, number);
        if (std::holds_alternative<std::monostate>(value)) continue;
        const std::size_t before = out.size();
        if (!first) out += ',';
        out += name;
        const std::size_t at = out.size();
        append_json_value(out, field, value, {.raw = true, .big_numbers = false});
        if (out[at] == '"' && json_type(field.kind) == "number") {
            out.resize(before);  // nan, inf
            continue;
        }
        first = false;
    }
    out += '}';
    const Row words = uncovered_words(reader_, row);
    if (!words.empty()) out += ",\"words\":" + json_words(words);
}

std::string McapRows::items(const Frame& frame, const std::vector<Item>& items) {
    std::string out = place(frame.moment());
    out += fmt::format(",\"checksum\":\"{}\",\"items\":[", wire_checksum_name(frame.wire.checksum));
    shown_.resize(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
        const auto& [key, row] = items[i];
        Shown& shown = shown_[i];
        const bool same = !shown.text.empty() && shown.entity == key.entity &&
                          std::equal(row.begin(), row.end(), shown.row.begin(), shown.row.end());
        if (!same) {
            shown.entity = key.entity;
            shown.row.assign(row.begin(), row.end());
            shown.text = fmt::format("{{\"id\":\"{}\",", key.entity);
            append_row(shown.text, row);
            shown.text += '}';
        }
        if (i != 0) out += ',';
        out += shown.text;
    }
    return out + "]}";
}

std::string McapRows::event(const Frame& frame, const Event& event) const {
    std::string out = place(frame.moment()) + ',';
    append_row(out, event.row);
    return out + '}';
}

std::string mcap_snapshot(const Frame& frame) {
    const WireInfo& wire = frame.wire;
    std::string out = place(frame.moment());
    out += fmt::format(",\"checksum\":\"{}\"", wire_checksum_name(wire.checksum));
    if (wire.checksum != WireChecksum::Absent)
        out += fmt::format(",\"checksum_sent\":{},\"checksum_computed\":{}", wire.expected,
                           wire.computed);
    if (wire.base_tick != kNoTick) out += fmt::format(",\"base_tick\":{}", wire.base_tick);
    return out + fmt::format(",\"wire_bytes\":{},\"parts\":{},\"items\":{},\"events\":{}}}",
                             wire.bytes, wire.parts, frame.snapshot.size(), frame.events.size());
}

std::string mcap_marker(const Marker& marker) {
    return place(marker.moment) +
           fmt::format(",\"text\":{},\"color\":{}}}", json_string(marker.text), marker.color);
}

}  // namespace tickreel
