#pragma once
// Writes the frames of one connection to one .reel, or one per segment. Placed between the decoder
// and the ReelWriter: creates the file when the first frame arrives (a connection without a game
// has none), attaches maps, records the recorder's losses, keeps counts for the final report. After
// a write error the rest of that connection is ignored and reported; with RecordingOptions::retry,
// recording resumes in another file as soon as one can be written.

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "recorder/games/game.h"
#include "recorder/recording/client_name.h"
#include "recorder/recording/held_markers.h"
#include "recorder/recording/loss_gaps.h"
#include "recorder/recording/name_pattern.h"
#include "recorder/recording/outage_log.h"
#include "recorder/recording/recording_options.h"
#include "recorder/recording/recording_sink.h"
#include "recorder/recording/split_rule.h"
#include "tickreel/reel/reel_writer.h"
#include "tickreel/reel/statistics.h"

namespace tickreel {

class WatchedFile;

// Creates the file of the connection's `wish.part` (1, 2 ... when split); returns its path.
struct NewFile {
    std::string path{};
    std::unique_ptr<ByteSink> sink{};
    std::string instead{};  // why it is in another folder than usual; "": it is not
};
using FileMaker = std::function<Result<NewFile>(const FileNameFields& wish)>;

class ReelFiles final : public RecordingSink {
public:
    ReelFiles(const Game& game, const RecordingOptions& options, FileMaker maker,
              ProblemSink problems);

    TypeId add_type(const ItemType& type) override;
    void set_property(std::string_view key, std::string_view value) override;
    void begin_segment(const Segment& segment) override;
    void add_attachment(const Attachment& attachment) override;
    void add_marker(const Marker& marker) override;
    void add_gap(const Gap& gap) override;
    void add_frame(const Frame& frame) override;
    Result<void> finish() override;  // the first error of any file

    void report_loss(std::string reason, std::chrono::nanoseconds until,
                     std::chrono::nanoseconds since = {}) override;
    void forget_end() override;
    void follow(const Moment& last, std::chrono::nanoseconds time, Tick step) override;
    void follow_file(const RecordedEnd& end, std::string reason) override;
    std::chrono::nanoseconds written() const override { return last_time_; }
    void flush() override;
    bool failed() const override { return failed_ && options_.retry.count() == 0; }
    void split() override { splits_.ask(); }
    void look_at_file() override;
    PlacedMarker mark(const std::string& text) override;
    std::optional<FileOutage> outage() const override { return outages_.now(); }
    std::uint64_t snapshots_lost() const override { return outages_.snapshots_lost(); }
    WrittenSnapshots snapshots_written() const override { return snapshots_written_; }
    // The open file is a finished recording until more comes. The bytes this took.
    std::uint64_t seal();
    bool sealed() const { return ready() && writer_->sealed(); }
    // Its path has it, as it was written.
    bool file_is_there() const;
    // What lies before the next frame, behind the last one, is a gap.
    void leave_out(std::string reason) { losses_.report_next(std::move(reason)); }
    // Of the last file: names of types, and maps; and the rest.
    std::uint64_t head_bytes() const { return head_bytes_; }
    std::uint64_t frame_bytes() const {
        return files_.empty() ? 0
                              : files_.back().bytes - std::min(files_.back().bytes, head_bytes_);
    }
    // The last frame that is in a file for certain.
    const Moment& last_written() const { return last_written_; }
    bool open() const override { return writer_ != nullptr; }
    std::string gaps_nowhere() const override { return gaps_nowhere_; }
    bool any_frames() const override { return !files_.empty(); }
    WhoPlays who() const override {
        return {player_.name(), segments_.empty() ? "" : segments_.back().map};
    }
    std::vector<RecordedFile> files() const override { return files_; }
    std::vector<RecordedFile> take_closed() override { return take_all_but_last(files_); }

private:
    Result<NewFile> make_file(const Frame& first);
    void open_file(const Frame& first);
    void begin_file(const Frame& first, NewFile file);
    void split_file(const Frame& first);
    bool waits(const Frame& first) const;
    FileNameFields wish_for(const Frame& first) const;
    bool may_open(const Frame& first);
    void fail_file(const std::string& error);
    void end_failed_file(const std::string& error);
    void note_written();
    void forget_unwritten(const std::string& error);
    void forget_file(const std::string& error);
    void begin_outage(const std::string& error);
    PlacedMarker hold_marker(Marker marker);
    void close_file();
    void check_writer();
    void write_attachment(const Attachment& attachment);
    void attach_map();
    void count(const Frame& frame);
    void note_hole(const Frame& frame);
    void note_nowhere(const Gap& gap);
    std::string map_of(std::uint32_t segment) const;
    void tell_lost_end();
    bool ready() const { return writer_ && !failed_ && !ending_; }
    std::optional<SplitRule::OpenFile> open_size() const;

    // A frame of the open chunk: lost if the file fails.
    struct Unwritten {
        Moment moment{};
        WireChecksum checksum = WireChecksum::Absent;
        ResendTotals resends{};
    };

    const Game& game_;
    RecordingOptions options_;
    FileMaker maker_;
    ProblemSink problems_;

    Schema schema_;
    std::map<std::string, std::string> properties_;
    std::vector<Segment> segments_;                // all so far
    std::uint32_t file_segment_ = 0;               // first segment of the open file
    std::vector<Attachment> attachments_;          // that came before the file
    std::map<std::string, std::string> attached_;  // in the open file: name, sha256
    bool map_wanted_ = true;                       // of the segment that has begun
    std::optional<Attachment> last_map_;           // that the game gave, for files after a split
    SplitRule splits_;
    bool ending_ = false;              // the open file, with the first frame of the next segment
    bool split_inside_ = false;        // the next file begins inside a segment
    bool failure_reported_ = false;    // and not yet that it goes on
    bool split_reported_ = false;      // that no other file can begin
    Moment last_written_{0, kNoTick};  // in a file that is still there
    Moment before_file_{0, kNoTick};   // the last one before the open file
    std::chrono::nanoseconds last_time_{};
    ClientName player_;
    std::chrono::nanoseconds file_start_{};  // of the open one
    std::uint64_t head_bytes_ = 0;           // likewise: names of types, maps
    std::chrono::nanoseconds retry_at_{};    // after a failure
    unsigned parts_ = 0;                     // asked for
    std::vector<Gap> early_gaps_;
    std::string gaps_nowhere_;
    std::vector<Marker> early_markers_;
    HeldMarkers held_markers_{};
    OutageLog outages_{};
    WrittenSnapshots snapshots_written_{};
    Moment newest_{0, kNoTick};  // whether or not a file took it
    std::chrono::nanoseconds newest_time_{};

    std::unique_ptr<ReelWriter> writer_;
    const WatchedFile* watched_ = nullptr;  // the writer's
    std::deque<Unwritten> unwritten_;
    ResendReader resends_{};
    std::vector<RecordedFile> files_;  // but those taken; the last one is open while writer_
    std::uint64_t count_gaps_at_ = 0;  // that many snapshots in the open file
    LossGaps losses_{};
    std::optional<std::string> end_lost_{};  // of the segment, since an unknown tick: why
    std::optional<RecordedEnd> before_{};    // until the first segment begins
    bool failed_ = false;
    std::string error_;
};

}  // namespace tickreel
