#include "tickreel/tables/match_dataset.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "format/tables/parquet_copy.h"
#include "format/tables/required_columns.h"
#include "format/tables/row_group_size.h"
#include "format/tables/row_groups.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/errno_text.h"
#include "tickreel/export/schema_views.h"
#include "tickreel/tables/row_cursor.h"

namespace tickreel {

namespace {

namespace fs = std::filesystem;

// A column of a table that is no table of recordings, and the expression that fills it.
struct MadeColumn {
    std::string name{};
    SqlType type = SqlType::Varchar;
    std::string expression{};
    std::string about{};
    bool required = false;
};

std::string property_of(const RecordingInfo& info, const char* key) {
    const auto found = info.properties.find(key);
    return found == info.properties.end() ? std::string() : found->second;
}

std::string text_or_null(const std::string& text) {
    return text.empty() ? "NULL" : sql_text(text);
}

// The type as DuckDB casts to it.
std::string cast_type(SqlType type) {
    return type == SqlType::Timestamp ? "TIMESTAMPTZ" : std::string(sql_type_name(type));
}

class MatchWriter {
public:
    MatchWriter(TableDatabase& database, fs::path folder, const std::string& match)
        : database_(database),
          file_(database.files().front()),
          folder_(std::move(folder)),
          match_(sql_text(match)) {}

    Result<void> write() {
        if (auto done = write_types(); !done) return done;
        for (const TablePlan& plan : database_.tables())
            if (plan.kind == TableKind::Players || plan.kind == TableKind::Snapshots ||
                plan.kind == TableKind::Markers)
                if (auto done = write_facts(plan); !done) return done;
        if (auto done = write_events(); !done) return done;
        if (auto done = write_match(); !done) return done;
        if (auto done = remove_empty(); !done) return done;
        return require();
    }

private:
    std::string path_of(const std::string& table) const {
        return (folder_ / (table + ".parquet")).string();
    }
    fs::path types_folder() const {
        const std::string protocol = property_of(file_.reel->info(), "protocol");
        return folder_ / path_word(protocol.empty() ? file_.reel->info().game : protocol);
    }
    fs::path parts_folder() const { return folder_ / "events.parts"; }
    std::string type_path(const TablePlan& plan) const {
        return (types_folder() / (path_word(plan.name) + ".parquet")).string();
    }
    std::string about(const ExportedTable& table) const { return schema_json({}, {&table, 1}); }
    std::string scan_of(const TablePlan& plan, const std::string& more = "") const {
        return concat(" FROM reel_table(", &plan - database_.tables().data(),
                      ", file := 0, utc := 1", more, ")");
    }
    static std::string names_of(const ExportedTable& table) {
        std::string names;
        for (const std::size_t column : table.columns)
            names += ", " + sql_name(table.plan->columns[column].name);
        return names;
    }

    // All but the path of the file, and what is computed from other columns.
    static ExportedTable all_columns(const TablePlan& plan) {
        ExportedTable table{&plan, {}};
        for (std::size_t i = 0; i < plan.columns.size(); ++i)
            if (plan.columns[i].use != ColumnUse::File &&
                plan.columns[i].use != ColumnUse::FieldTime)
                table.columns.push_back(i);
        return table;
    }

    static std::set<std::string> never_null(const ExportedTable& table) {
        std::set<std::string> names{"match"};
        for (const std::size_t i : table.columns)
            if (!may_be_null(table.plan->columns[i])) names.insert(table.plan->columns[i].name);
        return names;
    }

    // The rows of one type in all its columns, for its own file.
    std::string copy_type(const ExportedTable& table, std::size_t reader) {
        required_[type_path(*table.plan)] = never_null(table);
        const std::uint64_t least = least_row_group(database_, *table.plan, table.columns.size());
        return "COPY (SELECT " + match_ + " AS match" + names_of(table) +
               scan_of(*table.plan, concat(", reader := ", reader, ", row_group := ", least)) +
               ") TO " + sql_text(type_path(*table.plan)) + parquet_options(least, about(table));
    }

    // The same of an event in the columns that all events have, for events.parquet.
    std::string copy_events(const TablePlan& plan, std::size_t reader) {
        event_parts_.push_back((parts_folder() / concat(event_parts_.size(), ".parquet")).string());
        return "COPY (" + select_events(plan, reader) + ") TO " + sql_text(event_parts_.back()) +
               parquet_options(kBatchRows * 8);
    }

    // In one reading of the recording.
    Result<void> write_types() {
        std::error_code error;
        for (const fs::path& folder : {types_folder(), parts_folder()}) {
            fs::create_directories(folder, error);
            if (error)
                return fail("cannot create ", folder.string(), ": ", errno_text(error.value()));
        }
        std::vector<ExportedTable> tables;
        for (const TablePlan* plan : type_tables(database_, {})) {
            tables.push_back(all_columns(*plan));
            if (plan->kind == TableKind::Events) tables.push_back({plan, {}});
        }
        for (const auto& together : at_once(database_, tables)) {
            std::vector<std::string> statements;
            for (const ExportedTable& table : together)
                statements.push_back(table.columns.empty()
                                         ? copy_events(*table.plan, statements.size())
                                         : copy_type(table, statements.size()));
            if (auto done = database_.run_together(0, statements); !done) return done;
        }
        return {};
    }

    // The columns that every common table begins with.
    std::string leading() const {
        std::string map = "CASE segment";
        const auto segments = file_.reel->segments();
        for (std::size_t i = 0; i < segments.size(); ++i)
            map += concat(" WHEN ", i, " THEN ", text_or_null(segments[i].map));
        map += segments.empty() ? " WHEN 0 THEN NULL END" : " END";
        return match_ + " AS match, (" + map + ")::VARCHAR AS map, (" +
               text_or_null(server_of(file_.reel->info())) + ")::VARCHAR AS server";
    }

    Result<void> write_facts(const TablePlan& plan) {
        const ExportedTable table = all_columns(plan);
        required_[path_of(plan.name)] = never_null(table);
        return database_.run("COPY (SELECT " + leading() + names_of(table) + scan_of(plan) +
                             ") TO " + sql_text(path_of(plan.name)) +
                             parquet_options(kBatchRows * 8, about(table)));
    }

    // The columns of `made` from a FROM clause, behind the leading ones or the match alone.
    Result<void> write_made(const std::string& table, const std::vector<MadeColumn>& made,
                            const std::string& from, bool leads) {
        TablePlan plan{table, {}, {}, TableKind::Snapshots, {}};
        std::string select = leads ? leading() : match_ + " AS match";
        std::set<std::string>& required = required_[path_of(table)] = {"match"};
        for (const MadeColumn& column : made) {
            if (column.required) required.insert(column.name);
            select += ", CAST(" + column.expression + " AS " + cast_type(column.type) + ") AS " +
                      sql_name(column.name);
            plan.columns.push_back({column.name, column.type, ColumnUse::Fact});
            plan.columns.back().about = column.about;
        }
        return database_.run("COPY (SELECT " + select + from + ") TO " + sql_text(path_of(table)) +
                             parquet_options(kBatchRows * 8, about(all_columns(plan))));
    }

    // The events of one type in the columns that all have. Who somebody was, the columns `name` and
    // the views say in the same way.
    std::string select_events(const TablePlan& plan, std::size_t reader) const {
        const auto column = [&](std::initializer_list<Role> roles) {
            for (const Role role : roles)
                for (const TableColumn& one : plan.columns)
                    if (one.use == ColumnUse::Field && one.meaning.roles.has(role)) return &one;
            return static_cast<const TableColumn*>(nullptr);
        };
        const auto field = [](const TableColumn* one, const char* sql_type) {
            return one == nullptr ? concat("NULL::", sql_type)
                                  : concat("TRY_CAST(", sql_name(one->name), " AS ", sql_type, ")");
        };
        const auto name_of = [](const TableColumn* one) {
            return one == nullptr ? "NULL::VARCHAR" : sql_name(concat(one->name, kFieldNameSuffix));
        };
        const TableColumn* actor = column({Role::Subject, Role::Speaker, Role::Owner});
        const TableColumn* object = column({Role::Object});
        const TableColumn* told = column({Role::Name});  // the event itself names its actor
        const Schema& schema = file_.reel->schema();
        const auto type = schema.find(plan.type);
        const EventClass kind = type ? schema[*type].event_class : EventClass::Other;
        const std::string actor_name =
            actor != nullptr && told != nullptr
                ? concat("CASE WHEN ", sql_name(actor->name), " IS NOT NULL THEN ",
                         sql_name(told->name), " END")
                : name_of(actor);
        return "SELECT segment, tick, \"time\", " + sql_text(plan.type) + " AS type, " +
               sql_text(kind == EventClass::Other ? "" : event_class_name(kind)) + " AS class, " +
               field(actor, "BIGINT") + " AS actor, " + actor_name + " AS actor_name, " +
               field(object, "BIGINT") + " AS object, " + name_of(object) + " AS object_name, " +
               field(column({Role::Weapon}), "VARCHAR") + " AS weapon, " +
               field(column({Role::Text}), "VARCHAR") + " AS text" +
               scan_of(plan, concat(", names := 1, reader := ", reader));
    }

    Result<void> write_events() {
        std::string parts;
        for (const std::string& part : event_parts_)
            parts += (parts.empty() ? "" : ", ") + sql_text(part);
        const auto done =
            parts.empty()
                ? Result<void>()
                : write_made(
                      "events",
                      {{"segment", SqlType::Integer, "segment", "", true},
                       {"tick", SqlType::BigInt, "tick", "", true},
                       {"time", SqlType::Timestamp, "\"time\"", "UTC", true},
                       {"type", SqlType::Varchar, "type",
                        "the item type; PROTOCOL/TYPE has all its fields", true},
                       {"class", SqlType::Varchar, "class",
                        "what it is about: kill, chat, flag ...; may be ''", true},
                       {"actor", SqlType::BigInt, "actor",
                        "the number of who did it, said it or had it"},
                       {"actor_name", SqlType::Varchar, "actor_name"},
                       {"object", SqlType::BigInt, "object", "the number of who was affected"},
                       {"object_name", SqlType::Varchar, "object_name"},
                       {"weapon", SqlType::Varchar, "weapon"},
                       {"text", SqlType::Varchar, "text"}},
                      " FROM (FROM read_parquet([" + parts + "])) ORDER BY segment, tick, type",
                      true);
        std::error_code error;
        fs::remove_all(parts_folder(), error);
        return done && error ? fail("cannot remove ", parts_folder().string(), ": ",
                                    errno_text(error.value()))
                             : done;
    }

    Result<void> write_match() {
        const ReelReader& reel = *file_.reel;
        const auto counts = reel.statistics();
        if (!counts) return counts.error();
        const RecordingInfo& info = reel.info();
        const Timeline& timeline = reel.timeline();
        std::string maps;
        Tick missing = 0;
        for (const Segment& segment : reel.segments())
            maps += (maps.empty() ? "" : ", ") + segment.map;
        for (const Gap& gap : counts->gaps) missing += gap.to - gap.from;
        const std::string start =
            info.start.count() == 0
                ? "NULL"
                : concat("to_timestamp(", microseconds(info.start), " / 1000000.0)");
        const auto number = [](std::uint64_t value) { return std::to_string(value); };
        return write_made(
            "matches",
            {{"map", SqlType::Varchar, text_or_null(maps),
              "of every segment, in order, with ', ' between them"},
             {"server", SqlType::Varchar, text_or_null(server_of(info))},
             {"game", SqlType::Varchar, sql_text(info.game), "", true},
             {"protocol", SqlType::Varchar, text_or_null(property_of(info, "protocol"))},
             {"file", SqlType::Varchar, sql_text(file_.path),
              "as it was named when it was added: a path relative to the folder of that command "
              "stays so",
              true},
             {"start", SqlType::Timestamp, start, "UTC"},
             {"seconds", SqlType::Double,
              timeline.empty() ? "0" : std::to_string(timeline.seconds(timeline.last())), "s",
              true},
             {"ticks_per_second", SqlType::Double, std::to_string(info.ticks_per_second), "", true},
             {"segments", SqlType::Integer, number(reel.segments().size()), "", true},
             {"snapshots", SqlType::BigInt, number(counts->snapshots), "", true},
             {"missing_ticks", SqlType::BigInt, std::to_string(missing), "", true},
             {"checksums_ok", SqlType::BigInt, number(counts->wire_ok), "", true},
             {"checksums_mismatched", SqlType::BigInt, number(counts->wire_mismatch), "", true},
             {"checksums_absent", SqlType::BigInt, number(counts->wire_absent), "", true}},
            "", false);
    }

    Result<void> require() {
        std::error_code error;
        for (const auto& [path, names] : required_) {
            if (!fs::exists(path, error)) continue;
            const std::string optional = path + ".optional";
            fs::rename(path, optional, error);
            if (error) return fail("cannot rename ", path, ": ", error.message());
            if (auto done = require_columns(optional, path, names); !done) return done;
            fs::remove(optional, error);
        }
        return {};
    }

    // Of tables whose rows nobody had counted.
    Result<void> remove_empty() {
        std::vector<std::string> empty;
        auto done = database_.query(
            "SELECT file_name FROM parquet_file_metadata(" +
                sql_text((folder_ / "**" / "*.parquet").string()) + ") WHERE num_rows = 0",
            [](const auto&) {},
            [&](const ResultRow& row) {
                empty.push_back(row[0].value_or(""));
                return true;
            });
        std::error_code error;
        for (const std::string& path : empty) fs::remove(path, error);
        if (done && fs::is_empty(types_folder(), error)) fs::remove(types_folder(), error);
        return error ? fail("cannot remove an empty file: ", error.message()) : done;
    }

    TableDatabase& database_;
    const ReelFile& file_;
    fs::path folder_;
    std::string match_;                                        // as SQL text
    std::map<std::string, std::set<std::string>> required_{};  // columns without nulls, by file
    std::vector<std::string> event_parts_{};  // files of which events.parquet is made
};

}  // namespace

std::string server_of(const RecordingInfo& info) {
    const std::string name = property_of(info, "server_name");
    return name.empty() ? property_of(info, "server") : name;
}

Result<void> export_dataset_match(TableDatabase& database, const std::string& folder,
                                  const std::string& match) {
    if (auto ready = prepare_export(database, {}); !ready) return ready;
    return MatchWriter(database, folder, match).write();
}

}  // namespace tickreel
