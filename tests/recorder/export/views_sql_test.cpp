// Views answer the same questions about every game; the worked queries.
#include <algorithm>
#include <filesystem>

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/export/sql_runs.h"

using namespace tickreel;
using namespace tickreel_test;

TEST_CASE(
    "columns of views have comments: their own, and those of the columns that they take over") {
    const std::filesystem::path demos = std::filesystem::path(TICKREEL_SOURCE_DIR) / "demos";
    const auto comment = [&](const char* demo, const std::string& column) {
        return answer((demos / demo).string(),
                      "SELECT comment FROM duckdb_columns() WHERE table_name || '.' || column_name "
                      "= '" +
                          column + "'");
    };
    const char* const arena = "arena_8_players.reel";
    CHECK(comment(arena, "positions.x") == "comment\n\"in tiles, as sent\"\n");
    CHECK(comment("outpost_firefall.reel", "positions.x") == "comment\nin m\n");
    CHECK(comment(arena, "moves.distance") == "comment\n\"in tiles, between places as sent\"\n");
    CHECK_THAT(comment(arena, "lives.seconds"), contains("in s, by the clock"));
    CHECK_THAT(comment(arena, "snapshots.checksum_sent"),
               contains("that of the base where checksum_by_base"));
    CHECK(comment(arena, "positions.weapon") == comment(arena, "character.weapon"));
    CHECK(comment(arena, "moves.time") == comment(arena, "snapshots.time"));
}

TEST_CASE("the worked queries answer about the sample recording") {
    const std::filesystem::path demos = std::filesystem::path(TICKREEL_SOURCE_DIR) / "demos";
    std::size_t queries = 0;
    for (const auto& entry : std::filesystem::directory_iterator(demos / "analysis" / "queries")) {
        if (entry.path().extension() != ".sql") continue;
        INFO(entry.path());
        ++queries;
        const std::string rows =
            answer((demos / "arena_8_players.reel").string(), read_file(entry.path().string()));
        CHECK(std::count(rows.begin(), rows.end(), '\n') >= 2);
    }
    CHECK(queries == 12);
}

TEST_CASE("chat around a tick is of one segment, as the tick is") {
    const std::filesystem::path demos = std::filesystem::path(TICKREEL_SOURCE_DIR) / "demos";
    const std::string sample = (demos / "arena_8_players.reel").string();
    const Folder folder;
    const std::string again = folder / "again.reel";
    const std::string twice = folder / "twice.reel";
    std::filesystem::copy_file(sample, again);
    REQUIRE(run_tickreel({"merge", sample, again, "-o", twice}).code == 0);
    std::string query =
        read_file((demos / "analysis" / "queries" / "12_chat_around_a_tick.sql").string());
    query.erase(query.rfind(';'));
    CHECK(answer(twice, "SELECT max(n) AS most FROM (SELECT count(*) AS n FROM (" + query +
                            ") GROUP BY ticks_away, who, what)") == "most\n1\n");
}

// Hooks, freezing and flags exist only in Teeworlds. Everything in one query: opening takes long
// here, there are thousands of columns.
TEST_CASE("what is not Teeworlds' alone is asked about Firefall with the same queries") {
    const std::filesystem::path demos = std::filesystem::path(TICKREEL_SOURCE_DIR) / "demos";
    const Folder folder;
    const std::string reel = folder / "outpost.reel";
    REQUIRE(run_tickreel({"cut", (demos / "outpost_firefall.reel").string(), "--time", "0:10..0:11",
                          "-o", reel})
                .code == 0);
    // Metres, stored in steps of 5 cm; enums by name.
    std::string all =
        "SELECT (SELECT bool_and(abs(p.x - c.Position.x * 0.05) < 1e-6 AND p.state = c.State) "
        "FROM positions p JOIN character c USING (tick, id)) AS places, "
        "(SELECT count(*) > 0 FROM moves WHERE distance > 0) AS moves";
    std::size_t queries = 0;
    for (const auto& entry : std::filesystem::directory_iterator(demos / "analysis" / "queries")) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with("03") || name.starts_with("05") || name.starts_with("07")) continue;
        std::string query = read_file(entry.path().string());
        query.erase(query.rfind(';'));
        all += ",\n(SELECT count(*) > 0 FROM (" + query + ")) AS q" + std::to_string(++queries);
    }
    CHECK(queries == 9);
    CHECK(answer(reel, all) ==
          "places,moves,q1,q2,q3,q4,q5,q6,q7,q8,q9\n"
          "true,true,true,true,true,true,true,true,true,true,true\n");
}

TEST_CASE("views answer the same where enums are numbers") {
    const std::filesystem::path demos = std::filesystem::path(TICKREEL_SOURCE_DIR) / "demos";
    const std::string arena = (demos / "arena_8_players.reel").string();
    const std::string outpost = (demos / "outpost_firefall.reel").string();
    const std::pair<std::string, std::string> questions[] = {
        {arena, "SELECT count(*) AS n, sum(seconds) AS s FROM lives"},
        {arena, "SELECT count(*) AS n, count(time_left_ms) AS t FROM input_delivery"},
        {arena, "SELECT inputs, clicks FROM input_statistics"},
        {arena, "SELECT sum(distance) AS d, count(*) AS n FROM moves"},
        {arena, "SELECT count(*) AS n, count(killer_name) AS k FROM kills"},
        {outpost,
         "SELECT count(*) AS n, count(weapon) FILTER (weapon <> 'unknown') AS w FROM kills"},
        {outpost, "SELECT sum(distance) AS d, count(*) AS n FROM moves"},
        {outpost, "SELECT count(*) AS n, sum(seconds) AS s FROM lives"}};
    for (const auto& [reel, question] : questions) {
        INFO(question);
        CHECK(answer(std::vector<std::string>{reel, "--raw"}, question) == answer(reel, question));
    }
}

TEST_CASE("views look through to the tables, and only where ticks allow it") {
    const std::string reel =
        (std::filesystem::path(TICKREEL_SOURCE_DIR) / "demos" / "arena_8_players.reel").string();
    const std::string some = "tick BETWEEN 700 AND 2200";
    CHECK(answer(reel, "SELECT count(*) AS n FROM kills WHERE " + some) ==
          answer(reel, "SELECT count(*) AS n FROM sv_kill_msg WHERE " + some));
    // The table is bounded in one use and read completely in another.
    CHECK(answer(reel,
                 "SELECT count(*) AS n FROM sv_kill_msg WHERE EXISTS "
                 "(SELECT 1 FROM kills WHERE " +
                     some + ")") == answer(reel, "SELECT count(*) AS n FROM sv_kill_msg"));
    CHECK(answer(reel, "SELECT name FROM kills JOIN players ON id = killer WHERE " + some +
                           " AND killer_name <> name") == "name\n");
}

// Both have fields that SQL does not tell apart: Firefall's Health and Name.
TEST_CASE("a view over recordings of two games has the rows of both") {
    const auto demos = std::filesystem::path(TICKREEL_SOURCE_DIR) / "demos";
    const std::string arena = (demos / "arena_8_players.reel").string();
    const std::string outpost = (demos / "outpost_firefall.reel").string();
    const std::vector<std::vector<std::string>> orders{{arena, outpost}, {outpost, arena}};
    const std::string all =
        "('kills', 'chat_lines', 'positions', 'moves', 'lives', 'inputs', "
        "'input_delivery', 'input_statistics', 'reactions', 'connection')";
    for (const std::string& file : {arena, outpost}) {
        // One row: how many rows of the file each view has, and values in each of its columns.
        const std::string counts = answer(
            file,
            "SELECT 'SELECT * FROM ' || string_agg(one, ', ' ORDER BY shown) AS q FROM (SELECT "
            "table_name AS shown, '(SELECT count(*) AS ' || table_name || ', ' || "
            "string_agg('count(' || column_name || ') AS ' || table_name || '_' || column_name, "
            "', ' ORDER BY column_index) || ' FROM ' || table_name || ' WHERE file = ''" +
                file + "'')' AS one FROM duckdb_columns() WHERE table_name IN " + all +
                " GROUP BY table_name)");
        std::string question = counts.substr(counts.find('\n') + 2);
        question.erase(question.rfind('"'));
        const std::string alone = answer(file, question);
        CHECK_THAT(alone, contains("positions_name"));
        for (const auto& files : orders) CHECK(answer(files, question) == alone);
    }
}

TEST_CASE("a table of two games has the names and values of both, whichever comes first") {
    const auto demos = std::filesystem::path(TICKREEL_SOURCE_DIR) / "demos";
    const std::string arena = (demos / "arena_8_players.reel").string();
    const std::string outpost = (demos / "outpost_firefall.reel").string();
    for (const std::string table : {"character", "items"})
        for (const std::string& file : {arena, outpost}) {
            INFO(table << " of " << file);
            const std::string question = "SELECT tick, id, name, health, segment FROM " + table +
                                         " WHERE tick % 10 = 0 AND file = '" + file +
                                         "' ORDER BY ALL";
            const std::string alone = answer(file, question);
            CHECK(alone.size() > 1000);
            const auto same_rows = [&](const std::string& other) {
                const auto begin = [](const std::string& text) { return text.find('\n'); };
                return other.substr(begin(other)) == alone.substr(begin(alone));
            };
            CHECK(same_rows(answer(std::vector<std::string>{arena, outpost}, question)));
            CHECK(same_rows(answer(std::vector<std::string>{outpost, arena}, question)));
        }
    CHECK(answer(std::vector<std::string>{outpost, arena},
                 "SELECT count(*) AS n FROM tickreel.character_steps WHERE file = '" + arena +
                     "' AND (previous_name IS NULL) <> (previous_tick IS NULL)") == "n\n0\n");
}
