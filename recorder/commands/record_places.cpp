#include "recorder/commands/record_places.h"

#include <fmt/core.h>

#include "tickreel/base/text.h"

namespace tickreel {

namespace {

std::optional<int> open_places(const CommandLine& line, const RecordArguments& arguments,
                               const NamePattern& pattern, RecordPlaces& places) {
    std::unique_ptr<MatchViews>& views = places.views;
    const bool clip_names = !arguments.clips.keep.empty();
    const std::string& split = arguments.recording.split;
    const std::string word = clip_names ? "clip" : part_word(split);
    if (arguments.match) {
        auto opened = MatchViews::open(arguments.output, pattern, split == "none" ? "" : word,
                                       arguments.keep.fallback);
        if (!opened)
            return line.failed(arguments.output.path, opened.error().message,
                               "choose a folder that this user can write to");
        views = *std::move(opened);
        for (const std::string& folder : views->not_ours())
            line.warn(folder, "is no folder of this user: it is left alone, and another one taken");
        if (const std::size_t left = views->recordings().size(); left > 0)
            line.warn(views->folder(),
                      fmt::format("{} of an earlier recorder become views of {} too",
                                  plural(left, "recording"),
                                  split == "none" ? "this match file" : "match files"));
        for (const std::string& folder : views->being_merged())
            line.warn(folder,
                      "'tickreel merge' of an earlier recorder is still at the recordings here; if "
                      "it hangs, kill it: they stay, and this recorder makes their match file");
    }
    const auto files = places.files = std::make_shared<RecordFiles>(
        arguments.output, views ? *NamePattern::parse(views->names()) : pattern, word,
        views ? views->fallback() : arguments.keep.fallback);
    if (const auto usable = files->check_fallback(); !usable)
        return line.failed("--fallback", usable.error().message,
                           "choose another folder, on another disk, that this user can write to");
    if (const auto writable = files->check(); !writable) {
        if (arguments.keep.fallback.empty())
            return line.failed(arguments.output.path, writable.error().message,
                               "choose a folder that this user can write to, or a --fallback");
        line.warn(arguments.output.path,
                  fmt::format("{}; recordings go to {}", writable.error().message,
                              arguments.keep.fallback));
    }
    if (const FolderStatus now = files->look(); !now.error.empty())
        line.warn("", now.error + "; players can connect, recordings begin when there is room");
    return std::nullopt;
}

}  // namespace

RecordPlaces record_places(const CommandLine& line, const RecordArguments& arguments,
                           const NamePattern& pattern) {
    RecordPlaces places;
    places.failed = open_places(line, arguments, pattern, places);
    return places;
}

Result<std::vector<std::unique_ptr<KeptFolder>>> make_kept_folders(const RecordFiles& files) {
    std::vector<std::unique_ptr<KeptFolder>> kept;
    std::optional<Error> problem;
    for (const std::string& folder : files.folders()) {
        auto made = KeptFolder::create(folder);
        if (made)
            kept.push_back(*std::move(made));
        else if (!problem)
            problem = made.error();
    }
    if (kept.empty()) return *problem;
    return kept;
}

}  // namespace tickreel
