// The part of PlayerState that follows a recording while it is written: the grown file is opened
// anew beside the frame, so that readers in use never change.
#include <filesystem>

#include "player/state/player_state.h"

namespace tickreel {
namespace {

constexpr double kLookEvery = 1.0;  // seconds

}  // namespace

void PlayerState::watch_file(Seconds elapsed) {
    since_look_ += elapsed.count();
    if (!reader_ || since_look_ < kLookEvery || growing_.running()) {
        return;
    }
    since_look_ = 0.0;
    if (scan_is_old_ && !scanning_.running()) {
        scan_is_old_ = false;
        start_scan();
    }
    look_at_file();
}

// The file is somebody else's too: it grows while it is recorded, and may go away or be replaced.
void PlayerState::look_at_file() {
    std::error_code error;
    const std::uintmax_t bytes = std::filesystem::file_size(path_, error);
    if (error) {
        file_trouble_ = "the file is gone (" + error.message() +
                        "); what was read already can still be looked at";
        return;
    }
    if (bytes < seen_bytes_) {
        file_trouble_ = "the file shrank from " + std::to_string(seen_bytes_) + " to " +
                        std::to_string(bytes) +
                        " bytes while open; open it again to see what is left";
        return;
    }
    file_trouble_.clear();
    if (bytes == seen_bytes_) {
        return;  // else it is recorded on, or `tickreel mark` was at work
    }
    seen_bytes_ = bytes;
    reopen();
}

void PlayerState::reopen() {
    growing_.start([path = path_](WorkControl&, const auto& publish) {
        Opened opened{path, {}, nullptr, {}};
        open_reader(opened);
        publish(std::move(opened));
    });
}

void PlayerState::take_growth(Opened opened) {
    if (!opened.reader || !reader_ || opened.path != path_) {
        return;  // looked at again with the next growth
    }
    const std::int64_t before = playback_.length();
    const std::int64_t after = opened.reader->timeline().length();
    const bool closed = opened.reader->finished();
    if (after < before || (after == before && !closed)) {
        return;
    }
    // New markers change nothing that was scanned.
    const bool same_frames = after == before && !live();
    seen_bytes_ = opened.reader->file_bytes();
    const bool waits_at_end = playback_.position() >= before && !playback_.scrubbing();
    reader_ = std::move(opened.reader);
    analysis_.grow(reader_);
    frames_ = FrameWindow(reader_);
    playback_.set_length(after);
    timeline_view_.set_length(after);
    sort_markers();
    refresh_frames();
    scan_is_old_ = scan_is_old_ || !same_frames;
    if (waits_at_end && after > before && !playback_.playing() && !playback_.reversed()) {
        playback_.toggle_play();
    }
}

}  // namespace tickreel
