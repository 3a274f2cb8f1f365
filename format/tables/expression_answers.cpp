#include "format/tables/expression_answers.h"

#include "format/tables/parse_tree.h"
#include "format/tables/result_reader.h"
#include "tickreel/tables/table_database.h"

namespace tickreel {

namespace {

// The first column of the result, or nothing at all on any error.
std::optional<std::vector<std::string>> column_of(duckdb_connection connection,
                                                  const std::string& sql) {
    std::vector<std::string> values;
    const auto read = read_result(
        connection, sql, [](const auto&) {},
        [&](const ResultRow& row) {
            if (row[0]) values.push_back(*row[0]);
            return true;
        });
    return read ? std::optional(std::move(values)) : std::nullopt;
}

// SQL of `pattern` with one of its parts replaced.
std::string sql_with(duckdb_connection connection, const std::string& pattern, const char* part,
                     ParseNode value) {
    ParseNode tree = ParseNode::parse(parse_tree_of(connection, pattern), nullptr, false);
    if (!tree.is_object() || tree.value("error", true)) return {};
    tree["statements"][0]["node"][part] = std::move(value);
    const auto sql =
        column_of(connection, "SELECT json_deserialize_sql(" + sql_text(tree.dump()) + "::JSON)");
    return sql && sql->size() == 1 ? sql->front() : std::string();
}

std::optional<std::int64_t> value_of(duckdb_connection connection, const std::string& expression,
                                     const std::string& cast) {
    const ParseNode node = ParseNode::parse(expression, nullptr, false);
    const std::string sql =
        sql_with(connection, "SELECT 1", "select_list", ParseNode::array({node}));
    if (sql.empty()) return std::nullopt;
    const auto values =
        column_of(connection, "SELECT " + cast + " FROM (" + sql + ") answer(value)");
    if (!values || values->size() != 1) return std::nullopt;
    return std::stoll(values->front());
}

// Every segment of every file as a row of `place`.
std::string places_of(const std::vector<ReelFile>& files) {
    std::string rows;
    for (std::size_t i = 0; i < files.size(); ++i)
        for (std::size_t segment = 0; segment < files[i].reel->segments().size(); ++segment)
            rows += (rows.empty() ? "(" : ", (") + std::to_string(i) + ", " +
                    sql_text(files[i].path) + ", " + std::to_string(segment) + ")";
    return "WITH place(number, file, segment) AS (VALUES " + rows + ") ";
}

std::shared_ptr<const PlaceSet> places_where(duckdb_connection connection,
                                             const std::vector<ReelFile>& files,
                                             const std::string& condition) {
    const std::string sql = sql_with(connection, "SELECT number || ' ' || segment FROM place",
                                     "where_clause", ParseNode::parse(condition, nullptr, false));
    if (sql.empty()) return nullptr;
    const auto values = column_of(connection, places_of(files) + sql);
    if (!values) return nullptr;
    auto places = std::make_shared<PlaceSet>();
    for (const std::string& value : *values) {
        std::size_t digits = 0;
        const std::size_t file = std::stoull(value, &digits);
        places->emplace(files[file].reel,
                        static_cast<std::uint32_t>(std::stoul(value.substr(digits))));
    }
    return places;
}

}  // namespace

std::string parse_tree_of(duckdb_connection connection, const std::string& sql) {
    const auto tree = column_of(connection, "SELECT json_serialize_sql(" + sql_text(sql) + ")");
    return tree && tree->size() == 1 ? tree->front() : std::string();
}

std::string plan_of(duckdb_connection connection, const std::string& sql) {
    const auto plan = column_of(
        connection, "SELECT json_serialize_plan(" + sql_text(sql) + ", optimize := true)");
    return plan && plan->size() == 1 ? plan->front() : std::string();
}

ExpressionAnswers expression_answers(duckdb_connection connection,
                                     const std::vector<ReelFile>& files) {
    return {[=](const std::string& expression) {
                return value_of(connection, expression, "CAST(value AS BIGINT)");
            },
            [=](const std::string& expression) {
                return value_of(connection, expression, "epoch_us(CAST(value AS TIMESTAMP))");
            },
            [=, &files](const std::string& condition) {
                return places_where(connection, files, condition);
            }};
}

}  // namespace tickreel
