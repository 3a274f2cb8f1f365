// tickreel tail: what is added to a recording while it is written.

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>
#include <thread>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "recorder/commands/command_line.h"
#include "recorder/commands/control.h"
#include "recorder/commands/known_damage.h"
#include "recorder/commands/known_types.h"
#include "recorder/commands/live_reel.h"
#include "recorder/commands/open_reel.h"
#include "recorder/commands/output/frame_lines.h"
#include "recorder/commands/output/out.h"
#include "recorder/commands/output/terminal.h"
#include "recorder/commands/place.h"
#include "recorder/games/game.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/stop_signals.h"
#include "tickreel/model/find_name.h"
#include "tickreel/reel/reel_growth.h"
#include "tickreel/tables/arrow_rows.h"

namespace tickreel {

namespace {

constexpr std::chrono::milliseconds kTailPoll{50};  // a recorder writes a chunk every 2 s

struct TailOptions {
    std::string path{};
    std::vector<std::string> types{};
    std::uint64_t client = 0;
    bool from_start = false;
    bool arrow = false;  // instead of lines
    ValueStyle style{};  // of lines
};

using Steady = std::chrono::steady_clock;

// Nothing comes: a file that was cut off looks like one that is being written, and a recorder that
// hangs like one whose client gets nothing. Said once.
class Quiet {
public:
    void look(const CommandLine& line, const std::string& path, bool live,
              Steady::time_point since) {
        if (said_ || Steady::now() - since < (live ? kQuietLive : kQuiet)) return;
        said_ = true;
        line.warn(path, live ? concat("nothing has come for 15 s: the client gets no snapshots, or "
                                      "the recorder hangs; 'tickreel ctl ",
                                      path, " clients' says which")
                             : "has not grown for 10 s; is a recorder still writing it? 'tickreel "
                               "verify' says whether it is damaged");
    }

private:
    static constexpr std::chrono::seconds kQuiet{10};
    // The recording of a player who said goodbye ends 10 s later: that is no news.
    static constexpr std::chrono::seconds kQuietLive{15};
    bool said_ = false;
};

class Follower {
public:
    // `live`: where the recording comes from; nullptr: it is a file.
    Follower(const CommandLine& line, const TailOptions& options, ReelReader& reel, LiveReel* live)
        : line_(line),
          options_(options),
          reel_(reel),
          live_(live),
          start_(options.from_start || live != nullptr ? reel.everything().from
                                                       : reel.everything().to),
          growth_(start_),
          losses_(line, options.path, reel) {}

    int run() {
        if (const auto known = say_start(); !known)
            return line_.failed(options_.path, known.error().message);
        const StopSignals stop;
        for (;;) {
            const auto step = growth_.step(reel_);
            if (!step) return line_.failed(options_.path, step.error().message);
            if (const auto done = print(step->news); !done)
                return line_.failed(options_.path, done.error().message);
            if (step->over || !out_.open() || stop.arrived()) break;
            if (step->grown) grew_ = Steady::now();
            if (step->grown || reel_.finished()) continue;
            if (live_ == nullptr)
                std::this_thread::sleep_for(kTailPoll);
            else if (const auto came = live_->receive(kTailPoll); !came)
                return line_.failed(options_.path, came.error().message);
            else if (!*came && live_->over())
                break;
            quiet_.look(line_, options_.path, live_ != nullptr, grew_);
        }
        if (options_.arrow && !rows_)
            if (const auto begun = begin_without_rows(); !begun)
                return line_.failed(options_.path, begun.error().message);
        if (rows_) write_bytes(ArrowRows::end());
        if (const auto written = out_.finish(); !written)
            return line_.failed("", written.error().message);
        if (reel_.finished()) return losses_.report({start_, reel_.everything().to});
        if (live_ == nullptr || !live_->over()) return kExitDone;
        return line_.lost(
            options_.path,
            "the connection ended before the recording did: the recorder was killed, or "
            "these lines were taken too slowly");
    }

private:
    // What a game is not known to have may be in its recordings; of one that nobody knows, this
    // recording may still get anything.
    Result<void> say_start() const {
        const std::string_view so_far = reel_.finished() ? "" : "so far it ";
        for (const std::string& name : options_.types) {
            if (!types_named(reel_.schema(), name).empty()) continue;
            const std::vector<ItemType> absent = absent_types(reel_, name);
            if (!absent.empty())
                line_.warn(options_.path, concat(so_far, no_such_type(name, absent.front().use)));
            else if (reel_.finished() || find_game(reel_.info().game) != nullptr)
                return unknown_type(reel_, name);
            else
                line_.warn(options_.path, concat(so_far, unknown_type(reel_, name).message));
        }
        if (line_.common().quiet) return {};
        fmt::print(stderr, "Following from tick {}.\n", moment_text(reel_.timeline(), start_));
        std::fflush(stderr);
        return {};
    }

    // Types come when the first of their rows does.
    Result<void> print(const MomentRange& news) {
        if (news.to <= news.from) return {};
        if (options_.arrow)
            return match_type(reel_.schema(), options_.types.front()) ? write_rows(news)
                                                                      : Result<void>();
        auto choice = choose_lines(reel_.schema(), options_.types);
        if (!choice) return choice.error();
        FrameLines lines(reel_, *std::move(choice), options_.style);
        std::string text;
        auto done = reel_.scan(news, losses_.sink(), [&](const Frame& frame) {
            text.clear();
            lines.append_items(text, frame);
            lines.append_events(text, frame);
            out_.write(text);
            return out_.open();
        });
        out_.flush();
        return done;
    }

    Result<void> write_rows(const MomentRange& news) {
        if (!rows_) {
            auto made = ArrowRows::of(reel_, *match_type(reel_.schema(), options_.types.front()));
            if (!made) return made.error();
            rows_ = *std::move(made);
            write_bytes(rows_->begin());
        }
        const auto done = rows_->rows(news, losses_.sink(), [this](ByteView message) {
            write_bytes(message);
            return out_.open();
        });
        out_.flush();
        return done;
    }
    // Of a type that nothing came of: its columns are those that the game gives it.
    Result<void> begin_without_rows() {
        const std::string& name = options_.types.front();
        const auto type = match_type(reel_.schema(), name);
        const std::vector<ItemType> absent = absent_types(reel_, name);
        if (!type && absent.empty()) return fail("never had a type '", name, "'");
        auto made =
            type ? ArrowRows::of(reel_, *type) : ArrowRows::without_rows(reel_, absent.front());
        if (!made) return made.error();
        rows_ = *std::move(made);
        write_bytes(rows_->begin());
        return {};
    }
    void write_bytes(ByteView bytes) {
        out_.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    }

    const CommandLine& line_;
    const TailOptions& options_;
    ReelReader& reel_;
    LiveReel* live_;
    Moment start_;
    ReelGrowth growth_;
    Out out_;
    std::optional<ArrowRows> rows_{};  // once the type is known
    ReadLosses losses_;
    Steady::time_point grew_ = Steady::now();
    Quiet quiet_{};
};

int follow_live(const CommandLine& line, const TailOptions& options) {
    auto live = LiveReel::ask(options.path, options.client);
    if (!live)
        return line.failed(options.path, live.error().message,
                           "it is the socket that 'tickreel record --control' names");
    const StopSignals stop;
    const auto asked = Steady::now();
    Quiet quiet;
    while (!stop.arrived()) {
        quiet.look(line, options.path, true, asked);
        // Its types come with its first snapshot.
        if (const auto reel = (*live)->open();
            reel && (*reel)->everything().to > (*reel)->everything().from)
            return Follower(line, options, **reel, live->get()).run();
        const auto came = (*live)->receive(kTailPoll);
        if (!came) return line.failed(options.path, came.error().message);
        if (!*came && (*live)->over())
            return line.failed(options.path, "the client left before its first snapshot");
    }
    return kExitDone;
}

int run_tail(CommandLine& line) {
    TailOptions options;
    std::string format = "ndjson";
    line.app()
        .add_option("FILE", options.path,
                    "a recording (.reel) that is being written, or what 'record --control' names")
        ->required();
    line.app()
        .add_option("--client", options.client,
                    "whose recording, at a control socket where several play; see 'ctl clients'")
        ->check(CLI::Range(ClientId{1}, kLastClient))
        ->option_text("N");
    line.app()
        .add_option("--types", options.types, "only these item or event types")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->option_text("A,B,...");
    line.app()
        .add_option("--format", format, "ndjson, or arrow: an Arrow IPC stream of one type's rows")
        ->transform(one_of({"ndjson", "arrow"}))
        ->option_text("FORMAT");
    line.app().add_flag("--from-start", options.from_start,
                        "what is in the recording already, too");
    add_value_options(line, options.style);
    line.app().get_option("--raw")->description("enums as numbers, not by name");
    line.app().footer(
        "Prints the lines of 'cat' and of 'list FILE events', for programs, and ends when the "
        "recording does. A recorder writes every 2 seconds: that is how old a line of a file may "
        "be. From the recorder's control socket lines come with every snapshot.\n\n"
        "--format arrow is for programs that read columns (pyarrow.ipc.open_stream): a schema, as "
        "soon as the type comes (else at the end), a record batch for each piece, an end. A "
        "stream has one schema: for several types start several tails.\n\n" +
        line.app().get_footer());
    if (const auto code = line.parse()) return *code;
    options.arrow = format == "arrow";
    if (options.arrow && options.types.size() != 1)
        return line.misused("--format arrow needs --types with one type");
    if (options.arrow && is_terminal(stdout))
        return line.misused("--format arrow writes bytes: pass them to a program or into a file");
    if (options.arrow && (options.style.raw || options.style.big_numbers))
        return line.misused("--raw and --big-numbers go with ndjson");
    if (options.path == "-") return line.misused("standard input does not grow; name a file");
    std::error_code unknown;
    if (std::filesystem::is_socket(options.path, unknown)) return follow_live(line, options);
    if (options.client != 0) return line.misused("--client is for a control socket");
    const auto reel = open_reel(line, options.path);
    return reel ? Follower(line, options, *reel, nullptr).run() : kExitFailed;
}

}  // namespace

extern const Command tail_command;
const Command tail_command{"tail", "follow a recording while it is written",
                           "  tickreel tail match.reel --types kill,chat\n"
                           "  tickreel tail match.reel --types Character --from-start | head\n"
                           "  tickreel tail /run/tickreel/control --client 3 --types kill\n"
                           "  tickreel tail match.reel --types Character --format arrow | ./bot.py",
                           run_tail};

}  // namespace tickreel
