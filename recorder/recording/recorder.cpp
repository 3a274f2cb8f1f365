#include "recorder/recording/recorder.h"

#include <algorithm>
#include <utility>

#include "recorder/recording/whole_path.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/text.h"

namespace tickreel {

namespace {

constexpr std::chrono::milliseconds kPatience{50};  // what a live reader may lag behind
constexpr std::chrono::seconds kSecond{1};
constexpr std::chrono::seconds kDrain{1};  // before what waits is left to the next recorder
constexpr std::chrono::seconds kTellLostAgain{60};
constexpr std::chrono::seconds kTidyEvery{30};
// When files end: to look through 10 000 of them takes some 40 ms.
constexpr std::chrono::seconds kTidyAgain{1};

RecorderOptions with(Compressor& compressor, RecorderOptions options) {
    options.recording.reel.compressor = &compressor;
    return options;
}

// Not the snapshots that are in a file now: those of one that fails or goes become fewer.
void add(RecorderTotals& totals, const RecordedFile& file) {
    totals.bytes += file.bytes;
    if (file.begun) ++totals.files;
    if (!file.error.empty()) ++totals.failed;
}

void add(RecorderTotals& totals, const Connection& connection) {
    const WrittenSnapshots written = connection.snapshots_written();
    totals.snapshots += written.all;
    totals.wire_ok += written.wire_ok;
    totals.wire_mismatch += written.wire_mismatch;
    totals.unwritten += connection.snapshots_lost();
    add(totals.resends, written.resends);
}

void add(RecordedClient& client, const RecordedFile& file) {
    client.gaps += file.gaps;
    client.bytes += file.bytes;
}

}  // namespace

Recorder::Recorder(RecorderOptions options, const Clock& clock)
    : options_(with(compressor_, std::move(options))),
      clock_(clock),
      queue_(options_.queue_bytes, options_.spill, *options_.workers),
      last_second_(clock_.now()),
      follower_(queue_, options_.game, options_.queue_bytes / 4),
      following_(options_.workers->start(
          [this](std::chrono::milliseconds patience) { return follower_.round(patience); },
          kPatience)),
      work_(options_.workers->start(
          [this](std::chrono::milliseconds patience) { return round(patience); }, kPatience)) {}

void Recorder::begin_stop() {
    if (queue_.closing()) return;
    stopping_ = clock_.now();
    queue_.close();
}

void Recorder::stop() {
    begin_stop();
    work_.reset();
    follower_.end();
    following_.reset();
}

bool Recorder::round(std::chrono::milliseconds patience) {
    if (!options_.left.empty()) resume();
    if (queue_.closed() || hands_over()) {
        end();
        ended_ = true;
        return false;
    }
    const Follower::Batch batch = next_batch(patience);
    for (const QueueItem& item : *batch) take(item);
    keep_up();
    flush_quiet();
    note_checkpoints();
    every_second();
    tidy();
    return true;
}

Follower::Batch Recorder::next_batch(std::chrono::milliseconds patience) {
    const Follower::Turn turn = follower_.next(patience);
    for (const auto& [client, skipped] : turn.skipped)
        live_of(client).connection->skip_to(skipped.state, skipped.datagrams, skipped.until);
    return turn.batch;
}

void Recorder::keep_up() {
    if (!follower_.taken_in()) return;
    std::map<std::uint64_t, Checkpoint> states;
    for (const auto& [client, live] : live_) states[client] = live.connection->checkpoint();
    follower_.note(std::move(states));
}

// Much waits when it ends: the next recorder decodes it from the log. If this one did, the log
// would be written over meanwhile, and with it what the next one needs to go on.
bool Recorder::hands_over() {
    if (options_.log == nullptr || !queue_.closing()) return false;
    if (clock_.now() - stopping_ < kDrain) return false;
    std::uint64_t place = 0;
    for (const auto& [client, live] : live_) place = std::max(place, live.place);
    if (!options_.log->holds(place)) return false;
    options_.problems(
        {"stopped before all was decoded: the rest is in the ring of --state, and the next "
         "recorder started with it writes it to recordings"});
    return true;
}

void Recorder::end() {
    for (const auto& [client, datagrams] : queue_.take_losses())
        if (const auto found = live_.find(client); found != live_.end())
            found->second.connection->report_loss(datagrams);
    for (auto& [client, live] : live_) {
        // Who plays on with the next recorder has nothing twice.
        Checkpoint checkpoint = live.connection->checkpoint();
        checkpoint.place = live.place;
        finish(client, live);
        if (live.connection->closed()) closed_.left.push_back(client);
        const Checkpoint after = live.connection->checkpoint();
        // Else what waited when the last one was taken may be decoded again: it is in the file now.
        if (checkpoint.written != live.noted) checkpoint.written = after.written;
        checkpoint.file = after.file;
        if (options_.log == nullptr) continue;
        options_.log->append(client, checkpoint);
        if (live.connection->closed()) options_.log->append_goodbye(client);
    }
    live_.clear();
    if (options_.tidy) options_.tidy({});
}

// Before anything that comes now: what the earlier recorder had not written.
void Recorder::resume() {
    const auto holes =
        std::count_if(options_.left.begin(), options_.left.end(),
                      [](const RecoveredConnections::value_type& one) { return one.second.hole; });
    // First: each of them has many problems then, of which only the first are told.
    if (holes != 0)
        options_.problems(
            {concat("the recorder before lagged by more than the ring of --state holds "
                    "when it was killed: ",
                    plural(static_cast<std::uint64_t>(holes), "client"),
                    " will be recorded again from the next complete snapshot on")});
    for (const auto& [client, left] : std::exchange(options_.left, {})) {
        Live& live = live_of(client);
        live.connection->resume(left);
        live.logged = left.begin;
        if (options_.log != nullptr && left.state.empty())
            options_.log->append(client, {left.begin, left.written, left.game, "", {}});
        live.last_datagram = clock_.now();
        live.flushed = false;
    }
}

// What only memory has, the next recorder decodes again, as long as the log holds it.
bool Recorder::waits_for_disk(const Live& live) const {
    return !live.connection->outlives_kill() && options_.log->holds(live.logged);
}

// What is decoded goes to disk first: a checkpoint says how far the file is.
void Recorder::note_checkpoints() {
    if (options_.log == nullptr) return;
    // Before the writer would end its chunk, so that there are not more of them.
    const std::chrono::duration<double> every(options_.recording.reel.chunk_seconds * 0.9);
    const auto now = clock_.now();
    for (auto& [client, live] : live_) {
        const bool closed = live.connection->closed();
        const bool nothing_new = live.place == live.checked;
        if ((nothing_new && !closed) || now - live.last_checkpoint < every) continue;
        if (!closed && waits_for_disk(live)) continue;  // at once, when it is there
        live.last_checkpoint = now;
        if (closed) options_.log->append_goodbye(client);
        if (nothing_new) continue;
        live.checked = live.place;
        live.connection->flush();
        if (waits_for_disk(live)) continue;
        live.logged = live.place;
        Checkpoint checkpoint = live.connection->checkpoint();
        checkpoint.place = live.place;
        live.noted = checkpoint.written;
        options_.log->append(client, checkpoint);
    }
}

Recorder::Live& Recorder::live_of(std::uint64_t client) {
    const auto [entry, is_new] = live_.try_emplace(client);
    if (is_new) {
        // The number is drawn when the first frame comes: server-info pings use none up.
        auto number = std::make_shared<unsigned>(0);
        auto maker = [this, number, client](FileNameFields fields) {
            if (*number == 0) *number = ++numbered_;
            fields.connection = *number;
            Result<NewFile> file = options_.make_file(fields);
            // Before its first frame: a checkpoint may come too late.
            if (file && options_.log != nullptr)
                options_.log->append_file(client, whole_path(file->path));
            return file;
        };
        entry->second.connection = std::make_unique<Connection>(
            options_.game, options_.recording, std::move(maker), options_.problems, client);
    }
    return entry->second;
}

void Recorder::take(const QueueItem& item) {
    switch (item.kind) {
        case QueueItem::Kind::Problem:
            options_.problems({item.text});
            return;
        case QueueItem::Kind::ClientGone:
            if (const auto found = live_.find(item.client); found != live_.end()) {
                finish(found->first, found->second);
                live_.erase(found);
            }
            return;
        case QueueItem::Kind::Mark:
            take_marker(item);
            return;
        case QueueItem::Kind::Split:
            take_split(item);
            return;
        case QueueItem::Kind::Save:
            take_save(item);
            return;
        case QueueItem::Kind::Datagram:
            break;
    }
    const bool begins = live_.count(item.client) == 0;
    Live& live = live_of(item.client);
    // What is held back at the first real checkpoint can be decoded from here on.
    if (begins && options_.log != nullptr) {
        options_.log->append(item.client, {.place = item.place});
        live.logged = item.place;
    }
    if (item.lost_before > 0) live.connection->report_loss(item.lost_before);
    live.place = std::max(live.place, item.place);
    live.connection->feed({item.direction, item.time, item.bytes});
    live.last_datagram = clock_.now();
    live.flushed = false;
    if (live.connection->failed() && !std::exchange(live.error_reported, true)) {
        const RecordedFile file = live.connection->files().back();
        const std::string name = file.path.empty() ? "" : file.path + ": ";
        options_.problems({name + file.error + "; this recording ends here, the game continues"});
    }
}

// From a person: for one client, or for all. A good recording does not end for nothing.
void Recorder::take_split(const QueueItem& item) {
    const std::string problem = options_.look_at_folder ? options_.look_at_folder().error : "";
    const bool all = item.client == 0 || options_.recording.rounds;  // with rounds none goes alone
    std::vector<SplitOutcome> outcomes;
    for (auto& [client, live] : live_) {
        if (!all && item.client != client) continue;
        const std::string file = live.connection->open_path();
        if (file.empty() && !live.connection->outage()) continue;  // no snapshot has come yet
        if (problem.empty()) live.connection->split();
        outcomes.push_back({client, file, problem});
    }
    std::sort(outcomes.begin(), outcomes.end(),
              [](const auto& a, const auto& b) { return a.client < b.client; });
    if (!problem.empty() && !outcomes.empty())
        options_.problems({concat("nothing was split, no other file can begin: ", problem)});
    split_answers_.give(item.place, std::move(outcomes));
}

// What is finished is reported like every file.
void Recorder::take_save(const QueueItem& item) {
    std::vector<SaveOutcome> outcomes;
    for (auto& [client, live] : live_)
        if (item.client == 0 || item.client == client)
            outcomes.push_back({client, live.connection->save()});
    std::sort(outcomes.begin(), outcomes.end(),
              [](const auto& a, const auto& b) { return a.client < b.client; });
    bool any = false;
    for (const auto& [client, clip] : outcomes) {
        any = any || clip.problem.empty();
        if (!clip.paths.empty() && !clip.waits.empty())
            options_.problems({concat(clip.paths.back(), ": saved; ", clip.waits)});
    }
    if (!any)
        options_.problems(
            {concat("no clip was saved: ",
                    outcomes.empty() ? "nobody is recorded" : outcomes.front().clip.problem)});
    save_answers_.give(item.place, std::move(outcomes));
}

void Recorder::take_marker(const QueueItem& item) {
    std::vector<MarkerOutcome> outcomes;
    for (auto& [client, live] : live_)
        if (item.client == client || (item.client == 0 && !live.connection->closed()))
            outcomes.push_back({client, live.connection->mark(item.text)});
    std::sort(outcomes.begin(), outcomes.end(),
              [](const auto& a, const auto& b) { return a.client < b.client; });
    marker_answers_.give(item.place, std::move(outcomes));
}

std::optional<std::vector<MarkerOutcome>> Recorder::mark(std::uint64_t client,
                                                         const std::string& text,
                                                         std::chrono::milliseconds patience) {
    const std::uint64_t question = marker_answers_.ask();
    queue_.push(QueueItem::Kind::Mark, client, text, question);
    return marker_answers_.wait(question, patience);
}

std::optional<std::vector<SaveOutcome>> Recorder::save(std::uint64_t client,
                                                       std::chrono::milliseconds patience) {
    const std::uint64_t question = save_answers_.ask();
    queue_.push(QueueItem::Kind::Save, client, {}, question);
    return save_answers_.wait(question, patience);
}

std::optional<std::vector<SplitOutcome>> Recorder::split(std::uint64_t client,
                                                         std::chrono::milliseconds patience) {
    const std::uint64_t question = split_answers_.ask();
    queue_.push(QueueItem::Kind::Split, client, {}, question);
    return split_answers_.wait(question, patience);
}

void Recorder::finish(std::uint64_t client, Live& live) {
    // Its outcome is in the files' `error`.
    (void)live.connection->finish();
    ++connections_;
    if (!live.connection->any_frames())
        ++(live.connection->before_snapshots() ? left_early_ : unrecorded_);
    if (const std::string ticks = live.connection->gaps_nowhere(); !ticks.empty()) {
        ++gaps_nowhere_;
        if (options_.on_gaps_nowhere)
            options_.on_gaps_nowhere(concat("in no recording of client ", client, ": ", ticks));
    }
    add(closed_, *live.connection);
    for (const RecordedFile& file : live.connection->files()) note_closed(client, live, file);
}

void Recorder::note_closed(std::uint64_t client, Live& live, const RecordedFile& file) {
    // Before anybody takes it away.
    if (bool unreadable = false; options_.log != nullptr && !file.path.empty()) {
        LeftFile closed{whole_path(file.path), {}};
        closed.end = recorded_end({&closed, 1}, unreadable);
        if (closed.end) options_.log->append_end(client, closed);
    }
    if (options_.on_closed) options_.on_closed(file);
    file_ended_ = file_ended_ || !file.path.empty();
    add(closed_, file);
    add(live.closed, file);
    if (!file.error.empty() && !first_failed_) first_failed_ = file;
}

void Recorder::flush_quiet() {
    const std::chrono::duration<double> chunk(options_.recording.reel.chunk_seconds);
    const auto now = clock_.now();
    for (auto& [client, live] : live_) {
        if (live.connection->newest() != live.newest_frame) {
            live.newest_frame = live.connection->newest();
            // The writer ends a chunk likewise.
            if (live.frames_flushed || live.newest_frame - live.oldest_frame >= chunk) {
                live.oldest_frame = live.newest_frame;
                live.chunk_begun = now;
            }
            live.last_frame = now;
            live.frames_flushed = false;
        } else if (live.frames_flushed && live.connection->holds_frame()) {
            live.last_frame = live.chunk_begun = now;
            live.frames_flushed = false;
        }
        const bool silent = !live.flushed && now - live.last_datagram >= chunk;
        // Nothing that comes can be decoded: no frame ends the chunk. Not while no file takes
        // frames: they come, and the tick at hand would end before all of it has.
        const bool stuck =
            !live.frames_flushed && !live.connection->outage() && now - live.last_frame >= chunk;
        // What was held back came late, and kept it open.
        const bool old = !live.frames_flushed && now - live.chunk_begun >= 2 * chunk;
        if (!silent && !stuck && !old) continue;
        if (silent)
            live.connection->release();
        else
            live.connection->catch_up();
        live.connection->flush();
        live.flushed = live.flushed || silent;
        live.frames_flushed = true;
    }
}

void Recorder::every_second() {
    const auto now = clock_.now();
    if (now - last_second_ < kSecond) return;
    last_second_ = now;
    for (auto& [client, live] : live_) {
        live.connection->look_at_file();
        for (const RecordedFile& file : live.connection->take_closed())
            note_closed(client, live, file);
    }
    if (options_.look_at_folder) folder_ = options_.look_at_folder();
    tell_lost(now);
    if (options_.on_second) options_.on_second(totals());
}

// At most once a minute: a thread that was held tells all of it at once.
void Recorder::tell_lost(Clock::TimePoint now) {
    const std::uint64_t more = queue_.lost() - lost_told_;
    if (more == 0 || (lost_told_ > 0 && now - told_lost_ < kTellLostAgain)) return;
    lost_told_ += more;
    told_lost_ = now;
    options_.problems({concat(plural(more, "datagram"),
                              " did not fit into the queue and are not recorded; snapshots in them "
                              "are gaps")});
}

void Recorder::tidy() {
    const auto now = clock_.now();
    if (!options_.tidy || now - last_tidy_ < (file_ended_ ? kTidyAgain : kTidyEvery)) return;
    last_tidy_ = now;
    file_ended_ = false;
    std::set<std::string> open;
    for (const auto& [client, live] : live_)
        if (const std::string path = live.connection->open_path(); !path.empty()) open.insert(path);
    options_.tidy(open);
}

RecorderTotals Recorder::totals() const {
    RecorderTotals totals = closed_;
    totals.lost = queue_.lost();
    totals.spilled = queue_.spilled();
    totals.folder = folder_;
    for (const auto& [client, live] : live_) {
        add(totals, *live.connection);
        if (const auto outage = live.connection->outage())
            totals.failing.push_back({client, *outage});
        const std::vector<RecordedFile> files = live.connection->files();
        // The file stays open in case he comes back, but he does not play.
        const bool left = live.connection->closed();
        if (left) totals.left.push_back(client);
        if (files.empty() && (left || !live.connection->any_frames())) continue;
        const WhoPlays who = live.connection->who();
        RecordedClient all = live.closed;
        all.client = client;
        all.player = who.player;
        all.map = who.map;
        const WrittenSnapshots written = live.connection->snapshots_written();
        all.snapshots = written.all;
        all.wire_ok = written.wire_ok;
        all.wire_mismatch = written.wire_mismatch;
        all.resends = written.resends;
        for (const RecordedFile& file : files) {
            add(totals, file);
            add(all, file);
        }
        if (left) continue;
        if (!files.empty()) ++totals.connections;
        totals.clients.push_back(std::move(all));
    }
    const auto by_number = [](const auto& a, const auto& b) { return a.client < b.client; };
    std::sort(totals.clients.begin(), totals.clients.end(), by_number);
    std::sort(totals.failing.begin(), totals.failing.end(), by_number);
    std::sort(totals.left.begin(), totals.left.end());
    return totals;
}

}  // namespace tickreel
