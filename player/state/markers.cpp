// The part of PlayerState that sets, changes and deletes markers. They are written into the file
// beside the frame; a file that cannot take them (still recorded, read-only) keeps them for this
// session only, and says so.
#include <algorithm>
#include <utility>

#include "player/state/player_state.h"
#include "tickreel/reel/mark.h"

namespace tickreel {

void PlayerState::select_marker(std::optional<std::size_t> index) {
    ++markers_revision_;
    selected_marker_ = index;
}

void PlayerState::sort_markers() {
    ++markers_revision_;
    struct Numbered {
        Marker marker;
        std::optional<std::uint32_t> number;
    };
    std::vector<Numbered> all;
    const auto stored = reader_->markers();
    const auto numbers = reader_->marker_numbers();
    for (std::size_t i = 0; i < stored.size(); ++i) {
        all.push_back({stored[i], numbers[i]});
    }
    for (const Marker& marker : own_markers_) {
        all.push_back({marker, std::nullopt});
    }
    std::stable_sort(all.begin(), all.end(), [](const Numbered& a, const Numbered& b) {
        return a.marker.moment < b.marker.moment;
    });
    markers_.clear();
    marker_numbers_.clear();
    for (Numbered& entry : all) {
        markers_.push_back(std::move(entry.marker));
        marker_numbers_.push_back(entry.number);
    }
    if (selected_marker_ && *selected_marker_ >= markers_.size()) {
        selected_marker_.reset();
    }
}

// The markers of this session are told apart by what they say: there are few.
void PlayerState::forget_own(const Marker& marker) {
    const auto found = std::find(own_markers_.begin(), own_markers_.end(), marker);
    if (found != own_markers_.end()) {
        own_markers_.erase(found);
    }
}

void PlayerState::write_markers(MarkerChange change) {
    ++markers_revision_;
    change.path = path_;
    changes_.push_back(std::move(change));
    write_next_marker();
}

void PlayerState::decide_markers(MarkerHome home) {
    marker_home_ = home;
    if (view_.shows(Dialog::MarkerHome)) {
        view_.dialog = {};
    }
    if (home == MarkerHome::File) {
        write_next_marker();
        return;
    }
    for (const MarkerChange& change : std::exchange(changes_, {})) {
        if (change.kind == MarkerChange::Kind::Add) {
            own_markers_.push_back(change.marker);
            notify("Marker kept for this session");
        } else {
            notify("The marker stays as it is in the file");
        }
    }
    sort_markers();
}

// One change at a time, in order: each rewrites the end of the file.
void PlayerState::write_next_marker() {
    if (marker_home_ != MarkerHome::File) {
        if (!changes_.empty() && marker_home_ == MarkerHome::Session) {
            decide_markers(MarkerHome::Session);
        } else if (!changes_.empty()) {
            view_.dialog = {Dialog::MarkerHome, {}, {}};
        }
        return;
    }
    if (marking_.running() || changes_.empty()) {
        return;
    }
    const MarkerChange change = changes_.front();
    changes_.erase(changes_.begin());
    marking_.start([change](WorkControl&, const auto& publish) {
        MarkerChange done = change;
        Result<void> result;
        if (done.kind == MarkerChange::Kind::Add) {
            const Result<std::uint32_t> added = tickreel::add_marker(done.path, done.marker);
            result = added ? Result<void>() : Result<void>(added.error());
        } else if (done.kind == MarkerChange::Kind::Edit) {
            result = tickreel::edit_marker(done.path, done.number, done.marker);
        } else {
            result = tickreel::delete_marker(done.path, done.number);
        }
        done.error = result ? "" : result.error().message;
        publish(std::move(done));
    });
}

void PlayerState::take_marking(const MarkerChange& done) {
    if (done.path != path_ || !reader_) {
        write_next_marker();
        return;
    }
    if (done.error.empty()) {
        own_change_ = true;
        reopen();
    } else if (done.kind == MarkerChange::Kind::Add) {
        own_markers_.push_back(done.marker);
        sort_markers();
        notify("Marker kept for this session only: " + done.error);
    } else {
        notify("The marker stays as it is: " + done.error);
    }
    write_next_marker();
}

void PlayerState::add_marker(Marker marker) {
    if (!reader_) {
        return;
    }
    if (live()) {
        own_markers_.push_back(std::move(marker));
        sort_markers();
        notify("Marker set for this session: the file is still being recorded");
        return;
    }
    if (marker_home_ == MarkerHome::File) {
        notify("Marker set");
    }
    write_markers({MarkerChange::Kind::Add, 0, std::move(marker), {}, {}});
}

void PlayerState::edit_marker(std::size_t index, Marker marker) {
    if (index >= markers_.size()) {
        return;
    }
    if (const auto number = marker_numbers_[index]) {
        write_markers({MarkerChange::Kind::Edit, *number, std::move(marker), {}, {}});
        return;
    }
    forget_own(markers_[index]);
    own_markers_.push_back(std::move(marker));
    sort_markers();
}

void PlayerState::remove_marker(std::size_t index) {
    if (index >= markers_.size()) {
        return;
    }
    selected_marker_.reset();
    notify("Marker deleted: " + markers_[index].text);
    if (const auto number = marker_numbers_[index]) {
        write_markers({MarkerChange::Kind::Delete, *number, {}, {}, {}});
        return;
    }
    forget_own(markers_[index]);
    sort_markers();
}

std::optional<std::size_t> PlayerState::marker_here() const {
    if (selected_marker_) {
        return selected_marker_;
    }
    for (std::size_t i = 0; i < markers_.size(); ++i) {
        if (reader_->timeline().position(markers_[i].moment) == playback_.position()) {
            return i;
        }
    }
    return std::nullopt;
}

}  // namespace tickreel
