#pragma once
// The recorder thread (see workers.h): takes datagrams off the queue, decodes, writes. The wire
// thread never waits for it. One Connection per proxy client. All messages to people (status,
// problems) are printed on this thread, so that a blocked terminal does not block the wire either.

#include <atomic>
#include <set>
#include <unordered_map>

#include "recorder/recording/connection.h"
#include "recorder/recording/datagram_queue.h"
#include "recorder/recording/follower.h"
#include "recorder/recording/order_answers.h"
#include "recorder/recording/session_status.h"
#include "tickreel/reel/compress.h"

namespace tickreel {

struct RecorderOptions {
    const Game* game = nullptr;  // nullptr: detect it for each connection
    RecordingOptions recording{};
    std::size_t queue_bytes = 64U << 20;
    SpillOptions spill{};
    RecoveryLog* log = nullptr;  // outlives the recorder
    Workers* workers = &Workers::threads();
    RecoveredConnections left{};  // of an earlier recorder: continued
    FileMaker make_file{};
    ProblemSink problems = ignore_problems;
    std::function<void(const RecordedFile&)> on_closed{};       // a second later, or two
    std::function<void(const std::string&)> on_gaps_nowhere{};  // lost snapshots that no file names
    std::function<void(const RecorderTotals&)> on_second{};     // once a second
    std::function<FolderStatus()> look_at_folder{};  // likewise, and before a file is split
    // Now and then, and when a file has ended, with those that are being written: old ones may be
    // deleted.
    std::function<void(const std::set<std::string>& open)> tidy{};
};

class Recorder {
public:
    // `clock` outlives the recorder.
    Recorder(RecorderOptions options, const Clock& clock);
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;
    ~Recorder() { stop(); }

    DatagramQueue& queue() { return queue_; }  // push here, from any thread
    // A marker in the recording of this client, 0: of all who play. From any thread; waits at most
    // so long for what became of it. Empty: what waits before it takes longer, it is set then.
    std::optional<std::vector<MarkerOutcome>> mark(std::uint64_t client, const std::string& text,
                                                   std::chrono::milliseconds patience);
    // The clip of this client, 0: of all; likewise.
    std::optional<std::vector<SaveOutcome>> save(std::uint64_t client,
                                                 std::chrono::milliseconds patience);
    // Another file for this client, 0: for all; likewise. Not where none can begin.
    std::optional<std::vector<SplitOutcome>> split(std::uint64_t client,
                                                   std::chrono::milliseconds patience);
    // Takes nothing more in; drains the queue and finishes all files on its thread, until ended().
    void begin_stop();
    bool ended() const { return ended_; }
    // The same, and waits for it.
    void stop();
    std::uint64_t lost() const { return queue_.lost(); }
    // After stop(): of all files, and the first that could not be written to its end. Months of
    // recording close any number of files: there is no list of them.
    RecorderTotals totals() const;
    const std::optional<RecordedFile>& first_failed() const { return first_failed_; }
    // After stop(): clients whose datagrams came here, those of them that gave no snapshot, and
    // those that were sent none.
    std::uint64_t connections() const { return connections_; }
    std::uint64_t unrecorded() const { return unrecorded_; }
    std::uint64_t left_early() const { return left_early_; }
    // Clients of which snapshots were lost at last, after which no file came that says so.
    std::uint64_t gaps_nowhere() const { return gaps_nowhere_; }

private:
    using TimePoint = Clock::TimePoint;
    struct Live {
        std::unique_ptr<Connection> connection{};
        TimePoint last_datagram{};
        bool flushed = true;
        std::chrono::nanoseconds newest_frame{};
        TimePoint last_frame{};
        std::chrono::nanoseconds oldest_frame{};  // in the open chunk ...
        TimePoint chunk_begun{};                  // ... and when it came
        bool frames_flushed = true;
        bool error_reported = false;
        RecordedClient closed{};             // its files that are closed and reported
        std::uint64_t place = 0;             // in the log, of what has been taken in
        std::uint64_t checked = 0;           // of the last checkpoint that was due
        std::uint64_t logged = 0;            // of the last one that is in the log
        std::chrono::nanoseconds noted{-1};  // what that one calls written
        TimePoint last_checkpoint{};
    };

    bool round(std::chrono::milliseconds patience);
    void end();
    bool hands_over();
    Follower::Batch next_batch(std::chrono::milliseconds patience);
    void keep_up();
    void take(const QueueItem& item);
    void take_split(const QueueItem& item);
    void take_save(const QueueItem& item);
    void take_marker(const QueueItem& item);
    void finish(std::uint64_t client, Live& live);
    void note_closed(std::uint64_t client, Live& live, const RecordedFile& file);
    void resume();
    void flush_quiet();
    void note_checkpoints();
    bool waits_for_disk(const Live& live) const;
    void every_second();
    void tell_lost(Clock::TimePoint now);
    void tidy();
    Live& live_of(std::uint64_t client);

    Compressor compressor_{};  // of all recordings
    RecorderOptions options_;
    const Clock& clock_;
    DatagramQueue queue_;
    MarkerAnswers marker_answers_;
    SaveAnswers save_answers_;
    SplitAnswers split_answers_;
    std::atomic<bool> ended_ = false;
    FolderStatus folder_{};
    std::unordered_map<std::uint64_t, Live> live_;
    RecorderTotals closed_{};  // of the files that were reported
    std::optional<RecordedFile> first_failed_{};
    std::uint64_t connections_ = 0;
    std::uint64_t unrecorded_ = 0;
    std::uint64_t left_early_ = 0;
    std::uint64_t gaps_nowhere_ = 0;
    std::uint64_t lost_told_ = 0;  // datagrams
    Clock::TimePoint told_lost_{};
    unsigned numbered_ = 0;  // connections that have a file
    TimePoint last_second_{};
    TimePoint stopping_{};  // when it began; set before the queue is closed, once
    TimePoint last_tidy_{};
    bool file_ended_ = false;  // since then
    Follower follower_;
    std::unique_ptr<Work> following_;
    std::unique_ptr<Work> work_;
};

}  // namespace tickreel
