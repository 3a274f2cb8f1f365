#include "format/tables/result_reader.h"

#include <algorithm>
#include <cctype>

#include "format/tables/wide_numbers.h"
#include "tickreel/base/concat.h"

namespace tickreel {

namespace {

struct Prepared {
    duckdb_prepared_statement statement = nullptr;
    Prepared() = default;
    Prepared(const Prepared&) = delete;
    Prepared& operator=(const Prepared&) = delete;
    ~Prepared() { duck().destroy_prepare(&statement); }

    Result<void> prepare(duckdb_connection connection, const std::string& sql) {
        if (duck().prepare(connection, sql.c_str(), &statement) == DuckDBSuccess) return {};
        const char* why = duck().prepare_error(statement);
        return fail(why == nullptr ? "DuckDB does not understand it" : why);
    }
    idx_t columns() const { return duck().prepared_statement_column_count(statement); }
    duckdb_type type(idx_t column) const {
        return duck().prepared_statement_column_type(statement, column);
    }
    std::string name(idx_t column) const {
        const char* text = duck().prepared_statement_column_name(statement, column);
        std::string name = text == nullptr ? "" : text;
        duck().free(const_cast<char*>(text));
        return name;
    }
};

struct Answer {
    duckdb_result result{};
    Answer() = default;
    Answer(const Answer&) = delete;
    Answer& operator=(const Answer&) = delete;
    ~Answer() { duck().destroy_result(&result); }
    Error error() {
        const char* why = duck().result_error(&result);
        return fail(why == nullptr ? "DuckDB gave up without a reason" : why);
    }
};

ResultKind kind_of(duckdb_type type) {
    switch (type) {
        case DUCKDB_TYPE_BOOLEAN:
            return ResultKind::Boolean;
        case DUCKDB_TYPE_TINYINT:
        case DUCKDB_TYPE_SMALLINT:
        case DUCKDB_TYPE_INTEGER:
        case DUCKDB_TYPE_UTINYINT:
        case DUCKDB_TYPE_USMALLINT:
        case DUCKDB_TYPE_UINTEGER:
        case DUCKDB_TYPE_FLOAT:
        case DUCKDB_TYPE_DOUBLE:
        case DUCKDB_TYPE_DECIMAL:
            return ResultKind::Number;
        case DUCKDB_TYPE_BIGINT:
        case DUCKDB_TYPE_UBIGINT:
        case DUCKDB_TYPE_HUGEINT:
        case DUCKDB_TYPE_UHUGEINT:
            return ResultKind::Wide;
        case DUCKDB_TYPE_LIST:
        case DUCKDB_TYPE_STRUCT:
        case DUCKDB_TYPE_MAP:
        case DUCKDB_TYPE_ARRAY:
        case DUCKDB_TYPE_UNION:
            return ResultKind::Json;
        default:
            return ResultKind::Text;
    }
}

std::string without_end(std::string sql) {
    while (!sql.empty() &&
           (sql.back() == ';' || std::isspace(static_cast<unsigned char>(sql.back()))))
        sql.pop_back();
    return sql;
}

// The same query with every column as text. `types`: to which nested ones are cast before, unless
// "" or missing.
std::string as_text(const std::string& sql, const std::vector<ResultColumn>& columns,
                    const std::vector<std::string>& types) {
    std::string wanted;
    std::string names;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const std::string name = concat("c", i);
        if (i != 0) wanted += ", ";
        if (i != 0) names += ", ";
        names += name;
        const std::string value =
            types.empty() || types[i].empty() ? name : "CAST(" + name + " AS " + types[i] + ')';
        wanted += "CAST(" +
                  (columns[i].kind == ResultKind::Json ? "to_json(" + value + ')' : name) +
                  " AS VARCHAR)";
    }
    return "SELECT " + wanted + " FROM (" + without_end(sql) + "\n) AS t(" + names + ")";
}

std::optional<std::string> text_at(duckdb_vector vector, idx_t row) {
    std::uint64_t* validity = duck().vector_get_validity(vector);
    if (validity != nullptr && !duck().validity_row_is_valid(validity, row)) return std::nullopt;
    auto* text = static_cast<duckdb_string_t*>(duck().vector_get_data(vector)) + row;
    return std::string(duck().string_t_data(text), duck().string_t_length(*text));
}

Result<void> hand_out(Answer& answer, std::size_t columns,
                      const std::function<bool(const ResultRow&)>& row) {
    ResultRow cells(columns);
    bool wanted = true;
    while (wanted) {
        duckdb_data_chunk chunk = duck().fetch_chunk(answer.result);
        if (chunk == nullptr) break;
        const idx_t rows = duck().data_chunk_get_size(chunk);
        for (idx_t i = 0; i < rows && wanted; ++i) {
            for (std::size_t c = 0; c < columns; ++c)
                cells[c] = text_at(duck().data_chunk_get_vector(chunk, c), i);
            wanted = row(cells);
        }
        duck().destroy_data_chunk(&chunk);
        if (rows == 0) break;
    }
    const char* why = duck().result_error(&answer.result);
    if (wanted && why != nullptr && *why != '\0') return fail(why);
    return {};
}

}  // namespace

Result<void> run_statement(duckdb_connection connection, const std::string& sql) {
    Answer answer;
    if (duck().query(connection, sql.c_str(), &answer.result) != DuckDBSuccess)
        return answer.error();
    return {};
}

namespace {

// PIVOT is several statements to DuckDB: one that finds the columns, then the query.
bool is_several(duckdb_connection connection, const std::string& sql) {
    duckdb_extracted_statements parts = nullptr;
    const idx_t count = duck().extract_statements(connection, sql.c_str(), &parts);
    duck().destroy_extracted(&parts);
    return count > 1;
}

// The types of a query's columns, with text for the wide numbers within them; "" for one that has
// none, empty if no column is nested.
std::vector<std::string> exact_types(duckdb_connection connection, const std::string& sql,
                                     const std::vector<ResultColumn>& head,
                                     const ResultOptions& options) {
    const auto is_nested = [](const ResultColumn& one) { return one.kind == ResultKind::Json; };
    if (options.wide == WideInNested::Number || std::none_of(head.begin(), head.end(), is_nested))
        return {};
    std::vector<std::string> types;
    const auto described = read_result(
        connection, "DESCRIBE " + without_end(sql), [](const auto&) {},
        [&](const ResultRow& column) {
            const std::string type = column[1].value_or("");
            const std::string exact = with_wide_as_text(type);
            types.push_back(exact == type ? "" : exact);
            return true;
        },
        {options.kept, WideInNested::Number});
    // What cannot be described cannot stand within a query either: see read_kept().
    if (!described || types.size() != head.size()) types.clear();
    return types;
}

// Rows that DuckDB converts to text only in a query over them.
Result<void> read_kept(duckdb_connection connection, Answer& answer,
                       const std::function<void(const std::vector<ResultColumn>&)>& columns,
                       const std::function<bool(const ResultRow&)>& row,
                       const ResultOptions& options) {
    if (options.kept == nullptr) return fail("only a query can be read here");
    std::vector<ResultColumn> head;
    for (idx_t i = 0; i < duck().column_count(&answer.result); ++i)
        head.push_back({duck().column_name(&answer.result, i),
                        kind_of(duck().column_type(&answer.result, i))});
    const KeptRows kept(*options.kept, answer.result);
    if (const char* why = duck().result_error(&answer.result); why != nullptr && *why != '\0')
        return fail(why);
    const std::string all = concat("FROM ", KeptRowsSource::kCall);
    const std::vector<std::string> types = exact_types(connection, all, head, options);
    Prepared query;
    if (const auto done = query.prepare(connection, as_text(all, head, types)); !done) return done;
    Answer texts;
    if (duck().execute_prepared_streaming(query.statement, &texts.result) != DuckDBSuccess)
        return texts.error();
    columns(head);
    return hand_out(texts, head.size(), row);
}

// Its rows go through a table, where their types are known.
Result<void> read_through_table(
    duckdb_connection connection, const std::string& sql,
    const std::function<void(const std::vector<ResultColumn>&)>& columns,
    const std::function<bool(const ResultRow&)>& row, const ResultOptions& options) {
    const std::string table = "temp.main.\"tickreel result\"";
    if (const auto made =
            run_statement(connection, "CREATE TEMP TABLE \"tickreel result\" AS " + sql);
        !made)
        return made;
    const auto read = read_result(connection, "FROM " + table, columns, row, options);
    const auto dropped = run_statement(connection, "DROP TABLE " + table);
    return read ? dropped : read;
}

}  // namespace

Result<void> read_result(duckdb_connection connection, const std::string& sql,
                         const std::function<void(const std::vector<ResultColumn>&)>& columns,
                         const std::function<bool(const ResultRow&)>& row,
                         const ResultOptions& options) {
    Prepared asked;
    if (const auto done = asked.prepare(connection, sql); !done)
        return is_several(connection, sql)
                   ? read_through_table(connection, sql, columns, row, options)
                   : done;
    const bool select =
        duck().prepared_statement_type(asked.statement) == DUCKDB_STATEMENT_TYPE_SELECT;
    std::vector<ResultColumn> head;
    bool all_text = true;
    for (idx_t i = 0; i < asked.columns(); ++i) {
        head.push_back({asked.name(i), kind_of(asked.type(i))});
        all_text = all_text && asked.type(i) == DUCKDB_TYPE_VARCHAR;
    }
    // Some PRAGMAs are a SELECT to DuckDB, but cannot stand within one.
    Prepared wrapped;
    const bool wraps =
        select && !all_text &&
        wrapped.prepare(connection,
                        as_text(sql, head, exact_types(connection, sql, head, options)));
    Answer answer;
    const auto statement = wraps ? wrapped.statement : asked.statement;
    if (duck().execute_prepared_streaming(statement, &answer.result) != DuckDBSuccess)
        return answer.error();
    // The others have a column too, which says how many rows they changed, or nothing.
    if (duck().result_return_type(answer.result) != DUCKDB_RESULT_TYPE_QUERY_RESULT)
        return hand_out(answer, 0, [](const ResultRow&) { return true; });
    if (!wraps && !(select && all_text))
        return read_kept(connection, answer, columns, row, options);
    columns(head);
    return hand_out(answer, head.size(), row);
}

}  // namespace tickreel
