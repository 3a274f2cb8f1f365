// tickreel merge: recordings one after the other in one file, each a segment (or several); --views:
// beside each other.

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "recorder/commands/command_line.h"
#include "recorder/commands/copy_reel.h"
#include "recorder/commands/known_damage.h"
#include "recorder/commands/open_reel.h"
#include "recorder/commands/output/text_format.h"
#include "recorder/commands/verbs/merge_views.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/expand_paths.h"
#include "tickreel/base/sha256.h"
#include "tickreel/base/text.h"
#include "tickreel/model/forwarding_sink.h"
#include "tickreel/model/named_later.h"
#include "tickreel/reel/match_merge.h"

namespace tickreel {

namespace {

struct TimeSpan {
    std::chrono::nanoseconds from{};
    std::chrono::nanoseconds to{};
};

// Matches on the same map bring the same file: kept once. Another file under a name that is taken
// gets its digest into the name.
class OneOfEach final : public ForwardingSink {
public:
    // `several`: they are of several matches, by what the server calls those.
    OneOfEach(FrameSink& next, bool several) : ForwardingSink(next), several_(several) {}

    std::uint32_t segments() const { return segments_; }
    std::uint64_t attachments() const { return kept_; }
    // When a recording begins and ends that was added since take_span(); nothing: no snapshot.
    std::optional<TimeSpan> take_span() { return std::exchange(span_, std::nullopt); }

    void set_property(std::string_view key, std::string_view value) override {
        if (key == kLongSteps || (key == kMatchName && several_)) return;  // see merged_info()
        if (key == kNamedLater) {
            later_ = with_named_later(later_, value);
            next().set_property(key, later_);
            return;
        }
        // The first recording speaks for all.
        if (properties_.emplace(key, value).second) next().set_property(key, value);
    }
    void begin_segment(const Segment& segment) override {
        ++segments_;
        next().begin_segment(segment);
    }
    void add_attachment(const Attachment& attachment) override {
        const std::string digest = hex(sha256(attachment.bytes));
        const auto [known, fresh] = attachments_.emplace(attachment.name, digest);
        if (!fresh && known->second == digest) return;
        Attachment kept = attachment;
        if (!fresh) {
            const std::size_t dot = kept.name.rfind('.');
            kept.name.insert(dot == std::string::npos ? kept.name.size() : dot,
                             "_" + digest.substr(0, 8));
            if (!attachments_.emplace(kept.name, digest).second) return;
        }
        ++kept_;
        next().add_attachment(kept);
    }
    void add_frame(const Frame& frame) override {
        if (!span_) span_ = {frame.time, frame.time};
        span_->to = frame.time;
        next().add_frame(frame);
    }

private:
    bool several_;
    std::map<std::string, std::string, std::less<>> properties_;
    std::string later_;                               // kNamedLater of all
    std::map<std::string, std::string> attachments_;  // name -> digest
    std::uint32_t segments_ = 0;
    std::uint64_t kept_ = 0;
    std::optional<TimeSpan> span_{};
};

// The recordings follow in the order given; that may not be the order of time.
class TimeOrder {
public:
    void add(const std::string& path, const std::optional<TimeSpan>& span) {
        if (!span) return;
        overlaps_ = overlaps_ ||
                    (before_ && span->from < before_->second.to && before_->second.from < span->to);
        if (before_ && span->from < before_->second.to && backwards_++ == 0)
            first_ = concat("time runs backwards: ", printable(path), " (from ",
                            rfc3339(span->from), ") follows ", printable(before_->first),
                            " (until ", rfc3339(before_->second.to), ")");
        before_ = {path, *span};
    }
    // "" if it is.
    std::string complaint() const {
        return concat(first_,
                      backwards_ < 2 ? "" : concat("; ", plural(backwards_ - 1, "more such place")),
                      overlaps_ ? "; of views of one match --views makes one match file" : "");
    }

private:
    std::optional<std::pair<std::string, TimeSpan>> before_{};
    std::uint64_t backwards_ = 0;
    bool overlaps_ = false;  // some are of the same time
    std::string first_{};
};

// Whether a property is the same in all of them.
bool agree_on(std::string_view property, const std::vector<std::unique_ptr<ReelReader>>& reels) {
    const auto meaning = [&](const ReelReader& reel) {
        const auto known = reel.info().properties.find(std::string(property));
        return known == reel.info().properties.end() ? std::string() : known->second;
    };
    return std::all_of(reels.begin(), reels.end(),
                       [&](const auto& reel) { return meaning(*reel) == meaning(*reels[0]); });
}

// What is a loss in a recording is concluded from all of it: what the network did in one says
// nothing of another.
CopiedGaps gaps_of(const std::vector<std::unique_ptr<ReelReader>>& reels) {
    return reels.size() == 1 ? CopiedGaps::Named : CopiedGaps::Known;
}

// Of the merged recording: the earliest start of those that have one. `gaps`: see copy_reel().
RecordingInfo merged_info(const std::vector<std::unique_ptr<ReelReader>>& reels, CopiedGaps gaps) {
    RecordingInfo info = reels[0]->info();
    if (gaps == CopiedGaps::Known) info.properties[std::string(kLongSteps)] = kPaused;
    if (!agree_on(kMatchName, reels)) info.properties.erase(std::string(kMatchName));
    for (const auto& reel : reels)
        if (const auto start = reel->info().start; start.count() != 0)
            info.start = info.start.count() == 0 ? start : std::min(info.start, start);
    return info;
}

Result<void> check_alike(const RecordingInfo& first, const RecordingInfo& other) {
    if (first.game != other.game)
        return fail("is a recording of '", other.game, "', the first one of '", first.game,
                    "'; merge recordings of one game");
    if (first.ticks_per_second != other.ticks_per_second)
        return fail("has ", other.ticks_per_second, " ticks a second, the first one ",
                    first.ticks_per_second, "; they cannot share a timeline");
    return {};
}

// Types of the same name must mean the same words in all files.
Result<void> check_types(const Schema& merged, const Schema& other) {
    for (const ItemType& type : other.types()) {
        const auto known = merged.find(type.name);
        if (known && merged[*known].fields != type.fields)
            return fail("its type '", type.name,
                        "' has other fields than in the files before it, as another protocol has; "
                        "keep it as a separate file: sql, query and export read several");
    }
    return {};
}

int merge(const CommandLine& line, const std::vector<std::string>& named,
          const OutputOptions& output) {
    RepeatedFiles repeated;
    const std::vector<std::string> paths = without_repeats(named, repeated);
    std::vector<std::unique_ptr<ReelReader>> reels;
    for (const std::string& path : paths) {
        reels.push_back(open_reel(line, path));
        if (!reels.back()) return kExitFailed;
        if (const auto alike = check_alike(reels[0]->info(), reels.back()->info()); !alike)
            return line.failed(path, alike.error().message);
    }
    if (repeated.count != 0) line.warn(repeated.first, printable(repeated.text()));
    const CopiedGaps gaps = gaps_of(reels);
    auto merged = NewReel::create(output, merged_info(reels, gaps));
    if (!merged) return line.failed(output.path, merged.error().message);
    OneOfEach sink((*merged)->writer(), !agree_on(kMatchName, reels));
    Tally total;
    TimeOrder order;
    int code = kExitDone;
    for (std::size_t i = 0; i < reels.size(); ++i) {
        const auto types = check_types((*merged)->writer().schema(), reels[i]->schema());
        if (!types) return line.failed(paths[i], types.error().message);
        ReadLosses losses(line, paths[i], *reels[i]);
        const auto copied = copy_reel(line, losses.sink(), *reels[i], reels[i]->everything(), sink,
                                      sink.segments(), gaps);
        if (!copied) return line.failed(paths[i], copied.error().message);
        code = std::max(code, losses.report());
        total.snapshots += copied->snapshots;
        total.events += copied->events;
        total.markers += copied->markers;
        order.add(paths[i], sink.take_span());
        reels[i].reset();
    }
    if (const auto done = (*merged)->publish(); !done)
        return line.failed(output.path, done.error().message);
    if (const std::string complaint = order.complaint(); !complaint.empty())
        line.warn(output.path, complaint);
    total.attachments = sink.attachments();
    if (!line.common().quiet)
        fmt::print(stderr, "Merged {} into {}: {}.\n", plural(paths.size(), "recording"),
                   plural(sink.segments(), "segment"), tally_text(total));
    return code;
}

int run_merge(CommandLine& line) {
    std::vector<std::string> paths;
    OutputOptions output;
    line.app()
        .add_option("FILE", paths, "recordings (.reel) in the order they are to follow, each once")
        ->required();
    bool views = false;
    line.app().add_flag("--views", views,
                        "they are views of one match: beside each other in a match file, what "
                        "they share once; cut --view takes one out");
    bool one_clock = false;
    line.app()
        .add_flag("--one-clock", one_clock,
                  "one recorder made them all: its clock says where a view belongs that has no "
                  "tick in common with another, and none is refused")
        ->needs(line.app().get_option("--views"));
    add_output_options(line, output, "the recording to write (.reel); - is standard output");
    if (const auto code = line.parse()) return *code;
    // A recorder's match may have had one client.
    if (paths.size() < 2 && !one_clock) return line.misused("at least 2 recordings are required");
    if (const auto refused = refuse_reel_output(line, output, paths)) return *refused;
    if (!views) return merge(line, paths, output);
    return merge_as_views(line, paths, output, one_clock ? ViewClocks::OfOne : ViewClocks::OfAny);
}

}  // namespace

extern const Command merge_command;
const Command merge_command{"merge", "join recordings, one after the other, in one file",
                            "  tickreel merge round1.reel round2.reel -o final.reel\n"
                            "  tickreel merge --views ada.reel bob.reel -o seen.reel",
                            run_merge};

}  // namespace tickreel
