// tickreel diff: what changed between two ticks; or whether two recordings are value-identical.

#include <algorithm>
#include <filesystem>
#include <tuple>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "recorder/commands/command_line.h"
#include "recorder/commands/known_damage.h"
#include "recorder/commands/open_reel.h"
#include "recorder/commands/output/out.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/commands/place.h"
#include "recorder/commands/verbs/diff_table.h"
#include "recorder/commands/verbs/reel_compare.h"
#include "tickreel/base/concat.h"

namespace tickreel {

namespace {

constexpr int kExitDifferent = 1;

// [{"type":"Flag","only_in":"first","items":12}]
std::string left_out_json(const Comparison& found) {
    std::string text;
    for (const LeftOut& left : found.left_out)
        text += fmt::format("{}{{\"type\":{},\"only_in\":\"{}\",\"items\":{}}}",
                            text.empty() ? "" : ",", json_string(left.type),
                            left.of_first ? "first" : "second", left.items);
    return '[' + text + ']';
}

// "; left out: Flag (12 items, only in the first)"
std::string left_out_text(const Comparison& found) {
    std::string text;
    for (const LeftOut& left : found.left_out)
        text += fmt::format("{}{} ({}, only in the {})", text.empty() ? "; left out: " : ", ",
                            printable(left.type), plural(left.items, "item"),
                            left.of_first ? "first" : "second");
    return text;
}

// "; not compared: 12 common ticks of different players (first at tick 980: player 0 in the first,
// ...)"
std::string other_player_text(const Comparison& found) {
    if (found.other_player == 0) return {};
    return fmt::format("; not compared: {} of different players (first at {})",
                       plural(found.other_player, "common tick"), found.first_other_player);
}

// "; the second has a gap at 12 of them"
std::string gaps_text(const Comparison& found) {
    std::string text;
    for (const auto& [count, all, who, whose] :
         {std::tuple(found.gaps_of_second, found.only_first, "first", "second"),
          std::tuple(found.gaps_of_first, found.only_second, "second", "first")})
        if (count != 0)
            text += fmt::format("; the {} has a gap at {} of the {} that only the {} has", whose,
                                count, all, who);
    return text;
}

int diff_files(const CommandLine& line, const std::string& first_path,
               const std::string& second_path, const CompareOptions& options) {
    const auto first = open_reel(line, first_path);
    const auto second = open_reel(line, second_path);
    if (!first || !second) return kExitFailed;
    const auto found = compare_reels(*first, *second, options);
    const ReadLosses of_first(line, first_path, *first);
    const ReadLosses of_second(line, second_path, *second);
    if (!found && !(first->damage().empty() && second->damage().empty()))
        return std::max(of_first.report_as("not compared"), of_second.report_as("not compared"));
    if (!found)
        return line.failed(first_path + " and " + second_path, found.error().message, kVerifyHint);
    Out out;
    const bool none = options.common_ticks && found->snapshots == 0;
    const std::string difference =
        found->difference.value_or(none                      ? "no tick is in both"
                                   : found->any_type_in_both ? ""
                                                             : "no item type is in both");
    const bool different = !difference.empty();
    if (line.common().format == TableFormat::Ndjson) {
        out.write(
            fmt::format("{{\"identical\":{},\"snapshots\":{},\"only_first\":{},"
                        "\"only_second\":{},\"gaps_of_second\":{},\"gaps_of_first\":{},"
                        "\"left_out\":{},\"other_player\":{},\"difference\":{}}}\n",
                        !different, found->snapshots, found->only_first, found->only_second,
                        found->gaps_of_second, found->gaps_of_first, left_out_json(*found),
                        found->other_player, different ? json_string(difference) : "null"));
    } else if (different) {
        out.line("different: " + difference + other_player_text(*found) + left_out_text(*found));
    } else if (!line.common().quiet) {
        out.write(fmt::format("identical: {} snapshots compared", found->snapshots));
        if (options.common_ticks)
            out.write(fmt::format("; {} ticks are only in the first, {} only in the second",
                                  found->only_first, found->only_second) +
                      gaps_text(*found));
        out.line(other_player_text(*found) + left_out_text(*found));
    }
    if (const auto written = out.finish(); !written)
        return line.failed("", written.error().message);
    const int lost = std::max(of_first.report(), of_second.report());
    return different ? kExitDifferent : lost;
}

int diff_ticks(const CommandLine& line, const std::string& path, const std::string& before,
               const std::string& after, const ValueStyle& style) {
    const auto reel = open_reel(line, path);
    if (!reel) return kExitFailed;
    const ReadLosses losses(line, path, *reel);
    if (const auto code = losses.nothing_left()) return *code;
    Snapshot snapshots[2];
    Moment moments[2];
    int code = kExitDone;
    bool inside = true;
    bool lost = false;
    for (int i = 0; i < 2; ++i) {
        // A bare second tick belongs to the segment of the first.
        const auto place =
            parse_place(line, path, reel->timeline(), i == 0 ? before : after,
                        i == 0 ? std::optional<std::uint32_t>() : moments[0].segment);
        if (!place) return line.failed(path, place.error().message);
        moments[i] = place->moment;
        if (!place->outside.empty()) {
            line.warn(path, place->outside);
            inside = false;
            lost = lost || (!reel->finished() && reel->timeline().last() < place->moment);
            continue;
        }
        const auto frame = snapshot_at(*reel, place->moment);
        if (!frame) return line.failed(path, frame.error().message, kVerifyHint);
        lost = lost || !*frame;
        if (!*frame) continue;
        snapshots[i] = (*frame)->snapshot;
        moments[i] = (*frame)->moment();
        if (moments[i] != place->moment)
            line.warn(path, printable(taken_instead(*reel, place->moment, moments[i])));
    }
    if (lost) code = losses.report();
    if (lost || !inside) return code;
    const Table table = diff_table(reel->schema(), snapshots[0], snapshots[1], style);
    Out out;
    if (line.common().format == TableFormat::Text) {
        const std::string first = moment_text(reel->timeline(), moments[0]);
        const std::string ticks =
            " from tick " + first + " to tick " + moment_text(reel->timeline(), moments[1]);
        if (moments[0] == moments[1])
            out.line("nothing changed: both are the snapshot of tick " + first);
        else
            out.line((table.empty() ? "nothing changed" : "what changed") + ticks +
                     (table.empty() ? "" : ":"));
    }
    if (line.common().format != TableFormat::Text || !table.empty())
        out.write(table.print(line.common().format));
    if (const auto written = out.finish(); !written)
        return line.failed("", written.error().message);
    // As for `at`: where a share is depends on all of the recording.
    for (const Moment& one : moments) {
        const MomentRange here{one, {one.segment, one.tick + 1}};
        if (code = losses.report(here, before + after); code != kExitDone) break;
    }
    return code;
}

int run_diff(CommandLine& line) {
    std::vector<std::string> words;
    CompareOptions options;
    ValueStyle style;
    line.app()
        .add_option("FILE", words, "FILE TICK TICK: what changed; FILE1 FILE2: are they identical")
        ->required()
        ->expected(2, -1);
    line.app().add_flag(
        "--common-ticks", options.common_ticks,
        "two files: compare only the snapshots of ticks that both have, segments by "
        "map and time, without types that only one has and ticks at which they are of different "
        "players, as a client with a dummy records them (it says which)");
    line.add_format();
    add_value_options(line, style);
    line.app().footer(
        "Two files: exit 0 when value-identical, 1 when they differ or one cannot be read, 3 when "
        "one is damaged and they were not compared. It stops at the first difference: the counts "
        "of --format ndjson are then of the ticks up to it.\n\n" +
        line.app().get_footer());
    if (const auto code = line.parse()) return *code;
    if (words.size() == 2) {
        if (line.common().format == TableFormat::Csv)
            return line.misused("--format csv goes with two ticks of one file");
        if (style.raw || style.big_numbers)
            return line.misused("--raw and --big-numbers go with two ticks of one file");
        std::error_code ignored;
        if (check_place(words[1]) && !std::filesystem::exists(words[1], ignored))
            return line.misused(concat("'", words[1], "' is a tick, not a file; give two ticks of ",
                                       "one recording (FILE A B) or two recordings"));
        return diff_files(line, words[0], words[1], options);
    }
    if (words.size() > 3) return line.misused("'" + words[3] + "' is one word too many");
    if (options.common_ticks) return line.misused("--common-ticks goes with two files");
    for (const std::size_t tick : {1U, 2U})
        if (const auto place = check_place(words[tick]); !place)
            return line.misused(place.error().message);
    return diff_ticks(line, words[0], words[1], words[2], style);
}

}  // namespace

extern const Command diff_command;
const Command diff_command{"diff", "show what changed between two ticks, or compare two recordings",
                           "  tickreel diff match.reel 2501042 2501044\n"
                           "  tickreel diff proxy.reel client.reel --common-ticks",
                           run_diff};

}  // namespace tickreel
