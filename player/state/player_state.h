#pragma once
// The state of the player: the open recording, the playhead, the frames around it, what is selected
// and followed, and the view settings. No window, no drawing. Opening and scanning run in the
// background; poll() takes the results. Nothing here throws; errors are messages.

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "player/state/actions.h"
#include "player/state/analysis.h"
#include "player/state/command.h"
#include "player/state/file_identity.h"
#include "player/state/frame_window.h"
#include "player/state/imported_file.h"
#include "player/state/playback.h"
#include "player/state/recents.h"
#include "player/state/reel_job.h"
#include "tickreel/analysis/export_plan.h"
#include "tickreel/analysis/recording_scan.h"
#include "tickreel/base/subprocess.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

class PlayerState {
public:
    using Seconds = std::chrono::duration<double>;

    explicit PlayerState(Recents recents = {});
    ~PlayerState();

    // The recording. `place` as typed after "@" ("1042", "1:02.5", "50%"), "" for the start.
    void open(const std::string& path, const std::string& place = "");
    void close();
    void open_neighbour(int by);  // the next recording of the folder, by name
    void poll();                  // once per frame, before drawing
    bool ready() const { return reader_ != nullptr; }
    bool loading() const { return opening_.running() || importing_.running(); }
    // What was opened is no recording and is imported first; 0..1.
    bool importing() const { return importing_.running(); }
    double import_progress() const { return importing_.progress(); }
    // Still written by a recorder, as far as one can tell: not closed. Looked at anew every second;
    // a playhead that waits at the end goes on when more is there.
    bool live() const { return reader_ && !reader_->finished(); }
    bool scanning() const { return scanning_.running(); }
    double scan_progress() const { return scanning_.progress(); }
    const std::string& path() const { return path_; }
    // What was asked for: path(), or the file that path() was imported from.
    const std::string& source_path() const { return source_; }
    bool imported() const { return import_folder_ != nullptr; }
    // Copies an imported recording to kept_path() and opens it there.
    void keep_import();
    bool keeping() const { return keeping_.running(); }
    std::string kept_path() const;
    const std::string& open_error() const { return open_error_; }
    const ReelReader& reader() const { return *reader_; }  // ready() only
    std::shared_ptr<const ReelReader> shared_reader() const { return reader_; }
    // Counts up with every recording that is opened or closed: panels drop what they cached.
    std::uint64_t generation() const { return generation_; }
    const Recents& recents() const { return recents_; }

    const Playback& playback() const { return playback_; }
    Playback& playback() { return playback_; }
    const FrameWindow& frames() const { return frames_; }
    const RecordingScan& scan() const { return *scan_; }
    const ScanPointer& scan_pointer() const { return scan_; }
    Moment moment() const;
    double seconds() const;
    // Whom messages named, at the current frame.
    const Roster* roster() const { return &roster_; }

    // Markers of the file and those that only this session has, in time order.
    const std::vector<Marker>& markers() const { return markers_; }
    // By index of markers(). Into the file where it takes them, beside the frame.
    void add_marker(Marker marker);
    void edit_marker(std::size_t index, Marker marker);
    void remove_marker(std::size_t index);
    void select_marker(std::optional<std::size_t> index);
    // The selected one, else the one at the playhead.
    std::optional<std::size_t> marker_here() const;
    // Counts up with every change of the markers, also with one that is still being written.
    std::uint64_t markers_revision() const { return markers_revision_; }
    bool marking() const {
        return marking_.running() || (!changes_.empty() && marker_home_ == MarkerHome::File) ||
               growing_.running();
    }
    // Nothing is written into a recording before somebody said so, once per recording; the change
    // that asked waits for it.
    void decide_markers(MarkerHome home);

    // Questions about the whole recording.
    const Analysis& analysis() const { return analysis_; }
    Analysis& analysis() { return analysis_; }
    void blame(std::optional<FieldRef> field);
    void plot(const FieldRef& field);

    // The frame that the current one is compared with.
    const std::optional<Frame>& pinned() const { return pinned_; }
    void pin();
    void unpin() { pinned_.reset(); }

    // `tickreel` with these words, beside the frame.
    void start_export(const std::vector<std::string>& words);
    void cancel_export() { exporting_.cancel(); }
    bool exporting() const { return exporting_.running(); }
    const std::optional<ProgramResult>& last_export() const { return last_export_; }

    // `tickreel recover` beside the file; the result is opened at this very tick.
    void recover();
    bool recovering() const { return recovering_.running(); }
    std::string recovered_path() const;  // what it will be called

    const std::optional<ItemKey>& selected() const { return selected_; }
    const std::optional<ItemKey>& followed() const { return followed_; }
    void select(std::optional<ItemKey> key) { selected_ = key; }
    void follow(std::optional<ItemKey> key);
    void follow_neighbour(int by);  // the next or previous of followable()
    void follow_number(std::size_t index);
    // What a camera can follow: named things with a position, else all things with one.
    std::vector<ItemKey> followable() const;

    void go_to(const std::string& place);
    void step(Unit unit, int by);
    void skip(std::int64_t ticks) { jump(playback_.position() + ticks); }
    void jump(std::int64_t position);
    void jump_share(double share);
    void escape();  // closes a dialog, leaves full screen, frees the camera: one of them

    const ViewSettings& view() const { return view_; }
    ViewSettings& view() { return view_; }
    const TimelineView& timeline_view() const { return timeline_view_; }
    // A part without the playhead is looked at on purpose: it stays until a jump.
    void set_timeline_view(const TimelineView& view);

    // "match.reel@2501042": opens this recording at this tick again.
    std::string deep_link() const;
    // What happened to the open file: it vanished or shrank. "" when all is well.
    const std::string& file_trouble() const { return file_trouble_; }

    // A line that fades: what the last command did.
    void notify(std::string text);
    const std::string& notice() const { return notice_; }
    std::uint64_t notices() const { return notices_; }  // how many there were
    bool notice_shows() const {                         // long ones take longer to read
        constexpr double kSecondsALetter = 0.04;
        return !notice_.empty() &&
               notice_age_ < 1.2 + kSecondsALetter * static_cast<double>(notice_.size());
    }

    // Carries a command out and says what of the state is different now. What only an app can do
    // (pictures, the clipboard, text boxes, keys, quitting) is handed on in Changes::tasks.
    Changes apply(const Command& command, const ActionRegistry& actions);
    void advance(Seconds elapsed);

private:
    void step_snapshot(int by);
    void step_tick(std::int64_t by);
    void jump_problem(int by);
    void jump_event(int by);
    void jump_hit(int by);
    void jump_change(int by);  // of the field that is looked into
    struct Opened {
        std::string path{};
        std::string place{};
        std::shared_ptr<const ReelReader> reader{};
        std::string error{};
        FileIdentity identity{};
        Bytes header{};
        ImportedFile import{};  // that it came of
    };
    void take_in(Opened opened);
    void watch_file(Seconds elapsed);
    void look_at_file();
    void take_growth(Opened opened);
    static void open_reader(Opened& opened);
    void take_import(Opened opened);
    void take_recovered(const ReelJobResult& result);
    std::string place_text() const;  // where the playhead is, as open() takes it
    void show_first_things();
    void start_scan();
    struct MarkerChange {
        enum class Kind : std::uint8_t { Add, Edit, Delete };
        Kind kind = Kind::Add;
        std::uint32_t number = 0;  // of Edit and Delete
        Marker marker{};
        std::string path{};
        std::string error{};
    };
    void sort_markers();
    void forget_own(const Marker& marker);
    void write_markers(MarkerChange change);
    void write_next_marker();
    void take_marking(const MarkerChange& done);
    void reopen();  // beside the frame: the file has changed
    void refresh_frames();
    void refresh_roster();

    Recents recents_;
    std::string path_;
    std::string source_;
    std::shared_ptr<const TemporaryFolder> import_folder_;
    std::string open_error_;
    std::shared_ptr<const ReelReader> reader_;
    std::uint64_t generation_ = 0;
    Playback playback_;
    FrameWindow frames_;
    ScanPointer scan_;
    Roster roster_;
    ScanPointer roster_source_;  // what roster_ was read from, and for when
    Moment roster_at_{};
    TimelineView timeline_view_;
    bool timeline_follows_ = true;
    double followed_playhead_ = 0;  // where it was when the view last followed
    std::uint64_t markers_revision_ = 0;
    std::vector<Marker> own_markers_;
    std::vector<Marker> markers_;
    std::vector<std::optional<std::uint32_t>> marker_numbers_;  // beside markers_; nothing: own
    std::optional<std::size_t> selected_marker_;
    MarkerHome marker_home_ = MarkerHome::Unasked;
    std::vector<MarkerChange> changes_;  // that wait to be written
    Analysis analysis_;
    std::optional<Frame> pinned_;
    std::string file_trouble_;
    std::optional<ProgramResult> last_export_;
    Background<ProgramResult> exporting_;
    ReelJob recovering_;
    std::optional<ItemKey> selected_;
    std::optional<ItemKey> followed_;
    ViewSettings view_;
    std::string notice_;
    std::uint64_t notices_ = 0;
    double notice_age_ = 0.0;
    double since_look_ = 0.0;   // seconds since the file was looked at
    FileIdentity seen_{};       // as it was opened, or looked at since
    Bytes header_;              // its first bytes
    bool own_change_ = false;   // the file was changed by us: the recording is the same
    bool scan_is_old_ = false;  // the recording grew since the scan began
    Background<Opened> growing_;
    Background<MarkerChange> marking_;
    Background<Opened> opening_;
    Background<Opened> importing_;  // the same, which are no recordings yet
    struct Kept {
        std::string path{};
        std::string error{};
    };
    Background<Kept> keeping_;
    Background<ScanPointer> scanning_;
};

}  // namespace tickreel
