#include "tickreel/tables/schema_json.h"

#include <nlohmann/json.hpp>

namespace tickreel {

namespace {

using Json = nlohmann::ordered_json;

Json column_json(const TableColumn& column) {
    Json json{{"name", column.name}, {"type", sql_type_name(column.type)}};
    if (!column.about.empty()) json["about"] = column.about;
    if (column.use != ColumnUse::Field && column.use != ColumnUse::FieldTime &&
        column.use != ColumnUse::Evolved)
        return json;
    const Field& field = column.meaning;
    json["field"] = column.field;
    json["kind"] = field_kind_name(field.kind);
    json["nullable"] = field.nullable;
    if (!field.roles.empty()) json["role"] = role_name(field.roles.first());
    if (field.roles != Roles(field.roles.first())) json["roles"] = roles_text(field.roles);
    // value in `unit` = stored value * scale
    if (!field.unit.empty()) json["unit"] = field.unit;
    if (field.scale != 1.0) json["scale"] = field.scale;
    Json values = Json::array();  // not made of null: without memory, nlohmann 3.11.2 dies of that
    for (const NamedValue& value : field.values)
        values.push_back({{"value", value.value}, {"name", value.name}});
    if (!values.empty()) json["values"] = std::move(values);
    return json;
}

Json table_json(const ExportedTable& table) {
    Json json{{"name", table.plan->name}};
    if (!table.plan->type.empty()) json["type"] = table.plan->type;
    json["columns"] = Json::array();
    for (const std::size_t column : table.columns)
        json["columns"].push_back(column_json(table.plan->columns[column]));
    return json;
}

bool has_raw_enums(std::span<const ExportedTable> tables) {
    for (const ExportedTable& table : tables)
        for (const TableColumn& column : table.plan->columns)
            if (column.use == ColumnUse::Field && column.meaning.kind == FieldKind::Enum)
                return column.type != SqlType::Varchar;
    return false;
}

Json file_json(const ReelFile& file) {
    const RecordingInfo& info = file.reel->info();
    Json json{{"file", file.path},
              {"game", info.game},
              {"ticks_per_second", info.ticks_per_second},
              {"maps", Json::array()}};
    for (const Segment& segment : file.reel->segments()) json["maps"].push_back(segment.map);
    return json;
}

}  // namespace

std::string schema_json(std::span<const ReelFile> files, std::span<const ExportedTable> tables,
                        const std::optional<ExportedFolder>& folder) {
    Json json{{"writer", "tickreel " TICKREEL_VERSION},
              {"values", std::string("as stored: value in `unit` = value * scale; enums ") +
                             (has_raw_enums(tables) ? "as numbers" : "by name") + "; times UTC"},
              {"files", Json::array()},
              {"tables", Json::array()}};
    for (const ReelFile& file : files) json["files"].push_back(file_json(file));
    for (const ExportedTable& table : tables) json["tables"].push_back(table_json(table));
    if (folder) {
        for (std::size_t i = 0; i < folder->matches.size(); ++i)
            json["files"][i]["match"] = folder->matches[i];
        json["parts"] = folder->parts;
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace tickreel
