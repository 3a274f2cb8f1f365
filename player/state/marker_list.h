#pragma once
// The markers of the open recording and where they live: in the file, which they are written into
// beside the frame, in a file beside it (marker_file.h), or in this session only. Nothing is
// written before somebody said so, once per recording; the change that asked waits for it. A file
// that is still recorded takes its markers when it is closed; one that cannot take a marker
// (read-only) keeps it for this session, and says so. What was imported, or is a view of a match
// file, is a temporary recording: its markers go beside the file that was opened.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "player/state/command.h"
#include "player/state/notices.h"
#include "tickreel/base/background.h"
#include "tickreel/reel/reel_reader.h"

namespace tickreel {

class MarkerList {
public:
    // Those of the file, and those beside it or of this session, in time order.
    const std::vector<Marker>& all() const { return markers_; }
    const std::optional<std::size_t>& selected() const { return selected_; }
    // The selected one, else the one at that position.
    std::optional<std::size_t> selected_or_at(const Timeline& timeline,
                                              std::int64_t position) const;
    // Counts up with every change, also with one that is still being written.
    std::uint64_t revision() const { return revision_; }
    bool writing() const {
        return writing_.running() || saving_.running() || save_again_ ||
               (!changes_.empty() && home_ == MarkerHome::File && !live_);
    }
    // A change waits for decide().
    bool asks() const { return !changes_.empty() && home_ == MarkerHome::Unasked; }
    // A recorder is still writing the file.
    bool live() const { return live_; }
    // The recording itself can take them.
    bool into_file() const { return path_ == beside_; }
    // The file beside, as marker_file_of() names it.
    std::string file_beside() const;
    // Those that no recording and no file beside has.
    const std::vector<Marker>& own() const { return own_; }
    // Those and what waits for decide().
    std::vector<Marker> unstored() const;
    // "Marker 3": none has it, also none that is being written, and none will get it again.
    std::string new_name();
    // Something would be lost now that nobody said may be.
    bool unsaved() const;
    // Another recording holds them now: no question about them is left.
    void stored_elsewhere(const std::vector<Marker>& markers);
    // decide() is waited for again, by all that is unsaved().
    void ask_again();

    // Another recording, or none. `beside`: the file that keeps its markers if the recording does
    // not; RecordingSession::marked_path().
    void start(std::string path, std::string beside);
    // Its file was replaced, by one of the same recording or not. What no file has stays: it is
    // written or asked about as before, of another recording asked about. Says what cannot stay,
    // as that recording has no such tick.
    void replaced(const std::string& path, const std::string& beside, const ReelReader& reader,
                  bool same, Notices& notices);
    void moved(std::string path) {  // the same recording has another name
        if (into_file()) beside_ = path;
        path_ = std::move(path);
    }
    void read(const ReelReader& reader);  // those that the file holds now
    // Those of the file beside, once: where there is one, nobody is asked again.
    void read_beside(const Timeline& timeline, Notices& notices);
    ~MarkerList() { save_last(); }
    // True when one was written into the file, or that failed: it is to be read again.
    bool poll(Notices& notices);
    // The same until nothing is being written any more.
    bool settle(Notices& notices);

    void add(Marker marker, Notices& notices);
    // By index of all().
    void edit(std::size_t index, Marker marker, Notices& notices);
    void remove(std::size_t index, Notices& notices);
    void select(std::optional<std::size_t> index);
    void decide(MarkerHome home, Notices& notices);
    void drop_changes() { changes_.clear(); }  // that wait for decide()

private:
    struct Change {
        enum class Kind : std::uint8_t { Add, Edit, Delete };
        Kind kind = Kind::Add;
        std::uint32_t number = 0;  // of Edit and Delete
        Marker marker{};
        std::string path{};
        std::string error{};
    };
    struct Stored {
        Marker marker{};
        std::uint32_t number = 0;
    };
    void sort();
    void forget_own(const Marker& marker);
    void write(Change change, Notices& notices);
    void write_next(Notices& notices);
    static void carry_out(Change& change);
    // What a file beside holds after it was written.
    struct Saved {
        std::vector<Marker> sent{};    // own_ as it was then
        std::vector<Marker> merged{};  // with what others wrote meanwhile
        std::string error{};
    };
    void own_changed();
    void take_saved(const Saved& saved);
    void finish_saving();
    void save_last();
    void leave_recording();
    std::string drop_without_tick(const Timeline& timeline);
    bool changes_stored(std::optional<std::uint32_t> number, Notices& notices) const;

    std::string path_;
    std::string beside_;
    bool beside_read_ = false;
    // own_ is not beside the recording, as it should be, or is of the recording before.
    bool save_failed_ = false;
    std::vector<Marker> beside_has_;  // as far as we know: read, or written last
    Timeline timeline_;
    MarkerHome home_ = MarkerHome::Unasked;
    std::uint64_t revision_ = 0;
    std::vector<Stored> stored_;
    std::vector<Marker> own_;  // that the recording does not have
    bool live_ = false;
    bool save_again_ = false;  // own_ changed while it was saved
    std::vector<Marker> markers_;
    std::vector<std::optional<std::uint32_t>> numbers_;  // beside markers_; nothing: own
    std::size_t last_number_ = 0;                        // that new_name() gave
    std::optional<std::size_t> selected_;
    std::vector<Change> changes_;  // that wait to be written
    Background<Change> writing_;
    Background<Saved> saving_;
};

}  // namespace tickreel
