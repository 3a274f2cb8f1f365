#include "recorder/commands/recording_options.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <optional>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "recorder/commands/codec_option.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/recording/clip_files.h"
#include "recorder/recording/map_attachment.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/did_you_mean.h"
#include "tickreel/base/parse_number.h"
#include "tickreel/base/spelling.h"

namespace tickreel {

namespace {

constexpr std::string_view kSize = "size=";
constexpr std::string_view kTime = "time=";

bool begins_with(const std::string& text, std::string_view with) {
    return text.compare(0, with.size(), with) == 0;
}

constexpr std::array<std::string_view, 5> kSplits{"map", "match", "none", kSize, kTime};

// What is wrong with a --split, for people; "" when nothing is. Spells its word as others here do.
std::string check_split(std::string& text) {
    const std::string word = text.substr(0, text.find('='));
    for (const std::string_view known : kSplits)
        if (const std::string_view name = known.substr(0, known.find('='));
            same_spelling(word, name))
            text.replace(0, word.size(), name);
    if (text == "map" || text == "match" || text == "none") return "";
    if (begins_with(text, kSize))
        return parse_size(text.substr(kSize.size())).value_or(0) >= 1024
                   ? ""
                   : "'" + text + "' needs a size like size=100MiB, 1 KiB at least";
    if (begins_with(text, kTime))
        return parse_duration(text.substr(kTime.size()))
                   ? ""
                   : "'" + text +
                         "' needs a duration; use for example time=90s, time=10m or time=1h";
    return concat("invalid value '", text, "'", did_you_mean(word, kSplits),
                  "; use map, match, none, size=SIZE or time=TIME");
}

std::chrono::nanoseconds nanoseconds(double seconds) {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
        std::chrono::duration<double>(seconds));
}

// `game` nullptr: of whichever game's notation it is.
Result<std::vector<DescribedType>> read_described_types(const std::string& path, const Game* game) {
    constexpr std::uint64_t kMostBytes = 1U << 20;
    const Result<Bytes> bytes = read_whole_file(path, kMostBytes);
    if (!bytes) return fail(path, ": ", bytes.error().message);
    const std::string text(bytes->begin(), bytes->end());
    std::string problem = "no game reads such a file";
    for (const Game* one : all_games()) {
        if (one->read_types == nullptr || (game != nullptr && game != one)) continue;
        Result<std::vector<DescribedType>> types = one->read_types(text);
        if (types) return types;
        problem = types.error().message;
    }
    return fail(path, ": ", problem);
}

}  // namespace

std::optional<std::uint64_t> parse_size(const std::string& text) {
    double number = 0;
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || !(number > 0)) return std::nullopt;
    std::string unit(rest, static_cast<std::size_t>(end - rest));
    if (unit == "B") unit.clear();
    const bool binary = unit.size() == 3 && unit.substr(1) == "iB";
    const bool decimal = unit.size() == 2 && unit[1] == 'B';
    double scale = 1;
    if (!unit.empty()) {
        const std::size_t power = std::string_view("kMGT").find(unit[0] == 'K' ? 'k' : unit[0]);
        if ((!binary && !decimal) || power == std::string_view::npos) return std::nullopt;
        for (std::size_t i = 0; i <= power; ++i) scale *= binary ? 1024 : 1000;
    }
    constexpr double kMost = 1e18;
    if (number * scale > kMost) return std::nullopt;
    return static_cast<std::uint64_t>(number * scale);
}

// "10m", "90s", "1h" or plain seconds; nothing when it is none of them.
std::optional<double> parse_duration(const std::string& text) {
    constexpr double kMinute = 60;
    double number = 0;
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    if (error != std::errc() || !(number > 0) || number > 86400) return std::nullopt;
    const std::string_view unit(rest, static_cast<std::size_t>(end - rest));
    if (unit.empty() || unit == "s") return number;
    if (unit == "m") return number * kMinute;
    if (unit == "h") return number * kMinute * kMinute;
    return std::nullopt;
}

void add_recording_options(CommandLine& line, RecordingArguments& arguments) {
    std::vector<std::string> protocols{"auto"};
    for (const Game* game : all_games()) protocols.emplace_back(game->id);
    line.app()
        .add_option("--protocol", arguments.protocol,
                    fmt::format("{}; auto finds out (default)", fmt::join(protocols, ", ")))
        ->transform(one_of(protocols))
        ->option_text("NAME");
    line.app()
        .add_option(
            "--split", arguments.split,
            "map: a new file for every map, OUT-map2.reel ...; match: for every match (round) "
            "too, OUT-match2.reel ...; size=100MiB or time=1h: "
            "another file when one is that large (and twice as large as what each begins with: "
            "names of types, the map) or long; none: one file, its segments "
            "are the maps (default)")
        ->transform(CLI::Validator(check_split, "", "split"))
        ->option_text("HOW");
    line.app()
        .add_option("--sync", arguments.sync,
                    "chunk: wait for the disk after every chunk, for power cuts; none (default)")
        ->transform(one_of({"none", "chunk"}))
        ->option_text("WHEN");
    line.app()
        .add_option("--flush", arguments.flush_seconds,
                    "seconds of play in one chunk: what a crash can cost (default 2)")
        ->check(CLI::Range(0.1, 60.0))
        ->check(check_finite)
        ->option_text("SECONDS");
    add_codec_option(line, arguments.reel);
    line.app().add_flag(
        "--no-inputs", arguments.no_inputs,
        "leave out what the player pressed (up to 50 inputs a second); the server's "
        "answers stay, which tell its pauses from losses");
    line.app()
        .add_option("--schema", arguments.schema,
                    "names and fields of item types that this build does not know, in the form of "
                    "recorder/games/teeworlds/types.txt")
        ->option_text("FILE");
    line.app()
        .add_option("--map", arguments.map,
                    "attach this map file; without it the map is looked for in the game's folders")
        ->option_text("FILE");
}

void add_clip_options(CommandLine& line, ClipArguments& arguments) {
    CLI::Option* keep =
        line.app()
            .add_option(
                "--keep-last", arguments.keep,
                "flight recorder: hold only the last 10m (or 90s), in a hidden folder beside -o "
                "that outlives a crash (the next recorder makes a clip of it), and write them "
                "when something of --on happens; without --on when the client leaves")
            ->option_text("TIME");
    line.app()
        .add_option(
            "--on", arguments.on,
            "what makes a clip: an event (kill, emoticon ...), one with a text "
            "(chat:!clip), mismatch, gap, or a query that begins to hold "
            "(query:Character.health <= 2, see 'tickreel query'; speed and dist are of places as "
            "sent); may be given several "
            "times. SIGUSR1 and 'tickreel ctl save' make one too. A clip that would overlap "
            "the one before it extends it")
        ->needs(keep)
        ->option_text("EVENT[:TEXT]");
    line.app()
        .add_option("--after", arguments.after_seconds,
                    "seconds to record after the event (default 10)")
        ->needs(keep)
        ->check(CLI::Range(0.0, 3600.0))
        ->check(check_finite)
        ->option_text("SECONDS");
}

Result<ClipOptions> clip_options(const ClipArguments& arguments, const Game* game) {
    ClipOptions clips;
    if (arguments.keep.empty()) return clips;
    const std::optional<double> seconds = parse_duration(arguments.keep);
    if (!seconds)
        return Error{"--keep-last: '" + arguments.keep + "' is not a time like 90s, 10m or 1h"};
    clips.keep = nanoseconds(*seconds);
    clips.after = nanoseconds(arguments.after_seconds);
    for (const std::string& on : arguments.on) {
        const std::size_t colon = std::min(on.find(':'), on.size());
        std::string kind = on.substr(0, colon);
        for (const std::string_view word : {kOnMismatch, kOnGap, kOnQuery})
            if (same_spelling(kind, word)) kind = word;
        clips.triggers.push_back({std::move(kind), on.substr(std::min(colon + 1, on.size()))});
        const Game* const only[] = {game};
        const auto known =
            check_trigger(clips.triggers.back(),
                          game == nullptr ? all_games() : std::span<const Game* const>(only));
        if (!known) return fail("--on: ", known.error().message);
    }
    return clips;
}

const Game* chosen_game(const RecordingArguments& arguments) {
    return arguments.protocol == "auto" ? nullptr : find_game(arguments.protocol);
}

Result<RecordingOptions> recording_options(const RecordingArguments& arguments) {
    RecordingOptions options;
    options.reel = arguments.reel;
    options.reel.chunk_seconds = arguments.flush_seconds;
    options.inputs = !arguments.no_inputs;
    options.reel.group_seconds = std::max(options.reel.group_seconds, arguments.flush_seconds);
    options.reel.sync = arguments.sync == "chunk" ? SyncMode::Chunk : SyncMode::None;
    options.split_by_map = arguments.split == "map";
    options.split_by_match = arguments.split == "match";
    if (begins_with(arguments.split, kSize))
        options.split_bytes = *parse_size(arguments.split.substr(kSize.size()));
    if (begins_with(arguments.split, kTime))
        options.split_time = nanoseconds(*parse_duration(arguments.split.substr(kTime.size())));
    options.taught = arguments.taught;
    if (!arguments.map.empty()) {
        Result<Attachment> map = read_map(arguments.map);
        if (!map) return fail(arguments.map, ": ", map.error().message);
        options.map = *std::move(map);
    }
    return options;
}

Result<std::vector<std::string>> read_schema(RecordingArguments& arguments) {
    std::vector<std::string> unused;
    if (arguments.schema.empty()) return unused;
    const auto types = read_described_types(arguments.schema, chosen_game(arguments));
    if (!types) return types.error();
    TaughtTypes taught;
    for (const DescribedType& described : *types) {
        const ItemType& type = described.type;
        if (type.known)
            taught.emplace(type.origin, described);
        else
            unused.push_back(concat(
                type.use == TypeUse::Event ? "message " : "item ", type.origin, " '", type.name,
                type.use == TypeUse::Event ? "' is left out: a schema describes items only"
                                           : "' is left out: this build knows that item"));
    }
    arguments.taught = std::make_shared<const TaughtTypes>(std::move(taught));
    return unused;
}

std::string describe(const RecordedFile& file) {
    std::string text =
        fmt::format("{}, {}, checksum: {} ok, {} mismatch, {} absent, {}, {}", file.protocol,
                    plural(file.snapshots, "snapshot"), file.wire_ok, file.wire_mismatch,
                    file.wire_absent, plural(file.gaps, "gap"), human_bytes(file.bytes));
    if (!file.error.empty()) text += fmt::format("; ended early: {}", file.error);
    return text;
}

std::string describe_counters(const RecordedFile& file) {
    std::string text;
    for (const auto& [name, count] : file.counters)
        if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, count);
    return text;
}

std::string part_word(const std::string& split) {
    return split == "map" || split == "match" ? split : "part";
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
    return part < 2 ? known : numbered_path(known, fmt::format("{}{}", part_word_, part));
}

}  // namespace tickreel
