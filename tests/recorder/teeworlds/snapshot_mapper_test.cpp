#include "recorder/games/teeworlds/snapshot_mapper.h"

#include <random>

#include "recorder/games/game.h"
#include "recorder/games/teeworlds/wire/snap_crc.h"
#include "tests/catch.h"
#include "tests/recorder/teeworlds/collecting_sink.h"
#include "tests/recorder/teeworlds/wire_items.h"
#include "tickreel/model/named_later.h"

using namespace tickreel;
using namespace tickreel::teeworlds;
using tickreel_test::CollectingSink;
using tickreel_test::extended_type;
using tickreel_test::wire_snapshot;
using tickreel_test::WireItem;

namespace {

const Uuid kDdnetCharacter = uuid_from_name("character@netobj.ddnet.tw");
const Uuid kUnknown = uuid_from_name("nobody@knows.example");

std::uint32_t model_checksum(const Schema& schema, const Snapshot& snapshot) {
    return *find_game("teeworlds")->wire_checksum(schema, snapshot);
}

}  // namespace

TEST_CASE("numbered items become rows of their types, ids and words unchanged") {
    CollectingSink sink;
    SnapshotMapper mapper(Protocol::V06);
    const Snapshot snapshot =
        mapper.to_model(wire_snapshot({{5, 1, {7, -8, 1}}, {2, 900, {1, 2, 3, 4, 5, 6}}}), sink);
    REQUIRE(snapshot.size() == 2);
    const TypeId flag = *sink.schema.find("Flag");
    const auto row = snapshot.find({flag, 1});
    REQUIRE(row);
    CHECK(std::vector<Word>(row->begin(), row->end()) == std::vector<Word>{7, -8, 1});
    CHECK(snapshot.find({*sink.schema.find("Projectile"), 900}));
    CHECK(sink.schema.size() == 2);  // only what was used
}

TEST_CASE("extended types are resolved inside their own snapshot") {
    CollectingSink sink;
    SnapshotMapper mapper(Protocol::V06);
    const Snapshot first = mapper.to_model(
        wire_snapshot({extended_type(0x7fff, kDdnetCharacter), {0x7fff, 3, {1, 2}}}), sink);
    // A different number in the next snapshot is still the same type.
    const Snapshot second = mapper.to_model(
        wire_snapshot({extended_type(0x7000, kDdnetCharacter), {0x7000, 3, {1, 2}}}), sink);
    const TypeId type = *sink.schema.find("DDNetCharacter");
    CHECK(first.find({type, 3}));
    CHECK(second.find({type, 3}));
    CHECK(first.find({*sink.schema.find("ExtendedType"), 0x7fff}));
}

TEST_CASE("unknown types are kept: by number, or by UUID") {
    CollectingSink sink;
    SnapshotMapper mapper(Protocol::V06);
    const Snapshot snapshot = mapper.to_model(
        wire_snapshot(
            {{25, 0, {1}}, {0x7ffe, 5, {2}}, extended_type(0x7ffd, kUnknown), {0x7ffd, 6, {3}}}),
        sink);
    CHECK(snapshot.size() == 4);
    for (const std::string& name :
         {std::string("type_25"), std::string("type_32766"), "uuid_" + to_string(kUnknown)}) {
        CAPTURE(name);
        REQUIRE(sink.schema.find(name));
        CHECK_FALSE(sink.schema[*sink.schema.find(name)].known);
    }
}

TEST_CASE("a type that is named with a later snapshot is no unknown one") {
    CollectingSink sink;
    SnapshotMapper mapper(Protocol::V06);
    const auto convert = [&](const std::vector<WireItem>& items) {
        return mapper.to_model(wire_snapshot(items), sink);
    };
    const Snapshot first = convert({{0x7ffd, 3, {1, 2}}, {0x7ffe, 4, {5}}, {25, 0, {1}}});
    CHECK(sink.properties.empty());
    const Snapshot second = convert({extended_type(0x7ffd, kDdnetCharacter), {0x7ffd, 3, {1, 2}}});
    CHECK(sink.properties ==
          std::map<std::string, std::string>{{"types_named_later", "type_32765"}});
    (void)convert({{0x7ffd, 3, {1, 2}}});  // of another server: it is listed already
    (void)convert({extended_type(0x7ffd, kDdnetCharacter), extended_type(0x7ffe, kUnknown)});
    (void)convert({extended_type(0x7fff, kUnknown), {0x7ffb, 4, {5}}});
    CHECK(is_named_later(sink.properties, "type_32765"));
    CHECK(is_named_later(sink.properties, "type_32766"));
    CHECK(sink.properties.at("types_named_later") == "type_32765, type_32766");
    for (const char* other : {"type_32763", "type_32767", "type_25", "type_3276", ""})
        CHECK_FALSE(is_named_later(sink.properties, other));
    // As sent: the first snapshot had no name for it.
    CHECK(first.find({*sink.schema.find("type_32765"), 3}));
    CHECK(second.find({*sink.schema.find("DDNetCharacter"), 3}));
    const Result<WireSnapshot> back = to_wire(sink.schema, first);
    REQUIRE(back);
    CHECK(back->num_items() == 3);
}

TEST_CASE("two numbers for one UUID do not swallow each other's items") {
    CollectingSink sink;
    SnapshotMapper mapper(Protocol::V06);
    const WireSnapshot wire = wire_snapshot({extended_type(0x7fff, kDdnetCharacter),
                                             extended_type(0x7ffe, kDdnetCharacter),
                                             {0x7fff, 1, {10}},
                                             {0x7ffe, 1, {20}}});
    const Snapshot snapshot = mapper.to_model(wire, sink);
    CHECK(snapshot.size() == 4);
    const Result<WireSnapshot> back = to_wire(sink.schema, snapshot);
    REQUIRE(back);
    CHECK(back->same_items(wire));
}

TEST_CASE("a type-0 item for an ordinary number changes nothing") {
    CollectingSink sink;
    SnapshotMapper mapper(Protocol::V06);
    const Snapshot snapshot = mapper.to_model(
        wire_snapshot({extended_type(9, kDdnetCharacter), tickreel_test::character(1, 2, 3)}),
        sink);
    CHECK(snapshot.find({*sink.schema.find("Character"), 1}));
    CHECK_FALSE(sink.schema.find("DDNetCharacter"));
}

TEST_CASE("0.7 has its own numbers") {
    CollectingSink sink;
    SnapshotMapper mapper(Protocol::V07);
    (void)mapper.to_model(wire_snapshot({{10, 0, std::vector<std::int32_t>(22)}}), sink);
    CHECK(sink.schema.find("Character"));
    CHECK(sink.schema.size() == 1);
}

TEST_CASE("to the model and back, and the checksum is the wire's (property)") {
    std::mt19937_64 random(20261121);
    CollectingSink sink;
    SnapshotMapper mapper(Protocol::V06);
    for (int round = 0; round < 500; ++round) {
        std::vector<WireItem> items{extended_type(0x7fff, kDdnetCharacter),
                                    extended_type(0x7ffe, kUnknown)};
        const std::size_t count = random() % 40;
        for (std::size_t i = 0; i < count; ++i) {
            const int types[] = {1, 2, 9, 20, 30, 0x4001, 0x7ffe, 0x7fff};
            WireItem item{types[random() % std::size(types)], static_cast<int>(random() % 9), {}};
            const std::size_t size = random() % 24;
            for (std::size_t k = 0; k < size; ++k)
                item.ints.push_back(static_cast<std::int32_t>(random()));
            items.push_back(item);
        }
        const WireSnapshot wire = wire_snapshot(items);
        const Snapshot snapshot = mapper.to_model(wire, sink);
        CHECK(snapshot.size() == wire.num_items());
        CHECK(model_checksum(sink.schema, snapshot) == static_cast<std::uint32_t>(snap_crc(wire)));
        const Result<WireSnapshot> back = to_wire(sink.schema, snapshot);
        REQUIRE(back);
        REQUIRE(back->same_items(wire));
    }
}

TEST_CASE("an extended type whose type-0 item is gone gets a new one") {
    CollectingSink sink;
    SnapshotMapper mapper(Protocol::V06);
    const Snapshot full = mapper.to_model(
        wire_snapshot({extended_type(0x7fff, kDdnetCharacter), {0x7fff, 3, {1, 2}}}), sink);
    SnapshotBuilder builder(full);
    builder.erase({*sink.schema.find("ExtendedType"), 0x7fff});
    const Result<WireSnapshot> wire = to_wire(sink.schema, builder.build());
    REQUIRE(wire);
    CHECK(wire->find_item(0, 0x7fff));
    CHECK(wire->find_item(0x7fff, 3));
}

TEST_CASE("what has no place on the wire is refused with a reason") {
    Schema schema;
    ItemType type;
    type.name = "Alien";
    type.origin = "view 4";
    const TypeId alien = schema.add(type);
    SnapshotBuilder builder;
    const std::vector<Word> row{1};
    builder.set({alien, 0}, row);
    const Result<WireSnapshot> refused = to_wire(schema, builder.build());
    REQUIRE_FALSE(refused);
    CHECK_THAT(refused.error().message, tickreel_test::contains("Alien"));

    type.name = "Flag";
    type.origin = "5";
    builder.set({schema.add(type), 0x10000}, row);
    const Result<WireSnapshot> too_far = to_wire(schema, builder.build());
    REQUIRE_FALSE(too_far);
    CHECK_THAT(too_far.error().message, tickreel_test::contains("65535"));
}

TEST_CASE("what does not fit into a .demo's snapshot is refused with the one cause that it has") {
    Schema schema;
    ItemType type;
    type.name = "Flag";
    type.origin = "5";
    const TypeId flag = schema.add(type);
    type.name = "type_5";
    const TypeId raw = schema.add(type);
    const auto why = [&](SnapshotBuilder& builder) {
        const Result<WireSnapshot> refused = to_wire(schema, builder.build());
        REQUIRE_FALSE(refused);
        return refused.error().message;
    };
    SnapshotBuilder twice;
    twice.set({flag, 7}, std::vector<Word>{1});
    twice.set({raw, 7}, std::vector<Word>{1});
    CHECK(why(twice) ==
          "item 7 is there as Flag and as type_5, which are both number 5 of this protocol");
    SnapshotBuilder many;
    for (EntityId id = 0; id < 1025; ++id) many.set({flag, id}, std::vector<Word>{1});
    CHECK(why(many) == "a snapshot has 1025 items, a .demo holds 1024");
    SnapshotBuilder large;
    large.set({flag, 1}, std::vector<Word>(8000));
    large.set({flag, 2}, std::vector<Word>(9000));
    CHECK_THAT(why(large), tickreel_test::contains("Flag:2 is larger than the 65536 bytes"));
}

TEST_CASE("a type-0 item names the type of its number") {
    const std::vector<Word> words{1, 2, 3, 4};
    const auto named = named_type(0x7ffe, words);
    REQUIRE(named);
    CHECK(named->number == "32766");
    CHECK(named->origin == "uuid 00000001-0000-0002-0000-000300000004");
    CHECK_FALSE(named_type(0x8000, words));
    CHECK_FALSE(named_type(5, words));
    CHECK_FALSE(named_type(0x7ffe, std::span(words).first(3)));
}
