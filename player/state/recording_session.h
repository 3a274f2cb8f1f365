#pragma once
// The open recording as a file: opening, importing and reopening it, following it while it is
// written, what is wrong with it, what a walk through all of it found, and the jobs that make other
// files of it (keep, recover, export). Everything slow runs beside the frame; poll() takes in what
// it found. Nothing here throws; what fails is a message.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "player/state/file_identity.h"
#include "player/state/imported_file.h"
#include "player/state/match_views.h"
#include "player/state/notices.h"
#include "player/state/recents.h"
#include "player/state/reel_job.h"
#include "tickreel/analysis/export_plan.h"
#include "tickreel/analysis/recording_scan.h"
#include "tickreel/base/subprocess.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

// What is different after poll(): whoever holds something of the recording follows it.
struct SessionNews {
    bool opened = false;         // another recording, or the same one that was replaced
    bool same = false;           // opened: the same recording, though its file is another one
    std::string place{};         // where to go, as typed after "@": it is there now
    bool reread = false;         // the same recording, longer or with other markers: a new reader
    std::vector<Marker> kept{};  // markers that keep_import() stored
    bool not_kept = false;       // it failed
};

class RecordingSession {
public:
    explicit RecordingSession(Recents recents);

    // `place` as typed after "@" ("1042", "1:02.5", "50%"), "" for the start. `view`: of a match
    // file, as find_view() takes it; "" for the first.
    void open(const std::string& path, const std::string& place, const std::string& view = "");
    void close();
    // The next recording of the folder, by name; of the same import, at the same tick.
    void open_neighbour(int by, Moment here, Notices& notices);
    // Once per frame. `here`: where the playhead is, as open() takes it; copies open there.
    // `stays`: the open recording must not be replaced yet.
    SessionNews poll(const std::string& here, bool stays, Notices& notices);
    // Another recording was read and waits for that.
    bool another_waits() const { return waiting_.has_value(); }
    // Looks at the file once a second, unless we write into it ourselves.
    void watch(double seconds, bool writing);
    void reread_own_change();  // we wrote into the file, or tried: the recording is the same

    bool ready() const { return reader_ != nullptr; }
    bool loading() const { return opening_.running() || importing_.running() || another_waits(); }
    // What was opened is no recording and is imported, and shown as it grows; 0..1.
    bool importing() const { return importing_.running(); }
    double import_progress() const { return importing_.progress(); }
    // What is shown is the beginning of what is imported.
    bool shows_beginning() const;
    // Where to go as soon as it is imported; "" once it is there.
    const std::string& awaited_place() const { return awaited_place_; }
    // Still written by a recorder, as far as one can tell: not closed.
    bool live() const { return reader_ && !reader_->finished(); }
    bool rereading() const { return growing_.running(); }
    // What is shown took the place of the file that was open under this name.
    bool replaced() const { return replaced_; }
    const std::string& path() const { return path_; }
    // What was asked for: path(), or the file that path() was imported from.
    const std::string& source_path() const { return source_; }
    bool imported() const { return import_folder_ != nullptr; }
    // What a file of markers is beside, see marker_file_of(): path(); of an import, what was
    // opened, and after a dot which recording of it unless it is the first.
    std::string marked_path() const;
    // The match file that it is a view of; nullptr: it is none, or match_trouble() says why not.
    const MatchViews* match() const { return match_.get(); }
    const std::string& match_trouble() const { return match_trouble_; }
    // What the import could not keep, "" if nothing.
    const std::string& import_lost() const { return import_lost_; }
    const std::string& open_error() const { return open_error_; }
    // What happened to the open file: it vanished or shrank. "" when all is well.
    const std::string& file_trouble() const { return file_trouble_; }
    const Recents& recents() const { return recents_; }

    const ReelReader& reader() const { return *reader_; }  // ready() only
    const std::shared_ptr<const ReelReader>& shared_reader() const { return reader_; }
    Moment moment_at(std::int64_t position) const;
    // "match.reel@2501042": opens this recording at this tick again.
    std::string link_to(Moment moment) const;
    // Counts up with every recording that is opened or closed: panels drop what they cached.
    std::uint64_t generation() const { return generation_; }
    const RecordingScan& scan() const { return *scan_; }
    const ScanPointer& scan_pointer() const { return scan_; }
    bool scanning() const { return scanning_.running(); }
    double scan_progress() const { return scanning_.progress(); }

    // Copies an imported recording to kept_path(), with these markers too, and opens it there.
    void keep_import(const std::vector<Marker>& markers, Notices& notices);
    bool keeping() const { return keeping_.running(); }
    std::string kept_path() const;

    // `tickreel recover` beside the file; the result is opened where the playhead is.
    void recover(Notices& notices);
    bool recovering() const { return recovering_.running(); }
    std::string recovered_path() const;  // what it will be called

    // Of all of the recording. What is made goes beside what was opened: path() of an import is
    // gone when it is closed.
    ExportPlan export_plan() const;
    // `tickreel` with these words, beside the frame.
    // `typed`: as a person types it.
    void start_export(const std::vector<std::string>& words, const std::string& typed);
    void cancel_export() { exporting_.cancel(); }
    // Whether nothing that is being written would be lost with the player; said once.
    bool may_end(Notices& notices);
    bool exporting() const { return exporting_.running(); }
    const std::optional<ProgramResult>& last_export() const { return last_export_; }
    // The words of the running export, or of that whose result last_export() is.
    const std::vector<std::string>& exported_words() const { return exported_words_; }
    const std::string& exported_as_typed() const { return exported_as_typed_; }

private:
    struct OpenResult {
        std::string path{};
        std::string place{};
        std::shared_ptr<const ReelReader> reader{};
        std::string error{};
        FileIdentity identity{};
        Bytes header{};
        ImportedFile import{};   // that it came of
        std::string views_of{};  // the match file that it is a view of, "": none
        std::shared_ptr<const MatchViews> match{};
        std::string match_trouble{};
    };
    struct SavedImport {
        std::string path{};
        std::vector<Marker> markers{};
        std::string error{};
    };
    struct Waiting {
        OpenResult opened{};
        bool of_import = false;
    };
    static void open_reader(OpenResult& opened);
    void forget();
    std::string place_of(Moment here, const std::string& in) const;
    bool take_in(OpenResult opened);
    void take_match(OpenResult& opened);
    void take_import(OpenResult opened, const std::string& here, SessionNews& news,
                     Notices& notices);
    bool reached_awaited_place() const;
    void take_growth(OpenResult opened, const std::string& here, SessionNews& news,
                     Notices& notices);
    void poll_jobs(const std::string& here, SessionNews& news, Notices& notices);
    void poll_opened(const std::string& here, bool stays, SessionNews& news, Notices& notices);
    void identify_file();
    void reopen();
    void start_scan();

    Recents recents_;
    std::string path_;
    std::string source_;
    std::string awaited_place_;
    std::shared_ptr<const TemporaryFolder> import_folder_;
    std::string import_lost_;
    std::string views_of_;
    std::shared_ptr<const MatchViews> match_;
    std::string match_trouble_;
    std::string open_error_;
    std::string file_trouble_;
    std::shared_ptr<const ReelReader> reader_;
    std::uint64_t generation_ = 0;
    ScanPointer scan_;
    double since_look_ = 0.0;  // seconds since the file was looked at
    FileIdentity seen_{};      // as it was opened, or looked at since
    Bytes header_;             // its first bytes
    bool replaced_ = false;
    bool own_change_ = false;   // the file was changed by us
    bool scan_is_old_ = false;  // the recording grew since the scan began
    std::optional<ProgramResult> last_export_;
    std::string exported_as_typed_;
    std::vector<std::string> exported_words_;
    Background<ProgramResult> exporting_;
    bool end_warned_ = false;  // by may_end(), of what runs now
    ReelJob recovering_;
    Background<SavedImport> keeping_;
    Background<OpenResult> growing_;
    Background<OpenResult> opening_;
    Background<OpenResult> importing_;  // the same, which are no recordings yet
    std::optional<Waiting> waiting_;    // to be shown
    Background<ScanPointer> scanning_;
};

}  // namespace tickreel
