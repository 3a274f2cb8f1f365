#pragma once
// DuckDB itself says what expressions of a query are (ExpressionAnswers of tick_bounds.h).

#include "format/tables/duckdb.h"
#include "format/tables/tick_bounds.h"

namespace tickreel {

// The tree of a statement as json_serialize_sql tells it; "" when it is none that selects.
std::string parse_tree_of(duckdb_connection connection, const std::string& sql);
// Its optimised plan as json_serialize_plan tells it; "" when there is none.
std::string plan_of(duckdb_connection connection, const std::string& sql);

// Connection and files must outlive the answers.
ExpressionAnswers expression_answers(duckdb_connection connection,
                                     const std::vector<ReelFile>& files);

}  // namespace tickreel
