#include "recorder/recording/clip_files.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <unistd.h>

#include "recorder/recording/redacting_sink.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/did_you_mean.h"
#include "tickreel/base/text.h"
#include "tickreel/model/find_name.h"
#include "tickreel/model/ignoring_sink.h"
#include "tickreel/model/row.h"

namespace tickreel {

namespace {

bool is_called(const ItemType& type, const std::string& kind) {
    Schema only;
    only.add(type);
    return type.use == TypeUse::Event && match_type(only, kind).has_value();
}

bool says(const ItemType& type, const Event& event, const std::string& text) {
    for (std::size_t field = 0; field < type.fields.size(); ++field) {
        const Value value = read_field(type, event.row, field);
        const auto* words = std::get_if<std::string>(&value);
        if (words != nullptr && words->find(text) != std::string::npos) return true;
    }
    return false;
}

bool has_words(const ItemType& type) {
    return std::any_of(
        type.fields.begin(), type.fields.end(),
        [](const Field& field) { return field.kind == FieldKind::Text; });
}

// A clip that grows in smaller steps would have smaller chunks than a recording.
constexpr std::chrono::seconds kGrows{2};

// A clip is written some seconds after what made it, and begins so long before that.
std::chrono::nanoseconds kept_for(const ClipOptions& clips) {
    return clips.triggers.empty() ? clips.keep : clips.keep + clips.after;
}

std::vector<std::string> paths_of(const ReelFiles& clip) {
    std::vector<std::string> paths;
    for (const RecordedFile& file : clip.files()) paths.push_back(file.path);
    return paths;
}

}  // namespace

Result<void> check_trigger(const ClipTrigger& trigger, std::span<const Game* const> games) {
    const auto no_text = [&] {
        return fail("'", trigger.kind, "' has no text that could have '", trigger.text, "' in it");
    };
    if (trigger.kind == kOnMismatch || trigger.kind == kOnGap) {
        if (trigger.text.empty()) return {};
        return no_text();
    }
    std::string query_problem;
    bool has_text = false;
    Schema known;
    for (const Game* game : games) {
        Schema own;
        if (game->add_event_types != nullptr) game->add_event_types(own);
        if (trigger.kind == kOnQuery) {
            if (game->add_usual_types != nullptr) game->add_usual_types(own);
            const auto query = FrameQuery::parse(trigger.text, own);
            if (query) return {};
            if (query_problem.empty()) query_problem = query.error().message;
        }
        for (const ItemType& type : own.types()) {
            has_text = has_text || (is_called(type, trigger.kind) && has_words(type));
            if (!known.find(type.name)) known.add(type);
        }
    }
    if (trigger.kind == kOnQuery) return Error{query_problem};
    if (match_type(known, trigger.kind, TypeUse::Event)) {
        if (trigger.text.empty() || has_text) return {};
        return no_text();
    }
    std::vector<std::string> names;
    for (const ItemType& type : known.types()) {
        names.push_back(type.name);
        if (const std::string name = short_name(type); !name.empty()) names.push_back(name);
    }
    std::vector<std::string_view> words{names.begin(), names.end()};
    words.insert(words.end(), {kOnMismatch, kOnGap, kOnQuery});
    return fail("no event is called '", trigger.kind, "'", did_you_mean(trigger.kind, words));
}

ClipFiles::ClipFiles(const Game& game, const RecordingOptions& options, FileMaker maker,
                     ProblemSink problems)
    : game_(game),
      options_(options),
      maker_(std::move(maker)),
      problems_(std::move(problems)),
      ring_(kept_for(options.clips), options.reel, {options.clips.folder, options.clips.fallback},
            std::string(game.id), game.ticks_per_second),
      who_(game, ring_),
      redaction_(options.redact ? std::make_unique<LiveRedaction>(game, who_) : nullptr),
      kept_(redaction_ ? *redaction_ : static_cast<FrameSink&>(who_)),
      reported_folder_(options.clips.folder) {
    // A clip is one file, or one of each map or match; this tries again with another.
    options_.split_bytes = 0;
    options_.split_time = {};
    retry_ = std::exchange(options_.retry, {});
    for (const ClipTrigger& trigger : options_.clips.triggers)
        if (trigger.kind == kOnQuery) queries_.push_back({trigger.text, {}});
}

TypeId ClipFiles::add_type(const ItemType& type) {
    const TypeId id = schema_.add(type);
    kept_.add_type(type);
    if (id == asked_for_.size()) {
        std::vector<bool>& asked = asked_for_.emplace_back();
        for (const ClipTrigger& trigger : options_.clips.triggers)
            asked.push_back(is_called(type, trigger.kind));
        for (QueryTrigger& one : queries_)
            if (auto query = FrameQuery::parse(one.text, schema_)) one.query = *std::move(query);
    }
    return id;
}

void ClipFiles::begin_segment(const Segment& segment) {
    kept_.begin_segment(segment);
    const std::uint32_t number = segments_++;
    if (const auto before = std::exchange(before_, std::nullopt);
        before && before->segment == segment)
        losses_.go_on({number, before->last.tick}, before->time, before->step);
}

void ClipFiles::follow_file(const RecordedEnd& end, std::string reason) {
    before_ = end;
    losses_.report_next(std::move(reason));
}

// What an earlier recorder kept is in a clip already, but what makes a clip may be in it, and the
// seconds after that are still to come.
bool ClipFiles::repeats(bool on) {
    if (std::exchange(repeats_, on) && !on && wanted_until_ <= repeated_) due_ = {};
    return true;
}

void ClipFiles::add_gap(const Gap& gap) {
    kept_.add_gap(gap);
    gap_seen_ = true;
}

// Kept with the minutes, which outlive a recorder that is killed.
void ClipFiles::report_loss(std::string reason, std::chrono::nanoseconds until,
                            std::chrono::nanoseconds since) {
    losses_.report(std::move(reason), until, since);
}

// When it begins to hold.
bool ClipFiles::query_holds(const Frame& frame) {
    bool begins = false;
    for (QueryTrigger& one : queries_) {
        const bool holds = one.query && one.query->holds(frame);
        begins = begins || (holds && !one.held);
        one.held = holds;
    }
    return begins;
}

bool ClipFiles::wanted(const Frame& frame) {
    if (query_holds(frame)) return true;
    for (std::size_t i = 0; i < options_.clips.triggers.size(); ++i) {
        const ClipTrigger& trigger = options_.clips.triggers[i];
        if (trigger.kind == kOnMismatch && frame.wire.checksum == WireChecksum::Mismatch)
            return true;
        if (trigger.kind == kOnGap && gap_seen_) return true;
        for (const Event& event : frame.events)
            if (asked_for_[event.type][i] &&
                (trigger.text.empty() || says(schema_[event.type], event, trigger.text)))
                return true;
    }
    return false;
}

void ClipFiles::look_at(const Frame& frame) {
    if (wanted(frame)) want_until(frame.time + options_.clips.after);
    gap_seen_ = false;
}

void ClipFiles::want_until(std::chrono::nanoseconds time) {
    wanted_until_ = clip_ ? std::max(time, clip_end_time_ + kGrows) : time;
    if (due_.count() == 0) due_ = wanted_until_;
}

void ClipFiles::add_frame(const Frame& frame) {
    if (failed_) return;
    if (repeats_) {
        (void)losses_.at_change(frame, game_.ticks_per_second);
        losses_.pass(frame, [](const Gap&) {});
        look_at(frame);
        repeated_ = frame.time;
        return;
    }
    now_ = frame.time;
    const std::uint64_t forgotten = ring_.forgotten();
    if (const auto gap = losses_.at_change(frame, game_.ticks_per_second)) kept_.add_gap(*gap);
    losses_.pass(frame, [this](const Gap& gap) { kept_.add_gap(gap); });
    kept_.add_frame(frame);
    lose_forgotten(forgotten);
    note_place();
    // Nothing that happens from here on can extend it.
    if (clip_ && due_.count() == 0 && now_ - options_.clips.keep > clip_end_time_) rest_clip();
    look_at(frame);
    last_ = frame.moment();
    if (due_.count() == 0 || now_ < due_) return;
    write_clip();
    settle_clip();
}

// What comes next for the clip that was written.
void ClipFiles::settle_clip() {
    if (outage_ || failed_) return;
    if (wanted_until_ > now_)
        due_ = wanted_until_;
    else if (std::exchange(saved_, false))
        rest_clip();
}

// It is finished, and perhaps the next one goes on in its file.
void ClipFiles::rest_clip() {
    if (!clip_) return;
    if (affords(clip_->head_bytes())) {
        end_clip();
        return;
    }
    if (clip_->sealed() || (index_bytes_ != 0 && !affords(index_bytes_))) return;
    index_bytes_ = clip_->seal();
    again_ += index_bytes_;
    if (clip_->failed()) end_clip();
}

// Clips may take 1.1 times what a recording of everything does. What they leave out counts for
// less than half: each begins with a keyframe, so that their snapshots take more than those of a
// recording.
bool ClipFiles::affords(std::uint64_t bytes) const {
    std::uint64_t in_clips = frame_bytes_;
    if (clip_) in_clips += clip_->frame_bytes();
    const double keyframes = static_cast<double>(times_written_) * 2 * game_.ticks_per_second;
    const double one = static_cast<double>(in_clips) /
                       (static_cast<double>(snapshots_written().all) + keyframes + 1);
    return static_cast<double>(again_ + bytes) <=
           static_cast<double>(in_clips) / 20 + one * static_cast<double>(left_out_) / 2;
}

PlacedMarker ClipFiles::mark(const std::string& text) {
    if (now_.count() == 0) return {{0, kNoTick}, "", "no snapshot has come yet"};
    kept_.add_marker({last_, text});
    return {last_, "", "it will be in the clip, if one is made of this moment"};
}

SavedClip ClipFiles::save() {
    if (failed_) return {{}, "", files_.empty() ? "" : files_.back().error};
    if (now_.count() == 0) return {{}, "", "no snapshot has come yet"};
    if (clip_ && clip_->sealed() && clip_end_.last == last_) return {paths_of(*clip_), "", ""};
    saved_ = true;
    if (clip_ && now_ < clip_end_time_ + kGrows)
        want_until(now_);
    else
        write_clip();
    SavedClip clip;
    if (outage_) {
        clip.waits = outage_->error + "; the clip is written as soon as a file can be";
    } else if (clip_) {
        clip.paths = paths_of(*clip_);
    } else {
        // Nothing has come since the last one.
        for (const RecordedFile& file : files_)
            if (!file.path.empty()) clip.paths = {file.path};
    }
    settle_clip();
    if (!outage_ && wanted_until_ > now_) {
        const std::chrono::duration<double> left = wanted_until_ - now_;
        clip.waits = concat("it is finished in ", std::ceil(left.count()), " s");
    } else if (clip_ && !clip_->sealed()) {
        clip.waits =
            "it can be read, and is finished later: an index behind so little takes too much disk";
    }
    return clip;
}

void ClipFiles::write_clip() {
    due_ = {};
    // The file of one that is finished may have been moved.
    if (clip_ && clip_->sealed() && (!clip_->file_is_there() || affords(clip_->head_bytes())))
        end_clip();
    if (!clip_) {
        clip_ = std::make_unique<ReelFiles>(
            game_, options_,
            [this](FileNameFields fields) {
                fields.part = clips_ + 1;
                Result<NewFile> file = maker_(fields);
                if (!file) return file;
                ++clips_;
                ring_.note_clip(file->path);
                return file;
            },
            problems_);
        clip_end_.segments = 0;
    } else {
        ring_.note_clip(clip_->files().back().path);
        if (ring_.last_forgotten() > clip_end_.last)
            clip_->leave_out("nobody asked for a clip of it");
    }
    const FrameRing::Replay replayed = ring_.replay(*clip_, clip_end_);
    clip_->flush();
    if (replayed.lost > 0) {
        lose(replayed.lost);
        problems_({concat(plural(replayed.lost, "snapshot"),
                          " of a clip cannot be read any more: ", replayed.problem)});
    }
    if (clip_->failed()) {
        fail_clip();
        return;
    }
    if (!clip_->any_frames()) {
        clip_.reset();  // nothing new has come since the last one
        return;
    }
    ++times_written_;
    clip_end_ = replayed.place;
    clip_end_time_ = now_;
    ring_.forget_through(*clip_end_.last);  // no clip begins before that
    ring_.forget_clips();
    clip_end_.markers = 0;  // forgotten too
    if (std::exchange(outage_, {})) problems_({"the clip is in " + clip_->files().back().path});
}

// The ring still has what is not in the file: another one takes it, as soon as that works.
void ClipFiles::fail_clip() {
    const std::size_t before = files_.size();
    end_clip();
    if (files_.size() == before) {
        files_.push_back({});
        files_.back().begun = false;
    }
    const RecordedFile& file = files_.back();
    failed_ = retry_.count() == 0;
    if (!failed_) due_ = now_ + retry_;
    if (outage_) {
        outage_->error = file.error;
        if (file.path.empty()) files_.pop_back();  // known already
        return;
    }
    outage_ = FileOutage{file.path, file.error, now_, 0};
    if (failed_) return;
    // It costs no snapshot as long as the minutes hold it.
    problems_({concat(file.path, file.path.empty() ? "" : ": ", file.error,
                      "; the clip is written as soon as a file can be")});
}

void ClipFiles::end_clip() {
    if (!clip_) return;
    const Result<void> finished = clip_->finish();
    written_.add(clip_->snapshots_written());
    again_ += clip_->head_bytes();
    frame_bytes_ += clip_->frame_bytes();
    index_bytes_ = 0;
    failed_ = failed_ || (!finished && retry_.count() == 0);
    if (!finished) {
        clip_end_.last =
            std::max(clip_end_.last.value_or(Moment{0, kNoTick}), clip_->last_written());
        clip_end_.markers = 0;
    }
    for (RecordedFile& file : clip_->files()) {
        // Where there was no room for a snapshot, nothing stays that looks like a recording.
        if (file.snapshots == 0 && !file.error.empty() && !file.path.empty()) {
            ::unlink(file.path.c_str());
            file.error = concat(std::exchange(file.path, {}), ": ", file.error);
        }
        files_.push_back(std::move(file));
    }
    clip_.reset();
}

void ClipFiles::lose(std::uint64_t snapshots) {
    lost_ += snapshots;
    if (outage_) outage_->snapshots_lost += snapshots;
}

// Who kills the recorder then should know what that costs, and where the minutes are.
void ClipFiles::note_place() {
    const std::string in = ring_.outlives_kill() ? ring_.folder_in() : "";
    if (std::exchange(reported_folder_, in) == in) return;
    const std::string& usual = options_.clips.folder;
    if (in == usual)
        problems_({usual + ": has the last minutes again"});
    else if (in.empty())
        problems_({concat(usual, ": ", ring_.disk_problem(),
                          "; the last minutes are kept in memory until there is room, and a "
                          "recorder that is killed loses them")});
    else
        problems_(
            {concat(usual, ": ", ring_.disk_problem(), "; the last minutes are kept in ", in)});
}

// The ring does not wait for a file.
void ClipFiles::lose_forgotten(std::uint64_t forgotten_before) {
    if (ring_.last_forgotten() <= clip_end_.last) return;
    left_out_ += ring_.forgotten() - forgotten_before;
    if (outage_) lose(ring_.forgotten() - forgotten_before);
}

std::vector<RecordedFile> ClipFiles::files() const {
    std::vector<RecordedFile> all = files_;
    if (clip_)
        for (RecordedFile& file : clip_->files()) all.push_back(std::move(file));
    return all;
}

std::vector<RecordedFile> ClipFiles::take_closed() {
    if (!clip_) return take_all_but_last(files_);
    std::vector<RecordedFile> taken = std::exchange(files_, {});
    for (RecordedFile& file : clip_->take_closed()) {
        frame_bytes_ += file.bytes;
        taken.push_back(std::move(file));
    }
    return taken;
}

Result<void> ClipFiles::finish() {
    if (!std::exchange(finished_, true) && now_.count() != 0) {
        if (const auto gap = losses_.at_end(game_.ticks_per_second)) kept_.add_gap(*gap);
        if (!failed_ && (due_.count() != 0 || options_.clips.triggers.empty())) write_clip();
        end_clip();
        if (outage_) lose_rest();
    }
    if (failed_ && !files_.empty()) return Error{files_.back().error};
    return {};
}

// Nothing tries it again.
void ClipFiles::lose_rest() {
    IgnoringSink counted;
    const std::uint64_t frames = ring_.replay(counted, clip_end_).frames;
    if (frames == 0) return;
    lose(frames);
    problems_({concat(plural(frames, "snapshot"),
                      " of the last minutes could not be written: ", outage_->error)});
}

}  // namespace tickreel
