#include "player/state/marker_list.h"

#include <algorithm>
#include <utility>

#include "player/state/marker_file.h"
#include "tickreel/base/concat.h"
#include "tickreel/base/text.h"
#include "tickreel/reel/mark.h"

namespace tickreel {

std::string MarkerList::file_beside() const {
    return marker_file_of(beside_);
}

bool MarkerList::unsaved() const {
    return asks() || ((home_ == MarkerHome::File || save_failed_) &&
                      !markers_without(own_, beside_has_).empty());
}

std::vector<Marker> MarkerList::unstored() const {
    std::vector<Marker> all = own_;
    for (const Change& change : changes_)
        if (change.kind == Change::Kind::Add) all.push_back(change.marker);
    return all;
}

std::string MarkerList::new_name() {
    last_number_ = std::max(last_number_, markers_.size());
    std::string name;
    do name = concat("Marker ", ++last_number_);
    while (std::any_of(markers_.begin(), markers_.end(),
                       [&](const Marker& one) { return one.text == name; }));
    return name;
}

void MarkerList::stored_elsewhere(const std::vector<Marker>& markers) {
    for (const Marker& marker : markers) {
        const auto waits = std::find_if(changes_.begin(), changes_.end(), [&](const Change& one) {
            return one.kind == Change::Kind::Add && one.marker == marker;
        });
        if (waits != changes_.end())
            changes_.erase(waits);
        else if (save_failed_)
            forget_own(marker);
    }
    save_failed_ = save_failed_ && !own_.empty();
    sort();
}

void MarkerList::ask_again() {
    ++revision_;
    std::vector<Marker> unsaved = markers_without(own_, beside_has_);
    if (!unsaved.empty()) {
        own_ = markers_without(std::move(own_), unsaved);
        std::vector<Change> again;
        for (Marker& marker : unsaved)
            again.push_back({Change::Kind::Add, 0, std::move(marker), path_, {}});
        changes_.insert(changes_.begin(), again.begin(), again.end());
        sort();
    }
    save_failed_ = false;
    home_ = MarkerHome::Unasked;
}

void MarkerList::start(std::string path, std::string beside) {
    save_last();
    path_ = std::move(path);
    beside_ = std::move(beside);
    beside_read_ = false;
    beside_has_.clear();
    save_failed_ = false;
    home_ = MarkerHome::Unasked;
    stored_.clear();
    own_.clear();
    markers_.clear();
    numbers_.clear();
    last_number_ = 0;
    selected_.reset();
    changes_.clear();
    live_ = false;
    ++revision_;
}

// Nothing of this list is about the file any more: what is left of it has no home.
void MarkerList::leave_recording() {
    finish_saving();
    writing_.wait();
    const std::optional<Change> failed = writing_.take();
    own_ = markers_without(std::move(own_), beside_has_);
    if (failed && !failed->error.empty() && failed->kind == Change::Kind::Add)
        own_.push_back(failed->marker);
    beside_read_ = false;
    beside_has_.clear();
    // A question that is open is about what waits for it.
    if (home_ != MarkerHome::Unasked)
        for (Change& change : std::exchange(changes_, {})) own_.push_back(std::move(change.marker));
    home_ = MarkerHome::Unasked;
    save_failed_ = !own_.empty();
    selected_.reset();
}

// The words for them, "" if there are none.
std::string MarkerList::drop_without_tick(const Timeline& timeline) {
    std::vector<Marker> gone;
    const auto drop = [&](const Marker& marker) {
        if (timeline.contains(marker.moment)) return false;
        gone.push_back(marker);
        return true;
    };
    std::erase_if(own_, drop);
    std::erase_if(changes_, [&](const Change& change) { return drop(change.marker); });
    save_failed_ = save_failed_ && !own_.empty();
    if (gone.empty()) return {};
    const Marker& first = gone.front();
    std::string words = concat("; it has no tick s", first.moment.segment, ":", first.moment.tick,
                               ", so marker \"", first.text, "\" is gone");
    if (gone.size() > 1) words += concat(", and ", plural(gone.size() - 1, "more marker"));
    return words;
}

void MarkerList::replaced(const std::string& path, const std::string& beside,
                          const ReelReader& reader, bool same, Notices& notices) {
    // Numbers are of markers in the file before.
    std::erase_if(changes_, [](const Change& one) { return one.kind != Change::Kind::Add; });
    if (!same) leave_recording();
    path_ = path;
    beside_ = beside;
    const std::string gone = drop_without_tick(reader.timeline());
    const std::size_t left = unstored().size();
    if (!same && left > 0)
        notices.say(concat("The file was replaced by another recording: ", plural(left, "marker"),
                           " of the one before ", left == 1 ? "is" : "are", " not saved", gone));
    else if (!gone.empty())
        notices.say(concat("The file was replaced: read again", gone));
}

// Those that waited for the end of the recording are written now; see poll().
void MarkerList::read(const ReelReader& reader) {
    timeline_ = reader.timeline();
    const bool ended = std::exchange(live_, !reader.finished()) && !live_;
    if (ended && home_ == MarkerHome::File)
        for (Marker& marker : std::exchange(own_, {}))
            changes_.push_back({Change::Kind::Add, 0, std::move(marker), path_, {}});
    const auto stored = reader.markers();
    const auto numbers = reader.marker_numbers();
    stored_.clear();
    for (std::size_t i = 0; i < stored.size(); ++i) stored_.push_back({stored[i], numbers[i]});
    sort();
}

void MarkerList::read_beside(const Timeline& timeline, Notices& notices) {
    if (std::exchange(beside_read_, true)) return;
    Result<std::optional<std::vector<Marker>>> found = read_marker_file(beside_, timeline);
    if (!found) {
        home_ = MarkerHome::Session;
        notices.say(found.error().message + "; new markers are kept for this session only");
    } else if (*found) {
        home_ = MarkerHome::Beside;
        beside_has_ = **found;
        own_.insert(own_.begin(), beside_has_.begin(), beside_has_.end());
        sort();
    }
}

void MarkerList::own_changed() {
    sort();
    if (home_ != MarkerHome::Beside) return;
    save_again_ = saving_.running();
    if (save_again_) return;
    saving_.start([path = beside_, before = beside_has_, markers = own_, timeline = timeline_](
                      WorkControl&, const auto& publish) {
        Result<std::vector<Marker>> merged = change_marker_file(path, before, markers, timeline);
        if (merged)
            publish({markers, std::move(*merged), {}});
        else
            publish({markers, {}, merged.error().message});
    });
}

// What others wrote is shown too; what changed here while it was written stays changed.
void MarkerList::take_saved(const Saved& saved) {
    save_failed_ = !saved.error.empty();
    if (save_failed_) return;
    beside_has_ = saved.merged;
    if (saved.merged == saved.sent) return;
    const std::optional<Marker> chosen = selected_ && *selected_ < markers_.size()
                                             ? std::optional(markers_[*selected_])
                                             : std::nullopt;
    own_ = changed_markers(saved.merged, saved.sent, own_);
    sort();
    const auto found =
        chosen ? std::find(markers_.begin(), markers_.end(), *chosen) : markers_.end();
    selected_.reset();
    if (found != markers_.end()) selected_ = static_cast<std::size_t>(found - markers_.begin());
}

// What is being saved, and what changed since.
void MarkerList::finish_saving() {
    saving_.wait();
    if (const std::optional<Saved> saved = saving_.take()) take_saved(*saved);
    if (!std::exchange(save_again_, false)) return;
    Result<std::vector<Marker>> merged = change_marker_file(beside_, beside_has_, own_, timeline_);
    save_failed_ = !merged.ok();
    if (merged) beside_has_ = std::move(*merged);
}

// Before this list is about another recording, or gone.
void MarkerList::save_last() {
    finish_saving();
    writing_.cancel();
    if (home_ == MarkerHome::File && !live_)
        for (Change& change : std::exchange(changes_, {})) carry_out(change);
}

void MarkerList::select(std::optional<std::size_t> index) {
    ++revision_;
    selected_ = index;
}

void MarkerList::sort() {
    ++revision_;
    struct Numbered {
        Marker marker;
        std::optional<std::uint32_t> number;
    };
    std::vector<Numbered> all;
    for (const Stored& stored : stored_) all.push_back({stored.marker, stored.number});
    for (const Marker& marker : own_) all.push_back({marker, std::nullopt});
    std::stable_sort(all.begin(), all.end(), [](const Numbered& a, const Numbered& b) {
        return a.marker.moment < b.marker.moment;
    });
    markers_.clear();
    numbers_.clear();
    for (Numbered& entry : all) {
        markers_.push_back(std::move(entry.marker));
        numbers_.push_back(entry.number);
    }
    if (selected_ && *selected_ >= markers_.size()) selected_.reset();
}

// The markers of this session are told apart by what they say: there are few.
void MarkerList::forget_own(const Marker& marker) {
    const auto found = std::find(own_.begin(), own_.end(), marker);
    if (found != own_.end()) own_.erase(found);
}

void MarkerList::write(Change change, Notices& notices) {
    ++revision_;
    change.path = path_;
    changes_.push_back(std::move(change));
    write_next(notices);
}

void MarkerList::decide(MarkerHome home, Notices& notices) {
    if (home == MarkerHome::File && !into_file()) home = MarkerHome::Beside;
    home_ = home;
    if (home == MarkerHome::File && !live_) {
        write_next(notices);
        return;
    }
    bool added = false;
    for (const Change& change : std::exchange(changes_, {})) {
        if (change.kind == Change::Kind::Add) {
            added = true;
            own_.push_back(change.marker);
            notices.say(home == MarkerHome::Beside ? "Marker kept in " + file_beside()
                        : home == MarkerHome::File
                            ? "Marker kept for this session, and written into the file if "
                              "its recording ends before"
                            : "Marker kept for this session");
        } else {
            notices.say("The marker stays as it is in the file");
        }
    }
    if (added) own_changed();
}

// One change at a time, in order: each rewrites the end of the file.
void MarkerList::write_next(Notices& notices) {
    if (home_ == MarkerHome::Unasked) return;
    if ((home_ != MarkerHome::File || live_) && !changes_.empty()) decide(home_, notices);
    if (home_ != MarkerHome::File || live_ || writing_.running() || changes_.empty()) return;
    const Change change = changes_.front();
    changes_.erase(changes_.begin());
    writing_.start([change](WorkControl&, const auto& publish) {
        Change done = change;
        carry_out(done);
        publish(std::move(done));
    });
}

void MarkerList::carry_out(Change& change) {
    Result<void> result;
    if (change.kind == Change::Kind::Add) {
        const Result<std::uint32_t> added = add_marker(change.path, change.marker);
        result = added ? Result<void>() : Result<void>(added.error());
    } else if (change.kind == Change::Kind::Edit) {
        result = edit_marker(change.path, change.number, change.marker);
    } else {
        result = delete_marker(change.path, change.number);
    }
    change.error = result ? "" : result.error().message;
}

bool MarkerList::poll(Notices& notices) {
    if (const std::optional<Saved> saved = saving_.take()) {
        take_saved(*saved);
        if (save_failed_) notices.say("Markers kept for this session only: " + saved->error);
    }
    if (save_again_ && !saving_.running()) own_changed();
    const std::optional<Change> done = writing_.take();
    if (!done) {
        write_next(notices);
        return false;
    }
    const bool of_this_file = done->path == path_;
    if (of_this_file && !done->error.empty() && done->kind == Change::Kind::Add) {
        own_.push_back(done->marker);
        sort();
        notices.say("Marker kept for this session only: " + done->error);
    } else if (of_this_file && !done->error.empty()) {
        notices.say("The marker stays as it is: " + done->error);
    }
    write_next(notices);
    return of_this_file;  // an attempt that fails changes the file's time
}

bool MarkerList::settle(Notices& notices) {
    bool written = false;
    while (writing()) {
        saving_.wait();
        writing_.wait();
        written = poll(notices) || written;
    }
    return written;
}

void MarkerList::add(Marker marker, Notices& notices) {
    if (home_ == MarkerHome::File && !live_) notices.say("Marker set");
    write({Change::Kind::Add, 0, std::move(marker), {}, {}}, notices);
}

// A temporary recording is gone when it is closed, and what was changed in it.
bool MarkerList::changes_stored(std::optional<std::uint32_t> number, Notices& notices) const {
    if (!number || into_file()) return true;
    notices.say(
        "This marker is in the file that was opened: Ctrl+S keeps a recording of it, "
        "where it can be changed");
    return false;
}

void MarkerList::edit(std::size_t index, Marker marker, Notices& notices) {
    if (index >= markers_.size() || !changes_stored(numbers_[index], notices)) return;
    if (const auto number = numbers_[index]) {
        write({Change::Kind::Edit, *number, std::move(marker), {}, {}}, notices);
        return;
    }
    forget_own(markers_[index]);
    own_.push_back(std::move(marker));
    own_changed();
}

void MarkerList::remove(std::size_t index, Notices& notices) {
    if (index >= markers_.size() || !changes_stored(numbers_[index], notices)) return;
    selected_.reset();
    notices.say("Marker deleted: " + markers_[index].text);
    if (const auto number = numbers_[index]) {
        write({Change::Kind::Delete, *number, {}, {}, {}}, notices);
        return;
    }
    forget_own(markers_[index]);
    own_changed();
}

std::optional<std::size_t> MarkerList::selected_or_at(const Timeline& timeline,
                                                      std::int64_t position) const {
    if (selected_) return selected_;
    for (std::size_t i = 0; i < markers_.size(); ++i)
        if (timeline.position(markers_[i].moment) == position) return i;
    return std::nullopt;
}

}  // namespace tickreel
