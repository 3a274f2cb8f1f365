#include "recorder/commands/library/sqlite.h"

#include <sqlite3.h>

#include "recorder/recording/spelling.h"

namespace tickreel {

namespace {

constexpr int kBusyMilliseconds = 10'000;  // another program updates the same catalog

Error problem_of(sqlite3* database) {
    return fail("the catalog cannot be used: ", sqlite3_errmsg(database));
}

void fold(sqlite3_context* context, int, sqlite3_value** values) {
    const auto* text = reinterpret_cast<const char*>(sqlite3_value_text(values[0]));
    const auto size = static_cast<std::size_t>(sqlite3_value_bytes(values[0]));
    const std::string folded = text == nullptr ? "" : folded_spelling({text, size});
    sqlite3_result_text64(context, folded.data(), folded.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

}  // namespace

void SqliteStatement::finalize(sqlite3_stmt* statement) {
    sqlite3_finalize(statement);
}

void SqliteStatement::bind(int index, std::int64_t value) {
    sqlite3_bind_int64(statement_.get(), index, value);
}

void SqliteStatement::bind(int index, double value) {
    sqlite3_bind_double(statement_.get(), index, value);
}

void SqliteStatement::bind(int index, std::string_view text) {
    sqlite3_bind_text64(statement_.get(), index, text.data() == nullptr ? "" : text.data(),
                        text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

void SqliteStatement::bind(int index, ByteView blob) {
    if (blob.empty()) {
        sqlite3_bind_zeroblob(statement_.get(), index, 0);
        return;
    }
    sqlite3_bind_blob64(statement_.get(), index, blob.data(), blob.size(), SQLITE_TRANSIENT);
}

Result<bool> SqliteStatement::step() {
    const int code = sqlite3_step(statement_.get());
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    return problem_of(sqlite3_db_handle(statement_.get()));
}

Result<void> SqliteStatement::run() {
    const auto done = step();
    reset();
    if (!done) return done.error();
    return {};
}

void SqliteStatement::reset() {
    sqlite3_reset(statement_.get());
}

std::int64_t SqliteStatement::number(int column) const {
    return sqlite3_column_int64(statement_.get(), column);
}

double SqliteStatement::real(int column) const {
    return sqlite3_column_double(statement_.get(), column);
}

std::string SqliteStatement::text(int column) const {
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_.get(), column));
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
    return text == nullptr ? std::string() : std::string(text, size);
}

Bytes SqliteStatement::blob(int column) const {
    const auto* const bytes =
        static_cast<const Byte*>(sqlite3_column_blob(statement_.get(), column));
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
    return bytes == nullptr ? Bytes() : Bytes(bytes, bytes + size);
}

void SqliteDatabase::close(sqlite3* database) {
    sqlite3_close_v2(database);
}

Result<SqliteDatabase> SqliteDatabase::open(const std::string& path) {
    sqlite3* handle = nullptr;
    const int code =
        sqlite3_open_v2(path.c_str(), &handle, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr);
    SqliteDatabase database(handle);
    if (code != SQLITE_OK) return problem_of(handle);
    sqlite3_busy_timeout(handle, kBusyMilliseconds);
    if (sqlite3_create_function(handle, "folded", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nullptr,
                                fold, nullptr, nullptr) != SQLITE_OK)
        return problem_of(handle);
    return database;
}

Result<void> SqliteDatabase::run(const std::string& sql) {
    if (sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
        return problem_of(database_.get());
    return {};
}

Result<SqliteStatement> SqliteDatabase::prepare(const std::string& sql) {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(database_.get(), sql.c_str(), static_cast<int>(sql.size()), &statement,
                           nullptr) != SQLITE_OK)
        return problem_of(database_.get());
    return SqliteStatement(statement);
}

std::int64_t SqliteDatabase::last_row() const {
    return sqlite3_last_insert_rowid(database_.get());
}

}  // namespace tickreel
