#include "tickreel/analysis/describe.h"

#include "tests/catch.h"
#include "tickreel/analysis/inspect.h"
#include "tickreel/model/row.h"

using namespace tickreel;

namespace {

struct World {
    Schema schema;
    TypeId character = 0;
    TypeId info = 0;
    TypeId pickup = 0;
    TypeId strange = 0;

    World() {
        Field x{"x", FieldKind::Int32, false, Role::PositionX, 1.0, "unit", 1, {}};
        Field weapon{
            "weapon", FieldKind::Enum, false, Role::None, 1.0, "", 1, {{0, "hammer"}, {1, "gun"}}};
        Field angle{"angle", FieldKind::Int32, false, Role::Angle, 0.5, "deg", 1, {}};
        Field name{"name", FieldKind::Text, false, Role::Name, 1.0, "", 1, {}};
        ItemType body{"Character", "9", TypeUse::Item, true, {x, weapon, angle}};
        body.shares_names = true;
        character = schema.add(body);
        info = schema.add({"ClientInfo", "11", TypeUse::Item, true, {name}});
        pickup = schema.add({"Pickup", "4", TypeUse::Item, true, {x}});
        strange = schema.add({"Unknown 77", "77", TypeUse::Item, false, {}});
    }
    Snapshot snapshot(Word x, Word weapon) const {
        SnapshotBuilder builder;
        const Word row[] = {x, weapon, 90};
        builder.set({character, 3}, row);
        builder.set({info, 3}, make_row(schema[info], {Value(std::string("Ada"))}));
        const Word place[] = {5};
        builder.set({pickup, 3}, place);
        const Word words[] = {1, -2};
        builder.set({strange, 8}, words);
        return builder.build();
    }
};

}  // namespace

TEST_CASE("names belong to what shares their numbers, not to everything with that number") {
    const World world;
    const Snapshot snapshot = world.snapshot(1, 0);
    CHECK(entity_name(world.schema, snapshot, 3, nullptr) == "Ada");
    CHECK(entity_name(world.schema, snapshot, 4, nullptr).empty());
    CHECK(item_title(world.schema, snapshot, {world.character, 3}) == "Character 3 (Ada)");
    CHECK(item_title(world.schema, snapshot, {world.pickup, 3}) == "Pickup 3");
    CHECK(item_title(world.schema, snapshot, {99, 3}) == "type 99 3");
}

TEST_CASE("the inspector names every field, in words for people and raw") {
    const World world;
    const Snapshot before = world.snapshot(1, 0);
    const Snapshot now = world.snapshot(2, 0);
    const auto report = inspect(world.schema, now, &before, {world.character, 3});
    REQUIRE(report);
    REQUIRE(report->fields.size() == 3);
    CHECK(report->fields[0].name == "x");
    CHECK(report->fields[0].value == "2 unit");
    CHECK(report->fields[0].raw == "2 (0x00000002)");
    CHECK(report->fields[0].changed);
    CHECK(report->fields[0].before == "1 unit");
    CHECK(report->fields[1].value == "hammer");
    CHECK_FALSE(report->fields[1].changed);
    CHECK(report->fields[2].value == "45 deg");
    CHECK_FALSE(inspect(world.schema, now, &before, {world.character, 4}));
}

TEST_CASE("words that no field covers are shown as words") {
    const World world;
    const Snapshot now = world.snapshot(2, 0);
    const auto report = inspect(world.schema, now, nullptr, {world.strange, 8});
    REQUIRE(report);
    REQUIRE(report->fields.size() == 2);
    CHECK(report->fields[1].name == "+1");
    CHECK(report->fields[1].raw == "-2 (0xfffffffe)");
    CHECK_FALSE(report->known);
    CHECK_FALSE(report->created);
}

TEST_CASE("the item list groups by type, players first, and says what is new and what changed") {
    const World world;
    const Snapshot before = world.snapshot(1, 0);
    SnapshotBuilder builder(world.snapshot(2, 0));
    const Word place[] = {6};
    builder.set({world.pickup, 9}, place);
    const Snapshot now = builder.build();
    const auto groups = list_items(world.schema, now, &before, "");
    REQUIRE(groups.size() == 4);
    CHECK(groups[0].name == "Character");
    CHECK(groups[0].changed == 1);
    CHECK(groups[0].items[0].label == "3  Ada");
    CHECK(groups[1].name == "ClientInfo");
    CHECK(groups[1].changed == 0);
    CHECK(groups[2].name == "Pickup");
    REQUIRE(groups[2].items.size() == 2);
    CHECK_FALSE(groups[2].items[0].changed);
    CHECK(groups[2].items[1].created);
    CHECK(groups[3].known == false);
}

TEST_CASE("the filter finds types, numbers and names") {
    const World world;
    const Snapshot now = world.snapshot(2, 0);
    CHECK(list_items(world.schema, now, nullptr, "ada").size() == 2);
    CHECK(list_items(world.schema, now, nullptr, "char ada").size() == 1);
    CHECK(list_items(world.schema, now, nullptr, "PICK").size() == 1);
    CHECK(list_items(world.schema, now, nullptr, "8").size() == 1);
    CHECK(list_items(world.schema, now, nullptr, "nothing like it").empty());
}

TEST_CASE("events are told in a line and sorted into classes") {
    World world;
    Field owner{"client_id", FieldKind::Int32, false, Role::Owner, 1.0, "", 1, {}};
    Field said{"message", FieldKind::Text, false, Role::Text, 1.0, "", 1, {}};
    Field killer{"killer", FieldKind::Int32, false, Role::Subject, 1.0, "", 1, {}};
    Field weapon{"weapon", FieldKind::Int32, false, Role::None, 1.0, "", 1, {}};
    const TypeId chat =
        world.schema.add({"Sv_Chat", "3", TypeUse::Event, true, {owner, said}, EventClass::Chat});
    const TypeId kill = world.schema.add(
        {"Sv_KillMsg", "4", TypeUse::Event, true, {killer, weapon}, EventClass::Kill});
    Field smile{"what_face", FieldKind::Int32, false, Role::None, 1.0, "", 1, {}};
    const TypeId emoticon =
        world.schema.add({"Sv_Emoticon", "10", TypeUse::Event, true, {owner, smile}});
    const Snapshot now = world.snapshot(2, 0);
    const auto words =
        make_row(world.schema[chat], {Value(std::int64_t{3}), Value(std::string("hi"))});
    CHECK(event_text(world.schema, now, {chat, words, false}) == "Ada: hi");
    Field speaker{"SenderName", FieldKind::Text, true, Role::Name, 1.0, "", 1, {}};
    const TypeId signed_chat =
        world.schema.add({"ChatMessage", "5", TypeUse::Event, true, {owner, speaker, said}});
    const auto roster = [&](const Value& name) {
        const auto row = make_row(world.schema[signed_chat],
                                  {Value(std::int64_t{3}), name, Value(std::string("hi"))});
        return event_text(world.schema, now, {signed_chat, row, false});
    };
    CHECK(roster(Value(std::string("Bo"))) == "Bo: hi");  // not the receiver (3, Ada)
    CHECK(roster(Value()) == "hi");
    CHECK_FALSE(is_naming_event(world.schema[signed_chat]));
    CHECK(event_text(world.schema, now, {kill, {3, 2}, false}) == "Kill: killer Ada, weapon 2");
    CHECK(event_text(world.schema, now, {emoticon, {3, 2}, false}) == "Ada: emoticon, what face 2");
    CHECK(event_text(world.schema, now, {emoticon, {77, 2}, false}) ==
          "Emoticon: client id 77, what face 2");
    CHECK(event_text(world.schema, now, {500, {3, 2}, false}) == "type 500");
    CHECK(event_lane(world.schema[chat]) == EventLane::Chat);
    CHECK(event_lane(world.schema[kill]) == EventLane::Kill);
    CHECK(event_lane(world.schema[world.pickup]) == EventLane::Other);
    for (const EventClass kind : {EventClass::Join, EventClass::Leave, EventClass::Team})
        CHECK(lane_of(kind) == EventLane::Join);
    for (const EventClass kind : {EventClass::Input, EventClass::Transport, EventClass::Other})
        CHECK(lane_of(kind) == EventLane::Other);
}

// As Firefall's: "View 11, Entity Ash, ShortTime 5" says nothing to anybody.
TEST_CASE("an event is a sentence: what happened to whom, without how the message was packed") {
    Schema schema;
    const TypeId player =
        schema.add({"P", "", TypeUse::Item, true, {{"n", FieldKind::Text, false, Role::Name}}});
    SnapshotBuilder builder;
    builder.set({player, 7}, make_row(schema[player], {std::string("Ash")}));
    const Snapshot snapshot = builder.build();
    const std::uint64_t far = std::uint64_t{1} << 60;
    const auto text = [&](const char* name, EventClass about, std::uint64_t entity) {
        ItemType type{name,
                      "",
                      TypeUse::Event,
                      true,
                      {{"View", FieldKind::UInt32},
                       {"Entity", FieldKind::UInt64, false, Role::Owner},
                       {"HaveDamage", FieldKind::UInt32},
                       {"DamageData.Dealer.Backing", FieldKind::UInt64, true},
                       {"DamageData.DamageValue", FieldKind::Int32, true},
                       {"ShortTime", FieldKind::UInt32, false, Role::None, 1.0, "ms"},
                       {"Unk2", FieldKind::UInt32}}};
        type.event_class = about;
        const auto row = make_row(type, {std::uint64_t{11}, entity, std::uint64_t{1}, far,
                                         std::int64_t{527}, std::uint64_t{5}, std::uint64_t{3}});
        return event_text(schema, snapshot, {schema.add(type), row, false}, nullptr);
    };
    CHECK(text("Character_TookHit", EventClass::Other, 7) == "Ash: took hit, damage value 527");
    CHECK(text("Character_TookHit", EventClass::Other, far) == "Took hit: damage value 527");
    CHECK(text("Generic_DoIt_Command", EventClass::Input, 7) ==
          "Ash: do it request, damage value 527");
    CHECK(text("Generic_RequestIt_Command", EventClass::Input, 7) ==
          "Ash: request it, damage value 527");
    CHECK(text("Character_Killed", EventClass::Kill, 7) == "Ash was killed");
}

TEST_CASE("a named value stands without its field, and what is not so is not said") {
    Schema schema;
    const auto text = [&](const char* name, std::vector<Field> fields, std::vector<Value> values) {
        ItemType type{name, "", TypeUse::Event, true, std::move(fields)};
        const auto row = make_row(type, values);
        return event_text(schema, {}, {schema.add(type), row, false}, nullptr);
    };
    Field id{"game_msg_id", FieldKind::Enum};
    id.values = {{6, "ctf_grab"}};
    const Field first{"param_0", FieldKind::Int32};
    const Field second{"param_1", FieldKind::Int32};
    using Numbers = std::vector<Value>;
    CHECK(text("Sv_GameMsg", {id, first, second},
               Numbers{std::int64_t{6}, std::int64_t{0}, std::int64_t{1}}) ==
          "Game: ctf grab, param 1 1");
    CHECK(text("Sv_OtherMsg", {id}, Numbers{std::int64_t{9}}) == "Other: game msg id 9");
    Field face{"emoticon", FieldKind::Enum};
    face.values = {{2, "hearts"}};
    CHECK(text("Sv_Emoticon", {face}, Numbers{std::int64_t{2}}) == "Emoticon hearts");
    CHECK(text("Cl_Emoticon", {face}, Numbers{std::int64_t{2}}) == "Emoticon request: hearts");
    const Field silent{"silent", FieldKind::Bool};
    const Field local{"is_local", FieldKind::Bool};
    CHECK(text("Sv_ClientDrop", {silent, local}, Numbers{false, true}) == "Client drop: is local");
    const Field map{"map_name", FieldKind::Text};
    const Field crc{"map_crc32", FieldKind::Int32};
    CHECK(text("MAP_CHANGE", {map, crc}, Numbers{std::string("ctf1"), std::int64_t{77}}) ==
          "Map change: map name \"ctf1\"");
}

TEST_CASE("a kill names both, exactly: entity numbers may have more bits than a double") {
    Schema schema;
    const TypeId player =
        schema.add({"P", "", TypeUse::Item, true, {{"n", FieldKind::Text, false, Role::Name}}});
    ItemType kill{"K",
                  "",
                  TypeUse::Event,
                  true,
                  {{"by", FieldKind::UInt64, true, Role::Subject},
                   {"whom", FieldKind::UInt64, false, Role::Owner | Role::Object}}};
    kill.event_class = EventClass::Kill;
    const TypeId killed = schema.add(kill);
    constexpr std::uint64_t kAda = (std::uint64_t{1} << 56) + 1;
    SnapshotBuilder builder;
    builder.set({player, kAda}, make_row(schema[player], {std::string("Ada")}));
    builder.set({player, kAda + 1}, make_row(schema[player], {std::string("Bob")}));
    const Snapshot snapshot = builder.build();
    const auto text = [&](const Value& by) {
        const Event event{killed, make_row(kill, {by, kAda + 1}), false};
        return event_text(schema, snapshot, event, nullptr);
    };
    CHECK(text(kAda) == "Ada killed Bob");
    CHECK(text(kAda + 1) == "Bob died");
    CHECK(text({}) == "Bob died");
}

TEST_CASE("who killed whom is decided by numbers: players may have one name") {
    Schema schema;
    const TypeId player =
        schema.add({"P", "", TypeUse::Item, true, {{"n", FieldKind::Text, false, Role::Name}}});
    ItemType kill{"K",
                  "",
                  TypeUse::Event,
                  true,
                  {{"killer", FieldKind::Int32, false, Role::Subject},
                   {"victim", FieldKind::Int32, false, Role::Owner | Role::Object}}};
    kill.event_class = EventClass::Kill;
    const TypeId killed = schema.add(kill);
    const TypeId hit = schema.add({"Hit",
                                   "",
                                   TypeUse::Event,
                                   true,
                                   {{"client_id", FieldKind::Int32, false, Role::Owner},
                                    {"by", FieldKind::Int32, false, Role::Subject}}});
    SnapshotBuilder builder;
    for (const EntityId id : {1U, 2U})
        builder.set({player, id}, make_row(schema[player], {std::string("dup")}));
    builder.set({player, 3}, make_row(schema[player], {std::string("-1")}));
    for (const EntityId id : {5U, 6U})
        builder.set({player, id}, make_row(schema[player], {std::string()}));
    const Snapshot snapshot = builder.build();
    const auto text = [&](Word by, Word whom) {
        return event_text(schema, snapshot, {killed, {by, whom}, false}, nullptr);
    };
    CHECK(text(1, 2) == "dup killed dup");
    CHECK(text(2, 2) == "dup died");
    CHECK(text(5, 6) == "5 killed 6");
    CHECK(text(5, 5) == "5 died");
    CHECK(text(-1, 3) == "-1 killed -1");
    CHECK(text(-1, -1) == "-1 died");
    CHECK(event_text(schema, snapshot, {hit, {1, 2}, false}, nullptr) == "dup: hit, by dup");
    CHECK(event_text(schema, snapshot, {hit, {1, 1}, false}, nullptr) == "dup: hit");
}

TEST_CASE("a client without a name says something under its number, a server under none") {
    World world;
    const TypeId chat = world.schema.add({"Sv_Chat",
                                          "3",
                                          TypeUse::Event,
                                          true,
                                          {{"client_id", FieldKind::Int64, false, Role::Owner},
                                           {"message", FieldKind::Text, false, Role::Text}},
                                          EventClass::Chat});
    SnapshotBuilder builder(world.snapshot(1, 0));
    builder.set({world.info, 5}, make_row(world.schema[world.info], {std::string()}));
    const Snapshot snapshot = builder.build();
    const auto said = [&](std::int64_t id) {
        const auto row = make_row(world.schema[chat], {id, std::string("hi")});
        return event_text(world.schema, snapshot, {chat, row, false});
    };
    CHECK(said(3) == "Ada: hi");
    CHECK(said(5) == "5: hi");  // whose name is empty
    CHECK(said(99) == "hi");    // a server speaks under numbers that nobody has
    CHECK(said(-1) == "hi");
    CHECK(said(std::int64_t{1} << 60) == "hi");  // no number that people can read
}
