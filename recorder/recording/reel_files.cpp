#include "recorder/recording/reel_files.h"

#include <algorithm>
#include <utility>

#include "recorder/recording/map_attachment.h"
#include "recorder/recording/watched_file.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/sha256.h"

namespace tickreel {

namespace {

ReelOptions packed(const Game& game, const RecordingOptions& options) {
    ReelOptions reel = options.reel;
    reel.group_seconds = std::max(reel.group_seconds, game.packing.group_seconds);
    if (!options.finished) return reel;
    reel.chunk_seconds = std::max(reel.chunk_seconds, game.packing.chunk_seconds);
    reel.level = std::max(reel.level, game.packing.level);
    return reel;
}

std::string map_name(const Segment& segment) {
    return segment.map.empty() ? "the map before" : concat("map ", segment.map);
}

std::uint64_t& counter_for(RecordedFile& file, WireChecksum checksum) {
    if (checksum == WireChecksum::Ok) return file.wire_ok;
    return checksum == WireChecksum::Mismatch ? file.wire_mismatch : file.wire_absent;
}

}  // namespace

ReelFiles::ReelFiles(const Game& game, const RecordingOptions& options, FileMaker maker,
                     ProblemSink problems)
    : game_(game),
      options_(options),
      maker_(std::move(maker)),
      problems_(std::move(problems)),
      splits_(game, options_),
      player_(game) {
    properties_["writer"] = std::string("tickreel ") + TICKREEL_VERSION;
}

TypeId ReelFiles::add_type(const ItemType& type) {
    // Every file gets the types in the same order, so ids are the same everywhere.
    const std::size_t before = schema_.size();
    const TypeId id = schema_.add(type);
    if (ready() && schema_.size() > before) writer_->add_type(type);
    if (schema_.size() == before) return id;
    splits_.note_type(schema_, id);
    player_.note_type(schema_, id);
    return id;
}

void ReelFiles::set_property(std::string_view key, std::string_view value) {
    properties_[std::string(key)] = value;
    if (ready()) writer_->set_property(key, value);
    if (key == "protocol" && ready()) files_.back().protocol = value;
}

void ReelFiles::begin_segment(const Segment& segment) {
    if (game_.ticks_of_arrival) forget_end();  // they begin when it is seen, not with it
    tell_lost_end();
    ending_ = splits_.by_map() && writer_;
    splits_.begin_segment();
    last_map_.reset();
    segments_.push_back(segment);
    const auto segment_number = static_cast<std::uint32_t>(segments_.size() - 1);
    losses_.go_on({segment_number, kNoTick});
    const auto before = std::exchange(before_, std::nullopt);
    if (before && before->segment == segment)
        losses_.go_on({segment_number, before->last.tick}, before->time, before->step);
    else if (before)
        problems_(
            {concat("what came after tick ", before->last.tick, " of ", map_name(before->segment),
                    ", if anything, is in no recording: the recorder was started again "
                    "before the next map played")});
    map_wanted_ = true;
    if (!ready()) return;
    writer_->begin_segment(segment);
}

void ReelFiles::add_attachment(const Attachment& attachment) {
    // Where another file may begin within the map: by rule, by order, or after a disk that failed.
    if (splits_.any_inside() || options_.retry.count() != 0) last_map_ = attachment;
    map_wanted_ = false;  // whatever the game itself hands over is better than what we find
    if (ready())
        write_attachment(attachment);
    else if (!failed_)
        attachments_.push_back(attachment);
}

void ReelFiles::write_attachment(const Attachment& attachment) {
    const std::string sha = hex(sha256(attachment.bytes));
    const auto [known, is_new] = attached_.emplace(attachment.name, sha);
    const std::uint64_t before = writer_->bytes_written();
    if (is_new) {
        writer_->add_attachment(attachment);
        head_bytes_ += writer_->bytes_written() - before;
        return;
    }
    if (known->second == sha) return;
    Attachment other = attachment;  // another version of the same map
    other.name = versioned_name(attachment.name, sha);
    if (attached_.emplace(other.name, sha).second) writer_->add_attachment(other);
    head_bytes_ += writer_->bytes_written() - before;
}

void ReelFiles::add_marker(const Marker& marker) {
    if (!ready()) {
        early_markers_.push_back(marker);
        return;
    }
    Marker moved = marker;
    moved.moment.segment -= std::min(file_segment_, moved.moment.segment);
    writer_->add_marker(moved);
}

void ReelFiles::add_gap(const Gap& gap) {
    const bool of_ending = ending_ && !failed_ && gap.segment + 1 < segments_.size();
    if (!ready() && !of_ending) {
        early_gaps_.push_back(gap);
        return;
    }
    if (gap.segment < file_segment_) return note_nowhere(gap);  // of a file that is closed
    Gap moved = gap;
    moved.segment -= file_segment_;
    ++files_.back().gaps;
    writer_->add_gap(moved);
}

// At once on the disk: whoever set it is told whether it is there.
PlacedMarker ReelFiles::mark(const std::string& text) {
    if (newest_.tick == kNoTick) return {{0, kNoTick}, "", "no snapshot has come yet"};
    look_at_file();
    if (!ready()) return hold_marker({newest_, text});
    add_marker({newest_, text});
    flush();
    if (!ready()) return hold_marker({newest_, text});
    const std::uint32_t before = std::min(file_segment_, newest_.segment);  // in earlier files
    return {{newest_.segment - before, newest_.tick}, files_.back().path, ""};
}

// The next file begins later: the marker stands at its beginning and says what it belongs to.
PlacedMarker ReelFiles::hold_marker(Marker marker) {
    const Moment moment = newest_;
    const auto& failing = outage();
    const std::string why = failing ? failing->error : "no file is open";
    const char* const when = failing ? "when no file could be written" : "between two files";
    marker.text += concat(marker.text.empty() ? "" : " ", "(set at tick ", moment.tick, ", ",
                          utc_text(newest_time_, "%Y-%m-%dT%H:%M:%SZ"), ", ", when, ")");
    if (!held_markers_.hold(std::move(marker)))
        return {{0, kNoTick}, "", concat(why, "; no more markers can wait for a file")};
    return {
        moment, "",
        concat(
            why,
            "; the marker will be at the beginning of the next file, unless a kill comes first")};
}

std::optional<SplitRule::OpenFile> ReelFiles::open_size() const {
    if (!writer_) return std::nullopt;
    return SplitRule::OpenFile{{writer_->bytes_written(), head_bytes_}, file_start_};
}

// After a failure not at every frame: each attempt costs a system call.
bool ReelFiles::may_open(const Frame& first) {
    if (!failed_) return true;
    if (options_.retry.count() == 0 || waits(first)) return false;
    failed_ = false;
    return true;
}

// A clock that was set back between two recorders is not waited for.
bool ReelFiles::waits(const Frame& first) const {
    return first.time < retry_at_ && retry_at_ - first.time <= options_.retry;
}

// A file that can be written goes on as long as no other one can begin. Not with rounds: all
// clients change together.
void ReelFiles::split_file(const Frame& first) {
    std::optional<NewFile> next;
    if (ready() && options_.retry.count() != 0 && !options_.rounds) {
        if (waits(first)) return;
        Result<NewFile> made = make_file(first);
        if (!made) {
            retry_at_ = first.time + options_.retry;
            if (!std::exchange(split_reported_, true))
                problems_({concat(files_.back().path,
                                  ": goes on, no other file can begin: ", made.error().message)});
            return;
        }
        next = *std::move(made);
    }
    split_reported_ = false;
    close_file();
    split_inside_ = true;
    map_wanted_ = !last_map_;
    if (!next) return;
    failed_ = false;
    begin_file(first, *std::move(next));
}

void ReelFiles::add_frame(const Frame& frame) {
    newest_ = frame.moment();
    newest_time_ = frame.time;
    player_.look(schema_, frame);
    // While no file takes frames, losses_ does not see that the next segment plays already.
    std::optional<Gap> gap_before;
    if (!outage()) gap_before = losses_.at_change(frame, game_.ticks_per_second);
    const bool ended = std::exchange(ending_, false);
    if (gap_before) add_gap(*gap_before);  // in the file of its segment, if it is open
    if (ended) close_file();
    static const Segment kNone;
    const Segment& segment = segments_.empty() ? kNone : segments_.back();
    if (splits_.is_due(schema_, segment, frame, open_size())) split_file(frame);
    if (!writer_ && may_open(frame)) open_file(frame);
    if (!ready()) {
        outages_.count(1);
        outages_.note_lost(frame.moment());
        return;
    }
    if (std::exchange(map_wanted_, false)) attach_map();
    note_hole(frame);
    Frame moved = frame;  // shares the snapshot
    moved.segment -= std::min(file_segment_, moved.segment);
    writer_->add_frame(moved);
    count(moved);
    check_writer();
}

void ReelFiles::note_hole(const Frame& frame) {
    const auto add = [this](const Gap& gap) { add_gap(gap); };
    // The segment began while no file could be written.
    if (!losses_.follows(frame)) outages_.give_before(frame, add);
    losses_.pass(frame, [&](const Gap& gap) { outages_.give(gap, add); });
}

void ReelFiles::count(const Frame& frame) {
    last_time_ = frame.time;
    RecordedFile& file = files_.back();
    ++file.snapshots;
    file.last_tick = frame.tick;
    ++counter_for(file, frame.wire.checksum);
    ResendTotals resends{};
    for (const Event& event : frame.events) resends_.add(event, schema_, resends);
    unwritten_.push_back({losses_.last(), frame.wire.checksum, resends});
    outages_.note_in_file(losses_.last());
    note_written();
    file.bytes = writer_->bytes_written();
    if (file.snapshots < count_gaps_at_) return;
    // Of all of the file, so the longer it is the less often.
    file.gaps = writer_->statistics().gaps.size();
    count_gaps_at_ = file.snapshots + std::max<std::uint64_t>(25, file.snapshots / 2000);
}

FileNameFields ReelFiles::wish_for(const Frame& first) const {
    FileNameFields fields;
    fields.part = parts_;
    fields.round = splits_.round();
    fields.player = player_.name();
    fields.start = first.time;
    const auto protocol = properties_.find("protocol");
    fields.protocol = protocol == properties_.end() ? game_.id : protocol->second;
    if (!segments_.empty()) fields.map = segments_.back().map;
    return fields;
}

void ReelFiles::note_written() {
    const std::uint64_t written = writer_->frames_written();
    while (!unwritten_.empty() && files_.back().snapshots - unwritten_.size() < written) {
        last_written_ = unwritten_.front().moment;
        snapshots_written_.add(unwritten_.front().checksum, unwritten_.front().resends);
        unwritten_.pop_front();
        outages_.end(file_segment_, [this](const Gap& gap) { note_nowhere(gap); });
        held_markers_.keep_given();
    }
}

// The report says what is in the file, and the next one that the rest is missing.
void ReelFiles::forget_unwritten(const std::string& error) {
    note_written();
    RecordedFile& file = files_.back();
    begin_outage(error);
    outages_.count(unwritten_.size());
    held_markers_.take_back();
    for (const Unwritten& frame : unwritten_) {
        --counter_for(file, frame.checksum);
        outages_.note_lost(frame.moment);
    }
    file.snapshots -= unwritten_.size();
    if (losses_.last().segment == last_written_.segment) losses_.go_on(last_written_);
    unwritten_.clear();
    losses_.report_next(error);
}

void ReelFiles::begin_outage(const std::string& error) {
    outages_.begin({files_.back().path, error, newest_time_, 0});
}

void ReelFiles::fail_file(const std::string& error) {
    failed_ = true;
    begin_outage(error);
    if (error_.empty()) error_ = error;
    if (files_.back().error.empty()) files_.back().error = error;
    if (options_.retry.count() == 0) return;
    const std::string path = files_.back().path.empty() ? "" : files_.back().path + ": ";
    if (!std::exchange(failure_reported_, true))
        problems_({path + error +
                   "; the game continues, and recording resumes as soon as a file can be written"});
}

Result<NewFile> ReelFiles::make_file(const Frame& first) {
    ++parts_;
    Result<NewFile> made = maker_(wish_for(first));
    if (!made) --parts_;
    return made;
}

void ReelFiles::open_file(const Frame& first) {
    Result<NewFile> made = make_file(first);
    if (!made) {
        retry_at_ = first.time + options_.retry;
        const bool again =
            !files_.empty() && files_.back().path.empty() && !files_.back().error.empty();
        if (!again) files_.push_back({});
        files_.back().begun = false;
        files_.back().error = made.error().message;
        fail_file(made.error().message);
        return;
    }
    begin_file(first, *std::move(made));
}

void ReelFiles::begin_file(const Frame& first, NewFile file) {
    if (std::exchange(failure_reported_, false))
        problems_({"recording resumed in " + file.path});
    else if (!file.instead.empty())
        problems_({concat("recording in ", file.path, ": ", file.instead)});
    const std::string protocol = wish_for(first).protocol;
    files_.push_back({});
    files_.back().path = file.path;
    files_.back().protocol = protocol;
    count_gaps_at_ = 0;
    last_written_ = before_file_ = losses_.last();
    file_start_ = first.time;
    splits_.begin_file();
    RecordingInfo info;
    info.game = game_.id;
    info.ticks_per_second = game_.ticks_per_second;
    info.start = first.time;
    info.properties = properties_;
    auto watched = std::make_unique<WatchedFile>(file.path, std::move(file.sink));
    watched_ = watched.get();
    writer_ = std::make_unique<ReelWriter>(std::move(watched), info, packed(game_, options_));
    for (const ItemType& type : schema_.types()) writer_->add_type(type);
    attached_.clear();
    // Without splitting, segments that stayed empty keep their numbers.
    const bool last_only =
        (splits_.by_map() || std::exchange(split_inside_, false)) && !segments_.empty();
    file_segment_ = last_only ? static_cast<std::uint32_t>(segments_.size() - 1) : 0;
    if (const auto lost = outages_.first_segment(); lost && !splits_.by_map())
        file_segment_ = std::min(file_segment_, *lost);
    for (std::size_t i = file_segment_; i < segments_.size(); ++i)
        writer_->begin_segment(segments_[i]);
    if (last_map_ && attachments_.empty() && files_.size() > 1) write_attachment(*last_map_);
    for (const Attachment& attachment : std::exchange(attachments_, {}))
        write_attachment(attachment);
    writer_->flush();  // without a map, the names of types still wait for the first snapshot
    head_bytes_ = writer_->bytes_written();
    for (const Marker& marker : std::exchange(early_markers_, {})) add_marker(marker);
    for (const Marker& marker : held_markers_.give(newest_)) add_marker(marker);
    // What the segments before lack that no file has taken since.
    if (!segments_.empty())
        outages_.give_segments(file_segment_, static_cast<std::uint32_t>(segments_.size() - 1),
                               [this](const Gap& gap) { add_gap(gap); });
    for (const Gap& gap : std::exchange(early_gaps_, {}))
        if (!outages_.covers(gap)) add_gap(gap);
}

void ReelFiles::attach_map() {
    if (options_.map) {
        write_attachment(*options_.map);
        return;
    }
    if (segments_.empty() || game_.find_map == nullptr) return;
    const std::string path = game_.find_map(segments_.back());
    if (path.empty()) return;
    Result<Attachment> map = read_map(path);
    if (!map) {
        problems_({"map " + path + " is not attached: " + map.error().message});
        return;
    }
    if (!segments_.back().map.empty()) map->name = map_attachment_name(segments_.back());
    write_attachment(*map);
}

void ReelFiles::check_writer() {
    const Result<void> status = writer_->status();
    if (status || failed_) return;
    end_failed_file(status.error().message);
}

void ReelFiles::end_failed_file(const std::string& error) {
    retry_at_ = last_time_ + options_.retry;
    split_inside_ = true;
    map_wanted_ = !last_map_;
    close_file();
    fail_file(error);
}

void ReelFiles::look_at_file() {
    if (!ready()) return;
    const Result<void> whole = watched_->look();
    if (whole) return;
    end_failed_file(whole.error().message);
}

void ReelFiles::close_file() {
    if (!writer_) return;
    const bool sealed = writer_->sealed();  // what others do with it since is theirs
    const Result<void> finished = writer_->finish();
    const Result<void> whole = sealed ? Result<void>() : watched_->look();
    RecordedFile& file = files_.back();
    file.bytes = writer_->bytes_written();
    file.gaps = writer_->statistics().gaps.size();
    if (!finished) {
        file.error = finished.error().message;
        forget_unwritten(file.error);
        if (error_.empty()) error_ = file.error;
        failed_ = true;
    }
    if (finished) note_written();
    if (!whole) forget_file(whole.error().message);
    unwritten_.clear();
    outages_.close_file();
    held_markers_.keep_given();
    writer_.reset();
    watched_ = nullptr;
}

// What is written to a file without a name is lost when it is closed; what is left of one that
// others wrote to, nobody knows.
void ReelFiles::forget_file(const std::string& error) {
    RecordedFile& file = files_.back();
    begin_outage(error);
    file.error = error;
    if (error_.empty()) error_ = error;
    failed_ = true;
    outages_.count(file.snapshots);
    outages_.lose_file();
    file.snapshots = file.wire_ok = file.wire_mismatch = file.wire_absent = file.gaps = 0;
    const std::uint32_t newest = losses_.last().segment;
    losses_.go_on(newest == before_file_.segment ? before_file_ : Moment{newest, kNoTick});
    losses_.report_next("the recording " + error);
    retry_at_ = {};  // there is room
}

void ReelFiles::follow(const Moment& last, std::chrono::nanoseconds time, Tick step) {
    losses_.go_on(last, time, step);
}

void ReelFiles::follow_file(const RecordedEnd& end, std::string reason) {
    before_ = end;
    losses_.report_next(std::move(reason));
}

void ReelFiles::report_loss(std::string reason, std::chrono::nanoseconds until,
                            std::chrono::nanoseconds since) {
    losses_.report(std::move(reason), until, since);
}

void ReelFiles::flush() {
    if (!writer_ || failed_) return;  // also one that ends: what is in it counts as written
    writer_->flush();
    check_writer();
    if (!writer_ || failed_) return;
    note_written();
    files_.back().bytes = writer_->bytes_written();
}

bool ReelFiles::file_is_there() const {
    return ready() && watched_->look().ok();
}

std::uint64_t ReelFiles::seal() {
    flush();
    if (!ready()) return 0;
    const std::uint64_t before = files_.back().bytes;
    static_cast<void>(writer_->seal());
    check_writer();
    if (!ready()) return 0;
    files_.back().bytes = writer_->bytes_written();
    return files_.back().bytes - before;
}

void ReelFiles::note_nowhere(const Gap& gap) {
    gaps_nowhere_ +=
        concat(gaps_nowhere_.empty() ? "" : ", ", "ticks ", gap.from, "..", gap.to - 1,
               segments_.empty() ? "" : " of " + map_of(gap.segment), " (", gap.reason, ")");
}

std::string ReelFiles::map_of(std::uint32_t segment) const {
    return map_name(segment < segments_.size() ? segments_[segment] : Segment{});
}

void ReelFiles::forget_end() {
    if (auto reason = losses_.forget_end()) end_lost_ = std::move(reason);
}

// When all of the segment has come that comes.
void ReelFiles::tell_lost_end() {
    const auto reason = std::exchange(end_lost_, std::nullopt);
    if (!reason) return;
    const auto [segment, tick] = losses_.expected();
    problems_(
        {concat("what came from tick ", tick, " of ", map_of(segment),
                " on is in no recording: ", *reason, ", and nobody knows when that map ended")});
}

Result<void> ReelFiles::finish() {
    tell_lost_end();
    if (const auto gap = losses_.at_end(game_.ticks_per_second)) add_gap(*gap);
    close_file();
    for (const Marker& marker : held_markers_.take())
        problems_({"a marker was not kept: " + marker.text});
    // The file that would have had them begins with a frame, and none came.
    for (const Gap& gap : std::exchange(early_gaps_, {})) note_nowhere(gap);
    if (!error_.empty()) return Error{error_};
    return {};
}

}  // namespace tickreel
