#include "format/tables/tick_bounds.h"

#include "tests/catch.h"

using namespace tickreel;

namespace {

// The format of DuckDB's json_serialize_sql, as far as bounds need it.
std::string column(const std::string& names) {
    return R"({"class":"COLUMN_REF","type":"COLUMN_REF","column_names":[)" + names + "]}";
}

std::string number(const std::string& value, const std::string& type = "INTEGER") {
    return R"({"class":"CONSTANT","type":"VALUE_CONSTANT","value":{"type":{"id":")" + type +
           R"("},"is_null":false,"value":)" + value + "}}";
}

std::string compare(const std::string& how, const std::string& left, const std::string& right) {
    return R"({"class":"COMPARISON","type":"COMPARE_)" + how + R"(","left":)" + left +
           R"(,"right":)" + right + "}";
}

std::string table(const std::string& name, const std::string& alias = "") {
    return R"({"type":"BASE_TABLE","alias":")" + alias + R"(","sample":null,"table_name":")" +
           name + "\"}";
}

std::string both(const std::string& kind, const std::string& a, const std::string& b) {
    return R"({"class":"CONJUNCTION","type":"CONJUNCTION_)" + kind + R"(","children":[)" + a + "," +
           b + "]}";
}

std::string query(const std::string& from, const std::string& where) {
    return R"({"error":false,"statements":[{"node":{"type":"SELECT_NODE","sample":null,)"
           R"("from_table":)" +
           from + R"(,"where_clause":)" + where + "}}]}";
}

std::string join(const std::string& kind, const std::string& left, const std::string& right) {
    return R"({"type":"JOIN","ref_type":")" + kind + R"(","sample":null,"left":)" + left +
           R"(,"right":)" + right + "}";
}

const std::string kTick = column("\"tick\"");

}  // namespace

TEST_CASE("comparisons of tick with a whole number bound the table") {
    const auto bound = [](const std::string& where) {
        return tick_bounds(query(table("Walker"), where)).at("walker");
    };
    CHECK(bound(compare("EQUAL", kTick, number("7"))) == TickBounds{7, 7});
    CHECK(bound(both("AND", compare("GREATERTHAN", kTick, number("7")),
                     compare("LESSTHAN", kTick, number("9")))) == TickBounds{8, 8});
    CHECK(bound(both("AND", compare("LESSTHANOREQUALTO", number("7"), kTick),
                     compare("GREATERTHAN", number("9"), kTick))) == TickBounds{7, 8});
    const std::string between = R"({"class":"BETWEEN","type":"COMPARE_BETWEEN","input":)" + kTick +
                                R"(,"lower":)" + number("3") + R"(,"upper":)" + number("5") + "}";
    CHECK(bound(between) == TickBounds{3, 5});
}

TEST_CASE("what is not plain bounds nothing") {
    const auto bound = [](const std::string& from, const std::string& where) {
        return tick_bounds(query(from, where)).at("walker");
    };
    const std::string seven = compare("EQUAL", kTick, number("7"));
    const std::string own = compare("EQUAL", column(R"("w","tick")"), number("7"));
    CHECK(bound(table("walker"), both("OR", seven, seven)) == TickBounds{});
    CHECK(bound(table("walker"), compare("EQUAL", kTick, number("75", "DECIMAL"))) == TickBounds{});
    CHECK(bound(table("walker"), compare("EQUAL", column("\"x\""), number("7"))) == TickBounds{});
    // In a join, only conditions that name their table.
    const std::string two = join("REGULAR", table("walker", "w"), table("chest", "c"));
    CHECK(bound(two, seven) == TickBounds{});
    CHECK(bound(two, own) == TickBounds{7, 7});
    CHECK(tick_bounds(query(two, own)).at("chest") == TickBounds{});
    // Here a row depends on which other rows exist.
    CHECK(bound(join("ASOF", table("walker", "w"), table("chest", "c")), own) == TickBounds{});
    CHECK(tick_bounds("no tree").empty());
    CHECK(tick_bounds(R"({"error":true})").empty());
}

TEST_CASE("a table that is used twice is bounded by both uses together") {
    const std::string two = join("REGULAR", table("walker", "a"), table("Walker", "b"));
    const auto at = [](const std::string& alias, const std::string& tick) {
        return compare("EQUAL", column('"' + alias + "\",\"tick\""), number(tick));
    };
    CHECK(tick_bounds(query(two, both("AND", at("a", "3"), at("b", "9")))).at("walker") ==
          TickBounds{3, 9});
    CHECK(tick_bounds(query(two, at("a", "3"))).at("walker") == TickBounds{});
}
