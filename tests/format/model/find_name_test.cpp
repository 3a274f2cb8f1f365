#include "tickreel/model/find_name.h"

#include "tests/catch.h"

using namespace tickreel;

namespace {

Schema sample() {
    Schema schema;
    const auto add = [&](const char* name, TypeUse use) {
        ItemType type;
        type.name = name;
        type.use = use;
        Field weapon{"WeaponKind", FieldKind::Enum};
        weapon.values = {{0, "hammer"}, {3, "Grenade_Launcher"}};
        type.fields = {{"x", FieldKind::Int32}, weapon, {"X_pos", FieldKind::Int32}};
        schema.add(type);
    };
    add("Character", TypeUse::Item);
    add("Sv_KillMsg", TypeUse::Event);
    add("Flag", TypeUse::Item);
    add("Sv_Flag", TypeUse::Event);
    add("character", TypeUse::Item);
    add("Sv_VoteOptionAdd", TypeUse::Event);
    return schema;
}

}  // namespace

TEST_CASE("types by any of their spellings") {
    const Schema schema = sample();
    for (const char* typed :
         {"Sv_KillMsg", "sv_killmsg", "sv_kill_msg", "SVKILLMSG", "kill", "Kill"})
        CHECK(match_type(schema, typed) == TypeId{1});
    for (const char* typed : {"vote_option_add", "voteoptionadd", "VoteOptionAdd"})
        CHECK(match_type(schema, typed) == TypeId{5});
    CHECK(match_type(schema, "Character") == TypeId{0});
    CHECK(match_type(schema, "character") == TypeId{4});  // exact match
    CHECK(match_type(schema, "CHARACTER") == TypeId{0});  // the first of several
    CHECK(match_type(schema, "flag") == TypeId{2});
    CHECK(match_type(schema, "flag", TypeUse::Event) == TypeId{3});
    for (const char* typed : {"", "_", "kil", "Sv_", "Charac"})
        CHECK_FALSE(match_type(schema, typed));
    CHECK(find_type_named(schema, "Charcter").error().message ==
          "has no type 'Charcter'; did you mean 'Character'?");
    CHECK(find_type_named(schema, "kil").error().message ==
          "has no type 'kil'; did you mean 'kill'?");
    CHECK(find_type_named(schema, "zzzzzz").error().message == "has no type 'zzzzzz'");
}

TEST_CASE("fields and enum values by any of their spellings") {
    const ItemType type = sample()[0];
    CHECK(match_field(type, "X") == 0U);
    CHECK(match_field(type, "xpos") == 2U);
    CHECK(match_field(type, "weapon_kind") == 1U);
    CHECK(match_field(type, "field_x") == 0U);  // as a column is called, see field_column_name()
    CHECK_FALSE(match_field(type, "field_y"));
    CHECK_FALSE(match_field(type, "field_"));
    CHECK_FALSE(match_field(type, "y"));
    CHECK(find_field_named(type, "WeponKind").error().message ==
          "type Character has no field 'WeponKind'; did you mean 'WeaponKind'?");
    CHECK(match_value(type.fields[1], "HAMMER") == 0);
    CHECK(match_value(type.fields[1], "grenade launcher") == 3);
    CHECK_FALSE(match_value(type.fields[1], "gun"));
}

// S7 of the captures has Cl_Kill (the client asks to die) before Sv_KillMsg.
TEST_CASE("a short name means what happens, not what a client sends") {
    const auto event = [](std::string name, EventClass about) {
        ItemType type;
        type.name = std::move(name);
        type.use = TypeUse::Event;
        type.event_class = about;
        return type;
    };
    Schema schema;
    const TypeId asked = schema.add(event("Cl_Kill", EventClass::Input));
    schema.add(event("Cl_Emoticon", EventClass::Input));
    const TypeId said = schema.add(event("Cl_Say", EventClass::Input));
    CHECK_FALSE(match_type(schema, "kill"));
    const TypeId happened = schema.add(event("Sv_KillMsg", EventClass::Kill));
    const TypeId shown = schema.add(event("Sv_Emoticon", EventClass::Effect));
    CHECK(match_type(schema, "kill") == happened);
    CHECK(match_type(schema, "cl_kill") == asked);
    CHECK(match_type(schema, "emoticon") == shown);
    CHECK(match_type(schema, "say") == said);
}

TEST_CASE("the class of an event stands for its type, if no other has it") {
    Schema schema;
    const auto add = [&](std::string name, EventClass about) {
        ItemType type;
        type.name = std::move(name);
        type.use = TypeUse::Event;
        type.event_class = about;
        return schema.add(type);
    };
    const TypeId killed = add("Character_Killed", EventClass::Kill);
    add("Opened", EventClass::Other);
    const TypeId list = add("Generic_ChatMessageList", EventClass::Chat);
    CHECK(match_type(schema, "kill") == killed);
    CHECK(match_type(schema, "Chat") == list);
    CHECK_FALSE(match_type(schema, "other"));
    add("Whispered", EventClass::Chat);
    CHECK_FALSE(match_type(schema, "chat"));
    CHECK(find_type_named(schema, "chat").error().message ==
          "has several types for 'chat': Generic_ChatMessageList, Whispered");
}
