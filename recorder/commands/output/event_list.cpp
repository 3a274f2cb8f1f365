#include "recorder/commands/output/event_list.h"

#include "recorder/commands/known_damage.h"
#include "recorder/commands/known_types.h"
#include "recorder/commands/output/event_printer.h"
#include "recorder/commands/output/out.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/commands/place.h"
#include "recorder/commands/union_notes.h"

namespace tickreel {

int list_events(const CommandLine& line, const std::string& path, const ReelReader& reel,
                const EventChoice& choice) {
    const auto range = parse_ticks(line, path, reel, choice.ticks);
    if (!range) return line.failed(path, range.error().message);
    const auto selection = select_types(line, path, reel, TypeUse::Event, choice.types, {});
    if (!selection) return line.failed(path, selection.error().message);
    std::vector<TypeId> shown;
    for (const TypeId id : types_of_one_client(reel.schema()))
        if ((*selection)[id].shown) shown.push_back(id);
    warn_of_union(line, path, reel, shown);
    ReadLosses losses(line, path, reel);
    EventPrinter printer(reel.schema(), reel.timeline(), *selection, line.common().format,
                         choice.style);
    Out out;
    out.write(printer.header());
    std::string text;
    const auto done = reel.scan(range->moments, losses.sink(), [&](const Frame& frame) {
        text.clear();
        printer.append(text, frame);
        out.write(text);
        return out.open();
    });
    if (const auto written = out.finish(); !written)
        return line.failed("", written.error().message);
    if (!done) return line.failed(path, done.error().message, kVerifyHint);
    return losses.report(*range, choice.ticks);
}

}  // namespace tickreel
