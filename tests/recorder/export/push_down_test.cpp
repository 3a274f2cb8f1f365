// What a query's conditions leave unread: never a row that it wants.
#include <filesystem>
#include <functional>

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"
#include "tests/recorder/export/sql_runs.h"
#include "tickreel/reel/reel_reader.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

const std::string kStart = "make_timestamp(1787421791120000)";

// All rows, of which conditions leave nothing unread: they may not move behind a limit.
std::string unread(const std::string& table) {
    return "(SELECT * FROM " + table + " LIMIT 1000000000000)";
}

// Asked of each table, and of all that it holds: the same, for each of the conditions. In one run.
void check_conditions(const std::vector<std::string>& files, const std::string& columns,
                      const std::vector<std::string>& tables,
                      const std::vector<std::string>& conditions, int code = 0) {
    const auto answers = [&](const auto& what) {
        std::string script;
        for (const std::string& table : tables)
            for (const std::string& condition : conditions)
                script += "SELECT count(*) AS n, min(tick) AS a, max(tick) AS b, " + columns +
                          " FROM " + what(table) + " WHERE " + condition + ";\n";
        const Ran ran = run_sql(files, script);
        INFO(ran.err);
        CHECK(ran.code == code);
        return ran.out;
    };
    CHECK(answers([](const std::string& table) { return table; }) == answers(unread));
}

// Milliseconds since its beginning that a clock shows when so many have passed.
using Clock = std::function<std::int64_t(std::uint32_t segment, std::int64_t passed)>;

// The recording as seen by another clock, in short groups. Unfinished: nothing says how far its
// times step back.
void write_by_clock(const std::string& from, const std::string& to, const Clock& clock,
                    bool finished) {
    const auto reel = ReelReader::open(*open_file(from));
    REQUIRE(reel.ok());
    ReelOptions options;
    options.chunk_seconds = 0.1;
    options.group_seconds = 0.3;
    const RecordingInfo& info = (*reel)->info();
    ReelWriter writer(*create_file(to, IfExists::Replace), info, options);
    for (const ItemType& type : (*reel)->schema().types()) writer.add_type(type);
    std::uint32_t segments = 0;
    const auto copied = (*reel)->scan((*reel)->everything(), ignore_problems, [&](Frame frame) {
        for (; segments <= frame.segment; ++segments)
            writer.begin_segment((*reel)->segments()[segments]);
        const auto passed =
            std::chrono::duration_cast<std::chrono::milliseconds>(frame.time - info.start);
        frame.time = info.start + std::chrono::milliseconds(clock(frame.segment, passed.count()));
        writer.add_frame(frame);
        return true;
    });
    REQUIRE(copied.ok());
    if (finished)
        REQUIRE(writer.finish().ok());
    else
        writer.flush();
}

}  // namespace

TEST_CASE("conditions leave the rest of a recording unread") {
    const Folder folder;
    SampleOptions options;
    options.frames = 400;  // 16 s
    write_sample(folder / "a.reel", options);
    write_sample(folder / "sound.reel", options);
    damage_the_middle(folder / "a.reel");
    const std::vector<std::string> broken{folder / "a.reel"};
    const auto code = [&](const std::string& query) { return run_sql(broken, query).code; };
    const std::string count = "SELECT count(*) AS n, max(x) AS x FROM walker WHERE ";
    const std::string far[] = {
        "tick <= 100 + 9 * 2",
        "tick IN (100, 100 + 4, 108)",
        "tick = 100 + 4.0",
        "tick < 110.5",
        "time <= " + kStart + " + INTERVAL 2 SECOND",
        "time BETWEEN " + kStart + " AND " + kStart + " + INTERVAL 500 MILLISECONDS",
        "segment = 1",
        "file LIKE '%b.reel'",
        "segment > 3 AND tick > 0"};
    for (const std::string& condition : far) {
        INFO(condition);
        CHECK(code(count + condition) == 0);
        CHECK(answer(broken, count + condition) ==
              answer({folder / "sound.reel"}, count + condition));
    }
    for (const char* condition :
         {"tick > 100 + 3", "tick IN (100, 880)", "time > make_timestamp(1787421791120000 + 1)",
          "segment = 0", "file LIKE '%a.reel'", "segment = 0 OR tick = 3"}) {
        INFO(condition);
        CHECK(code(count + condition) == 3);
    }
    CHECK(answer(broken, "SELECT tick, x FROM walker ORDER BY tick LIMIT 2") ==
          "tick,x\n100,1000\n102,1003\n");
    CHECK(answer(broken, "SELECT tick, x FROM walker ORDER BY tick DESC LIMIT 1 OFFSET 1") ==
          "tick,x\n896,2194\n");
    CHECK(code("SELECT x FROM walker ORDER BY x LIMIT 2") == 3);
    // Only the file that is asked about is read.
    const std::vector<std::string> both{folder / "a.reel", folder / "sound.reel"};
    CHECK(run_sql(both, count + "file LIKE '%sound.reel'").code == 0);
    CHECK(run_sql(both, count + "file LIKE '%a.reel'").code == 3);
}

TEST_CASE("an answer is the same as without leaving anything out") {
    const Folder folder;
    SampleOptions options;
    options.frames = 60;
    options.segments = 2;
    write_sample(folder / "a.reel", options);
    options.first = 130;
    write_sample(folder / "b.reel", options);
    const std::vector<std::string> files{folder / "a.reel", folder / "b.reel"};
    const std::vector<std::string> conditions{
        "tick < 110.5",
        "tick BETWEEN 104.4 AND 107.6",
        "tick = '104'",
        "tick IN (100, NULL)",
        "tick IN (102, 190, 300)",
        "tick NOT IN (102, 104)",
        "tick > -5 + 110",
        "tick >= 9223372036854775807",
        "tick < -9223372036854775807",
        "'104' <= tick AND tick <= 110::DOUBLE",
        "segment + 0 = 1",
        "NOT segment = 1",
        "segment IS NOT NULL AND segment IN (1, 7)",
        "segment = 1 OR file LIKE '%a.reel'",
        "file NOT LIKE '%b%' AND tick > 150",
        "lower(file) LIKE '%A.REEL'",
        "segment = tick - 100",
        "time >= " + kStart + " + INTERVAL 1 SECOND",
        "time < '2026-08-22 18:43:12'",
        "time = " + kStart,
        "time > " + kStart + " AND segment = 0 AND tick < 150",
        "tick <= (SELECT min(tick) + 10 FROM walker)"};
    check_conditions(files, "max(time) AS t, sum(segment) AS s, count(DISTINCT file) AS f",
                     {"walker", "chat", "snapshots", "items"}, conditions);
    for (const std::string end :
         {"ORDER BY tick LIMIT 3", "ORDER BY tick DESC LIMIT 3", "ORDER BY tick LIMIT 4 OFFSET 100",
          "ORDER BY tick DESC LIMIT 1000", "ORDER BY tick"})
        for (const auto& which : {files, std::vector<std::string>{files[0]}})
            CHECK(answer(which, "SELECT tick FROM walker " + end) ==
                  answer(which, "SELECT tick FROM " + unread("walker") + " " + end));
}

TEST_CASE("a range of times has the same rows unread, whatever the clock did") {
    const Folder folder;
    SampleOptions options;
    options.frames = 100;  // 4 s
    options.segments = GENERATE(1, 3);
    options.segment_step = 300;
    write_sample(folder / "a.reel", options);
    const std::pair<std::string, Clock> clocks[] = {
        {"as it was", [](auto, auto ms) { return ms; }},
        {"back by 1.5 s", [](auto, auto ms) { return ms < 2000 ? ms : ms - 1500; }},
        {"back for 80 ms", [](auto, auto ms) { return ms >= 2000 && ms < 2080 ? ms - 1900 : ms; }},
        {"ahead for 80 ms", [](auto, auto ms) { return ms >= 2000 && ms < 2080 ? ms + 1900 : ms; }},
        {"an hour ahead, then back", [](auto, auto ms) { return ms < 1000 ? ms + 3600000 : ms; }},
        {"backwards", [](auto, auto ms) { return 4000 - ms; }},
        {"stands", [](auto, auto) { return std::int64_t{500}; }},
        {"none", [](auto, auto) { return std::int64_t{-1787421791120}; }},
        {"segments from late to early",
         [](std::uint32_t segment, auto ms) { return ms - 3000 * std::int64_t{segment}; }}};
    std::vector<std::string> conditions{"time < " + kStart, "time = " + kStart};
    for (const int at : {120, 520, 2040, 3960})
        for (const std::string how : {">=", "<"})
            conditions.push_back("time " + how + " " + kStart + " + INTERVAL " +
                                 std::to_string(at) + " MILLISECONDS");
    for (const int at : {1900, 2100})
        conditions.push_back("time BETWEEN " + kStart + " + INTERVAL " + std::to_string(at) +
                             " MILLISECONDS AND " + kStart + " + INTERVAL " +
                             std::to_string(at + 70) + " MILLISECONDS AND tick > 110");
    const std::string columns = "max(time) AS t, sum(tick) AS s, count(DISTINCT segment) AS d";
    for (const auto& [name, clock] : clocks)
        for (const bool finished : {true, false}) {
            if (!finished && options.segments == 1) continue;  // the times of all groups are read
            INFO(name << ", " << finished);
            const std::string file = folder / (finished ? "b.reel" : "c.reel");
            write_by_clock(folder / "a.reel", file, clock, finished);
            check_conditions({file}, columns,
                             {"walker", "chat", "snapshots", "tickreel.walker_steps"}, conditions,
                             finished ? 0 : 3);
            if (!finished || options.segments == 1) continue;
            // A group in the middle that cannot be read hides nothing of the others.
            std::string bytes = read_file(file);
            bytes[bytes.size() * 2 / 5] = static_cast<char>(~bytes[bytes.size() * 2 / 5]);
            write_file(folder / "d.reel", bytes);
            check_conditions({folder / "d.reel"}, columns, {"walker", "snapshots"}, conditions, 3);
        }
}

TEST_CASE("rows of some items, and of the first snapshot of each step, are the same ones unread") {
    const Folder folder;
    SampleOptions options;
    options.frames = 60;
    options.segments = 2;
    write_sample(folder / "a.reel", options);
    const std::vector<std::string> files{folder / "a.reel"};
    // Also a number that is none, and what cannot be told from the numbers.
    const std::vector<std::string> ids{"id = 3",
                                       "3 = id AND tick > 150",
                                       "id IN (3, 9007199254740993, -1)",
                                       "id = '3'",
                                       "id IN (3, NULL)",
                                       "id = 3.5",
                                       "id = 3 AND id = 4",
                                       "id = 3 OR tick = 102",
                                       "id <> 3",
                                       "id = 18446744073709551615",
                                       "id = 9007199254740993::DOUBLE"};
    check_conditions(files, "sum(id) AS s, count(DISTINCT id) AS d",
                     {"walker", "items", "tickreel.walker_steps"}, ids);
    CHECK_THAT(run_sql(files, "EXPLAIN SELECT x FROM items WHERE id = 3").out,
               contains("items: all ticks, only id 3"));
    std::vector<std::string> resampled = files;
    resampled.insert(resampled.end(), {"--every", "140ms"});
    const std::vector<std::string> parts{"tick BETWEEN 104 AND 117",
                                         "tick = 105",
                                         "tick > 118 AND segment = 1",
                                         "time >= " + kStart + " + INTERVAL 500 MILLISECONDS",
                                         "tick <= 112",
                                         "id = 3"};
    check_conditions(resampled, "sum(tick) AS s", {"walker", "items", "tickreel.walker_steps"},
                     parts);
    for (const std::string end : {"ORDER BY tick LIMIT 3", "ORDER BY tick DESC LIMIT 3"})
        CHECK(answer(resampled, "SELECT tick FROM walker " + end) ==
              answer(resampled, "SELECT tick FROM " + unread("walker") + " " + end));
}

TEST_CASE(
    "conditions around subqueries, views and joins leave the same unread as beside the table") {
    const Folder folder;
    SampleOptions options;
    options.frames = 400;
    options.segments = 2;
    write_sample(folder / "a.reel", options);
    const std::vector<std::string> files{folder / "a.reel"};
    // A query of WALKER and what EXPLAIN says that it reads.
    const std::pair<std::string, std::string> queries[] = {
        {"SELECT tick, x FROM (SELECT tick, x FROM WALKER) WHERE tick BETWEEN 200 AND 209",
         "walker: ticks 200..210 of"},
        {"WITH w AS (SELECT * FROM WALKER) SELECT tick, x FROM w WHERE tick < 100 + 10 AND id = 3",
         "walker: ticks 100..110 of 100..899, only id 3"},
        {"SELECT tick, x FROM (SELECT tick AS moment, * FROM WALKER) WHERE moment IN (110, 112)",
         "walker: ticks 110..113 of"},
        {"SELECT tick, n FROM (SELECT tick, count(*) AS n FROM WALKER GROUP BY tick) WHERE tick > "
         "880",
         "walker: ticks 881..899 of"},
        {"SELECT tick, n FROM (SELECT tick, row_number() OVER (PARTITION BY tick) AS n FROM "
         "WALKER) "
         "WHERE tick = 120",
         "walker: ticks 120..121 of"},
        {"SELECT * FROM (SELECT tick, x FROM WALKER WHERE id = 3 UNION ALL SELECT tick, id FROM "
         "WALKER) "
         "WHERE tick < 120",
         "walker: ticks 100..120 of"},
        {"SELECT w.tick, w.x FROM WALKER w JOIN snapshots s USING (tick, segment) WHERE s.tick < "
         "110",
         "walker: ticks 100..110 of"},
        {"SELECT w.tick FROM snapshots s LEFT JOIN WALKER w ON w.tick = s.tick WHERE s.tick > 890",
         "walker: ticks 891..899 of"},
        {"SELECT tick, segment FROM (SELECT * FROM WALKER) WHERE segment >= 1 AND tick < 500",
         "walker: ticks 100..500 of 100..899, 1 of 2 segments"},
        {"SELECT tick FROM (SELECT * FROM WALKER) WHERE (tick < 105 OR tick = 108) AND segment <> "
         "0",
         "walker: ticks 100..109 of 100..899, 1 of 2 segments"},
        {"SELECT tick FROM (SELECT * FROM WALKER) WHERE file = 'x'", "0 of 2 segments"},
        {"SELECT tick FROM (SELECT * FROM WALKER) WHERE time < " + kStart + " + INTERVAL 1 SECOND",
         "only groups that touch the time range"},
        // What bears the name of a column is not that column.
        {"SELECT * FROM (SELECT id AS tick, tick AS id FROM WALKER) WHERE tick < 150 AND id < 300",
         "walker: ticks 100..300 of"},
        {"SELECT * FROM (SELECT tick + 400 AS tick, x FROM WALKER) WHERE tick > 1000",
         "walker: all ticks"},
        {"SELECT tick FROM (SELECT tick, x FROM WALKER LIMIT 1000000) WHERE tick < 110",
         "walker: all ticks"},
        {"SELECT tick, y FROM (SELECT tick, lag(x) OVER (ORDER BY tick, id, segment) AS y FROM "
         "WALKER) "
         "WHERE tick = 300",
         "walker: all ticks"},
        {"SELECT count(*) FROM snapshots s LEFT JOIN WALKER w ON w.tick = s.tick AND w.tick < 110",
         "walker: ticks 100..110 of"},
        {"SELECT tick FROM WALKER WHERE tick < (SELECT min(tick) + 10 FROM WALKER)",
         "walker: all ticks"}};
    const std::string views =
        "CREATE VIEW mine AS SELECT *, x / 32 AS tile FROM walker;\n"
        "CREATE MACRO walkers_of(n) AS TABLE SELECT * FROM walker WHERE id = n;\n";
    const auto asked = [&](const std::string& query, const std::string& of) {
        std::string text = query;
        for (std::size_t at = 0; (at = text.find("WALKER")) != std::string::npos;)
            text.replace(at, 6, of);
        const Ran ran = run_sql(files, views + text);
        INFO(text << '\n' << ran.err);
        CHECK(ran.code == 0);
        return ran.out;
    };
    for (const auto& [query, reads] : queries) {
        INFO(query);
        CHECK_THAT(asked("EXPLAIN " + query, "walker"), contains(reads));
        CHECK_THAT(asked("EXPLAIN " + query, "mine"), contains(reads));
        CHECK_THAT(asked("EXPLAIN " + query, unread("walker")), contains("walker: all ticks"));
        const std::string sorted = "SELECT * FROM (" + query + ") ORDER BY ALL";
        const std::string all = asked(sorted, unread("walker"));
        CHECK(asked(sorted, "walker") == all);
        CHECK(asked(sorted, "mine") == all);
    }
    const std::string macro = "SELECT tick, x FROM WALKER WHERE tick > 870 ORDER BY ALL";
    CHECK_THAT(asked("EXPLAIN " + macro, "walkers_of(3)"),
               contains("walker: ticks 871..899 of 100..899, only id 3"));
    CHECK(asked(macro, "walkers_of(3)") == asked(macro, unread("walkers_of(3)")));
}

TEST_CASE("names within a range are those of the whole recording") {
    const std::string reel =
        (std::filesystem::path(TICKREEL_SOURCE_DIR) / "demos" / "arena_8_players.reel").string();
    for (const char* view : {"kills", "chat_lines", "positions", "moves"})
        for (int from = 0; from < 3000; from += 500) {
            const std::string range =
                "tick BETWEEN " + std::to_string(from) + " AND " + std::to_string(from) + " + 499";
            INFO(view << " " << range);
            const std::string order = " ORDER BY ALL";
            CHECK(
                answer({reel}, "SELECT * FROM " + std::string(view) + " WHERE " + range + order) ==
                answer({reel}, "SELECT * FROM " + unread(view) + " WHERE " + range + order));
        }
}

TEST_CASE("views have their first and last rows, and parts of them, without the rest") {
    const std::string reel =
        (std::filesystem::path(TICKREEL_SOURCE_DIR) / "demos" / "arena_8_players.reel").string();
    for (const std::string view : {"kills", "chat_lines", "positions", "moves"})
        for (const std::string end :
             {"ORDER BY tick LIMIT 3", "ORDER BY tick DESC LIMIT 2 OFFSET 1"}) {
            INFO(view << " " << end);
            CHECK(answer({reel}, "SELECT tick FROM " + view + " " + end) ==
                  answer({reel}, "SELECT tick FROM " + unread(view) + " " + end));
        }
    const auto plan = [&](const std::string& query) {
        return run_sql({reel}, "EXPLAIN " + query).out;
    };
    CHECK_THAT(plan("SELECT sum(distance) FROM moves WHERE tick BETWEEN 1000 AND 1099"),
               contains("character_steps: ticks 1000..1100 of"));
    CHECK_THAT(plan("SELECT sum(distance) FROM moves"), contains("character_steps: all ticks"));
    const std::string around = "FROM (SELECT * FROM kills) WHERE tick BETWEEN 1000 AND 1099";
    CHECK_THAT(plan("SELECT killer_name " + around), contains("sv_kill_msg: ticks 1000..1100 of"));
    CHECK_THAT(plan("SELECT killer_name " + around + " AND (SELECT count(*) FROM sv_kill_msg) > 0"),
               contains("sv_kill_msg: all ticks"));
    CHECK_THAT(plan("SELECT name FROM chat_lines ORDER BY tick LIMIT 1"),
               contains("sv_chat: ticks"));
    CHECK_THAT(plan("SELECT killer_name FROM kills ORDER BY tick LIMIT 1"),
               contains("sv_kill_msg: ticks"));
}

TEST_CASE("the steps of a part begin before it, in however many segments and files") {
    const Folder folder;
    SampleOptions options;
    options.frames = 400;
    write_sample(folder / "one.reel", options);
    options.segments = 2;
    write_sample(folder / "two.reel", options);
    const std::string columns =
        "SELECT count(*), sum(tick - previous_tick), sum(x - previous_x) FROM ";
    for (const auto& files : {std::vector<std::string>{folder / "one.reel"},
                              {folder / "two.reel"},
                              {folder / "one.reel", folder / "two.reel"}})
        for (const std::string condition :
             {"tick BETWEEN 500 AND 520", "tick > 880", "tick <= 104", "tick = 612",
              "time > make_timestamp(1787421791120000 + 9000000)", "segment = 1 AND tick > 600",
              "tick > 100000"}) {
            INFO(files.size() << " files, " << condition);
            CHECK(answer(files, columns + "tickreel.walker_steps WHERE " + condition) ==
                  answer(files, columns + unread("tickreel.walker_steps") + " WHERE " + condition));
        }
}

TEST_CASE("names of a recording are the same for every statement") {
    const std::string reel =
        (std::filesystem::path(TICKREEL_SOURCE_DIR) / "demos" / "arena_8_players.reel").string();
    const std::string query = "SELECT tick, killer_name, victim_name FROM kills";
    const std::string alone = answer({reel}, query);
    CHECK(answer({reel}, "CREATE TEMP TABLE n AS SELECT * FROM players; " + query) == alone);
}
