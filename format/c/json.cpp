// Descriptions of a recording and its schema, as JSON.

#include <array>
#include <mutex>

#include <nlohmann/json.hpp>

#include "format/c/plans.h"
#include "tickreel/base/text.h"
#include "tickreel/games/evolvers.h"
#include "tickreel/model/names.h"
#include "tickreel/tables/schema_json.h"

namespace tickreel::c {

namespace {

using Json = nlohmann::ordered_json;

std::string text_of(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json roles_json(Roles roles) {
    Json list = Json::array();
    for (int role = 1; role < kRoles; ++role)
        if (roles.has(static_cast<Role>(role))) list.push_back(role_name(static_cast<Role>(role)));
    return list;
}

Json field_json(const Field& field) {
    Json json{{"name", field.name},         {"kind", field_kind_name(field.kind)},
              {"nullable", field.nullable}, {"roles", roles_json(field.roles)},
              {"unit", field.unit},         {"scale", field.scale}};
    Json values = Json::array();  // not made of null: without memory, nlohmann 3.11.2 dies of that
    for (const NamedValue& value : field.values)
        values.push_back({{"value", value.value}, {"name", value.name}});
    if (!values.empty()) json["values"] = std::move(values);
    return json;
}

Json type_json(const ItemType& type) {
    const bool item = type.use == TypeUse::Item;
    Json json{{"name", type.name},
              {"use", item ? "item" : "event"},
              {"class", event_class_name(type.event_class)},
              {"origin", type.origin},
              {"known", type.known},
              {"shares_names", shares_names(type)},
              {"fields", Json::array()}};
    for (const Field& field : type.fields) json["fields"].push_back(field_json(field));
    return json;
}

Json counts_json(const Schema& schema, const std::map<TypeId, std::uint64_t>& counts) {
    Json json = Json::object();
    for (const auto& [type, count] : counts)
        if (schema.contains(type)) json[schema[type].name] = count;
    return json;
}

Json gap_json(const Gap& gap) {
    return {{"segment", gap.segment}, {"from", gap.from}, {"to", gap.to}, {"reason", gap.reason}};
}

Json damage_json(const Damage& damage) {
    Json json{{"offset", damage.offset}, {"length", damage.length}, {"what", damage.what}};
    if (damage.ticks) json["ticks"] = gap_json(*damage.ticks);
    return json;
}

Json segments_json(const ReelReader& reader) {
    Json list = Json::array();
    const auto& spans = reader.timeline().segments();
    for (std::size_t i = 0; i < spans.size(); ++i) {
        Json json{{"first_tick", spans[i].first}, {"last_tick", spans[i].last}};
        if (i < reader.segments().size()) {
            const Segment& segment = reader.segments()[i];
            json["map"] = segment.map;
            json["map_sha256"] = segment.map_sha256;
            json["map_crc"] = segment.map_crc;
        }
        list.push_back(std::move(json));
    }
    return list;
}

Result<Json> info_json(const ReelReader& reader) {
    const Result<Statistics> counts = reader.statistics();
    if (!counts) return counts.error();
    const RecordingInfo& info = reader.info();
    Json json{{"game", info.game},
              {"ticks_per_second", info.ticks_per_second},
              {"start_ns", info.start.count()},
              {"first_time_ns", counts->first_time.count()},
              {"last_time_ns", counts->last_time.count()},
              {"finished", reader.finished()},
              {"bytes", reader.file_bytes()},
              {"properties", info.properties},
              {"segments", segments_json(reader)},
              {"snapshots", counts->snapshots},
              {"wire_checksum",
               {{"ok", counts->wire_ok},
                {"mismatch", counts->wire_mismatch},
                {"absent", counts->wire_absent}}},
              {"items", counts_json(reader.schema(), counts->items)},
              {"events", counts_json(reader.schema(), counts->events)},
              {"gaps", Json::array()},
              {"damage", Json::array()}};
    for (const Gap& gap : counts->gaps) json["gaps"].push_back(gap_json(gap));
    for (const Damage& damage : reader.damage()) json["damage"].push_back(damage_json(damage));
    return json;
}

// The columns of tables as exports describe them.
Result<Json> tables_json(const SharedReel& reel) {
    const auto plans = plan_reel(reel);
    if (!plans) return plans.error();
    std::vector<ExportedTable> tables;
    for (const TablePlan& plan : *plans) {
        ExportedTable table{&plan, {}};
        for (std::size_t i = 0; i < plan.columns.size(); ++i) table.columns.push_back(i);
        tables.push_back(std::move(table));
    }
    const ReelFile file{reel.path, reel.reader.get()};
    Json json = Json::parse(schema_json({&file, 1}, tables))["tables"];
    for (std::size_t i = 0; i < plans->size(); ++i) json[i]["aliases"] = (*plans)[i].aliases;
    return json;
}

}  // namespace

Result<std::vector<TablePlan>> plan_reel(const SharedReel& reel, const Schema& absent) {
    const std::string_view game = reel.reader->info().game;
    const std::array<NamedSchema, 2> named{
        NamedSchema{reel.path, &reel.reader->schema(), false, game, evolvers()},
        NamedSchema{"", &absent, true, game, evolvers()}};
    return plan_tables(named);
}

}  // namespace tickreel::c

using namespace tickreel;
using namespace tickreel::c;

extern "C" {

tickreel_status tickreel_info_json(const tickreel_reel* reel, char** json, tickreel_error* error) {
    return guarded(
        error,
        [&]() -> Outcome {
            if (json != nullptr) *json = nullptr;
            if (reel == nullptr || json == nullptr) return refuse("reel and json must not be NULL");
            const std::shared_lock lock(reel->shared->mutex);
            const Result<Json> found = info_json(*reel->shared->reader);
            if (!found) return refuse(found.error().message, TICKREEL_FILE);
            return copy_text(text_of(*found), json);
        });
}

tickreel_status tickreel_schema_json(const tickreel_reel* reel, char** json,
                                     tickreel_error* error) {
    return guarded(
        error,
        [&]() -> Outcome {
            if (json != nullptr) *json = nullptr;
            if (reel == nullptr || json == nullptr) return refuse("reel and json must not be NULL");
            const std::shared_lock lock(reel->shared->mutex);
            Json all{{"types", Json::array()}};
            for (const ItemType& type : reel->shared->reader->schema().types())
                all["types"].push_back(type_json(type));
            Result<Json> tables = tables_json(*reel->shared);
            if (!tables) return refuse(tables.error().message, TICKREEL_FILE);
            all["tables"] = *std::move(tables);
            return copy_text(text_of(all), json);
        });
}

}  // extern "C"
