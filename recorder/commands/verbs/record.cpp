// tickreel record: a transparent UDP proxy in front of a game server; every client that plays
// becomes a recording. The wire has this thread for itself, decoding and disk have another one.

#include <csignal>
#include <memory>

#include <CLI/CLI.hpp>
#include <fmt/core.h>
#include <sys/resource.h>

#include "recorder/commands/output/terminal.h"
#include "recorder/commands/recording_options.h"
#include "recorder/commands/stop_signals.h"
#include "recorder/commands/verbs/redact_reel.h"
#include "recorder/net/resolve.h"
#include "recorder/net/udp_proxy.h"
#include "recorder/recording/recorder.h"

namespace tickreel {

namespace {

constexpr std::chrono::milliseconds kPoll{100};
constexpr std::uint64_t kMebibyte = 1ULL << 20;

struct RecordArguments {
    std::string listen{};
    std::string server{};
    OutputOptions output{};
    RecordingArguments recording{};
    ClipArguments clips{};
    unsigned idle_seconds = 120;
    std::size_t max_clients = 512;
    std::size_t queue_mib = 64;
    bool redact = false;
};

// Hands everything that the proxy tells to the recorder thread.
class ToQueue final : public ProxyListener {
public:
    explicit ToQueue(DatagramQueue& queue) : queue_(queue) {}
    void on_datagram(ClientId client, const Datagram& datagram) override {
        queue_.push(client, datagram);
    }
    void on_client(ClientId, const Endpoint&) override {}
    void on_client_gone(ClientId client) override {
        queue_.push(QueueItem::Kind::ClientGone, client, {});
    }
    void on_problem(const std::string& message) override {
        queue_.push(QueueItem::Kind::Problem, 0, message);
    }

private:
    DatagramQueue& queue_;
};

void add_options(CommandLine& line, RecordArguments& arguments) {
    CLI::App& app = line.app();
    app.add_option("--listen", arguments.listen,
                   "where clients connect; port 0 picks a free one. On a machine with several "
                   "addresses name the one that clients use")
        ->required()
        ->option_text("ADDR:PORT");
    app.add_option("--server", arguments.server, "the game server")
        ->required()
        ->option_text("HOST:PORT");
    add_output_options(line, arguments.output,
                       "the recording; further clients become OUT-2.reel, OUT-3.reel ...; a "
                       "client that does not play makes no file");
    add_recording_options(line, arguments.recording);
    add_clip_options(line, arguments.clips);
    app.add_option("--idle", arguments.idle_seconds,
                   "seconds of silence after which a client is gone (default 120)")
        ->check(CLI::Range(5U, 86400U))
        ->option_text("SECONDS");
    app.add_option("--max-clients", arguments.max_clients,
                   "further clients are turned away (default 512)")
        ->check(CLI::Range(std::size_t{1}, std::size_t{60000}))
        ->option_text("N");
    app.add_option("--queue", arguments.queue_mib,
                   "MiB that may wait for decoding and disk; what does not fit is missing in the "
                   "recording, never on the wire (default 64)")
        ->check(CLI::Range(std::size_t{1}, std::size_t{16384}))
        ->option_text("MIB");
    app.add_flag("--redact", arguments.redact,
                 "pseudonyms for names, clans and chat, as 'redact' gives them: after the clean "
                 "stop each file is replaced by its redacted form. Until then, and after a crash, "
                 "it holds the originals; 'tickreel redact' then does the rest");
}

// What is said while recording runs, all of it on the recorder thread.
class Talk {
public:
    explicit Talk(const CommandLine& line)
        : line_(line), status_(line.progress_wanted()), problems_(line.problems("")) {}

    void problem(const Problem& problem) {
        status_.clear();
        problems_(problem);
    }
    void closed(const RecordedFile& file) {
        status_.clear();
        if (!line_.common().quiet && !file.path.empty())
            fmt::print(stderr, "{}: {}\n", file.path, describe(file));
        if (line_.common().verbose > 0 && !file.counters.empty())
            line_.warn(file.path, describe_counters(file));
    }
    void second(const RecorderTotals& totals) {
        status_.show(fmt::format(
            "recording {} connections, {} snapshots, {} ok, {} mismatch, {:.1f} MB{}",
            totals.connections, totals.snapshots, totals.wire_ok, totals.wire_mismatch,
            static_cast<double>(totals.bytes) / 1e6,
            totals.lost > 0 ? fmt::format(", {} datagrams not recorded", totals.lost) : ""));
    }

private:
    const CommandLine& line_;
    StatusLine status_;
    ProblemSink problems_;
};

RecorderOptions recorder_options(const RecordArguments& arguments, RecordingOptions recording,
                                 Talk& talk) {
    RecorderOptions options;
    options.game = chosen_game(arguments.recording);
    options.recording = std::move(recording);
    options.queue_bytes = arguments.queue_mib * kMebibyte;
    const bool clips = options.recording.clips.keep.count() > 0;
    const auto names = std::make_shared<ReelNames>(arguments.output, clips ? "clip" : "map");
    const bool force = arguments.output.force;
    options.make_file = [names, force](unsigned connection, unsigned part) -> Result<NewFile> {
        NewFile file{names->name(connection, part), nullptr};
        auto sink = create_file(file.path, force ? IfExists::Replace : IfExists::Refuse);
        if (!sink) return fail(file.path, ": ", sink.error().message);
        file.sink = *std::move(sink);
        return file;
    };
    options.problems = [&talk](const Problem& problem) { talk.problem(problem); };
    options.on_closed = [&talk](const RecordedFile& file) { talk.closed(file); };
    options.on_second = [&talk](const RecorderTotals& totals) { talk.second(totals); };
    return options;
}

// A game whose server sends its clients on to another port.
std::function<std::optional<PortTold>(ByteView)> handover_of(const Game* game) {
    if (game == nullptr || game->handover == nullptr) return {};
    return [game](ByteView bytes) -> std::optional<PortTold> {
        const auto port = game->handover({Direction::ToClient, {}, bytes});
        if (!port) return std::nullopt;
        return PortTold{*port, game->handover_at};
    };
}

// Every client takes a socket and a file; the usual soft limit of 1024 is soon reached.
void allow_many_files() {
    rlimit files{};
    if (::getrlimit(RLIMIT_NOFILE, &files) != 0) return;
    files.rlim_cur = files.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &files);
}

int outcome(const CommandLine& line, const RecordArguments& arguments, const Recorder& recorder,
            const ProxyStatistics& wire) {
    if (line.common().verbose > 0)
        fmt::print(stderr,
                   "wire: {} clients, {} datagrams to the server, {} to clients, {} refused, {} "
                   "dropped by the system, {} turned away\n",
                   wire.clients_ever, wire.to_server, wire.to_client, wire.refused, wire.dropped,
                   wire.turned_away);
    for (const RecordedFile& file : recorder.files())
        if (!file.error.empty())
            return line.failed(file.path, file.error,
                               "what was written before that is safe; make room and record again");
    if (recorder.files().empty())
        line.warn("", arguments.clips.on.empty()
                          ? "no game came through; no file was made"
                          : "nothing of --on happened in a game; no file was made");
    if (recorder.lost() > 0) {
        line.failed("",
                    fmt::format("{} datagrams are missing in the recording: decoding and disk "
                                "were too slow",
                                recorder.lost()),
                    "the game lost nothing; a larger --queue or a faster disk helps");
        return kExitDataLost;
    }
    return kExitDone;
}

// The files of a clean stop, each replaced by one without its originals.
int redact_all(const CommandLine& line, const RecordArguments& arguments,
               const Recorder& recorder) {
    int code = kExitDone;
    for (const RecordedFile& file : recorder.files()) {
        if (file.path.empty()) continue;
        const int one = redact_reel(line, file.path, {file.path, true}, arguments.recording.reel);
        if (one == kExitFailed)
            line.warn(file.path,
                      "still holds the originals; 'tickreel redact' makes one without them");
        if (code != kExitFailed && one != kExitDone) code = one;
    }
    return code;
}

int record(const CommandLine& line, const RecordArguments& arguments) {
    if (arguments.output.path == "-")
        return line.misused("-o -: every client needs a separate file");
    if (const auto allowed = check_output(arguments.output, OutputKind::Binary); !allowed)
        return line.failed(arguments.output.path, allowed.error().message);
    Result<RecordingOptions> recording = recording_options(arguments.recording);
    if (!recording) return line.failed(arguments.recording.map, recording.error().message);
    const Result<ClipOptions> clips = clip_options(arguments.clips);
    if (!clips) return line.misused("--keep-last: " + clips.error().message);
    recording->clips = *clips;

    ProxyOptions options;
    const Result<Endpoint> listen = resolve_local(arguments.listen);
    if (!listen)
        return line.failed("--listen", listen.error().message, "try 127.0.0.1:8302 or 0.0.0.0:0");
    const Result<Endpoint> server = resolve(arguments.server);
    if (!server)
        return line.failed("--server", server.error().message, "try an address like 1.2.3.4:8303");
    options.listen = *listen;
    options.server = *server;
    options.idle_timeout = std::chrono::seconds(arguments.idle_seconds);
    options.max_clients = arguments.max_clients;
    options.handover = handover_of(chosen_game(arguments.recording));
    Result<std::unique_ptr<UdpProxy>> proxy = UdpProxy::open(options);
    if (!proxy) return line.failed("--listen", proxy.error().message);

    allow_many_files();
    const StopSignals stop;
    // A reader of our messages that goes away does not end the game.
    std::signal(SIGPIPE, SIG_IGN);
    Talk talk(line);
    Recorder recorder(recorder_options(arguments, *std::move(recording), talk));
    ToQueue to_queue(recorder.queue());
    fmt::print(stderr, "recording on {} -> {}\n", to_string((*proxy)->local()), to_string(*server));
    // Asked now and then, not after every datagram: each question is a system call.
    auto last_asked = std::chrono::steady_clock::now();
    while (true) {
        (*proxy)->poll(kPoll, to_queue);
        const auto now = std::chrono::steady_clock::now();
        if (now - last_asked < kPoll) continue;
        last_asked = now;
        if (stop.arrived()) break;
    }
    recorder.stop();
    const int recorded = outcome(line, arguments, recorder, (*proxy)->statistics());
    if (!arguments.redact) return recorded;
    const int redacted = redact_all(line, arguments, recorder);
    return recorded == kExitDone ? redacted : recorded;
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
    "  tickreel record --listen 0.0.0.0:8303 --server game.example.org:8303 -o clip.reel \\\n"
    "      --keep-last 2m --on chat:!clip --on flag_capture\n"
    "      the two minutes before every capture and every !clip in the chat, and 10 s after",
    run_record};

}  // namespace tickreel
