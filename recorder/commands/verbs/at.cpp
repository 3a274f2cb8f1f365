// tickreel at: the whole snapshot at one tick.

#include <algorithm>

#include <CLI/CLI.hpp>

#include "recorder/commands/command_line.h"
#include "recorder/commands/known_damage.h"
#include "recorder/commands/known_types.h"
#include "recorder/commands/output/frame_text.h"
#include "recorder/commands/output/item_printer.h"
#include "recorder/commands/output/out.h"
#include "recorder/commands/output/terminal.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/commands/place.h"
#include "recorder/commands/view_choice.h"

namespace tickreel {

namespace {

int run_at(CommandLine& line) {
    std::string path;
    std::string where;
    std::string view;
    std::vector<std::string> types;
    std::vector<std::string> fields;
    ValueStyle style;
    line.app().add_option("FILE", path, "a recording (.reel)")->required();
    take_places(*line.app()
                     .add_option("TICK", where, "a tick, a time (1:02.34) or a share (50%)")
                     ->required());
    line.app()
        .add_option("--types", types, "only these item types")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->option_text("A,B,...");
    line.app()
        .add_option("--fields", fields, "only these fields: x of each type, Character.x of one")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->option_text("A,B,...");
    add_view_option(line, view);
    line.add_format();
    add_value_options(line, style);
    if (const auto code = line.parse()) return *code;

    const OpenedView opened = open_view_unreported(line, path, view, TypesOfView::OfAllViews);
    const auto& reel = opened.reel;
    if (!reel) return kExitFailed;
    const ReadLosses losses(line, path, *reel);
    // A share depends on all of the recording.
    const auto report = [&](const MomentRange& of_view, const MomentRange& here) {
        const auto asked = where.find('%') == where.npos ? std::optional(of_view) : std::nullopt;
        return std::max(losses.report(here, where),
                        report_losses(line, path, opened.losses, opened.problems, asked));
    };
    if (opened.code != kExitDone && reel->timeline().empty())
        return report_losses(line, path, opened.losses, opened.problems);
    if (const auto code = losses.nothing_left()) return *code;
    const auto place = parse_place(line, path, reel->timeline(), where);
    if (!place) return line.failed(path, place.error().message);
    const auto selection = select_types(line, path, *reel, TypeUse::Item, types, fields);
    if (!selection) return line.failed(path, selection.error().message);
    const MomentRange here{place->moment, {place->moment.segment, place->moment.tick + 1}};
    if (!place->outside.empty()) {
        line.warn(path, place->outside);
        return report(here, here);
    }
    const auto found = snapshot_at(*reel, place->moment);
    if (!found) return line.failed(path, found.error().message, kVerifyHint);
    if (!*found) return losses.report();
    const std::optional<Frame>& frame = *found;
    if (frame->moment() != place->moment && !missing_reason(*reel, place->moment).empty())
        line.warn(path, printable(taken_instead(*reel, place->moment, frame->moment())));

    Out out;
    if (line.common().format == TableFormat::Text) {
        out.write(frame_text(TypeTable(reel->schema()), reel->timeline(), *frame, *selection, style,
                             terminal_size(stdout).columns));
    } else {
        ItemPrinter printer(reel->schema(), reel->timeline(), *selection, line.common().format,
                            style);
        std::string text = printer.header();
        printer.append(text, *frame);
        out.write(text);
    }
    if (const auto written = out.finish(); !written)
        return line.failed("", written.error().message);
    // What a view lacks since the snapshot that is shown may have been the right one.
    return report({std::min(frame->moment(), here.from), here.to}, here);
}

}  // namespace

extern const Command at_command;
const Command at_command{"at", "show the whole snapshot at a tick (the last one at or before it)",
                         "  tickreel at match.reel 2501042\n"
                         "  tickreel at match.reel 1:02.34 --types Character --format ndjson",
                         run_at};

}  // namespace tickreel
