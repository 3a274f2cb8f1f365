#include "player/state/player_state.h"

#include <algorithm>

namespace tickreel {

namespace {

// Decoded snapshots of some seconds with many players: the neighbourhood of the playhead.
constexpr std::size_t kCacheBytes = std::size_t{8} << 20;

}  // namespace

PlayerState::PlayerState(Recents recents)
    : recents_(std::move(recents)), scan_(std::make_shared<const RecordingScan>()) {}

PlayerState::~PlayerState() = default;

void PlayerState::open_reader(Opened& opened) {
    std::string ignored;  // what is wrong shows when it is opened
    opened.identity = tickreel::look_at_file(opened.path, ignored).value_or(FileIdentity{});
    opened.header = file_header(opened.path);
    Result<std::unique_ptr<ByteSource>> source = open_file(opened.path);
    if (!source) {
        opened.error = source.error().message;
        return;
    }
    ReadOptions options;
    options.cache_bytes = kCacheBytes;
    Result<std::unique_ptr<ReelReader>> reader = ReelReader::open(std::move(*source), options);
    if (!reader) {
        opened.error = reader.error().message;
    } else if ((*reader)->timeline().empty()) {
        opened.error = "the recording holds no snapshot yet";
    } else {
        opened.reader = std::move(*reader);
    }
}

void PlayerState::open(const std::string& path, const std::string& place) {
    open_error_.clear();
    if (is_importable(path)) {
        importing_.start([path, place](WorkControl& control, const auto& publish) {
            Opened opened{path, place, nullptr, {}, {}, {}, import_file(path, control)};
            opened.path = opened.import.recording;
            opened.error = opened.import.error;
            if (!opened.path.empty()) {
                open_reader(opened);
            }
            publish(std::move(opened));
        });
        return;
    }
    importing_.cancel();
    opening_.start([path, place](WorkControl&, const auto& publish) {
        Opened opened{path, place, nullptr, {}, {}, {}, {}};
        open_reader(opened);
        publish(std::move(opened));
    });
}

void PlayerState::close() {
    opening_.cancel();
    importing_.cancel();
    growing_.cancel();
    scanning_.cancel();
    reader_.reset();
    path_.clear();
    source_.clear();
    import_folder_.reset();
    marker_home_ = MarkerHome::Unasked;
    changes_.clear();
    scan_ = std::make_shared<const RecordingScan>();
    roster_.clear();
    playback_ = {};
    frames_ = {};
    timeline_view_ = {};
    analysis_.set_reader(nullptr);
    pinned_.reset();
    file_trouble_.clear();
    own_markers_.clear();
    markers_.clear();
    marker_numbers_.clear();
    selected_marker_.reset();
    selected_.reset();
    followed_.reset();
    view_.map = {};
    ++generation_;
}

void PlayerState::poll() {
    if (std::optional<Opened> opened = opening_.take()) {
        take_in(std::move(*opened));
    }
    if (std::optional<Opened> imported = importing_.take()) {
        take_import(std::move(*imported));
    }
    if (std::optional<Kept> kept = keeping_.take()) {
        if (kept->error.empty()) {
            open(kept->path, place_text());
            notify("Kept as " + kept->path);
        } else {
            notify("Not kept: " + kept->error);
        }
    }
    if (std::optional<Opened> grown = growing_.take()) {
        take_growth(std::move(*grown));
    }
    if (std::optional<ScanPointer> scan = scanning_.take()) {
        scan_ = std::move(*scan);
    }
    if (const std::optional<ReelJobResult> recovered = recovering_.take()) {
        take_recovered(*recovered);
    }
    if (const std::optional<MarkerChange> done = marking_.take()) {
        take_marking(*done);
    }
    analysis_.poll();
    if (std::optional<ProgramResult> result = exporting_.take()) {
        notify(result->code == 0 ? "Export done" : "The export failed: Ctrl+E says why");
        last_export_ = std::move(*result);
    }
}

void PlayerState::take_in(Opened opened) {
    if (!opened.reader) {
        open_error_ = opened.path + ": " + opened.error;
        recents_.forget(opened.path);
        return;
    }
    // Another recording of the same import: the next connection of a capture.
    if (import_folder_ && import_folder_->holds(opened.path)) {
        opened.import.folder = import_folder_;
        opened.import.source = source_;
    }
    close();
    path_ = opened.path;
    import_folder_ = opened.import.folder;
    source_ = import_folder_ ? opened.import.source : path_;
    marker_home_ = import_folder_ ? MarkerHome::File : MarkerHome::Unasked;
    reader_ = std::move(opened.reader);
    analysis_.set_reader(reader_);
    const Timeline& timeline = reader_->timeline();
    playback_ = Playback(timeline.length(), timeline.ticks_per_second());
    frames_ = FrameWindow(reader_);
    timeline_view_ = TimelineView(timeline.length());
    seen_ = opened.identity;
    header_ = std::move(opened.header);
    since_look_ = 0.0;
    scan_is_old_ = false;
    recents_.add(source_);
    sort_markers();
    if (!opened.place.empty()) {
        go_to(opened.place);
    }
    refresh_frames();
    show_first_things();
    start_scan();
}

void PlayerState::take_import(Opened opened) {
    if (!opened.reader) {
        open_error_ = opened.import.source + ": " + opened.error;
        recents_.forget(opened.import.source);
        return;
    }
    const std::size_t recordings = opened.import.recordings;
    take_in(std::move(opened));
    if (recordings > 1) {
        notify(std::to_string(recordings) + " connections: Ctrl+Tab shows the next one");
    }
}

// Something to look at: a player in the inspector; and not the events that only experts read,
// when there are others.
void PlayerState::show_first_things() {
    const std::vector<ItemKey> players = followable();
    if (!players.empty()) {
        selected_ = players.front();
    }
    const auto& types = reader_->schema().types();
    const bool telling = std::any_of(types.begin(), types.end(), [](const ItemType& type) {
        return type.use == TypeUse::Event && event_lane(type) != EventLane::Other &&
               event_lane(type) != EventLane::Effect;
    });
    view_.lanes.fill(true);
    view_.lanes[static_cast<std::size_t>(EventLane::Other)] = !telling;
    view_.lanes[static_cast<std::size_t>(EventLane::Effect)] = !telling;
}

void PlayerState::start_scan() {
    scanning_.start([reader = reader_](WorkControl& control, const auto& publish) {
        scan_recording(*reader, control, publish);
    });
}

void PlayerState::refresh_frames() {
    if (reader_) {
        frames_.update(playback_.position(), !playback_.scrubbing());
    }
}

void PlayerState::refresh_roster() {
    const Frame* frame = frames_.current();
    const Moment at = frame != nullptr ? frame->moment() : Moment{};
    if (roster_source_ != scan_ || roster_at_ != at) {
        roster_source_ = scan_;
        roster_at_ = at;
        roster_ = scan_->roster.at(at);
    }
}

Moment PlayerState::moment() const {
    return reader_ ? reader_->timeline().moment(playback_.position()) : Moment{};
}

double PlayerState::seconds() const {
    return playback_.playhead() / playback_.ticks_per_second();
}

void PlayerState::notify(std::string text) {
    notice_ = std::move(text);
    notice_age_ = 0.0;
    ++notices_;
}

void PlayerState::set_timeline_view(const TimelineView& view) {
    timeline_view_ = view;
    timeline_follows_ = view.contains(playback_.playhead());
}

void PlayerState::advance(Seconds elapsed) {
    notice_age_ += elapsed.count();
    playback_.advance(elapsed);
    if (timeline_follows_ && playback_.playhead() != followed_playhead_) {
        timeline_view_.follow(playback_.playhead());
    }
    followed_playhead_ = playback_.playhead();
    watch_file(elapsed);
    refresh_frames();
    refresh_roster();
}

}  // namespace tickreel
