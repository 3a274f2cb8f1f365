#include "recorder/commands/view_choice.h"

#include <algorithm>
#include <deque>
#include <set>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "recorder/commands/open_reel.h"
#include "recorder/commands/output/output_file.h"
#include "recorder/commands/output/terminal.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/commands/union_notes.h"
#include "recorder/games/game.h"
#include "tickreel/analysis/missing_summary.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/shared_sink.h"
#include "tickreel/base/text.h"
#include "tickreel/model/forwarding_sink.h"
#include "tickreel/reel/compress.h"
#include "tickreel/reel/gap_list.h"
#include "tickreel/reel/union_property.h"
#include "tickreel/reel/unreadable_ticks.h"

namespace tickreel {

namespace {

// What clients ask for (inputs, votes, what they say) nobody else sees, nor what the server answers
// to it, nor how their packets went: among all views' together nothing would tell whose it was.
class WithoutTalkOfOne final : public ForwardingSink {
public:
    using ForwardingSink::ForwardingSink;

    TypeId add_type(const ItemType& type) override {
        const TypeId id = next().add_type(type);
        if (is_of_one_client(type)) left_out_.insert(id);
        return id;
    }
    void add_frame(const Frame& frame) override {
        const auto is_left_out = [&](const Event& event) { return left_out_.contains(event.type); };
        if (std::none_of(frame.events.begin(), frame.events.end(), is_left_out))
            return next().add_frame(frame);
        Frame seen = frame;
        std::erase_if(seen.events, is_left_out);
        next().add_frame(seen);
    }

private:
    std::set<TypeId> left_out_{};
};

// A recording that is written to memory and read there.
struct MemoryReel {
    explicit MemoryReel(const RecordingInfo& info, Compressor* compressor = nullptr)
        : writer(std::make_unique<SharedSink>(bytes), info, options(compressor)) {}
    MemoryReel(const MemoryReel&) = delete;
    MemoryReel& operator=(const MemoryReel&) = delete;
    ~MemoryReel() = default;

    // Nothing is written any more; without a reader the error has been printed.
    OpenedView open(const CommandLine& line, const std::string& path, bool lost,
                    std::uint64_t problems) {
        const auto done = writer.finish();
        auto reel = done ? ReelReader::open(memory_source(std::move(bytes)))
                         : Result<std::unique_ptr<ReelReader>>(done.error());
        if (reel) return {*std::move(reel), lost ? kExitDataLost : kExitDone, problems, {}};
        line.failed(path, reel.error().message);
        return {};
    }
    static ReelOptions options(Compressor* compressor) {
        ReelOptions options;
        options.level = 1;  // it is read a moment later, and then gone
        options.compressor = compressor;
        return options;
    }

    Bytes bytes{};
    ReelWriter writer;
};

void add_types_of_others(const MatchReader& match, std::uint32_t own, FrameSink& into) {
    std::set<std::string_view> known;
    for (const ItemType& type : match.views()[own].schema.types()) known.insert(type.name);
    for (const MatchView& view : match.views())
        for (const ItemType& type : view.schema.types())
            if (known.insert(type.name).second) into.add_type(type);
}

int say_missing(const CommandLine& line, const std::string& path, const std::string& missing,
                std::uint64_t problems) {
    if (missing.empty() && problems == 0) return kExitDone;
    return line.lost(path,
                     concat(missing.empty() ? "part of a view cannot be read" : printable(missing),
                            "; 'tickreel recover ", printable(path), " -o ",
                            printable(numbered_path(path, "recovered")), "' saves what is left"));
}

// Empty: all of it. So it is where the range is wrong, which is said later, or a share, which
// depends on all of the recording.
std::optional<MomentRange> asked_range(const ReelReader& reel, std::string_view ticks) {
    if (ticks.empty() || ticks.find('%') != ticks.npos || reel.timeline().empty()) return {};
    const auto range = parse_range(reel.timeline(), ticks);
    if (!range) return {};
    return with_ends(reel, *range);
}

bool lacks(const ViewLosses& losses, std::uint64_t problems) {
    return !losses.text().empty() || (problems != 0 && !losses.explains_problems());
}

}  // namespace

bool is_own_union(const std::string& path, std::string_view view) {
    return same_but_case(view, kUnionView) && path != "-" && !is_match_file(path);
}

std::optional<ViewChoice> choose_view(const CommandLine& line, const std::string& path,
                                      const std::string& view) {
    auto source = open_input(path);
    auto match = source ? MatchReader::open(*std::move(source))
                        : Result<std::unique_ptr<MatchReader>>(source.error());
    if (!match) {
        line.failed(path, match.error().message);
        return std::nullopt;
    }
    ViewChoice choice{*std::move(match), std::nullopt};
    const auto found = find_view(*choice.match, view);
    if (!found) {
        line.failed(path, found.error().message);
        return std::nullopt;
    }
    choice.number = *found;
    if (choice.number)
        if (const std::string others = other_views_of(*choice.match, *choice.number, view);
            !others.empty())
            line.warn(path, printable(others));
    return choice;
}

int report_match_damage(const CommandLine& line, const std::string& path, const MatchReader& match,
                        std::uint64_t problems) {
    return say_missing(line, path, missing_summary(match), problems);
}

int report_losses(const CommandLine& line, const std::string& path, const ViewLosses& losses,
                  std::uint64_t problems, std::optional<MomentRange> range) {
    // Damage of the file, which it has read, is a problem of each view; the losses are of this one.
    return say_missing(line, path, losses.text(range), losses.explains_problems() ? 0 : problems);
}

std::vector<Gap> gaps_beside_damage(const MatchReader& match, std::vector<Gap> gaps) {
    std::vector<Gap> unreadable;
    if (!match.damage().empty()) move_unreadable(gaps, unreadable);
    return gaps;
}

Result<ViewChecksums> copy_union(const MatchReader& match, const ProblemSink& problems,
                                 FrameSink& into, const std::function<bool()>& stopped,
                                 const MatchReader::WorldVisitor& visit) {
    WithoutTalkOfOne seen(into);
    into.set_property(kUnionOf, std::to_string(match.views().size()));
    const Game* const game = find_game(match.info().game);
    return match.copy_world(problems, seen, stopped, visit,
                            game == nullptr ? TypeNaming{} : game->type_naming);
}

Result<CopiedChoice> copy_choice(const CommandLine& line, const std::string& path,
                                 const ViewChoice& choice, GapsOfView gaps, FrameSink& into,
                                 const std::function<bool()>& stopped,
                                 const MatchReader::WorldVisitor& visit_union) {
    CopiedChoice result;
    const ProblemSink count = [&](const Problem& problem) {
        ++result.problems;
        if (line.common().verbose > 0) line.warn(path, printable(problem.message));
    };
    NotedPlaces noted(into);
    if (choice.number) {
        const auto copied = choice.match->copy_view(*choice.number, count, noted, stopped, gaps);
        if (!copied) return copied.error();
    } else {
        const auto copied = copy_union(*choice.match, count, noted, stopped, visit_union);
        if (!copied) return copied.error();
        result.checksums = *copied;
    }
    result.losses = ViewLosses(*choice.match, choice.number, noted.places());
    return result;
}

void add_view_option(CommandLine& line, std::string& view) {
    line.app()
        .add_option("--view", view,
                    "a view of a match file: its number or name, or the recorded player's; union: "
                    "of all, and "
                    "a recording that is no match file as it is")
        ->option_text("NAME|N");
}

OpenedView open_view(const CommandLine& line, const std::string& path, const std::string& view,
                     TypesOfView types, const MakeVisitor& add, std::string_view ticks) {
    OpenedView opened = open_view_unreported(line, path, view, types, add);
    if (opened.reel)
        opened.code = report_losses(line, path, opened.losses, opened.problems,
                                    asked_range(*opened.reel, ticks));
    return opened;
}

OpenedView open_view_unreported(const CommandLine& line, const std::string& path,
                                const std::string& view, TypesOfView types,
                                const MakeVisitor& add) {
    if (view.empty() && is_match_file(path)) {
        if (const auto whole = choose_view(line, path, std::string(kUnionView)))
            line.failed(
                path,
                concat("holds ", plural(whole->match->views().size(), "view"), " of one match"),
                concat("choose one with --view: ", list_views(name_views(*whole->match)),
                       ", or union for what any of them saw"));
        return {};
    }
    if (view.empty() || is_own_union(path, view)) {
        OpenedView opened{open_reel(line, path)};
        if (opened.reel)
            warn_numbered_apart(line, path, numbered_apart_note(opened.reel->info(), {}));
        return opened;
    }
    const auto choice = choose_view(line, path, view);
    if (!choice) return {};
    if (!choice->number) warn_numbered_apart(line, path, numbered_apart_note(*choice->match));
    return open_choice(line, path, *choice, types, add);
}

OpenedView open_choice(const CommandLine& line, const std::string& path, const ViewChoice& choice,
                       TypesOfView types, const MakeVisitor& add) {
    MemoryReel reel(choice.info());
    auto visit = add ? add(*choice.match, reel.writer) : MatchReader::WorldVisitor();
    const auto copied =
        copy_choice(line, path, choice, GapsOfView::AsAllViewsTell, reel.writer, {}, visit);
    visit = nullptr;  // at its end it may add types
    if (!copied) {
        line.failed(path, copied.error().message);
        return {};
    }
    if (choice.number && types == TypesOfView::OfAllViews)
        add_types_of_others(*choice.match, *choice.number, reel.writer);
    OpenedView opened =
        reel.open(line, path, lacks(copied->losses, copied->problems), copied->problems);
    opened.checksums = copied->checksums;
    opened.losses = copied->losses;
    return opened;
}

int open_all_views(const CommandLine& line, const std::string& path,
                   const std::function<void(const std::string& name, OpenedView opened)>& use) {
    auto views = ChosenViews::open(line, path, kAllViews, "");
    if (!views) return kExitFailed;
    Compressor compressor;
    std::vector<std::unique_ptr<MemoryReel>> reels;
    for (std::size_t i = 0; i < views->size(); ++i)
        reels.push_back(std::make_unique<MemoryReel>(views->info(i), &compressor));
    if (!views->copy([&](std::size_t view) { return &reels[view]->writer; })) return kExitFailed;
    return views->each([&](std::size_t view, const std::string& name, bool lost) {
        OpenedView opened = reels[view]->open(line, path, lost, views->problems(view));
        reels[view].reset();
        if (!opened.reel) return kExitFailed;
        use(name, std::move(opened));
        return kExitDone;
    });
}

std::optional<ChosenViews> ChosenViews::open(const CommandLine& line, const std::string& path,
                                             std::string_view view, std::string title) {
    const bool all = view == kAllViews;
    auto choice = choose_view(line, path, std::string(all ? kUnionView : view));
    if (!choice) return std::nullopt;
    ChosenViews views(line, path, std::move(title), *std::move(choice));
    if (!all) views.numbers_.push_back(views.choice_.number);
    for (std::uint32_t i = 0; all && i < views.choice_.match->views().size(); ++i)
        views.numbers_.emplace_back(i);
    return views;
}

const RecordingInfo& ChosenViews::info(std::size_t view) const {
    const MatchReader& match = *choice_.match;
    return numbers_[view] ? match.views()[*numbers_[view]].info : match.info();
}

std::string ChosenViews::name(std::size_t view) const {
    return numbers_[view] ? choice_.match->views()[*numbers_[view]].name : std::string(kUnionView);
}

ViewLosses ChosenViews::losses(std::size_t view) const {
    return {*choice_.match, numbers_[view], places_[view]};
}

Result<void> ChosenViews::read(const std::function<FrameSink*(std::size_t view)>& into,
                               ItemsOfView items) {
    const MatchReader& match = *choice_.match;
    problems_.assign(size(), {});
    ProgressBar bar(!title_.empty() && line_->progress_wanted(), title_);
    std::uint64_t frames = 0;
    std::uint64_t all = 0;
    for (const ChunkInfo& chunk : match.chunks()) all += chunk.snapshots;
    const auto show = [&] {
        bar.show(static_cast<double>(++frames) /
                 static_cast<double>(std::max<std::uint64_t>(all, 1)));
        return false;
    };
    const auto note = [&](std::size_t view) -> ProblemSink {
        return
            [&into = problems_[view], keep = line_->common().verbose > 0](const Problem& problem) {
                ++into.count;
                if (keep) into.texts.push_back(problem.message);
            };
    };
    std::deque<NotedPlaces> noted;
    for (std::size_t i = 0; i < size(); ++i) noted.emplace_back(*into(i));
    const auto copied = [&]() -> Result<void> {
        if (size() == 1 && !numbers_[0]) {
            const auto of_union = copy_union(match, note(0), noted[0], show);
            return of_union ? Result<void>() : of_union.error();
        }
        std::vector<ViewCopy> copies;
        for (std::size_t i = 0; i < size(); ++i)
            copies.push_back({*numbers_[i], &noted[i], note(i)});
        return match.copy_views(copies, show, GapsOfView::AsAllViewsTell, items);
    }();
    places_.clear();
    for (const NotedPlaces& one : noted) places_.push_back(one.places());
    return copied;
}

bool ChosenViews::copy(const std::function<FrameSink*(std::size_t view)>& into, ItemsOfView items) {
    const auto done = read(into, items);
    if (!done) line_->failed(path_, done.error().message);
    return done.ok();
}

std::vector<RecordingOutline> ChosenViews::empty_outlines() const {
    std::vector<RecordingOutline> outlines;
    for (std::size_t i = 0; i < size(); ++i) outlines.emplace_back(info(i));
    return outlines;
}

bool ChosenViews::outline(std::vector<RecordingOutline>& into) {
    into = empty_outlines();
    if (!copy([&](std::size_t view) { return &into[view]; }, ItemsOfView::None)) return false;
    for (RecordingOutline& one : into)
        if (const auto done = one.finish(); !done) {
            line_->failed(path_, done.error().message);
            return false;
        }
    return true;
}

int ChosenViews::each(const Use& use) {
    const MatchReader& match = *choice_.match;
    int code = kExitDone;
    std::uint64_t problems = 0;
    for (std::size_t view = 0; view < size(); ++view) {
        for (const std::string& text : problems_[view].texts) line_->warn(path_, printable(text));
        problems += problems_[view].count;
        const int done = use(view, name(view), lacks(losses(view), problems_[view].count));
        if (done == kExitFailed) return done;
        code = std::max(code, done);
    }
    // What no view is made of may be damaged all the same.
    if (const auto records = match.check_records(ignore_problems); !records)
        return line_->failed(path_, records.error().message);
    return std::max(code, size() == 1 ? report_losses(*line_, path_, losses(0), problems)
                                      : report_match_damage(*line_, path_, match, problems));
}

OpenedViews open_views(std::vector<std::string>& paths,
                       const std::function<OpenedView(const std::string&)>& open) {
    OpenedViews views;
    std::vector<std::string> opened;
    for (const std::string& path : paths) {
        OpenedView one = open(path);
        if (!one.reel) continue;
        views.code = std::max(views.code, one.code);
        views.reels.push_back(std::move(one.reel));
        opened.push_back(path);
    }
    views.all = opened.size() == paths.size();
    paths = std::move(opened);
    return views;
}

}  // namespace tickreel
