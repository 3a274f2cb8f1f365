// Names that only messages tell, in a recording without a score board (a .teehistorian).
#include "tests/recorder/export/sql_reels.h"
#include "tests/recorder/export/sql_runs.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

// Two tees from tick 10 to 29; the second is named at 12 and again at 20, and leaves at 25.
void write_tees(const std::string& path) {
    auto file = create_file(path, IfExists::Refuse);
    REQUIRE(file.ok());
    RecordingInfo info;
    info.ticks_per_second = 50;
    ReelWriter writer(std::move(*file), info);
    ItemType tee{"Tee", "tee", TypeUse::Item, true, {{"x"}}};
    tee.shares_names = true;
    Field who{"client_id"}, name{"name", FieldKind::Text};
    who.roles = Role::Owner;
    name.roles = Role::Name;
    ItemType start{"Start", "start", TypeUse::Event, true, {who, name}};
    ItemType left{"Left", "left", TypeUse::Event, true, {who}, EventClass::Leave};
    const TypeId tees = writer.add_type(tee);
    const TypeId naming = writer.add_type(start);
    const TypeId leaving = writer.add_type(left);
    writer.begin_segment({"somewhere", "", ""});
    const auto named = [&](std::int64_t client, const char* called) {
        return Event{naming, make_row(start, {client, std::string(called)})};
    };
    for (Tick tick = 10; tick < 30; ++tick) {
        Frame frame;
        frame.tick = tick;
        frame.time = std::chrono::milliseconds(20 * tick);
        if (tick == 10) frame.events.push_back(named(0, "Ada"));
        if (tick == 12) frame.events.push_back(named(1, "Bob"));
        if (tick == 20) frame.events.push_back(named(1, "Rob"));
        if (tick == 25) frame.events.push_back({leaving, make_row(left, {std::int64_t{1}})});
        SnapshotBuilder items;
        items.set({tees, 0}, std::vector<Word>{static_cast<Word>(tick)});
        if (tick <= 25) items.set({tees, 1}, std::vector<Word>{static_cast<Word>(-tick)});
        frame.snapshot = items.build();
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish().ok());
}

}  // namespace

// As a recorder of Teeworlds 0.7 leaves them: the snapshots of ticks 12 to 20 are lost, and what
// was said meanwhile is in the frame of tick 10, whose snapshot has the names of the end.
TEST_CASE("what happened before somebody left is theirs, whoever has the slot within the frame") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    TeeReel to(reel);
    ItemType told{"Sv_ClientInfo",
                  "",
                  TypeUse::Event,
                  true,
                  {number_field("client_id"), text_field("name", Role::Name)}};
    ItemType drop{"Sv_ClientDrop",  "", TypeUse::Event, true, {number_field("client_id")},
                  EventClass::Leave};
    told.fields[0].roles = drop.fields[0].roles = Role::Owner;
    const TypeId tells = to.writer->add_type(told);
    const TypeId drops = to.writer->add_type(drop);
    for (const Tick tick : {2, 4, 6, 8, 10, 22, 24, 26}) {
        Frame frame;
        frame.tick = tick;
        const auto leave = [&] {
            frame.events.push_back({drops, make_row(drop, {std::int64_t{1}})});
        };
        const auto join = [&](const char* name) {
            frame.events.push_back({tells, make_row(told, {std::int64_t{1}, std::string(name)})});
        };
        SnapshotBuilder builder;
        to.put_name(builder, 0, "Eve");
        if (tick < 24) to.put_name(builder, 1, tick < 10 ? "Bob" : "Dora");
        frame.snapshot = builder.build();
        if (tick == 2) join("Bob");
        if (tick == 10) {
            to.say(frame, 1, "I am Bob");
            to.kill_at(frame, 1);
            leave();
            join("Carl");
            to.say(frame, 1, "I am Carl");
            leave();
            join("Dora");
            to.say(frame, 1, "I am Dora");
        }
        if (tick == 24) {
            leave();
            to.say(frame, 1, "Dora is gone");
        }
        if (tick == 26) to.say(frame, 1, "nobody is here");
        to.writer->add_frame(frame);
    }
    REQUIRE(to.writer->finish());
    CHECK(answer(reel, "SELECT tick, victim_name FROM kills") == "tick,victim_name\n10,Bob\n");
    CHECK(answer(reel, "SELECT name, to_tick FROM lives") == "name,to_tick\nBob,10\n");
    CHECK(answer(reel, "SELECT message, name FROM chat_lines") ==
          "message,name\nI am Bob,Bob\nI am Carl,Carl\nI am Dora,Dora\nDora is gone,Dora\n"
          "nobody is here,\n");
    CHECK(answer(reel, "SELECT name FROM sv_client_drop") == "name\nBob\nCarl\nDora\n");
    CHECK_THAT(run_tickreel({"library", folder / "", "--event", "kill", "--format", "ndjson"}).out,
               contains(R"("object":"Bob")"));
}

// A file of other hands: looked through for each of them, they would take minutes.
TEST_CASE("a frame may have very many messages") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    TeeReel to(reel);
    Frame frame;
    SnapshotBuilder builder;
    to.put_name(builder, 0, "Eve");
    frame.snapshot = builder.build();
    constexpr int count = 100'000;
    for (int i = 0; i < count; ++i) to.kill_at(frame, 0);
    to.writer->add_frame(frame);
    REQUIRE(to.writer->finish());
    CHECK(answer(reel, "SELECT victim_name, count(*) AS n FROM kills GROUP BY 1") ==
          "victim_name,n\nEve," + std::to_string(count) + "\n");
}

TEST_CASE("whoever messages name has that name until leaving, without a score board too") {
    const Folder folder;
    const std::string reel = folder / "a.reel";
    write_tees(reel);
    CHECK(answer(reel, "SELECT id, name, from_tick, to_tick FROM players ORDER BY ALL") ==
          "id,name,from_tick,to_tick\n0,Ada,10,30\n1,Bob,12,20\n1,Rob,20,26\n");
    CHECK(answer(reel,
                 "SELECT name, min(tick) AS a, max(tick) AS b FROM tee GROUP BY 1 ORDER BY "
                 "a, 1") == "name,a,b\nAda,10,29\n,10,11\nBob,12,19\nRob,20,25\n");
}
