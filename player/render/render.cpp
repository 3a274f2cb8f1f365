#include "player/render/render.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <functional>
#include <iostream>
#include <set>
#include <thread>

#include <fmt/format.h>
#include <unistd.h>

#include "player/draw/font.h"
#include "player/draw/png.h"
#include "player/render/beside.h"
#include "player/render/feed_reader.h"
#include "player/render/film_plan.h"
#include "player/render/video_pipe.h"
#include "player/state/connections.h"
#include "player/state/exit_codes.h"
#include "player/state/imported_file.h"
#include "player/state/match_legend.h"
#include "player/state/output_name.h"
#include "tickreel/analysis/extent.h"
#include "tickreel/analysis/holes.h"
#include "tickreel/analysis/missing_summary.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/exists_already.h"
#include "tickreel/base/file.h"
#include "tickreel/base/interrupted.h"
#include "tickreel/base/parse_number.h"
#include "tickreel/base/stop_signals.h"
#include "tickreel/base/text.h"
#include "tickreel/base/unfinished_file.h"
#include "tickreel/reel/bare_ticks.h"

namespace tickreel {

namespace {

// The destination of a range's pictures.
class Series {
public:
    virtual ~Series() = default;
    virtual Result<void> add(const Image& picture) = 0;
    virtual Result<void> finish() = 0;
    // How many of them stay where the rest fails.
    virtual int kept() const { return 0; }
};

class VideoSeries final : public Series {
public:
    explicit VideoSeries(std::unique_ptr<VideoPipe> video) : video_(std::move(video)) {}
    Result<void> add(const Image& picture) override { return video_->add(picture); }
    Result<void> finish() override { return video_->finish(); }

private:
    std::unique_ptr<VideoPipe> video_;
};

Result<void> save_png(const std::string& path, const Image& picture, bool force) {
    const Result<Bytes> bytes = write_png(picture);
    if (!bytes) return bytes.error();
    if (!force && path != "-" && std::filesystem::exists(path))
        return fail(path, ": ", kExistsAlready);
    if (path != "-") {
        const auto written =
            write_whole_file(path, *bytes, force ? IfExists::Replace : IfExists::Refuse);
        return written ? Result<void>() : fail(path, ": ", written.error().message);
    }
    auto file = create_file(path, IfExists::Replace);
    if (!file) return file.error();
    if (Result<void> written = (*file)->write(*bytes); !written) return written;
    return (*file)->close();
}

class PngSeries final : public Series {
public:
    PngSeries(PicturePattern pattern, bool force) : pattern_(std::move(pattern)), force_(force) {}
    Result<void> add(const Image& picture) override {
        Result<void> saved = save_png(pattern_.path(number_), picture, force_);
        if (saved) ++number_;
        return saved;
    }
    Result<void> finish() override { return {}; }
    int kept() const override { return number_; }

private:
    PicturePattern pattern_;
    bool force_ = false;
    int number_ = 0;
};

Result<std::unique_ptr<Series>> open_series(const RenderOptions& options) {
    if (const auto pattern = read_picture_pattern(options.out))
        return std::unique_ptr<Series>(new PngSeries(*pattern, options.force));
    if (!options.force && std::filesystem::exists(options.out))
        return fail(options.out, ": ", kExistsAlready);
    auto video = VideoPipe::open(options.out, options.width, options.height, options.fps);
    if (!video) return video.error();
    return std::unique_ptr<Series>(new VideoSeries(std::move(*video)));
}

// Why no more pictures come, with what there is of them.
Error broken(const Error& error, const Series& series) {
    if (series.kept() == 0) return error;
    const std::string why = error.message == kInterrupted ? "interrupted" : error.message;
    return {concat(why, "; ", plural(static_cast<std::uint64_t>(series.kept()), "picture"),
                   " of the series made")};
}

using Complain = std::function<void(const Problem&)>;

struct Shown {
    ShownView left{};
    ShownView right{};  // only with --beside
};

Result<ShownView> open_view(const RenderOptions& options, const std::string& path) {
    Result<std::unique_ptr<ByteSource>> file = open_file(path);
    if (!file) return file.error();
    Result<std::unique_ptr<ReelReader>> reel = ReelReader::open(std::move(*file));
    if (!reel) return reel.error();
    if ((*reel)->timeline().empty() && (*reel)->damage().empty())
        return fail("the recording holds no frames");
    ShownView view{std::move(*reel), nullptr};
    if (options.of_match() && !view.reel->timeline().empty()) {
        auto match = MatchViews::open(options.file, path, view.reel->schema());
        if (!match) return match.error();
        view.match = std::move(*match);
    }
    return view;
}

// Those have no picture that could have a sign. What is unreadable is told of the whole range.
std::int64_t missing_between_maps(const ReelReader& reel, const MomentRange& range) {
    // Holes of an unfinished or damaged recording are found by reading all of it.
    if (range.from.segment == range.to.segment) return 0;
    const Timeline& timeline = reel.timeline();
    const std::int64_t from = timeline.position(range.from);
    const std::int64_t to = timeline.position(range.to);
    std::int64_t ticks = 0;
    for (const Hole& hole : find_holes(reel))
        if (hole.from == hole.to && hole.kind == Integrity::Gap && hole.from > from &&
            hole.from < to)
            ticks += hole.ticks;
    return ticks;
}

// What a film is other than asked for.
void warn_of_changes(const ReelReader& reel, const RenderOptions& options, MomentRange range,
                     const Complain& complain) {
    const Timeline& timeline = reel.timeline();
    if (const std::string others = ticks_in_others(timeline, options.ticks, range); !others.empty())
        complain({others});
    if (const std::string beyond = beyond_text(timeline, options.ticks, range); !beyond.empty())
        complain({concat(beyond, ": the film is shorter")});
    if (const std::int64_t ticks = missing_between_maps(reel, range); ticks > 0)
        complain({concat(plural(static_cast<std::uint64_t>(ticks), "tick"),
                         " where a map ends or begins are missing: the film goes on behind them")});
    const int width = options.width + options.width % 2;
    const int height = options.height + options.height % 2;
    if (VideoPipe::has_even_sizes(options.out) &&
        (width != options.width || height != options.height))
        complain({fmt::format("the film is {}x{}: this kind has even sizes only", width, height)});
}

// What was to be drawn, and whether any picture of it was: where all of it is unreadable there is
// none.
struct Drawn {
    MomentRange range{};
    bool any = false;
};

bool is_readable(const ReelReader& reel, double position) {
    return reel.at(reel.timeline().moment(static_cast<std::int64_t>(std::floor(position)))).ok();
}

Result<Drawn> render_picture(const Shown& shown, const RenderOptions& options,
                             const Complain& complain) {
    const ReelReader& reel = *shown.left.reel;
    const Result<Moment> moment = reel.timeline().locate(options.tick);
    if (!moment) return moment.error();
    if (!reel.timeline().contains(*moment))
        return fail(outside_text(reel.timeline(), options.tick));
    if (const auto bare = parse_number<Tick>(options.tick)) {
        const std::string others = tick_in_others(reel.timeline(), *bare, *moment);
        if (!others.empty()) complain({others});
    }
    Pictures pictures(shown.left, shown.right, options, *moment, complain);
    const auto position = static_cast<double>(reel.timeline().position(*moment));
    const MomentRange range{*moment, {moment->segment, moment->tick + 1}};
    Image picture(options.width, options.height, rgb(0x12161d));
    if (Result<void> drawn = pictures.draw(position, picture); !drawn) {
        if (!is_readable(reel, position)) return Drawn{range, false};
        return drawn.error();
    }
    if (const auto shown_frame = reel.at(*moment);
        shown_frame && shown_frame->moment() < *moment && !missing_reason(reel, *moment).empty())
        complain({clean_text(taken_instead(reel, *moment, shown_frame->moment()))});
    if (const std::string note = pictures.inputs_note(); !note.empty()) complain({note});
    if (Result<void> saved = save_png(options.out, picture, options.force); !saved)
        return saved.error();
    return Drawn{range, true};
}

// Shows the progress of a long job, once per second.
class Progress {
public:
    Progress(std::int64_t pictures, bool quiet)
        : pictures_(pictures), shown_(!quiet && isatty(2) != 0) {}
    ~Progress() {
        if (on_screen_) std::cerr << "\r\033[K" << std::flush;
    }
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    void at(std::int64_t picture) {
        const auto now = std::chrono::steady_clock::now();
        if (!shown_ || now - last_ < std::chrono::seconds(1)) return;
        last_ = now;
        on_screen_ = true;
        std::cerr << fmt::format("\rpicture {} of {} ({} %)", picture, pictures_,
                                 picture * 100 / pictures_)
                  << std::flush;
    }

private:
    std::int64_t pictures_;
    bool shown_;
    bool on_screen_ = false;
    std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

// A film begins with the first picture that there is.
Result<Drawn> render_range(const Shown& shown, const RenderOptions& options,
                           const WorkControl& control, const Complain& complain) {
    const ReelReader& reel = *shown.left.reel;
    const Result<MomentRange> range = parse_range(reel.timeline(), options.ticks);
    if (!range) return range.error();
    const Timeline& timeline = reel.timeline();
    const double step = timeline.ticks_per_second() / options.fps * options.speed;
    const std::optional<FilmPlan> plan = plan_film(timeline, *range, step);
    if (!plan && timeline.contains(range->from))
        return fail("the range ", options.ticks, " lasts no time; --tick draws one picture");
    if (!plan) return fail(outside_text(timeline, options.ticks));
    if (static_cast<double>(plan->pictures) > kMostPictures)
        return fail("the range ", options.ticks, " would be more than a million pictures");
    Result<std::unique_ptr<Series>> series = open_series(options);
    if (!series) return series.error();
    warn_of_changes(reel, options, *range, complain);
    Pictures pictures(shown.left, shown.right, options, range->to, complain);
    Image picture(options.width, options.height, rgb(0x12161d));
    Progress progress(plan->pictures, options.quiet);
    bool any = false;
    for (std::int64_t i = 0; i < plan->pictures; ++i) {
        const double position = plan->position(i);
        progress.at(i);
        if (control.stopped()) return broken({kInterrupted}, **series);
        if (Result<void> drawn = pictures.draw(position, picture); !drawn) {
            if (!is_readable(reel, position)) continue;
            return broken(drawn.error(), **series);
        }
        if (Result<void> added = (*series)->add(picture); !added)
            return broken(control.stopped() ? Error{kInterrupted} : added.error(), **series);
        any = true;
    }
    if (!any) return Drawn{*range, false};
    if (const std::string note = pictures.inputs_note(); !note.empty()) complain({note});
    if (Result<void> finished = (*series)->finish(); !finished) return finished.error();
    return Drawn{*range, true};
}

// Ctrl-C and TERM stop the work, so that what is unfinished is removed.
class StopOnSignal {
public:
    explicit StopOnSignal(WorkControl& control)
        : watcher_([this, &control] {
              while (!done_) {
                  if (signals_.arrived()) control.stop();
                  std::this_thread::sleep_for(std::chrono::milliseconds(20));
              }
          }) {}
    ~StopOnSignal() {
        done_ = true;
        watcher_.join();
    }
    StopOnSignal(const StopOnSignal&) = delete;
    StopOnSignal& operator=(const StopOnSignal&) = delete;

private:
    StopSignals signals_;
    std::atomic<bool> done_{false};
    std::thread watcher_;
};

// The line about it; "" if nothing is missing.
std::string missing_of(const ReelReader& reel, const MomentRange& range) {
    const std::string missing = missing_summary(reel, range);
    return missing.empty() ? "" : concat(missing, "; ", kVerifyHint);
}

// Of a picture: a snapshot that can be read stands for itself, but its kills and chat were said in
// the seconds before it.
std::string missing_of(const ReelReader& reel, const RenderOptions& options,
                       const MomentRange& range) {
    std::string missing = missing_of(reel, range);
    if (!missing.empty() || !(options.hud || options.game_hud) || reel.timeline().empty())
        return missing;
    missing = missing_of(reel, {feed_start(reel.timeline(), range.from), range.to});
    return missing.empty() ? "" : concat("kills and chat may be missing in it: ", missing);
}

struct Outcome {
    bool made = false;
    std::string missing{};  // of what was asked for; "": nothing
};

// The recordings to draw: the file itself, or what it became.
struct Sources {
    ImportedFile imported{};
    std::string left{};
    std::string beside{};       // "": one picture
    std::string connections{};  // what else the file holds, to be told
};

Result<Sources> find_sources(const RenderOptions& options, WorkControl& control) {
    Sources found;
    found.left = options.file;
    std::pair<unsigned, unsigned> numbers{options.connection, 0};  // left and beside it; 0: none
    for (const auto& [typed, number] :
         {std::pair{&options.view, &numbers.first}, std::pair{&options.beside, &numbers.second}}) {
        if (typed->empty()) continue;
        const auto view = view_number(options.file, *typed);
        if (!view) return view.error();
        *number = *view;
    }
    if (!becomes_recordings(options.file)) return found;
    found.imported = import_file(options.file, control);
    found.left = found.imported.recording;
    if (found.left.empty()) return fail(found.imported.error);
    const auto all = captured_connections(options.file, found.left);
    const auto chosen = choose_connection(all, std::max(numbers.first, 1U));
    if (!chosen && numbers.first != 0) return chosen.error();
    if (chosen) found.left = chosen->path;
    if (numbers.first == 0)
        found.connections =
            is_match_file(options.file) ? tell_views(options.file, 1) : tell_connections(all, 1);
    if (numbers.second == 0) return found;
    const auto second = choose_connection(all, numbers.second);
    if (!second) return second.error();
    found.beside = second->path;
    return found;
}

Result<Outcome> render(const RenderOptions& options, WorkControl& control) {
    const Result<Sources> sources = find_sources(options, control);
    if (!sources) return sources.error();
    const ImportedFile& imported = sources->imported;
    auto left = open_view(options, sources->left);
    if (!left) return left.error();
    Shown shown{std::move(*left), {}};
    const auto nothing_left = [](const ShownView& view) {
        return view.reel->timeline().empty() ? missing_of(*view.reel, view.reel->everything())
                                             : std::string();
    };
    if (const std::string lost = nothing_left(shown.left); !lost.empty())
        return Outcome{false, lost};
    if (!sources->beside.empty()) {
        auto right = open_view(options, sources->beside);
        if (!right) return right.error();
        shown.right = std::move(*right);
        if (const std::string lost = nothing_left(shown.right); !lost.empty()) return fail(lost);
    }
    std::set<std::string> said;
    const auto complain = [&](const Problem& problem) {
        if (!options.quiet && said.insert(problem.message).second)
            std::cerr << "tickreel render: " << options.file << ": " << problem.message << '\n';
    };
    if (!sources->connections.empty()) complain({sources->connections});
    if (shown.left.match && shown.left.match->is_union() && (options.ghosts || options.fog))
        complain({"the union has no ghosts and no fog; --view NAME|N shows a view"});
    if (shown.left.match) {
        const std::string note = numbers_legend(*shown.left.match, options.ghosts);
        if (!note.empty()) complain({note});
    }
    const Result<Drawn> drawn = options.ticks.empty()
                                    ? render_picture(shown, options, complain)
                                    : render_range(shown, options, control, complain);
    if (!drawn) return drawn.error();
    const std::string missing = missing_of(*shown.left.reel, options, drawn->range);
    if (!drawn->any && missing.empty())
        return fail("has no readable snapshot in '", options.tick, options.ticks, "'; ",
                    kVerifyHint);
    const bool told = !missing.empty() && imported.recording.empty();
    return Outcome{drawn->any, told ? missing : imported.lost};
}

}  // namespace

int render_main(int argc, char** argv) {
    int exit_code = 0;
    const std::optional<RenderOptions> options = read_render_options(argc, argv, exit_code);
    if (!options) return exit_code;
    WorkControl control;
    const StopOnSignal stop(control);
    const Result<Outcome> done = render(*options, control);
    if (!done) {
        // Whatever ended with it, such as ffmpeg.
        const bool said = done.error().message.starts_with("interrupted");
        const std::string why = control.stopped() && !said ? kInterrupted : done.error().message;
        std::cerr << "tickreel render: " << options->file << ": " << why << '\n';
        return 1;
    }
    if (done->made && options->out != "-") std::cout << options->out << '\n';
    if (done->made && done->missing.empty()) return 0;
    std::cerr << "tickreel render: " << options->file << ": "
              << (done->made ? "" : "no output written: ") << done->missing << '\n';
    return kDataLost;
}

}  // namespace tickreel
