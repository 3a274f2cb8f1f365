#include "recorder/commands/record_arguments.h"

#include <filesystem>

#include <CLI/CLI.hpp>

#include "tickreel/base/exists_already.h"
#include "tickreel/base/text.h"

namespace tickreel {

namespace {

// "": --match can do what else is asked for.
std::string match_misused(const RecordArguments& arguments, const NamePattern& pattern) {
    if (!arguments.match) return "";
    if (!arguments.clips.keep.empty())
        return "--match is of whole recordings, --keep-last makes clips: use one of them";
    if (pattern.has("player") || pattern.has("connection"))
        return "-o with --match: one file for all clients; use {date}, {time}, {map}, {protocol} "
               "and {n}";
    return "";
}

std::optional<int> read_names(const CommandLine& line, const RecordArguments& arguments,
                              RecordNames& names) {
    if (arguments.output.path == "-")
        return line.misused("-o -: every client needs a separate file");
    const Result<NamePattern> pattern = NamePattern::parse(arguments.output.path);
    if (!pattern) return line.misused("-o: " + pattern.error().message);
    names.pattern = *pattern;
    if (const auto fits = pattern->check_length(); !fits)
        return line.misused("-o: " + fits.error().message);
    if (const auto refused = refuse_other_extension(line, arguments.output.path)) return *refused;
    const Result<RetentionOptions> keep = retention_options(arguments.keep);
    if (!keep) return line.misused(keep.error().message);
    names.keep = *keep;
    if (keep->wanted() && !pattern->has_fields())
        return line.misused("--keep-total and --keep-days need a name with fields in -o");
    // A match file takes the place of a link; a recording is written to the name itself.
    std::error_code ignored;
    if (!pattern->has_fields() && !arguments.match &&
        std::filesystem::is_symlink(arguments.output.path, ignored))
        return line.failed(arguments.output.path, kIsLink);
    if (!pattern->has_fields())
        if (const auto allowed = check_output(arguments.output, OutputKind::Binary); !allowed)
            return line.failed(arguments.output.path, allowed.error().message);
    if (const std::string wrong = match_misused(arguments, *pattern); !wrong.empty())
        return line.misused(wrong);
    return std::nullopt;
}

}  // namespace

void add_record_options(CommandLine& line, RecordArguments& arguments) {
    CLI::App& app = line.app();
    add_connect_options(line, arguments.connect);
    add_output_options(line, arguments.output,
                       "the recording; further clients become OUT-2.reel, OUT-3.reel ...; a "
                       "client that does not play makes no file. Or a name with fields, which "
                       "never meets a file that exists, so that a service can start again: "
                       "'reels/{date}/{map}-{player}-{n}.reel'; {date} {time} {map} {player} "
                       "{protocol} {connection}, and {n}, the first free number");
    app.add_flag("--match", arguments.match,
                 "one match file for all clients, as 'merge --views' makes it, when the recorder "
                 "ends; with --split, one for each map, match, time or size, as soon as the next "
                 "one has begun. With --state, players play on when the recorder ends; the file is "
                 "then made when a later recorder ends and nobody plays, or at once by 'tickreel "
                 "merge' as the recorder prints it. Until then, and if that fails, each client's "
                 "recording is in the folder OUT.views");
    add_recording_options(line, arguments.recording);
    add_clip_options(line, arguments.clips);
    add_keep_options(line, arguments.keep);
    app.add_option("--control", arguments.control,
                   "answer 'tickreel ctl' on this local socket: status, clients, mark, save, "
                   "split, stop, reload")
        ->option_text("SOCKET");
    app.add_option("--metrics", arguments.metrics,
                   "a page for Prometheus at http://ADDR:PORT/metrics, and /live and /ready")
        ->option_text("ADDR:PORT");
    app.add_option("--state", arguments.state,
                   "store the connected clients in this file while recording: another recorder "
                   "started with it on the same port, after a crash or an upgrade, continues where "
                   "this one ended, and no player is disconnected. FILE.ring beside it (32 MiB) "
                   "holds the last moments, so that the recordings go on in other files where "
                   "they ended. Both belong on a memory file system, like /run; the systemd unit "
                   "does that")
        ->option_text("FILE");
    app.add_option("--queue", arguments.queue_mib,
                   "MiB of memory that may wait for decoding and disk (default 64)")
        ->check(CLI::Range(std::size_t{1}, std::size_t{16384}))
        ->option_text("MIB");
    app.add_option("--spill", arguments.spill,
                   "what does not fit there waits in a file without a name in the folder of -o, "
                   "up to this size, and is recorded later (default 1GiB, 0 = none). What does not "
                   "fit there either is missing in the recording, never on the wire")
        ->check([](const std::string& text) {
            return text == "0" || parse_size(text)
                       ? ""
                       : "invalid size '" + text + "'; use for example 1GiB, 500MB or 0";
        })
        ->option_text("SIZE");
    app.add_flag(
        "--redact", arguments.redact,
        "pseudonyms for names, clans and everything that is said, before anything is written "
        "to a recording; the text of a marker that has such a name is replaced. A name is known "
        "when its owner comes: what the recording has from before "
        "may still contain it in the name of a skin, of a map or of the server ('tickreel redact' "
        "finds it there). What waits in --spill and in the ring of --state is the traffic "
        "as received: the first has no name and is gone with the program, the second "
        "belongs on a memory file system and is emptied when the program ends while nobody plays");
    app.add_flag("--private-chat", arguments.private_chat,
                 "record whispers and team chat too; without it they are left out");
}

RecordNames record_names(const CommandLine& line, const RecordArguments& arguments) {
    RecordNames names;
    names.failed = read_names(line, arguments, names);
    return names;
}

}  // namespace tickreel
