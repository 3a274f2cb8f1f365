// tickreel record: a transparent UDP proxy in front of a game server; every client that plays
// becomes a recording. The wire has this thread for itself, decoding and disk have another one.

#include <algorithm>
#include <csignal>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "recorder/capture/tap_network.h"
#include "recorder/commands/killed_clips.h"
#include "recorder/commands/match_merges.h"
#include "recorder/commands/output/say.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/commands/played_map.h"
#include "recorder/commands/record_helpers.h"
#include "recorder/commands/record_loop.h"
#include "recorder/commands/record_outcome.h"
#include "recorder/commands/record_places.h"
#include "recorder/commands/record_talk.h"
#include "recorder/net/udp_socket.h"
#include "recorder/recording/file_identity.h"
#include "recorder/recording/kept_ends.h"
#include "recorder/recording/live_tails.h"
#include "recorder/recording/recovery_log.h"
#include "recorder/recording/state_file.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/text.h"

namespace tickreel {

namespace {

constexpr std::chrono::milliseconds kPollLast{5};  // while the recordings end
constexpr std::chrono::seconds kRetry{2};          // after a file could not be written
constexpr std::uint64_t kMebibyte = 1ULL << 20;

// With --match --split: one tick for all clients at which the next file begins.
void split_together(const MatchViews& views, const std::shared_ptr<RecordFiles>& files,
                    RecordTalk& talk, RecordingOptions& recording) {
    RoundOptions rounds;
    rounds.retry = kRetry;
    rounds.may_begin = [files, &talk, told = false]() mutable {
        const std::string problem = files->look().error;
        if (!problem.empty() && !told)
            talk.problem({concat("the files go on, no other ones can begin: ", problem)});
        told = !problem.empty();
        return !told;
    };
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

// Goes on while the machine is suspended.
std::chrono::nanoseconds time_since_boot() {
    const SystemClock clock;
    return clock.now().time_since_epoch() + clock.asleep();
}

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
        Result<NewFile> file = files->make(fields, ViewFolders::round_name(fields.round));
        if (file) match.views->opened(file->path, fields.round);
        return file;
    };
    options.look_at_folder = [files] { return files->look(); };
    if (keep.wanted())
        options.tidy = [keep_names, keep, &talk, age = AgeClock(),
                        newest = AgeClock::Wall{}](const std::set<std::string>& open) mutable {
            const auto now = std::chrono::system_clock::now();
            const auto running = time_since_boot();
            RetentionOptions today = keep;
            if (!age.trusted(now, running)) today.age = {};
            if (today.age != keep.age) talk.clock_jumped(age.jumped());
            date_anew(keep_names, keep, open, now, age.step(now, running));
            const auto outcome =
                delete_old_recordings(keep_names, today, open, now, age.watched(newest, running));
            newest = outcome.newest;
            talk.tidied(outcome, keep.age);
        };
    options.problems = [&talk](const Problem& problem) { talk.problem(problem); };
    options.on_gaps_nowhere = [&talk](const std::string& what) { talk.missing(what); };
    options.on_closed = [match, &talk,
                         map = arguments.recording.map](const RecordedFile& file) mutable {
        talk.closed(file);
        if (const std::string other = map.empty() ? "" : map_not_played(file.path, map);
            !other.empty()) {
            talk.problem({concat(file.path, ": ", other)});
            map.clear();  // told once
        }
        if (match.views != nullptr) match.views->closed(file.path);
    };
    options.on_second = [match, files, &talk, told = false](const RecorderTotals& totals) mutable {
        talk.second(totals);
        const std::string away = files->goes_below();
        if (away.empty()) {
            told = false;
        } else if (!told && files->look().error.empty()) {
            told = true;
            talk.problem({away + "; recording goes on below its mount point, where the files are "
                                 "hidden when it is back (--fallback names another place)"});
        }
        if (match.merges != nullptr) match.merges->second();
    };
    return options;
}

// Every client takes a socket and a file; the usual soft limit of 1024 is soon reached.
void allow_many_files() {
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return;
    files.rlim_cur = files.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &files);
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

// The files of --state: a recorder that is killed leaves them to the next one, if nobody has
// removed them until then.
class StateFiles {
public:
    explicit StateFiles(const std::string& state) {
        if (state.empty()) return;
        for (const std::string& path : {state, state + ".ring"})
            files_.emplace_back(path, look_at(path));
    }
    void look(RecordTalk& talk) {
        std::erase_if(
            files_,
            [&talk](const auto& file) {
                const auto& [path, begun] = file;
                const auto now = look_at(path);
                const bool same = now && begun && now->identity == begun->identity;
                if (same && now->bytes >= begun->bytes) return false;
                talk.problem(
                    {path +
                     ": was removed, replaced or cut: the next recorder cannot go on where this "
                     "one ends; start it again when nobody plays"});
                return true;
            });
    }

private:
    std::vector<std::pair<std::string, std::optional<FileLook>>> files_{};
};

int record(const CommandLine& line, const RecordArguments& arguments,
           const ClipSignal& clip_signal) {
    RecordNames names = record_names(line, arguments);
    if (names.failed) return *names.failed;
    const RecordPlaces places = record_places(line, arguments, *names.pattern);
    if (places.failed) return *places.failed;
    const std::unique_ptr<MatchViews>& views = places.views;
    const std::shared_ptr<RecordFiles>& files = places.files;
    if (views) names.keep.fallback_views = views->fallback();
    const bool clip_names = !arguments.clips.keep.empty();
    Result<RecordingOptions> recording = recording_options(arguments.recording);
    if (!recording) return line.failed("", recording.error().message);
    const Result<ClipOptions> clips =
        clip_options(arguments.clips, chosen_game(arguments.recording));
    if (!clips) return line.misused(clips.error().message);
    std::vector<std::unique_ptr<KeptFolder>> kept;

    ConnectOptions connect = connect_options(line, arguments.connect);
    if (connect.failed) return *connect.failed;
    if (const char* option = !arguments.state.empty()          ? "--state"
                             : arguments.connect.max_rate != 0 ? "--max-rate"
                                                               : nullptr;
        option != nullptr && !arguments.connect.pcap_live.empty())
        return line.misused(concat(option,
                                   " is for a recorder in front of a server, not for "
                                   "--pcap-live"));
    if (!arguments.state.empty()) stay_with(connect.proxy, StateFile::server_of(arguments.state));
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
        if (!state->problem().empty()) line.warn(arguments.state, state->problem());
        if (!state->in_memory())
            line.warn(arguments.state,
                      "lies on a disk: while that stands still, players and a restart wait for it; "
                      "choose a memory file system, like /run");
        connect.proxy.store = state.get();
    }
    std::unique_ptr<RecoveryLog> log;
    if (state) {
        auto opened = RecoveryLog::open(arguments.state + ".ring");
        if (!opened) return line.failed(arguments.state + ".ring", opened.error().message);
        log = *std::move(opened);
        if (!log->problem().empty() && !state->clients().empty())
            line.warn(arguments.state + ".ring", log->problem());
    }
    allow_many_files();
    ::umask(::umask(0) | 0027);  // recordings are for their owner and group
    StopSignals signals(::isatty(STDERR_FILENO) == 0 ? Hangup::Reloads : Hangup::Stops);
    if (log) note_kept_ends(*log);
    const RecordingOptions of_killed = *recording;
    recording->clips = *clips;
    // Clips are redacted only when they are written.
    if (!arguments.control.empty() && !(arguments.redact && clip_names))
        recording->tails = std::make_shared<LiveTails>();
    const std::shared_ptr<LiveTails> tails = recording->tails;
    if (clip_names) {
        auto made = make_kept_folders(*files);
        if (!made) return line.failed(arguments.output.path, made.error().message);
        kept = *std::move(made);
        recording->clips.folder = kept.front()->path();
        if (kept.size() > 1) recording->clips.fallback = kept.back()->path();
    }
    // A reader of our messages that goes away does not end the game, and one that does not read
    // them does not hold up the recording.
    std::signal(SIGPIPE, SIG_IGN);
    never_wait_to_say();
    RecordTalk talk(line);
    std::unique_ptr<MatchMerges> merges;
    if (views && arguments.recording.split != "none") {
        split_together(*views, files, talk, *recording);
        merges = std::make_unique<MatchMerges>(
            *views, recording->rounds,
            [&talk](const std::string& file, const std::string& what) {
                talk.problem({file + ": " + what});
            },
            [&talk](const std::string& what) { talk.said(what); });
    }
    RecorderOptions recorder = recorder_options(arguments, *std::move(recording), files, names.keep,
                                                *names.pattern, {views.get(), merges.get()}, talk);
    recorder.log = log.get();
    recorder.on_second = [others = std::move(recorder.on_second),
                          left = StateFiles(arguments.state),
                          &talk](const RecorderTotals& totals) mutable {
        others(totals);
        left.look(talk);
    };
    auto session =
        RecordingSession::open({std::move(connect.proxy), std::move(recorder)}, **network, clock);
    if (!session) return line.failed("--listen", session.error().message);
    ControlRequests requests;
    requests.keeps_clips = !arguments.clips.keep.empty();
    requests.tails = tails.get();
    requests.read_lists = [&arguments] { return read_lists_again(arguments); };
    RecordHelpers helpers;
    if (const auto failed = start_helpers(line, arguments, **session, clock, requests, helpers))
        return *failed;
    say("recording on {} -> {}\n",
        arguments.connect.pcap_live.empty() ? to_string((*session)->local())
                                            : arguments.connect.pcap_live,
        to_string(connect.proxy.server));
    if ((*session)->resumed() > 0 && !line.common().quiet)
        say("{} clients play on where the last recorder ended\n", (*session)->resumed());
    if (helpers.page && !line.common().quiet)
        say("metrics on http://{}/metrics\n", to_string(helpers.page->local()));
    const ServiceManager manager;
    manager.notify("READY=1");
    KilledClips killed(line, *files, of_killed);
    forward_until_stopped(line, arguments, **session, signals, clip_signal, requests, manager);
    manager.notify("STOPPING=1");
    helpers.socket.reset();
    helpers.page.reset();
    std::optional<StopPatience> patience(std::in_place, manager, [&session] {
        return (*session)->board().get().recorder_alive.time_since_epoch();
    });
    (*session)->begin_stop();
    while (!(*session)->recordings_ended()) (*session)->poll(kPollLast);
    // A program that hangs takes its time to end, and who plays on waits for the next recorder.
    if (merges && state && (*session)->anyone_plays())
        merges->cancel([&session] { (*session)->poll(kPollLast); });
    const SessionReport report = (*session)->stop();
    const bool plays_on = state && (*session)->anyone_plays();  // after the last goodbyes
    if (plays_on) killed.leave();
    patience.emplace(manager, processor_time);
    const int kept_before = killed.finish() ? kExitDone : kExitDataLost;
    if (log && !plays_on) log->clear();
    const int recorded = std::max(kept_before, record_outcome(line, arguments, report, *files));
    if (!views) return recorded;
    const auto asked_again = [&signals] {
        const StopRequest asked = signals.poll();
        return asked == StopRequest::Interrupt || asked == StopRequest::Stop;
    };
    if (merges) patience.emplace(manager, [&merges] { return merges->worked(); });
    const bool finished = !merges || merges->finish(asked_again);
    patience.emplace(manager, processor_time);
    const int before = merges ? std::max(recorded, merges->worst()) : recorded;
    if (plays_on) {
        views->leave(line,
                     "players play on: the next recorder with this -o and --state goes on with the "
                     "match and makes its file");
        return before;
    }
    if (!finished) {
        views->leave(line,
                     "interrupted; the recordings stay: the next recorder with this -o makes the "
                     "match files");
        return kExitFailed;
    }
    const int merged = views->merge(line);
    return merged == kExitFailed ? merged : std::max(before, merged);
}

int run_record(CommandLine& line) {
    // First of all, and last: else SIGUSR1 ends the program, while it starts or when it is ending.
    const ClipSignal clip_signal;
    RecordArguments arguments;
    add_record_options(line, arguments);
    if (const auto code = line.parse()) return *code;
    const auto unused = read_schema(arguments.recording);
    if (!unused) return line.failed("", unused.error().message);
    for (const std::string& one : *unused) line.warn(arguments.recording.schema, printable(one));
    return record(line, arguments, clip_signal);
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
