// Scripts, names, errors and EXPLAIN of `tickreel sql`. Not run in a build without DuckDB.

#include <algorithm>

#include "tests/catch.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tests/recorder/commands/sample_reel.h"

using namespace tickreel_test;

namespace {

class Sample {
public:
    Sample() { write_sample(reel()); }
    std::string reel() const { return folder_ / "a.reel"; }
    std::string path(const std::string& name) const { return folder_ / name; }
    Ran sql(const std::string& text, const std::string& format = "csv") const {
        return run_tickreel({"sql", reel(), text, "--format", format});
    }
    std::string answer(const std::string& text, const std::string& format = "csv") const {
        const Ran ran = sql(text, format);
        CHECK(ran.err.empty());
        CHECK(ran.code == 0);
        return ran.out;
    }

private:
    Folder folder_;
};

std::size_t lines(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TEST_CASE("several statements share settings, variables and temporary tables") {
    const Sample sample;
    CHECK(sample.answer("CREATE TEMP TABLE early AS SELECT tick, x FROM walker WHERE tick < 103;"
                        "SET VARIABLE least = 102; -- one; more\n"
                        "SELECT count(*) AS n FROM early;"
                        "SELECT x FROM early WHERE tick >= getvariable('least')") ==
          "n\n2\n\nx\n1003\n");
    CHECK(sample.answer("SELECT 1 AS a; SELECT ';' AS b;", "ndjson") ==
          "{\"a\":1}\n{\"b\":\";\"}\n");
    // The statements before the one that fails have answered, and its line is named.
    const Ran failed = sample.sql("SELECT 1 AS a;\nSELECT\n nothing FROM walker; SELECT 3");
    CHECK(failed.code == 1);
    CHECK(failed.out == "a\n1\n");
    CHECK_THAT(failed.err, contains("line 3: "));
}

TEST_CASE("statements come from a file and from standard input") {
    const Sample sample;
    write_file(sample.path("q.sql"),
               "-- two\nSELECT count(*) AS n FROM walker;\nSELECT 2 AS two;\n");
    const std::string both = "n\n19\n\ntwo\n2\n";
    CHECK(run_tickreel({"sql", sample.reel(), "-f", sample.path("q.sql"), "--format", "csv"}).out ==
          both);
    CHECK(run_tickreel({"sql", sample.reel(), "--format", "csv"}, "SELECT 2 AS two").out ==
          "two\n2\n");
    CHECK(run_tickreel({"sql", sample.reel(), "-", "--format", "csv"}, "SELECT 2 AS two").out ==
          "two\n2\n");
    CHECK(run_tickreel({"sql", "-", "-", "--format", "csv"}, "SELECT 1").code == 2);
    CHECK(run_tickreel({"sql", "-", "SELECT count(*) AS n FROM walker", "--format", "csv"},
                       read_file(sample.reel()))
              .out == "n\n19\n");
    CHECK(run_tickreel({"sql", sample.reel()}, " -- nothing\n").code == 2);
    const Ran missing = run_tickreel({"sql", sample.reel(), "-f", sample.path("none.sql")});
    CHECK(missing.code == 1);
    CHECK_THAT(missing.err, contains("none.sql: cannot open: No such file"));
    const Ran folder = run_tickreel({"sql", sample.reel(), "-f", sample.path("")});
    CHECK(folder.code == 1);
    CHECK_THAT(folder.err, contains("cannot read: Is a directory"));
}

TEST_CASE("a statement too many is no recording") {
    const Folder folder;
    write_sample(folder / "a.reel");
    const Ran ran = run_tickreel({"sql", folder / "a.reel", "select 1", "select 2"});
    CHECK(ran.code == 2);
    CHECK(ran.out.empty());
    CHECK_THAT(ran.err, contains("'select 1' is no recording"));
}

TEST_CASE("Parquet holds the rows of the last statement") {
    const Sample sample;
    const std::string out = sample.path("o.parquet");
    REQUIRE(run_tickreel({"sql", sample.reel(),
                          "CREATE TEMP TABLE t AS SELECT x FROM walker LIMIT 3; FROM t;",
                          "--format", "parquet", "-o", out})
                .code == 0);
    CHECK(sample.answer("SELECT count(*) AS n FROM '" + out + "'") == "n\n3\n");
}

TEST_CASE("PIVOT finds its columns") {
    const Sample sample;
    const std::string pivot =
        sample.answer("PIVOT walker ON mood USING count(*) GROUP BY segment ORDER BY segment");
    const std::string plain = sample.answer(
        "SELECT segment, count(*) FILTER (mood = 'angry') AS angry, "
        "count(*) FILTER (mood = 'calm') AS calm FROM walker GROUP BY 1 ORDER BY 1");
    CHECK(pivot == plain);
    CHECK(sample.answer("SELECT table_name FROM duckdb_tables()") == "table_name\n");
}

TEST_CASE("whatever has rows prints them, in every format; what has none is silent") {
    const Sample sample;
    const std::string prepared = "PREPARE p AS SELECT count(*) AS n FROM walker WHERE tick > ?; ";
    const std::string all = sample.answer("SELECT count(*) AS n FROM walker WHERE tick > 110");
    CHECK(sample.answer(prepared + "EXECUTE p(110)") == all);
    CHECK(sample.answer(prepared + "EXECUTE p(110); EXECUTE p(110)") == all + '\n' + all);
    CHECK(sample.answer("PREPARE q AS SELECT id, tick, mood, [x] AS xs, {'a': x} AS a, time FROM "
                        "walker ORDER BY tick; EXECUTE q") ==
          sample.answer("SELECT id, tick, mood, [x] AS xs, {'a': x} AS a, time FROM walker ORDER "
                        "BY tick"));
    const std::string table = "CREATE TEMP TABLE t(a INT); ";
    const std::string insert = "INSERT INTO t VALUES (1), (NULL)";
    CHECK(sample.answer(table + insert + " RETURNING a, a AS a, 'b' AS b") ==
          "a,a,b\n1,1,b\n,,b\n");
    CHECK(sample.answer(table + insert + " RETURNING a", "ndjson") == "{\"a\":1}\n{\"a\":null}\n");
    CHECK_THAT(sample.answer(table + insert + " RETURNING a", "text"), contains("NULL"));
    CHECK(sample.answer(table + insert + "; DELETE FROM t WHERE a = 1 RETURNING a") == "a\n1\n");
    CHECK(sample.answer("CALL range(5000)") == sample.answer("FROM range(5000)"));
    CHECK(sample.answer("CALL range(0)") == "range\n");
    CHECK_THAT(sample.answer("CALL duckdb_settings()"), contains("\nthreads,"));
    for (const std::string& silent :
         {insert, std::string("UPDATE t SET a = 2"), std::string("DELETE FROM t"),
          std::string("SET VARIABLE v = 1"), std::string("BEGIN; COMMIT"),
          std::string("CREATE INDEX i ON t(a)"), std::string("DROP TABLE t"),
          std::string("PREPARE r AS INSERT INTO t VALUES (?); EXECUTE r(1)"),
          std::string("ATTACH ':memory:' AS m; DETACH m"),
          "COPY t TO '" + sample.path("t.csv") + "'"})
        for (const char* format : {"csv", "ndjson", "text"}) {
            INFO(silent << ' ' << format);
            CHECK(sample.answer(table + silent, format).empty());
        }
    const Ran wrong = sample.sql(
        "CREATE TEMP TABLE t(a INT); INSERT INTO t SELECT "
        "error('no: ' || range) FROM range(3) RETURNING a");
    CHECK(wrong.code == 1);
    CHECK_THAT(wrong.err, contains("no: "));
    CHECK(sample.sql("FROM tickreel_kept_rows()").code == 1);
}

TEST_CASE("PRAGMAs with rows print them") {
    const Sample sample;
    CHECK_THAT(sample.answer("PRAGMA table_info('gaps')"), contains("\n0,from_tick,BIGINT,false"));
    CHECK_THAT(sample.answer("PRAGMA database_size", "ndjson"), contains("\"memory_limit\""));
    CHECK_THAT(sample.answer("PRAGMA show_tables"), contains("\nwalker\n"));
    CHECK_THAT(sample.answer("PRAGMA version"), contains("library_version"));
}

TEST_CASE("SHOW TABLES has each table once; all its names are known to queries") {
    const Sample sample;
    const std::string tables = sample.answer("SHOW TABLES");
    CHECK_THAT(tables, contains("\nwalker\n"));
    CHECK_THAT(tables, !contains("Walker"));
    const std::string columns = sample.answer("DESCRIBE walker");
    for (const char* name : {"Walker", "WALKER", "wAlKeR"}) {
        CHECK(sample.answer(std::string("SELECT count(*) AS n FROM ") + name) == "n\n19\n");
        CHECK(sample.answer(std::string("DESCRIBE ") + name) == columns);
    }
    CHECK(sample.answer("SELECT Walker.x FROM Walker WHERE Walker.tick = 100") == "x\n1000\n");
}

TEST_CASE("what the user names reads all that it needs") {
    const Sample sample;
    CHECK(sample.answer("CREATE VIEW w AS SELECT tick FROM walker;"
                        "SELECT count(*) AS n FROM w, walker WHERE walker.tick = 100") ==
          "n\n19\n");
    CHECK(sample.answer("CREATE MACRO m() AS TABLE SELECT tick FROM walker;"
                        "SELECT count(*) AS n FROM m(), walker WHERE walker.tick = 100") ==
          "n\n19\n");
    CHECK(sample.answer("SELECT count(*) AS n FROM query('FROM walker') a, walker b "
                        "WHERE b.tick = 100") == "n\n19\n");
}

TEST_CASE("EXPLAIN says which ticks are read") {
    const Sample sample;
    CHECK_THAT(sample.answer("EXPLAIN SELECT x FROM walker WHERE tick BETWEEN 102 AND 105", "text"),
               contains("Ticks read:\nwalker: ticks 102..106 of 100..1"));
    CHECK_THAT(sample.answer("EXPLAIN SELECT x FROM Walker", "text"),
               contains("walker: all ticks"));
    CHECK_THAT(sample.answer("EXPLAIN SELECT x FROM walker WHERE tick > 5000", "text"),
               contains("walker: no ticks"));
    CHECK_THAT(sample.answer("EXPLAIN SELECT count(*) FROM walker", "ndjson"),
               contains("{\"explain_key\":\"ticks_read\",\"explain_value\":\"walker: counted"));
}

TEST_CASE("columns have comments with units") {
    const Sample sample;
    CHECK(sample.answer("SELECT comment FROM duckdb_columns() WHERE table_name = 'walker' AND "
                        "column_name = 'mood'") == "comment\n\"one of calm, angry\"\n");
    CHECK_THAT(sample.answer("SELECT comment FROM duckdb_columns() WHERE table_name = 'walker' AND "
                             "column_name = 'x'"),
               contains(" m\n"));
}

TEST_CASE("errors of DuckDB say what to try next") {
    const Sample sample;
    for (const auto& [statement, next] :
         {std::pair{"SELEC 1", "at or near \"SELEC\"; 'tickreel sql --help' has examples\n"},
          {"SELECT 'a", "; close the quotation mark\n"},
          {"SELECT nothing FROM walker", "; DESCRIBE and the table's name list its columns\n"},
          {"SELECT CAST('a' AS INT)", "; try_cast() makes such values NULL\n"},
          {"COPY (SELECT 1) TO '/none/x.csv'", "; check the name and its folder\n"}}) {
        const Ran ran = sample.sql(statement);
        CHECK(ran.code == 1);
        CHECK(lines(ran.err) == 1);
        CHECK_THAT(ran.err, contains(next));
    }
}

TEST_CASE("a log that DuckDB cannot write is an error like others") {
    const Sample sample;
    write_file(sample.path("plain"), "");
    const Ran ran = sample.sql("CALL enable_logging(storage = 'file', storage_config = {'path': '" +
                               sample.path("plain") + "'}); SELECT 1");
    CHECK(ran.code == 1);
    CHECK(lines(ran.err) == 1);
    CHECK_THAT(ran.err, contains("Failed to create directory"));
}

TEST_CASE("no statement replaces the recording that is read") {
    const Sample sample;
    const std::string reel = sample.reel();
    const std::string before = read_file(reel);
    const std::string copy = "COPY (SELECT 1) TO ";
    const std::string profile = "SET enable_profiling = 'json'; ";
    for (const std::string& statement :
         {copy + "'" + reel + "'", "EXPLAIN ANALYSE " + copy + "'" + reel + "'",
          "SELECT 1; " + copy + "'" + reel + "'", copy + "\"" + reel + "\"",
          copy + "'file://" + reel + "'", copy + "'file://localhost" + reel + "'",
          copy + "'file:" + reel + "'", "PREPARE p AS " + copy + "'" + reel + "'; EXECUTE p",
          profile + "PRAGMA profiling_output = '" + reel + "'; SELECT 1",
          profile + "SET \"profile_output\" TO '" + reel + "'; SELECT 1",
          "SET SESSION log_query_path = '" + reel + "'; SELECT 1"}) {
        const Ran ran = sample.sql(statement);
        INFO(statement << ": " << ran.err);
        CHECK(ran.code == 1);
        CHECK(lines(ran.err) == 1);
        CHECK_THAT(ran.err, contains(" would replace " + reel + ", which it reads"));
        CHECK(read_file(reel) == before);
    }
    CHECK_THAT(sample.sql(copy + "'file:" + reel + "'").err,
               contains("'file:" + reel + "' would replace " + reel));
    const std::string part = "'" + reel.substr(0, reel.size() - 2) + "'";  // without "el"
    for (const std::string& statement :
         {copy + "(" + part + " || 'el')", copy + part + "\n'el'", copy + "$$" + reel + "$$",
          copy + "E'" + reel + "'", "PREPARE p AS " + copy + "$1; EXECUTE p('" + reel + "')",
          "PREPARE p AS " + copy + "?; EXECUTE p('" + reel + "')",
          profile + "SET profiling_output = " + part + " || 'el'; SELECT 1"}) {
        const Ran ran = sample.sql(statement);
        INFO(statement << ": " << ran.err);
        CHECK(ran.code == 1);
        CHECK_THAT(ran.err, contains("; write the name itself, in quotes"));
        CHECK(read_file(reel) == before);
    }
    CHECK(sample.sql(copy + "'" + sample.path("b.reel") + "'").code == 0);
    CHECK(sample.sql(copy + "'" + sample.path("b.reel") + "'").code == 0);
    CHECK(sample.sql(copy + "stdout").code == 0);
}

TEST_CASE("COPY does not empty the folder of the recording that is read") {
    const Sample sample;
    const std::string before = read_file(sample.reel());
    const std::string copy = "COPY (SELECT 1 AS a, 2 AS b) TO '";
    const std::string folder = sample.path("");
    for (const std::string option : {"PARTITION_BY a, OVERWRITE", "PER_THREAD_OUTPUT, OVERWRITE",
                                     "PARTITION_BY a, OVERWRITE_OR_IGNORE"}) {
        const Ran ran = sample.sql(copy + folder + "' (FORMAT csv, " + option + ")");
        INFO(option << ": " << ran.err);
        CHECK(ran.code == 1);
        CHECK(lines(ran.err) == 1);
        CHECK_THAT(ran.err, contains("'" + folder + "' is a folder with " + sample.reel() +
                                     ", which it reads; use another folder"));
        CHECK(std::filesystem::exists(sample.reel()));
    }
    CHECK(read_file(sample.reel()) == before);
    CHECK(sample.sql(copy + sample.path("new") + "' (FORMAT csv, PARTITION_BY a)").code == 0);
}

TEST_CASE("COPY does not replace a recording on its way to another file") {
    const Sample sample;
    const std::string whole = sample.path("tmp_x");  // DuckDB writes this first where x is there
    std::filesystem::copy_file(sample.reel(), whole);
    write_file(sample.path("x"), "before");
    const Ran ran = run_tickreel({"sql", whole, "COPY (SELECT 1) TO '" + sample.path("x") + "'"});
    CHECK(ran.code == 1);
    CHECK(read_file(whole) == read_file(sample.reel()));
}

TEST_CASE("errors name at most three candidates") {
    const Sample sample;
    const Ran table = sample.sql("SELECT * FROM wolker");
    CHECK(table.code == 1);
    CHECK(lines(table.err) == 1);
    CHECK_THAT(table.err, contains("Did you mean \"walker\"?; 'SHOW TABLES' lists them\n"));
    CHECK_THAT(table.err, !contains("snapshots"));
    const Ran column = sample.sql("SELECT feld_tick FROM walker");
    CHECK_THAT(column.err, contains("\"field_tick\""));
    CHECK(std::count(column.err.begin(), column.err.end(), ',') <= 2);
    const Ran function = sample.sql("SELECT sum(mood) FROM walker");
    CHECK(lines(function.err) == 1);
    CHECK(function.err.size() < 330);
}
