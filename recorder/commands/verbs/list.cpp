// tickreel list: the parts of a recording, one table each; and getting an attachment out.

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "recorder/commands/command_line.h"
#include "recorder/commands/known_damage.h"
#include "recorder/commands/open_reel.h"
#include "recorder/commands/output/event_list.h"
#include "recorder/commands/output/out.h"
#include "recorder/commands/output/output_file.h"
#include "recorder/commands/output/table.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/commands/place.h"

namespace tickreel {

namespace {

Cell moment_cell(const Timeline& timeline, Moment moment) {
    Cell cell = wide_cell(moment.tick);
    cell.human = moment_text(timeline, moment);
    return cell;
}

std::int64_t count(std::uint64_t number) {
    return static_cast<std::int64_t>(number);
}

Table chunk_table(const ReelReader& reel) {
    Table table({{"offset", true},
                 {"stored_bytes", true},
                 {"raw_bytes", true},
                 {"codec", true},
                 {"segment", true},
                 {"first_tick", true},
                 {"last_tick", true},
                 {"snapshots", true},
                 {"keyframe"}});
    for (const ChunkInfo& chunk : reel.chunks())
        table.add({number_cell(count(chunk.offset)), number_cell(chunk.stored_bytes),
                   number_cell(chunk.raw_bytes), number_cell(chunk.codec),
                   number_cell(chunk.segment), wide_cell(chunk.first_tick),
                   wide_cell(chunk.last_tick), number_cell(chunk.snapshots),
                   yes_no_cell(chunk.starts_group)});
    return table;
}

Table type_table(const ReelReader& reel) {
    Table table({{"type", true}, {"name"}, {"origin"}, {"use"}, {"known"}, {"fields", true}});
    for (std::size_t id = 0; id < reel.schema().size(); ++id) {
        const ItemType& type = reel.schema()[static_cast<TypeId>(id)];
        table.add({number_cell(count(id)), text_cell(type.name), text_cell(type.origin),
                   text_cell(type.use == TypeUse::Item ? "item" : "event"), yes_no_cell(type.known),
                   number_cell(count(type.fields.size()))});
    }
    return table;
}

std::string values_text(const Field& field) {
    std::string text;
    for (const NamedValue& value : field.values)
        text += fmt::format("{}{}={}", text.empty() ? "" : " ", value.value, value.name);
    return text;
}

// People get the first ones: a set of flags can have dozens.
constexpr std::size_t kShownValues = 60;  // columns

Cell values_cell(const Field& field) {
    const std::string all = values_text(field);
    Cell cell = text_cell(all);
    if (columns_of(cell.human) > kShownValues) {
        const std::size_t end = all.rfind(' ', kShownValues);
        cell.human =
            fmt::format("{} ... ({} values)", printable(all.substr(0, end)), field.values.size());
    }
    return cell;
}

Table field_table(const ReelReader& reel) {
    Table table({{"type"},
                 {"field"},
                 {"kind"},
                 {"nullable"},
                 {"scale", true},
                 {"unit"},
                 {"role"},
                 {"values"}});
    for (const ItemType& type : reel.schema().types())
        for (const Field& field : type.fields) {
            const std::string scale = shortest(field.scale);
            table.add({text_cell(type.name), text_cell(field.name),
                       text_cell(field_kind_name(field.kind)), yes_no_cell(field.nullable),
                       Cell{scale, scale, scale}, text_cell(field.unit),
                       text_cell(roles_text(field.roles)), values_cell(field)});
        }
    return table;
}

Table marker_table(const ReelReader& reel) {
    Table table({{"number", true},
                 {"tick", true},
                 {"at", true},
                 {"color"},
                 {"text"},
                 {"segment", true, true}});
    std::int64_t number = 0;
    for (const Marker& marker : reel.markers())
        table.add({number_cell(++number), moment_cell(reel.timeline(), marker.moment),
                   text_cell(Timeline::format_time(reel.timeline().seconds(marker.moment))),
                   text_cell(fmt::format("#{:06x}", marker.color)), text_cell(marker.text),
                   number_cell(marker.moment.segment)});
    return table;
}

Table attachment_table(const ReelReader& reel) {
    Table table({{"name"}, {"media"}, {"bytes", true}, {"stored_bytes", true}, {"sha256"}});
    for (const AttachmentInfo& attachment : reel.attachments())
        table.add({text_cell(attachment.name), text_cell(attachment.media),
                   number_cell(count(attachment.bytes)),
                   number_cell(count(attachment.stored_bytes)), text_cell(attachment.sha256)});
    return table;
}

struct ListOptions {
    std::string path{};
    std::string what{};
    std::string ticks{};
    std::vector<std::string> types{};
    ValueStyle style{};
    std::string extract{};
    OutputOptions output{};
};

int extract(const CommandLine& line, const ListOptions& options, const ReelReader& reel) {
    const auto attachments = reel.attachments();
    for (std::size_t i = 0; i < attachments.size(); ++i) {
        if (attachments[i].name != options.extract) continue;
        const auto bytes = reel.attachment(i);
        if (!bytes) return line.failed(options.path, bytes.error().message);
        if (const auto done = write_output(options.output, *bytes); !done)
            return line.failed(options.output.path, done.error().message);
        return ReadLosses(line, options.path, reel).report();
    }
    return line.failed(options.path, "has no attachment '" + options.extract + "'",
                       "'tickreel list FILE attachments' names them");
}

int print_list(const CommandLine& line, const ListOptions& options, const ReelReader& reel) {
    if (options.what == "events")
        return list_events(line, options.path, reel, {options.ticks, options.types, options.style});
    Out out;
    const TableFormat format = line.common().format;
    if (options.what == "chunks") out.write(chunk_table(reel).print(format));
    if (options.what == "types") out.write(type_table(reel).print(format));
    if (options.what == "fields") out.write(field_table(reel).print(format));
    if (options.what == "markers") out.write(marker_table(reel).print(format));
    if (options.what == "attachments") out.write(attachment_table(reel).print(format));
    if (const auto written = out.finish(); !written)
        return line.failed("", written.error().message);
    return ReadLosses(line, options.path, reel).report();
}

int run_list(CommandLine& line) {
    ListOptions options;
    line.app().add_option("FILE", options.path, "a recording (.reel)")->required();
    line.app()
        .add_option("WHAT", options.what,
                    "list chunks, types, fields, events, markers or attachments")
        ->required()
        ->transform(one_of({"chunks", "types", "fields", "events", "markers", "attachments"}));
    add_range_option(line.app(), "--ticks", options.ticks, "events: only of the range A..B");
    line.app()
        .add_option("--types", options.types, "events: only of these types")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->option_text("A,B,...");
    line.app()
        .add_option("--extract", options.extract,
                    "attachments: write the one of this name to -o FILE")
        ->option_text("NAME");
    add_output_options(line, options.output, "where the attachment goes; - is standard output",
                       false);
    line.add_format();
    add_value_options(line, options.style);
    if (const auto code = line.parse()) return *code;
    if (options.extract.empty() != options.output.path.empty())
        return line.misused("--extract NAME and -o FILE belong together");
    if (!options.extract.empty() && options.what != "attachments")
        return line.misused("--extract takes attachments only");
    if ((!options.ticks.empty() || !options.types.empty()) && options.what != "events")
        return line.misused("--ticks and --types go with events only");
    if (const auto refused = refuse_own_input(line, {options.path}, options.output.path))
        return *refused;
    const auto reel = open_reel(line, options.path);
    if (!reel) return kExitFailed;
    // Finds the damage, of which people are told even where the list does not need what is lost.
    if (options.what != "events") static_cast<void>(reel->sound());
    if (!options.extract.empty()) return extract(line, options, *reel);
    return print_list(line, options, *reel);
}

}  // namespace

extern const Command list_command;
const Command list_command{
    "list", "list chunks, types, fields, events, markers or attachments",
    "  tickreel list match.reel events --ticks 1:00..2:00\n"
    "  tickreel list match.reel attachments --extract maps/dm1.map -o dm1.map",
    run_list};

}  // namespace tickreel
