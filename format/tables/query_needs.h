#pragma once
// What a query needs of each table: the frames, by what it says (tick_bounds.h) and by how DuckDB
// plans it (scan_needs.h), and whether its rows at all (ends_only.h). Looks through the shipped
// views at the tables behind them.

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "format/tables/scan_needs.h"
#include "format/tables/tick_bounds.h"
#include "tickreel/export/table_plan.h"
#include "tickreel/tables/table_database.h"

namespace tickreel {

// Beside the table of an item type, in the schema `tickreel`.
inline constexpr std::string_view kStepsSuffix = "_steps";

// All SQL names of a table.
std::vector<std::string> table_names(const TablePlan& plan);

class QueryNeeds {
public:
    // Views come in the order in which they were made: one may use those before it.
    void add_view(const SqlView& view, const std::string& parse_tree,
                  const ExpressionAnswers& answers);
    // `few`: bounds that hold the first or last rows of a table, in place of their number.
    using FewBounds = std::function<TickBounds(const std::string& table, const TickBounds& asked)>;
    // "" for a parse tree that does not show all that the query reads. `scans`: of its plan.
    void ask(const std::vector<TablePlan>& plans, const std::string& parse_tree,
             const ExpressionAnswers& answers, const FewBounds& few,
             std::optional<ScanNeeds> scans);

    // By table number, every table that the query reads.
    std::map<std::size_t, TickBounds> uses(const std::vector<TablePlan>& plans) const;
    // Those that are bounded; tables that are missing are needed completely.
    std::map<std::size_t, TickBounds> bounds(const std::vector<TablePlan>& plans) const;
    // The same for the tables with steps behind views, tickreel.NAME_steps.
    std::map<std::size_t, TickBounds> steps(const std::vector<TablePlan>& plans) const;
    std::set<std::size_t> ends_only(const std::vector<TablePlan>& plans) const;

private:
    struct View {
        std::string name{};
        bool by_tick = false;
        bool other_id = false;
        std::string rows_of{};
        std::map<std::string, TickBounds> reads{};  // tables and views, in lower case
    };
    TickBounds asked_of(const View& view, const TickBounds& said,
                        const std::vector<TablePlan>& plans) const;

    std::vector<View> views_;
    std::map<std::string, TickBounds> bounds_;  // by name in lower case
    std::set<std::string> ends_only_;
    std::optional<ScanNeeds> scans_;
};

}  // namespace tickreel
