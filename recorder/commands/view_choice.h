#pragma once
// --view: one view of a match file, or "union" for what all of them saw, as a recording.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "recorder/commands/command_line.h"
#include "tickreel/analysis/view_losses.h"
#include "tickreel/analysis/view_names.h"
#include "tickreel/reel/recording_outline.h"
#include "tickreel/reel/reel_writer.h"

namespace tickreel {

// What `cut --view` takes beside what find_view() does.
inline constexpr std::string_view kAllViews = "all";

struct ViewChoice {
    std::unique_ptr<MatchReader> match{};
    std::optional<std::uint32_t> number{};  // none: the union

    const RecordingInfo& info() const {
        return number ? match->views()[*number].info : match->info();
    }
};

// A recording that is no match file is all that was seen of it: with --view union a command reads
// folders of both.
bool is_own_union(const std::string& path, std::string_view view);
// Empty: the error has been printed; the command ends with kExitFailed.
std::optional<ViewChoice> choose_view(const CommandLine& line, const std::string& path,
                                      const std::string& view);
// What all views saw, without what only one client sent or was answered; does not call finish().
Result<ViewChecksums> copy_union(const MatchReader& match, const ProblemSink& problems,
                                 FrameSink& into, const std::function<bool()>& stopped = {},
                                 const MatchReader::WorldVisitor& visit = {});
struct CopiedChoice {
    std::uint64_t problems = 0;
    ViewChecksums checksums{};  // of all views; of the union only
    ViewLosses losses{};
};
// Everything that the view has. report_losses() is to follow.
Result<CopiedChoice> copy_choice(const CommandLine& line, const std::string& path,
                                 const ViewChoice& choice, GapsOfView gaps, FrameSink& into,
                                 const std::function<bool()>& stopped = {},
                                 const MatchReader::WorldVisitor& visit_union = {});
// One line about what cannot be read of the match file, if anything; the exit code.
int report_match_damage(const CommandLine& line, const std::string& path, const MatchReader& match,
                        std::uint64_t problems);
// The same of one view, or of a range of it: only what that lacks.
int report_losses(const CommandLine& line, const std::string& path, const ViewLosses& losses,
                  std::uint64_t problems, std::optional<MomentRange> range = {});

// Those of the union that are none of the file's damage, which is no gap of a recording either.
std::vector<Gap> gaps_beside_damage(const MatchReader& match, std::vector<Gap> gaps);

void add_view_option(CommandLine& line, std::string& view);

struct OpenedView {
    std::unique_ptr<ReelReader> reel{};  // none: the error has been printed
    int code = kExitDone;                // kExitDataLost: part of the view cannot be read
    std::uint64_t problems = 0;          // while it was copied
    ViewChecksums checksums{};           // of all views; of the union only
    ViewLosses losses{};                 // none where the recording is no match file
};
// What is added to the union on its way into memory.
using MakeVisitor = std::function<MatchReader::WorldVisitor(const MatchReader&, ReelWriter&)>;
// The types of a view in memory: those that its recording had, or also those of the other views, of
// which it has no rows. Who asks a view for what only others were sent is told that there is none.
enum class TypesOfView { Own, OfAllViews };
// The view in memory; without one the recording as open_reel() does, which refuses match files.
// Says what the view lacks; `ticks`: what is asked of it, as typed, which is all that counts then.
OpenedView open_view(const CommandLine& line, const std::string& path, const std::string& view,
                     TypesOfView types = TypesOfView::Own, const MakeVisitor& add = {},
                     std::string_view ticks = {});
// For who learns from it what is asked: report_losses() is to follow.
OpenedView open_view_unreported(const CommandLine& line, const std::string& path,
                                const std::string& view, TypesOfView types = TypesOfView::Own,
                                const MakeVisitor& add = {});
// The view in memory, for who opens several: report_match_damage() is to follow, once.
OpenedView open_choice(const CommandLine& line, const std::string& path, const ViewChoice& choice,
                       TypesOfView types = TypesOfView::Own, const MakeVisitor& add = {});
// All views in memory, each with the name that the file has for it. The exit code; kExitFailed:
// those before the error have been used.
int open_all_views(const CommandLine& line, const std::string& path,
                   const std::function<void(const std::string& name, OpenedView opened)>& use);

// Views of a match file that are read together: the file once, however many they are.
class ChosenViews {
public:
    // "all", or what choose_view() takes. Empty: the error has been printed. `title`: of the bar
    // while they are read; "": none is shown.
    static std::optional<ChosenViews> open(const CommandLine& line, const std::string& path,
                                           std::string_view view, std::string title);

    std::size_t size() const { return numbers_.size(); }
    const RecordingInfo& info(std::size_t view) const;
    // Each into its sink, without finish(). False: the error has been printed.
    bool copy(const std::function<FrameSink*(std::size_t view)>& into,
              ItemsOfView items = ItemsOfView::All);
    // What each is apart from its items, finished. False: the error has been printed.
    bool outline(std::vector<RecordingOutline>& into);
    std::vector<RecordingOutline> empty_outlines() const;
    // After copy(): each in turn, by the name that the file has for it; then what is lost is said
    // once. `lost`: part of this view could not be read. The worst exit code; kExitFailed, after
    // its error, ends it.
    using Use = std::function<int(std::size_t view, const std::string& name, bool lost)>;
    int each(const Use& use);
    std::uint64_t problems(std::size_t view) const { return problems_[view].count; }

private:
    struct Problems {
        std::uint64_t count = 0;
        std::vector<std::string> texts{};  // with -v
    };
    ChosenViews(const CommandLine& line, std::string path, std::string title, ViewChoice choice)
        : line_(&line),
          path_(std::move(path)),
          title_(std::move(title)),
          choice_(std::move(choice)) {}
    std::string name(std::size_t view) const;
    ViewLosses losses(std::size_t view) const;
    Result<void> read(const std::function<FrameSink*(std::size_t view)>& into, ItemsOfView items);

    const CommandLine* line_;
    std::string path_;
    std::string title_;
    ViewChoice choice_;
    std::vector<std::optional<std::uint32_t>> numbers_{};  // none: the union
    std::vector<Problems> problems_{};
    std::vector<CopiedPlaces> places_{};
};

struct OpenedViews {
    std::vector<std::unique_ptr<ReelReader>> reels{};  // may be empty
    bool all = true;
    int code = kExitDone;  // the worst
};
// Several, each by `open`; `paths` is reduced to those that could be opened.
OpenedViews open_views(std::vector<std::string>& paths,
                       const std::function<OpenedView(const std::string&)>& open);

}  // namespace tickreel
