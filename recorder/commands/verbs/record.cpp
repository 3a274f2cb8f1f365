// tickreel record: a transparent UDP proxy in front of a game server; every client that plays
// becomes a recording. The wire has this thread for itself, decoding and disk have another one.

#include <algorithm>
#include <csignal>
#include <ctime>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "recorder/capture/tap_network.h"
#include "recorder/commands/connect_options.h"
#include "recorder/commands/control.h"
#include "recorder/commands/killed_clips.h"
#include "recorder/commands/match_merges.h"
#include "recorder/commands/match_views.h"
#include "recorder/commands/record_files.h"
#include "recorder/commands/record_talk.h"
#include "recorder/net/resolve.h"
#include "recorder/net/service_manager.h"
#include "recorder/net/stream_server.h"
#include "recorder/net/udp_socket.h"
#include "recorder/recording/kept_parts.h"
#include "recorder/recording/live_tails.h"
#include "recorder/recording/recording_session.h"
#include "recorder/recording/recovery_log.h"
#include "recorder/recording/state_file.h"
#include "tickreel/base/stop_signals.h"
#include "tickreel/base/text.h"

namespace tickreel {

namespace {

constexpr int kPoll = 200;                         // ms
constexpr std::chrono::milliseconds kPollLast{5};  // while the recordings end
constexpr std::chrono::seconds kStandsStill{10};   // a thread that has not been seen at work
constexpr std::chrono::seconds kAnswer{2};         // what `ctl mark`, `save` and `split` wait
constexpr std::chrono::seconds kRetry{2};          // after a file could not be written
constexpr const char* kNoLists = "there is no list to read again: no --allow, no --deny";
constexpr const char* kListsStay = "; the lists stay as they were";
constexpr std::uint64_t kMebibyte = 1ULL << 20;

struct RecordArguments {
    ConnectArguments connect{};
    OutputOptions output{};
    RecordingArguments recording{};
    ClipArguments clips{};
    KeepArguments keep{};
    std::string state{};
    std::string control{};
    std::string metrics{};
    std::size_t queue_mib = 64;
    std::string spill = "1GiB";
    bool redact = false;
    bool private_chat = false;
    bool match = false;
};

void add_options(CommandLine& line, RecordArguments& arguments) {
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
        "to a recording. What waits in --spill and in the ring of --state is the traffic "
        "as received: the first has no name and is gone with the program, the second "
        "belongs on a memory file system");
    app.add_flag("--private-chat", arguments.private_chat,
                 "record whispers and team chat too; without it they are left out");
}

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

// With --match --split: one tick for all clients at which the next file begins.
void split_together(const MatchViews& views, RecordingOptions& recording) {
    RoundOptions rounds;
    rounds.by_map = recording.split_by_map || recording.split_by_match;
    rounds.bytes = std::exchange(recording.split_bytes, 0);
    rounds.time = std::exchange(recording.split_time, {});
    recording.rounds = std::make_shared<MatchRounds>(rounds);
    views.go_on(*recording.rounds);
}

// What is done of match files while the recorder runs. Either may be nullptr.
struct MatchWork {
    MatchViews* views = nullptr;
    MatchMerges* merges = nullptr;
};

// `keep_names`: of the files of which old ones are deleted.
RecorderOptions recorder_options(const RecordArguments& arguments, RecordingOptions recording,
                                 const std::shared_ptr<RecordFiles>& files,
                                 const RetentionOptions& keep, const NamePattern& keep_names,
                                 MatchWork match, RecordTalk& talk) {
    RecorderOptions options;
    options.game = chosen_game(arguments.recording);
    options.recording = std::move(recording);
    options.queue_bytes = arguments.queue_mib * kMebibyte;
    if (const auto spill = parse_size(arguments.spill))
        options.spill = {files->pattern().folder(), *spill};
    options.recording.retry = kRetry;
    options.recording.redact = arguments.redact;
    options.recording.private_chat = arguments.private_chat;
    options.make_file = [files, match](const FileNameFields& fields) {
        if (match.views == nullptr) return files->make(fields);
        Result<NewFile> file = files->make(fields, MatchViews::round_folder(fields.round));
        if (file) match.views->opened(file->path, fields.round);
        return file;
    };
    options.look_at_folder = [files] { return files->look(); };
    if (keep.wanted())
        options.tidy = [keep_names, keep, &talk](const std::set<std::string>& open) {
            talk.tidied(
                delete_old_recordings(keep_names, keep, open, std::chrono::system_clock::now()));
        };
    options.problems = [&talk](const Problem& problem) { talk.problem(problem); };
    options.on_gaps_nowhere = [&talk](const std::string& what) { talk.missing(what); };
    options.on_closed = [match, &talk](const RecordedFile& file) {
        talk.closed(file);
        if (match.views != nullptr) match.views->closed(file.path);
    };
    options.on_second = [match, &talk](const RecorderTotals& totals) {
        talk.second(totals);
        if (match.merges != nullptr) match.merges->second();
    };
    return options;
}

// Beside the recordings, wherever they can be.
Result<std::unique_ptr<KeptFolder>> make_kept_folder(const RecordFiles& files) {
    const std::vector<std::string> folders = files.folders();
    auto kept = KeptFolder::create(folders.front());
    return kept || folders.size() == 1 ? std::move(kept) : KeptFolder::create(folders.back());
}

// Every client takes a socket and a file; the usual soft limit of 1024 is soon reached.
void allow_many_files() {
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return;
    files.rlim_cur = files.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &files);
}

// Nothing was kept: why, and whether that was to be expected.
int nothing_kept(const CommandLine& line, const RecordArguments& arguments,
                 const SessionReport& report) {
    if (report.unrecorded == 0) {
        line.warn("", report.connections > 0 && arguments.clips.on.empty()
                          ? "nothing new was recorded: no file was written"
                      : report.connections == 0 || arguments.clips.on.empty()
                          ? "no game traffic was recognised; no file was written"
                          : "no event matched --on; no file was written");
        return kExitDone;
    }
    line.failed(
        "",
        fmt::format("no snapshot could be decoded for {} of {} clients; no file was written",
                    report.unrecorded, report.connections),
        arguments.recording.protocol == "auto"
            ? "set --protocol, or run with -v to see the received packets"
            : "see whether --protocol auto recognises the game");
    return kExitDataLost;
}

int outcome(const CommandLine& line, const RecordArguments& arguments, const SessionReport& report,
            const RecordFiles& made) {
    const ProxyStatistics& wire = report.wire;
    if (line.common().verbose > 0)
        fmt::print(stderr,
                   "wire: {} clients, {} datagrams to the server, {} to clients, {} refused, {} "
                   "dropped by the system, {} turned away, {} withheld, {} too fast\n",
                   wire.clients_ever, wire.to_server, wire.to_client, wire.refused, wire.dropped,
                   wire.turned_away, wire.withheld, wire.rate_limited);
    if (const auto& failed = report.first_failed) {
        line.failed(failed->path, failed->error,
                    arguments.keep.fallback.empty() ? "make room there, or use --fallback FOLDER"
                                                    : "see the messages above");
        return kExitDataLost;
    }
    if (report.recorded.unwritten > 0) {
        line.failed(
            "",
            fmt::format("{} are in no recording", plural(report.recorded.unwritten, "snapshot")),
            "see the messages above");
        return kExitDataLost;
    }
    if (made.fallen_back() > 0) {
        line.failed(arguments.output.path,
                    fmt::format("could not be written; {} recordings went to {}",
                                made.fallen_back(), arguments.keep.fallback),
                    "see the messages above");
        return kExitDataLost;
    }
    if (wire.overflowed > 0)
        line.warn("", fmt::format("{} datagrams were dropped by the system because they arrived "
                                  "too fast: the game missed them too",
                                  wire.overflowed));
    if (report.recorded.spilled > 0 && line.common().verbose > 0)
        fmt::print(stderr, "{} datagrams waited on disk for their decoding\n",
                   report.recorded.spilled);
    if (report.recorded.lost > 0) {
        line.failed("",
                    fmt::format("{} datagrams are missing in the recording: decoding and disk "
                                "were too slow",
                                report.recorded.lost),
                    "the game lost nothing; a larger --queue or --spill, or a faster disk, helps");
        return kExitDataLost;
    }
    if (report.recorded.files == 0) return nothing_kept(line, arguments, report);
    if (report.gaps_nowhere > 0) {
        line.failed("",
                    fmt::format("of {} of {} clients, snapshots are in no recording: none could "
                                "be decoded",
                                report.gaps_nowhere, report.connections),
                    "see the messages above");
        return kExitDataLost;
    }
    return kExitDone;
}

// The control socket and the metrics page, each on a thread for itself.
struct Helpers {
    std::unique_ptr<Control> control{};
    std::unique_ptr<StreamServer> socket{};
    std::unique_ptr<StreamServer> page{};
};

std::optional<int> start_helpers(const CommandLine& line, const RecordArguments& arguments,
                                 RecordingSession& session, const Clock& clock,
                                 ControlRequests& requests, Helpers& helpers) {
    if (!arguments.control.empty()) {
        helpers.control = std::make_unique<Control>(
            session.board(), requests,
            [&session](ClientId client, const std::string& text) {
                return session.mark(client, text, kAnswer);
            },
            [&session](ClientId client) { return session.save(client, kAnswer); },
            [&session](ClientId client) { return session.split(client, kAnswer); });
        const auto answer = [&control = *helpers.control](std::string_view question) {
            return control.answer(question);
        };
        const auto take_over = [&control = *helpers.control](std::string_view question, int fd) {
            return control.take_over(question, fd);
        };
        auto socket = StreamServer::on_path(arguments.control, {end_of_line, answer, take_over});
        if (!socket) return line.failed(arguments.control, socket.error().message);
        helpers.socket = *std::move(socket);
    }
    if (arguments.metrics.empty()) return std::nullopt;
    if (const auto wrong = refuse_malformed(line, "--metrics", arguments.metrics)) return wrong;
    const Result<Endpoint> at = resolve_local(arguments.metrics);
    if (!at) return line.failed("--metrics", at.error().message, "try 127.0.0.1:9400");
    const auto answer = [&session, &clock](std::string_view head) {
        return answer_http(session.board().get(), clock.now(), head);
    };
    auto page = StreamServer::on_address(*at, {end_of_http_head, answer, {}});
    if (!page) return line.failed("--metrics", page.error().message);
    helpers.page = *std::move(page);
    if (!line.common().quiet)
        fmt::print(stderr, "metrics on http://{}/metrics\n", to_string(helpers.page->local()));
    return std::nullopt;
}

void reload(const RecordArguments& arguments, RecordingSession& session) {
    if (!has_lists(arguments.connect)) {
        session.tell(kNoLists);
        return;
    }
    Result<AccessList> access = read_access(arguments.connect);
    if (!access) {
        session.tell(access.error().message + kListsStay);
        return;
    }
    session.set_access(*std::move(access));
    session.tell("the address lists were read again");
}

// SIGUSR1: the clip of every client. Create it before the threads, which inherit the blocked
// signal.
class ClipSignal {
public:
    ClipSignal() {
        ::sigemptyset(&wanted_);
        ::sigaddset(&wanted_, SIGUSR1);
        ::pthread_sigmask(SIG_BLOCK, &wanted_, nullptr);
    }
    bool arrived() const {
        const timespec at_once{};
        return ::sigtimedwait(&wanted_, nullptr, &at_once) > 0;
    }

private:
    sigset_t wanted_{};
};

// Until somebody asks to stop. Asked now and then, not after every datagram: each question is a
// system call.
[[gnu::hot]] void forward(const RecordArguments& arguments, RecordingSession& session,
                          const StopSignals& signals, const ClipSignal& clips,
                          ControlRequests& requests, const ServiceManager& manager) {
    Clock::TimePoint last_asked{};
    Clock::TimePoint last_alive{};
    while (true) {
        const std::chrono::milliseconds patience(kPoll);  // a constant of the code, not of memory
        const auto now = session.poll(patience);
        if (now - last_asked < patience) continue;
        last_asked = now;
        const StopRequest asked = signals.poll();
        const bool ends = asked == StopRequest::Interrupt || asked == StopRequest::Stop;
        if (ends || requests.stop) return;
        if (asked == StopRequest::Reload || requests.reload.exchange(false))
            reload(arguments, session);
        if (clips.arrived()) {
            if (arguments.clips.keep.empty())
                session.tell("SIGUSR1 saves clips, and none are kept without --keep-last");
            else
                session.order("save", 0, "");
        }
        if (manager.watchdog().count() == 0 || now - last_alive < manager.watchdog()) continue;
        last_alive = now;
        if (now - session.board().get().recorder_alive < kStandsStill) manager.notify("WATCHDOG=1");
    }
}

Result<std::unique_ptr<Network>> network_for(const ConnectArguments& arguments,
                                             const ProxyOptions& proxy) {
    if (!arguments.pcap_live.empty()) {
        auto tap = open_tap(arguments.pcap_live, proxy.server);
        if (!tap) return tap.error();
        return std::unique_ptr<Network>(
            std::make_unique<TapNetwork>(*std::move(tap), proxy.server));
    }
    auto network = SystemNetwork::make();
    if (!network) return network.error();
    if (proxy.upstream_view == UpstreamView::Addresses)
        if (const auto allowed = (*network)->borrow_addresses(); !allowed)
            return fail("--upstream client: ", allowed.error().message);
    return std::unique_ptr<Network>(*std::move(network));
}

int record(const CommandLine& line, const RecordArguments& arguments) {
    if (arguments.output.path == "-")
        return line.misused("-o -: every client needs a separate file");
    const Result<NamePattern> pattern = NamePattern::parse(arguments.output.path);
    if (!pattern) return line.misused("-o: " + pattern.error().message);
    if (const auto fits = pattern->check_length(); pattern->has_fields() && !fits)
        return line.misused("-o: " + fits.error().message);
    if (const auto refused = refuse_other_extension(line, arguments.output.path)) return *refused;
    Result<RetentionOptions> keep = retention_options(arguments.keep);
    if (!keep) return line.misused(keep.error().message);
    if (keep->wanted() && !pattern->has_fields())
        return line.misused("--keep-total and --keep-days need a name with fields in -o");
    if (!pattern->has_fields())
        if (const auto allowed = check_output(arguments.output, OutputKind::Binary); !allowed)
            return line.failed(arguments.output.path, allowed.error().message);
    if (const std::string wrong = match_misused(arguments, *pattern); !wrong.empty())
        return line.misused(wrong);
    const bool clip_names = !arguments.clips.keep.empty();
    const std::string& split = arguments.recording.split;
    const std::string part_word = clip_names                           ? "clip"
                                  : split == "map" || split == "match" ? split
                                                                       : "part";
    std::unique_ptr<MatchViews> views;
    if (arguments.match) {
        auto opened = MatchViews::open(arguments.output, *pattern, split == "none" ? "" : part_word,
                                       arguments.keep.fallback);
        if (!opened)
            return line.failed(arguments.output.path, opened.error().message,
                               "choose a folder that this user can write to");
        views = *std::move(opened);
        if (const std::size_t left = views->recordings().size(); left > 0)
            line.warn(views->folder(),
                      fmt::format("{} of an earlier recorder become views of {} too",
                                  plural(left, "recording"),
                                  split == "none" ? "this match file" : "match files"));
    }
    if (views) keep->fallback_views = views->fallback();
    const auto files = std::make_shared<RecordFiles>(
        arguments.output, views ? *NamePattern::parse(views->names()) : *pattern, part_word,
        views ? views->fallback() : arguments.keep.fallback);
    if (const auto usable = files->check_fallback(); !usable)
        return line.failed("--fallback", usable.error().message,
                           "choose another folder, on another disk, that this user can write to");
    if (const auto writable = files->check(); !writable) {
        if (arguments.keep.fallback.empty())
            return line.failed(arguments.output.path, writable.error().message,
                               "choose a folder that this user can write to, or a --fallback");
        line.warn(arguments.output.path,
                  fmt::format("{}; recordings go to {}", writable.error().message,
                              arguments.keep.fallback));
    }
    if (const FolderStatus now = files->look(); !now.error.empty())
        line.warn("", now.error + "; players can connect, recordings begin when there is room");
    Result<RecordingOptions> recording = recording_options(arguments.recording);
    if (!recording) return line.failed("", recording.error().message);
    const Result<ClipOptions> clips =
        clip_options(arguments.clips, chosen_game(arguments.recording));
    if (!clips) return line.misused(clips.error().message);
    std::unique_ptr<KeptFolder> kept;

    ConnectOptions connect = connect_options(line, arguments.connect);
    if (connect.failed) return *connect.failed;
    if (!arguments.connect.pcap_live.empty() && !arguments.state.empty())
        return line.misused("--state is for a recorder in front of a server, not for --pcap-live");
    const auto network = network_for(arguments.connect, connect.proxy);
    if (!network) return line.failed("", network.error().message);
    if (const auto usable = check_upstream(connect.proxy, **network); !usable)
        return line.failed("--upstream", usable.error().message,
                           "name a range of addresses that this machine has");
    SystemClock clock;
    std::unique_ptr<StateFile> state;
    if (!arguments.state.empty()) {
        auto opened =
            StateFile::open(arguments.state, connect.proxy.server, connect.proxy.max_clients);
        if (!opened) return line.failed(arguments.state, opened.error().message);
        state = *std::move(opened);
        connect.proxy.store = state.get();
    }
    std::unique_ptr<RecoveryLog> log;
    if (state) {
        auto opened = RecoveryLog::open(arguments.state + ".ring");
        if (!opened) return line.failed(arguments.state + ".ring", opened.error().message);
        log = *std::move(opened);
    }
    allow_many_files();
    ::umask(::umask(0) | 0027);  // recordings are for their owner and group
    StopSignals signals(::isatty(STDERR_FILENO) == 0 ? Hangup::Reloads : Hangup::Stops);
    const ClipSignal clip_signal;
    const int kept_before = save_kept(line, *files, *recording) ? kExitDone : kExitDataLost;
    recording->clips = *clips;
    // Clips are redacted only when they are written.
    if (!arguments.control.empty() && !(arguments.redact && clip_names))
        recording->tails = std::make_shared<LiveTails>();
    const std::shared_ptr<LiveTails> tails = recording->tails;
    if (clip_names) {
        auto made = make_kept_folder(*files);
        if (!made) return line.failed(arguments.output.path, made.error().message);
        kept = *std::move(made);
        recording->clips.folder = kept->path();
    }
    // A reader of our messages that goes away does not end the game.
    std::signal(SIGPIPE, SIG_IGN);
    RecordTalk talk(line);
    std::unique_ptr<MatchMerges> merges;
    if (views && split != "none") {
        split_together(*views, *recording);
        merges = std::make_unique<MatchMerges>(
            *views, recording->rounds, arguments.output.force,
            [&talk](const std::string& file, const std::string& what) {
                talk.problem({file + ": " + what});
            },
            [&talk](const std::string& what) { talk.said(what); });
    }
    RecorderOptions recorder = recorder_options(arguments, *std::move(recording), files, *keep,
                                                *pattern, {views.get(), merges.get()}, talk);
    recorder.log = log.get();
    auto session =
        RecordingSession::open({std::move(connect.proxy), std::move(recorder)}, **network, clock);
    if (!session) return line.failed("--listen", session.error().message);
    fmt::print(stderr, "recording on {} -> {}\n",
               arguments.connect.pcap_live.empty() ? to_string((*session)->local())
                                                   : arguments.connect.pcap_live,
               to_string(connect.proxy.server));
    if ((*session)->resumed() > 0 && !line.common().quiet)
        fmt::print(stderr, "{} clients play on where the last recorder ended\n",
                   (*session)->resumed());
    ControlRequests requests;
    requests.keeps_clips = !arguments.clips.keep.empty();
    requests.tails = tails.get();
    requests.check_lists = [&arguments]() -> Result<void> {
        if (!has_lists(arguments.connect)) return fail(kNoLists);
        const Result<AccessList> lists = read_access(arguments.connect);
        return lists ? Result<void>() : fail(lists.error().message, kListsStay);
    };
    Helpers helpers;
    if (const auto failed = start_helpers(line, arguments, **session, clock, requests, helpers))
        return *failed;
    const ServiceManager manager;
    manager.notify("READY=1");
    forward(arguments, **session, signals, clip_signal, requests, manager);
    manager.notify("STOPPING=1");
    helpers.socket.reset();
    helpers.page.reset();
    (*session)->begin_stop();
    while (!(*session)->recordings_ended()) (*session)->poll(kPollLast);
    const bool plays_on = state && (*session)->anyone_plays();
    const SessionReport report = (*session)->stop();
    const int recorded = std::max(kept_before, outcome(line, arguments, report, *files));
    if (!views) return recorded;
    if (merges && plays_on) merges->cancel();
    if (merges) merges->finish();
    const int before = merges ? std::max(recorded, merges->worst()) : recorded;
    if (plays_on) {
        views->leave(line);
        return before;
    }
    const int merged = views->merge(line);
    return merged == kExitFailed ? merged : std::max(before, merged);
}

int run_record(CommandLine& line) {
    RecordArguments arguments;
    add_options(line, arguments);
    if (const auto code = line.parse()) return *code;
    return record(line, arguments);
}

}  // namespace

extern const Command record_command;
const Command record_command{
    "record", "record matches through a UDP proxy in front of a game server",
    "  tickreel record --listen 127.0.0.1:8302 --server 127.0.0.1:8303 -o match.reel\n"
    "      then connect the game to 127.0.0.1:8302; Ctrl-C ends the recording\n"
    "  tickreel record --listen 0.0.0.0:8303 --server game.example.org:8303 -o league.reel \\\n"
    "      --split map --sync chunk\n"
    "      one file for every client and map, safe against power cuts\n"
    "  tickreel record --listen 0.0.0.0:8303 --server game.example.org:8303 -o final.reel --match\n"
    "      one file for all clients; 'tickreel cut final.reel --view NAME' takes one out\n"
    "  tickreel record --listen 0.0.0.0:8303 --server game.example.org:8303 --match --split map "
    "\\\n"
    "      -o 'reels/{date}/{map}-{n}.reel' --keep-days 90\n"
    "      one file for all clients and each map, for as long as the server runs\n"
    "  tickreel record --listen 0.0.0.0:8303 --server game.example.org:8303 -o clip.reel \\\n"
    "      --keep-last 2m --on chat:!clip --on mismatch\n"
    "      the two minutes before every !clip in the chat and every wrong checksum, and 10 s after",
    run_record};

}  // namespace tickreel
