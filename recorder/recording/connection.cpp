#include "recorder/recording/connection.h"

#include <algorithm>
#include <utility>

#include "recorder/recording/clip_files.h"
#include "recorder/recording/live_tails.h"
#include "recorder/recording/private_talk_filter.h"
#include "recorder/recording/recorded_end.h"
#include "recorder/recording/redacting_sink.h"
#include "recorder/recording/whole_path.h"
#include "tickreel/base/concat.h"
#include "tickreel/model/forwarding_sink.h"
#include "tickreel/model/ignoring_sink.h"

namespace tickreel {

namespace {

constexpr const char* kStartedAgain = "the recorder was started again";
constexpr const char* kOverloaded = "recorder overloaded";
constexpr auto kEver = std::chrono::nanoseconds::max();

std::string overload_text(std::uint64_t datagrams) {
    return concat(kOverloaded, ", ", datagrams, " datagrams lost");
}

// Lets through what follows the frames that the earlier recorder wrote.
class AfterWritten final : public ForwardingSink {
public:
    AfterWritten(FrameSink& next, RecordingSink& files, std::uint64_t written)
        : ForwardingSink(next), files_(files), left_(written), shows_(files.repeats(written > 0)) {}

    void begin_segment(const Segment& segment) override {
        last_.tick = kNoTick;
        next().begin_segment(segment);
    }
    void add_marker(const Marker& marker) override {
        if (passing_) next().add_marker(marker);
    }
    void add_gap(const Gap& gap) override {
        if (passing_) next().add_gap(gap);
    }
    void add_frame(const Frame& frame) override {
        if (!passing_ && left_ > 0) {
            --left_;
            const bool follows = last_.tick != kNoTick && last_.segment == frame.segment;
            const Tick step = follows ? frame.tick - last_.tick : 0;
            if (step > 0 && (step_ == 0 || step < step_)) step_ = step;
            last_ = frame.moment();
            last_time_ = frame.time;
            if (shows_) next().add_frame(frame);
            return;
        }
        pass();
        next().add_frame(frame);
    }
    Result<void> finish() override { return {}; }

    bool waits() const { return left_ > 0; }
    // What comes from here on is new.
    void pass() {
        if (std::exchange(passing_, true)) return;
        (void)files_.repeats(false);
        if (last_.tick != kNoTick) files_.follow(last_, last_time_, step_);
    }

private:
    RecordingSink& files_;
    std::uint64_t left_;  // frames that are written
    bool shows_;          // these too
    Moment last_{0, kNoTick};
    std::chrono::nanoseconds last_time_{};
    Tick step_ = 0;
    bool passing_ = false;
};

// Whoever left was sent nothing, and a map that was said to end may have ended before the loss.
void report(RecordingSink& files, const StreamDecoder& decoder, std::string reason,
            std::chrono::nanoseconds until, std::chrono::nanoseconds since) {
    if (decoder.between_segments() || decoder.closed()) until = since = {};
    files.report_loss(std::move(reason), until, since);
}

// Several recorders may have taken them in, one after another. `files`: is told so; may be nullptr.
void feed_kept(StreamDecoder& decoder, const RecoveredConnection& left, FrameSink& sink,
               const ProblemSink& problems, RecordingSink* files = nullptr) {
    std::chrono::nanoseconds since{};
    for (const KeptDatagram& one : left.datagrams) {
        if (one.restarted && files != nullptr)
            report(*files, decoder, kStartedAgain, one.time, since);
        since = one.time;
        decoder.another_clock();
        decoder.feed({one.direction, one.time, one.bytes}, sink, problems);
        if (files != nullptr && decoder.announced() > 1) files->forget_end();
    }
    decoder.another_clock();
}

}  // namespace

Connection::Connection(const Game* game, const RecordingOptions& options, FileMaker maker,
                       ProblemSink problems, std::uint64_t client)
    : game_(game),
      options_(options),
      client_(client),
      maker_(std::move(maker)),
      problems_(std::move(problems)),
      probe_(all_games()) {
    if (game_ != nullptr) start(*game_);
}

void Connection::start(const Game& game) {
    game_ = &game;
    decoder_ = game.make_decoder();
    if (!options_.inputs) decoder_->leave_out_inputs();
    if (options_.clips.keep.count() > 0)
        files_ = std::make_unique<ClipFiles>(game, options_, maker_, problems_);
    else
        files_ = std::make_unique<ReelFiles>(game, options_, maker_, problems_);
    sink_ = files_.get();
    if (options_.tails) {
        tail_ = std::make_unique<TailSink>(game, *options_.tails, client_, *sink_);
        sink_ = tail_.get();
    }
    // Clips redact what they keep: what makes a clip may be a word.
    if (options_.redact && !keeps_in_memory()) {
        redaction_ = std::make_unique<LiveRedaction>(game, *sink_);
        sink_ = redaction_.get();
    }
    if (!options_.private_chat) {
        filter_ = std::make_unique<PrivateTalkFilter>(game, *sink_);
        sink_ = filter_.get();
    }
    if (options_.taught) {
        teacher_ = std::make_unique<TypeTeacher>(options_.taught, *sink_);
        sink_ = teacher_.get();
    }
}

void Connection::feed(const Datagram& datagram) {
    said_goodbye_ = false;
    if (finished_ || failed()) return;
    if (!loss_.empty() && files_) {
        report(*files_, *decoder_, std::exchange(loss_, {}), datagram.time,
               std::exchange(loss_since_, {}));
        decoder_->note_missing();
    }
    if (decoder_) {
        decoder_->feed(datagram, *sink_, problems_);
        if (decoder_->announced() > 1) files_->forget_end();
        return;
    }
    probe_->add(datagram);
    if (probe_->guess().score < kSureOfGame) return;
    start(*probe_->guess().game);
    for (const Datagram& kept : views(probe_->kept(), false))
        decoder_->feed(kept, *sink_, problems_);
    probe_.reset();
}

void Connection::report_loss(std::uint64_t datagrams) {
    report_loss(overload_text(datagrams));
}

// Where the files of the earlier recorder end.
std::optional<RecordedEnd> Connection::end_of(const RecoveredConnection& left) const {
    bool unreadable = false;
    std::optional<RecordedEnd> end = recorded_end(left.files, unreadable);
    // The newest file has gone, and an older one is known. Of a flight recorder, not all that came
    // is in clips.
    const bool later = left.written.count() != 0 && (!end || end->time < left.written);
    if (unreadable && later && !keeps_in_memory())
        end = RecordedEnd{left.game, {0, kNoTick}, left.written};
    return end;
}

// Decodes once only to count: which frame is the last one written is known when it comes.
std::uint64_t Connection::written_of(const RecoveredConnection& left,
                                     const RecordedEnd& end) const {
    const std::unique_ptr<StreamDecoder> decoder = game_->make_decoder();
    if (!options_.inputs) decoder->leave_out_inputs();
    (void)decoder->restore(left.state, "");
    WrittenFrames frames(end);
    feed_kept(*decoder, left, frames, ignore_problems);
    // A recorder that was stopped, not killed, has written what its decoder held back.
    if (!frames.found_end()) decoder->release(frames, ignore_problems);
    // It came before all that is decoded here, whatever the clock was set to meanwhile.
    const bool known = end.last.tick != kNoTick;  // else its time is all there is to go by
    if (known && !left.state.empty() && !frames.found_end() && end.time == left.written) return 0;
    return frames.count();
}

void Connection::resume(const RecoveredConnection& left) {
    take_up(left);
    said_goodbye_ = left.said_goodbye;
}

void Connection::take_up(const RecoveredConnection& left) {
    const std::optional<RecordedEnd> end = end_of(left);
    goes_on_ = end.has_value() || left.said_goodbye;
    if (end) written_before_ = end->time;
    const std::string& id = left.game.empty() && end ? end->game : left.game;
    if (const Game* game = find_game(id); game_ == nullptr && game != nullptr) start(*game);
    if (!decoder_) {
        for (const KeptDatagram& one : left.datagrams) feed({one.direction, one.time, one.bytes});
        return;
    }
    if (!decoder_->restore(left.state, "") && !left.state.empty())
        problems_(
            {"what the earlier recorder knew of a client cannot be used; its recording goes "
             "on with the next complete snapshot"});
    const std::uint64_t written = end ? written_of(left, *end) : 0;
    // What the earlier recorder lost since its last frame, it could say nowhere.
    if (end && end->last.tick != kNoTick && written == 0 && !left.state.empty())
        files_->follow_file(*end, kStartedAgain);
    AfterWritten after(*sink_, *files_, written);
    feed_kept(*decoder_, left, after, problems_, files_.get());
    if (after.waits()) decoder_->release(after, problems_);
    after.pass();
    loss_ = kStartedAgain;
    if (!left.datagrams.empty()) loss_since_ = left.datagrams.back().time;
}

Checkpoint Connection::checkpoint() const {
    Checkpoint checkpoint;
    if (!decoder_) return checkpoint;
    checkpoint.game = game_->id;
    checkpoint.written = newest();
    checkpoint.file = last_path();
    checkpoint.state = decoder_->checkpoint();
    return checkpoint;
}

void Connection::skip_to(const Checkpoint& checkpoint, std::uint64_t datagrams,
                         std::chrono::nanoseconds until) {
    if (const Game* game = find_game(checkpoint.game); game_ == nullptr && game != nullptr)
        start(*game);
    if (!decoder_ || finished_) return;
    decoder_->release(*sink_, problems_);
    // The last one may have been a snapshot.
    const std::chrono::duration<double> tick(1 / game_->ticks_per_second);
    report(*files_, *decoder_, overload_text(datagrams),
           until + std::chrono::duration_cast<std::chrono::nanoseconds>(tick), {});
    if (checkpoint.state.empty() || checkpoint.game != game_->id) return;
    const std::uint64_t before = decoder_->begun();
    (void)decoder_->restore(checkpoint.state, kOverloaded);
    // Of maps of which nothing is left, nobody knows where the first one ended.
    if (decoder_->begun() + (decoder_->between_segments() ? 1 : 0) > before + 1)
        files_->forget_end();
}

void Connection::flush() {
    if (files_) files_->flush();
}

void Connection::release() {
    if (decoder_ && !finished_ && !failed()) decoder_->release(*sink_, problems_);
}

void Connection::catch_up() {
    if (decoder_ && !finished_ && !failed()) decoder_->catch_up(*sink_, problems_);
}

Result<void> Connection::finish() {
    if (!files_) return {};
    if (!loss_.empty()) files_->report_loss(std::exchange(loss_, {}), kEver);
    if (!std::exchange(finished_, true) && !failed()) decoder_->finish(*sink_, problems_);
    if (decoder_->announced() > 0) files_->forget_end();
    look_at_file();
    return files_->finish();
}

bool Connection::before_snapshots() const {
    if (!loss_.empty()) return false;
    if (decoder_) return decoder_->before_snapshots();
    const std::vector<Datagram> kept = views(probe_->kept(), false);
    IgnoringSink nowhere;
    return std::ranges::any_of(all_games(), [&](const Game* game) {
        if (game->make_decoder == nullptr) return false;
        const std::unique_ptr<StreamDecoder> decoder = game->make_decoder();
        for (const Datagram& one : kept) decoder->feed(one, nowhere, ignore_problems);
        return decoder->before_snapshots();
    });
}

std::string Connection::open_path() const {
    return files_ && files_->open() ? files_->files().back().path : "";
}

std::string Connection::last_path() const {
    if (const std::string folder = files_->kept_in(); !folder.empty()) return whole_path(folder);
    const std::vector<RecordedFile> all = files_->files();
    const auto last = std::find_if(all.rbegin(), all.rend(),
                                   [](const RecordedFile& file) { return !file.path.empty(); });
    return last == all.rend() ? "" : whole_path(last->path);
}

Tick Connection::last_tick() const {
    const std::vector<RecordedFile> all = files();
    return all.empty() ? kNoTick : all.back().last_tick;
}

std::vector<RecordedFile> Connection::files() const {
    if (!files_) return {};
    std::vector<RecordedFile> result = files_->files();
    if (finished_ && !result.empty()) result.back().counters = decoder_->counters();
    return result;
}

}  // namespace tickreel
