#include "recorder/commands/output/event_list.h"

#include <fmt/format.h>

#include "recorder/commands/known_damage.h"
#include "recorder/commands/output/frame_text.h"
#include "recorder/commands/output/item_json.h"
#include "recorder/commands/output/out.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/commands/place.h"
#include "recorder/commands/selection.h"

namespace tickreel {

namespace {

// "fields":{...} of an event, in a JSON object of its own for CSV.
std::string event_fields(const RowReader& type, const Event& event) {
    std::string out;
    std::vector<std::size_t> fields(type.type().fields.size());
    for (std::size_t i = 0; i < fields.size(); ++i) fields[i] = i;
    append_fields(out, type, event.row, fields);
    return out;
}

std::string event_line(const ReelReader& reel, const TypeTable& types, const Frame& frame,
                       const Event& event, TableFormat format) {
    const std::string& name = types[event.type].name;
    if (format == TableFormat::Text)
        return fmt::format("{:>9}  {:>9}  {}\n", moment_text(reel.timeline(), frame.moment()),
                           Timeline::format_time(reel.timeline().seconds(frame.moment())),
                           event_text(types, event));
    const std::string time = rfc3339(frame.time);
    const std::string fields = event_fields(types.reader(event.type), event);
    if (format == TableFormat::Csv)
        return fmt::format("{},{},{},{}\n", frame.tick, time, csv_cell(name),
                           csv_cell('{' + fields + '}'));
    std::string segment;
    if (reel.segments().size() > 1) segment = fmt::format("\"segment\":{},", frame.segment);
    return fmt::format("{{\"tick\":\"{}\",\"time\":\"{}\",\"event\":{},{}{}}}\n", frame.tick, time,
                       json_string(name), segment, fields);
}

}  // namespace

int list_events(const CommandLine& line, const std::string& path, const ReelReader& reel,
                const EventChoice& choice) {
    const auto range = parse_ticks(reel, choice.ticks);
    if (!range) return line.failed(path, range.error().message);
    const auto selection = select_types(reel.schema(), TypeUse::Event, choice.types, {});
    if (!selection) return line.failed(path, selection.error().message);
    if (!range->empty.empty()) line.warn(path, range->empty);
    ReadLosses losses(line, path, reel);
    const TypeTable types(reel.schema());
    Out out;
    const TableFormat format = line.common().format;
    if (format == TableFormat::Csv) out.line("tick,time,event,fields");
    const auto done = reel.scan(range->moments, losses.sink(), [&](const Frame& frame) {
        for (const Event& event : frame.events)
            if ((*selection)[event.type].shown)
                out.write(event_line(reel, types, frame, event, format));
        return out.open();
    });
    if (const auto written = out.finish(); !written)
        return line.failed("", written.error().message);
    if (!done) return line.failed(path, done.error().message, "run 'tickreel verify' for details");
    return losses.report(range->moments);
}

}  // namespace tickreel
