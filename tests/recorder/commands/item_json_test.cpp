#include "recorder/commands/output/item_json.h"

#include <bit>
#include <limits>

#include "recorder/commands/selection.h"
#include "recorder/commands/verbs/diff_table.h"
#include "tests/catch.h"
#include "tickreel/model/type_table.h"

using namespace tickreel;

namespace {

ItemType everything() {
    ItemType type;
    type.name = "Everything";
    Field maybe{"maybe", FieldKind::Int32};
    maybe.nullable = true;
    Field word{"name", FieldKind::PackedText};
    word.words = 2;
    type.fields = {
        {"yes", FieldKind::Bool},  {"big", FieldKind::Int64}, {"huge", FieldKind::UInt64},
        {"f", FieldKind::Float32}, {"d", FieldKind::Float64}, maybe,
        {"said", FieldKind::Text}, {"raw", FieldKind::Blob},  word};
    return type;
}

std::string fields_of(const ItemType& type, Row row) {
    std::vector<std::size_t> all(type.fields.size());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
    std::string out;
    append_fields(out, RowReader(type), row, all);
    return out;
}

}  // namespace

TEST_CASE("every kind of value in JSON") {
    const ItemType type = everything();
    const auto row =
        make_row(type, {true, std::int64_t{-9007199254740993}, std::uint64_t{18446744073709551615U},
                        double{0.1F}, 0.1, std::monostate{}, std::string("a\"b"), Bytes{0xde, 0xad},
                        std::string("tee")});
    CHECK(fields_of(type, row) ==
          R"("fields":{"yes":true,"big":"-9007199254740993","huge":"18446744073709551615",)"
          R"("f":0.1,"d":0.1,"maybe":null,"said":"a\"b","raw":"dead","name":"tee"})");
}

TEST_CASE("numbers JSON has no way to write are strings") {
    const Field field{"f", FieldKind::Float32};
    CHECK(json_value(field, std::numeric_limits<double>::quiet_NaN()) == "\"nan\"");
    CHECK(json_value(field, -std::numeric_limits<double>::infinity()) == "\"-inf\"");
    CHECK(csv_value(field, std::numeric_limits<double>::infinity()) == "inf");
    CHECK(csv_value(field, std::monostate{}).empty());
    CHECK(json_value(field, -1.5) == "-1.5");
}

TEST_CASE("floats are spelled as sql spells them") {
    // SELECT x::DOUBLE, x::FLOAT in DuckDB 1.4.4
    const Field wide{"d", FieldKind::Float64};
    for (const auto& [number, text] :
         {std::pair(5.0, "5.0"), std::pair(-0.0, "-0.0"), std::pair(100000.0, "100000.0"),
          std::pair(1e15, "1000000000000000.0"), std::pair(1e16, "1e+16"),
          std::pair(1e-4, "0.0001"), std::pair(1e-5, "1e-05"), std::pair(0.1, "0.1"),
          std::pair(1.5e300, "1.5e+300")})
        CHECK(csv_value(wide, number) == text);
    const Field narrow{"f", FieldKind::Float32};
    CHECK(csv_value(narrow, double{0.1F}) == "0.1");
    CHECK(json_value(narrow, 16777216.0) == "16777216.0");
    CHECK(json_value(narrow, 1e10) == "10000000000.0");
}

TEST_CASE("words that no field names are kept") {
    ItemType type;
    type.name = "Short";
    type.fields = {{"x"}};
    const std::vector<Word> row{1, 2, -3};
    CHECK(fields_of(type, row) == R"("fields":{"x":1},"words":[2,-3])");
    CHECK(fields_of(type, Row(row).first(1)) == R"("fields":{"x":1})");
    CHECK(fields_of(type, Row{}) == R"("fields":{"x":null})");
    type.known = false;
    CHECK(fields_of(type, row) == R"("fields":{},"words":[1,2,-3])");
    CHECK(fields_of(type, Row{}) == R"("fields":{},"words":[])");
}

TEST_CASE("types and fields are chosen by name") {
    Schema schema;
    ItemType a{"A", "", TypeUse::Item, true, {{"x"}, {"y"}}};
    ItemType b{"B", "", TypeUse::Item, true, {{"y"}}};
    ItemType c{"C", "", TypeUse::Event, true, {{"x"}}};
    for (const ItemType& type : {a, b, c}) schema.add(type);

    const auto all = select_types(schema, TypeUse::Item, {}, {});
    REQUIRE(all);
    CHECK((*all)[0].shown);
    CHECK((*all)[77].shown);
    CHECK((*all)[0].fields.size() == 2);
    CHECK_FALSE((*all)[2].shown);

    const auto only_x = select_types(schema, TypeUse::Item, {}, {"x"});
    REQUIRE(only_x);
    CHECK((*only_x)[0].fields == std::vector<std::size_t>{0});
    CHECK_FALSE((*only_x)[1].shown);
    CHECK_FALSE((*only_x)[77].shown);

    const auto of_a = select_types(schema, TypeUse::Item, {}, {"a.X"});
    REQUIRE(of_a);
    CHECK((*of_a)[0].fields == std::vector<std::size_t>{0});
    CHECK_THAT(select_types(schema, TypeUse::Item, {"B"}, {"A.x"}).error().message,
               tickreel_test::contains("no chosen type has a field 'A.x'; A has one;"));
    CHECK_THAT(select_types(schema, TypeUse::Item, {}, {"B.x"}).error().message,
               tickreel_test::contains("no chosen type has a field 'B.x'"));

    CHECK_THAT(select_types(schema, TypeUse::Item, {"D"}, {}).error().message,
               tickreel_test::contains("no type 'D'"));
    CHECK_THAT(select_types(schema, TypeUse::Item, {"C"}, {}).error().message,
               tickreel_test::contains("is an event"));
    CHECK_THAT(select_types(schema, TypeUse::Event, {"A"}, {}).error().message,
               tickreel_test::contains("is an item"));
    CHECK_THAT(select_types(schema, TypeUse::Item, {"B"}, {"x"}).error().message,
               tickreel_test::contains("no chosen type has a field 'x'; A has one;"));
    CHECK_THAT(select_types(schema, TypeUse::Item, {"A"}, {"xx"}).error().message,
               tickreel_test::contains("field 'xx'; did you mean 'x'?"));
}

TEST_CASE("a type that the file lost keeps its words") {
    Schema schema;
    schema.add({"A", "", TypeUse::Item, true, {{"x"}}});
    const TypeTable types(schema);
    CHECK(types[0].name == "A");
    CHECK(types[65535].name == "lost type 65535");
    CHECK_FALSE(types[9].known);
    const std::vector<Word> row{4, 5};
    CHECK(uncovered_words(types.reader(9), row).size() == 2);

    SnapshotBuilder before;
    before.set({9, 1}, row);
    SnapshotBuilder after;
    after.set({9, 1}, std::vector<Word>{4, 6});
    CHECK(diff_table(schema, before.build(), after.build()).csv() ==
          "change,type,id,field,before,after\n"
          "changed,lost type 9,1,words,\"[4,5]\",\"[4,6]\"\n");
}
