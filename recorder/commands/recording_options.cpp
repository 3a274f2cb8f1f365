#include "recorder/commands/recording_options.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "recorder/commands/codec_option.h"
#include "recorder/recording/map_attachment.h"

namespace tickreel {

namespace {

constexpr double kMegabyte = 1e6;

}  // namespace

void add_recording_options(CommandLine& line, RecordingArguments& arguments) {
    std::vector<std::string> protocols{"auto"};
    for (const Game* game : all_games()) protocols.emplace_back(game->id);
    line.app()
        .add_option("--protocol", arguments.protocol,
                    fmt::format("{}; auto finds out (default)", fmt::join(protocols, ", ")))
        ->check(CLI::IsMember(protocols))
        ->option_text("NAME");
    line.app()
        .add_option("--split", arguments.split,
                    "map: a file of its own for every map, OUT-map2.reel ...; none: one file, its "
                    "segments are the maps (default)")
        ->check(CLI::IsMember({"map", "none"}))
        ->option_text("HOW");
    line.app()
        .add_option("--sync", arguments.sync,
                    "chunk: wait for the disk after every chunk, for power cuts; none (default)")
        ->check(CLI::IsMember({"none", "chunk"}))
        ->option_text("WHEN");
    line.app()
        .add_option("--flush", arguments.flush_seconds,
                    "seconds of play in one chunk: what a crash can cost (default 2)")
        ->check(CLI::Range(0.1, 60.0))
        ->option_text("SECONDS");
    add_codec_option(line, arguments.reel);
    line.app()
        .add_option("--map", arguments.map,
                    "attach this map file; without it the map is looked for in the game's folders")
        ->option_text("FILE");
}

const Game* chosen_game(const RecordingArguments& arguments) {
    return arguments.protocol == "auto" ? nullptr : find_game(arguments.protocol);
}

Result<RecordingOptions> recording_options(const RecordingArguments& arguments) {
    RecordingOptions options;
    options.reel = arguments.reel;
    options.reel.chunk_seconds = arguments.flush_seconds;
    options.reel.group_seconds = std::max(options.reel.group_seconds, arguments.flush_seconds);
    options.reel.sync = arguments.sync == "chunk" ? SyncMode::Chunk : SyncMode::None;
    options.split_by_map = arguments.split == "map";
    if (!arguments.map.empty()) {
        Result<Attachment> map = read_map(arguments.map);
        if (!map) return map.error();
        options.map = *std::move(map);
    }
    return options;
}

std::string describe(const RecordedFile& file) {
    std::string text =
        fmt::format("{}, {} snapshots, checksum: {} ok, {} mismatch, {} absent, {} gaps, {:.1f} MB",
                    file.protocol, file.snapshots, file.wire_ok, file.wire_mismatch,
                    file.wire_absent, file.gaps, static_cast<double>(file.bytes) / kMegabyte);
    if (!file.error.empty()) text += fmt::format("; ended early: {}", file.error);
    return text;
}

std::string describe_counters(const RecordedFile& file) {
    std::string text;
    for (const auto& [name, count] : file.counters)
        if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, count);
    return text;
}

std::string ReelNames::name(unsigned connection, unsigned part) {
    std::string& known = names_[connection];
    if (known.empty()) {
        known = output_.path;
        std::error_code ignored;
        // The first name was checked before the recording began.
        while (names_.size() > 1) {
            known = numbered_path(output_.path, std::to_string(++last_number_));
            if (output_.force || !std::filesystem::exists(known, ignored)) break;
        }
    }
    return part < 2 ? known : numbered_path(known, fmt::format("map{}", part));
}

}  // namespace tickreel
