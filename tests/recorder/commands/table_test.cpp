#include "recorder/commands/output/table.h"

#include "tests/catch.h"

using namespace tickreel;

namespace {

Table sample() {
    Table table({{"name"}, {"count", true}, {"tick", true}, {"new"}});
    table.add(
        {text_cell("h\xc3\xbcpf"), number_cell(7), wide_cell(9007199254740993), yes_no_cell(true)});
    table.add({text_cell("a,b"), number_cell(1234), wide_cell(-1), yes_no_cell(false)});
    return table;
}

}  // namespace

TEST_CASE("a table as text is aligned and has no trailing spaces") {
    CHECK(sample().print(TableFormat::Text) ==
          "name  count              tick  new\n"
          "h\xc3\xbcpf      7  9007199254740993  yes\n"
          "a,b    1234                -1\n");
}

TEST_CASE("a wide table is split and repeats its first column") {
    CHECK(sample().text(20, "  ") ==
          "  name  count\n"
          "  h\xc3\xbcpf      7\n"
          "  a,b    1234\n"
          "\n"
          "  name              tick\n"
          "  h\xc3\xbcpf  9007199254740993\n"
          "  a,b                 -1\n"
          "\n"
          "  name  new\n"
          "  h\xc3\xbcpf  yes\n"
          "  a,b\n");
}

TEST_CASE("a table of one column or no rows") {
    Table table({{"only"}});
    CHECK(table.text() == "only\n");
    CHECK(table.csv() == "only\n");
    CHECK(table.ndjson().empty());
    table.add({text_cell("x")});
    CHECK(table.text(1) == "only\nx\n");
}

TEST_CASE("a table as NDJSON keeps 64 bits as strings") {
    CHECK(sample().print(TableFormat::Ndjson) ==
          "{\"name\":\"h\xc3\xbcpf\",\"count\":7,\"tick\":\"9007199254740993\",\"new\":true}\n"
          "{\"name\":\"a,b\",\"count\":1234,\"tick\":\"-1\",\"new\":false}\n");
}

TEST_CASE("a table as CSV") {
    CHECK(sample().print(TableFormat::Csv) ==
          "name,count,tick,new\n"
          "h\xc3\xbcpf,7,9007199254740993,true\n"
          "\"a,b\",1234,-1,false\n");
}
