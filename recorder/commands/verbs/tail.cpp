// tickreel tail: what is added to a recording while it is written.

#include <algorithm>
#include <chrono>
#include <thread>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "recorder/commands/command_line.h"
#include "recorder/commands/known_damage.h"
#include "recorder/commands/open_reel.h"
#include "recorder/commands/output/frame_lines.h"
#include "recorder/commands/output/out.h"
#include "recorder/commands/place.h"
#include "tickreel/base/stop_signals.h"
#include "tickreel/model/find_name.h"

namespace tickreel {

namespace {

constexpr std::chrono::milliseconds kTailPoll{50};  // a recorder writes a chunk every 2 s

struct TailOptions {
    std::string path{};
    std::vector<std::string> types{};
    bool from_start = false;
};

class Follower {
public:
    Follower(const CommandLine& line, const TailOptions& options, ReelReader& reel)
        : line_(line),
          options_(options),
          reel_(reel),
          next_(reel.everything().from),
          losses_(line, options.path, reel) {}

    int run() {
        if (!options_.from_start) next_ = reel_.everything().to;
        start_ = next_;
        say_start();
        const StopSignals stop;
        for (;;) {
            if (const auto done = print_new(); !done)
                return line_.failed(options_.path, done.error().message);
            if (!out_.open() || stop.arrived()) break;
            const Result<bool> grown = reel_.refresh();
            if (!grown) return line_.failed(options_.path, grown.error().message);
            if (*grown) continue;
            if (reel_.finished()) break;
            std::this_thread::sleep_for(kTailPoll);
        }
        if (const auto written = out_.finish(); !written)
            return line_.failed("", written.error().message);
        return reel_.finished() ? losses_.report({start_, reel_.everything().to}) : kExitDone;
    }

private:
    void say_start() const {
        if (line_.common().quiet) return;
        for (const std::string& name : options_.types)
            if (const auto found = find_typed(reel_.schema(), name); !found)
                line_.warn(options_.path, "so far it " + found.error().message);
        fmt::print(stderr, "Following from tick {}.\n", moment_text(reel_.timeline(), next_));
        std::fflush(stderr);
    }

    // Types come when the first of their rows does: names that are unknown now may be known later.
    Result<void> print_new() {
        const MomentRange news{next_, reel_.everything().to};
        if (news.to <= news.from) return {};
        std::vector<std::string> known = options_.types;
        std::erase_if(known, [&](const std::string& name) {
            return !match_type(reel_.schema(), name).has_value();
        });
        next_ = news.to;
        if (known.empty() && !options_.types.empty()) return {};
        auto choice = choose_lines(reel_.schema(), known);
        if (!choice) return choice.error();
        FrameLines lines(reel_, *std::move(choice));
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

    const CommandLine& line_;
    const TailOptions& options_;
    ReelReader& reel_;
    Moment next_;  // the first that is not printed yet
    Out out_;
    ReadLosses losses_;
    Moment start_{};
};

int run_tail(CommandLine& line) {
    TailOptions options;
    std::string format = "ndjson";
    line.app()
        .add_option("FILE", options.path, "a recording (.reel) that is being written")
        ->required();
    line.app()
        .add_option("--types", options.types, "only these item or event types")
        ->delimiter(',')
        ->allow_extra_args(false)
        ->option_text("A,B,...");
    line.app()
        .add_option("--format", format, "ndjson")
        ->check(CLI::IsMember({"ndjson"}))
        ->option_text("FORMAT");
    line.app().add_flag("--from-start", options.from_start,
                        "what is in the recording already, too");
    line.app().footer(
        "Prints the lines of 'cat' and of 'list FILE events', for programs, and ends when the "
        "recording does. A recorder writes every 2 seconds: that is how old a line may be.\n\n" +
        line.app().get_footer());
    if (const auto code = line.parse()) return *code;
    if (options.path == "-") return line.misused("standard input does not grow; name a file");
    const auto reel = open_reel(line, options.path);
    return reel ? Follower(line, options, *reel).run() : kExitFailed;
}

}  // namespace

extern const Command tail_command;
const Command tail_command{"tail", "follow a recording while it is written",
                           "  tickreel tail match.reel --types kill,chat\n"
                           "  tickreel tail match.reel --types Character --from-start | head",
                           run_tail};

}  // namespace tickreel
