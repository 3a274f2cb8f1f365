// SQL over recordings, and exports that use DuckDB. Not run in a build without it: see
// CMakeLists.txt.

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <sstream>

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"
#include "tests/recorder/export/sql_reels.h"
#include "tests/recorder/export/sql_runs.h"

using namespace tickreel_test;

namespace {

std::string ask(const std::vector<std::string>& files, const std::string& query,
                const std::string& format = "csv") {
    std::vector<std::string> arguments{"sql"};
    arguments.insert(arguments.end(), files.begin(), files.end());
    arguments.insert(arguments.end(), {query, "--format", format});
    const Ran ran = run_tickreel(arguments);
    CHECK(ran.err.empty());
    REQUIRE(ran.code == 0);
    return ran.out;
}

// A server's world as one of its clients gets it: who has which number is for each client to say.
void write_seat(const std::string& path, const std::vector<std::string>& players,
                std::chrono::seconds clock = std::chrono::seconds(0)) {
    auto file = tickreel::create_file(path, tickreel::IfExists::Replace);
    REQUIRE(file);
    const std::chrono::nanoseconds start = std::chrono::hours(400'000);
    tickreel::RecordingInfo info;
    info.start = start + clock;
    tickreel::ReelWriter writer(std::move(*file), info, {});
    writer.begin_segment({"dm1", "", ""});
    tickreel::ItemType named;
    named.name = "Runner";
    named.fields.resize(2);
    named.fields[0] = text_field("name", tickreel::Role::Name);
    named.fields[1] = number_field("x");
    named.fields[1].roles = tickreel::Role::PositionX;
    const tickreel::TypeId type = writer.add_type(named);
    for (int tick = 100; tick < 200; ++tick) {
        tickreel::SnapshotBuilder items;
        for (std::size_t id = 0; id < players.size(); ++id)
            items.set(
                {type, id},
                tickreel::make_row(
                    named, {players[id], tick * static_cast<std::int64_t>(players[id].size())}));
        tickreel::Frame frame;
        frame.tick = tick;
        frame.time = start + clock + std::chrono::milliseconds(20) * (tick - 100);
        frame.snapshot = items.build();
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish());
}

}  // namespace

TEST_CASE("recordings of one match count double, also where players have other numbers") {
    const Folder folder;
    write_seat(folder / "a.reel", {"Ann", "Robert"});
    write_seat(folder / "b.reel", {"Ann", "Robert"});
    write_seat(folder / "c.reel", {"Robert", "Ann"});
    write_seat(folder / "others.reel", {"Eve", "Christopher"});
    write_seat(folder / "later.reel", {"Robert", "Ann"}, std::chrono::seconds(2));
    const auto said = [&](const std::string& other) {
        const Ran ran = run_tickreel({"sql", folder / "a.reel", folder / other, "SELECT 1"});
        CHECK(ran.code == 0);
        return ran.err;
    };
    CHECK_THAT(said("b.reel"), contains("a.reel: is of one match with " + (folder / "b.reel")));
    CHECK_THAT(said("c.reel"),
               contains("a.reel: seems to be of one match with " + (folder / "c.reel")));
    CHECK(said("others.reel").empty());
    CHECK(said("later.reel").empty());
}

TEST_CASE(
    "a program without its DuckDB says where it looks and what to do, to people without a "
    "checkout") {
    const Folder folder;
    write_sample(folder / "a.reel");
    std::filesystem::create_directories(folder / "there/bin");
    const std::string alone = folder / "there/bin/alone";
    std::filesystem::copy_file(TICKREEL_BIN_DIR "/tickreel", alone);
    const Ran ran = run_shell(alone + " sql " + (folder / "a.reel") + " 'SELECT 1'");
    CHECK(ran.code == 1);
    CHECK_THAT(ran.err,
               contains(folder / "there/lib/tickreel/libduckdb.so") && contains("LD_LIBRARY_PATH"));
}

TEST_CASE("gaps are what never came and what cannot be read") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    write_sample(reel);
    const std::string query = "SELECT from_tick, to_tick, ticks, unreadable FROM gaps";
    CHECK(ask({reel}, query) == "from_tick,to_tick,ticks,unreadable\n124,126,2,false\n");
    CHECK(ask({reel}, "SELECT count(*) AS n FROM gaps WHERE reason <> ''") == "n\n1\n");
    const tickreel::Tick broken = damage_the_middle(reel);
    const Ran ran = run_sql(reel, query + " WHERE unreadable");
    CHECK(ran.code == 3);
    CHECK_THAT(ran.out, contains('\n' + std::to_string(broken) + ','));
    CHECK_THAT(ran.out, contains(",true\n"));
    // A recovered copy is undamaged; what was unreadable in its source is still marked as that.
    const std::string saved = folder / "saved.reel";
    REQUIRE(run_tickreel({"recover", reel, "-o", saved}).code == 3);
    CHECK(ask({saved}, "SELECT unreadable FROM gaps WHERE from_tick = " + std::to_string(broken)) ==
          "unreadable\ntrue\n");
}

TEST_CASE("a range that cannot be read is lost, in exports of every kind") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    write_sample(folder / "whole.reel");
    write_sample(reel);
    const std::string ticks = std::to_string(damage_the_middle(reel)) + "..";
    const std::string last = ticks + std::to_string(std::stoi(ticks) + 2);
    for (const char* name : {"o.csv", "o.ndjson", "o.mcap", "o.parquet", "o.duckdb", "o/"}) {
        INFO(name);
        const std::string out = folder / name;
        const Ran ran = run_tickreel({"export", reel, "--ticks", last, "-o", out});
        CHECK(ran.code == 3);
        CHECK_THAT(ran.err, contains("are missing: damaged at offset"));
        CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') == 1);
        CHECK_FALSE(std::filesystem::exists(out));
    }
    // Also when another recording has the range.
    const Ran two = run_tickreel({"export", reel, folder / "whole.reel", "--ticks", last, "--types",
                                  "Walker", "-o", folder / "two.parquet"});
    CHECK(two.code == 3);
    CHECK_THAT(two.err, contains("a.reel: ticks ") && contains("are missing"));
}

TEST_CASE("a snapshot's gap has all ticks missing before it, also of both kinds") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    write_sample(reel);
    const std::string whole = read_file(reel);
    auto source = tickreel::open_file(reel);
    REQUIRE(source);
    const auto opened = tickreel::ReelReader::open(std::move(*source));
    REQUIRE(opened);
    int of_both = 0;
    for (const tickreel::ChunkInfo& chunk : (*opened)->chunks()) {
        CAPTURE(chunk.first_tick);
        std::string bytes = whole;
        bytes[chunk.offset + chunk.stored_bytes - 5] ^= 1;
        write_file(reel, bytes);
        CHECK(run_sql(reel,
                      "SELECT (SELECT sum(gap) FROM snapshots) = sum(ticks) AS same FROM gaps "
                      "WHERE to_tick <= (SELECT max(tick) FROM snapshots)")
                  .out == "same\ntrue\n");
        const Ran both = run_sql(reel,
                                 "SELECT count(*) AS n FROM gaps a JOIN gaps b ON a.to_tick = "
                                 "b.from_tick JOIN snapshots ON tick = b.to_tick");
        of_both += both.out == "n\n1\n" ? 1 : 0;
    }
    CHECK(of_both > 0);
}

TEST_CASE("markers are a table, and go wherever events go") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    SampleOptions options;
    options.segments = 2;
    options.segment_step = 400;
    write_sample(reel, options);
    const std::string all =
        "segment,tick,text,color\n0,104,start,16711680\n0,110,end,65280\n"
        "1,504,start,16711680\n1,510,end,65280\n";
    const std::string columns = "SELECT segment, tick, text, color FROM ";
    CHECK(ask({reel}, columns + "markers") == all);
    CHECK(ask({reel}, "SELECT count(*) AS n FROM markers WHERE tick < 105") == "n\n1\n");
    CHECK(ask({reel}, "SELECT seconds FROM markers LIMIT 1") == "seconds\n0.08\n");
    const auto count_of = [&](const std::string& query) {
        return ask({reel}, "SELECT count(*) AS n, min(text) AS t FROM " + query);
    };
    REQUIRE(run_tickreel({"export", reel, "-q", "-o", folder / "x/"}).code == 0);
    CHECK(count_of("'" + (folder / "x/type=markers/match=a/part-0.parquet") + "'") ==
          "n,t\n4,end\n");
    REQUIRE(run_tickreel({"export", reel, "-q", "-o", folder / "x.duckdb"}).code == 0);
    const Ran in_database = run_tickreel(
        {"sql", reel,
         "ATTACH '" + (folder / "x.duckdb") + "' AS e; SELECT count(*) AS n FROM e.markers",
         "--format", "csv"});
    CHECK(in_database.out == "n\n4\n");
    REQUIRE(run_tickreel({"export", reel, "-q", "--append", folder / "data/"}).code == 0);
    CHECK(count_of("'" + (folder / "data/*/markers.parquet") + "'") == "n,t\n4,end\n");
    const Ran table = run_tickreel({"export", reel, "-o", folder / "x.parquet"});
    CHECK_THAT(table.err, contains("markers are left out (the recording has 4)"));
    CHECK(run_tickreel({"export", reel, "-q", "-o", folder / "part.ndjson", "--ticks", "104..106"})
              .code == 0);
    CHECK_THAT(read_file(folder / "part.ndjson"),
               contains(R"("marker":"start","color":16711680,"segment":0})"));
    CHECK_THAT(read_file(folder / "part.ndjson"), !contains(R"("marker":"end")"));
}

TEST_CASE("the ends of a whole table or view are those of its rows") {
    const Folder folder;
    SampleOptions options;
    options.segments = 2;
    options.segment_step = 400;
    write_sample(folder / "a.reel", options);
    SampleOptions other;  // no tick of a.reel: not the same match
    other.first = 2000;
    write_sample(folder / "b.reel", other);
    int of_time = 0;
    for (const std::vector<std::string>& files :
         {std::vector{folder / "a.reel"}, {folder / "a.reel", folder / "b.reel"}}) {
        std::istringstream columns(
            ask(files,
                "SELECT table_name || ',' || string_agg(column_name, ',') FROM duckdb_columns() "
                "WHERE schema_name = 'main' AND NOT internal AND (column_name IN ('tick', 'time', "
                "'seconds') OR column_name LIKE 'from_%' OR column_name LIKE 'to_%') GROUP BY "
                "table_name",
                "ndjson"));
        for (std::string line; std::getline(columns, line);) {
            const std::size_t from = line.find(":\"") + 2;
            std::istringstream names(line.substr(from, line.rfind('"') - from));
            std::string table;
            std::getline(names, table, ',');
            for (std::string name; std::getline(names, name, ',');) {
                const std::string ends = "SELECT count(*) AS rows, count(" + name + ") AS n, min(" +
                                         name + ") AS first, max(" + name + ") AS last FROM ";
                INFO(ends << table);
                CHECK(ask(files, ends + table) ==
                      ask(files, "CREATE TEMP TABLE copy AS FROM " + table + "; " + ends + "copy"));
                of_time += name == "time" ? 1 : 0;
            }
        }
    }
    CHECK(of_time > 4);
    CHECK(ask({folder / "a.reel"}, "SELECT min(tick) AS first, max(tick) AS last FROM markers") ==
          "first,last\n104,510\n");
}

TEST_CASE("items, events and snapshots are tables") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    write_sample(reel);
    CHECK(ask({reel}, "SELECT count(*) AS n FROM walker") == "n\n19\n");
    CHECK(ask({reel}, "SELECT tick, x, mood, speed FROM Walker WHERE tick BETWEEN 100 AND 103") ==
          "tick,x,mood,speed\n100,1000,calm,0.1\n102,1003,angry,\n");
    CHECK(ask({reel}, "SELECT account FROM walker LIMIT 1") == "account\n18446744073709551615\n");
    CHECK(ask({reel}, "SELECT DISTINCT content FROM chest WHERE tick = 100") ==
          "content\n\\xDE\\xAD\\x00\n");
    CHECK(ask({reel}, "SELECT tick, text FROM chat ORDER BY tick") == "tick,text\n108,gg\n");
    CHECK(ask({reel}, "SELECT sum(gap) AS ticks, count(*) AS n FROM snapshots") ==
          "ticks,n\n2,19\n");
    CHECK(ask({reel},
              "SELECT checksum, checksum_sent, checksum_computed FROM snapshots "
              "WHERE tick = 110") ==
          "checksum,checksum_sent,checksum_computed\n"
          "mismatch,42,47\n");
    CHECK(ask({reel}, "SELECT words FROM unknown_77 WHERE tick = 100") == "words\n\"[7,-8,0]\"\n");
    CHECK(ask({reel}, "SELECT x, x FROM walker WHERE tick = 100") == "x,x\n1000,1000\n");
}

TEST_CASE("sql, Parquet, folders and DuckDB with --every have the rows of CSV, and all events") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    write_sample(reel);
    const auto out = [&](const std::string& name, std::vector<std::string> more) {
        std::vector<std::string> arguments{"export", reel, "-o", folder / name, "-f"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        CHECK(run_tickreel(arguments).code == 0);
        return folder / name;
    };
    const auto ticks = [&](const std::string& from, const std::vector<std::string>& more = {}) {
        std::vector<std::string> files{reel};
        files.insert(files.end(), more.begin(), more.end());
        return answer(files, "SELECT tick, id, x FROM " + from + " ORDER BY ALL");
    };
    const std::vector<std::string> every{"--every", "200ms", "--types", "Walker"};
    const std::string csv = ticks("read_csv('" + out("a.csv", every) + "')");
    CHECK(std::count(csv.begin(), csv.end(), '\n') == 5);  // 100, 110, 120, 130: a step is 10 ticks
    CHECK(ticks("walker", {"--every", "200ms"}) == csv);
    CHECK(ticks("(FROM items WHERE type = 'Walker')", {"--every", "5Hz"}) == csv);
    CHECK(ticks("'" + out("a.parquet", every) + "'") == csv);
    const std::string tree = out("tree/", {"--every", "200ms"});
    CHECK(ticks("'" + tree + "type=Walker/*/*.parquet'") == csv);
    CHECK(answer(reel, "SELECT count(*) AS n FROM '" + tree + "type=*hat/*/*.parquet'") ==
          "n\n1\n");
    const std::string base = out("a.duckdb", {"--every", "200ms"});
    CHECK(answer(reel, "ATTACH '" + base +
                           "' AS d; SELECT (SELECT count(*) FROM d.walker) AS w, "
                           "(SELECT count(*) FROM d.snapshots) AS s, (SELECT count(*) FROM d.chat) "
                           "AS c") == "w,s,c\n4,19,1\n");
    // What is counted in the index elsewhere.
    CHECK(answer({reel, "--every", "200ms"},
                 "SELECT (SELECT count(*) FROM walker) AS w, (SELECT count(*) FROM snapshots) AS "
                 "s, (SELECT count(*) FROM chat) AS c, (SELECT count(*) FROM "
                 "tickreel.walker_steps) AS p") == "w,s,c,p\n4,19,1,19\n");
    CHECK(run_tickreel({"sql", reel, "--every", "5", "SELECT 1 AS n"}).code == 2);
    CHECK(run_tickreel({"export", reel, "-o", folder / "b.parquet", "--every", "5"}).code == 2);
}

TEST_CASE("--raw and --big-numbers of sql and tables: numbers in place of names and strings") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    write_sample(reel);
    const std::string query = "SELECT tick, mood FROM walker WHERE tick IN (100, 102)";
    CHECK(answer({reel}, query) == "tick,mood\n100,calm\n102,angry\n");
    CHECK(answer({reel, "--raw"}, query) == "tick,mood\n100,0\n102,1\n");
    CHECK(answer({reel, "--raw"}, "SELECT sum(mood) > 0 AS any FROM items") == "any\ntrue\n");
    const auto line = [&](const std::string& option) {
        return run_tickreel({"sql", reel, query + " ORDER BY tick DESC LIMIT 1", "--format",
                             "ndjson", option})
            .out;
    };
    CHECK(line("-v") == "{\"tick\":\"102\",\"mood\":\"angry\"}\n");
    CHECK(line("--raw") == "{\"tick\":\"102\",\"mood\":1}\n");
    CHECK(line("--big-numbers") == "{\"tick\":102,\"mood\":\"angry\"}\n");
    // Also in lists and structs, by the type and not by the size.
    const std::string nested =
        "SELECT [tick, 9007199254740993] AS l, {'id': tick, 'x': 1, 'BIGINT': 2} AS s, "
        "map([3::UBIGINT], ['BIGINT']) AS m, ['a']::ENUM('a', 'BIGINT')[] AS e "
        "FROM walker WHERE tick = 102 LIMIT 1;";
    const auto lines_of_nested = [&](const std::string& option) {
        return run_tickreel({"sql", reel, nested, "--format", "ndjson", option}).out;
    };
    CHECK(lines_of_nested("-v") ==
          R"({"l":["102","9007199254740993"],"s":{"id":"102","x":1,"BIGINT":2},)"
          R"("m":{"3":"BIGINT"},"e":["a"]})"
          "\n");
    CHECK(lines_of_nested("--big-numbers") ==
          R"({"l":[102,9007199254740993],"s":{"id":102,"x":1,"BIGINT":2},)"
          R"("m":{"3":"BIGINT"},"e":["a"]})"
          "\n");
    CHECK(answer(reel, nested).find(R"("[102,9007199254740993]")") != std::string::npos);
    // And whatever kind of statement has the rows.
    const std::string wide = "{\"s\":{\"id\":\"9007199254740993\",\"x\":[\"1\"]}}\n";
    const std::string row = "SELECT {'id': 9007199254740993, 'x': [1::BIGINT]} AS s";
    const std::string table = "CREATE TEMP TABLE t(s STRUCT(id BIGINT, x BIGINT[])); ";
    const auto first_line = [&](const std::string& sql) {
        const std::string out = run_tickreel({"sql", reel, sql, "--format", "ndjson"}).out;
        return out.substr(0, out.find('\n'));
    };
    CHECK(first_line("SELECT [NULL] AS a, [] AS b, 7 AS c, [7::BIGINT] AS d") ==
          R"({"a":[null],"b":[],"c":7,"d":["7"]})");
    CHECK(first_line("SELECT union_value(n := 7::BIGINT) AS u") == R"({"u":{"n":"7"}})");
    for (const std::string& sql : {row, "PREPARE p AS " + row + "; EXECUTE p",
                                   table + "INSERT INTO t " + row + " RETURNING s",
                                   "CREATE MACRO m() AS TABLE " + row + "; CALL m()",
                                   table + "INSERT INTO t " + row + "; TABLE t"}) {
        INFO(sql);
        CHECK(run_tickreel({"sql", reel, sql, "--format", "ndjson"}).out == wide);
    }
    CHECK_THAT(run_tickreel({"sql", reel, "PREPARE p AS " + row + "; EXECUTE p", "--format",
                             "ndjson", "--big-numbers"})
                   .out,
               contains("{\"id\":9007199254740993,\"x\":[1]}"));
    for (const char* name : {"r.parquet", "r.duckdb", "r/"}) {
        INFO(name);
        const std::string path = folder / name;
        CHECK(run_tickreel({"export", reel, "-o", path, "--types", "Walker", "--raw"}).code == 0);
        const std::string from = name[1] == '/' ? "'" + path + "type=Walker/*/*.parquet'"
                                 : path.ends_with("duckdb") ? "d.walker"
                                                            : "'" + path + "'";
        const std::string attach = from == "d.walker" ? "ATTACH '" + path + "' AS d; " : "";
        CHECK(answer(reel, attach + "SELECT mood FROM " + from + " WHERE tick = 102") ==
              "mood\n1\n");
        const std::string schema = name[1] == '/' ? path + "schema.json" : path + ".schema.json";
        if (std::filesystem::exists(schema))
            CHECK_THAT(read_file(schema), contains("enums as numbers"));
        CHECK(run_tickreel({"export", reel, "-o", path, "-f", "--big-numbers"}).code == 2);
    }
}

TEST_CASE("sql shows progress when told to, and takes it away") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    write_sample(reel);
    const Ran ran =
        run_tickreel({"sql", reel, "--progress", "always", "SELECT sum(x) AS x FROM walker"});
    CHECK(ran.code == 0);
    CHECK_THAT(ran.err, contains("reading ["));
    CHECK(ran.err.ends_with("\r\x1b[J"));
    CHECK(run_tickreel({"sql", reel, "SELECT sum(x) AS x FROM walker"}).err.empty());
}

TEST_CASE("NDJSON keeps types: wide numbers are strings, null is null, lists are lists") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    write_sample(reel);
    CHECK(ask({reel}, "SELECT tick, x, speed, name IS NULL AS gone FROM walker WHERE tick = 102",
              "ndjson") == "{\"tick\":\"102\",\"x\":1003,\"speed\":null,\"gone\":false}\n");
    CHECK(ask({reel}, "SELECT words FROM unknown_77 WHERE tick = 100", "ndjson") ==
          "{\"words\":[7,-8,0]}\n");
    CHECK_THAT(ask({reel}, "SELECT 1 AS one", "text"), contains("one"));
}

TEST_CASE("times with a zone are compared as such, whatever the machine's zone") {
    const std::string count =
        "SELECT count(*) AS n FROM snapshots WHERE time >= (SELECT min(time) FROM snapshots) AT "
        "TIME ZONE 'UTC'";
    const std::string arena = TICKREEL_SOURCE_DIR "/demos/arena_8_players.reel";
    const std::string utc = answer(arena, count);
    const char* before = std::getenv("TZ");  // NOLINT(concurrency-mt-unsafe)
    const std::string zone = before == nullptr ? "" : before;
    ::setenv("TZ", "America/New_York", 1);  // NOLINT(concurrency-mt-unsafe)
    CHECK(answer(arena, "SELECT count(*) AS n FROM snapshots") == utc);
    CHECK(answer(arena, count) == utc);
    before == nullptr ? ::unsetenv("TZ") : ::setenv("TZ", zone.c_str(), 1);
}

TEST_CASE("several recordings at once have a file column") {
    const Folder folder;
    write_sample(folder / "a.reel");
    SampleOptions other;
    other.first = 500;
    write_sample(folder / "b.reel", other);
    const std::string query =
        "SELECT parse_filename(file) AS f, count(*) AS n, min(tick) AS t FROM walker "
        "GROUP BY file ORDER BY file";
    const std::string answer = "f,n,t\na.reel,19,100\nb.reel,19,500\n";
    CHECK(ask({folder / "a.reel", folder / "b.reel"}, query) == answer);
    CHECK(ask({folder / "*.reel"}, query) == answer);
    CHECK(ask({folder / "."}, query) == answer);
}

TEST_CASE("wrong SQL shows what DuckDB says and where the tables are listed") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const Ran ran = run_tickreel({"sql", folder / "a.reel", "SELECT * FROM nobody"});
    CHECK(ran.code == 1);
    CHECK_THAT(ran.err, contains("nobody"));
    CHECK_THAT(ran.err, contains("'SHOW TABLES' lists them"));
    CHECK(std::count(ran.err.begin(), ran.err.end(), '\n') == 1);
    CHECK(run_tickreel({"sql", folder / "a.reel", "SELECT 1", "--format", "parquet"}).code == 2);
}

TEST_CASE("Parquet of one type and of all") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    write_sample(reel);
    const std::string one = folder / "one.parquet";
    REQUIRE(run_tickreel({"export", reel, "-o", one, "--types", "Walker"}).code == 0);
    CHECK(ask({reel},
              "SELECT count(*) AS n FROM ((SELECT tick, time, id, checksum, x, field_tick, "
              "mood, speed, name, account, segment FROM walker) EXCEPT (SELECT * FROM '" +
                  one + "'))") == "n\n0\n");
    CHECK(ask({reel},
              "SELECT string_agg(column_name || ' ' || column_type) AS c FROM (DESCRIBE "
              "SELECT * FROM '" +
                  one + "')") ==
          "c\n\"tick BIGINT,time TIMESTAMP,id BIGINT,checksum VARCHAR,x INTEGER,"
          "field_tick BIGINT,mood VARCHAR,speed FLOAT,name VARCHAR,account UBIGINT,segment "
          "INTEGER\"\n");
    const std::string all = folder / "all.parquet";
    REQUIRE(run_tickreel({"export", reel, "-o", all}).code == 0);
    CHECK(ask({reel}, "SELECT type, count(*) AS n FROM '" + all + "' GROUP BY type ORDER BY 1") ==
          "type,n\nChest,19\nWalker,19\nunknown 77,14\n");
    CHECK_THAT(read_file(folder / "one.parquet.schema.json"), contains("\"unit\": \"m\""));
    const std::string part = folder / "part.parquet";
    REQUIRE(run_tickreel({"export", reel, "-o", part, "--types", "Walker", "--ticks", "104..110"})
                .code == 0);
    CHECK(ask({reel}, "SELECT min(tick) AS a, max(tick) AS b FROM '" + part + "'") ==
          "a,b\n104,108\n");
}

TEST_CASE("a folder of Parquet files and a database") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    write_sample(reel);
    write_sample(folder / "b.reel");
    const std::string out = folder / "archive/";
    const std::vector<std::string> archive{"export", reel, folder / "b.reel", "-o", out};
    REQUIRE(run_tickreel(archive).code == 0);
    CHECK(ask({reel}, "SELECT match, count(*) AS n FROM read_parquet('" + out +
                          "type=Walker/*/*.parquet', hive_partitioning = true) GROUP BY match "
                          "ORDER BY match") == "match,n\na,19\nb,19\n");
    CHECK(std::filesystem::exists(out + "schema.json"));
    CHECK(run_tickreel(archive).code == 1);  // the output exists already
    // --force replaces only what an export created.
    write_file(out + "notes.txt", "mine");
    write_file(out + "type=Walker/match=a/mine.parquet", "mine");
    std::vector<std::string> again{"export", reel, "-o", out, "--force", "--types", "chest"};
    CHECK(run_tickreel(again).code == 0);
    CHECK(read_file(out + "notes.txt") == "mine");
    CHECK(read_file(out + "type=Walker/match=a/mine.parquet") == "mine");
    CHECK_FALSE(std::filesystem::exists(out + "type=Walker/match=a/part-0.parquet"));
    CHECK_FALSE(std::filesystem::exists(out + "type=Walker/match=b"));
    CHECK(std::filesystem::exists(out + "type=Chest/match=a/part-0.parquet"));
    std::filesystem::create_directory(folder / "other");
    write_file(folder / "other/notes.txt", "mine");
    CHECK(run_tickreel({"export", reel, "-o", folder / "other/", "--force"}).code == 1);
    // Nor what is only named like it: a part that no export made stays, and one in the way is not
    // written over.
    std::filesystem::create_directories(out + "type=Chest/match=mine");
    write_file(out + "type=Chest/match=mine/part-0.parquet", "mine");
    CHECK(run_tickreel(again).code == 0);
    CHECK(read_file(out + "type=Chest/match=mine/part-0.parquet") == "mine");
    write_file(folder / "mine.reel", read_file(reel));
    const Ran blocked =
        run_tickreel({"export", folder / "mine.reel", "-o", out, "--force", "--types", "chest"});
    CHECK(blocked.code == 1);
    CHECK_THAT(blocked.err, contains("type=Chest/match=mine/part-0.parquet is there and not of an "
                                     "export; move it away"));
    CHECK(read_file(out + "type=Chest/match=mine/part-0.parquet") == "mine");
    CHECK(std::filesystem::exists(out + "type=Chest/match=a/part-0.parquet"));
    // Of several of one name, no one gets the name of another.
    std::filesystem::create_directory(folder / "later");
    write_sample(folder / "a-2.reel");
    write_sample(folder / "later/a.reel");
    const std::string alike = folder / "alike/";
    CHECK(run_tickreel({"export", reel, folder / "later/a.reel", folder / "a-2.reel", "-o", alike})
              .code == 0);
    const std::string names = ask({reel},
                                  "SELECT file, match FROM (SELECT unnest(files, recursive "
                                  ":= true) FROM '" +
                                      alike + "schema.json')");
    CHECK(names == "file,match\n" + reel + ",a\n" + folder / "later/a.reel" + ",a-3\n" +
                       folder / "a-2.reel" + ",a-2\n");
    CHECK(std::filesystem::exists(alike + "type=Chest/match=a-3/part-0.parquet"));
    // A list of parts that leads out of the folder is not followed.
    std::filesystem::create_directories(folder / "listed");
    write_file(folder / "listed/schema.json",
               R"({"parts":["../other/notes.txt","type=x/../../other/notes.txt",7]})");
    CHECK(run_tickreel({"export", reel, "-o", folder / "listed/", "--force"}).code == 0);
    CHECK(read_file(folder / "other/notes.txt") == "mine");
    write_file(folder / "other/schema.json", R"({"tables":[]})");
    CHECK_THAT(run_tickreel({"export", reel, "-o", folder / "other/", "--force"}).err,
               contains("does not list the files of an export"));
    const std::string database = folder / "m.duckdb";
    REQUIRE(run_tickreel({"export", reel, "-o", database}).code == 0);
    CHECK(read_file(database).substr(8, 4) == "DUCK");
    // Next to a .parquet of the same name: each has a separate schema file.
    CHECK(run_tickreel({"export", reel, "-o", folder / "m.parquet"}).code == 0);
    CHECK(std::filesystem::exists(folder / "m.duckdb.schema.json"));
    CHECK(std::filesystem::exists(folder / "m.parquet.schema.json"));
    for (const std::string& name : folder.names()) CHECK_THAT(name, !contains(".tmp-"));
}

TEST_CASE("a .duckdb takes the widest tables there are") {
    const Folder folder;
    const std::string outpost =
        (std::filesystem::path(TICKREEL_SOURCE_DIR) / "demos" / "outpost_firefall.reel").string();
    const std::string made = folder / "outpost.duckdb";
    const auto exported = run_tickreel({"export", outpost, "-o", made});
    INFO(exported.err);
    REQUIRE(exported.code == 0);
    const std::string count = "SELECT count(*) AS n FROM ";
    CHECK(answer(outpost, "ATTACH '" + made + "' AS d; " + count + "d.character_base_controller") ==
          answer(outpost, count + "character_base_controller"));
}
