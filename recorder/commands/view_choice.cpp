#include "recorder/commands/view_choice.h"

#include <algorithm>
#include <set>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "recorder/commands/open_reel.h"
#include "recorder/commands/output/output_file.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/commands/union_notes.h"
#include "recorder/games/game.h"
#include "tickreel/analysis/missing_summary.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/shared_sink.h"
#include "tickreel/base/text.h"
#include "tickreel/model/forwarding_sink.h"
#include "tickreel/reel/union_property.h"

namespace tickreel {

namespace {

// What clients ask for (inputs, votes, what they say) nobody else sees, nor what the server answers
// to it: among all views' together nothing would tell whose it was.
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
    const std::string missing = missing_summary(match);
    if (missing.empty() && problems == 0) return kExitDone;
    return line.lost(path,
                     concat(missing.empty() ? "part of a view cannot be read" : printable(missing),
                            "; 'tickreel recover ", printable(path), " -o ",
                            printable(numbered_path(path, "recovered")), "' saves what is left"));
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

Result<std::uint64_t> copy_choice(const CommandLine& line, const std::string& path,
                                  const ViewChoice& choice, GapsOfView gaps, FrameSink& into,
                                  const std::function<bool()>& stopped,
                                  const MatchReader::WorldVisitor& visit_union) {
    std::uint64_t problems = 0;
    const ProblemSink count = [&](const Problem& problem) {
        ++problems;
        if (line.common().verbose > 0) line.warn(path, printable(problem.message));
    };
    if (choice.number) {
        const auto copied = choice.match->copy_view(*choice.number, count, into, stopped, gaps);
        if (!copied) return copied.error();
    } else if (const auto copied = copy_union(*choice.match, count, into, stopped, visit_union);
               !copied) {
        return copied.error();
    }
    return problems;
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
                     const MakeVisitor& add) {
    if (view.empty() && is_match_file(path)) {
        if (const auto whole = choose_view(line, path, std::string(kUnionView)))
            line.failed(path, concat("holds ", whole->match->views().size(), " views of one match"),
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
    OpenedView opened = open_choice(line, path, *choice, add);
    if (opened.reel) report_match_damage(line, path, *choice->match, opened.problems);
    return opened;
}

OpenedView open_choice(const CommandLine& line, const std::string& path, const ViewChoice& choice,
                       const MakeVisitor& add) {
    Bytes bytes;
    ReelWriter writer(std::make_unique<SharedSink>(bytes), choice.info());
    auto visit = add ? add(*choice.match, writer) : MatchReader::WorldVisitor();
    const auto problems =
        copy_choice(line, path, choice, GapsOfView::AsAllViewsTell, writer, {}, visit);
    visit = nullptr;  // at its end it may add types
    const auto done = problems ? writer.finish() : Result<void>(problems.error());
    auto reel = done ? ReelReader::open(memory_source(std::move(bytes)))
                     : Result<std::unique_ptr<ReelReader>>(done.error());
    if (!reel) {
        line.failed(path, reel.error().message);
        return {};
    }
    const bool lost = *problems != 0 || !missing_summary(*choice.match).empty();
    return {*std::move(reel), lost ? kExitDataLost : kExitDone, *problems};
}

int each_view(const CommandLine& line, const std::string& path, std::string_view view,
              const UseView& use) {
    const bool all = view == kAllViews;
    auto choice = choose_view(line, path, std::string(all ? kUnionView : view));
    if (!choice) return kExitFailed;
    const MatchReader& match = *choice->match;
    std::vector<std::optional<std::uint32_t>> numbers{choice->number};
    if (all) numbers.assign(match.views().size(), std::nullopt);
    for (std::uint32_t i = 0; all && i < numbers.size(); ++i) numbers[i] = i;
    int code = kExitDone;
    std::uint64_t problems = 0;
    for (const std::optional<std::uint32_t>& number : numbers) {
        choice->number = number;
        OpenedView opened = open_choice(line, path, *choice);
        problems += opened.problems;
        if (!opened.reel) return kExitFailed;
        const std::string name = number ? match.views()[*number].name : std::string(kUnionView);
        const int done = use(name, std::move(opened));
        if (done == kExitFailed) return done;
        code = std::max(code, done);
    }
    // What no view is made of may be damaged all the same.
    if (const auto records = match.check_records(ignore_problems); !records)
        return line.failed(path, records.error().message);
    return std::max(code, report_match_damage(line, path, match, problems));
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
