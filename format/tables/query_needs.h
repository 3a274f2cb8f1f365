#pragma once
// What a query needs from each table: its ticks (tick_bounds.h) and whether it needs rows at all
// (ends_only.h). Resolves the built-in views to the tables behind them.
//
// Read from DuckDB's parse tree, because its C API pushes columns down to a table function, but no
// conditions. Measured with and without (the same query, written so that it is not recognised):
//                                        24 min of 62 players   1 min of 8 players
//   `character` of 200 ticks                0.28 s    5.3 s         0.27 s   0.36 s
//   `items` of one tick                     0.21      5.0           0.31     0.31
//   `sv_kill_msg` of the last 10 s          0.21      4.4           0.27     0.34
//   `character` joined with `player_info`   0.23      6.4           0.28     0.36
//   count(*) of `character`                 0.34      4.4           0.25     0.20
//   count(*) of `items`                     0.27      2.4           0.25     0.40
//   first and last tick of `character`      0.26      2.7           0.22     0.26

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tickreel/export/table_plan.h"
#include "tickreel/tables/table_database.h"

namespace tickreel {

// All SQL names of a table.
std::vector<std::string> table_names(const TablePlan& plan);

class QueryNeeds {
public:
    // Views in order of creation: each may use earlier ones.
    void add_view(const SqlView& view, const std::string& parse_tree);
    void ask(const std::string& parse_tree);

    // By table number; tables that are missing are needed completely.
    std::map<std::size_t, TickBounds> bounds(const std::vector<TablePlan>& plans) const;
    std::set<std::size_t> ends_only(const std::vector<TablePlan>& plans) const;

private:
    struct View {
        std::string name{};
        bool by_tick = false;
        std::map<std::string, TickBounds> reads{};  // tables and views, in lower case
    };
    std::vector<View> views_;
    std::map<std::string, TickBounds> bounds_;  // by name in lower case
    std::set<std::string> ends_only_;
};

}  // namespace tickreel
