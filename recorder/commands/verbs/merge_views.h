#pragma once
// tickreel merge --views: recordings of one match, beside each other in one match file.

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "recorder/commands/command_line.h"
#include "recorder/commands/output/output_file.h"
#include "tickreel/reel/match_merge.h"

namespace tickreel {

// What the views of these files are called: as they are, without folder and ending; who has the
// name of one before gets a number.
std::vector<std::string> view_names(std::span<const std::string> paths);

// What to call the file where one of its name exists. None: that is an error.
using OtherName = std::function<Result<std::string>()>;

// Returns the exit code.
int merge_as_views(const CommandLine& line, const std::vector<std::string>& paths,
                   const OutputOptions& output, ViewClocks clocks,
                   const OtherName& other_name = {});

// The same with views that are open; `paths`: what errors name; `segments`: those of the match,
// where they are known. kExitDone or kExitFailed.
int write_match_file(const CommandLine& line, std::span<const ViewSource> views,
                     std::span<const std::string> paths, const OutputOptions& output,
                     ViewClocks clocks, const ProblemSink& problems,
                     std::vector<MatchPlan::World> segments = {}, const OtherName& other_name = {});

}  // namespace tickreel
