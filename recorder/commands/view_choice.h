#pragma once
// --view: one view of a match file, or "union" for what all of them saw, as a recording.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "recorder/commands/command_line.h"
#include "tickreel/analysis/view_names.h"
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
// Everything that the view has. How many problems there were; report_match_damage() is to follow.
Result<std::uint64_t> copy_choice(const CommandLine& line, const std::string& path,
                                  const ViewChoice& choice, GapsOfView gaps, FrameSink& into,
                                  const std::function<bool()>& stopped = {},
                                  const MatchReader::WorldVisitor& visit_union = {});
// One line about what cannot be read of the match file, if anything; the exit code.
int report_match_damage(const CommandLine& line, const std::string& path, const MatchReader& match,
                        std::uint64_t problems);

void add_view_option(CommandLine& line, std::string& view);

struct OpenedView {
    std::unique_ptr<ReelReader> reel{};  // none: the error has been printed
    int code = kExitDone;                // kExitDataLost: part of the view cannot be read
    std::uint64_t problems = 0;          // while it was copied
};
// What is added to the union on its way into memory.
using MakeVisitor = std::function<MatchReader::WorldVisitor(const MatchReader&, ReelWriter&)>;
// The view in memory; without one the recording as open_reel() does, which refuses match files.
OpenedView open_view(const CommandLine& line, const std::string& path, const std::string& view,
                     const MakeVisitor& add = {});
// The view in memory, for who opens several: report_match_damage() is to follow, once.
OpenedView open_choice(const CommandLine& line, const std::string& path, const ViewChoice& choice,
                       const MakeVisitor& add = {});
// Each view of a match file ("all"; else that one) in turn, by the name that the file has for it;
// then what is lost is said once. The worst exit code; kExitFailed, after its error, ends it.
using UseView = std::function<int(const std::string& name, OpenedView opened)>;
int each_view(const CommandLine& line, const std::string& path, std::string_view view,
              const UseView& use);

struct OpenedViews {
    std::vector<std::unique_ptr<ReelReader>> reels{};  // may be empty
    bool all = true;
    int code = kExitDone;  // the worst
};
// Several, each by `open`; `paths` is reduced to those that could be opened.
OpenedViews open_views(std::vector<std::string>& paths,
                       const std::function<OpenedView(const std::string&)>& open);

}  // namespace tickreel
