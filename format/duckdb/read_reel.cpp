#include "format/duckdb/read_reel.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <optional>

#include "format/tables/table_scan.h"
#include "tickreel/analysis/extent.h"
#include "tickreel/analysis/missing_summary.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/expand_paths.h"
#include "tickreel/base/text.h"
#include "tickreel/games/evolvers.h"
#include "tickreel/reel/bare_ticks.h"
#include "tickreel/reel/match_reader.h"

namespace tickreel {

namespace {

struct OpenRecordings {
    std::vector<std::unique_ptr<ReelReader>> readers{};
    TableCatalog catalog{};
};

std::string take_text(duckdb_value value) {
    char* const text = duck().get_varchar(value);
    std::string copy = text != nullptr ? text : "";
    duck().free(text);
    duck().destroy_value(&value);
    return copy;
}

bool take_yes(duckdb_value value) {
    if (value == nullptr) return false;
    const bool yes = duck().get_bool(value);
    duck().destroy_value(&value);
    return yes;
}

bool has_null(duckdb_value value) {
    if (value == nullptr) return false;
    if (duck().is_null_value(value)) return true;
    for (idx_t i = 0; i < duck().get_list_size(value); ++i) {
        duckdb_value one = duck().get_list_child(value, i);
        const bool null = duck().is_null_value(one);
        duck().destroy_value(&one);
        if (null) return true;
    }
    return false;
}

// One pattern, or a list of them.
std::vector<std::string> take_paths(duckdb_value value) {
    if (duck().get_list_size(value) != 0) return take_texts(value);
    return {take_text(value)};
}

struct Asked {
    std::vector<std::string> paths{};
    std::string table{};
    std::optional<std::string> ticks{};
    bool lossy = false;
};

// NULL is somebody's empty variable: it could mean everything as well as nothing.
Result<Asked> take_arguments(duckdb_bind_info info) {
    duckdb_value values[] = {duck().bind_get_parameter(info, 0), duck().bind_get_parameter(info, 1),
                             duck().bind_get_named_parameter(info, "ticks"),
                             duck().bind_get_named_parameter(info, "lossy")};
    const char* const names[] = {"files", "table", "ticks", "lossy"};
    for (std::size_t i = 0; i < std::size(values); ++i) {
        if (!has_null(values[i])) continue;
        for (duckdb_value& value : values)
            if (value != nullptr) duck().destroy_value(&value);
        return fail(names[i], " must not be NULL");
    }
    Asked asked{take_paths(values[0]), take_text(values[1]), {}, false};
    if (values[2] != nullptr) asked.ticks = take_text(values[2]);
    asked.lossy = take_yes(values[3]);
    return asked;
}

// DuckDB has no warnings for extensions.
void warn(const std::string& path, const std::string& text) {
    std::fprintf(stderr, "read_reel: %s %s\n", path.c_str(), text.c_str());
}

// A range as it was typed. What of it the recording does not have is said, as commands say it.
Result<MomentRange> range_of(const ReelReader& reel, const std::string& path,
                             const std::string& ticks) {
    const auto range = parse_range(reel.timeline(), ticks);
    if (!range || reel.timeline().empty()) return range;
    bool any = false;
    const auto scanned = reel.scan(*range, ignore_problems, [&any](const Frame&) {
        any = true;
        return false;
    });
    if (!scanned) return scanned.error();
    const bool whole = reel.damage().empty() && reel.finished();
    if (!any && whole) warn(path, none_in_text(reel.timeline(), ticks));
    if (!any) return range;
    for (const std::string& doubt : {ticks_in_others(reel.timeline(), ticks, *range),
                                     whole ? beyond_text(reel.timeline(), ticks, *range) : ""})
        if (!doubt.empty()) warn(path, doubt);
    return range;
}

Result<void> open_recordings(const std::vector<std::string>& paths,
                             const std::optional<std::string>& ticks, OpenRecordings& into) {
    std::vector<NamedSchema> schemas;
    RepeatedFiles repeated;
    const auto files = without_repeats(expand_paths(paths), repeated);
    if (repeated.count != 0) warn(repeated.first, repeated.text());
    for (const std::string& path : files) {
        // Of a folder or pattern the recordings; one that is named is refused below.
        if (std::find(paths.begin(), paths.end(), path) == paths.end() && is_match_file(path)) {
            warn(path, "holds several views of one match, so it is left out");
            continue;
        }
        if (is_folder_without(path)) return fail(path, ": is a directory without .reel files");
        auto source = open_file(path);
        if (!source) return fail(path, ": ", source.error().message);
        auto reader = ReelReader::open(std::move(*source));
        if (!reader) return fail(path, ": ", reader.error().message);
        const ReelReader& reel = **reader;
        MomentRange range = reel.everything();
        if (ticks) {
            const auto wanted = range_of(reel, path, *ticks);
            if (!wanted) return fail(path, ": ", wanted.error().message);
            range = *wanted;
        }
        into.catalog.files.push_back({path, &reel, range, evolvers()});
        into.readers.push_back(std::move(*reader));
    }
    if (into.readers.empty()) return fail("no recording among these files");
    for (const ReelFile& file : into.catalog.files)
        schemas.push_back(
            {file.path, &file.reel->schema(), false, file.reel->info().game, file.evolvers});
    auto plans = plan_tables(schemas);
    if (!plans) return plans.error();
    into.catalog.plans = *std::move(plans);
    return {};
}

// What the recordings lack, as far as it is known: an answer from the rest must be asked for.
std::string losses_of(const std::vector<ReelFile>& files) {
    for (const ReelFile& file : files)
        if (const std::string missing = missing_summary(*file.reel, file.range); !missing.empty())
            return concat(file.path, ": ", missing, "; lossy := true reads the rest");
    return {};
}

Result<std::unique_ptr<TableBinding>> bind_rows(duckdb_bind_info info) {
    const auto asked = take_arguments(info);
    if (!asked) return asked.error();
    const auto recordings = std::make_shared<OpenRecordings>();
    TableCatalog& catalog = recordings->catalog;
    catalog.problems = ignore_problems;  // losses_of() tells
    if (const auto opened = open_recordings(asked->paths, asked->ticks, *recordings); !opened)
        return opened.error();
    const auto table = find_table(catalog.plans, asked->table);
    if (!table) return table.error();
    if (!asked->lossy) {
        catalog.losses = [&catalog] { return losses_of(catalog.files); };
        if (const std::string known = catalog.losses(); !known.empty()) return fail(known);
    }
    auto binding = std::make_unique<TableBinding>();
    binding->catalog = {recordings, &catalog};
    binding->table = *table;
    return binding;
}

// No exception leaves for DuckDB, which may have another C++ library.
void bind_read_reel(duckdb_bind_info info) {
    try {
        auto binding = bind_rows(info);
        if (binding) return finish_bind(info, *std::move(binding));
        duck().bind_set_error(info, concat("read_reel: ", binding.error().message).c_str());
    } catch (const std::exception& problem) {
        duck().bind_set_error(info, problem.what());
    }
}

void find_reel(duckdb_replacement_scan_info info, const char* name, void* /*unused*/) {
    if (!ascii_lower(std::string_view(name)).ends_with(".reel")) return;
    duck().replacement_scan_set_function_name(info, "read_reel");
    for (const char* const text : {name, "items"}) {
        duckdb_value argument = duck().create_varchar(text);
        duck().replacement_scan_add_parameter(info, argument);
        duck().destroy_value(&argument);
    }
}

}  // namespace

Result<void> register_read_reel(duckdb_connection connection) {
    duckdb_table_function function = duck().create_table_function();
    duckdb_logical_type any = duck().create_logical_type(DUCKDB_TYPE_ANY);
    duckdb_logical_type text = duck().create_logical_type(DUCKDB_TYPE_VARCHAR);
    duckdb_logical_type yes_or_no = duck().create_logical_type(DUCKDB_TYPE_BOOLEAN);
    duck().table_function_add_parameter(function, any);
    duck().table_function_add_parameter(function, text);
    duck().table_function_add_named_parameter(function, "ticks", text);
    duck().table_function_add_named_parameter(function, "lossy", yes_or_no);
    duck().destroy_logical_type(&any);
    duck().destroy_logical_type(&text);
    duck().destroy_logical_type(&yes_or_no);
    return register_scan(connection, function, "read_reel", bind_read_reel);
}

void add_reel_names(duckdb_database database) {
    duck().add_replacement_scan(database, find_reel, nullptr, nullptr);
}

}  // namespace tickreel
