// The part of PlayerState that follows a recording while it is written: the grown file is opened
// anew beside the frame, so that readers in use never change.
#include <filesystem>

#include "player/state/player_state.h"

namespace tickreel {
namespace {

constexpr double kLookEvery = 1.0;  // seconds

}  // namespace

void PlayerState::watch_growth(Seconds elapsed) {
    since_look_ += elapsed.count();
    if (!live() || since_look_ < kLookEvery || growing_.running()) {
        return;
    }
    since_look_ = 0.0;
    if (scan_is_old_ && !scanning_.running()) {
        scan_is_old_ = false;
        start_scan();
    }
    std::error_code error;
    const std::uintmax_t bytes = std::filesystem::file_size(path_, error);
    if (error || bytes <= seen_bytes_) {
        return;
    }
    seen_bytes_ = bytes;
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
    const bool waits_at_end = playback_.position() >= before && !playback_.scrubbing();
    reader_ = std::move(opened.reader);
    frames_ = FrameWindow(reader_);
    playback_.set_length(after);
    timeline_view_.set_length(after);
    sort_markers();
    scan_is_old_ = true;
    if (waits_at_end && after > before && !playback_.playing() && !playback_.reversed()) {
        playback_.toggle_play();
    }
}

}  // namespace tickreel
