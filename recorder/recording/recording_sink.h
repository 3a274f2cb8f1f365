#pragma once
// The sink between a connection's decoder and its files: writes everything to a file (ReelFiles),
// or only the stretches around requested events (ClipFiles).

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "recorder/recording/recorded_end.h"
#include "tickreel/analysis/resend_track.h"
#include "tickreel/model/frame_sink.h"

namespace tickreel {

struct RecordedFile {
    std::string path{};
    std::string protocol{};
    std::uint64_t snapshots = 0;
    std::uint64_t wire_ok = 0;
    std::uint64_t wire_mismatch = 0;
    std::uint64_t wire_absent = 0;
    // As `info` counts them; while it is open, those of up to a second ago, or a 2000th of it.
    std::uint64_t gaps = 0;
    std::uint64_t bytes = 0;
    Tick last_tick = kNoTick;                         // of its last snapshot
    std::string error{};                              // "" = closed well
    bool begun = true;                                // false: none could be made
    std::map<std::string, std::uint64_t> counters{};  // the decoder's, when its connection is over
};

// Who plays now, and where; "" = not known yet.
struct WhoPlays {
    std::string player{};
    std::string map{};
    bool operator==(const WhoPlays&) const = default;
};

// Snapshots come that no file takes: the disk is full, the folder is gone.
struct FileOutage {
    std::string path{};  // of the file that failed first; "" = none could be made
    std::string error{};
    std::chrono::nanoseconds since{};  // UTC, of the first snapshot that it cost
    std::uint64_t snapshots_lost = 0;  // so far
    bool operator==(const FileOutage&) const = default;
};

// Snapshots that were written to files. They never become fewer: what is lost with a file that
// goes later is another number.
struct WrittenSnapshots {
    std::uint64_t all = 0;
    std::uint64_t wire_ok = 0;
    std::uint64_t wire_mismatch = 0;
    ResendTotals resends{};  // what their events say was sent again

    void add(WireChecksum checksum, const ResendTotals& sent_again) {
        ++all;
        tickreel::add(resends, sent_again);
        if (checksum == WireChecksum::Ok) ++wire_ok;
        if (checksum == WireChecksum::Mismatch) ++wire_mismatch;
    }
    void add(const WrittenSnapshots& other) {
        all += other.all;
        wire_ok += other.wire_ok;
        wire_mismatch += other.wire_mismatch;
        tickreel::add(resends, other.resends);
    }
};

// Where a marker went.
struct PlacedMarker {
    Moment moment{0, kNoTick};  // of the newest frame; kNoTick: it was not set
    std::string path{};         // of the file that holds it; "" = it waits in memory
    std::string problem{};      // why it is not in a file, or not set
};

// The clip that a person asked for.
struct SavedClip {
    std::vector<std::string> paths{};  // of the files that hold it
    std::string waits{};               // why it is not finished; "" = it is
    std::string problem{};             // why there is none
};

class RecordingSink : public FrameSink {
public:
    // Datagrams were lost before the decoder, the last of them before `until`: a gap in the ticks
    // up to there is caused by the recorder. All that came up to `since` was there, if that is
    // known: what is missing before it, the way lost. Where no frame follows until the end, there
    // is a gap up to `until`, unless that is 0 or max().
    virtual void report_loss(std::string reason, std::chrono::nanoseconds until,
                             std::chrono::nanoseconds since = {}) = 0;
    // When the segment of the newest frame ended is not known: of its end, no loss that was told so
    // far is a gap.
    virtual void forget_end() {}
    // An earlier recorder's file ends with this frame, snapshots were `step` apart, and the next
    // one is decoded from what came then: what is missing between them nobody sent, or the way lost
    // it.
    virtual void follow(const Moment& last, std::chrono::nanoseconds time, Tick step) {
        (void)last, (void)time, (void)step;
    }
    // The frames that come while this is on are in files of an earlier recorder. True: it wants to
    // see them nevertheless.
    virtual bool repeats(bool on) {
        (void)on;
        return false;
    }
    // What came since is not known. If the next frame is of the same segment, what is missing up to
    // there is a gap.
    virtual void follow_file(const RecordedEnd& end, std::string reason) {
        (void)end, (void)reason;
    }
    virtual std::chrono::nanoseconds written() const = 0;    // time of the last frame; 0: none came
    virtual void flush() = 0;                                // what is held back goes to disk
    virtual bool outlives_kill() const { return true; }      // what came, but for an open chunk
    virtual std::string kept_in() const { return {}; }       // the folder of what is in no file
    virtual void look_at_file() {}                           // is it still there?
    virtual void split() {}                                  // the next frame begins another file
    virtual PlacedMarker mark(const std::string& text) = 0;  // at the newest frame
    // The clip of what is held back.
    virtual SavedClip save() { return {{}, "", "nothing is kept to be saved"}; }
    virtual bool open() const = 0;  // a file is being written; the last of files()
    virtual bool failed() const = 0;
    // Since a file could not be written and as long as none took a snapshot again.
    virtual std::optional<FileOutage> outage() const = 0;
    virtual std::uint64_t snapshots_lost() const { return 0; }  // in all outages
    virtual WrittenSnapshots snapshots_written() const = 0;     // to all files
    // After finish(): ticks of lost snapshots that no file says anything of; "": none.
    virtual std::string gaps_nowhere() const { return {}; }
    virtual WhoPlays who() const = 0;     // whether or not a file is open
    virtual bool any_frames() const = 0;  // has one come, whether or not it is in a file
    virtual std::vector<RecordedFile> files() const = 0;  // closed and open ones
    // Of these, those that nothing will change any more: they are forgotten, so that a connection
    // of months does not keep them all. The last one with a name stays, and what follows it.
    virtual std::vector<RecordedFile> take_closed() = 0;
};

inline std::vector<RecordedFile> take_all_but_last(std::vector<RecordedFile>& files) {
    const auto named = std::find_if(files.rbegin(), files.rend(),
                                    [](const RecordedFile& file) { return !file.path.empty(); });
    if (named == files.rend()) return {};
    const auto last = std::prev(named.base());
    std::vector<RecordedFile> taken(std::make_move_iterator(files.begin()),
                                    std::make_move_iterator(last));
    files.erase(files.begin(), last);
    return taken;
}

}  // namespace tickreel
