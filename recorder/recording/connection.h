#pragma once
// Records one connection between a client and a server: detects its game, decodes it, writes its
// reels. Used by `record` (live) and `import` (captures). Not thread-safe.

#include <memory>
#include <optional>

#include "recorder/recording/recovery_log.h"
#include "recorder/recording/redacting_sink.h"
#include "recorder/recording/reel_files.h"

namespace tickreel {

struct RecordedEnd;

class Connection {
public:
    // `game` nullptr: detect it. `client`: by which others know it, see LiveTails.
    Connection(const Game* game, const RecordingOptions& options, FileMaker maker,
               ProblemSink problems, std::uint64_t client = 0);

    void feed(const Datagram& datagram);
    // Before the next feed(): datagrams that the recorder lost, or one that nobody can read.
    void report_loss(std::uint64_t datagrams);
    void report_loss(std::string reason) {
        if (files_) loss_ = std::move(reason);
    }
    // Before the first feed(): continues where an earlier recorder stopped.
    void resume(const RecoveredConnection& left);
    Checkpoint checkpoint() const;  // without its place
    // Datagrams were left out, the last of them at `until`, up to this checkpoint of another
    // Connection that has seen them.
    void skip_to(const Checkpoint& checkpoint, std::uint64_t datagrams,
                 std::chrono::nanoseconds until);
    void flush();
    bool outlives_kill() const { return !files_ || files_->outlives_kill(); }
    void release();         // what the decoder holds back for more of its tick: nothing comes
    void catch_up();        // ... but for the frame that what comes without one may belong to
    Result<void> finish();  // idempotent; the first write error

    const Game* game() const { return game_; }
    bool failed() const { return files_ && files_->failed(); }
    std::string open_path() const;  // of the file being written, or ""
    // Time of the newest frame, if need be an earlier recorder's; 0: none came.
    std::chrono::nanoseconds newest() const {
        const auto newest = files_ ? files_->written() : std::chrono::nanoseconds{};
        return newest.count() != 0 ? newest : written_before_;
    }
    // A peer said goodbye.
    bool closed() const { return said_goodbye_ || (decoder_ && decoder_->closed()); }
    bool holds_frame() const { return decoder_ && decoder_->holds_frame(); }
    void split() {
        if (files_) files_->split();
    }
    PlacedMarker mark(const std::string& text) {
        if (!files_) return {{0, kNoTick}, "", "no snapshot has come yet"};
        if (closed()) return {{0, kNoTick}, "", "the player has left"};
        if (failed()) return {{0, kNoTick}, "", "its recording has ended: " + files().back().error};
        return files_->mark(redaction_ ? redaction_->marker_text(text) : text);
    }
    std::optional<FileOutage> outage() const { return files_ ? files_->outage() : std::nullopt; }
    std::uint64_t snapshots_lost() const { return files_ ? files_->snapshots_lost() : 0; }
    WrittenSnapshots snapshots_written() const {
        return files_ ? files_->snapshots_written() : WrittenSnapshots{};
    }
    void look_at_file() {
        if (files_) files_->look_at_file();
    }
    SavedClip save() {
        if (!files_) return {{}, "", "no snapshot has come yet"};
        return files_->save();
    }
    WhoPlays who() const { return files_ ? files_->who() : WhoPlays{}; }
    std::string gaps_nowhere() const { return files_ ? files_->gaps_nowhere() : ""; }
    // Here, or in the files that an earlier recorder left.
    bool any_frames() const { return goes_on_ || (files_ && files_->any_frames()); }
    // As its decoder says; where the game is not known yet, as the decoder of any game does.
    bool before_snapshots() const;
    std::vector<RecordedFile> files() const;  // but those taken
    Tick last_tick() const;                   // of the newest frame in them; kNoTick: none came
    std::vector<RecordedFile> take_closed() {
        return files_ ? files_->take_closed() : std::vector<RecordedFile>{};
    }

private:
    void start(const Game& game);
    void take_up(const RecoveredConnection& left);
    bool keeps_in_memory() const { return options_.clips.keep.count() > 0; }
    std::optional<RecordedEnd> end_of(const RecoveredConnection& left) const;
    std::uint64_t written_of(const RecoveredConnection& left, const RecordedEnd& end) const;
    std::string last_path() const;

    const Game* game_;
    RecordingOptions options_;
    std::uint64_t client_;
    FileMaker maker_;
    ProblemSink problems_;
    std::optional<GameProbe> probe_;
    std::unique_ptr<StreamDecoder> decoder_;
    std::unique_ptr<RecordingSink> files_;
    std::unique_ptr<FrameSink> tail_;
    std::unique_ptr<LiveRedaction> redaction_;  // on the way to the files, where it is wanted
    std::unique_ptr<FrameSink> filter_;
    std::unique_ptr<FrameSink> teacher_;
    FrameSink* sink_ = nullptr;  // the first of these
    std::string loss_{};         // up to the next datagram
    std::chrono::nanoseconds loss_since_{};
    bool finished_ = false;
    bool said_goodbye_ = false;                  // to an earlier recorder, and nothing since
    bool goes_on_ = false;                       // an earlier recorder has recorded it
    std::chrono::nanoseconds written_before_{};  // the last frame of that
};

}  // namespace tickreel
