#pragma once
// Options that record and import share, and how both name and describe their files. Options of
// `record` only are in record_files.h.

#include <optional>
#include <set>

#include "recorder/commands/command_line.h"
#include "recorder/commands/output/output_file.h"
#include "recorder/recording/reel_files.h"

namespace tickreel {

struct RecordingArguments {
    std::string protocol = "auto";
    std::string split = "none";
    std::string sync = "none";
    std::string map{};
    std::string schema{};
    std::shared_ptr<const TaughtTypes> taught{};  // from read_schema()
    double flush_seconds = 2.0;
    bool no_inputs = false;
    ReelOptions reel{};  // the codec
};

void add_recording_options(CommandLine& line, RecordingArguments& arguments);

// "50GiB", "500MB", "4096"; empty if it is no size.
std::optional<std::uint64_t> parse_size(const std::string& text);
// "10m", "90s", "1h", plain seconds: up to a day; empty if it is no duration.
std::optional<double> parse_duration(const std::string& text);

// --keep-last, --on, --after of `record`.
struct ClipArguments {
    std::string keep{};  // "10m", "90s"; "": no clips
    std::vector<std::string> on{};
    double after_seconds = 10.0;
};
void add_clip_options(CommandLine& line, ClipArguments& arguments);
// `game` nullptr: events of any game.
Result<ClipOptions> clip_options(const ClipArguments& arguments, const Game* game);
const Game* chosen_game(const RecordingArguments& arguments);  // nullptr for "auto"
Result<RecordingOptions> recording_options(const RecordingArguments& arguments);
// Reads the file of --schema, once for all recordings: before recording_options(). Returns what it
// says that changes nothing, a line each: types that this build knows, and messages.
Result<std::vector<std::string>> read_schema(RecordingArguments& arguments);

// "teeworlds 0.6, 2936 snapshots, checksum: 2936 ok, 0 mismatch, 0 absent, 0 gaps, 1.2 MB"
std::string describe(const RecordedFile& file);
// "resent 3, unknown messages 1": the decoder's counters that are not zero.
std::string describe_counters(const RecordedFile& file);

// What names of the parts say that --split makes: "map", "match" or "part".
std::string part_word(const std::string& split);

// OUT.reel for the first connection, then OUT-2.reel, OUT-3.reel (the next number that is free,
// unless overwriting is allowed); with the part of a split one: OUT-map2.reel, OUT-2-map2.reel,
// where `part_word` is "map".
class ReelNames {
public:
    explicit ReelNames(OutputOptions output, std::string part_word = "map")
        : output_(std::move(output)), part_word_(std::move(part_word)) {}
    std::string name(unsigned connection, unsigned part);

private:
    OutputOptions output_;
    std::string part_word_;
    std::map<unsigned, std::string> names_;
    unsigned last_number_ = 1;
};

}  // namespace tickreel
