#include "recorder/games/teeworlds/type_tables.h"

#include <array>

#include "tests/catch.h"

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
        "  speed int[2] scale=1/256 unit=unit/tick null=-1 with=x",
        "message 9 Told client counted lengths=3,8",
        "  colour colours team owner",
        "  rest flags:colours[5]?",
        "table ddnet",
        "item 76ce455b-f9eb-3a48-add7-e04b941d045c Other",
        "  like Thing without x",
    });
    REQUIRE(tables.ok());
    const TypeTables::Table& first = *(*tables)->find_table("0.6");
    REQUIRE(first.items.size() == 1);
    const ItemFacts& thing = first.items[0];
    CHECK(thing.wire_type == 3);
    CHECK(thing.of_player);
    REQUIRE(thing.fields.size() == 2);
    CHECK(thing.fields[0].unit == "unit");
    CHECK(thing.fields[0].roles == Roles(Role::PositionX));
    CHECK(thing.fields[1].count == 2);
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
    REQUIRE(other.fields.size() == 1);
    CHECK(other.fields[0].name == "speed");
}

TEST_CASE("a line of types.txt that makes no sense is refused by its number") {
    const auto [line, why] = GENERATE(table<std::string_view, std::string_view>({
        {"item 3", "needs a table, a key and a name"},
        {"item x Thing", "no number and no UUID"},
        {"item 3 Thing monster", "says nothing of an item"},
        {"thing 3 Thing", "no heading"},
        {"table 0.6", "a name of its own"},
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
    }));
    const auto tables = parse({"table 0.6", "item 1 First", line});
    CAPTURE(line);
    REQUIRE_FALSE(tables.ok());
    CHECK_THAT(tables.error().message, tickreel_test::contains("line 3: "));
    CHECK_THAT(tables.error().message, tickreel_test::contains(std::string(why)));
}
