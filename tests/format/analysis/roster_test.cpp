// Names that come only from messages.
#include "tests/format/analysis/scanned.h"
#include "tickreel/analysis/inspect.h"
#include "tickreel/analysis/mismatch.h"
#include "tickreel/analysis/query_run.h"
#include "tickreel/analysis/scoreboard.h"
#include "tickreel/analysis/snapshot_diff.h"
#include "tickreel/base/file.h"
#include "tickreel/model/event_names.h"
#include "tickreel/model/row.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;
using namespace tickreel_test;

TEST_CASE("names that only messages tell are known at every later tick, until they leave") {
    const std::string path = write_file("told.reel", {});
    ReelWriter writer(std::move(*create_file(path, IfExists::Replace)), {});
    const auto field = [](const char* name, FieldKind kind, Role role) {
        Field made;
        made.name = name;
        made.kind = kind;
        made.roles = role;
        return made;
    };
    const Field owner = field("client_id", FieldKind::Int32, Role::Owner);
    const ItemType info{"Sv_ClientInfo",
                        "",
                        TypeUse::Event,
                        true,
                        {owner, field("name", FieldKind::Text, Role::Name),
                         field("team", FieldKind::Int32, Role::Team)},
                        EventClass::Join};
    const ItemType chat{"Sv_Chat",
                        "",
                        TypeUse::Event,
                        true,
                        {owner, field("message", FieldKind::Text, Role::Text)},
                        EventClass::Chat};
    const TypeId pickup = writer.add_type({"Apple",
                                           "",
                                           TypeUse::Item,
                                           true,
                                           {field("x", FieldKind::Int32, Role::PositionX),
                                            field("y", FieldKind::Int32, Role::PositionY)}});
    ItemType body{"Character",
                  "",
                  TypeUse::Item,
                  true,
                  {field("x", FieldKind::Int32, Role::PositionX),
                   field("y", FieldKind::Int32, Role::PositionY),
                   field("score", FieldKind::Int32, Role::Score)}};
    body.shares_names = true;
    const TypeId character = writer.add_type(body);
    const TypeId info_type = writer.add_type(info);
    const TypeId chat_type = writer.add_type(chat);
    const TypeId team_type = writer.add_type({"Sv_Team",
                                              "",
                                              TypeUse::Event,
                                              true,
                                              {owner, field("team", FieldKind::Int32, Role::Team)},
                                              EventClass::Team});
    const TypeId drop_type =
        writer.add_type({"Sv_ClientDrop", "", TypeUse::Event, true, {owner}, EventClass::Leave});
    writer.begin_segment({"somewhere", "", ""});
    for (Tick tick = 0; tick < 100; tick += 2) {
        Frame frame;
        frame.tick = tick;
        SnapshotBuilder builder;
        const Word row[] = {10, 20, 7};
        builder.set({pickup, 0}, std::span(row).first(2));
        builder.set({character, 3}, row);
        frame.snapshot = builder.build();
        const auto name = [&](const char* text) {
            frame.events.push_back(
                {info_type,
                 make_row(info, {Value(std::int64_t{3}), Value(std::string(text)),
                                 Value(std::int64_t{1})}),
                 false});
        };
        if (tick == 20) name("Ada");
        if (tick == 40) name("Bob");
        if (tick == 50) {
            frame.events.push_back(
                {chat_type, make_row(chat, {Value(std::int64_t{3}), Value(std::string("hi"))}),
                 false});
        }
        if (tick == 60) frame.events.push_back({team_type, {3, 2}, false});
        if (tick == 80) {
            frame.events.push_back({drop_type, {3}, false});
            frame.events.push_back(
                {chat_type, make_row(chat, {Value(std::int64_t{3}), Value(std::string("bye"))}),
                 false});
        }
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish().ok());
    const Scanned told = scanned_file(path);
    const Schema& schema = told.reader->schema();
    Frame frame;
    Roster roster;
    const auto board = [&](Tick tick) {
        frame = *told.reader->at({0, tick});
        roster = told.scan->roster.at(frame.moment());
        return make_scoreboard(schema, frame.snapshot, &roster);
    };
    CHECK(board(10).empty());
    REQUIRE(board(30).size() == 1);
    CHECK(board(30)[0].name == "Ada");
    CHECK(board(30)[0].score == 7);
    CHECK(board(30)[0].body == ItemKey{character, 3});
    CHECK(board(45)[0].name == "Bob");
    CHECK(board(45)[0].team_number == 1);
    CHECK(board(70)[0].team_number == 2);
    CHECK(board(90).empty());
    CHECK(board(25)[0].name == "Ada");  // back again
    CHECK(item_title(schema, frame.snapshot, {character, 3}, &roster) == "Character 3 (Ada)");
    CHECK(list_items(schema, frame.snapshot, nullptr, "ada", &roster).size() == 1);
    // The same name in query hits, in explanations of a mismatch and in a comparison.
    WorkControl control;
    QueryResultPointer found;
    const auto keep = [&found](QueryResultPointer result) { found = std::move(result); };
    run_query(*told.reader, "Character.score == 7", control, keep);
    CHECK(found->hits.at(0).label == "Character 3");  // nobody had been named yet
    run_query(*told.reader, "Sv_Chat", control, keep);
    CHECK(found->hits.at(0).label == "Sv_Chat  Bob: hi");
    run_query(*told.reader, "Character.x == 10 and Sv_Chat", control, keep);
    CHECK(found->hits.at(0).label == "Character 3 (Bob)");
    const Frame now = frame;
    Frame wrong = now;
    wrong.wire = {WireChecksum::Mismatch, 0, 30 + 37, kNoTick, 100, 1};
    wrong.wire.expected = 30;
    const auto reasons = explain_mismatch({schema, wrong, nullptr, true, false, &roster});
    CHECK(reasons == std::vector<std::string>{
                         "it would match if Character 3 (Ada) was not in the server's snapshot"});
    const Snapshot nobody;
    const Roster bob = told.scan->roster.at({0, 45});
    const SnapshotDiff gone = diff_snapshots(schema, {now.snapshot, &bob}, {nobody, &roster});
    CHECK(gone.items.at(1).title == "Character 3 (Bob)");
    const EventList& events = told.scan->events;
    std::vector<std::string> said;
    for (std::size_t i = 0; i < events.size(); ++i)
        if (events[i].kind == EventLane::Chat) said.emplace_back(events[i].text);
    CHECK(said == std::vector<std::string>{"Bob: hi", "Bob: bye"});  // with the drop
}

TEST_CASE("who has left by the snapshot of an event's tick has a name in it") {
    Schema schema;
    Field victim{"victim", FieldKind::Int32};
    victim.roles = Role::Subject;
    Field name{"name", FieldKind::Text};
    name.roles = Role::Name;
    const TypeId info = schema.add({"Info", "", TypeUse::Item, true, {}});
    const TypeId kill = schema.add({"Kill", "", TypeUse::Event, true, {victim}});
    ItemType named{"Names", "", TypeUse::Item, true, {name}};
    const TypeId names_type = schema.add(named);
    RosterHistory history;
    EventNames names(schema, history);
    const auto frame = [&](std::uint32_t segment, Tick tick, bool there, bool event) {
        Frame made;
        made.segment = segment;
        made.tick = tick;
        SnapshotBuilder builder;
        builder.set({info, 1}, std::vector<Word>{});
        if (there) builder.set({names_type, 3}, make_row(named, {Value(std::string("Ada"))}));
        made.snapshot = builder.build();
        if (event) made.events.push_back({kill, {3}, false});
        return made;
    };
    const auto who = [&](const Frame& one) {
        return entity_name(schema, one.snapshot, 3, &names.at(one));
    };
    CHECK(who(frame(0, 10, true, true)) == "Ada");
    CHECK(names.at(frame(0, 12, true, true)).empty());  // the snapshot has it
    CHECK(who(frame(0, 14, false, true)) == "Ada");
    CHECK(who(frame(0, 16, false, true)).empty());
    CHECK(who(frame(0, 18, true, false)) == "Ada");
    CHECK(who(frame(1, 20, false, true)).empty());  // another map: nobody is known
}
