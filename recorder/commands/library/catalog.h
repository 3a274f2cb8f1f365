#pragma once
// The catalog of a folder of recordings: one SQLite file, brought up to date by size, time and UUID
// of the files. Everything in it is read from the recordings, so it may be deleted at any time; one
// that is damaged or of another version is made anew.

#include <functional>
#include <string>
#include <vector>

#include "recorder/commands/library/sqlite.h"
#include "recorder/commands/library/summary.h"

namespace tickreel {

struct CatalogChanges {
    std::uint64_t files = 0;
    std::uint64_t read = 0;   // new or changed
    std::uint64_t moved = 0;  // known by their UUID
    std::uint64_t gone = 0;
};

// What people look for; "" and 0: anything. Names fit as a whole, `*` and `?` are wild, case does
// not matter.
struct CatalogSearch {
    std::string player{};
    std::string map{};
    std::string server{};
    std::string event{};        // a kind or a type
    std::string marker{};       // a part of its text
    std::int64_t since_ns = 0;  // [since, until)
    std::int64_t until_ns = 0;
};

inline constexpr const char* kRecordingColumns[] = {
    "file",  "status",     "problem",   "game",    "map",           "server",
    "start", "duration_s", "snapshots", "wire_ok", "wire_mismatch", "wire_absent",
    "gaps",  "gap_ticks",  "events",    "players", "markers"};

class LibraryCatalog {
public:
    static Result<LibraryCatalog> open(const std::string& path);

    // `read_on` is asked before a file is read; false ends the update, and what was read stays.
    // Paths are kept as they lie below the folder, so it may be moved.
    Result<CatalogChanges> update(const std::string& folder, const std::vector<std::string>& files,
                                  const std::function<bool(std::uint64_t done)>& read_on);

    // Rows in the order of files and times. Columns: kRecordingColumns in the same order ...
    Result<SqliteStatement> recordings(const CatalogSearch& search);
    // ... file, segment, tick, seconds, map, kind, player, object ...
    Result<SqliteStatement> events(const CatalogSearch& search);
    // ... file, segment, tick, map, text ...
    Result<SqliteStatement> markers(const CatalogSearch& search);
    // ... and name, clan, file, map, seconds.
    Result<SqliteStatement> players(const CatalogSearch& search);
    // Of those whose paths fit one of the patterns: file, status, and the picture: absent before
    // it was drawn, empty if that failed. Not drawn by the update, which takes milliseconds a file.
    Result<SqliteStatement> thumbnails(const CatalogSearch& search,
                                       const std::vector<std::string>& patterns);
    Result<void> keep_thumbnail(const std::string& path, ByteView png);
    // How many of the recordings that fit are not sound.
    Result<std::uint64_t> count_damaged(const CatalogSearch& search);
    // How many of them began while another one was being made that has a map in common with it.
    Result<std::uint64_t> count_overlapping(const CatalogSearch& search);

private:
    explicit LibraryCatalog(SqliteDatabase database) : database_(std::move(database)) {}
    Result<bool> is_ours();
    Result<void> create();
    Result<void> add(const std::string& path, std::int64_t bytes, std::int64_t time_ns,
                     const RecordingSummary& summary);
    Result<void> add_lists(std::int64_t recording, const RecordingSummary& summary);
    Result<void> remove(std::int64_t recording);
    Result<SqliteStatement> select(const std::string& columns, const std::string& from,
                                   const std::string& order, const CatalogSearch& search,
                                   const std::string& more, const std::vector<std::string>& bound);

    SqliteDatabase database_;
};

}  // namespace tickreel
