#include "tickreel/analysis/export_plan.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "tickreel/base/concat.h"

namespace tickreel {

namespace fs = std::filesystem;

std::span<const ExportFormat> export_formats() {
    static constexpr std::array kFormats = {
        ExportFormat{"Recording", ".reel", "cut", "the range, or all, as a new recording"},
        ExportFormat{"Parquet", ".parquet", "export", "one table, for DuckDB, pandas, Spark"},
        ExportFormat{"CSV", ".csv", "export", "one table, for spreadsheets"},
        ExportFormat{"NDJSON", ".ndjson", "export", "one JSON object a line"},
        ExportFormat{"DuckDB", ".duckdb", "export", "a database with every table"},
        ExportFormat{"Demo", ".demo", "export", "for the game's own player"},
        ExportFormat{"Video", ".mp4", "render", "the map, through ffmpeg"},
    };
    return kFormats;
}

std::string export_output(const ExportPlan& plan) {
    const fs::path recording(plan.recording);
    const ExportFormat& format = export_formats()[plan.format];
    const std::string stem = recording.stem().string() + (plan.range.empty() ? "" : "-part");
    const fs::path folder = plan.folder.empty() ? recording.parent_path() : fs::path(plan.folder);
    fs::path path = folder / (stem + format.ending);
    std::error_code ignored;
    for (int i = 2; fs::exists(path, ignored) && i < 10'000; ++i)
        path = folder / concat(stem, '-', i, format.ending);
    return path.string();
}

std::vector<std::string> export_words(const ExportPlan& plan) {
    std::vector<std::string> words = {export_formats()[plan.format].verb, plan.recording, "-o",
                                      plan.output};
    // `export` takes everything unless told; `cut` and `render` want to be told.
    const bool everything = plan.range.empty();
    if (!everything || words.front() != "export")
        words.insert(words.end(), {"--ticks", everything ? "0%..100%" : plan.range});
    return words;
}

std::vector<std::vector<std::string>> typed_words(const ExportPlan& plan,
                                                  std::vector<std::string> words) {
    if (plan.source.empty()) return {std::move(words)};
    const bool view = plan.part && !plan.part->empty() && plan.part->front() == "--view";
    const auto recording = std::find(words.begin(), words.end(), plan.recording);
    if (recording == words.end()) return {std::move(words)};
    if (plan.part && (words.front() == "render" || (view && words.front() == "export"))) {
        *recording = plan.source;
        words.insert(words.end(), plan.part->begin(), plan.part->end());
        return {std::move(words)};
    }
    // All of a capture's recordings are called after -o.
    const std::string made = fs::path(plan.recording).filename().string();
    const std::string begin = fs::path(plan.source).stem().string();
    const std::string rest = made.starts_with(begin) ? made.substr(begin.size()) : ".reel";
    std::string stem = begin;
    std::error_code ignored;
    const auto taken = [&](const std::string& name) {
        return fs::exists(fs::path(plan.folder) / name, ignored);
    };
    for (int i = 2; (taken(stem + ".reel") || taken(stem + rest)) && i < 10'000; ++i)
        stem = concat(begin, '-', i);
    const std::string output = (fs::path(plan.folder) / (stem + ".reel")).string();
    std::vector<std::string> first{view ? "cut" : "import", plan.source, "-o", output};
    if (view) first.insert(first.end(), plan.part->begin(), plan.part->end());
    *recording = view ? output : (fs::path(plan.folder) / (stem + rest)).string();
    return {std::move(first), std::move(words)};
}

std::string command_text(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        text += text.empty() ? "" : " ";
        const bool plain =
            !word.empty() && word.find_first_not_of(
                                 "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 "0123456789-_./:,=+@%") == std::string::npos;
        if (plain) {
            text += word;
            continue;
        }
        text += '\'';
        for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
        text += '\'';
    }
    return text;
}

}  // namespace tickreel
