// tickreel import: a capture or a game's own recording becomes .reel files.

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "recorder/capture/packet_reader.h"
#include "recorder/commands/batch.h"
#include "recorder/commands/import/import_job.h"
#include "recorder/commands/import/importable.h"
#include "recorder/commands/input_files.h"
#include "recorder/commands/open_reel.h"
#include "recorder/commands/output/terminal.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/commands/played_map.h"
#include "tickreel/base/ascii.h"
#include "tickreel/base/stop_signals.h"
#include "tickreel/base/text.h"
#include "tickreel/reel/layout.h"

namespace tickreel {

namespace {

constexpr std::size_t kHead = 64;  // FileImporter::recognise wants that much

struct ImportArguments {
    std::vector<std::string> inputs{};
    unsigned parallel = 1;
    std::string input{};  // the one that it is about
    OutputOptions output{};
    RecordingArguments recording{};
    unsigned connection = 0;
    bool skip_existing = false;
    std::size_t name_width = 0;  // of the table that all inputs share; 0: each has its own
};

struct InputKind {
    bool capture = false;
    const Game* game = nullptr;
    const FileImporter* importer = nullptr;
    const DatagramFile* datagrams = nullptr;
};

bool is_reel(const Bytes& head) {
    return head.size() >= layout::kMagic.size() &&
           std::equal(layout::kMagic.begin(), layout::kMagic.end(), head.begin());
}

// By content, and by the name's end when the content tells nothing: then the importer says what
// is wrong with the file.
Result<InputKind> recognise(const ByteSource& file, const std::string& path,
                            const std::string& protocol) {
    const Result<std::uint64_t> size = file.size();
    if (!size) return size.error();
    if (*size == 0) return fail("is empty; was the capture or recording stopped cleanly?");
    const Result<Bytes> head =
        file.read(0, static_cast<std::size_t>(std::min<std::uint64_t>(*size, kHead)));
    if (!head) return head.error();
    if (recognise_capture(*head) != CaptureKind::None) return InputKind{.capture = true};
    const std::string extension = ascii_lower(std::filesystem::path(path).extension().string());
    InputKind by_name;
    std::string known = ".pcap, .pcapng";
    for (const Game* game : all_games()) {
        if (protocol != "auto" && game->id != protocol) continue;
        for (const FileImporter& importer : game->importers) {
            if (importer.recognise != nullptr && importer.recognise(*head))
                return InputKind{.game = game, .importer = &importer};
            if (extension == "." + std::string(importer.extension))
                by_name = {.game = game, .importer = &importer};
            known += fmt::format(", .{}", importer.extension);
        }
        for (const DatagramFile& format : game->datagram_files) {
            if (format.recognise(*head)) return InputKind{.game = game, .datagrams = &format};
            if (extension == "." + std::string(format.extension))
                by_name = {.game = game, .datagrams = &format};
            known += fmt::format(", .{}", format.extension);
        }
    }
    if (by_name.game != nullptr) return by_name;
    if (is_reel(*head) && *size < layout::kFileHeader)
        return fail("is a recording of which not even the header is whole; nothing is in it");
    if (is_reel(*head)) return fail("is a recording already; 'tickreel info' shows it");
    if (extension == ".reel")
        return fail(
            "is named .reel but does not begin like a recording; 'tickreel recover' looks "
            "for readable parts in it");
    return fail("unsupported file type; supported: ", known);
}

bool prints_table(const CommandLine& line, const ImportArguments& arguments) {
    return arguments.output.path != "-" && !line.common().quiet;
}

std::string text_header(std::size_t width) {
    return fmt::format("{:<{}}  {:<14} {:>9} {:>9} {:>9} {:>9} {:>5} {:>9}\n", "file", width,
                       "protocol", "snapshots", "ok", "mismatch", "absent", "gaps", "kB");
}

// Where several inputs share a table, and of CSV, the rows: the header is there once.
void print_table(const CommandLine& line, const std::vector<Imported>& rows, std::size_t shared) {
    std::size_t width = std::max<std::size_t>(shared, 4);
    for (const Imported& row : rows) width = std::max(width, row.file.path.size());
    if (line.common().format == TableFormat::Text && shared == 0)
        fmt::print("{}", text_header(width));
    for (const Imported& row : rows) {
        const RecordedFile& file = row.file;
        switch (line.common().format) {
            case TableFormat::Text:
                fmt::print("{:<{}}  {:<14} {:>9} {:>9} {:>9} {:>9} {:>5} {:>9.1f}\n", file.path,
                           width, file.protocol, file.snapshots, file.wire_ok, file.wire_mismatch,
                           file.wire_absent, file.gaps, static_cast<double>(file.bytes) / 1e3);
                break;
            case TableFormat::Csv:
                fmt::print("{},{},{},{},{},{},{},{},{}\n", csv_cell(file.path), row.connection,
                           csv_cell(file.protocol), file.snapshots, file.wire_ok,
                           file.wire_mismatch, file.wire_absent, file.gaps, file.bytes);
                break;
            case TableFormat::Ndjson:
                const nlohmann::ordered_json object{{"file", file.path},
                                                    {"connection", row.connection},
                                                    {"protocol", file.protocol},
                                                    {"snapshots", file.snapshots},
                                                    {"wire_checksum",
                                                     {{"ok", file.wire_ok},
                                                      {"mismatch", file.wire_mismatch},
                                                      {"absent", file.wire_absent}}},
                                                    {"gaps", file.gaps},
                                                    {"bytes", file.bytes}};
                fmt::print("{}\n", printable_json(object.dump(
                                       -1, ' ', false, nlohmann::json::error_handler_t::replace)));
                break;
        }
    }
}

Result<std::vector<Imported>> read_input(const ImportJob& job, const InputKind& kind) {
    if (kind.capture) return import_capture(job);
    if (kind.datagrams != nullptr) return import_datagrams(job, *kind.game, *kind.datagrams);
    return import_game_file(job, *kind.game, *kind.importer);
}

// OUT.reel, or OUT-1.reel, OUT-2.reel ... when there are several connections.
std::vector<std::string> output_names(const ImportArguments& arguments,
                                      const std::vector<Imported>& rows) {
    std::set<unsigned> connections;
    for (const Imported& row : rows) connections.insert(row.connection);
    std::vector<std::string> names;
    for (const Imported& row : rows) {
        std::string name = arguments.output.path;
        if (connections.size() > 1) name = numbered_path(name, std::to_string(row.connection));
        if (row.part > 1)
            name = numbered_path(
                name, fmt::format("{}{}", part_word(arguments.recording.split), row.part));
        names.push_back(std::move(name));
    }
    return names;
}

Result<void> name_outputs(const ImportArguments& arguments, const std::vector<std::string>& names,
                          PartialFiles& partials, std::vector<Imported>& rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
        Imported& row = rows[i];
        const std::string& name = names[i];
        const Result<void> kept = partials.keep(row.file.path, name, arguments.output.force);
        if (!kept) return fail(name, " ", kept.error().message);
        if (row.file.path != "-") row.file.path = name;
    }
    return {};
}

// Where a connection lost more snapshots than it kept: how many, and why.
std::string mostly_lost(const std::vector<Imported>& rows, const Imported& last) {
    constexpr std::string_view kLost = "snapshots ";
    std::uint64_t kept = 0;
    std::uint64_t lost = 0;
    std::string reasons;
    for (const Imported& row : rows)
        if (row.connection == last.connection) kept += row.file.snapshots;
    for (const auto& [name, count] : last.file.counters) {
        if (!name.starts_with(kLost) || count == 0) continue;
        lost += count;
        reasons +=
            fmt::format("{}{} {}", reasons.empty() ? "" : ", ", count, name.substr(kLost.size()));
    }
    if (lost <= kept) return {};
    return fmt::format("{} of {} snapshots could not be decoded: {}", lost, lost + kept, reasons);
}

// "; the recording ends with tick 4046"
std::string last_ticks(const std::vector<Imported>& rows) {
    constexpr std::size_t kMost = 8;
    std::map<unsigned, Tick> last;
    for (const Imported& row : rows) last[row.connection] = row.file.last_tick;
    const bool partial = std::any_of(
        rows.begin(), rows.end(), [](const Imported& row) { return row.game->ticks_of_arrival; });
    if (last.size() == 1)
        return fmt::format("; the recording ends with tick {}{}", last.begin()->second,
                           partial ? ", which may lack what came later" : "");
    if (last.empty()) return {};
    const std::string ticks = first_of(last, kMost, [](const auto& one) {
        return fmt::format("{} (connection {})", one.second, one.first);
    });
    return concat("; the recordings end with ticks ", ticks,
                  partial ? "; these ticks may lack what came later" : "");
}

// What is told of the input, and whether anything of it is lost.
class InputProblems {
public:
    InputProblems(const CommandLine& line, const std::string& input)
        : facts_(line.problems(input)), losses_(line.losses(input, lost_)) {}
    InputProblems(const InputProblems&) = delete;
    InputProblems& operator=(const InputProblems&) = delete;

    ProblemSink of_game() {
        return [this](const Problem& problem) {
            problem.loss == InputLoss::None ? facts_(problem) : take_loss(problem);
        };
    }
    ProblemSink of_file() {
        return [this](const Problem& problem) { take_loss(problem); };
    }
    // `last`: which ticks are the last ones, known when all has been decoded.
    void tell_ends(const std::string& last) {
        for (const Problem& end : std::exchange(ends_, {})) losses_({end.message + last, end.loss});
    }
    bool lost() const { return lost_ > 0; }

private:
    void take_loss(const Problem& problem) {
        if (problem.loss == InputLoss::Rest)
            ends_.push_back(problem);
        else
            losses_(problem);
    }

    std::uint64_t lost_ = 0;
    ProblemSink facts_;
    ProblemSink losses_;
    std::vector<Problem> ends_{};
};

// Of a server that is newer than this build, or of a capture with wrong bits: nothing tells which.
std::string unknown_messages(const Imported& row) {
    std::uint64_t unknown = 0;
    for (const std::string name : {"unknown messages", "messages kept as bytes"})
        if (const auto found = row.file.counters.find(name); found != row.file.counters.end())
            unknown += found->second;
    if (unknown == 0) return {};
    return fmt::format("{} kept as bytes: this build does not know {}, or {} damaged",
                       plural(unknown, "message"), unknown == 1 ? "it" : "them",
                       unknown == 1 ? "it is" : "they are");
}

// Whether a recording has an item that --schema describes; also if that cannot be looked up.
bool has_taught(const std::string& path, const TaughtTypes& taught) {
    auto file = open_file(path);
    if (!file) return true;
    const auto reel = ReelReader::open(*std::move(file));
    if (!reel) return true;
    const auto& types = (*reel)->schema().types();
    return std::any_of(types.begin(), types.end(), [&taught](const ItemType& type) {
        const auto [begin, end] = taught.equal_range(type.origin);
        return std::any_of(
            begin, end, [&type](const auto& entry) { return entry.second.type.name == type.name; });
    });
}

// True if most of a connection is lost.
bool tell_outcome(const CommandLine& line, const ImportArguments& arguments,
                  const std::vector<Imported>& rows) {
    if (prints_table(line, arguments)) print_table(line, rows, arguments.name_width);
    for (const Imported& row : rows)
        if (line.common().verbose > 0 && !row.file.counters.empty())
            line.warn(row.file.path, "of its connection: " + describe_counters(row.file));
    for (const Imported& row : rows)
        if (const std::string unknown = unknown_messages(row); !unknown.empty())
            line.warn(row.file.path, unknown);
    const RecordingArguments& recording = arguments.recording;
    for (const Imported& row : rows)
        if (recording.taught && !recording.taught->empty() && arguments.output.path != "-" &&
            !has_taught(row.file.path, *recording.taught))
            line.warn(row.file.path, concat("has no item that ", recording.schema, " describes"));
    for (const Imported& row : rows) {
        if (recording.map.empty() || arguments.output.path == "-") break;
        if (const std::string other = map_not_played(row.file.path, recording.map); !other.empty())
            line.warn(row.file.path, other);
    }
    bool lost = false;
    for (const Imported& row : rows)
        if (const std::string most = mostly_lost(rows, row); !most.empty()) {
            line.lost(row.file.path, most);
            lost = true;
        }
    return lost;
}

int import(const CommandLine& line, const ImportArguments& arguments) {
    const std::string& input = arguments.input;
    if (const auto refused = refuse_own_input(line, {input}, arguments.output.path))
        return *refused;
    // Known to be in the way whatever the file holds; numbered names are checked when known.
    OutputOptions folder_only = arguments.output;
    folder_only.force = true;
    if (const auto allowed = check_output(folder_only, OutputKind::Binary); !allowed)
        return line.failed(arguments.output.path, allowed.error().message);
    Result<RecordingOptions> recording = recording_options(arguments.recording);
    if (!recording) return line.failed("", recording.error().message);
    recording->finished = true;
    Result<std::unique_ptr<ByteSource>> file = open_input(input);
    if (!file) return line.failed(input, file.error().message);
    const Result<InputKind> kind = recognise(**file, input, arguments.recording.protocol);
    if (!kind) return line.failed(input, kind.error().message, "see 'tickreel import --help'");

    PartialFiles partials(arguments.output.path);
    ProgressBar bar(line.progress_wanted(), "importing");
    const StopSignals stop;
    bool stopped = false;
    InputProblems problems(line, input);
    ImportJob job{.file = **file,
                  .game = chosen_game(arguments.recording),
                  .recording = *std::move(recording),
                  .output = arguments.output,
                  .connection = arguments.connection,
                  .partials = partials,
                  .problems = problems.of_game(),
                  .file_problems = problems.of_file(),
                  .progress = [&bar](double share) { bar.show(share); },
                  .stopped = [&] { return stopped = stopped || stop.arrived(); }};
    if (kind->importer != nullptr) {
        if (arguments.connection > 1) return line.misused("--connection is for captures");
        if (const auto allowed = check_output(arguments.output, OutputKind::Binary); !allowed)
            return line.failed(arguments.output.path, allowed.error().message);
    }
    Result<std::vector<Imported>> rows = read_input(job, *kind);
    bar.clear();
    problems.tell_ends(rows ? last_ticks(*rows) : "");
    if (!rows)
        return line.failed(partials.write_failed() ? arguments.output.path : input,
                           rows.error().message);
    const std::vector<std::string> names = output_names(arguments, *rows);
    for (const std::string& name : names)
        if (const auto refused = refuse_own_input(line, {input}, name)) return *refused;
    if (const auto named = name_outputs(arguments, names, partials, *rows); !named)
        return line.failed(input, named.error().message);
    const bool lost = tell_outcome(line, arguments, *rows);
    return lost || problems.lost() ? kExitDataLost : kExitDone;
}

int run_import(CommandLine& line) {
    ImportArguments arguments;
    line.app()
        .add_option(
            "FILE", arguments.inputs,
            "a .pcap, .pcapng or .faucap capture, a .demo, .teehistorian or .nsr; - reads "
            "standard input; several files, patterns and folders (with their subfolders) with "
            "-o FOLDER/, in which a.demo becomes a.reel, beside an a.pcap a.demo.reel")
        ->required();
    add_output_options(line, arguments.output,
                       "the recording; several connections in one capture become OUT-1.reel, "
                       "OUT-2.reel ... in the order of their first datagram; - is standard output");
    line.app()
        .add_option("--connection", arguments.connection, "only the N-th connection of a capture")
        ->check(CLI::Range(1U, 16384U))
        ->option_text("N");
    add_recording_options(line, arguments.recording);
    add_parallel_option(line, arguments.parallel);
    add_skip_option(line, arguments.skip_existing);
    line.add_format();
    if (const auto code = line.parse()) return *code;
    auto files = input_files(line, arguments.inputs, importable_extensions());
    const bool folder = names_folder(arguments.output.path);
    if (!folder)
        if (const auto refused = refuse_other_extension(line, arguments.output.path))
            return *refused;
    const auto unused = read_schema(arguments.recording);
    if (!unused) return line.failed("", unused.error().message);
    for (const std::string& one : *unused) line.warn(arguments.recording.schema, printable(one));
    if (files.size() > 1 && !folder)
        return line.misused("several recordings need -o FOLDER/ to lie in");
    const OutputFolder outputs(arguments.output.path, arguments.inputs, ".reel", files);
    if (const auto clash = outputs.clash(); folder && clash)
        return line.misused("several inputs would write " + *clash +
                            "; import them into different folders");
    const std::size_t all = files.size();
    if (arguments.skip_existing)
        files = skip_finished(line, std::move(files), [&](const std::string& path) {
            // Several connections have numbers.
            std::error_code ignored;
            const std::string output = folder ? outputs.path_for(path) : arguments.output.path;
            return std::filesystem::exists(output, ignored) ||
                   std::filesystem::exists(numbered_path(output, "1"), ignored);
        });
    BatchOptions options{"importing", arguments.parallel, all - files.size()};
    if (line.common().format == TableFormat::Csv && prints_table(line, arguments))
        options.header = "file,connection,protocol,snapshots,ok,mismatch,absent,gaps,bytes\n";
    options.makes_files = true;
    if (line.common().format == TableFormat::Text && files.size() > 1 &&
        prints_table(line, arguments)) {
        for (const std::string& path : files)
            arguments.name_width = std::max(arguments.name_width, outputs.path_for(path).size());
        options.header = text_header(arguments.name_width);
    }
    return run_batch(line, files, options, [&](const std::string& path) {
        ImportArguments one = arguments;
        one.input = path;
        if (folder) one.output.path = outputs.make_path_for(path);
        return import(line, one);
    });
}

}  // namespace

extern const Command import_command;
const Command import_command{
    "import", "convert a capture (.pcap, .pcapng, .faucap), .demo, .teehistorian or .nsr to .reel",
    "  tickreel import traffic.pcap -o match.reel\n"
    "      match.reel, or match-1.reel, match-2.reel ... when several players were captured\n"
    "  tickreel import old.demo -o old.reel --map maps/dm1.map --format ndjson\n"
    "      a client's or server's demo, with a map file of your own",
    run_import};

}  // namespace tickreel
