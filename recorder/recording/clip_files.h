#pragma once
// `record --keep-last`: the flight recorder. Keeps the last minutes (see FrameRing) and writes them
// to a file when a requested event occurs, plus some seconds after it; without requested events,
// when the connection ends. Events during a growing clip extend it. A clip that would
// repeat minutes of the one before it extends it instead: a file stays open as long as an event
// could reach back to its end, and no snapshot is written twice. A clip that a person saves is
// finished at once, or when its events have what comes after them; the next one goes on behind it.
// Each file has the names of types and the maps again: where that takes more than what the clips
// leave out, they share one, which is a finished recording between them.
// A clip holds all maps of its minutes, or is a file of each with RecordingOptions::split_by_map.
// If a file cannot be written, the next one goes on behind its last snapshot; what the ring forgets
// until then is counted.

#include "recorder/recording/client_name.h"
#include "recorder/recording/frame_ring.h"
#include "recorder/recording/reel_files.h"
#include "tickreel/analysis/frame_query.h"

namespace tickreel {

// Triggers that are no events.
inline constexpr std::string_view kOnMismatch = "mismatch";
inline constexpr std::string_view kOnGap = "gap";
inline constexpr std::string_view kOnQuery = "query";  // its text is the expression
// An error if none of these games has such an event.
Result<void> check_trigger(const ClipTrigger& trigger, std::span<const Game* const> games);

class ClipFiles final : public RecordingSink {
public:
    ClipFiles(const Game& game, const RecordingOptions& options, FileMaker maker,
              ProblemSink problems);

    TypeId add_type(const ItemType& type) override;
    void set_property(std::string_view key, std::string_view value) override {
        kept_.set_property(key, value);
    }
    void begin_segment(const Segment& segment) override;
    void add_attachment(const Attachment& attachment) override { kept_.add_attachment(attachment); }
    void add_marker(const Marker& marker) override { kept_.add_marker(marker); }
    void add_gap(const Gap& gap) override;
    void add_frame(const Frame& frame) override;
    Result<void> finish() override;

    void report_loss(std::string reason, std::chrono::nanoseconds until,
                     std::chrono::nanoseconds since) override;
    void forget_end() override { (void)losses_.forget_end(); }
    void follow_file(const RecordedEnd& end, std::string reason) override;
    bool repeats(bool on) override;
    std::chrono::nanoseconds written() const override { return now_; }
    std::string kept_in() const override { return finished_ ? "" : ring_.folder(); }
    void flush() override {
        ring_.flush();
        if (clip_) clip_->flush();
    }
    bool outlives_kill() const override { return ring_.outlives_kill(); }
    bool failed() const override { return failed_; }
    PlacedMarker mark(const std::string& text) override;
    std::optional<FileOutage> outage() const override { return outage_; }
    std::uint64_t snapshots_lost() const override { return lost_; }
    WrittenSnapshots snapshots_written() const override {
        WrittenSnapshots written = written_;
        if (clip_) written.add(clip_->snapshots_written());
        return written;
    }
    SavedClip save() override;
    bool open() const override { return clip_ && !clip_->sealed(); }
    WhoPlays who() const override { return who_.who(); }
    bool any_frames() const override { return now_.count() != 0; }
    std::vector<RecordedFile> files() const override;
    std::vector<RecordedFile> take_closed() override;

private:
    bool wanted(const Frame& frame);
    bool query_holds(const Frame& frame);
    void look_at(const Frame& frame);
    void write_clip();
    void want_until(std::chrono::nanoseconds time);
    void settle_clip();
    void rest_clip();
    void end_clip();
    bool affords(std::uint64_t bytes) const;
    void fail_clip();
    void lose(std::uint64_t snapshots);
    void lose_forgotten(std::uint64_t forgotten_before);
    void lose_rest();
    void note_place();

    const Game& game_;
    RecordingOptions options_;
    FileMaker maker_;
    ProblemSink problems_;
    FrameRing ring_;
    WhoPlaysSink who_;                        // before it
    std::unique_ptr<FrameSink> redaction_{};  // on the way to the ring
    FrameSink& kept_;                         // where frames go
    Schema schema_{};
    std::vector<std::vector<bool>> asked_for_;  // [type][trigger]: may this event fire it
    // Of the triggers that are queries: parsed again when the schema grows, which may make it
    // known.
    struct QueryTrigger {
        std::string text{};
        std::optional<FrameQuery> query{};
        bool held = false;  // at the frame before
    };
    std::vector<QueryTrigger> queries_;
    std::vector<RecordedFile> files_;  // closed, but those taken
    unsigned clips_ = 0;               // begun so far
    LossGaps losses_{};                // before the decoder
    std::unique_ptr<ReelFiles> clip_;  // the last one, as long as it may be extended
    PartReplay::Place clip_end_{};     // up to here all is in a clip, or was to be in none
    std::chrono::nanoseconds clip_end_time_{};
    std::chrono::nanoseconds now_{};
    std::chrono::nanoseconds due_{};  // when the clip that grows is written; 0 = none grows
    std::chrono::nanoseconds wanted_until_{};  // by all that asked for it meanwhile
    bool saved_ = false;  // a person asked for the clip: it ends when nothing asks for more
    Moment last_{};       // of the newest frame
    bool gap_seen_ = false;
    bool repeats_ = false;                 // what comes is in a clip of an earlier recorder ...
    std::chrono::nanoseconds repeated_{};  // ... up to here
    std::optional<RecordedEnd> before_{};  // until the first segment begins
    std::uint32_t segments_ = 0;           // begun
    std::chrono::nanoseconds retry_{};     // after a clip that could not be written; 0: never
    std::optional<FileOutage> outage_{};   // told, and not yet that the clip was written later
    std::uint64_t lost_ = 0;               // snapshots that a clip should have and none has
    WrittenSnapshots written_{};           // in clips that have ended
    // What clips cost beside a recording of everything, but for the clip that grows.
    std::uint64_t again_ = 0;          // bytes of names, maps and indexes
    std::uint64_t frame_bytes_ = 0;    // of the rest
    std::uint64_t index_bytes_ = 0;    // of the last index of the open file; 0: none
    std::uint64_t left_out_ = 0;       // snapshots, about
    std::uint64_t times_written_ = 0;  // clips, or more of one
    std::string reported_folder_{};    // what is kept; "" = in memory
    bool failed_ = false;
    bool finished_ = false;
};

}  // namespace tickreel
