#include "recorder/commands/library/catalog.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <unordered_map>

#include <fmt/format.h>
#include <sys/stat.h>

#include "recorder/commands/output/text_format.h"
#include "recorder/recording/spelling.h"
#include "tickreel/base/concat.h"

namespace tickreel {

namespace {

constexpr std::int64_t kCatalogVersion = 14;
constexpr std::uint64_t kCommitEvery = 200;  // files

constexpr const char* kTables = R"(
DROP TABLE IF EXISTS recordings; DROP TABLE IF EXISTS players;
DROP TABLE IF EXISTS events; DROP TABLE IF EXISTS markers; DROP TABLE IF EXISTS thumbnails;
CREATE TABLE recordings(id INTEGER PRIMARY KEY, path TEXT UNIQUE, bytes INTEGER, time_ns INTEGER,
    uuid TEXT, status TEXT, problem TEXT, game TEXT, map TEXT, server TEXT, start_ns INTEGER,
    seconds REAL, snapshots INTEGER, wire_ok INTEGER, wire_mismatch INTEGER, wire_absent INTEGER,
    gaps INTEGER, gap_ticks INTEGER, counts TEXT);
CREATE TABLE players(recording INTEGER, name TEXT, clan TEXT, seconds REAL);
CREATE TABLE events(recording INTEGER, kind TEXT, segment INTEGER, tick INTEGER, seconds REAL,
    player TEXT, object TEXT);
CREATE TABLE markers(recording INTEGER, segment INTEGER, tick INTEGER, text TEXT);
CREATE TABLE thumbnails(recording INTEGER PRIMARY KEY, png BLOB);
CREATE INDEX players_of ON players(recording);
CREATE INDEX players_called ON players(name COLLATE NOCASE, recording);
CREATE INDEX events_of ON events(recording);
CREATE INDEX events_by ON events(player COLLATE NOCASE, kind);
CREATE INDEX markers_of ON markers(recording);
)";

struct FileStamp {
    std::int64_t bytes = 0;
    std::int64_t time_ns = 0;
    bool operator==(const FileStamp&) const = default;
};

std::optional<FileStamp> stamp_of(const std::string& path) {
    struct stat found {};
    // A link to nothing is there, and cannot be read.
    if (::stat(path.c_str(), &found) != 0 && ::lstat(path.c_str(), &found) != 0)
        return std::nullopt;
    return FileStamp{found.st_size, found.st_mtim.tv_sec * 1'000'000'000 + found.st_mtim.tv_nsec};
}

std::string below(const std::string& folder, const std::string& path) {
    return std::filesystem::path(path).lexically_relative(folder).generic_string();
}

// `*` and `?` as LIKE has them, in a folded text.
std::string like_pattern(std::string_view text) {
    std::string out;
    for (const char c : folded_spelling(text)) {
        if (c == '%' || c == '_' || c == '\\') out += '\\';
        out += c == '*' ? '%' : c == '?' ? '_' : c;
    }
    return out;
}

std::string counts_json(const std::map<std::string, std::uint64_t>& counts) {
    std::string json;
    for (const auto& [type, count] : counts)
        json += fmt::format("{}{}:{}", json.empty() ? "" : ",", json_string(type), count);
    return '{' + json + '}';
}

struct KnownFile {
    std::int64_t id = 0;
    FileStamp stamp{};
    std::string uuid{};
    bool seen = false;
};
using KnownFiles = std::unordered_map<std::string, KnownFile>;

Result<KnownFiles> known_files(SqliteDatabase& database) {
    auto rows = database.prepare("SELECT path, id, bytes, time_ns, uuid FROM recordings");
    if (!rows) return rows.error();
    KnownFiles known;
    for (;;) {
        const auto more = rows->step();
        if (!more) return more.error();
        if (!*more) return known;
        known[rows->text(0)] = {
            rows->number(1), {rows->number(2), rows->number(3)}, rows->text(4), false};
    }
}

}  // namespace

Result<bool> LibraryCatalog::is_ours() {
    auto version = database_.prepare("PRAGMA user_version");
    if (!version) return version.error();
    const auto row = version->step();
    if (!row) return row.error();
    return *row && version->number(0) == kCatalogVersion;
}

Result<void> LibraryCatalog::create() {
    return database_.run(std::string("BEGIN;") + kTables +
                         fmt::format("PRAGMA user_version = {}; COMMIT;", kCatalogVersion));
}

Result<LibraryCatalog> LibraryCatalog::open(const std::string& path) {
    for (const bool again : {false, true}) {
        auto database = SqliteDatabase::open(path);
        if (!database) return database.error();
        LibraryCatalog catalog(*std::move(database));
        // A crash of the machine may break the file: then it is made anew.
        if (const auto set = catalog.database_.run("PRAGMA synchronous = OFF"); !set && again)
            return set.error();
        const auto ours = catalog.is_ours();
        if (ours && *ours) return catalog;
        if (ours) {
            const auto made = catalog.create();
            if (made) return catalog;
            if (again) return made.error();
        } else if (again) {
            return ours.error();
        }
        std::error_code ignored;
        std::filesystem::remove(path, ignored);
    }
    return fail("the catalog cannot be made");
}

Result<void> LibraryCatalog::add_lists(std::int64_t recording, const RecordingSummary& summary) {
    auto player = database_.prepare("INSERT INTO players VALUES (?, ?, ?, ?)");
    if (!player) return player.error();
    for (const PlayerTime& who : summary.players) {
        player->bind_all(recording, who.name, who.clan, who.seconds);
        if (const auto done = player->run(); !done) return done;
    }
    auto event = database_.prepare("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?)");
    if (!event) return event.error();
    for (const CatalogEvent& what : summary.events) {
        event->bind_all(recording, what.kind, std::int64_t{what.moment.segment}, what.moment.tick,
                        what.seconds, what.player, what.object);
        if (const auto done = event->run(); !done) return done;
    }
    auto marker = database_.prepare("INSERT INTO markers VALUES (?, ?, ?, ?)");
    if (!marker) return marker.error();
    for (const Marker& what : summary.markers) {
        marker->bind_all(recording, std::int64_t{what.moment.segment}, what.moment.tick, what.text);
        if (const auto done = marker->run(); !done) return done;
    }
    return {};
}

Result<void> LibraryCatalog::add(const std::string& path, std::int64_t bytes, std::int64_t time_ns,
                                 const RecordingSummary& summary) {
    auto recording = database_.prepare(
        "INSERT INTO recordings VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
        "?)");
    if (!recording) return recording.error();
    const auto count = [](std::uint64_t number) { return static_cast<std::int64_t>(number); };
    recording->bind_all(path, bytes, time_ns, summary.uuid, summary.status, summary.problem,
                        summary.game, summary.map, summary.server, summary.start_ns,
                        summary.seconds, count(summary.snapshots), count(summary.wire_ok),
                        count(summary.wire_mismatch), count(summary.wire_absent),
                        count(summary.gaps), count(summary.gap_ticks), counts_json(summary.counts));
    if (const auto done = recording->run(); !done) return done;
    return add_lists(database_.last_row(), summary);
}

Result<void> LibraryCatalog::remove(std::int64_t recording) {
    const std::string id = std::to_string(recording);
    return database_.run("DELETE FROM players WHERE recording = " + id +
                         "; DELETE FROM events WHERE recording = " + id +
                         "; DELETE FROM markers WHERE recording = " + id +
                         "; DELETE FROM thumbnails WHERE recording = " + id +
                         "; DELETE FROM recordings WHERE id = " + id);
}

Result<CatalogChanges> LibraryCatalog::update(
    const std::string& folder, const std::vector<std::string>& files,
    const std::function<bool(std::uint64_t done)>& read_on) {
    auto known = known_files(database_);
    if (!known) return known.error();
    CatalogChanges changes;
    changes.files = files.size();
    std::vector<std::pair<std::string, FileStamp>> fresh;
    for (const std::string& file : files) {
        const auto stamp = stamp_of(file);
        if (!stamp) continue;
        const std::string path = below(folder, file);
        const auto found = known->find(path);
        if (found != known->end() && found->second.stamp == *stamp)
            found->second.seen = true;
        else
            fresh.emplace_back(file, *stamp);
    }
    if (fresh.empty() && std::all_of(known->begin(), known->end(),
                                     [](const auto& entry) { return entry.second.seen; }))
        return changes;  // nothing is written
    if (const auto begun = database_.run("BEGIN IMMEDIATE"); !begun) return begun.error();
    std::unordered_map<std::string, std::string> gone;  // UUID: path
    for (const auto& [path, entry] : *known)
        if (!entry.seen && !entry.uuid.empty() && !stamp_of(folder + '/' + path))
            gone[entry.uuid] = path;
    bool stopped = false;
    std::uint64_t done = 0;
    for (const auto& [file, stamp] : fresh) {
        stopped = !read_on(done++);
        if (stopped) break;
        const std::string path = below(folder, file);
        const std::string uuid = uuid_of(file);
        const auto before = gone.find(uuid);
        if (!uuid.empty() && before != gone.end() &&
            (*known)[before->second].stamp.bytes == stamp.bytes && !known->contains(path)) {
            auto moved =
                database_.prepare("UPDATE recordings SET path = ?, time_ns = ? WHERE id = ?");
            if (!moved) return moved.error();
            moved->bind_all(path, stamp.time_ns, (*known)[before->second].id);
            if (const auto set = moved->run(); !set) return set.error();
            (*known)[before->second].seen = true;
            gone.erase(before);
            ++changes.moved;
            continue;
        }
        if (const auto old = known->find(path); old != known->end()) {
            if (const auto removed = remove(old->second.id); !removed) return removed.error();
            old->second.seen = true;
        }
        if (const auto added = add(path, stamp.bytes, stamp.time_ns, summarise(file)); !added)
            return added.error();
        if (++changes.read % kCommitEvery == 0)
            if (const auto kept = database_.run("COMMIT; BEGIN IMMEDIATE"); !kept)
                return kept.error();
    }
    for (const auto& [path, entry] : *known) {
        if (entry.seen || stopped) continue;
        if (const auto removed = remove(entry.id); !removed) return removed.error();
        ++changes.gone;
    }
    if (const auto kept = database_.run("COMMIT"); !kept) return kept.error();
    return changes;
}

Result<SqliteStatement> LibraryCatalog::select(const std::string& columns, const std::string& from,
                                               const std::string& order,
                                               const CatalogSearch& search, const std::string& more,
                                               const std::vector<std::string>& bound) {
    std::string where = " WHERE 1" + more;
    std::vector<std::string> texts = bound;
    if (!search.map.empty()) {
        where += R"( AND folded(',' || r.map || ',') LIKE ? ESCAPE '\')";
        texts.push_back("%," + like_pattern(search.map) + ",%");
    }
    if (!search.server.empty()) {
        where += R"( AND folded(r.server) LIKE ? ESCAPE '\')";
        texts.push_back(like_pattern(search.server));
    }
    if (search.since_ns != 0) where += fmt::format(" AND r.start_ns >= {}", search.since_ns);
    if (search.until_ns != 0)
        where += fmt::format(" AND r.start_ns < {} AND r.start_ns <> 0", search.until_ns);
    auto statement =
        database_.prepare("SELECT " + columns + " FROM " + from + where + " ORDER BY " + order);
    if (!statement) return statement;
    for (std::size_t i = 0; i < texts.size(); ++i)
        statement->bind(static_cast<int>(i + 1), std::string_view(texts[i]));
    return statement;
}

namespace {

// A condition with one text to bind.
void require(const std::string& condition, std::string text, std::string& more,
             std::vector<std::string>& bound) {
    more += " AND " + condition;
    bound.push_back(std::move(text));
}

// The player of the search, in the column given: "p.name".
void require_player(const CatalogSearch& search, const std::string& column, std::string& more,
                    std::vector<std::string>& bound) {
    if (!search.player.empty())
        require("folded(" + column + R"() LIKE ? ESCAPE '\')", like_pattern(search.player), more,
                bound);
}

void require_marker(const CatalogSearch& search, const std::string& column, std::string& more,
                    std::vector<std::string>& bound) {
    require("folded(" + column + R"() LIKE ? ESCAPE '\')", '%' + like_pattern(search.marker) + '%',
            more, bound);
}

// Recordings that a player was in, that have such an event or such a marker.
void narrow(const CatalogSearch& search, std::string& more, std::vector<std::string>& bound) {
    const auto within = [&](const char* table, const auto& add) {
        more += std::string(" AND r.id IN (SELECT recording FROM ") + table + " WHERE 1";
        add();
        more += ")";
    };
    if (!search.player.empty())
        within("players", [&] { require_player(search, "name", more, bound); });
    if (!search.event.empty())
        within("events", [&] { require("kind = ?", search.event, more, bound); });
    if (!search.marker.empty())
        within("markers", [&] { require_marker(search, "text", more, bound); });
}

}  // namespace

Result<SqliteStatement> LibraryCatalog::recordings(const CatalogSearch& search) {
    std::string more;
    std::vector<std::string> bound;
    narrow(search, more, bound);
    return select(
        "r.path, r.status, r.problem, r.game, r.map, r.server, r.start_ns, r.seconds, r.snapshots, "
        "r.wire_ok, r.wire_mismatch, r.wire_absent, r.gaps, r.gap_ticks, r.counts, "
        "(SELECT count(DISTINCT name) FROM players WHERE recording = r.id), "
        "(SELECT count(*) FROM markers WHERE recording = r.id)",
        "recordings r", "r.path", search, more, bound);
}

Result<SqliteStatement> LibraryCatalog::events(const CatalogSearch& search) {
    std::string more = " AND e.kind = ?";
    std::vector<std::string> bound{search.event};
    require_player(search, "e.player", more, bound);
    return select("r.path, e.segment, e.tick, e.seconds, r.map, e.kind, e.player, e.object",
                  "events e JOIN recordings r ON r.id = e.recording",
                  "r.path, e.segment, e.tick, e.rowid", search, more, bound);
}

Result<SqliteStatement> LibraryCatalog::markers(const CatalogSearch& search) {
    std::string more;
    std::vector<std::string> bound;
    CatalogSearch others = search;
    others.marker.clear();
    narrow(others, more, bound);
    require_marker(search, "m.text", more, bound);
    return select("r.path, m.segment, m.tick, r.map, m.text",
                  "markers m JOIN recordings r ON r.id = m.recording",
                  "r.path, m.segment, m.tick, m.rowid", search, more, bound);
}

Result<SqliteStatement> LibraryCatalog::players(const CatalogSearch& search) {
    std::string more;
    std::vector<std::string> bound;
    require_player(search, "p.name", more, bound);
    return select("p.name, p.clan, r.path, r.map, p.seconds",
                  "players p JOIN recordings r ON r.id = p.recording", "p.name, p.clan, r.path",
                  search, more, bound);
}

Result<SqliteStatement> LibraryCatalog::thumbnails(const CatalogSearch& search,
                                                   const std::vector<std::string>& patterns) {
    std::string more;
    std::vector<std::string> bound;
    narrow(search, more, bound);
    std::string any;
    for (const std::string& pattern : patterns) {
        any += (any.empty() ? "" : " OR ") + std::string(R"(folded(r.path) LIKE ? ESCAPE '\')");
        bound.push_back(like_pattern(pattern));
    }
    return select("r.path, r.status, t.recording IS NOT NULL, t.png",
                  "recordings r LEFT JOIN thumbnails t ON t.recording = r.id", "r.path", search,
                  more + " AND (" + any + ")", bound);
}

Result<void> LibraryCatalog::keep_thumbnail(const std::string& path, ByteView png) {
    auto kept = database_.prepare(
        "INSERT OR REPLACE INTO thumbnails SELECT id, ? FROM recordings WHERE path = ?");
    if (!kept) return kept.error();
    kept->bind_all(png, path);
    return kept->run();
}

Result<std::uint64_t> LibraryCatalog::count_damaged(const CatalogSearch& search) {
    // Not narrowed by players or events: of what cannot be read nobody knows them.
    auto rows = select("count(*)", "recordings r", "1", search, " AND r.status NOT IN ('ok', ?)",
                       {kMatchFile});
    if (!rows) return rows.error();
    const auto row = rows->step();
    if (!row) return row.error();
    return static_cast<std::uint64_t>(rows->number(0));
}

Result<std::uint64_t> LibraryCatalog::count_overlapping(const CatalogSearch& search) {
    struct Running {
        std::string maps{};  // "dm1,ctf2"
        std::int64_t until = 0;
    };
    const auto share_a_map = [](const std::string& maps, const std::string& others) {
        for (std::size_t at = 0; at <= maps.size();) {
            const std::size_t end = std::min(maps.find(',', at), maps.size());
            const std::string one = concat(",", maps.substr(at, end - at), ",");
            if (concat(",", others, ",").find(one) != std::string::npos) return true;
            at = end + 1;
        }
        return false;
    };
    std::string more = " AND r.start_ns <> 0";
    std::vector<std::string> bound;
    narrow(search, more, bound);
    auto rows =
        select("r.map, r.start_ns, r.seconds", "recordings r", "r.start_ns", search, more, bound);
    if (!rows) return rows.error();
    std::vector<Running> running;
    std::uint64_t count = 0;
    for (;;) {
        const auto row = rows->step();
        if (!row) return row.error();
        if (!*row) return count;
        const std::string maps = rows->text(0);
        const std::int64_t from = rows->number(1);
        std::erase_if(
            running, [&](const Running& one) { return one.until <= from; });
        count += std::any_of(running.begin(), running.end(),
                             [&](const Running& one) { return share_a_map(maps, one.maps); });
        running.push_back({maps, from + static_cast<std::int64_t>(rows->real(2) * 1e9)});
    }
}

}  // namespace tickreel
