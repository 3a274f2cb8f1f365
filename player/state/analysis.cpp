#include "player/state/analysis.h"

#include <algorithm>

#include "tickreel/games/evolvers.h"

namespace tickreel {

Analysis::Analysis() : query_(std::make_shared<const QueryResult>()) {}

void Analysis::set_reader(std::shared_ptr<const ReelReader> reader) {
    ++revision_;
    asking_.cancel();
    blaming_.cancel();
    plotting_.cancel();
    checking_.cancel();
    file_check_.reset();
    grow(std::move(reader));
    query_ = std::make_shared<const QueryResult>();
    blamed_.reset();
    blame_series_.reset();
    plots_.clear();
    curves_.clear();
}

void Analysis::grow(std::shared_ptr<const ReelReader> reader) {
    reader_ = std::move(reader);
    query_schema_ = reader_ ? EvolvedFields(*reader_, evolvers()).schema() : Schema();
}

std::optional<FieldRef> Analysis::find_field(ItemKey item, std::string_view name) const {
    if (!reader_) return {};
    return find_series_field(reader_->schema(), reader_->info().game, item, name, evolvers());
}

void Analysis::poll() {
    if (std::optional<QueryResultPointer> result = asking_.take()) query_ = std::move(*result);
    if (std::optional<FileCheck> check = checking_.take()) file_check_ = std::move(*check);
    if (std::optional<SeriesList> list = blaming_.take(); list && !list->empty())
        blame_series_ = list->front();
    if (std::optional<SeriesList> list = plotting_.take()) {
        for (SeriesPointer& series : *list) {
            std::erase_if(curves_,
                          [&](const SeriesPointer& old) { return old->field == series->field; });
            curves_.push_back(std::move(series));
        }
    }
}

void Analysis::ask(const std::string& text) {
    ++revision_;
    asking_.cancel();
    QueryResult fresh;
    fresh.text = text;
    query_ = std::make_shared<const QueryResult>(std::move(fresh));
    if (!reader_ || text.find_first_not_of(" \t\r\n") == std::string::npos) return;
    asking_.start(
        [reader = reader_, find_map = find_map_, text](WorkControl& control, const auto& publish) {
            run_query(*reader, text, control, publish, evolvers(), find_map);
        });
}

void Analysis::cancel_query() {
    ++revision_;
    if (std::optional<QueryResultPointer> result = asking_.take()) query_ = std::move(*result);
    asking_.cancel();
}

void Analysis::check_file() {
    ++revision_;
    if (!reader_) return;
    file_check_.reset();
    checking_.start([reader = reader_](WorkControl&, const auto& publish) {
        constexpr std::size_t kMaxProblems = 100;
        FileCheck check;
        const auto note = [&check](const Problem& problem) {
            if (check.problems.size() < kMaxProblems) check.problems.push_back(problem.message);
        };
        const Result<std::uint64_t> records = reader->check_records(note);
        if (records)
            check.records = *records;
        else
            note({records.error().message});
        publish(std::move(check));
    });
}

void Analysis::blame(std::optional<FieldRef> field) {
    ++revision_;
    blaming_.cancel();
    blamed_ = field;
    blame_series_.reset();
    if (!reader_ || !field) return;
    const SeriesPointer curve = plot_series(*field);
    if (curve && curve->complete) {
        blame_series_ = curve;
        return;
    }
    blaming_.start([reader = reader_, find_map = find_map_, fields = std::vector{*field}](
                       WorkControl& control, const auto& publish) {
        collect_series(*reader, fields, control, publish, evolvers(), find_map);
    });
}

bool Analysis::is_plotted(const FieldRef& field) const {
    return std::find(plots_.begin(), plots_.end(), field) != plots_.end();
}

bool Analysis::plot(const FieldRef& field) {
    if (is_plotted(field)) return true;
    if (!reader_ || plots_.size() >= kMaxPlots) return false;
    ++revision_;
    plots_.push_back(field);
    collect_missing();
    return true;
}

void Analysis::unplot(const FieldRef& field) {
    ++revision_;
    std::erase(plots_, field);
    std::erase_if(curves_, [&](const SeriesPointer& curve) { return curve->field == field; });
}

void Analysis::clear_plots() {
    ++revision_;
    plotting_.cancel();
    plots_.clear();
    curves_.clear();
}

SeriesPointer Analysis::plot_series(const FieldRef& field) const {
    const auto found =
        std::find_if(curves_.begin(), curves_.end(),
                     [&](const SeriesPointer& curve) { return curve->field == field; });
    return found == curves_.end() ? nullptr : *found;
}

// One walk for all curves that are not whole yet.
void Analysis::collect_missing() {
    plotting_.cancel();
    std::vector<FieldRef> missing;
    for (const FieldRef& field : plots_) {
        const SeriesPointer curve = plot_series(field);
        if (!curve || !curve->complete) missing.push_back(field);
    }
    if (missing.empty()) return;
    plotting_.start([reader = reader_, find_map = find_map_, missing](WorkControl& control,
                                                                      const auto& publish) {
        collect_series(*reader, missing, control, publish, evolvers(), find_map);
    });
}

}  // namespace tickreel
