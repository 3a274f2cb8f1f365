#include <cmath>
#include <map>
#include <set>

#include "format/model/legacy_meaning.h"
#include "recorder/games/teeworlds/schema_fields.h"
#include "recorder/games/teeworlds/uuid_text.h"
#include "recorder/games/teeworlds/wire/item_sizes.h"
#include "tests/catch.h"

using namespace tickreel;
using namespace tickreel::teeworlds;

namespace {

std::size_t words_of(const ItemType& type) {
    std::size_t words = presence_words(type);
    for (const Field& field : type.fields) words += slot_words(field);
    return words;
}

}  // namespace

TEST_CASE("the fields of every numbered item fill exactly the words it has on the wire") {
    const Protocol protocol = GENERATE(Protocol::V06, Protocol::V07);
    const auto items = protocol == Protocol::V06 ? item_types_06() : item_types_07();
    for (const ItemFacts& facts : items) {
        CAPTURE(facts.name);
        const ItemType type = item_type(facts);
        CHECK(type.origin == std::to_string(facts.wire_type));
        CHECK(type.use == TypeUse::Item);
        CHECK(type.known);
        const auto size = static_item_size(protocol, facts.wire_type);
        if (size) CHECK(words_of(type) == *size);
    }
    CHECK(items.size() == (protocol == Protocol::V06 ? 21U : 25U));
}

TEST_CASE("item rows have no presence words: they are the words of the wire") {
    for (const auto items : {item_types_06(), item_types_ddnet(), item_types_07()})
        for (const ItemFacts& facts : items)
            for (const Field& field : item_type(facts).fields) CHECK_FALSE(field.nullable);
}

// Two sources: the tables, and how files of 1.0 are read.
TEST_CASE("what servers hide is null, as it is in files of format 1.0") {
    int hidden = 0;
    for (const auto items : {item_types_06(), item_types_ddnet(), item_types_07()})
        for (const ItemFacts& facts : items) {
            CAPTURE(facts.name);
            const ItemType type = item_type(facts);
            ItemType old = type;
            for (Field& field : old.fields) field.sentinel.reset();
            give_legacy_meaning(old);
            for (std::size_t i = 0; i < type.fields.size(); ++i) {
                CHECK(type.fields[i].sentinel == old.fields[i].sentinel);
                hidden += type.fields[i].sentinel ? 1 : 0;
            }
        }
    CHECK(hidden == 14);
}

TEST_CASE("names are unique, UUIDs are UUIDs") {
    std::set<std::string_view> names;
    for (const auto items : {item_types_06(), item_types_ddnet()})
        for (const ItemFacts& facts : items) CHECK(names.insert(facts.name).second);
    for (const auto messages : {message_types_06(), message_types_ddnet()})
        for (const MessageFacts& facts : messages) CHECK(names.insert(facts.name).second);

    std::set<std::string_view> uuids;
    for (const ItemFacts& facts : item_types_ddnet()) {
        CHECK(parse_uuid(facts.uuid).has_value());
        CHECK(uuids.insert(facts.uuid).second);
    }
    for (const MessageFacts& facts : message_types_ddnet()) {
        CHECK(parse_uuid(facts.uuid).has_value());
        CHECK(uuids.insert(facts.uuid).second);
        CHECK(find_message(facts.uuid) == &facts);
    }
}

TEST_CASE("the UUIDs are those of the published names") {
    const auto uuid_of = [](std::string_view name) { return to_string(uuid_from_name(name)); };
    std::map<std::string_view, std::string_view> items;
    for (const ItemFacts& facts : item_types_ddnet()) items[facts.name] = facts.uuid;
    CHECK(items["DDNetCharacter"] == uuid_of("character@netobj.ddnet.tw"));
    CHECK(items["DDNetPlayer"] == uuid_of("player@netobj.ddnet.tw"));
    CHECK(items["GameInfoEx"] == uuid_of("gameinfo@netobj.ddnet.tw"));
    CHECK(items["DDNetLaser"] == uuid_of("laser@netobj.ddnet.tw"));
    CHECK(items["DDNetProjectile"] == uuid_of("ddnet-projectile@netobj.ddnet.tw"));
    CHECK(items["SwitchState"] == uuid_of("switch-state@netobj.ddnet.tw"));
    CHECK(find_message_named(Protocol::V06, "Sv_TeamsState")->uuid ==
          uuid_of("teamsstate@netmsg.ddnet.tw"));
    CHECK(find_message_named(Protocol::V06, "MAP_DETAILS")->uuid ==
          uuid_of("map-details@ddnet.tw"));
    CHECK(find_message_named(Protocol::V06, "CLIENTVER")->uuid == uuid_of("clientver@ddnet.tw"));
}

TEST_CASE("what must not be kept has no fields to be kept in") {
    std::set<std::string_view> counted;
    for (const auto messages : {message_types_06(), message_types_ddnet(), message_types_07()})
        for (const MessageFacts& facts : messages)
            if (facts.keep == Keep::Count) {
                CHECK(facts.fields.empty());
                counted.insert(facts.name);
            }
    for (const std::string_view secret :
         {"INFO", "RCON_AUTH", "RCON_CMD", "RCON_LINE", "RCON_AUTH_STATUS", "RCON_CMD_ADD",
          "RCON_CMD_REM", "AUTH_CHALLANGE", "AUTH_RESULT", "AUTH_START", "AUTH_RESPONSE",
          "CLIENTVER", "RCONTYPE", "SNAP", "SNAPEMPTY", "SNAPSINGLE", "INPUT", "INPUTTIMING"})
        CHECK(counted.contains(secret));
}

TEST_CASE("angles, velocities and names are said as people expect them") {
    const ItemType character = item_type(item_types_06()[9]);
    REQUIRE(character.name == "Character");
    const Field& angle = character.fields[*find_role(character, Role::Angle)];
    CHECK(angle.unit == "deg");
    CHECK(std::abs(angle.scale * 402.0 - 89.97) < 0.01);  // 402 = pi / 2 * 256
    const Field& velocity = character.fields[*find_role(character, Role::VelocityX)];
    CHECK(velocity.scale * 256 == 1.0);
    CHECK(find_role(character, Role::PositionX) == find_field(character, "x"));
    CHECK(find_role(character, Role::Health) == find_field(character, "health"));

    const ItemType client = item_type(item_types_06()[11]);
    REQUIRE(client.name == "ClientInfo");
    CHECK(client.fields[*find_role(client, Role::Name)].kind == FieldKind::PackedText);
    CHECK(find_role(client, Role::Clan) == find_field(client, "clan"));
}

TEST_CASE("types that nobody knows are named by their number or UUID and marked") {
    CHECK(unknown_item_type(77).name == "type_77");
    CHECK(unknown_item_type(77).origin == "77");
    CHECK_FALSE(unknown_item_type(77).known);
    CHECK(unknown_extended_type("12").name == "uuid_12");
    CHECK(unknown_extended_type("12").origin == "uuid 12");
    CHECK_FALSE(unknown_extended_type("12").known);
}
