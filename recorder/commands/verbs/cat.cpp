// tickreel cat: every item of every tick of a range, one line each.

#include <algorithm>

#include <CLI/CLI.hpp>

#include "recorder/commands/command_line.h"
#include "recorder/commands/known_damage.h"
#include "recorder/commands/known_types.h"
#include "recorder/commands/output/item_printer.h"
#include "recorder/commands/output/out.h"
#include "recorder/commands/place.h"
#include "recorder/commands/resampling.h"
#include "recorder/commands/view_choice.h"
#include "tickreel/base/concat.h"

namespace tickreel {

namespace {

struct CatOptions {
    std::string path{};
    std::string ticks{};
    std::string every{};
    std::string view{};
    ValueStyle style{};
    std::vector<std::string> types{};
    std::vector<std::string> fields{};
};

int print_items(const CommandLine& line, const CatOptions& options, const ReelReader& reel) {
    const auto range = parse_ticks(line, options.path, reel, options.ticks);
    if (!range) return line.failed(options.path, range.error().message);
    TickSteps steps = steps_in(options.every, reel, range->moments);
    const auto selection =
        select_types(line, options.path, reel, TypeUse::Item, options.types, options.fields);
    if (!selection) return line.failed(options.path, selection.error().message);

    ReadLosses losses(line, options.path, reel);
    Out out;
    ItemPrinter printer(reel.schema(), reel.timeline(), *selection, line.common().format,
                        options.style);
    out.write(printer.header());
    std::string text;
    const auto done = reel.scan(range->moments, losses.sink(), [&](const Frame& frame) {
        if (!steps.takes(frame.moment())) return true;
        text.clear();
        printer.append(text, frame);
        out.write(text);
        return out.open();
    });
    if (const auto written = out.finish(); !written)
        return line.failed("", written.error().message);
    if (!done) return line.failed(options.path, done.error().message, kVerifyHint);
    const int code = losses.report(*range, options.ticks);
    if (printer.dropped_words() != 0) {
        return line.lost(
            options.path,
            concat(printer.dropped_words(),
                   " words without field names were omitted; use --format ndjson to keep them"));
    }
    return code;
}

int run_cat(CommandLine& line) {
    CatOptions options;
    line.app().add_option("FILE", options.path, "a recording (.reel)")->required();
    add_range_option(line.app(), "--ticks", options.ticks,
                     "half-open range A..B, A.. or ..B of ticks, times or shares; all without it");
    add_every_option(line, options.every);
    add_view_option(line, options.view);
    line.app()
        .add_option("--types", options.types, "only these item types")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->option_text("A,B,...");
    line.app()
        .add_option("--fields", options.fields,
                    "only these fields: x of each type, Character.x of one")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->option_text("A,B,...");
    line.add_format();
    add_value_options(line, options.style);
    line.app().footer("ndjson and csv hold the stored values: no scale, no unit.\n\n" +
                      line.app().get_footer());
    if (const auto code = line.parse()) return *code;
    const OpenedView opened =
        open_view(line, options.path, options.view, TypesOfView::OfAllViews, {}, options.ticks);
    if (!opened.reel) return kExitFailed;
    return std::max(opened.code, print_items(line, options, *opened.reel));
}

}  // namespace

extern const Command cat_command;
const Command cat_command{
    "cat", "print items tick by tick, one line each",
    "  tickreel cat match.reel --ticks 2501000..2501100 --types Character --fields x,y\n"
    "  tickreel cat match.reel --ticks 0%..10% --format ndjson | head",
    run_cat};

}  // namespace tickreel
