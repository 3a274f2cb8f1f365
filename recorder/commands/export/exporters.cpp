// The list of exporters, in the order in which help names them.

#include <algorithm>
#include <array>

#include "recorder/commands/export/export_job.h"
#include "recorder/commands/open_reel.h"
#include "tickreel/base/concat.h"

namespace tickreel {

extern const Exporter parquet_exporter;
extern const Exporter csv_exporter;
extern const Exporter ndjson_exporter;
extern const Exporter duckdb_exporter;
extern const Exporter mcap_exporter;
extern const Exporter folder_exporter;

namespace {

// One line for each exporter.
constexpr std::array kExporters{
    &parquet_exporter,  //
    &csv_exporter,      //
    &ndjson_exporter,   //
    &duckdb_exporter,   //
    &mcap_exporter,     //
    &folder_exporter,   //
};

}  // namespace

std::span<const Exporter* const> all_exporters() {
    return kExporters;
}

const Exporter* find_exporter(std::string_view extension) {
    const auto found = std::find_if(kExporters.begin(), kExporters.end(), [&](const Exporter* one) {
        return one->extension == extension;
    });
    return found == kExporters.end() ? nullptr : *found;
}

void tell_unevolved(const CommandLine& line, const std::string& path, const ReelReader& reel,
                    std::span<const TablePlan> tables, const std::vector<std::string>& types) {
    std::string columns;
    for (const TablePlan& table : tables)
        if (types.empty() || std::find(types.begin(), types.end(), table.type) != types.end())
            for (const TableColumn& column : table.columns) columns += column.name + ' ';
    warn_unevolved(line, path, reel, columns);
}

void tell_events_left_out(const CommandLine& line, const std::string& path,
                          const ReelReader& reel) {
    const auto counts = reel.statistics();
    if (!counts) return;
    std::uint64_t events = 0;
    for (const auto& [type, count] : counts->events) events += count;
    if (events != 0)
        line.warn(path, concat("events are left out (the recording has ", events,
                               "): the table holds items; export events with --types EVENT, to "
                               ".ndjson or to DIR/"));
    if (const std::size_t markers = reel.markers().size(); markers != 0)
        line.warn(path, concat("markers are left out (the recording has ", markers,
                               "): export them to .ndjson, .duckdb or DIR/"));
}

}  // namespace tickreel
