// tickreel verify: is the file sound, and did the match arrive as it was sent.

#include <algorithm>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "recorder/commands/batch.h"
#include "recorder/commands/command_line.h"
#include "recorder/commands/input_files.h"
#include "recorder/commands/open_reel.h"
#include "recorder/commands/output/out.h"
#include "recorder/commands/output/terminal.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/commands/place.h"
#include "recorder/commands/verbs/verification.h"
#include "recorder/commands/view_choice.h"
#include "tickreel/analysis/missing_summary.h"
#include "tickreel/base/concat.h"
#include "tickreel/model/forwarding_sink.h"
#include "tickreel/reel/unreadable_ticks.h"

namespace tickreel {

namespace {

std::string ranges_json(const std::vector<Gap>& ranges) {
    std::string text;
    for (const Gap& range : ranges)
        text += fmt::format("{}[\"{}\",\"{}\"]", text.empty() ? "" : ",", range.from, range.to);
    return '[' + text + ']';
}

std::string segments_json(const std::vector<Gap>& ranges) {
    std::string text;
    for (const Gap& range : ranges)
        text += fmt::format("{}{}", text.empty() ? "" : ",", range.segment);
    return '[' + text + ']';
}

// "; 2 gaps, 20 ticks missing"
std::string ranges_summary(const std::vector<Gap>& ranges, std::string_view what,
                           std::string_view verdict) {
    std::uint64_t ticks = 0;
    for (const Gap& range : ranges) ticks += static_cast<std::uint64_t>(range.to - range.from);
    return fmt::format("; {}, {} {}", plural(ranges.size(), what), plural(ticks, "tick"), verdict);
}

std::string parts_json(const Verification& found) {
    if (!found.has_parts) return "";
    return fmt::format("\"view_ok\":{},\"view_mismatch\":{},\"view_recomputed\":{},",
                       found.parts_ok, found.parts_mismatch, found.parts_recomputed);
}

std::string parts_summary(const Verification& found) {
    if (!found.has_parts) return found.recomputed ? "" : " (as recorded, not recomputed)";
    const std::string again = found.parts_recomputed == 0
                                  ? "as recorded, not recomputed"
                                  : fmt::format("{} recomputed", found.parts_recomputed);
    return fmt::format("; view checksums {} ok, {} mismatch ({})", found.parts_ok,
                       found.parts_mismatch, again);
}

// `view`: of a match file; empty for a recording.
std::string verification_ndjson(const std::string& path, const std::string& view,
                                const Verification& found, bool finished) {
    return fmt::format(
        "{{\"file\":{},{}\"chunks\":{},\"chunks_bad\":{},\"snapshots\":{},\"deltas_failed\":{},"
        "\"wire_ok\":{},\"wire_ok_by_base\":{},\"wire_mismatch\":{},\"wire_absent\":{},{}\"gaps\":{"
        "},"
        "\"unreadable\":{},\"gap_segments\":{},\"unreadable_segments\":{},\"finished\":{}}}\n",
        json_string(path), view.empty() ? "" : "\"view\":" + json_string(view) + ",", found.chunks,
        found.chunks_bad, found.snapshots, found.deltas_failed, found.wire_ok, found.wire_by_base,
        found.wire_mismatch, found.wire_absent, parts_json(found), ranges_json(found.gaps),
        ranges_json(found.unreadable), segments_json(found.gaps), segments_json(found.unreadable),
        finished);
}

std::string_view verdict(const Verification& found, bool finished) {
    if (found.damaged()) return "DAMAGED";
    return finished ? "ok" : "NOT FINISHED";
}

std::string summary(const std::string& path, const Verification& found, bool finished) {
    std::string text = fmt::format("{}: {}; {}, {} bad; {}", printable(path),
                                   verdict(found, finished), plural(found.chunks, "chunk"),
                                   found.chunks_bad, plural(found.snapshots, "snapshot"));
    if (found.deltas_failed != 0)
        text += fmt::format(", {} of sound chunks could not be decoded", found.deltas_failed);
    text += fmt::format(
        "; wire checksums {} ok{}, {} mismatch, {} absent", found.wire_ok,
        found.wire_by_base == 0 ? std::string() : fmt::format(" ({} by base)", found.wire_by_base),
        found.wire_mismatch, found.wire_absent);
    text += parts_summary(found);
    if (!found.gaps.empty()) text += ranges_summary(found.gaps, "gap", "missing");
    if (!found.unreadable.empty())
        text += ranges_summary(found.unreadable, "damaged range", "unreadable");
    if (found.gaps.empty() && found.unreadable.empty()) text += "; no gaps";
    return text + '\n';
}

std::string explained_mismatch(const Timeline& timeline, const WireMismatch& mismatch) {
    const WireInfo& wire = mismatch.wire;
    std::string text = fmt::format(
        "tick {} ({}): wire checksum sent {}, computed {}, difference {}; {}; {} bytes before "
        "compression in {}\n",
        moment_text(timeline, mismatch.moment),
        Timeline::format_time(timeline.seconds(mismatch.moment)), hex_bytes(wire.expected),
        hex_bytes(wire.computed), static_cast<std::int32_t>(wire.computed - wire.expected),
        wire.base_tick == kNoTick ? std::string("sent in full")
                                  : fmt::format("base tick {}", wire.base_tick),
        wire.bytes, plural(wire.parts, "part"));
    for (const std::string& reason : mismatch.reasons)
        text += fmt::format("    {}\n", printable(reason));
    return text;
}

std::string part_mismatches(const Timeline& timeline, const Verification& found) {
    std::string text;
    for (const PartMismatch& part : found.parts)
        text +=
            fmt::format("tick {} ({}): {}\n", moment_text(timeline, part.moment),
                        Timeline::format_time(timeline.seconds(part.moment)), printable(part.text));
    if (found.part_mismatches > found.parts.size())
        text +=
            fmt::format("... and {} more mismatches\n", found.part_mismatches - found.parts.size());
    return text;
}

// `chunks`: of a recording; a view has none of its own. Ranges are named by the first and the last
// tick that is missing.
std::string explanation(const Timeline& timeline, std::span<const ChunkInfo> chunks,
                        const Verification& found) {
    std::string text = part_mismatches(timeline, found);
    // Where parts have checksums of their own, the snapshot has none.
    for (const WireMismatch& mismatch : found.mismatches)
        if (found.part_mismatches == 0) text += explained_mismatch(timeline, mismatch);
    if (found.wire_mismatch > found.mismatches.size() && found.part_mismatches == 0)
        text += fmt::format("... and {} more mismatches\n",
                            found.wire_mismatch - found.mismatches.size());
    for (const Gap& gap : found.gaps)
        text +=
            fmt::format("gap: ticks {}..{}: {}\n", moment_text(timeline, {gap.segment, gap.from}),
                        gap.to - 1, printable(gap.why()));
    for (const Gap& lost : found.unreadable)
        text += fmt::format("unreadable: ticks {}..{}\n",
                            moment_text(timeline, {lost.segment, lost.from}),
                            last_lost_tick(chunks, lost));
    for (const Damage& damage : found.damage)
        text += fmt::format("damage: {} bytes at offset {}: {}\n", damage.length, damage.offset,
                            printable(damage.what));
    if (found.wire_ok != 0)
        text += "A matching wire checksum is no proof: it is short, and errors can cancel out.\n";
    return text;
}

std::string differing_results_text(std::uint64_t count) {
    if (count == 1) return "1 stored wire checksum differs from the recomputed one";
    return fmt::format("{} stored wire checksums differ from the recomputed ones", count);
}

void print_warnings(const CommandLine& line, const std::string& path, const Timeline& timeline,
                    const Verification& found) {
    const ProblemSink warn = line.problems(path);
    if (line.common().verbose > 0)
        for (const std::string& problem : found.problems) warn({problem});
    if (found.stored_results_differing != 0)
        warn({fmt::format(
            "{} (first at tick {}): the file was altered or written by another decoder",
            differing_results_text(found.stored_results_differing),
            moment_text(timeline, found.first_stored_difference))});
    if (!found.time_order.empty()) warn({found.time_order});
    if (found.wire_mismatch != 0)
        warn({fmt::format(
            "{} of the match {} a wire checksum other than sent (first at tick {}); "
            "--explain tells more",
            plural(found.wire_mismatch, "snapshot"), found.wire_mismatch == 1 ? "has" : "have",
            moment_text(timeline, found.mismatches.front().moment))});
}

struct Options {
    std::vector<std::string> paths{};
    std::string view{};
    VerifyOptions verify{};
    bool strict = false;
    unsigned parallel = 1;
};

// A view is checked as a copy, in which what the file cannot give is a gap that says so.
void count_unreadable(Verification& found) {
    found.chunks_bad += move_unreadable(found.gaps, found.unreadable);
}

std::string name_of(const std::string& path, const std::string& view) {
    return view.empty() ? path : concat(path, ", view ", view);
}

int print_found(const CommandLine& line, const std::string& path, const std::string& view,
                const Timeline& timeline, std::span<const ChunkInfo> chunks, bool finished,
                const Verification& found, const Options& options) {
    const std::string name = name_of(path, view);
    Out out;
    print_warnings(line, name, timeline, found);
    if (line.common().format == TableFormat::Ndjson) {
        out.write(verification_ndjson(path, view, found, finished));
    } else {
        if (options.verify.explain) out.write(explanation(timeline, chunks, found));
        out.write(summary(name, found, finished));
    }
    if (const auto written = out.finish(); !written)
        return line.failed("", written.error().message);
    const bool bad = found.damaged() || (options.strict && found.wire_mismatch != 0);
    return bad ? kExitDataLost : kExitDone;
}

int verify_recording(const CommandLine& line, const std::string& path, const ReelReader& reel,
                     const Options& options, bool alone) {
    ProgressBar bar(alone && line.progress_wanted(), "verifying");
    auto found = verify_reel(reel, options.verify, [&](double share) { bar.show(share); });
    bar.clear();
    if (!found) return line.failed(path, found.error().message, "'tickreel recover' may save more");
    const int code = print_found(line, path, "", reel.timeline(), reel.chunks(), reel.finished(),
                                 *found, options);
    if (code == kExitFailed) return code;
    const std::string lost = missing_summary(reel, reel.everything());
    if (lost.empty()) return code;
    return line.lost(path, printable(lost) + "; 'tickreel recover' saves what is left");
}

// One view on its way past.
class CheckedView final : public ForwardingSink {
public:
    CheckedView(RecordingOutline& outline, std::span<const Gap> gaps, const VerifyOptions& options)
        : ForwardingSink(outline), outline_(outline), gaps_(gaps), options_(options) {}

    void add_frame(const Frame& frame) override {
        outline_.add_frame(frame);
        verifier().add(frame);
    }
    Verification result() { return verify_copy(verifier(), outline_); }

private:
    // Types come before the first frame.
    Verifier& verifier() {
        if (!verifier_) verifier_.emplace(outline_.info(), outline_.schema(), gaps_, options_);
        return *verifier_;
    }

    RecordingOutline& outline_;
    std::span<const Gap> gaps_;
    VerifyOptions options_;
    std::optional<Verifier> verifier_;
};

// Of a match file: the views, each as the recording that it was.
int verify_views(const CommandLine& line, const std::string& path, const Options& options,
                 bool alone) {
    auto views = ChosenViews::open(line, path, options.view.empty() ? kAllViews : options.view,
                                   alone ? "verifying" : "");
    if (!views) return kExitFailed;
    // Which gaps a view has is known when all has been read, and an explanation asks for them.
    std::vector<RecordingOutline> before;
    if (options.verify.explain && !views->outline(before)) return kExitFailed;
    std::vector<RecordingOutline> outlines = views->empty_outlines();
    std::vector<CheckedView> checked;
    for (std::size_t i = 0; i < views->size(); ++i)
        checked.emplace_back(outlines[i],
                             before.empty() ? std::span<const Gap>() : before[i].gaps(),
                             options.verify);
    if (!views->copy([&](std::size_t view) { return &checked[view]; })) return kExitFailed;
    return views->each([&](std::size_t view, const std::string& name, bool lost) {
        if (const auto whole = outlines[view].finish(); !whole)
            return line.failed(path, whole.error().message);
        Verification found = checked[view].result();
        if (lost) count_unreadable(found);
        return print_found(line, path, name, outlines[view].timeline(), {}, true, found, options);
    });
}

int verify_file(const CommandLine& line, const std::string& path, const Options& options,
                bool alone) {
    const bool plain = options.view.empty() || is_own_union(path, options.view);
    if (!plain || is_match_file(path)) return verify_views(line, path, options, alone);
    const auto reel = open_reel(line, path);
    return reel ? verify_recording(line, path, *reel, options, alone) : kExitFailed;
}

int run_verify(CommandLine& line) {
    Options options;
    line.app()
        .add_option("FILE", options.paths, "recordings (.reel), folders of them or patterns")
        ->required();
    line.app().add_flag("--explain", options.verify.explain,
                        "list every mismatch, gap and damaged part with its cause, if known");
    line.app().add_flag("--strict", options.strict,
                        "exit 3 on a wire checksum mismatch too: a fact about the match, not the "
                        "file");
    add_view_option(line, options.view);
    add_parallel_option(line, options.parallel);
    line.add_format(false);
    if (const auto code = line.parse()) return *code;
    const auto files = input_files(line, options.paths);
    return run_batch(line, files, {"verifying", options.parallel}, [&](const std::string& path) {
        return verify_file(line, path, options, files.size() == 1);
    });
}

}  // namespace

extern const Command verify_command;
const Command verify_command{"verify", "check every chunk, every delta and every wire checksum",
                             "  tickreel verify match.reel --explain\n"
                             "  tickreel verify --strict --format ndjson -j 4 matches/",
                             run_verify};

}  // namespace tickreel
