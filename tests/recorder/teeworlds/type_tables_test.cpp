#include "recorder/games/teeworlds/type_tables.h"

#include <memory>

#include "recorder/games/teeworlds/schema_fields.h"
#include "recorder/recording/type_teacher.h"
#include "tests/catch.h"
#include "tests/recorder/teeworlds/collecting_sink.h"

using namespace tickreel;
using namespace tickreel::teeworlds;

namespace {

Result<std::unique_ptr<TypeTables>> parse(std::initializer_list<std::string_view> lines) {
    return TypeTables::parse(std::span(lines.begin(), lines.size()));
}

}  // namespace

TEST_CASE("a line of types.txt becomes a fact") {
    const auto tables = parse({
        "# a comment",
        "names colours red=0 green=1",
        "  blue=-2",
        "table 0.6",
        "item 3 Thing player",
        "  x distance position.x",
        "  speed int scale=1/256 unit=unit/tick null=-1 with=x",
        "  steps int[2]",
        "message 9 Told client counted lengths=3,8",
        "  colour colours team owner",
        "  rest flags:colours[5]?",
        "table ddnet",
        "item 76ce455b-f9eb-3a48-add7-e04b941d045c Other",
        "  x distance",
        "  like Thing without x",
    });
    REQUIRE(tables.ok());
    const TypeTables::Table& first = *(*tables)->find_table("0.6");
    REQUIRE(first.items.size() == 1);
    const ItemFacts& thing = first.items[0];
    CHECK(thing.wire_type == 3);
    CHECK(thing.of_player);
    REQUIRE(thing.fields.size() == 3);
    CHECK(thing.fields[0].unit == "unit");
    CHECK(thing.fields[0].roles == Roles(Role::PositionX));
    CHECK(thing.fields[2].count == 2);
    CHECK(thing.fields[1].scale == 1.0 / 256);
    CHECK(thing.fields[1].sentinel == ~Word{0});
    CHECK(thing.fields[1].sentinel_with == "x");
    const MessageFacts& told = first.messages[0];
    CHECK(told.sender == Sender::Client);
    CHECK(told.keep == Keep::Count);
    CHECK(told.lengths == std::vector<std::uint16_t>{3, 8});
    CHECK(told.fields[0].roles == (Role::Team | Role::Owner));
    CHECK(told.fields[0].values.back().value == -2);
    CHECK(told.fields[1].kind == FactKind::Flags);
    CHECK(told.fields[1].optional);
    const ItemFacts& other = (*tables)->find_table("ddnet")->items[0];
    CHECK(other.uuid == "76ce455b-f9eb-3a48-add7-e04b941d045c");
    REQUIRE(other.fields.size() == 3);
    CHECK(other.fields[1].name == "speed");
}

TEST_CASE("a line of types.txt that makes no sense is refused by its number") {
    const auto [line, why] = GENERATE(table<std::string_view, std::string_view>({
        {"item 3", "needs a table, a key and a name"},
        {"item x Thing", "no number and no UUID"},
        {"item 3 Thing monster", "says nothing of an item"},
        {"thing 3 Thing", "no heading"},
        {"table 0.6", "a name of its own"},
        {"table firefall", "'firefall' is no table; use 0.6, 0.7 or ddnet"},
        {"names colours red", "not WORD=VALUE"},
        {"message 3 Told", "has a sender"},
        {"message 3 Told nobody", "no sender"},
        {"message 3 Told server gossip", "no class of events"},
        {"message 3 Told server lengths=3,2", "no rising numbers"},
        {"  x", "has no kind"},
        {"  x colours", "no kind and no 'names' above"},
        {"  x int[0]", "no count from 1"},
        {"  x int[", "no count from 1"},
        {"  x int big", "says nothing of the field"},
        {"  x int scale=1/0", "says nothing of the field"},
        {"  x int with=y", "says nothing of the field"},
        {"  like Nothing", "an earlier type"},
        {"  x text", "only messages have"},
        {"  x int?", "of an item cannot be missing ('?')"},
        {"  x int[2] null=0", "a word for null"},
        {"  x int null=0 with=y", "is not before it"},
    }));
    const auto tables = parse({"table 0.6", "item 1 First", line});
    CAPTURE(line);
    REQUIRE_FALSE(tables.ok());
    CHECK_THAT(tables.error().message, tickreel_test::contains("line 3: "));
    CHECK_THAT(tables.error().message, tickreel_test::contains(std::string(why)));
}

TEST_CASE("a person's text teaches types that this build does not know, and no other") {
    const auto taught = read_item_types(
        "table ddnet\r\nitem 76ce455b-0000-3a48-add7-e04b941d045c Door\n  x distance position.x\n"
        "table 0.6\nitem 24 Gate\n  open bool\n");
    REQUIRE(taught.ok());
    REQUIRE(taught->size() == 2);
    CHECK(taught->at(0).type.name == "Gate");
    CHECK(taught->at(0).type.origin == unknown_item_type(24).origin);
    CHECK(taught->at(1).type.origin ==
          unknown_extended_type("76ce455b-0000-3a48-add7-e04b941d045c").origin);

    tickreel_test::CollectingSink sink;
    TaughtTypes types;
    for (const DescribedType& one : *taught) types.emplace(one.type.origin, one);
    TypeTeacher teacher(std::make_shared<const TaughtTypes>(std::move(types)), sink);
    teacher.set_property("protocol", "ddnet 0.6 16040");
    teacher.add_type(unknown_item_type(24));
    teacher.add_type(unknown_item_type(25));
    teacher.add_type(item_type(item_types_06()[9]));
    CHECK(sink.schema[0].name == "Gate");
    CHECK(sink.schema[1].name == "type_25");
    CHECK(sink.schema[2].name == "Character");

    const auto useless = read_item_types(
        "table 0.6\nitem 9 Character\n  x int\nitem 24 Gate\n  open bool\nmessage 90 Bell "
        "server\n");
    REQUIRE(useless.ok());
    REQUIRE(useless->size() == 3);
    CHECK_FALSE(useless->at(0).type.known);
    CHECK(useless->at(0).type.origin == "9");
    CHECK(useless->at(1).type.known);
    CHECK_FALSE(useless->at(2).type.known);
    CHECK(useless->at(2).type.use == TypeUse::Event);
}

TEST_CASE("a person's types of two protocols live side by side, in recordings of their own") {
    // One number and one name, of either; names that only the other protocol has.
    const auto taught = read_item_types(
        "table 0.6\nitem 30 Gate\n  open bool\nitem 31 De_TuneParams\n  x int\n"
        "table 0.7\nitem 30 Bell\n  rings int\nitem 31 Gate\n  x int\n  y int\n"
        "item 32 DamageInd\n  x int\n");
    REQUIRE(taught.ok());
    auto types = std::make_shared<TaughtTypes>();
    for (const DescribedType& one : *taught) types->emplace(one.type.origin, one);
    const auto names = [&](std::string_view protocol) {
        tickreel_test::CollectingSink sink;
        TypeTeacher teacher(types, sink);
        teacher.set_property("protocol", protocol);
        for (const int number : {30, 31, 32}) teacher.add_type(unknown_item_type(number));
        std::string text;
        for (TypeId i = 0; i < 3; ++i)
            text += concat(sink.schema[i].name, " ", sink.schema[i].fields.size(), " ");
        return text;
    };
    CHECK(names("0.6") == "Gate 1 De_TuneParams 1 type_32 0 ");
    CHECK(names("ddnet 0.6 16040") == names("0.6"));
    CHECK(names("0.7") == "Bell 1 Gate 2 DamageInd 1 ");
    CHECK(names("") == "type_30 0 type_31 0 type_32 0 ");

    constexpr std::string_view kDoor = "item 76ce455b-0000-3a48-add7-e04b941d045c ";
    for (const std::string& text :
         {std::string("table 0.6\nitem 30 Character\n"),
          std::string("table 0.6\nitem 30 Gate\nitem 31 Gate\n"),
          concat("table 0.7\nitem 30 Gate\ntable ddnet\n", kDoor, "Gate\n"),
          // What SQL's views read, what extended types have, and what the decoder derives.
          std::string("table 0.7\nitem 30 ClientInfo\n"),
          std::string("table 0.7\nitem 30 DDNetLaser\n"), std::string("table 0.6\nitem 30 Input\n"),
          concat("table ddnet\n", kDoor, "De_ClientInfo\n")}) {
        const auto twice = read_item_types(text);
        CAPTURE(text);
        REQUIRE_FALSE(twice.ok());
        CHECK_THAT(twice.error().message, tickreel_test::contains("' is taken"));
    }
}
