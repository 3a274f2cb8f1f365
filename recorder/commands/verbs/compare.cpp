// tickreel compare: recordings in step with the first one: which fields differ, from when on and by
// how much, and how far apart their splits are.

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "recorder/commands/known_damage.h"
#include "recorder/commands/open_reel.h"
#include "recorder/commands/output/out.h"
#include "recorder/commands/output/reading_bar.h"
#include "recorder/commands/output/table.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/commands/place.h"
#include "recorder/commands/same_match.h"
#include "tickreel/analysis/in_step.h"
#include "tickreel/model/same_map.h"

namespace tickreel {

namespace {

const Cell kNoValue{"", "null", ""};

Cell seconds_cell(const std::optional<double>& seconds) {
    if (!seconds) return kNoValue;
    const std::string text = fmt::format("{:.3f}", *seconds);
    return {text, text, text};
}

Cell delta_cell(const std::optional<double>& delta) {
    if (!delta) return kNoValue;
    Cell cell{shortest(*delta), shortest(*delta), shortest(*delta)};
    if (*delta > 0) cell.human.insert(0, "+");
    return cell;
}

Table comparison_table(const std::string& file, const ReelReader& first, const StepStarts& starts,
                       const InStep& found) {
    Table table({{"file"},
                 {"kind"},
                 {"name"},
                 {"id", true},
                 {"tick", true},
                 {"seconds", true},
                 {"first"},
                 {"second"},
                 {"delta", true},
                 {"snapshots", true}});
    const double rate = first.timeline().ticks_per_second();
    for (const FieldInStep& field : found.fields)
        table.add({text_cell(file), text_cell(field.field.empty() ? "item" : "field"),
                   text_cell(field.type + (field.field.empty() ? "" : "." + field.field)),
                   wide_cell(static_cast<std::int64_t>(field.entity)), wide_cell(field.moment.tick),
                   seconds_cell(static_cast<double>(field.moment.tick - starts.first.tick) / rate),
                   text_cell(field.first), text_cell(field.second), delta_cell(field.largest),
                   number_cell(static_cast<std::int64_t>(field.snapshots))});
    for (const Split& split : found.splits) {
        std::optional<double> delta;
        if (split.first && split.second) delta = *split.second - *split.first;
        table.add({text_cell(file), text_cell("split"), text_cell(split.name), kNoValue, kNoValue,
                   kNoValue, seconds_cell(split.first), seconds_cell(split.second),
                   seconds_cell(delta), kNoValue});
    }
    return table;
}

struct Started {
    std::optional<StepStarts> starts{};
    int code = kExitDone;  // without them
};

// --from, or where both can be in step.
Started find_starts(const CommandLine& line, const ReelReader& first, const ReelReader& second,
                    const std::vector<std::string>& paths, const std::vector<std::string>& from) {
    if (from.empty()) {
        const auto starts = step_starts(first, second);
        if (!starts) return {{}, line.failed(paths[1], starts.error().message)};
        return {*starts};
    }
    StepStarts starts;
    for (const std::size_t i : {0U, 1U}) {
        const ReelReader& reel = i == 0 ? first : second;
        const auto place = parse_place(line, paths[i], reel.timeline(), from[i]);
        if (!place) return {{}, line.failed(paths[i], place.error().message)};
        if (!place->outside.empty()) return {{}, line.failed(paths[i], place->outside)};
        const auto frame = snapshot_at(reel, place->moment);
        if (!frame) return {{}, line.failed(paths[i], frame.error().message)};
        if (!*frame)
            return {{},
                    line.failed(paths[i], missing_reason(reel, place->moment),
                                "choose another place for --from")};
        (i == 0 ? starts.first : starts.second) = (*frame)->moment();
    }
    return {starts};
}

// "; maps dm1 and ctf2, protocols 0.6 and 0.7", as far as both recordings say it.
std::string other_in(const ReelReader& first, const ReelReader& second, const StepStarts& starts) {
    std::string text;
    const auto add = [&](const std::string& what, const std::string& a, const std::string& b) {
        if (a.empty() || b.empty() || a == b) return;
        text += fmt::format("{}{} {} and {}", text.empty() ? " (" : ", ", what, printable(a),
                            printable(b));
    };
    const auto protocol = [](const ReelReader& reel) {
        const auto found = reel.info().properties.find("protocol");
        return found == reel.info().properties.end() ? std::string() : found->second;
    };
    add("games", first.info().game, second.info().game);
    add("protocols", protocol(first), protocol(second));
    if (starts.first.segment < first.segments().size() &&
        starts.second.segment < second.segments().size()) {
        const Segment& a = first.segments()[starts.first.segment];
        const Segment& b = second.segments()[starts.second.segment];
        add("maps", a.map, b.map);
        if (!a.map.empty() && a.map == b.map && !may_be_same_map(a, b))
            text += fmt::format("{}two versions of the map {}", text.empty() ? " (" : ", ",
                                printable(a.map));
    }
    return text.empty() ? text : text + ')';
}

// Two servers that were started together have one map at the same times and ticks.
std::string_view how_alike(const std::vector<std::string>& paths, const ReelReader& first,
                           const ReelReader& second, const StepStarts& starts) {
    if (!starts.same_match) return "another run";
    return are_of_one_match(paths[0], first, paths[1], second) ? "the same match"
                                                               : "one map at the same time";
}

std::string summary(const std::vector<std::string>& paths, const ReelReader& first,
                    const ReelReader& second, const StepStarts& starts, const InStep& found) {
    return fmt::format(
        "{} beside {}: {}{}, from tick {} and {}; {} in step, {} only in the first, {} only in the "
        "second; {}\n",
        printable(paths[1]), printable(paths[0]), how_alike(paths, first, second, starts),
        other_in(first, second, starts), moment_text(first.timeline(), starts.first),
        moment_text(second.timeline(), starts.second), plural(found.snapshots, "snapshot"),
        found.only_first, found.only_second,
        found.snapshots == 0 ? "nothing to compare"
                             : fmt::format("fields that differ: {}", found.fields.size()));
}

int run_compare(CommandLine& line) {
    std::vector<std::string> files;
    std::vector<std::string> from;
    line.app()
        .add_option("FILE", files, "two recordings or more; each is compared with the first")
        ->required()
        ->expected(2, -1);
    take_places(
        *line.app()
             .add_option("--from", from,
                         "where each recording begins, one place for each FILE: a tick, a time or "
                         "a share. Without it by tick where both recorded the same match, else "
                         "each from its first snapshot")
             ->delimiter(',')
             ->allow_extra_args(false)
             ->option_text("A,B,..."));
    line.app().footer(
        "A field's id, tick, first and second are those of its first difference, snapshots in how "
        "many it differs, delta the largest difference (second - first) of any tick and id; of an "
        "angle as the game counts it, so that a turn past its end is nearly a whole one.\n\n" +
        line.app().get_footer());
    line.add_format();
    if (const auto code = line.parse()) return *code;
    if (!from.empty() && from.size() != files.size())
        return line.misused("--from needs one place for each FILE, like --from 0:05,0:12.5");
    const auto first = open_reel(line, files[0]);
    if (!first) return kExitFailed;
    if (first->timeline().empty()) return line.failed(files[0], "has no snapshot", kVerifyHint);
    ReadLosses of_first(line, files[0], *first);
    Out out;
    int code = kExitDone;
    Table all = comparison_table("", *first, {}, {});
    for (std::size_t i = 1; i < files.size(); ++i) {
        const std::vector<std::string> paths{files[0], files[i]};
        const auto second = open_reel(line, files[i]);
        if (!second) return kExitFailed;
        const ReadLosses of_second(line, files[i], *second);
        const std::vector<std::string> places =
            from.empty() ? from : std::vector<std::string>{from[0], from[i]};
        const auto [starts, failed] = find_starts(line, *first, *second, paths, places);
        if (!starts) return failed;
        if (first->segments().size() + second->segments().size() > 2)
            line.warn(files[i], fmt::format("only segment {} of the first and {} of this recording "
                                            "are compared; --from chooses others",
                                            starts->first.segment, starts->second.segment));
        ReadingBar bar(line.progress_wanted(), "comparing", first->timeline());
        const auto found = compare_in_step(*first, *second, *starts, of_first.sink(),
                                           [&](Moment moment) { bar.show(moment); });
        bar.clear();
        if (!found) return line.failed(files[i], found.error().message, kVerifyHint);
        const Table table = comparison_table(files[i], *first, *starts, *found);
        if (line.common().format == TableFormat::Text) {
            out.write(summary(paths, *first, *second, *starts, *found));
            if (!table.empty()) out.write(table.text());
        } else {
            all.append(table);
        }
        code = std::max(code, of_second.report());
    }
    if (line.common().format != TableFormat::Text) out.write(all.print(line.common().format));
    if (const auto written = out.finish(); !written)
        return line.failed("", written.error().message);
    return std::max(code, of_first.report());
}

}  // namespace

extern const Command compare_command;
const Command compare_command{
    "compare", "compare recordings in step: the first difference of each field, and their splits",
    "  tickreel compare proxy.reel client.reel\n"
    "      one match as two clients saw it\n"
    "  tickreel compare round1.reel round2.reel --from 0:00.2,0:01.6\n"
    "      two runs over one map, each from its start",
    run_compare};

}  // namespace tickreel
