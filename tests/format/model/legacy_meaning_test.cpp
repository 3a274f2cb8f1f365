// Files of 1.0 keep their meaning: what their readers guessed from names is guessed once, here.
#include "format/model/legacy_meaning.h"

#include "tests/catch.h"
#include "tickreel/model/told_finish.h"

using namespace tickreel;

namespace {

Field field(const char* name, FieldKind kind = FieldKind::Int32, Roles roles = {}) {
    Field made;
    made.name = name;
    made.kind = kind;
    made.roles = roles;
    return made;
}

ItemType read(ItemType type) {
    give_legacy_meaning(type);
    return type;
}

Roles roles_of(const ItemType& type, const char* name) {
    return type.fields.at(*find_field(type, name)).roles;
}

}  // namespace

TEST_CASE("an old event type gets its class from its name") {
    const std::pair<const char*, EventClass> classes[] = {
        {"Sv_VoteSet", EventClass::Vote},       {"Sv_VoteOptionAdd", EventClass::Other},
        {"Sv_RaceFinish", EventClass::Race},    {"Sv_Team", EventClass::Team},
        {"Sv_Emoticon", EventClass::Effect},    {"FlagGrab", EventClass::Flag},
        {"Character_Killed", EventClass::Kill}, {"MapChange", EventClass::Map},
        {"ChatMessageList", EventClass::Chat},  {"Sv_TuneParams", EventClass::Other},
        {"Sv_ClientDrop", EventClass::Leave},   {"De_ClientEnter", EventClass::Join},
        {"Cl_Say", EventClass::Input},          {"Cl_Emoticon", EventClass::Input},
        {"Cl_StartInfo", EventClass::Input},    {"Cl_Kill", EventClass::Input},
    };
    for (const auto& [name, kind] : classes) {
        INFO(name);
        CHECK(read({name, "", TypeUse::Event, true, {}}).event_class == kind);
        CHECK(read({name, "", TypeUse::Item, true, {}}).event_class == EventClass::Other);
    }
    const ItemType info = read({"Sv_ClientInfo",
                                "",
                                TypeUse::Event,
                                true,
                                {field("client_id", FieldKind::Int32, Role::Owner),
                                 field("name", FieldKind::Text, Role::Name)}});
    CHECK(info.event_class == EventClass::Join);
}

TEST_CASE("an old event type's fields get the roles that it does not say") {
    const ItemType kill =
        read({"Sv_KillMsg",
              "",
              TypeUse::Event,
              true,
              {field("killer"), field("victim", FieldKind::Int32, Role::Owner), field("weapon")}});
    CHECK(roles_of(kill, "killer") == Role::Subject);
    CHECK(roles_of(kill, "victim") == (Role::Owner | Role::Object));
    CHECK(roles_of(kill, "weapon") == Role::Weapon);
    const ItemType start =
        read({"Cl_StartInfo",
              "",
              TypeUse::Event,
              true,
              {field("name", FieldKind::Text), field("clan", FieldKind::Text),
               field("skin", FieldKind::Text), field("map_name", FieldKind::Text),
               field("message", FieldKind::Text)}});
    CHECK(roles_of(start, "name") == Role::Name);
    CHECK(roles_of(start, "clan") == Role::Clan);
    CHECK(roles_of(start, "skin") == Role::Skin);
    CHECK(roles_of(start, "map_name") == Role::Map);
    CHECK(roles_of(start, "message") == Role::Text);
    // Explicit values take precedence.
    const ItemType said =
        read({"Said",
              "",
              TypeUse::Event,
              true,
              {field("message", FieldKind::Text), field("words", FieldKind::Text, Role::Text)}});
    CHECK(roles_of(said, "message").empty());
}

TEST_CASE("old item types: who shares names, who holds a flag, what has a checksum of its own") {
    CHECK(read({"DDNetPlayer", "", TypeUse::Item, true, {}}).shares_names);
    CHECK_FALSE(read({"Pickup", "", TypeUse::Item, true, {}}).shares_names);
    const ItemType game =
        read({"GameData", "7", TypeUse::Item, true, {field("flag_carrier_red"), field("latency")}});
    CHECK(roles_of(game, "flag_carrier_red") == Role::FlagHolder);
    CHECK(roles_of(game, "latency") == Role::Latency);
    CHECK(game.checksum == ChecksumScope::Snapshot);
    CHECK_FALSE(game.derived);
    ItemType view{"Scope", "2", TypeUse::Item, true, {field("Checksum", FieldKind::Enum)}};
    view.fields[0].values = {{0, "unchecked"}, {1, "ok"}, {2, "mismatch"}};
    CHECK(read(view).checksum == ChecksumScope::Item);
    CHECK(roles_of(read(view), "Checksum") == Role::Checksum);
    const ItemType derived = read({"Character", "derived", TypeUse::Item, true, {}});
    CHECK(derived.derived);
    CHECK(derived.checksum == ChecksumScope::None);
}

TEST_CASE("a finish in chat is one only where no message reports finishes") {
    const std::string_view line = "Ada finished in: 1 minute(s) 2.50 second(s)";
    Schema schema;
    ItemType record{"Sv_Record", "", TypeUse::Event, true, {field("time")}};
    record.event_class = EventClass::Race;
    schema.add(record);
    CHECK(finishes_in_chat(schema));
    CHECK(told_finish(line)->who == "Ada");
    CHECK_FALSE(told_finish("Ada: hello"));
    for (const char* said :
         {"Your team would've finished in: 0 minute(s)  0.96 second(s). Since you had practice "
          "mode enabled your rank doesn't count.",
          "x finished in: joined team 4", "x finished in:  finished in: ",
          "'ada' called vote to change server option 'a finished in: 0 minute(s)  0.50 "
          "second(s)' (r)",
          "Ada finished in: minute(s)  0.50 second(s)", "Ada finished in: 1 minute(s) second(s)",
          "Ada finished in: 1 minute(s) 2 second(s)"}) {
        INFO(said);
        CHECK_FALSE(told_finish(said));
    }
    const auto named = told_finish("x finished in: finished in: 0 minute(s)  1.20 second(s)");
    REQUIRE(named);
    CHECK(named->who == "x finished in:");
    CHECK(named->what == "finished in: 0 minute(s)  1.20 second(s)");
    CHECK(told_finish("Ada finished in: 0 minute(s)  1.200 second(s)"));  // races before DDNet
    CHECK(told_finish("Ada finished in: 11.200 second(s)"));
    ItemType finish{"Sv_RaceFinish",
                    "",
                    TypeUse::Event,
                    true,
                    {field("client_id", FieldKind::Int32, Role::Owner), field("time")}};
    finish.event_class = EventClass::Race;
    schema.add(finish);
    CHECK_FALSE(finishes_in_chat(schema));
}

TEST_CASE("old Teeworlds items: what servers hide is null") {
    const ItemType tee =
        read({"Character",
              "9",
              TypeUse::Item,
              true,
              {field("hooked_player"), field("health"), field("armor"), field("ammo_count")}});
    CHECK_FALSE(tee.fields[0].sentinel);
    for (const std::size_t i : {1U, 2U, 3U}) CHECK(tee.fields[i].sentinel == Sentinel{0, 1});
    // In other games health 0 means dead.
    CHECK_FALSE(read({"Character", "", TypeUse::Item, true, {field("health")}}).fields[0].sentinel);
    const ItemType player =
        read({"DDNetPlayer", "", TypeUse::Item, true, {field("finish_time_seconds")}});
    CHECK(player.fields[0].sentinel == Sentinel{-2, {}});
    CHECK_FALSE(read({"DDNetPlayer", "", TypeUse::Event, true, {field("finish_time_seconds")}})
                    .fields[0]
                    .sentinel);
}
