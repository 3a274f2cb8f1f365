#include "recorder/commands/library/sqlite.h"

#include <sqlite3.h>

namespace tickreel {

namespace {

constexpr int kBusyMilliseconds = 10'000;  // another program updates the same catalog

Error problem_of(sqlite3* database) {
    return fail("the catalog cannot be used: ", sqlite3_errmsg(database));
}

}  // namespace

void Statement::finalize(sqlite3_stmt* statement) {
    sqlite3_finalize(statement);
}

void Statement::bind(int index, std::int64_t value) {
    sqlite3_bind_int64(statement_.get(), index, value);
}

void Statement::bind(int index, double value) {
    sqlite3_bind_double(statement_.get(), index, value);
}

void Statement::bind(int index, std::string_view text) {
    sqlite3_bind_text64(statement_.get(), index, text.data() == nullptr ? "" : text.data(),
                        text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

Result<bool> Statement::step() {
    const int code = sqlite3_step(statement_.get());
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    return problem_of(sqlite3_db_handle(statement_.get()));
}

Result<void> Statement::run() {
    const auto done = step();
    reset();
    if (!done) return done.error();
    return {};
}

void Statement::reset() {
    sqlite3_reset(statement_.get());
}

std::int64_t Statement::number(int column) const {
    return sqlite3_column_int64(statement_.get(), column);
}

double Statement::real(int column) const {
    return sqlite3_column_double(statement_.get(), column);
}

std::string Statement::text(int column) const {
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
    return text == nullptr ? std::string() : std::string(text, size);
}

void Database::close(sqlite3* database) {
    sqlite3_close_v2(database);
}

Result<Database> Database::open(const std::string& path) {
    sqlite3* handle = nullptr;
    const int code =
        sqlite3_open_v2(path.c_str(), &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
    Database database(handle);
    if (code != SQLITE_OK) return problem_of(handle);
    sqlite3_busy_timeout(handle, kBusyMilliseconds);
    return database;
}

Result<void> Database::run(const std::string& sql) {
    if (sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
        return problem_of(database_.get());
    return {};
}

Result<Statement> Database::prepare(const std::string& sql) {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(database_.get(), sql.c_str(), static_cast<int>(sql.size()), &statement,
                           nullptr) != SQLITE_OK)
        return problem_of(database_.get());
    return Statement(statement);
}

std::int64_t Database::last_row() const {
    return sqlite3_last_insert_rowid(database_.get());
}

}  // namespace tickreel
