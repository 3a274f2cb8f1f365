// tickreel sql: DuckDB over recordings.

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <iterator>
#include <set>

#include <CLI/CLI.hpp>

#include "recorder/commands/batch.h"
#include "recorder/commands/export/table_extras.h"
#include "recorder/commands/input_files.h"
#include "recorder/commands/known_damage.h"
#include "recorder/commands/known_types.h"
#include "recorder/commands/match_tables.h"
#include "recorder/commands/open_reel.h"
#include "recorder/commands/resampling.h"
#include "recorder/commands/same_match.h"
#include "recorder/commands/server_games.h"
#include "recorder/commands/sql/sql_session.h"
#include "recorder/commands/union_notes.h"
#include "recorder/commands/view_choice.h"
#include "tickreel/base/ascii.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/errno_text.h"
#include "tickreel/base/stop_signals.h"
#include "tickreel/base/text.h"
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
           !std::filesystem::exists(argument, ignored) && !ascii_lower(argument).ends_with(".reel");
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
    if (from_input) source.text = read_all(std::cin);
    return source;
}

// A pipe too, as in -f <(generate).
Result<std::string> read_script(const std::string& path) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> in(std::fopen(path.c_str(), "rb"),
                                                             std::fclose);
    if (!in) return fail("cannot open: ", errno_text());
    std::string text;
    std::array<char, 4096> part{};
    while (const std::size_t got = std::fread(part.data(), 1, part.size(), in.get()))
        text.append(part.data(), got);
    if (std::ferror(in.get()) != 0) return fail("cannot read: ", errno_text());
    return text;
}

struct OpenedReels {
    std::vector<std::unique_ptr<ReelReader>> reels{};
    std::vector<std::string> paths{};  // of each, as the column `file` has it
    std::vector<std::shared_ptr<std::vector<ViewerGap>>> gaps{};  // of each; nullptr: no union
    bool all = true;                                              // were opened
    int code = kExitDone;                                         // as that of open_view()

    void add(OpenedView view, const std::string& path,
             std::shared_ptr<std::vector<ViewerGap>> of_views = {}) {
        all = all && view.reel != nullptr;
        if (!view.reel) return;
        code = std::max(code, view.code);
        reels.push_back(std::move(view.reel));
        paths.push_back(path);
        gaps.push_back(std::move(of_views));
    }
};

// Each view as a recording.
void open_each_view(const CommandLine& line, const std::string& path, OpenedReels& opened) {
    const int code = open_all_views(line, path, [&](const std::string& name, OpenedView view) {
        opened.add(std::move(view), concat(path, " (", name, ")"));
    });
    opened.all = opened.all && code != kExitFailed;
    opened.code = std::max(opened.code, code);
}

// Of match files the view, or without one what all of them saw and who did.
// `with_tables`: also who was sent what.
OpenedReels open_sources(const CommandLine& line, const std::vector<std::string>& paths,
                         const std::string& view, bool with_tables) {
    OpenedReels opened;
    const bool all = same_but_case(view, kAllViews);
    for (const std::string& path : paths) {
        const bool match = is_match_file(path);
        if (match && all) {
            open_each_view(line, path, opened);
        } else if (match && (view.empty() || view == kUnionView)) {
            auto gaps = std::make_shared<std::vector<ViewerGap>>();
            const auto add = [&](const MatchReader& from, ReelWriter& into) {
                return add_match_tables(from, into, gaps);
            };
            opened.add(open_view(line, path, std::string(kUnionView), TypesOfView::Own,
                                 with_tables && view.empty() ? MakeVisitor(add) : MakeVisitor()),
                       path, gaps);
        } else {
            opened.add(open_view(line, path, all ? std::string() : view, TypesOfView::OfAllViews),
                       path);
        }
    }
    return opened;
}

// What statements may not ask the union of views, of a match file or cut from one, and what it does
// not tell.
SqlGuard guard_unions(const OpenedReels& opened) {
    SqlGuard guard;
    for (std::size_t i = 0; i < opened.reels.size(); ++i) {
        if (!is_union(*opened.reels[i])) continue;
        const Schema& world = opened.reels[i]->schema();
        if (guard.refused.empty()) {
            guard.file = opened.paths[i];
            guard.next = opened.gaps[i] ? "choose --view 1, or --view all for every view's"
                                        : "the match file has them, with --view all";
        }
        for (std::string& name : tables_of_one_client(world)) guard.refused.push_back(name);
        for (std::string& name : tables_of_nobody(world)) guard.noted.push_back(name);
    }
    return guard;
}

void add_match_views(const OpenedReels& opened, TableExtras& extras) {
    std::string gaps;
    for (std::size_t i = 0; i < opened.reels.size(); ++i)
        if (has_match_tables(*opened.reels[i]))
            gaps +=
                (gaps.empty() ? "" : "\nUNION ALL ") +
                select_gaps(*opened.gaps[i], *opened.reels[i], opened.paths[i], extras.raw_enums);
    if (gaps.empty()) return;
    for (const SqlView& view : match_table_views(gaps)) extras.views.push_back(view);
}

// Empty tables of the types that the statements name, and the games have and no recording: all of
// them would be hundreds.
void add_named_types(std::string_view statements, std::span<const ReelFile> files, Schema& types) {
    const auto in_name = [](char c) {
        return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
    };
    std::set<std::string_view> words;
    for (std::size_t at = 0; at < statements.size();) {
        const std::string_view rest = statements.substr(at);
        const auto end = std::find_if_not(rest.begin(), rest.end(), in_name);
        const auto length = static_cast<std::size_t>(end - rest.begin());
        if (length != 0) words.insert(rest.substr(0, length));
        at += length + 1;
    }
    for (const std::string_view word : words)
        for (const ReelFile& file : files)
            if (const auto absent = absent_types(*file.reel, word); absent.size() == 1)
                types.add(absent.front());
}

int ask(const CommandLine& line, const SqlSource& source, const SqlOptions& asked) {
    std::vector<std::string> paths = input_files(line, source.recordings);
    const OutputOptions& output = asked.answers.output;
    if (const auto refused = refuse_own_input(line, paths, output.path)) return *refused;
    if (!output.path.empty())
        if (const auto allowed = check_output(output, OutputKind::Binary); !allowed)
            return line.failed(output.path, allowed.error().message);
    const bool tables = !source.text || may_read_match_tables(*source.text);
    const OpenedReels opened = open_sources(line, paths, asked.view, tables);
    const auto& reels = opened.reels;
    paths = opened.paths;
    if (reels.empty()) return kExitFailed;
    if (!same_but_case(asked.view, kAllViews)) warn_of_same_match(line, paths, reels);
    std::vector<ReelFile> files;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        const auto steps = *parse_steps(asked.every, reels[i]->timeline().ticks_per_second());
        files.push_back(
            {paths[i], reels[i].get(), reels[i]->everything(), evolvers(), nullptr, steps});
    }
    const StopSignals stop;  // before DuckDB starts its threads
    TableExtras extras = table_extras(files);
    if (source.text) add_named_types(*source.text, files, extras.types);
    extras.raw_enums = asked.answers.style.raw;
    add_match_views(opened, extras);
    // Steps leave out the ticks that both have.
    if (auto games = asked.every.empty() ? server_games_view(paths, reels) : std::nullopt)
        extras.views.push_back(*std::move(games));
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
    SqlGuard guard = guard_unions(opened);
    guard.inputs = paths;
    guard.notes = paths.front();
    guard.not_noted = tables_not_noted(reels);
    for (const std::string& table : guard.refused)  // then no form of a statement can read them
        if (const auto gone = (*database)->run("DROP VIEW IF EXISTS " + sql_name(table)); !gone)
            return line.failed("", gone.error().message);
    SqlSession session(line, **database, options, stop, guard);
    const int done = source.text ? session.run_script(*source.text, source.name)
                                 : session.run_prompt(paths.size());
    bar.clear();
    if (done != kExitDone) return done;
    // server_games asks for them too.
    const bool games = source.text && source.text->find("server_games") != std::string::npos;
    for (std::size_t i = 0; source.text && i < paths.size(); ++i)
        warn_unevolved(line, paths[i], *reels[i], games ? kEvolvedPrefix : *source.text);
    int code = opened.all ? opened.code : kExitDataLost;
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
        .add_option(
            "--format", options.answers.format,
            "text, csv (which writes control characters as \\x1b and \\u202e), ndjson (which "
            "keeps them), or parquet into -o")
        ->transform(one_of({"text", "csv", "ndjson", "parquet"}))
        ->option_text("FORMAT");
    add_every_option(line, options.every);
    add_view_option(line, options.view);
    line.app().get_option("--view")->description(
        "a view of a match file, by name or number; all: each view, as a recording; union "
        "(default): "
        "what any of them saw");
    add_value_options(line, options.answers.style);
    line.app().get_option("--raw")->description("columns of enums hold numbers, not names");
    line.app().footer(
        "Tables: one per item type and event type (character, player_info, sv_chat or chat ...), "
        "items, snapshots, players, gaps; views: kills, chat_lines, positions, moves, lives, "
        "inputs, input_delivery, input_statistics, reactions, connection.\n"
        "Of a match file without --view they are of the union, and there are more views: "
        "visible (whose character which view was sent, at each tick), missing (what the union has "
        "and a view was not sent), in_sight and out_of_sight (from when to when), first_sights "
        "(since when the killer was sent the victim without a break) and conflicts (what a view "
        "has otherwise than most of those that have the item at the tick). What clients sent is in "
        "no union: --view all reads each view as a recording, with its name in the column file.\n"
        "'SHOW TABLES' and "
        "'DESCRIBE character' "
        "tell more, and duckdb_columns() has a comment with the unit of each column. Conditions of "
        "tick, time, segment and file read only what they touch; EXPLAIN shows which ticks.\n"
        "With a server's .teehistorian among the recordings, server_games has for each segment of "
        "the others "
        "the game that it is of (file, segment, server_file, game_uuid), by the players' places.\n"
        "With --every, tables of items, and the views positions and items like them, have the rows "
        "of "
        "the first snapshot of each step; events, snapshots, players, gaps, moves and lives are "
        "complete.\n"
        "Statements are separated by semicolons and run until one fails. Exit code 3 if a "
        "recording was cut or a query met a damaged part of one.\n\n" +
        line.app().get_footer());
    if (const auto code = line.parse()) return *code;
    const bool parquet = options.answers.format == "parquet";
    if (parquet != !options.answers.output.path.empty())
        return line.misused("--format parquet and -o OUT.parquet go together");
    const std::string& output = options.answers.output.path;
    if (parquet && ascii_lower(std::filesystem::path(output).extension().string()) != ".parquet")
        return line.misused("-o " + output + ": --format parquet writes .parquet");
    auto source = find_source(options);
    if (!source) return line.misused(source.error().message);
    if (!options.file.empty() && !source->text) {
        auto script = read_script(options.file);
        if (!script) return line.failed(options.file, script.error().message);
        source->text = *std::move(script);
    }
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
