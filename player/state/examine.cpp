// The part of PlayerState that looks into things: hits of the query, changes of a field, the pinned
// frame, a link to this very place.
#include <algorithm>
#include <filesystem>

#include "player/state/player_state.h"

namespace tickreel {

void PlayerState::jump_hit(int by) {
    const QueryResult& query = analysis_.query();
    if (query.text.empty()) {
        notify("Nothing was asked yet: / asks");
        return;
    }
    const std::int64_t here = playback_.position();
    const QueryHit* hit = by > 0 ? query.next(here) : query.previous(here);
    if (hit == nullptr) {
        notify(std::string("No hit ") + (by > 0 ? "after" : "before") + " this tick" +
               (query.complete ? "" : " so far (still looking)"));
        return;
    }
    jump(hit->from);
    if (hit->item) {
        select(hit->item);
    }
    const auto number = static_cast<std::size_t>(hit - query.hits.data()) + 1;
    notify("Hit " + std::to_string(number) + " of " + std::to_string(query.hits.size()) + "  " +
           hit->label);
}

void PlayerState::jump_change(int by) {
    const SeriesPointer& series = analysis_.blame_series();
    if (!series) {
        notify("Click a field of the inspector first");
        return;
    }
    std::optional<std::size_t> index;
    if (by > 0) {
        index = series->next_change(playback_.position());
    } else {
        index = series->last_change(playback_.position() - 1);
    }
    if (index) {
        jump(series->points[*index].position);
    } else {
        notify(by > 0 ? "It does not change any more" : "It did not change before");
    }
}

void PlayerState::blame(std::optional<FieldRef> field) {
    analysis_.blame(field);
    if (field) {
        view_.show_tab(Pane::RightTop, "blame");
    }
}

void PlayerState::plot(const FieldRef& field) {
    if (!reader_) {
        return;
    }
    if (!is_plottable(reader_->schema(), field)) {
        notify("Text cannot be plotted");
    } else if (!analysis_.plot(field)) {
        notify(std::to_string(kMaxPlots) + " fields at once are enough: take one away first");
    }
}

void PlayerState::pin() {
    if (frames_.current() != nullptr) {
        pinned_ = *frames_.current();
        notify("Tick " + std::to_string(pinned_->tick) + " pinned as A: move on to compare");
    }
}

void PlayerState::start_export(const std::vector<std::string>& words) {
    last_export_.reset();
    exporting_.start([words](const WorkControl& control, const auto& publish) {
        publish(run_subprocess("tickreel", words, control));
    });
}

std::string PlayerState::recovered_path() const {
    const std::filesystem::path here(path_);
    return free_path(here.parent_path() / (here.stem().string() + "-recovered.reel"));
}

void PlayerState::recover() {
    if (!reader_ || recovering_.running()) {
        return;
    }
    const std::string output = recovered_path();
    notify("Recovering into " + output);
    recovering_.start({"recover", path_, "-o", output}, output);
}

void PlayerState::take_recovered(const ReelJobResult& result) {
    if (!result.written()) {
        notify("Nothing was recovered: " + last_line(result.program.output));
        return;
    }
    open(result.output, place_text());
    notify("Recovered into " + result.output);
}

std::string PlayerState::kept_path() const {
    const std::filesystem::path source(source_);
    return free_path(source.parent_path() / std::filesystem::path(path_).filename());
}

void PlayerState::keep_import() {
    if (!imported()) {
        notify("This recording is a file already: " + path_);
        return;
    }
    keeping_.start([from = path_, to = kept_path()](WorkControl&, const auto& publish) {
        std::error_code error;
        std::filesystem::copy_file(from, to, error);
        publish(Kept{to, error ? to + ": " + error.message() : std::string()});
    });
}

std::string PlayerState::place_text() const {
    const Moment here = moment();
    return "s" + std::to_string(here.segment) + ":" + std::to_string(here.tick);
}

void PlayerState::open_neighbour(int by) {
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::path here = fs::absolute(path_, error).lexically_normal();
    std::vector<fs::path> all;
    for (fs::directory_iterator at(here.parent_path(), error), end; !error && at != end;
         at.increment(error)) {
        if (at->path().extension() == ".reel") {
            all.push_back(at->path());
        }
    }
    std::sort(all.begin(), all.end());
    const auto found = std::find(all.begin(), all.end(), here);
    if (all.size() < 2 || found == all.end()) {
        notify("No other recording in this folder");
        return;
    }
    const auto count = static_cast<std::ptrdiff_t>(all.size());
    const std::ptrdiff_t index = (found - all.begin() + by + count) % count;
    open(all[static_cast<std::size_t>(index)].string());
}

std::string PlayerState::deep_link() const {
    if (!reader_) {
        return {};
    }
    std::error_code ignored;
    const std::filesystem::path whole = std::filesystem::absolute(source_, ignored);
    const Moment here = moment();
    const std::string segment =
        reader_->segments().size() > 1 ? "s" + std::to_string(here.segment) + ":" : "";
    return whole.lexically_normal().string() + "@" + segment + std::to_string(here.tick);
}

}  // namespace tickreel
