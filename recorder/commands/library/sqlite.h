#pragma once
// SQLite as the catalog of a folder uses it: statements with values, errors as Results. The only
// user of its header.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "tickreel/base/bytes.h"
#include "tickreel/base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace tickreel {

// One prepared statement: bind, step, read; reset() before it is bound again.
class SqliteStatement {
public:
    SqliteStatement() = default;
    explicit SqliteStatement(sqlite3_stmt* statement) : statement_(statement, finalize) {}

    template <class... Values>
    void bind_all(const Values&... values) {
        int index = 0;
        (bind(++index, values), ...);
    }
    void bind(int index, std::int64_t value);
    void bind(int index, double value);
    void bind(int index, std::string_view text);
    void bind(int index, ByteView blob);
    // False: no more rows.
    Result<bool> step();
    // step() of a statement without rows, and ready for the next values.
    Result<void> run();
    void reset();
    std::int64_t number(int column) const;
    double real(int column) const;
    std::string text(int column) const;
    Bytes blob(int column) const;

private:
    static void finalize(sqlite3_stmt* statement);
    std::shared_ptr<sqlite3_stmt> statement_{};
};

// In SQL, folded(text) is folded_spelling(): LIKE alone knows the case of A to Z only.
class SqliteDatabase {
public:
    static Result<SqliteDatabase> open(const std::string& path);
    Result<void> run(const std::string& sql);  // several statements without values
    Result<SqliteStatement> prepare(const std::string& sql);
    std::int64_t last_row() const;

private:
    explicit SqliteDatabase(sqlite3* database) : database_(database, close) {}
    static void close(sqlite3* database);
    std::shared_ptr<sqlite3> database_;
};

}  // namespace tickreel
