// Events of a match file's world: once what several views were told.
#include "tests/catch.h"
#include "tests/format/reel/match_file.h"
#include "tests/format/reel/match_stage.h"
#include "tickreel/model/named_later.h"

using namespace tickreel;
using namespace tickreel_test;

// A recording in which players are killed: at which tick it is told who. Notes name nobody, nor do
// the server's lines of chat: when and which.
Bytes make_kills(const std::vector<std::pair<Tick, std::int64_t>>& kills, Tick note,
                 std::string_view later = "",
                 const std::vector<std::pair<Tick, std::int64_t>>& lines = {}, Tick first = 100,
                 std::pair<Tick, Tick> silent = {}) {
    auto bytes = std::make_shared<Bytes>();
    ReelWriter writer(std::make_unique<SharedSink>(bytes), {"toy", 50.0, {}, {}});
    if (!later.empty()) writer.set_property(kNamedLater, later);
    ItemType place;
    place.name = "Place";
    place.fields = {{"x", FieldKind::Int32}};
    ItemType kill;
    kill.name = "Kill";
    kill.use = TypeUse::Event;
    kill.event_class = EventClass::Kill;
    kill.fields = {{"victim", FieldKind::Int32}};
    kill.fields[0].roles = Role::Object;
    ItemType noted;
    noted.name = "Note";
    noted.use = TypeUse::Event;
    noted.fields = {{"text", FieldKind::Int32}};
    ItemType line;
    line.name = "Line";
    line.use = TypeUse::Event;
    line.event_class = EventClass::Chat;
    line.fields = {{"speaker", FieldKind::Int32}, {"line", FieldKind::Int32}};
    line.fields[0].roles = Role::Speaker;
    const TypeId places = writer.add_type(place);
    const TypeId killed = writer.add_type(kill);
    const TypeId said = writer.add_type(line);
    const TypeId notes = writer.add_type(noted);
    writer.begin_segment({"map", "", ""});
    for (Tick tick = first; tick < 900; tick += 2) {
        if (tick >= silent.first && tick < silent.second) continue;
        Frame frame;
        frame.tick = tick;
        frame.time = std::chrono::milliseconds(20 * tick);
        SnapshotBuilder builder;
        builder.set({places, 1}, make_row(place, {Value(std::int64_t{tick * 7})}));
        frame.snapshot = builder.build();
        for (const auto& [when, victim] : kills)
            if (when == tick)
                frame.events.push_back({killed, make_row(kill, {Value(victim)}), victim == 9});
        for (const auto& [when, which] : lines)
            if (when == tick)
                frame.events.push_back(
                    {said, make_row(line, {Value(std::int64_t{-1}), Value(which)}), false});
        if (tick == note)
            frame.events.push_back({notes, make_row(noted, {Value(std::int64_t{4})}), false});
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish().ok());
    return *bytes;
}

namespace {

// Which events the world has, and when.
std::vector<std::pair<Tick, std::string>> told_in(const MatchReader& match) {
    const auto world = world_of(match);
    std::vector<std::pair<Tick, std::string>> told;
    for (const Frame& frame : all_frames(*world))
        for (const Event& event : frame.events)
            told.emplace_back(frame.tick, world->schema()[event.type].name);
    return told;
}

}  // namespace

TEST_CASE("the world has once what several views were told, with another snapshot or much later") {
    // 3 at once and with the next snapshot; 1 twice, of which one view was told late; 3 again; 9
    // with a snapshot and after it; 5 told to one view only.
    const auto match = open_match(merge_files(
        {make_kills({{200, 3}, {300, 1}, {320, 1}, {500, 3}, {600, 9}}, 400, "type_2, type_1"),
         make_kills({{202, 3}, {340, 1}, {340, 1}, {498, 3}, {602, 9}, {700, 5}}, 402,
                    "type_3, type_2")}));
    const auto world = world_of(*match);
    CHECK(world->info().properties.at(std::string(kNamedLater)) == "type_2, type_1, type_3");
    std::vector<std::pair<Tick, Word>> told;
    std::vector<Tick> notes;
    for (const Frame& frame : all_frames(*world))
        for (const Event& event : frame.events)
            if (world->schema()[event.type].name == "Kill")
                told.emplace_back(frame.tick, event.row[0]);
            else
                notes.push_back(frame.tick);
    CHECK(told == std::vector<std::pair<Tick, Word>>{
                      {200, 3}, {300, 1}, {320, 1}, {498, 3}, {600, 9}, {700, 5}});
    CHECK(notes == std::vector<Tick>{400, 402});
}

TEST_CASE("the world has a server's line of chat once that several views got within 3 s") {
    // 1 with another snapshot; 2 said twice, which one view has twice; 3 again after 3 s; 4 to one;
    // 5 that one joins, who hears it with its first snapshot; 6 thrice at once, of which one view
    // has two at first.
    const auto match = open_match(merge_files(
        {make_kills({}, 0, "",
                    {{200, 1},
                     {300, 2},
                     {340, 2},
                     {400, 5},
                     {500, 3},
                     {600, 6},
                     {600, 6},
                     {600, 6},
                     {700, 3},
                     {800, 4}}),
         make_kills(
             {}, 0, "",
             {{202, 1}, {304, 2}, {344, 2}, {506, 3}, {600, 6}, {600, 6}, {602, 6}, {708, 3}}),
         make_kills({}, 0, "", {{204, 1}, {302, 2}}), make_kills({}, 0, "", {{408, 5}}, 408)}));
    const auto world = world_of(*match);
    std::vector<std::pair<Tick, Word>> lines;
    for (const Frame& frame : all_frames(*world))
        for (const Event& event : frame.events)
            if (world->schema()[event.type].name == "Line")
                lines.emplace_back(frame.tick, event.row[1]);
    CHECK(lines == std::vector<std::pair<Tick, Word>>{{200, 1},
                                                      {300, 2},
                                                      {340, 2},
                                                      {400, 5},
                                                      {500, 3},
                                                      {600, 6},
                                                      {600, 6},
                                                      {600, 6},
                                                      {700, 3},
                                                      {800, 4}});
    // Each view has what it was told.
    for (const auto& [view, count] : {std::pair{0U, 10U}, {1U, 8U}, {2U, 2U}, {3U, 1U}}) {
        std::size_t told = 0;
        for (const Frame& frame : all_frames(*open_bytes(cut_view_file(*match, view))))
            told += frame.events.size();
        CHECK(told == count);
    }
}

TEST_CASE("the world has what a view that begins tells again of somebody; lines may be late") {
    // 1 is killed before the second view begins and once more behind its first snapshot; 2 with it.
    const auto match =
        open_match(merge_files({make_kills({{300, 1}, {318, 2}}, 0, "", {{316, 7}}),
                                make_kills({{320, 2}, {340, 1}}, 0, "", {{344, 7}}, 320)}));
    CHECK(told_in(*match) == std::vector<std::pair<Tick, std::string>>{
                                 {300, "Kill"}, {316, "Line"}, {318, "Kill"}, {340, "Kill"}});
}

TEST_CASE("the world has once what a view is told after it heard nothing for seconds") {
    // The second view is told at 454 what 1 and the line were for the other one, and 2 alone.
    const auto match =
        open_match(merge_files({make_kills({{200, 1}, {400, 1}, {500, 3}}, 0, "", {{210, 7}}),
                                make_kills({{454, 1}, {454, 1}, {456, 2}, {560, 3}}, 0, "",
                                           {{454, 7}}, 100, {190, 450})}));
    CHECK(told_in(*match) ==
          std::vector<std::pair<Tick, std::string>>{
              {200, "Kill"}, {210, "Line"}, {400, "Kill"}, {456, "Kill"}, {500, "Kill"}});
}
