#include "recorder/commands/output/text_format.h"

#include <limits>

#include <nlohmann/json.hpp>

#include "tests/catch.h"

using namespace tickreel;

TEST_CASE("times are RFC 3339 with milliseconds") {
    CHECK(rfc3339(std::chrono::nanoseconds(0)) == "1970-01-01T00:00:00.000Z");
    CHECK(rfc3339(std::chrono::milliseconds(1787421791120)) == "2026-08-22T18:03:11.120Z");
    CHECK(rfc3339(std::chrono::microseconds(1787421791120045)) == "2026-08-22T18:03:11.120045Z");
    CHECK(rfc3339(std::chrono::nanoseconds(1787421791120000999)) == "2026-08-22T18:03:11.120Z");
    CHECK(rfc3339(std::chrono::nanoseconds(-1)) == "1969-12-31T23:59:59.999999Z");
}

TEST_CASE("numbers for people") {
    CHECK(grouped(0) == "0");
    CHECK(grouped(999) == "999");
    CHECK(grouped(1000) == "1 000");
    CHECK(grouped(-2501042) == "-2 501 042");
    CHECK(grouped(123456) == "123 456");
    CHECK(with_spaces("red_stand_1") == "red stand 1");
    CHECK(human_bytes(0) == "0 B");
    CHECK(human_bytes(999) == "999 B");
    CHECK(human_bytes(1000) == "1.0 kB");
    CHECK(human_bytes(11800000) == "11.8 MB");
    CHECK(human_bytes(999999) == "1.0 MB");
    CHECK(human_bytes(123456789) == "123 MB");
    CHECK(human_bytes(std::numeric_limits<std::uint64_t>::max()) == "18.4 EB");
    CHECK(human_duration(9.96) == "9.96s");
    CHECK(human_duration(1499.96) == "24m59.96s");
    CHECK(human_duration(3723) == "1h02m03s");
    CHECK(percent(1, 4) == "25.0 %");
    CHECK(percent(1, 0) == "-");
    CHECK(hex_bytes(7) == "0x00000007");
}

TEST_CASE("the shortest float that reads back the same") {
    CHECK(shortest(0.1F) == "0.1");
    CHECK(shortest(0.1) == "0.1");
    CHECK(shortest(static_cast<double>(0.1F)) == "0.10000000149011612");
    CHECK(shortest(1e300) == "1e+300");
    CHECK(shortest(std::numeric_limits<double>::quiet_NaN()) == "nan");
    CHECK(shortest(-std::numeric_limits<float>::infinity()) == "-inf");
}

TEST_CASE("foreign text in JSON") {
    CHECK(json_string("plain") == R"("plain")");
    CHECK(json_string("a\"b\\c\n\x01") == R"("a\"b\\c\n\u0001")");
    CHECK(json_string("h\xc3\xbcpf \xf0\x9f\x98\x80") == "\"h\xc3\xbcpf \xf0\x9f\x98\x80\"");
    // Cut, overlong, surrogate, beyond U+10FFFF: each bad byte is replaced.
    CHECK(json_string("\xc3") == "\"\xef\xbf\xbd\"");
    CHECK(json_string("\xc0\xaf") == "\"\xef\xbf\xbd\xef\xbf\xbd\"");
    CHECK(json_string("\xed\xa0\x80") == "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"");
    CHECK(json_string("\xf4\x90\x80\x80x").back() == '"');
    CHECK(json_string("\xffz") == "\"\xef\xbf\xbdz\"");
}

TEST_CASE("a line of JSON cannot steer a terminal, and says the same to a program") {
    const std::string name =
        "\xc2\x80\xc2\x9b"
        "31mX\x7f\xc2\x9f\xc2\xa0 \xe2\x80\xae"
        "abc h\xc3\xbcpf\"";
    CHECK(json_string(name) ==
          "\"\\u0080\\u009b31mX\\u007f\\u009f\xc2\xa0 \\u202eabc h\xc3\xbcpf\\\"\"");
    const nlohmann::ordered_json line{{name, {name, 1, nullptr}}};
    const std::string shown = printable_json(line.dump());
    CHECK(shown == '{' + json_string(name) + ":[" + json_string(name) + ",1,null]}");
    CHECK(nlohmann::ordered_json::parse(shown) == line);
    CHECK(nlohmann::json::parse(json_string(name)) == name);
    CHECK(printable_json("{\"a\": \"\\n\"}\n") == "{\"a\": \"\\n\"}\n");
    CHECK(printable_json("\xff").size() == 3);
}

TEST_CASE("foreign text cannot steer a terminal") {
    CHECK(printable("\x1b[31mred") == "\\x1b[31mred");
    CHECK(printable("a\nb\x7f") == "a\\x0ab\\x7f");
    CHECK(printable("\xc2\x9b"
                    "31m") == "\\x9b31m");
    CHECK(printable("h\xc3\xbcpf") == "h\xc3\xbcpf");
    CHECK(printable("\xfe") == "\xef\xbf\xbd");
    CHECK(printable("ab\xe2\x80\xae"
                    "dc") ==
          "ab\\u202e"
          "dc");
    for (const unsigned code : {0x61cU, 0x200eU, 0x200fU, 0x2028U, 0x2029U, 0x202aU, 0x202bU,
                                0x202cU, 0x202dU, 0x202eU, 0x2066U, 0x2067U, 0x2068U, 0x2069U}) {
        std::string text;
        if (code < 0x800) {
            text += static_cast<char>(0xc0U | code >> 6U);
        } else {
            text += static_cast<char>(0xe0U | code >> 12U);
            text += static_cast<char>(0x80U | (code >> 6U & 0x3fU));
        }
        text += static_cast<char>(0x80U | (code & 0x3fU));
        INFO(code);
        CHECK(printable(text).front() == '\\');
        CHECK(printable(text).size() == 6);
        CHECK(json_string(text) == '"' + printable(text) + '"');  // the same text for a program
        CHECK(csv_cell(text) == printable(text));
    }
    // Letters that are written from right to left are letters, and the neighbours stay too.
    for (const char* text : {"\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d", "\xe2\x80\x8d", "\xe2\x80\xaf",
                             "\xe2\x81\xa5", "\xf0\x9f\x98\x80"}) {
        CHECK(printable(text) == text);
        CHECK(csv_cell(text) == text);
        CHECK(json_string(text) == std::string("\"") + text + '"');
        CHECK(printable_json(text) == text);
    }
}

TEST_CASE("names that differ in what nobody sees are not alike on a terminal") {
    const std::string hidden =
        "a\xe2\x80\x8b|\xe2\x81\xa0|\xef\xbb\xbf|\xc2\xad"
        "b";
    CHECK(printable(hidden) == "a\\u200b|\\u2060|\\ufeff|\\u00adb");
    // What is for programs has the text itself, and letters and emoji that are joined stay so.
    CHECK(csv_cell(hidden) == hidden);
    CHECK(nlohmann::json::parse(json_string(hidden)) == hidden);
    for (const char* joined : {"\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x9a\x80", "\xe2\x80\x8c",
                               "\xc2\xac", "\xc2\xae", "\xef\xbb\xbe"})
        CHECK(printable(joined) == joined);
}

TEST_CASE("cells of CSV are quoted only when they must be") {
    CHECK(csv_cell("plain") == "plain");
    CHECK(csv_cell("a,b") == "\"a,b\"");
    CHECK(csv_cell("say \"hi\"") == "\"say \"\"hi\"\"\"");
    CHECK(csv_cell("two\nlines") == "\"two\nlines\"");
    CHECK(csv_cell("\x1b[2J\tb\x07") == "\\x1b[2J\tb\\x07");
    CHECK(csv_cell("\xff h\xc3\xbc \xc2\x9b") == "\xef\xbf\xbd h\xc3\xbc \\x9b");
}

TEST_CASE("no cell of CSV is a formula") {
    CHECK(csv_cell("=cmd|'/c calc'!A1") == "'=cmd|'/c calc'!A1");
    CHECK(csv_cell("'=x") == "''=x");  // else it would be taken for a =x
    CHECK(csv_cell("'") == "'");
    CHECK(csv_cell("'tis") == "'tis");
    CHECK(csv_cell("@SUM(A1,2)") == "\"'@SUM(A1,2)\"");
    CHECK(csv_cell("-2+cmd") == "'-2+cmd");
    CHECK(csv_cell("+Ada+") == "'+Ada+");
    CHECK(csv_cell("\t=1") == "'\t=1");
    for (const char* number :
         {"-5", "-1.5e-07", "+3", "+2.5", "-.5", "-1e5", "-1e999", "-inf", "-nan", "1-1", "12:30"})
        CHECK(csv_cell(number) == number);
    for (const std::string sum : {"-1+1", "-2-3", "--1", "+-1", "-12:30", "-1e5+1", "-", "+", "-e5",
                                  "-1 -2 3", "+inf", "-nan(1)", "-infinity", "-0x1p4"})
        CHECK(csv_cell(sum) == "'" + sum);
    CHECK(csv_cell("-1,5") == "\"'-1,5\"");
}

TEST_CASE("columns are those of a terminal") {
    CHECK(columns_of("abc") == 3);
    CHECK(columns_of("h\xc3\xbcpf") == 4);
    CHECK(columns_of("") == 0);
    CHECK(columns_of("\xe6\x97\xa5\xe6\x9c\xac") == 4);  // two letters
    CHECK(columns_of("e\xcc\x81lan") == 4);              // the accent is one of its own
    CHECK(columns_of("x\xe2\x80\x8dy") == 2);            // a joiner
    CHECK(columns_of("\xf0\x9f\x98\x80") == 2);
    CHECK(columns_of("a\xff") == 2);
}
