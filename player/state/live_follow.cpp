// The part of RecordingSession that follows a recording while it is written: the grown file is
// opened anew beside the frame, so that readers in use never change.
#include <utility>

#include "player/state/recording_session.h"
#include "tickreel/base/concat.h"

namespace tickreel {
namespace {

constexpr double kLookEvery = 1.0;  // seconds

// An import that ends gives its recording another name; one that failed has said why.
bool is_unfinished_import(const std::shared_ptr<const TemporaryFolder>& import,
                          const std::string& path) {
    return import != nullptr && !import->holds(path);
}

// Copies of a recording (`tickreel recover`) have ids of their own; it began when they did.
bool of_one_recording(const ReelReader& one, const ReelReader& other) {
    const std::chrono::nanoseconds start = one.info().start;
    return start.count() != 0 && start == other.info().start &&
           one.info().game == other.info().game;
}

}  // namespace

bool RecordingSession::shows_beginning() const {
    return importing_.running() && is_unfinished_import(import_folder_, path_);
}

void RecordingSession::watch(double seconds, bool writing) {
    since_look_ += seconds;
    if (!reader_ || since_look_ < kLookEvery || growing_.running()) return;
    since_look_ = 0.0;
    if (scan_is_old_ && !scanning_.running()) {
        scan_is_old_ = false;
        start_scan();
    }
    if (!writing) identify_file();
}

// The file is somebody else's too: it grows while it is recorded, and may go away or be replaced.
void RecordingSession::identify_file() {
    std::string why;
    const std::optional<FileIdentity> now = tickreel::identify_file(path_, why);
    if (!now) {
        if (is_unfinished_import(import_folder_, path_)) return;
        file_trouble_ = "the file is gone (" + why + "); what was read already can still be seen";
        return;
    }
    if (*now == seen_) return;
    if (now->same_file(seen_) && now->bytes < seen_.bytes) {
        file_trouble_ = concat("the file shrank from ", seen_.bytes, " to ", now->bytes,
                               " bytes while open; open it again to see what is left");
    }
    reopen();  // it is recorded on, `tickreel mark` was at work, or it is another one
}

void RecordingSession::reopen() {
    growing_.start([path = path_, views_of = views_of_](WorkControl&, const auto& publish) {
        OpenResult opened;
        opened.path = path;
        opened.views_of = views_of;
        open_reader(opened);
        publish(std::move(opened));
    });
}

void RecordingSession::reread_own_change() {
    if (reader_) {
        own_change_ = true;
        reopen();
    }
}

void RecordingSession::take_growth(OpenResult opened, const std::string& here, SessionNews& news,
                                   Notices& notices) {
    if (!reader_ || opened.path != path_) return;
    if (!opened.reader) {
        if (is_unfinished_import(import_folder_, path_)) return;
        if (opened.identity == FileIdentity{}) return;  // it is gone: the next look says so
        seen_ = opened.identity;                        // looked at again when it changes
        file_trouble_ = "the file was replaced by one that cannot be opened: " + opened.error;
        return;
    }
    const bool own_change = std::exchange(own_change_, false);
    const bool same = opened.identity.same_file(seen_) && opened.header == header_;
    if (same && !own_change && opened.identity.bytes < seen_.bytes && !opened.reader->finished()) {
        seen_ = opened.identity;  // it was cut, and what is wrong was said
        return;
    }
    file_trouble_.clear();
    // Changed and not longer: what was read may be anything now.
    const bool rewritten = opened.identity.bytes <= seen_.bytes && opened.identity != seen_;
    if (!same || (rewritten && !own_change)) {
        news.opened = true;
        news.same = opened.header == header_ || of_one_recording(*reader_, *opened.reader);
        news.place = news.same ? here : std::string();
        take_in(std::move(opened));
        replaced_ = true;
        notices.say("The file was replaced: read again");
        return;
    }
    seen_ = opened.identity;
    const std::int64_t before = reader_->timeline().length();
    const std::int64_t after = opened.reader->timeline().length();
    if (after < before || (after == before && !opened.reader->finished())) return;
    // New markers change nothing that was scanned.
    const bool same_frames = after == before && !live();
    take_match(opened);
    reader_ = std::move(opened.reader);
    scan_is_old_ = scan_is_old_ || !same_frames;
    news.reread = true;
    if (reached_awaited_place()) news.place = std::exchange(awaited_place_, {});
}

}  // namespace tickreel
