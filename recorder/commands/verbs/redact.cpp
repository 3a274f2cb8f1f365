// tickreel redact: a recording without the people in it, and the proof.

#include <algorithm>
#include <set>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "recorder/commands/command_line.h"
#include "recorder/commands/copy_reel.h"
#include "recorder/commands/known_damage.h"
#include "recorder/commands/output/new_reel.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/commands/verbs/kept_content.h"
#include "recorder/commands/view_choice.h"
#include "recorder/games/game.h"
#include "recorder/recording/privacy.h"
#include "recorder/recording/redacting_sink.h"
#include "tickreel/base/text.h"

namespace tickreel {

namespace {

// Looks for originals in everything that the finished file says.
class Proof {
public:
    Proof(const Redaction& redaction, const ReelReader& reel, const StopSignals& stop)
        : redaction_(redaction), reel_(reel), stop_(stop), types_(reel.schema()) {}

    Result<void> run() {
        for (const auto& [key, value] : reel_.info().properties)
            if (!is_technical_property(key) || redacted_property(key, value, redaction_) != value)
                look(value, "property " + key);
        for (const Gap& gap : reel_.gaps())
            if (redacted_reason(gap.reason, redaction_) != gap.reason)
                found("the reason of", "a gap");
        for (const Marker& marker : reel_.markers()) look(marker.text, "a marker");
        for (const Segment& segment : reel_.segments()) look_at_title(segment.map, "a map's name");
        for (std::size_t i = 0; i < reel_.attachments().size(); ++i) {
            const auto bytes = reel_.attachment(i);
            if (!bytes) return bytes.error();
            if (redaction_.contains_original(*bytes))
                found("attachment", reel_.attachments()[i].name);
            look_at_title(reel_.attachments()[i].name, "an attachment's name");
        }
        auto scanned = scan_until(stop_, reel_, [&](const Frame& frame) {
            for (const Item item : frame.snapshot) look_at(frame, item.key.type, item.row);
            for (const Event& event : frame.events) look_at(frame, event.type, event.row);
            return found_.empty();
        });
        if (!scanned) return scanned;
        if (!found_.empty())
            return fail("the proof failed: an original is left in ", found_,
                        "; nothing was written, please report this");
        return {};
    }

private:
    void found(std::string_view what, std::string_view where) {
        found_ = fmt::format("{} {}", what, where);
    }
    void look(const std::string& text, const std::string& where) {
        if (!seen_.insert(text).second || redaction_.is_pseudonym(text)) return;
        if (redaction_.clean(text) != text) found_ = where;
    }
    void look_at_title(const std::string& title, const std::string& where) {
        seen_titles_.insert(title);
        if (redaction_.clean_title(title) != title && !redaction_.is_pseudonym(title))
            found_ = where;
    }
    void look_at(const Frame& frame, TypeId id, Row row) {
        const RowReader& type = types_.reader(id);
        const auto place = [&] {
            return fmt::format("{} at tick {}", type.type().name, frame.tick);
        };
        for (std::size_t i = 0; type.type().known && i < type.type().fields.size(); ++i) {
            const Value value = type.read(row, i);
            if (const auto* text = std::get_if<std::string>(&value)) {
                const bool title = is_title(type.type().fields[i]);
                if ((title ? seen_titles_ : seen_).contains(*text)) continue;
                title ? look_at_title(*text, place()) : look(*text, place());
            }
            const auto* blob = std::get_if<Bytes>(&value);
            if (blob != nullptr && redaction_.contains_original(*blob)) found_ = place();
        }
        const Row rest = type.type().known ? type.extra_words(row) : row;
        if (redaction_.contains_original(rest)) found_ = place();
    }

    const Redaction& redaction_;
    const ReelReader& reel_;
    const StopSignals& stop_;
    TypeTable types_;
    std::set<std::string> seen_;
    std::set<std::string> seen_titles_;
    std::string found_;
};

// Of what was written.
Result<void> prove(const Redaction& redaction, const std::string& path, const StopSignals& stop) {
    auto source = open_file(path);
    if (!source) return source.error();
    const auto reel = ReelReader::open(std::move(*source));
    if (!reel) return reel.error();
    return Proof(redaction, **reel, stop).run();
}

void note_lost(const Schema& schema, const Frame& frame, std::set<TypeId>& lost) {
    for (const Item item : frame.snapshot)
        if (is_lost(schema[item.key.type])) lost.insert(item.key.type);
    for (const Event& event : frame.events)
        if (is_lost(schema[event.type])) lost.insert(event.type);
}

// The names are the file's.
std::string emptied_text(const std::vector<std::string>& fields) {
    constexpr std::size_t kNamed = 3;
    return first_of(fields, kNamed, printable);
}

std::string proof_text(const Redaction& redaction, bool readable) {
    if (!readable) return "not verified, standard output cannot be read back";
    const std::string done = "verified that none remains";
    const std::size_t whole_words = redaction.whole_words();
    if (whole_words == 0) return done;
    return fmt::format("{} ({} short {}: as whole words only)", done, whole_words,
                       whole_words == 1 ? "one" : "ones");
}

int redact_reel(const CommandLine& line, const std::string& path, const std::string& view,
                const OutputOptions& output, const RedactOptions& redact) {
    const OpenedView opened = open_view(line, path, view);
    const ReelReader* const reel = opened.reel.get();
    if (reel == nullptr) return kExitFailed;
    const StopSignals stop;
    const Game* const game = find_game(reel->info().game);
    Redaction redaction(reel->schema(), game, redact);
    std::set<TypeId> lost;
    const auto learned = scan_until(stop, *reel, [&](const Frame& frame) {
        redaction.learn(frame);
        note_lost(reel->schema(), frame, lost);
        return true;
    });
    if (!learned) return line.failed(path, learned.error().message);
    if (!lost.empty())
        return line.failed(path, fmt::format("the definition of {} is lost, and with it what is a "
                                             "name; nothing was written",
                                             plural(lost.size(), "type")));
    redaction.name_all();
    RecordingInfo info = reel->info();
    info.properties.clear();
    for (const auto& [key, value] : reel->info().properties)
        if (const auto left = redacted_property(key, value, redaction))
            info.properties[key] = *left;
    if (redact.drops.time) info.start = {};
    info.properties[std::string(kRedactedProperty)] = redacted_what(game);
    auto made = NewReel::create(output, info, {});
    if (!made) return line.failed(output.path, made.error().message);
    KeptContent kept(reel->schema(), info, redact.drops, (*made)->writer());
    TallySink written(kept);
    RedactingSink sink(redaction, reel->schema(), game, written);
    ReadLosses losses(line, path, *reel);
    // What a server did not send is told from what was lost by its answers to inputs.
    const CopiedGaps gaps = redact.drops.inputs ? CopiedGaps::Known : CopiedGaps::Named;
    const auto copied = copy_reel(line, losses.sink(), *reel, reel->everything(), sink, 0, gaps);
    if (!copied) return line.failed(path, copied.error().message);
    (*made)->writer().set_property(kRedactedProperty, redacted_what(game));
    if (const auto done = (*made)->finish(); !done)
        return line.failed(output.path, done.error().message);
    const bool readable = !(*made)->temporary_path().empty();
    const auto proven =
        readable ? prove(redaction, (*made)->temporary_path(), stop) : Result<void>();
    if (!proven) return line.failed(output.path, proven.error().message);
    if (const auto done = (*made)->publish(); !done)
        return line.failed(output.path, done.error().message);
    if (sink.dropped_attachments() != 0)
        line.warn(path, fmt::format("{} attachment{} containing a replaced text removed",
                                    sink.dropped_attachments(),
                                    sink.dropped_attachments() == 1 ? "" : "s"));
    Tally tally = written.tally();
    tally.other_times = copied->other_times;
    if (!line.common().quiet)
        fmt::print(stderr, "Replaced {}, {} and {} in {}; {}.\n", plural(redaction.names(), "name"),
                   plural(redaction.clans(), "clan"), plural(redaction.texts(), "text"),
                   tally_text(tally), proof_text(redaction, readable));
    if (const auto emptied = redaction.emptied(); !line.common().quiet && !emptied.empty())
        fmt::print(stderr, "Emptied: the bytes of {} ({}).\n", plural(emptied.size(), "field"),
                   emptied_text(emptied));
    if (!line.common().quiet && sink.dropped_checksums() != 0)
        fmt::print(stderr, "Left out: {} about checksums of parts, which are of the original.\n",
                   plural(sink.dropped_checksums(), "event"));
    if (!line.common().quiet) {
        fmt::print(stderr, "What stays: {}.\n", kept.text());
        if (const std::string more = kept.droppable(); !more.empty())
            fmt::print(stderr, "Remove more with --drop {}.\n", more);
    }
    return std::max(opened.code, losses.report());
}

RedactionDrops drops_of(const std::vector<std::string>& parts) {
    const auto has = [&](std::string_view part) {
        return std::find(parts.begin(), parts.end(), part) != parts.end();
    };
    return {has("skin"), has("server"), has("time"), has("inputs"), has("chat")};
}

int run_redact(CommandLine& line) {
    std::string path;
    std::string view;
    std::string key;
    std::vector<std::string> drops;
    OutputOptions output;
    line.app().add_option("FILE", path, "a recording (.reel)")->required();
    add_output_options(line, output, "the recording to write");
    add_view_option(line, view);
    auto* key_option = line.app().add_option(
        "--key", key,
        "derive pseudonyms from this key (@FILE: from the content of a file): a player has the "
        "same "
        "one in every recording that is redacted with it. Keep the key secret");
    line.app()
        .add_option(
            "--drop", drops,
            "remove altogether: skin (names of skins), server (its name, version, game type "
            "and texts, such as the message of the day), time (the time of day), inputs (inputs "
            "and requests of the "
            "recorded client), chat (the messages, not only their words)")
        ->delimiter(',')
        ->transform(one_of({"skin", "server", "time", "inputs", "chat"}));
    line.app().footer(
        "The proof reads the output and looks for every name and clan, in any case and with or "
        "without accents, and for their words of 4 bytes or more, as parts of any text. Names of "
        "less than 4 bytes and clans of less than 6 (without accents) are found as whole words "
        "only: the clan 'reel' may stay in 'tickreel_arena'. "
        "In attachments and bytes of unknown meaning, what has less than 6 bytes is found only in "
        "its own case, what has less than 4 not at all.\n\n" +
        line.app().get_footer());
    if (const auto code = line.parse()) return *code;
    if (const auto refused = refuse_reel_output(line, output, {path})) return *refused;
    RedactOptions options{{}, drops_of(drops)};
    if (key_option->count() != 0) {
        const auto read = read_key(key);
        if (!read) return line.misused("--key: " + read.error().message);
        options.key = *read;
    }
    return redact_reel(line, path, view, output, options);
}

}  // namespace

extern const Command redact_command;
const Command redact_command{
    "redact", "replace names, clans and chat by pseudonyms and verify that none remains",
    "  tickreel redact match.reel -o shared.reel\n"
    "  tickreel redact match.reel --key @season.key --drop time,inputs -o shared.reel\n"
    "  tickreel redact match.reel -o - | tickreel sql - \"SELECT name FROM players\"",
    run_redact};

}  // namespace tickreel
