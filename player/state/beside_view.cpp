#include "player/state/beside_view.h"

#include <cmath>
#include <filesystem>

#include "player/state/connections.h"
#include "player/state/glide.h"
#include "player/state/match_legend.h"
#include "player/state/recording_session.h"
#include "tickreel/base/concat.h"

namespace tickreel {

namespace {

// The `step`-th behind the shown one, round; the union is the last.
unsigned number_beside(const MatchViews& shown, unsigned step) {
    const auto count = static_cast<unsigned>(shown.match().views().size()) + 1;
    return (shown.number() - 1 + 1 + (step % (count - 1))) % count + 1;
}

std::string path_of(const RecordingSession& session, unsigned number) {
    const std::string folder = std::filesystem::path(session.path()).parent_path().string();
    for (const std::string& path : recordings_in(folder))
        if (connection_number(session.source_path(), path) == number) return path;
    return {};
}

}  // namespace

void BesideView::clear_frames(std::string trouble) {
    trouble_ = std::move(trouble);
    frames_.clear();
    next_.reset();
    share_.reset();
    missing_ = Integrity::None;
    into_hole_ = 0;
    ghosts_ = next_ghosts_ = nullptr;
}

void BesideView::choose(const RecordingSession& session, unsigned number) {
    generation_ = session.generation();
    number_ = number;
    importing_ = session.importing();
    reader_.reset();
    match_.reset();
    clear_frames("is being read");
    const std::string path = path_of(session, number);
    if (path.empty()) {
        clear_frames("is not read yet");
        return;
    }
    if (!opening_) opening_ = std::make_unique<Background<Opened>>();
    opening_->start([path, source = session.source_path(), schema = session.match()->schema()](
                        WorkControl&, const auto& publish) {
        Opened opened;
        auto file = open_file(path);
        auto reel = file ? ReelReader::open(std::move(*file))
                         : Result<std::unique_ptr<ReelReader>>(file.error());
        auto match = MatchViews::open(source, path, schema);
        if (reel && match) {
            opened.reader = std::move(*reel);
            opened.match = std::move(*match);
            opened.holes = find_holes(*opened.reader);
        } else {
            opened.error = reel ? match.error().message : reel.error().message;
        }
        publish(std::move(opened));
    });
}

Frame BesideView::translated(const Frame& frame) const {
    Frame made = frame;
    SnapshotBuilder builder;
    for (const Item item : frame.snapshot)
        if (item.key.type < ids_.size())
            builder.set({ids_[item.key.type], item.key.entity}, item.row);
    made.snapshot = builder.build();
    for (Event& event : made.events)
        if (event.type < ids_.size()) event.type = ids_[event.type];
    return made;
}

// What was translated before is kept: the neighbours of a tick change little.
void BesideView::translate() {
    std::vector<Frame> before = std::move(frames_);
    if (next_) before.push_back(std::move(*next_));
    const auto take = [&](const Frame& frame) {
        for (Frame& known : before)
            if (known.moment() == frame.moment()) return known;
        return translated(frame);
    };
    frames_.clear();
    next_.reset();
    for (const Frame& frame : window_.with_current()) frames_.push_back(take(frame));
    if (window_.next() != nullptr) next_ = take(*window_.next());
}

void BesideView::look(const RecordingSession& session, double playhead, bool with_recent) {
    const auto position = static_cast<std::int64_t>(std::floor(playhead));
    const auto here = session.match()->moment_in(*match_, session.moment_at(position));
    if (!here || !reader_->timeline().contains(*here)) return clear_frames(nothing_there(*match_));
    const std::int64_t there = reader_->timeline().position(*here);
    window_.update(there, with_recent);
    if (window_.current() == nullptr) return clear_frames(window_.error());
    trouble_.clear();
    const bool same = !frames_.empty() && frames_.size() == window_.with_current().size() &&
                      frames_.back().moment() == window_.current()->moment();
    if (!same) translate();
    const double at = static_cast<double>(there) + playhead - std::floor(playhead);
    share_ = glide_share(reader_->timeline(), current(), next(), at, holes_);
    const Hole* hole = hole_at(holes_, there);
    missing_ = hole != nullptr ? hole->kind : Integrity::None;
    into_hole_ = tickreel::ticks_into_hole(reader_->timeline(), current(), at, holes_);
}

void BesideView::update(const RecordingSession& session, double playhead, const ViewSettings& view,
                        bool with_recent) {
    shown_ = view.beside && session.match() != nullptr;
    if (!shown_) {
        if (reader_ || loading()) *this = {};
        return;
    }
    const unsigned number = number_beside(*session.match(), view.beside_step);
    const bool imported_now = importing_ && !session.importing() && !reader_;
    if (generation_ != session.generation() || number_ != number || imported_now)
        choose(session, number);
    if (std::optional<Opened> opened = opening_ ? opening_->take() : std::nullopt) {
        reader_ = std::move(opened->reader);
        match_ = std::move(opened->match);
        holes_ = std::move(opened->holes);
        trouble_ = std::move(opened->error);
        window_ = FrameWindow(reader_);
        ghost_frames_.clear();
        ids_.clear();
        if (reader_)
            for (const ItemType& type : reader_->schema().types())
                ids_.push_back(match_->schema().find(type.name).value_or(0));
    }
    if (!reader_) return;
    look(session, playhead, with_recent);
    ghosts_ = next_ghosts_ = nullptr;
    if (!view.ghosts || current() == nullptr) return;
    next_ghosts_ = ghost_frames_.of(*match_, next());
    ghosts_ = ghost_frames_.of(*match_, current());
}

}  // namespace tickreel
