// 0.7: every player named by messages is an item in every snapshot.
#include "recorder/games/teeworlds/client_items.h"

#include "recorder/games/teeworlds/schema_fields.h"
#include "recorder/games/teeworlds/snapshot_mapper.h"
#include "tests/catch.h"
#include "tests/recorder/teeworlds/collecting_sink.h"
#include "tickreel/model/names.h"

using namespace tickreel;
using namespace tickreel::teeworlds;
using tickreel_test::CollectingSink;

namespace {

ItemType message_type(std::string_view name) {
    return event_type(*find_message_named(Protocol::V07, name));
}

struct Stream {
    Stream() {
        clients.set_sink(sink);
        for (const ItemFacts& facts : item_types_07())
            if (facts.name == "PlayerInfo") player_info = clients.add_type(item_type(facts));
        for (const char* name : {"Sv_ClientInfo", "Sv_Team", "Sv_ClientDrop", "Sv_SkinChange"})
            ids[name] = clients.add_type(message_type(name));
        clients.begin_segment({});
    }
    Event event(const char* name, const std::map<std::string, Value>& said) {
        const ItemType type = message_type(name);
        std::vector<Value> values;
        for (const Field& field : type.fields) {
            const auto found = said.find(field.name);
            values.push_back(found != said.end()             ? found->second
                             : field.nullable                ? Value()
                             : field.kind == FieldKind::Text ? Value(std::string())
                             : field.kind == FieldKind::Bool ? Value(false)
                                                             : Value(std::int64_t{0}));
        }
        return {ids.at(name), make_row(type, values), false};
    }
    Event info(std::int64_t client, const char* name) {
        return event("Sv_ClientInfo", {{"client_id", client},
                                       {"name", std::string(name)},
                                       {"clan", std::string("Engine")},
                                       {"team", std::int64_t{1}},
                                       {"skin_part_name_0", std::string("kitty")},
                                       {"use_custom_color_0", true},
                                       {"skin_part_color_0", std::int64_t{7}}});
    }
    // The players on the score board of this tick.
    void frame(std::vector<Event> events, const std::vector<EntityId>& listed) {
        Frame made;
        made.segment = static_cast<std::uint32_t>(sink.segments.size() - 1);
        made.tick = ++tick;
        made.events = std::move(events);
        SnapshotBuilder builder;
        for (const EntityId id : listed)
            builder.set({player_info, id}, std::vector<Word>{0, static_cast<Word>(tick), 20});
        made.snapshot = builder.build();
        clients.add_frame(made);
    }
    std::string name(EntityId client) const {
        return entity_name(sink.schema, sink.frames.back().snapshot, client);
    }
    Value field(EntityId client, const char* name) const {
        const ItemKey key{*sink.schema.find("De_ClientInfo"), client};
        return sink.field("De_ClientInfo", *sink.frames.back().snapshot.find(key), name);
    }

    CollectingSink sink{};
    ClientItems clients{};
    std::map<std::string, TypeId> ids{};
    TypeId player_info = 0;
    Tick tick = 0;
};

}  // namespace

TEST_CASE("a player that a message names is an item from that tick on, until he drops") {
    Stream s;
    s.frame({}, {3});
    CHECK_FALSE(s.sink.schema.find("De_ClientInfo"));
    s.frame({s.info(3, "Ada")}, {3});
    CHECK(s.name(3) == "Ada");
    CHECK(s.field(3, "clan") == Value(std::string("Engine")));
    CHECK(s.field(3, "team") == Value(std::int64_t{1}));
    CHECK(s.field(3, "skin_body") == Value(std::string("kitty")));
    CHECK(s.field(3, "use_custom_colors_0") == Value(std::int64_t{1}));
    CHECK(s.field(3, "skin_part_colors_0") == Value(std::int64_t{7}));
    s.frame({s.event("Sv_Team", {{"client_id", std::int64_t{3}}, {"team", std::int64_t{-1}}})},
            {3});
    CHECK(s.field(3, "team") == Value(std::int64_t{-1}));
    CHECK(s.name(3) == "Ada");
    s.frame({s.event("Sv_SkinChange",
                     {{"client_id", std::int64_t{3}}, {"skin_part_name_0", std::string("bear")}})},
            {3});
    CHECK(s.field(3, "skin_body") == Value(std::string("bear")));
    s.frame({s.event("Sv_ClientDrop", {{"client_id", std::int64_t{3}}})}, {});
    CHECK(s.name(3).empty());
}

TEST_CASE("the next map keeps those who came along; a new connection nobody") {
    Stream s;
    s.frame({s.info(3, "Ada"), s.info(4, "Bob")}, {3, 4});
    s.clients.begin_segment({});
    s.frame({}, {3});
    CHECK(s.name(3) == "Ada");
    CHECK(s.name(4).empty());
    s.frame({}, {});  // known on this map: need not be listed
    CHECK(s.name(3) == "Ada");
    s.clients.clear();
    s.frame({}, {3});
    CHECK(s.name(3).empty());
}

TEST_CASE("who goes on from a checkpoint knows those of whom the frames tell that are held back") {
    Stream s;
    s.sink.segments.clear();  // the stream before it begins one
    FrameStream before;
    const auto frame = [&](Tick tick, const std::vector<EntityId>& listed) {
        Frame made;
        made.tick = tick;
        made.time = std::chrono::milliseconds(20 * tick);
        SnapshotBuilder builder;
        for (const EntityId id : listed)
            builder.set({s.player_info, id}, std::vector<Word>{0, 0, 20});
        made.snapshot = builder.build();
        before.add_frame(made, s.clients);
    };
    const auto say = [&](Tick tick, Event event) {
        before.add_event(std::chrono::milliseconds(20 * tick + 1),
                         FrameStream::Place::AfterSnapshot, std::move(event));
    };
    say(1, s.info(2, "Eve"));
    frame(10, {2});
    say(10, s.info(3, "Ada"));
    frame(20, {3, 4});  // held back; Eve has left
    say(20, s.info(4, "Bob"));
    say(20, s.event("Sv_ClientDrop", {{"client_id", std::int64_t{2}}}));
    ByteWriter out;
    s.clients.save(out, before);
    const Bytes state = out.take();
    Stream next;
    ByteReader in(state);
    REQUIRE(next.clients.restore(in));
    next.frame({}, {3, 4});
    CHECK(next.name(2).empty());
    CHECK(next.name(3) == "Ada");
    CHECK(next.name(4) == "Bob");
}

TEST_CASE("derived items are in no checksum and not for the wire; those of a .demo stay alone") {
    Stream s;
    s.frame({s.info(3, "Ada")}, {3});
    const ItemType& type = s.sink.schema[*s.sink.schema.find("De_ClientInfo")];
    CHECK(type.derived);
    CHECK(type.checksum == ChecksumScope::None);
    const Snapshot& snapshot = s.sink.frames.back().snapshot;
    CHECK(snapshot.size() == 2);
    const auto wire = to_wire(s.sink.schema, snapshot);
    REQUIRE(wire.ok());
    CHECK(wire->num_items() == 1);
    Stream demo;
    for (const ItemFacts& facts : item_types_07())
        if (facts.name == "De_ClientInfo") demo.clients.add_type(item_type(facts));
    demo.frame({demo.info(3, "Ada")}, {3});
    CHECK(demo.sink.frames.back().snapshot.size() == 1);
}
