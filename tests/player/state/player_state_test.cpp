#include "player/state/player_state.h"

#include <filesystem>
#include <fstream>
#include <thread>

#include "format/base/file.h"
#include "format/model/row.h"
#include "format/reel/reel_writer.h"
#include "player/state/inspect.h"
#include "player/state/scoreboard.h"
#include "tests/catch.h"
#include "tests/player/sample_match.h"

using namespace tickreel;
using namespace tickreel_test;
using Seconds = PlayerState::Seconds;

namespace {

void wait(PlayerState& state) {
    for (int i = 0; i < 2000 && (state.loading() || state.scanning()); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        state.poll();
    }
    state.poll();
    state.advance(Seconds(0));
}

void open(PlayerState& state, const std::string& place = "") {
    static int count = 0;  // a file each: one that is open is not written again
    state.open(sample_file("state" + std::to_string(count++) + ".reel"), place);
    wait(state);
    REQUIRE(state.open_error() == "");
    REQUIRE(state.ready());
    REQUIRE(state.scan().complete);
}

void run(PlayerState& state, const char* action) {
    static const ActionRegistry actions = default_actions();
    REQUIRE(actions.run(action, state));
    state.advance(Seconds(0));
}

Tick shown(const PlayerState& state) {
    REQUIRE(state.frames().current() != nullptr);
    return state.frames().current()->tick;
}

}  // namespace

TEST_CASE("a recording opens at its start or at a place, with its first player selected") {
    PlayerState state;
    open(state);
    CHECK(shown(state) == kFirstTick);
    CHECK(state.selected().has_value());
    open(state, "1301");
    CHECK(shown(state) == kChatTick);
    CHECK(state.moment().tick == 1301);
    open(state, "s1:20");
    CHECK(shown(state) == 20);
    CHECK(state.moment().segment == 1);
}

TEST_CASE("what cannot be opened says why and leaves the open recording alone") {
    PlayerState state;
    open(state);
    state.open("/nowhere/at/all.reel");
    wait(state);
    CHECK_THAT(state.open_error(), contains("/nowhere/at/all.reel"));
    CHECK(state.ready());
    const std::string junk = "this is not a recording of anything";
    state.open(write_file("junk.reel", as_bytes(junk)));
    wait(state);
    CHECK_THAT(state.open_error(), contains("junk.reel"));
    CHECK(state.ready());
    state.close();
    CHECK_FALSE(state.ready());
    state.advance(Seconds(1));
}

TEST_CASE("a recording that was cut short still opens") {
    Bytes bytes = sample_match();
    bytes.resize(bytes.size() * 2 / 3);
    PlayerState state;
    state.open(write_file("cut.reel", bytes));
    wait(state);
    REQUIRE(state.ready());
    CHECK_FALSE(state.reader().finished());
    CHECK(shown(state) == kFirstTick);
}

TEST_CASE("a file that shrinks while it is open is a message, and what can be read is shown") {
    PlayerState state;
    state.open(sample_file("shrinks.reel"));
    wait(state);
    REQUIRE(state.ready());
    const std::string path = state.path();
    std::filesystem::resize_file(path, 600);
    const ActionRegistry actions = default_actions();
    for (const char* action :
         {"seek.end", "seek.start", "seek.percent5", "playback.next", "playback.toggle"}) {
        actions.run(action, state);
        for (int i = 0; i < 20; ++i) {
            state.advance(Seconds(0.1));
        }
    }
    CHECK_FALSE(state.frames().error().empty());
}

TEST_CASE("a recording that grows is followed, and the needle at its end goes on") {
    const Bytes whole = sample_match();
    const ByteView part = ByteView(whole).first(whole.size() / 2);
    PlayerState state;
    state.open(write_file("grows.reel", part));
    wait(state);
    REQUIRE(state.ready());
    REQUIRE(state.live());
    const std::int64_t before = state.playback().length();
    const ActionRegistry actions = default_actions();
    actions.run("seek.end", state);
    {
        std::ofstream out(state.path(), std::ios::binary | std::ios::app);
        const ByteView rest = ByteView(whole).subspan(part.size());
        out.write(reinterpret_cast<const char*>(rest.data()),
                  static_cast<std::streamsize>(rest.size()));
    }
    state.advance(Seconds(1.1));
    for (int i = 0; i < 400 && state.playback().length() == before; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        state.poll();
    }
    CHECK(state.playback().length() > before);
    CHECK(state.playback().playing());
    CHECK(state.playback().position() == before);
    state.advance(Seconds(0.5));
    CHECK(state.playback().position() == before + 25);
    CHECK_FALSE(state.live());
}

TEST_CASE("the scan finds every snapshot, the wrong checksum, the gap and the events") {
    PlayerState state;
    open(state);
    const RecordingScan& scan = state.scan();
    CHECK(scan.totals.wire_mismatch == 1);
    CHECK(scan.trust.size() == scan.totals.snapshots);
    REQUIRE(scan.events.size() == 4);
    CHECK(scan.events[0].kind == EventClass::Map);
    CHECK(scan.events[0].text == "first");
    CHECK(scan.events[1].text == "Ada: hello");
    CHECK(scan.events[2].text == "Ada killed Bob");
    CHECK(event_title(state.reader().schema(), scan.events[2]) == "Kill");
    CHECK(event_title(state.reader().schema(), scan.events[3]) == "map");
    const std::int64_t bad = kBadTick - kFirstTick;
    CHECK(scan.worst(bad, bad + 1) == Trust::Mismatch);
    CHECK(scan.worst(bad - 50, bad + 50) == Trust::Mismatch);
    CHECK(scan.worst(bad + 2, bad + 20) == Trust::Ok);
    const std::int64_t gap = kGapFrom - kFirstTick;
    CHECK(scan.worst(gap + 5, gap + 6) == Trust::Gap);
    CHECK(scan.worst(bad + 1, bad + 2) ==
          Trust::Mismatch);  // between two snapshots: the one before
}

TEST_CASE("what a server repeats all the time does not crowd out the rest") {
    const std::string path = write_file("noise.reel", {});
    RecordingInfo info;
    info.ticks_per_second = 50;
    ReelWriter writer(std::move(*create_file(path, IfExists::Replace)), info);
    const TypeId noise = writer.add_type({"Noise", "", TypeUse::Event, true, {}});
    const TypeId kill = writer.add_type({"Kill", "", TypeUse::Event, true, {}});
    writer.begin_segment({"somewhere", "", ""});
    for (Tick tick = 0; tick < 300; ++tick) {
        Frame frame;
        frame.tick = tick;
        frame.events.assign(100, Event{noise, {}, false});
        if (tick == 299) frame.events.push_back({kill, {}, false});
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish().ok());
    PlayerState state;
    state.open(path);
    wait(state);
    const RecordingScan& scan = state.scan();
    REQUIRE(scan.complete);
    CHECK(scan.events.size() < 21'000);
    CHECK(scan.events[scan.events.size() - 1].kind == EventClass::Kill);
    CHECK(scan.events_left_out >= 9'000);
}

TEST_CASE("a finish that a server tells by chat is a race event") {
    const std::string path = write_file("race.reel", {});
    ReelWriter writer(std::move(*create_file(path, IfExists::Replace)), {});
    Field message;
    message.name = "message";
    message.kind = FieldKind::Text;
    message.role = Role::Text;
    const ItemType chat{"Sv_Chat", "", TypeUse::Event, true, {message}};
    const TypeId type = writer.add_type(chat);
    writer.begin_segment({"somewhere", "", ""});
    for (const char* said : {"hello", "Ada finished in: 1 minute 2.5 second(s)"}) {
        Frame frame;
        frame.tick = said[0] == 'h' ? 10 : 12;
        frame.events.push_back({type, make_row(chat, {Value(std::string(said))}), false});
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish().ok());
    PlayerState state;
    state.open(path);
    wait(state);
    REQUIRE(state.scan().events.size() == 3);  // the map is the first
    CHECK(state.scan().events[1].kind == EventClass::Chat);
    CHECK(state.scan().events[2].kind == EventClass::Race);
}

TEST_CASE("names that only messages tell are known at every later tick, until they leave") {
    const std::string path = write_file("told.reel", {});
    ReelWriter writer(std::move(*create_file(path, IfExists::Replace)), {});
    const auto field = [](const char* name, FieldKind kind, Role role) {
        Field made;
        made.name = name;
        made.kind = kind;
        made.role = role;
        return made;
    };
    const Field owner = field("client_id", FieldKind::Int32, Role::Owner);
    const ItemType info{"Sv_ClientInfo",
                        "",
                        TypeUse::Event,
                        true,
                        {owner, field("name", FieldKind::Text, Role::Name),
                         field("team", FieldKind::Int32, Role::None)}};
    const ItemType chat{"Sv_Chat",
                        "",
                        TypeUse::Event,
                        true,
                        {owner, field("message", FieldKind::Text, Role::Text)}};
    const TypeId pickup = writer.add_type({"Apple",
                                           "",
                                           TypeUse::Item,
                                           true,
                                           {field("x", FieldKind::Int32, Role::PositionX),
                                            field("y", FieldKind::Int32, Role::PositionY)}});
    const TypeId character = writer.add_type({"Character",
                                              "",
                                              TypeUse::Item,
                                              true,
                                              {field("x", FieldKind::Int32, Role::PositionX),
                                               field("y", FieldKind::Int32, Role::PositionY),
                                               field("score", FieldKind::Int32, Role::Score)}});
    const TypeId info_type = writer.add_type(info);
    const TypeId chat_type = writer.add_type(chat);
    const TypeId team_type =
        writer.add_type({"Sv_Team",
                         "",
                         TypeUse::Event,
                         true,
                         {owner, field("team", FieldKind::Int32, Role::None)}});
    const TypeId drop_type = writer.add_type({"Sv_ClientDrop", "", TypeUse::Event, true, {owner}});
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
        if (tick == 80) frame.events.push_back({drop_type, {3}, false});
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish().ok());
    PlayerState state;
    state.open(path);
    wait(state);
    CHECK(state.selected() == ItemKey{character, 3});  // a player, named or not
    const Schema& schema = state.reader().schema();
    const auto board = [&](std::int64_t position) {
        state.jump(position);
        state.advance(Seconds(0));
        return make_scoreboard(schema, state.frames().current()->snapshot, state.told());
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
    CHECK(item_title(schema, state.frames().current()->snapshot, {character, 3}, state.told()) ==
          "Character 3 (Ada)");
    CHECK(list_items(schema, state.frames().current()->snapshot, nullptr, "ada", state.told())
              .size() == 1);
    const EventList& events = state.scan().events;
    std::vector<std::string> said;
    for (std::size_t i = 0; i < events.size(); ++i) {
        if (events[i].kind == EventClass::Chat) {
            said.emplace_back(events[i].text);
        }
    }
    CHECK(said == std::vector<std::string>{"Bob: hi"});
}

TEST_CASE("problems, events and markers are reached by keys in both directions") {
    PlayerState state;
    open(state);
    run(state, "seek.next_problem");
    CHECK(state.moment().tick == kBadTick);
    run(state, "seek.next_problem");
    CHECK(state.moment().tick == kGapFrom);
    run(state, "seek.next_problem");
    CHECK(state.moment().tick == kGapFrom);
    CHECK_THAT(state.notice(), contains("No integrity problem"));
    run(state, "seek.previous_problem");
    CHECK(state.moment().tick == kBadTick);

    run(state, "seek.next_event");
    CHECK(state.moment().tick == kChatTick);
    run(state, "seek.next_event");
    CHECK(state.moment().tick == 1400);  // the marker
    run(state, "seek.next_event");
    CHECK(state.moment().tick == kKillTick);
    run(state, "seek.previous_event");
    CHECK(state.moment().tick == 1400);
    state.view().lanes.fill(false);
    run(state, "seek.previous_event");
    CHECK(state.moment().tick == 1400);
    CHECK_THAT(state.notice(), contains("No marker or event"));
    run(state, "seek.undo");
    CHECK(state.moment().tick == kKillTick);
}

TEST_CASE("steps go by snapshot or by tick, across the gap and into the next map") {
    PlayerState state;
    open(state, "1498");
    run(state, "playback.next");
    CHECK(shown(state) == kGapTo);
    CHECK(state.notice() == "+22 ticks");
    run(state, "playback.previous");
    CHECK(shown(state) == 1498);
    run(state, "playback.next_tick");
    CHECK(state.moment().tick == 1499);
    CHECK(shown(state) == 1498);
    CHECK_THAT(state.notice(), contains("no snapshot"));
    run(state, "playback.previous");
    CHECK(state.moment().tick == 1498);
    state.go_to("1998");
    state.advance(Seconds(0));
    run(state, "playback.next");
    CHECK(state.moment() == (Moment{1, 0}));
    run(state, "seek.end");
    CHECK(shown(state) == kSecondLast);
    run(state, "playback.next");
    CHECK_THAT(state.notice(), contains("last"));
}

TEST_CASE("places are typed as ticks, times, shares, differences and markers") {
    PlayerState state;
    open(state);
    const std::pair<const char*, Tick> places[] = {{"1500", 1500}, {"0:04", 1200}, {"+10", 1210},
                                                   {"-20", 1190},  {"m1", 1400},   {"s1:40", 40}};
    for (const auto& [text, tick] : places) {
        state.go_to(text);
        CHECK(state.moment().tick == tick);
    }
    state.go_to("nonsense");
    CHECK(state.moment().tick == 40);
    CHECK_FALSE(state.notice().empty());
}

TEST_CASE("following goes round the players and escape frees the camera") {
    PlayerState state;
    open(state);
    REQUIRE(state.followable().size() == 2);
    run(state, "camera.follow_next");
    CHECK(state.followed()->entity == 0);
    CHECK(state.reader().schema()[state.followed()->type].name == "Character");
    run(state, "camera.follow_next");
    CHECK(state.followed()->entity == 1);
    run(state, "camera.follow_next");
    CHECK(state.followed()->entity == 0);
    run(state, "camera.follow_previous");
    CHECK(state.followed()->entity == 1);
    run(state, "window.escape");
    CHECK_FALSE(state.followed());
    run(state, "camera.follow2");
    CHECK(state.followed()->entity == 1);
    run(state, "camera.fit");
    CHECK_FALSE(state.followed());
    CHECK(state.view().map.fit);
}

TEST_CASE("the frames around the needle are the same by steps and by jumps") {
    PlayerState stepped;
    open(stepped);
    PlayerState jumped;
    open(jumped);
    while (stepped.playback().position() < 300) {
        stepped.step_tick(1);
        stepped.advance(Seconds(0));
    }
    jumped.jump(300);
    jumped.advance(Seconds(0));
    REQUIRE(stepped.frames().current() != nullptr);
    CHECK(stepped.frames().current()->tick == jumped.frames().current()->tick);
    CHECK(stepped.frames().previous()->tick == jumped.frames().previous()->tick);
    CHECK(stepped.frames().next()->tick == jumped.frames().next()->tick);
    REQUIRE(stepped.frames().recent().size() == jumped.frames().recent().size());
    for (std::size_t i = 0; i < stepped.frames().recent().size(); ++i) {
        CHECK(stepped.frames().recent()[i].tick == jumped.frames().recent()[i].tick);
    }
    CHECK(jumped.frames().recent().size() == 30);
}

TEST_CASE("every action runs on an open recording") {
    PlayerState state;
    open(state, "50%");
    const ActionRegistry actions = default_actions();
    for (const Action& action : actions.all()) {
        if (action.id == "file.close") {
            continue;
        }
        CHECK(actions.run(action.id, state));
        state.advance(Seconds(0.02));
        CHECK(state.playback().position() >= 0);
        CHECK(state.playback().position() <= state.playback().length());
    }
    CHECK(actions.run("file.close", state));
    CHECK_FALSE(state.ready());
}

TEST_CASE("markers are written into the file, beside the frame and in order") {
    PlayerState state;
    open(state, "1100");
    const std::string path = state.path();
    const auto settle = [&state] {
        for (int i = 0; i < 2000 && state.marking(); ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
            state.poll();
        }
    };
    REQUIRE(state.markers().size() == 1);
    run(state, "marker.add");
    state.add_marker({{0, 1200}, "second", 0x123456});
    settle();
    REQUIRE(state.markers().size() == 3);
    CHECK(state.markers()[0].moment.tick == 1100);
    CHECK(state.markers()[1].text == "second");
    CHECK(state.markers()[1].color == 0x123456);
    state.edit_marker(1, {{0, 1200}, "changed", 0x654321});
    state.remove_marker(0);
    settle();
    PlayerState again;
    again.open(path);
    wait(again);
    REQUIRE(again.markers().size() == 2);
    CHECK(again.markers()[0].text == "changed");
    CHECK(again.markers()[1].text == "look here");
    CHECK(shown(state) == 1100);
}

TEST_CASE("recent files are remembered, newest first, without doubles") {
    const std::string file = write_file("recent", {});
    {
        Recents recents(file);
        recents.add("/tmp/a.reel");
        recents.add("/tmp/b.reel");
        recents.add("/tmp/./a.reel");
    }
    Recents recents(file);
    REQUIRE(recents.paths().size() == 2);
    CHECK(recents.paths()[0] == "/tmp/a.reel");
    CHECK(recents.paths()[1] == "/tmp/b.reel");
    recents.forget("/tmp/a.reel");
    CHECK(Recents(file).paths().size() == 1);
    for (int i = 0; i < 50; ++i) {
        recents.add("/tmp/" + std::to_string(i));
    }
    CHECK(recents.paths().size() == 12);
    Recents nowhere("/proc/no/such/file");
    nowhere.add("/tmp/a.reel");
    CHECK(nowhere.paths().size() == 1);
}
