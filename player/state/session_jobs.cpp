// The part of RecordingSession that makes other files of the open one, and finds its neighbours.
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "player/state/connections.h"
#include "player/state/exit_codes.h"
#include "player/state/recording_session.h"
#include "tickreel/base/ascii.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/file.h"
#include "tickreel/base/unfinished_file.h"
#include "tickreel/reel/mark.h"

namespace tickreel {
namespace {

// All of it or nothing.
Result<void> copy_with_markers(const std::string& from, const std::string& to,
                               const std::vector<Marker>& markers) {
    const auto file = UnfinishedFile::create(to);
    if (!file) return file.error();
    std::error_code error;
    std::filesystem::copy_file(from, (*file)->path(), error);
    if (error) return fail(error.message());
    for (const Marker& marker : markers)
        if (const auto added = add_marker((*file)->path(), marker); !added)
            return fail("a marker cannot be added: ", added.error().message);
    return (*file)->publish(IfExists::Refuse);
}

}  // namespace

void RecordingSession::poll_jobs(const std::string& here, SessionNews& news, Notices& notices) {
    if (std::optional<SavedImport> kept = keeping_.take()) {
        if (kept->error.empty()) {
            open(kept->path, here);
            notices.say("Kept as " + kept->path);
            news.kept = std::move(kept->markers);
        } else {
            notices.say("Not kept: " + kept->error);
            news.not_kept = true;
        }
    }
    if (const std::optional<ReelJobResult> recovered = recovering_.take()) {
        if (recovered->written()) {
            open(recovered->output, here);
            notices.say("Recovered into " + recovered->output);
        } else {
            notices.say("Nothing was recovered: " + last_line(recovered->program.output));
        }
    }
    if (std::optional<ProgramResult> result = exporting_.take()) {
        notices.say(result->code == 0           ? "Export done"
                    : result->code == kDataLost ? "Export done, with losses: Ctrl+E says which"
                                                : "The export failed: Ctrl+E says why");
        last_export_ = std::move(*result);
    }
}

ExportPlan RecordingSession::export_plan() const {
    ExportPlan plan;
    plan.recording = path_;
    std::error_code ignored;
    if (!imported()) return plan;
    const std::filesystem::path source = std::filesystem::absolute(source_, ignored);
    plan.source = source.string();
    plan.folder = source.parent_path().string();
    if (match_) {
        plan.part = {"--view", match_->is_union() ? "union" : concat(match_->number())};
        return plan;
    }
    const auto all = captured_connections(source_, path_);
    for (const CapturedConnection& one : all)
        if (one.path == path_)
            plan.part = all.size() == 1
                            ? std::vector<std::string>()
                            : std::vector<std::string>{"--connection", concat(one.number)};
    return plan;
}

void RecordingSession::start_export(const std::vector<std::string>& words,
                                    const std::string& typed) {
    last_export_.reset();
    end_warned_ = false;
    exported_words_ = words;
    exported_as_typed_ = typed;
    exporting_.start([words](const WorkControl& control, const auto& publish) {
        publish(run_subprocess("tickreel", words, control));
    });
}

bool RecordingSession::may_end(Notices& notices) {
    const bool writes = exporting() || recovering();  // what is kept is waited for
    if (std::exchange(end_warned_, writes) || !writes) return true;
    notices.say(concat(exporting() ? "An export runs" : "A file is being written",
                       " and would be lost: quit again to give it up"));
    return false;
}

std::string RecordingSession::recovered_path() const {
    const std::filesystem::path here(path_);
    return free_path(here.parent_path() / (here.stem().string() + "-recovered.reel"));
}

void RecordingSession::recover(Notices& notices) {
    if (!reader_ || recovering_.running()) return;
    end_warned_ = false;
    const std::string output = recovered_path();
    notices.say("Recovering into " + output);
    recovering_.start({"recover", path_, "-o", output}, output);
}

std::string RecordingSession::kept_path() const {
    const std::filesystem::path source(source_);
    return free_path(source.parent_path() / std::filesystem::path(path_).filename());
}

void RecordingSession::keep_import(const std::vector<Marker>& markers, Notices& notices) {
    if (!imported()) return notices.say("This recording is a file already: " + path_);
    if (shows_beginning())
        return notices.say("It can be kept when all is imported: try again then");
    if (keeping()) return notices.say("It is being kept already");
    keeping_.start([from = path_, to = kept_path(), markers](WorkControl&, const auto& publish) {
        const Result<void> copied = copy_with_markers(from, to, markers);
        publish({to, markers, copied ? "" : concat(to, ": ", copied.error().message)});
    });
}

void RecordingSession::open_neighbour(int by, Moment here, Notices& notices) {
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::path open_now = fs::absolute(path_, error).lexically_normal();
    std::vector<fs::path> all;
    for (fs::directory_iterator at(open_now.parent_path(), error), end; !error && at != end;
         at.increment(error))
        if (ascii_lower(at->path().extension().string()) == ".reel") all.push_back(at->path());
    std::sort(all.begin(), all.end());
    const auto found = std::find(all.begin(), all.end(), open_now);
    if (all.size() < 2 || found == all.end()) {
        notices.say("No other recording in this folder");
        return;
    }
    const auto count = static_cast<std::ptrdiff_t>(all.size());
    const std::ptrdiff_t index = (found - all.begin() + by + count) % count;
    // What another client of the same server saw, then.
    const std::string next = all[static_cast<std::size_t>(index)].string();
    open(next, imported() ? place_of(here, next) : "");
}

// Ticks begin anew on each map: the same tick of the same map if it was there once, else the same
// time. Views of a match may have clocks of their own.
std::string RecordingSession::place_of(Moment here, const std::string& in) const {
    const auto now = reader_ ? reader_->at(here) : Result<Frame>(Error{});
    auto file = open_file(in);
    const auto other = file ? ReelReader::open(std::move(*file)) : file.error();
    if (!now || !other) return concat(here.tick);
    const Timeline& there = (*other)->timeline();
    std::vector<Moment> by_map;
    Moment by_time = there.first();
    for (std::uint32_t i = by_time.segment; i < there.segments().size(); ++i) {
        if (there.contains({i, here.tick}) &&
            (*other)->segments()[i].map == reader_->segments()[here.segment].map)
            by_map.push_back({i, here.tick});
        const SegmentSpan& span = there.segments()[i];
        const auto first = (*other)->at({i, span.first});
        if (!first || first->segment != i || first->time > now->time) continue;
        const std::chrono::duration<double> since = now->time - first->time;
        const Tick tick = span.first + std::llround(since.count() * there.ticks_per_second());
        by_time = {i, std::min(tick, span.last)};  // it may have left before
    }
    const Moment place = by_map.size() == 1 ? by_map.front() : by_time;
    return concat("s", place.segment, ":", place.tick);
}

}  // namespace tickreel
