#include "player/state/recording_session.h"

#include <filesystem>

#include "player/state/connections.h"
#include "tickreel/analysis/missing_summary.h"
#include "tickreel/base/concat.h"
#include "tickreel/reel/match_reader.h"

namespace tickreel {
namespace {

// Decoded snapshots of some seconds with many players: the neighbourhood of the playhead.
constexpr std::size_t kCacheBytes = std::size_t{4} << 20;
constexpr const char* kStillSeen = "; what was read already can still be seen";

// The recording of that view instead of the first.
void take_view(ImportedFile& import, const std::string& view) {
    if (import.recording.empty()) return;
    const auto number = view_number(import.source, view);
    const auto chosen =
        number ? choose_connection(captured_connections(import.source, import.recording), *number)
               : Result<CapturedConnection>(number.error());
    if (!chosen) import.error = chosen.error().message;
    import.recording = chosen ? chosen->path : std::string();
}

}  // namespace

RecordingSession::RecordingSession(Recents recents)
    : recents_(std::move(recents)), scan_(std::make_shared<const RecordingScan>()) {}

void RecordingSession::open_reader(OpenResult& opened) {
    std::string ignored;  // what is wrong shows when it is opened
    opened.identity = tickreel::identify_file(opened.path, ignored).value_or(FileIdentity{});
    opened.header = file_header(opened.path);
    Result<std::unique_ptr<ByteSource>> source = open_file(opened.path);
    if (!source) {
        opened.error = source.error().message;
        return;
    }
    ReadOptions options;
    options.cache_bytes = kCacheBytes;
    Result<std::unique_ptr<ReelReader>> reader = ReelReader::open(std::move(*source), options);
    if (!reader)
        opened.error = reader.error().message;
    else if ((*reader)->timeline().empty())
        opened.error = (*reader)->damage().empty()
                           ? "the recording holds no snapshot yet"
                           : missing_summary(**reader, (*reader)->everything());
    else
        opened.reader = std::move(*reader);
    if (!opened.reader || opened.views_of.empty()) return;
    auto match = MatchViews::open(opened.views_of, opened.path, opened.reader->schema());
    if (match)
        opened.match = std::move(*match);
    else
        opened.match_trouble = match.error().message;
}

void RecordingSession::open(const std::string& path, const std::string& place,
                            const std::string& view) {
    open_error_.clear();
    waiting_.reset();
    if (becomes_recordings(path)) {
        opening_.cancel();
        importing_.start([path, place, view](WorkControl& control, const auto& publish) {
            const std::string views_of = is_match_file(path) ? path : "";
            const auto open_import = [&](ImportedFile import) {
                OpenResult opened;
                opened.path = import.recording;
                opened.place = place;
                opened.error = import.error;
                opened.views_of = views_of;
                opened.import = std::move(import);
                if (!opened.path.empty()) open_reader(opened);
                return opened;
            };
            const auto begun = [&](const ImportedFile& import) {
                OpenResult opened = open_import(import);
                const bool shown = opened.reader != nullptr;
                if (shown) publish(std::move(opened));
                return shown;
            };
            if (view.empty()) return publish(open_import(import_file(path, control, begun)));
            // Not the first, while the others are made.
            ImportedFile import = import_file(path, control);
            take_view(import, view);
            publish(open_import(std::move(import)));
        });
        return;
    }
    importing_.cancel();
    const bool sibling = import_folder_ && import_folder_->holds(path);
    const std::string views_of = sibling ? views_of_ : "";
    opening_.start([path, place, views_of](WorkControl&, const auto& publish) {
        OpenResult opened;
        opened.path = path;
        opened.place = place;
        opened.views_of = views_of;
        open_reader(opened);
        publish(std::move(opened));
    });
}

void RecordingSession::close() {
    opening_.cancel();
    importing_.cancel();
    waiting_.reset();
    forget();
}

// An import goes on: what is shown may be its beginning.
void RecordingSession::forget() {
    growing_.cancel();
    scanning_.cancel();
    reader_.reset();
    path_.clear();
    source_.clear();
    awaited_place_.clear();
    import_folder_.reset();
    import_lost_.clear();
    views_of_.clear();
    match_.reset();
    match_trouble_.clear();
    file_trouble_.clear();
    scan_ = std::make_shared<const RecordingScan>();
    own_change_ = false;
    replaced_ = false;
    ++generation_;
}

// What does not open, and more of what is shown, replaces nothing.
void RecordingSession::poll_opened(const std::string& here, bool stays, SessionNews& news,
                                   Notices& notices) {
    if (std::optional<OpenResult> opened = opening_.take())
        waiting_ = Waiting{std::move(*opened), false};
    if (std::optional<OpenResult> imported = importing_.take()) {
        if (reader_ && import_folder_ && import_folder_ == imported->import.folder)
            take_import(std::move(*imported), here, news, notices);
        else
            waiting_ = Waiting{std::move(*imported), true};
    }
    if (!waiting_ || (stays && reader_ && waiting_->opened.reader)) return;
    Waiting next = std::move(*waiting_);
    waiting_.reset();
    if (next.of_import) return take_import(std::move(next.opened), here, news, notices);
    news.place = next.opened.place;
    news.opened = take_in(std::move(next.opened));
}

SessionNews RecordingSession::poll(const std::string& here, bool stays, Notices& notices) {
    SessionNews news;
    poll_opened(here, stays, news, notices);
    if (std::optional<OpenResult> grown = growing_.take())
        take_growth(std::move(*grown), here, news, notices);
    if (std::optional<ScanPointer> scan = scanning_.take()) scan_ = std::move(*scan);
    // One that grows is scanned again now and then; one that has ended, once more.
    if (scan_is_old_ && reader_ && !live() && !scanning_.running()) {
        scan_is_old_ = false;
        start_scan();
    }
    poll_jobs(here, news, notices);
    return news;
}

// The open recording is replaced only by one that opens.
bool RecordingSession::take_in(OpenResult opened) {
    if (!opened.reader) {
        open_error_ = opened.path + ": " + opened.error;
        recents_.forget(opened.path);
        return false;
    }
    // Another recording of the same import: the next connection of a capture.
    if (import_folder_ && import_folder_->holds(opened.path)) {
        opened.import.folder = import_folder_;
        opened.import.source = source_;
        opened.import.lost = import_lost_;
    }
    forget();
    path_ = opened.path;
    import_folder_ = opened.import.folder;
    source_ = import_folder_ ? opened.import.source : path_;
    import_lost_ = opened.import.lost;
    take_match(opened);
    reader_ = std::move(opened.reader);
    seen_ = opened.identity;
    header_ = std::move(opened.header);
    since_look_ = 0.0;
    scan_is_old_ = false;
    recents_.add(source_);
    start_scan();
    return true;
}

void RecordingSession::take_match(OpenResult& opened) {
    views_of_ = std::move(opened.views_of);
    match_ = std::move(opened.match);
    match_trouble_ = std::move(opened.match_trouble);
}

void RecordingSession::take_import(OpenResult opened, const std::string& here, SessionNews& news,
                                   Notices& notices) {
    // Its beginning is shown already.
    const bool followed = reader_ && import_folder_ && import_folder_ == opened.import.folder;
    if (!opened.reader) {
        open_error_ = opened.import.source + ": " + opened.error;
        if (followed) file_trouble_ = "the import failed: " + opened.error + kStillSeen;
        recents_.forget(opened.import.source);
        awaited_place_.clear();
        return;
    }
    const std::size_t recordings = opened.import.recordings;
    const std::string place = followed ? awaited_place_ : opened.place;
    const std::string lost = opened.import.lost;
    if (followed) {
        path_ = opened.path;
        take_growth(std::move(opened), here, news, notices);
    } else {
        news.opened = take_in(std::move(opened));
        awaited_place_ = place;
    }
    // It may be where nothing is yet.
    if (!place.empty() && (recordings > 0 || reached_awaited_place())) {
        news.place = place;
        awaited_place_.clear();
    }
    if (followed) import_lost_ = lost;
    if (!lost.empty()) notices.say(lost);
    if (recordings > 1) {
        const bool views = is_match_file(source_);  // and what all of them saw
        const std::size_t count = views ? recordings - 1 : recordings;
        notices.say(concat(count, views ? " view" : " connection", count == 1 ? "" : "s",
                           views ? " and the union" : "", ": Ctrl+Tab shows the next one"));
    }
}

// A share of the recording is known when all of it is.
bool RecordingSession::reached_awaited_place() const {
    if (awaited_place_.empty() || awaited_place_.ends_with('%')) return false;
    const Result<Moment> place = reader_->timeline().locate(awaited_place_);
    return place && reader_->timeline().contains(*place);
}

void RecordingSession::start_scan() {
    scanning_.start([reader = reader_](WorkControl& control, const auto& publish) {
        scan_recording(*reader, control, publish);
    });
}

Moment RecordingSession::moment_at(std::int64_t position) const {
    return reader_ ? reader_->timeline().moment(position) : Moment{};
}

std::string RecordingSession::marked_path() const {
    const std::string part = imported() ? part_of_import(source_, path_) : std::string();
    return part.empty() ? source_ : concat(source_, ".", part);
}

std::string RecordingSession::link_to(Moment moment) const {
    if (!reader_) return {};
    std::error_code ignored;
    const std::filesystem::path whole = std::filesystem::absolute(source_, ignored);
    const std::string segment =
        reader_->segments().size() > 1 ? concat("s", moment.segment, ":") : "";
    return concat(whole.lexically_normal().string(), "@", segment, moment.tick);
}

}  // namespace tickreel
