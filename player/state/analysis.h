#pragma once
// Analyses that need a pass over the whole recording: the query, the inspected field (blame) and
// the plots. Each runs in the background, shows partial results while it grows, and can be
// cancelled; poll() takes the results.

#include <memory>
#include <string>
#include <vector>

#include "tickreel/analysis/query_run.h"
#include "tickreel/analysis/series.h"

namespace tickreel {

inline constexpr std::size_t kMaxPlots = 8;

struct FileCheck {
    std::uint64_t records = 0;  // that are sound
    std::vector<std::string> problems{};
};

class Analysis {
public:
    Analysis();

    // Drops every question: another recording, or none.
    void set_reader(std::shared_ptr<const ReelReader> reader);
    // The recording grew: questions asked from now on see all of it.
    void grow(std::shared_ptr<const ReelReader> reader);
    // Where maps are found that the recording does not hold: evolved values need them.
    void set_map_finder(Evolution::FindMap find_map) { find_map_ = std::move(find_map); }
    // The recording's schema with the evolved fields, "now_x": what a query may name.
    const Schema& query_schema() const { return query_schema_; }
    // Of an item, by name; "now_x" is the evolved "x".
    std::optional<FieldRef> find_field(ItemKey item, std::string_view name) const;
    void poll();
    // Counts up with every question that is asked or dropped.
    std::uint64_t revision() const { return revision_; }
    bool running() const {
        return asking_.running() || blaming_.running() || plotting_.running() ||
               checking_.running();
    }

    // "" forgets the query. A cancelled one keeps what it found.
    void ask(const std::string& text);
    void cancel_query();
    bool asking() const { return asking_.running(); }
    double ask_progress() const { return asking_.progress(); }
    const QueryResult& query() const { return *query_; }
    const QueryResultPointer& query_pointer() const { return query_; }

    // Reads every record of the file against its checksums.
    void check_file();
    bool checking() const { return checking_.running(); }
    const std::optional<FileCheck>& file_check() const { return file_check_; }

    void blame(std::optional<FieldRef> field);
    bool blaming() const { return blaming_.running(); }
    double blame_progress() const { return blaming_.progress(); }
    const std::optional<FieldRef>& blamed() const { return blamed_; }
    const SeriesPointer& blame_series() const { return blame_series_; }  // may be null

    // At most kMaxPlots: false beyond that.
    bool plot(const FieldRef& field);
    void unplot(const FieldRef& field);
    void clear_plots();
    bool is_plotted(const FieldRef& field) const;
    bool plotting() const { return plotting_.running(); }
    double plot_progress() const { return plotting_.progress(); }
    const std::vector<FieldRef>& plots() const { return plots_; }
    // The curve of a plotted field, or null while it is not there yet.
    SeriesPointer plot_series(const FieldRef& field) const;

private:
    void collect_missing();

    std::uint64_t revision_ = 0;
    std::shared_ptr<const ReelReader> reader_;
    Evolution::FindMap find_map_;
    Schema query_schema_;
    QueryResultPointer query_;
    std::optional<FieldRef> blamed_;
    SeriesPointer blame_series_;
    std::vector<FieldRef> plots_;
    SeriesList curves_;  // what was collected so far, in any order
    std::optional<FileCheck> file_check_;
    Background<QueryResultPointer> asking_;
    Background<FileCheck> checking_;
    Background<SeriesList> blaming_;
    Background<SeriesList> plotting_;
};

}  // namespace tickreel
