#include "tickreel/tables/sql_statements.h"

#include "tests/catch.h"

using namespace tickreel;

namespace {

std::vector<std::string> texts(std::string_view sql) {
    std::vector<std::string> out;
    for (const SqlStatement& statement : split_statements(sql).statements)
        out.push_back(statement.text);
    return out;
}

using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("semicolons within quotes and comments end no statement") {
    CHECK(texts("select 1; select 2") == Texts{"select 1", "select 2"});
    CHECK(texts(" ;; -- only; a comment\n;").empty());
    CHECK(texts("select ';''', \";\"; x") == Texts{"select ';''', \";\"", "x"});
    CHECK(texts("a /* ; /* ; */ ; */ b; c") == Texts{"a /* ; /* ; */ ; */ b", "c"});
    CHECK(texts("a -- it's; one\n; b") == Texts{"a -- it's; one\n", "b"});
    CHECK(texts("select $$ ; $$, $t$ $$;' $t$; select $1; b") ==
          Texts{"select $$ ; $$, $t$ $$;' $t$", "select $1", "b"});
    CHECK(texts(R"(select e'it\'s;'; b)") == Texts{R"(select e'it\'s;')", "b"});
    CHECK(texts("select 'it\\'; b") == Texts{"select 'it\\'", "b"});
}

TEST_CASE("a script knows its lines and whether it ends within a statement") {
    const SqlScript script = split_statements("-- one\n\nselect 1;\nselect\n 2; select 3");
    REQUIRE(script.statements.size() == 3);
    CHECK(script.statements[0].line == 3);
    CHECK(script.statements[1].line == 4);
    CHECK(script.statements[2].line == 5);
    CHECK(script.open);
    for (const char* text : {"select 'a;", "select 1; /* ", "select $$ ;", "select \"", "x"})
        CHECK(split_statements(text).open);
    for (const char* text : {"", "select 1;", "select 1; -- done", "select 1;\n"})
        CHECK_FALSE(split_statements(text).open);
}

TEST_CASE("the query within a statement") {
    CHECK(query_within("select 1") == "select 1");
    CHECK(query_within(" -- why\n FROM walker") == "FROM walker");
    CHECK(query_within("EXPLAIN select 1") == "select 1");
    CHECK(query_within("explain analyze select 1") == "select 1");
    CHECK(query_within("explain (format json) select 1") == "select 1");
    CHECK(query_within("create or replace temp table t as select 1") == " select 1");
    CHECK(query_within("copy (select (1)) to 'x'") == "select (1)");
    CHECK(query_within("create view v as select 1").empty());
    CHECK(query_within("create macro t() as table select 1").empty());
    CHECK(query_within("").empty());
}

TEST_CASE("what a statement writes is known before it runs") {
    CHECK(written_path("COPY (SELECT 'to' FROM x) TO 'a b.csv' (FORMAT csv)") == "a b.csv");
    CHECK(written_path("copy character to 'it''s.parquet'") == "it's.parquet");
    CHECK(written_path("/* TO 'no' */ EXPORT DATABASE 'all/' (FORMAT parquet)") == "all/");
    CHECK(written_path("COPY character FROM 'in.csv'").empty());
    CHECK(written_path("SELECT 'copy x to y' AS \"to\"").empty());
    CHECK(written_path("COPY character TO").empty());
    CHECK(written_path("COPY character TO '").empty());
}

TEST_CASE("what a statement names to write to, however it is spelt") {
    const auto typed = [](std::string_view sql) { return named_target(sql).typed; };
    const auto plain = [](std::string_view sql) {
        const SqlTarget target = named_target(sql);
        return target.plain ? target.path : "not plain: " + target.typed;
    };
    CHECK(plain("COPY (SELECT 'x TO y') TO 'it''s.csv' (FORMAT csv)") == "it's.csv");
    CHECK(typed("copy t (a) to 'it''s.csv' with csv") == "'it''s.csv'");
    CHECK(plain("explain (analyze, format json) copy t to \"a\"") == "a");
    CHECK(plain("explain analyse verbose prepare as_p as copy t to a") == "a");
    CHECK(plain("EXPORT DATABASE 'all/' (FORMAT parquet)") == "all/");
    CHECK(plain("export database memory to 'all'") == "all");
    CHECK(plain("copy\xc2\xa0t to\xe3\x80\x80'a'") == "a");  // blanks, also to DuckDB
    CHECK(plain("set global profiling_output = 'p'") == "p");
    CHECK(plain("PRAGMA \"Log_Query_Path\"='p'") == "p");
    CHECK(plain("copy t to ('a' || 'b') (format csv)") == "not plain: ('a' || 'b')");
    CHECK(plain("prepare p as copy t to $1 (format csv)") == "not plain: $1");
    CHECK(plain("copy t to 'a'\n'b'") == "not plain: 'a'");
    CHECK(plain("copy t to e'a'") == "not plain: e'a'");
    CHECK(plain("copy t to $$a$$") == "not plain: $$a$$");
    CHECK(plain("copy t to 'a") == "not plain: 'a");
    CHECK(plain("set profiling_output='a'||'b'") == "not plain: 'a'||'b'");
    for (const char* sql : {"copy t from 'a'", "copy from database a to b", "select 'copy t to a'",
                            "copy t to", "set memory_limit = '1GB'", "set variable f = 'a'",
                            "execute p('a')", "", "prepare p", "explain ("})
        CHECK(typed(sql).empty());
}
