#pragma once
// Which frames a query can want of each table, from DuckDB's own parse tree (json_serialize_sql):
// `tick` and `time` compared with constant expressions, conditions of `segment` and `file` alone,
// `id` equal to plain numbers, all joined by AND, and ORDER BY tick LIMIT n. Only ever an
// optimisation: the conditions stay in the query, and whatever is not plainly one of these bounds
// nothing.

#include <functional>
#include <map>
#include <string>
#include <string_view>

#include "tickreel/tables/frame_cursor.h"

namespace tickreel {

// What expressions of the query are: asked of DuckDB (expression_answers.h), as JSON of the parse
// tree. Where nothing answers, only plain whole numbers bound.
struct ExpressionAnswers {
    // A constant as BIGINT, rounded; as a timestamp in microseconds. Nothing: NULL or an error.
    std::function<std::optional<std::int64_t>(const std::string& expression)> number{};
    std::function<std::optional<std::int64_t>(const std::string& expression)> microseconds{};
    // Where a condition of the columns `segment` and `file` holds; nullptr: an error.
    std::function<std::shared_ptr<const PlaceSet>(const std::string& condition)> places{};
};

// By table name in lower case; a table that is not in it is not bounded.
std::map<std::string, TickBounds> tick_bounds(std::string_view parse_tree,
                                              const ExpressionAnswers& answers = {});

}  // namespace tickreel
