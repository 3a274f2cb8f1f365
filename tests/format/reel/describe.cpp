#include <cmath>
#include <stdexcept>

#include "format/reel/records.h"
#include "tests/format/reel/match_file.h"
#include "tests/format/reel/reel_file.h"
#include "tests/format/reel/vectors.h"
#include "tickreel/base/sha256.h"
#include "tickreel/model/row.h"
#include "tickreel/reel/match_reader.h"
#include "tickreel/reel/time_order.h"

namespace tickreel_test {

using namespace tickreel;
using Json = nlohmann::ordered_json;

namespace {

Json describe_type(const ItemType& type, bool says_meaning) {
    Json fields = Json::array();
    for (const Field& field : type.fields) {
        Json values = Json::array();
        for (const NamedValue& named : field.values) values.push_back({named.value, named.name});
        Json about = {{"name", field.name},         {"kind", field_kind_name(field.kind)},
                      {"nullable", field.nullable}, {"role", role_name(field.roles.first())},
                      {"scale", field.scale},       {"unit", field.unit},
                      {"words", field.words},       {"values", values}};
        if (says_meaning) about["roles"] = roles_text(field.roles);
        if (field.sentinel)
            about["sentinel"] = {field.sentinel->word, field.sentinel->with
                                                           ? static_cast<int>(*field.sentinel->with)
                                                           : -1};
        fields.push_back(std::move(about));
    }
    Json out = {{"name", type.name},
                {"origin", type.origin},
                {"event", type.use == TypeUse::Event},
                {"known", type.known},
                {"fields", fields}};
    if (!says_meaning) return out;
    out["class"] = type.event_class == EventClass::Other ? "" : event_class_name(type.event_class);
    out["checksum"] =
        type.checksum == ChecksumScope::Snapshot ? "" : checksum_scope_name(type.checksum);
    out["derived"] = type.derived;
    out["shares_names"] = type.shares_names;
    return out;
}

// Integers as text (not every JSON reader has 64 bits), text and blobs as hex, floats as numbers
// where JSON has them.
Json describe_value(const Value& value) {
    if (const auto* b = std::get_if<bool>(&value)) return *b;
    if (const auto* i = std::get_if<std::int64_t>(&value)) return std::to_string(*i);
    if (const auto* u = std::get_if<std::uint64_t>(&value)) return std::to_string(*u);
    if (const auto* text = std::get_if<std::string>(&value)) return hex(as_bytes(*text));
    if (const auto* blob = std::get_if<Bytes>(&value)) return hex(*blob);
    const auto* number = std::get_if<double>(&value);
    if (number == nullptr) return nullptr;
    if (std::isfinite(*number)) return *number;
    return std::isnan(*number) ? "nan" : *number < 0 ? "-inf" : "inf";
}

// The value of each field, then the words that no field covers.
Json describe_values(const Schema& schema, TypeId type, Row row) {
    Json values = Json::array();
    if (!schema.contains(type)) return values;
    const RowReader reader(schema[type]);
    for (std::size_t i = 0; i < schema[type].fields.size(); ++i)
        values.push_back(describe_value(reader.read(row, i)));
    const Row extra = reader.extra_words(row);
    values.push_back(std::vector<Word>(extra.begin(), extra.end()));
    return values;
}

// 64-bit numbers as text: not every JSON reader supports them.
Json describe_frame(const Schema& schema, const Frame& frame) {
    Json items = Json::array();
    Json values = Json::array();
    for (const Item item : frame.snapshot) {
        items.push_back({item.key.type, std::to_string(item.key.entity),
                         std::vector<Word>(item.row.begin(), item.row.end())});
        values.push_back(describe_values(schema, item.key.type, item.row));
    }
    Json events = Json::array();
    for (const Event& event : frame.events) {
        events.push_back({event.type, event.before_snapshot, event.row});
        values.push_back(describe_values(schema, event.type, event.row));
    }
    return {{"segment", frame.segment},
            {"tick", std::to_string(frame.tick)},
            {"time", std::to_string(frame.time.count())},
            {"checksum", wire_checksum_name(frame.wire.checksum)},
            {"expected", frame.wire.expected},
            {"computed", frame.wire.computed},
            {"base", std::to_string(frame.wire.base_tick)},
            {"bytes", frame.wire.bytes},
            {"parts", frame.wire.parts},
            {"events", events},
            {"items", items},
            {"values", values}};  // of all items, then of all events
}

}  // namespace

namespace {

// Each view as the recording that it was made of.
Json describe_match(const Bytes& file) {
    const auto match = MatchReader::open(memory_source(file));
    if (!match) throw std::runtime_error(match.error().message);
    Json out;
    out["finished"] = (*match)->finished();
    out["damaged"] = !(*match)->damage().empty();
    out["views"] = Json::array();
    for (std::uint32_t view = 0; view < (*match)->views().size(); ++view) {
        Json about = describe(cut_view_file(**match, view));
        about.erase("finished");
        about.erase("damaged");
        about.erase("time_back");
        about["name"] = (*match)->views()[view].name;
        out["views"].push_back(std::move(about));
    }
    return out;
}

}  // namespace

Json describe(const Bytes& file) {
    if (MatchReader::is_match(*memory_source(file))) return describe_match(file);
    const auto opened = open_bytes(file);
    const ReelReader& reader = *opened;
    const std::uint16_t minor = read_file_header(file)->minor;
    const bool says_meaning = minor >= 1;
    Json out;
    out["game"] = reader.info().game;
    out["ticks_per_second"] = reader.info().ticks_per_second;
    out["start"] = std::to_string(reader.info().start.count());
    out["finished"] = reader.finished();
    out["properties"] = reader.info().properties;
    out["types"] = Json::array();
    for (const ItemType& type : reader.schema().types())
        out["types"].push_back(describe_type(type, says_meaning));
    if (minor >= 2) {
        const auto back = most_time_back(reader);
        out["time_back"] = back ? Json(std::to_string(*back)) : Json();
    }
    out["segments"] = Json::array();
    for (const Segment& segment : reader.segments())
        out["segments"].push_back({segment.map, segment.map_sha256, segment.map_crc});
    out["markers"] = Json::array();
    for (const Marker& m : reader.markers())
        out["markers"].push_back(
            {m.moment.segment, std::to_string(m.moment.tick), m.color, m.text});
    out["gaps"] = Json::array();
    for (const Gap& gap : reader.gaps())
        out["gaps"].push_back(
            {gap.segment, std::to_string(gap.from), std::to_string(gap.to), gap.reason});
    out["attachments"] = Json::array();
    for (std::size_t i = 0; i < reader.attachments().size(); ++i) {
        const AttachmentInfo& info = reader.attachments()[i];
        out["attachments"].push_back(
            {info.name, info.media, info.bytes, info.sha256, reader.attachment(i).ok()});
    }
    Json frames = Json::array();
    const auto read = reader.scan(reader.everything(), ignore_problems, [&](const Frame& frame) {
        frames.push_back(describe_frame(reader.schema(), frame));
        return true;
    });
    out["damaged"] = !read.ok() || !reader.damage().empty();
    out["frames"] = std::move(frames);
    return out;
}

}  // namespace tickreel_test
