// tickreel sql: DuckDB over recordings.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include <CLI/CLI.hpp>

#include "recorder/commands/batch.h"
#include "recorder/commands/export/table_extras.h"
#include "recorder/commands/input_files.h"
#include "recorder/commands/known_damage.h"
#include "recorder/commands/match_tables.h"
#include "recorder/commands/open_reel.h"
#include "recorder/commands/resampling.h"
#include "recorder/commands/sql/sql_session.h"
#include "recorder/commands/view_choice.h"
#include "tickreel/base/ascii.h"
#include "tickreel/base/stop_signals.h"
#include "tickreel/games/evolvers.h"

namespace tickreel {

namespace {

struct SqlOptions {
    std::vector<std::string> arguments{};  // the recordings, then perhaps the statements
    std::string file{};                    // of the statements
    std::string every{};                   // see resampling.h
    std::string view{};                    // see view_choice.h
    AnswerOptions answers{};
};

// Where the statements come from: the last argument, -f FILE, standard input, or a prompt.
struct SqlSource {
    std::vector<std::string> recordings{};
    std::optional<std::string> text{};  // none: a prompt
    std::string name{};                 // of the file
};

// Every useful statement has a blank; a name that has one is a recording if it is there.
bool is_statement(const std::string& argument) {
    std::error_code ignored;
    return argument.find_first_of(" \t\n;(") != std::string::npos &&
           !std::filesystem::exists(argument, ignored) && !argument.ends_with(".reel");
}

std::string read_all(std::istream& in) {
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

Result<SqlSource> find_source(const SqlOptions& options) {
    SqlSource source{options.arguments, std::nullopt, options.file};
    auto& recordings = source.recordings;
    if (options.file.empty() && (is_statement(recordings.back()) || recordings.back().empty())) {
        source.text = recordings.back();
        recordings.pop_back();
    }
    bool from_input = options.file == "-";
    if (options.file.empty() && !source.text) {
        from_input = recordings.size() > 1 && recordings.back() == "-";
        if (from_input) recordings.pop_back();
        from_input = from_input || !is_terminal(stdin);
    }
    if (recordings.empty()) return fail("no recordings given");
    if (const auto second = std::find_if(recordings.begin(), recordings.end(), is_statement);
        second != recordings.end())
        return fail("'", *second,
                    "' is no recording; statements are one last argument, separated by ';', or "
                    "come from -f FILE");
    const bool taken = std::find(recordings.begin(), recordings.end(), "-") != recordings.end();
    if (taken && (from_input || (!source.text && options.file.empty())))
        return fail(
            "standard input is the recording; give the statements as the last argument or "
            "with -f FILE");
    if (from_input) {
        source.text = read_all(std::cin);
    } else if (!options.file.empty()) {
        std::ifstream in(options.file, std::ios::binary);
        if (!in) return fail("cannot read ", options.file);
        source.text = read_all(in);
    }
    return source;
}

int ask(const CommandLine& line, const SqlSource& source, const SqlOptions& asked) {
    std::vector<std::string> paths = input_files(line, source.recordings);
    const OutputOptions& output = asked.answers.output;
    if (const auto refused = refuse_own_input(line, paths, output.path)) return *refused;
    if (!output.path.empty())
        if (const auto allowed = check_output(output, OutputKind::Binary); !allowed)
            return line.failed(output.path, allowed.error().message);
    // Of match files the view, or without one what all of them saw and who did.
    const bool tables = !source.text || may_read_match_tables(*source.text);
    const auto [reels, all_opened, read] = open_views(paths, [&](const std::string& path) {
        return asked.view.empty() && is_match_file(path)
                   ? open_view(line, path, std::string(kUnionView),
                               tables ? add_match_tables : MakeVisitor())
                   : open_view(line, path, asked.view);
    });
    if (reels.empty()) return kExitFailed;
    std::vector<ReelFile> files;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        const auto steps = parse_steps(asked.every, reels[i]->timeline().ticks_per_second());
        if (!steps) return line.misused(steps.error().message);
        files.push_back(
            {paths[i], reels[i].get(), reels[i]->everything(), evolvers(), nullptr, *steps});
    }
    const StopSignals stop;  // before DuckDB starts its threads
    TableExtras extras = table_extras(files);
    extras.raw_enums = asked.answers.style.raw;
    if (std::any_of(reels.begin(), reels.end(),
                    [](const auto& reel) { return has_match_tables(*reel); }))
        for (const SqlView& view : match_table_views()) extras.views.push_back(view);
    extras.apart = match_table_types();
    auto database = TableDatabase::open(std::move(files), ignore_problems, extras);
    if (!database) return line.failed("", database.error().message);
    // Scans give their rows to one thread; a second one would wait for them with a busy loop.
    if (const auto set = (*database)->run("SET threads = 1"); !set)
        return line.failed("", set.error().message);
    // What is printed row by row would be mixed with it.
    const bool by_row = asked.answers.format == "csv" || asked.answers.format == "ndjson";
    ProgressBar bar(line.progress_wanted() && !(by_row && is_terminal(stdout)), "reading");
    AnswerOptions options = asked.answers;
    options.bar = &bar;
    (*database)->set_watch([&](std::uint64_t rows) {
        const std::uint64_t all = (*database)->rows_expected();
        if (all != 0) bar.show(static_cast<double>(rows) / static_cast<double>(all));
        return false;
    });
    SqlSession session(line, **database, options, stop);
    const int done = source.text ? session.run_script(*source.text, source.name)
                                 : session.run_prompt(paths.size());
    bar.clear();
    if (done != kExitDone) return done;
    for (std::size_t i = 0; source.text && i < paths.size(); ++i)
        warn_unevolved(line, paths[i], *reels[i], *source.text);
    int code = all_opened ? read : kExitDataLost;
    for (std::size_t i = 0; i < paths.size(); ++i)
        code = std::max(code, ReadLosses(line, paths[i], *reels[i]).report());
    return code;
}

int run_sql(CommandLine& line) {
    SqlOptions options;
    line.app()
        .add_option("FILE", options.arguments,
                    "recordings (.reel, folders, patterns), then SQL statements in one argument; "
                    "without them, or with '-', they are read from standard input; at a terminal "
                    "a prompt opens")
        ->required()
        ->expected(1, -1);
    add_output_options(line, options.answers.output,
                       "with --format parquet: the file for the last statement's rows", false);
    line.app().remove_option(line.app().get_option("--force"));  // its -f is the script here
    line.app().add_flag("--force", options.answers.output.force,
                        "overwrite an existing output file");
    line.app()
        .add_option("-f,--file", options.file, "read the statements from a file")
        ->option_text("FILE");
    line.app()
        .add_option("--format", options.answers.format, "text, csv, ndjson, or parquet into -o")
        ->check(CLI::IsMember({"text", "csv", "ndjson", "parquet"}))
        ->option_text("FORMAT");
    add_every_option(line, options.every);
    add_view_option(line, options.view);
    add_value_options(line, options.answers.style);
    line.app().get_option("--raw")->description("columns of enums hold numbers, not names");
    line.app().footer(
        "Tables: one per item type and event type (character, player_info, sv_chat or chat ...), "
        "items, snapshots, players, gaps; views: kills, chat_lines, positions, moves, lives, "
        "inputs, input_delivery, input_statistics.\n"
        "Of a match file without --view they are of the union, and there are more views: "
        "visible (whose character which view was sent, at each tick), missing (what the union has "
        "and a view was not sent), in_sight and out_of_sight (from when to when), first_sights "
        "(since when the killer was sent the victim without a break) and conflicts (what a view "
        "has otherwise than most of those that have the item at the tick).\n'SHOW TABLES' and "
        "'DESCRIBE character' "
        "tell more, and duckdb_columns() has a comment with the unit of each column. Conditions of "
        "tick, time, segment and file read only what they touch; EXPLAIN shows which ticks.\n"
        "With --every, tables of items, and the views positions and items like them, have the rows "
        "of "
        "the first snapshot of each step; events, snapshots, players, gaps, moves and lives are "
        "complete.\n"
        "Statements are separated by semicolons and run until one fails.\n\n" +
        line.app().get_footer());
    if (const auto code = line.parse()) return *code;
    const bool parquet = options.answers.format == "parquet";
    if (parquet != !options.answers.output.path.empty())
        return line.misused("--format parquet and -o OUT.parquet go together");
    const std::string& output = options.answers.output.path;
    if (parquet && ascii_lower(std::filesystem::path(output).extension().string()) != ".parquet")
        return line.misused("-o " + output + ": --format parquet writes .parquet");
    const auto source = find_source(options);
    if (!source) return line.misused(source.error().message);
    return ask(line, *source, options);
}

}  // namespace

extern const Command sql_command;
const Command sql_command{
    "sql", "query recordings with SQL (DuckDB)",
    "  tickreel sql match.reel \"SELECT id, max(x) FROM character GROUP BY id\"\n"
    "  tickreel sql 'season/**/*.reel' \"SELECT file, count(*) FROM chat GROUP BY file\" --format "
    "csv\n"
    "  tickreel sql match.reel                       # a prompt; statements end with ;",
    run_sql};

}  // namespace tickreel
