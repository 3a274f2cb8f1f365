// Names that only messages tell, in a recording without a score board (a .teehistorian).
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
