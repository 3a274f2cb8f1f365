// Query, blame, plots, markers, diff, palette, menus and theme, all through the player's
// frame.
#include <filesystem>
#include <fstream>
#include <set>

#include "player/draw/map_inks.h"
#include "player/draw/rasteriser.h"
#include "tests/format/reel/reel_file.h"
#include "tests/player/app/driver.h"
#include "tests/player/app/screen_text.h"
#include "tests/player/draw/teeworlds/match.h"
#include "tests/recorder/commands/run_tickreel.h"
#include "tickreel/reel/reel_writer.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

// The sample match with a chunk that cannot be read.
std::string damaged_arena(const Folder& folder) {
    const std::string damaged = folder / "damaged.reel";
    std::filesystem::copy_file(std::string(TICKREEL_SOURCE_DIR) + "/demos/arena_8_players.reel",
                               damaged);
    const auto middle = static_cast<std::streamoff>(std::filesystem::file_size(damaged) / 2);
    std::fstream file(damaged, std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(middle);
    const int byte = file.get();
    file.seekp(middle);
    file.put(static_cast<char>(byte ^ 0xff));
    return damaged;
}

}  // namespace

TEST_CASE("a query is typed, runs beside the frame, and its hits are a list and a lane") {
    Driver ui(sample_file("desk.reel"));
    ui.click("tab.query");
    ui.click("query.text");
    REQUIRE(ui.app.ui().wants_text());
    ui.type("Character.x >= 1100 and Character.x < 1200");
    ui.enter();
    ui.settle();
    const QueryResult& query = ui.state().analysis().query();
    CHECK(query.error == "");
    REQUIRE(query.hits.size() == 1);
    const float with_hits = ui.where("timeline").height();
    ui.click("query.first_hit");
    CHECK(ui.state().playback().position() == 100);
    CHECK(ui.state().selection().selected() == query.hits[0].item);
    ui.ask(AskQuery{});
    ui.frames(3);
    CHECK(ui.where("timeline").height() < with_hits);
}

TEST_CASE("a query that cannot be understood says why") {
    Driver ui(sample_file("desk.reel"));
    ui.key("/");
    ui.type("Character.helth");
    ui.enter();
    ui.settle();
    CHECK_THAT(ui.state().analysis().query().error, contains("no field"));
    // The text box keeps the keyboard: an error can be corrected without a click.
    ui.frames(3);
    REQUIRE(ui.app.ui().wants_text());
}

TEST_CASE("a query is completed by a click, and the examples hold in the recording") {
    Driver ui(sample_file("desk.reel"));
    ui.key("/");
    ui.type("Charac");
    ui.frames(2);
    ui.click("query.first_candidate");
    ui.frames(3);
    ui.enter();
    ui.settle();
    CHECK(ui.state().analysis().query().text == "Character");
    CHECK(ui.state().analysis().query().snapshots == 2 * ui.state().analysis().query().read);
    ui.ask(AskQuery{});
    ui.frames(3);
    ui.click("Examples");
    ui.settle();
    CHECK(ui.state().analysis().query().error == "");
    CHECK_FALSE(ui.state().analysis().query().hits.empty());
}

TEST_CASE("a click on a field shows when it changed, a right click plots it") {
    Driver ui(sample_file("desk.reel"));
    ui.click("inspector.x");
    REQUIRE(ui.state().analysis().blamed());
    ui.settle();
    CHECK(ui.shows("blame.curve"));
    ui.ask(Move{100});
    ui.frames(2);
    ui.click("blame.next");
    CHECK(ui.state().playback().position() == 102);
    ui.click("blame.plot");
    ui.settle();
    REQUIRE(ui.state().analysis().plots().size() == 1);
    CHECK(ui.shows("plots"));
    // Below the timeline and on its scale, with the ends of its axis written beside it.
    CHECK(ui.where("plots").x0 == ui.where("timeline").x0);
    CHECK(ui.where("plots").x1 == ui.where("timeline").x1);
    CHECK(ui.where("plots").y0 >= ui.where("timeline").y1);
    CHECK(screen_text(ui.app.ui()).find("\n" + std::to_string(kLastTick)) != std::string::npos);
    // The plot is a second timeline: a click in its middle moves the playhead there.
    const Box chart = ui.where("plots");
    ui.click("plots");
    const auto length = static_cast<double>(ui.state().playback().length());
    CHECK(ui.state().playback().playhead() == Approx(length / 2).margin(3));
    CHECK(chart.width() > 200);
    const Vec2 health = ui.where("inspector.health").centre();
    ui.move(health.x, health.y);
    ui.app.ui().mouse_button(1, true);
    ui.frame();
    ui.app.ui().mouse_button(1, false);
    ui.settle();
    CHECK(ui.state().analysis().plots().size() == 2);
    ui.click("plots.0");
    CHECK(ui.state().analysis().plots().size() == 1);
    ui.click("plots.clear");
    CHECK_FALSE(ui.shows("plots"));
}

TEST_CASE("a curve has no value where nothing can be read, and says so") {
    const Folder folder;
    const std::string damaged = damaged_arena(folder);
    Driver ui(damaged);
    REQUIRE_FALSE(ui.state().session().scan().holes.empty());
    const Hole hole = ui.state().session().scan().holes.front();
    REQUIRE(hole.kind == Integrity::Unreadable);
    const Schema& schema = ui.state().session().reader().schema();
    const TypeId type = *schema.find("Character");
    const FieldRef x{{type, 0}, *find_field(schema[type], "x")};
    ui.ask(PlotField{x});
    ui.ask(BlameField{x});
    ui.settle();
    REQUIRE(ui.state().analysis().plot_series(x)->complete);
    ui.ask(Move{hole.from + 5});
    ui.frames(3);
    CHECK_THAT(screen_text(ui.app.ui()), contains("\nunreadable\nClear"));
    CHECK_THAT(screen_text(ui.app.ui()), contains("unreadable ticks: their changes"));
    CHECK(ui.key("P"));
    CHECK_THAT(screen_text(ui.app.ui()),
               contains("No snapshot can be read at this tick.") && !contains("0 players"));
    CHECK(ui.key("P"));
    // Nothing is drawn there, and something beside it.
    const Box chart = ui.where("plots");
    const Image picture = ui.app.picture(kWidth, kHeight);
    const TimelineView& view = ui.state().timeline();
    const auto drawn = [&](std::int64_t from, std::int64_t to) {
        const auto pixel = [&](std::int64_t at) {
            return static_cast<int>(chart.x0 + view.pixel(static_cast<double>(at), chart.width()));
        };
        int count = 0;
        for (int px = pixel(from) + 2; px < pixel(to) - 2; ++px)
            for (int py = static_cast<int>(chart.y0); py < static_cast<int>(chart.y1); ++py) {
                const Color color = picture.at(px, py);
                count += color.b > 200 && color.r < 160 ? 1 : 0;
            }
        return count;
    };
    CHECK(drawn(hole.from, hole.to) == 0);
    CHECK(drawn(0, hole.from) > 50);
}

TEST_CASE("of what cannot be read the lanes and the pointer say nothing but that") {
    const Folder folder;
    Driver ui(damaged_arena(folder));
    const Hole hole = ui.state().session().scan().holes.front();
    CHECK(ui.key("Ctrl+Shift+U"));
    const Box bar = ui.where("timeline");
    const TimelineView& view = ui.state().timeline();
    const auto x_of = [&](std::int64_t at) {
        return bar.x0 + static_cast<float>(view.pixel(static_cast<double>(at), bar.width()));
    };
    const auto told = [&](std::int64_t at) {
        ui.move(x_of(at), bar.y0 + 25);
        ui.settle();
        return screen_text(ui.app.ui());
    };
    CHECK_THAT(told(100), contains("full: deltas"));
    CHECK(ui.shows("thumbnail"));
    CHECK_THAT(told((hole.from + hole.to) / 2),
               contains("unreadable: the file is damaged") && !contains("full: deltas"));
    CHECK_FALSE(ui.shows("thumbnail"));
    CHECK_FALSE(ui.shows("thumbnail.room"));
    ui.move(0, 0);
    ui.frames(2);
    const Image picture = ui.app.picture(kWidth, kHeight);
    const auto drawn = [&](std::int64_t from, std::int64_t to) {
        int count = 0;
        for (int x = static_cast<int>(x_of(from)) + 2; x < static_cast<int>(x_of(to)) - 2; ++x)
            for (int y = static_cast<int>(bar.y0); y < static_cast<int>(bar.y1); ++y) {
                const Color color = picture.at(x, y);
                count += color.r == 0x2f && color.g == 0x6b && color.b == 0x57 ? 1 : 0;
            }
        return count;
    };
    CHECK(drawn(0, hole.from) > 100);
    CHECK(drawn(hole.from, hole.to) == 0);
}

TEST_CASE("what messages of a recording said while it grew is drawn as if it had been whole") {
    const auto bytes = std::make_shared<Bytes>();
    RecordingInfo info;
    info.game = "teeworlds";
    ReelWriter writer(std::make_unique<SharedSink>(bytes), info);
    Match match = arena_match();
    match.set("PlayerInfo", 0, {1, 0, 0, 0, 20});
    match.set("GameInfo", 0, {0, 8, 100, -400});
    for (const ItemType& type : match.schema.types()) writer.add_type(type);
    ItemType message{"Sv_DDRaceTime", "", TypeUse::Event, true, {}};
    for (const char* field : {"time", "check", "finish"})
        message.fields.push_back({field, FieldKind::Int32});
    const TypeId told = writer.add_type(message);
    writer.begin_segment({"arena", "", ""});
    constexpr Tick kTold = 1900;
    for (Tick tick = 1000; tick <= 2000; tick += 2) {
        match.frame.tick = tick;
        match.frame.events.clear();
        if (tick == kTold) match.frame.events.push_back({told, {1180, -52, 0}, false});
        writer.add_frame(match.frame);
    }
    REQUIRE(writer.finish().ok());
    const Folder folder;
    const auto write = [&](const char* name, std::size_t from, std::size_t to) {
        std::ofstream out(folder / name, std::ios::binary | std::ios::app);
        out.write(reinterpret_cast<const char*>(bytes->data() + from),
                  static_cast<std::streamsize>(to - from));
    };
    const auto picture = [&](Driver& ui) {
        ui.ask(GoTo{std::to_string(kTold + 20)});
        ui.ask(FollowItem{ItemKey{*ui.state().session().reader().schema().find("Character"), 0}});
        ui.settle();
        REQUIRE(ui.state().frames().current() != nullptr);
        CHECK(ui.state().frames().current()->tick == kTold + 20);
        const Image all = ui.app.picture(kWidth, kHeight);
        const Box map = ui.where("map");
        std::vector<Color> pixels;
        for (int y = static_cast<int>(map.y0); y < static_cast<int>(map.y1); ++y)
            for (int x = static_cast<int>(map.x0); x < static_cast<int>(map.x1); ++x)
                pixels.push_back(all.at(x, y));
        return pixels;
    };
    write("whole.reel", 0, bytes->size());
    write("grows.reel", 0, bytes->size() / 2);
    Driver whole(folder / "whole.reel");
    Driver grows(folder / "grows.reel");
    REQUIRE(grows.state().session().live());
    write("grows.reel", bytes->size() / 2, bytes->size());
    for (int i = 0; i < 20000 && grows.state().session().live(); ++i) {
        grows.frame(1.1);
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    grows.pause();
    grows.settle();
    CHECK((picture(grows) == picture(whole)));  // not printed: a million pixels
}

TEST_CASE("a tick behind the last snapshot of a chunk belongs to that chunk") {
    Driver ui(std::string(TICKREEL_SOURCE_DIR) + "/demos/arena_8_players.reel");
    const ReelReader& reader = ui.state().session().reader();
    REQUIRE(reader.chunks().size() > 2);
    const ChunkInfo& chunk = reader.chunks()[1];
    const Moment between{0, chunk.last_tick + 1};
    REQUIRE(reader.chunks()[2].first_tick > between.tick);
    ui.ask(Move{reader.timeline().position(between)});
    ui.frames(2);
    ui.click("integrity.file");
    CHECK_THAT(screen_text(ui.app.ui()),
               contains("2 of " + std::to_string(reader.chunks().size()) + ", at byte"));
}

TEST_CASE("what an import could not keep stays on the screen") {
    const Folder folder;
    const std::string demo = folder / "cut.demo";
    REQUIRE(
        run_tickreel({"export", std::string(TICKREEL_SOURCE_DIR) + "/demos/arena_8_players.reel",
                      "-q", "-o", demo})
            .code == 0);
    std::filesystem::resize_file(demo, std::filesystem::file_size(demo) * 6 / 10);
    Driver ui(demo);
    REQUIRE_FALSE(ui.state().session().import_lost().empty());
    for (int i = 0; i < 10; ++i) ui.frame(10);  // a notice is gone then
    CHECK_FALSE(ui.state().notices().shows());
    CHECK(ui.shows("import.lost"));
    CHECK_THAT(screen_text(ui.app.ui()), contains("Not complete: ") &&
                                             contains("of an import that is not complete") &&
                                             !contains("chunks, all intact"));
}

TEST_CASE("the clock in ticks names the tick that is shown, also between two") {
    Driver ui(sample_file("clock.reel"));
    ui.ask(Move{100});
    ui.ask(NextTimeDisplay{});
    ui.ask(TogglePlay{});
    ui.frame(0.015);
    ui.ask(TogglePlay{});
    ui.frames(2);
    REQUIRE(ui.state().playback().playhead() == Approx(100.75));
    CHECK_THAT(screen_text(ui.app.ui()), contains("s0:1100") && !contains("s0:1101"));
}

TEST_CASE("markers are set with text and colour, changed and deleted, and stay in the file") {
    const std::string file = sample_file("markers.reel");
    {
        Driver ui(file);
        ui.ask(Move{100});
        ui.frame();
        ui.key("Shift+M");
        REQUIRE(ui.app.ui().wants_text());
        ui.type("first blood");
        ui.click("marker.color2");
        ui.click("marker.text");
        ui.enter();
        ui.settle();
        REQUIRE(ui.state().markers().all().size() == 2);
        CHECK(ui.state().markers().all()[0].text == "first blood");
        CHECK(ui.state().markers().all()[0].color == 0xef5350);
        CHECK(ui.state().markers().all()[0].moment.tick == 1100);
        ui.ask(Move{120});
        ui.frame();
        ui.click("map");
        ui.key("M");
        ui.settle();
        CHECK(ui.state().markers().all().size() == 3);
    }
    Driver again(file);
    REQUIRE(again.state().markers().all().size() == 3);
    again.key("Ctrl+L");
    again.frames(2);
    again.click("markers.0");
    again.frame(0.6);
    CHECK(again.state().playback().position() == 100);
    again.key("Ctrl+M");
    REQUIRE(again.app.ui().wants_text());
    again.type("!");
    again.enter();
    again.settle();
    CHECK_THAT(again.state().markers().all()[0].text, contains("!"));
    again.frame(0.6);  // otherwise it counts as a double click
    again.click("markers.0");
    again.key("Del");
    again.settle();
    CHECK(again.state().markers().all().size() == 2);
    Driver last(file);
    CHECK(last.state().markers().all().size() == 2);
}

TEST_CASE("the pinned tick is compared with the current one") {
    Driver ui(sample_file("desk.reel"));
    ui.key("D");
    ui.ask(Move{100});
    ui.frames(3);
    CHECK(ui.shows("diff.a"));
    ui.click("diff.a");
    CHECK(ui.state().playback().position() == 0);
}

TEST_CASE("the palette finds an action by some of its letters and Enter runs it") {
    Driver ui(sample_file("desk.reel"));
    ui.key("Ctrl+P");
    ui.frames(2);
    REQUIRE(ui.app.ui().wants_text());
    ui.type("scoreb");
    ui.enter();
    CHECK_FALSE(ui.state().view().shows(Dialog::Palette));
    CHECK(ui.state().view().scoreboard);
    ui.frames(2);
    CHECK(ui.shows("scoreboard"));
    ui.click("scoreboard.1");
    REQUIRE(ui.state().selection().followed());
    CHECK(ui.state().selection().followed()->entity == 1);
    ui.key("Ctrl+K");
    ui.frames(2);
    ui.press(ImGuiKey_DownArrow);
    ui.enter();
    CHECK_FALSE(ui.state().view().shows(Dialog::Palette));
}

TEST_CASE("a menu runs its actions") {
    Driver ui(sample_file("desk.reel"));
    ui.click("menu.Inspect");
    ui.frames(2);
    CHECK_FALSE(ui.key("X"));  // an open menu blocks keys
    CHECK(ui.state().playback().position() == 0);
    ui.click("menu.view.scoreboard");
    CHECK(ui.state().view().scoreboard);
    ui.click("menu.File");
    ui.frames(2);
    CHECK(ui.app.ui().menu_open());
    CHECK(ui.shows("menu.window.quit"));
    ui.key("Esc");
    CHECK_FALSE(ui.app.ui().menu_open());
    const Vec2 clock = ui.where("clock").centre();
    ui.move(clock.x, clock.y);
    ui.app.ui().mouse_button(1, true);
    ui.frame();
    ui.app.ui().mouse_button(1, false);
    ui.frames(3);
    ui.click("clock.file.copy_link");
    ui.frames(2);
    CHECK(ui.app.take_copied());
}

TEST_CASE("every action that is listed is in a menu") {
    Driver ui(sample_file("menus.reel"));
    std::set<std::string> found;
    for (const char* menu : {"File", "Go", "Mark", "View", "Layout", "Inspect"}) {
        ui.click(std::string("menu.") + menu);
        ui.frames(2);
        for (const auto& [name, where] : ui.app.probes()) found.insert(name);
        ui.key("Esc");
    }
    for (const Action& action : ui.app.actions().all()) {
        CAPTURE(action.id);
        CHECK((!action.listed || found.contains("menu." + action.id)));
    }
}

TEST_CASE("the first snapshot of a map is not compared with the last one of another map") {
    Driver ui(sample_file("desk.reel"));
    const Timeline& timeline = ui.state().session().reader().timeline();
    ui.ask(Move{timeline.position({1, 0})});
    ui.frames(3);
    REQUIRE(ui.state().frames().previous() != nullptr);
    CHECK(ui.state().frames().before() == nullptr);
    CHECK(ui.shows("inspector.x"));
    CHECK_THAT(screen_text(ui.app.ui()), !contains("was ") && !contains("1 changed"));
    ui.ask(Move{timeline.position({1, 2})});
    ui.frames(3);
    CHECK_THAT(screen_text(ui.app.ui()), contains("was ") && contains("1 changed"));
}

TEST_CASE("the last line of a long chat is seen, also in a pane that becomes lower") {
    const auto bytes = std::make_shared<Bytes>();
    ReelWriter writer(std::make_unique<SharedSink>(bytes), {"sample", 50.0, {}, {}});
    Field message;
    message.name = "message";
    message.kind = FieldKind::Text;
    const ItemType chat{"Chat", "", TypeUse::Event, true, {message}, EventClass::Chat};
    const TypeId id = writer.add_type(chat);
    writer.begin_segment({"dm1", "", ""});
    for (Tick tick = 0; tick < 40; ++tick) {  // some of every length
        std::string text;
        for (Tick word = 0; word < tick; ++word) text += "ab ";
        Frame frame;
        frame.tick = tick;
        text += std::to_string(tick);
        frame.events.push_back({id, make_row(chat, {Value(text)}), false});
        writer.add_frame(frame);
    }
    REQUIRE(writer.finish().ok());
    Driver ui(write_file("long_chat.reel", *bytes));
    ui.click("tab.chat");
    ui.key("End");
    ui.frames(6);
    CHECK(ui.where("chat.last").y1 <= ui.where("tab.integrity").y0);
    for (int i = 0; i < 6; ++i) ui.app.frame(kWidth, 640, PlayerState::Seconds(0));
    CHECK(ui.where("chat.last").y1 <= ui.where("tab.integrity").y0);
}

TEST_CASE("the light theme is light, and the map's picture stays as it is") {
    Driver ui(sample_file("desk.reel"));
    const Image dark = ui.app.picture(kWidth, kHeight);
    ui.key("Ctrl+T");
    ui.frames(2);
    const Image light = ui.app.picture(kWidth, kHeight);
    const auto brightness = [](const Color& c) { return int{c.r} + int{c.g} + int{c.b}; };
    CHECK(brightness(dark.at(4, 120)) < 150);
    CHECK(brightness(light.at(4, 120)) > 600);
}

TEST_CASE("chat is what was said up to the playhead, after any seek") {
    Driver ui(sample_file("desk.reel"));
    ui.click("tab.chat");
    ui.frames(2);
    CHECK_FALSE(ui.shows("chat.last"));
    ui.key("End");
    CHECK(ui.shows("chat.last"));
    ui.click("chat.last");
    CHECK(ui.state().moment().tick == kChatTick);
    ui.key("Home");
    CHECK_FALSE(ui.shows("chat.last"));
}

TEST_CASE("a finish that a server tells by chat is chat on the map") {
    const std::string path = write_file("finish_said.reel", ByteView{});
    {
        ReelWriter writer(std::move(*create_file(path, IfExists::Replace)), {});
        Field message;
        message.name = "message";
        message.kind = FieldKind::Text;
        message.roles = Role::Text;
        const ItemType chat{"Sv_Chat", "", TypeUse::Event, true, {message}, EventClass::Chat};
        const TypeId type = writer.add_type(chat);
        writer.begin_segment({"somewhere", "", ""});
        for (const Tick tick : {10, 60, 110}) {
            Frame frame;
            frame.tick = tick;
            const std::string said = "Ada finished in: 1 minute 2.5 second(s)";
            if (tick == 60) frame.events.push_back({type, make_row(chat, {Value(said)}), false});
            writer.add_frame(frame);
        }
        REQUIRE(writer.finish().ok());
    }
    Driver ui(path);
    const auto said = [&] {
        ui.frames(2);
        Image image(kWidth, kHeight);
        rasterise(ui.app.scene(), ui.app.textures(), image);
        return std::count(image.pixels.begin(), image.pixels.end(), map_ink::kChat);
    };
    ui.ask(Jump{40});
    CHECK(said() == 0);
    ui.ask(Jump{60});
    CHECK(said() > 100);
}

// A server's first snapshots of a map may be without the one who is followed.
TEST_CASE("who is followed and not on the next map yet: the map panel shows what there is") {
    const Folder folder;
    const std::string reel = folder / "two_maps.reel";
    {
        Match match = arena_match();
        ReelWriter writer(std::move(*create_file(reel, IfExists::Replace)), {});
        for (const ItemType& type : match.schema.types()) writer.add_type(type);
        for (const bool second : {false, true}) {
            writer.begin_segment({second ? "second" : "arena", "", ""});
            for (int i = 0; i < 20; ++i) {
                match = arena_match();
                match.frame.segment = second ? 1 : 0;
                match.frame.tick = 1000 + 2 * i;
                SnapshotBuilder placed;
                for (const Item item : match.frame.snapshot)
                    if (second && item.key.entity != 0) placed.set(item.key, item.row);
                if (second) match.frame.snapshot = placed.build();
                match.player(5, second ? 9000 : 300, second ? 9000 : 200, "Eve");
                if (!second || i > 9) match.player(0, 240, 145, "nameless");
                writer.add_frame(match.frame);
            }
        }
        REQUIRE(writer.finish().ok());
    }
    Driver ui(reel);
    const ItemKey who{*ui.state().session().reader().schema().find("Character"), 0};
    const auto scene = [&] {
        ui.frames(2);
        Image image(kWidth, kHeight);
        rasterise(ui.app.scene(), ui.app.textures(), image);
        return image;
    };
    ui.ask(GoTo{"s0:1010"});
    ui.frames(2);
    ui.ask(FollowItem{who});
    ui.frames(2);
    ui.ask(GoTo{"s1:1010"});
    ui.frames(2);
    const Image waiting = scene();
    const MapView kept = ui.state().view().map;
    ui.ask(GoTo{"s1:1030"});
    ui.frames(2);
    CHECK(ui.state().view().map == kept);  // that of the first map: 240,145
    ui.ask(FollowItem{});
    ui.ask(RunAction{"camera.fit"});
    ui.ask(GoTo{"s1:1010"});
    CHECK(scene() == waiting);
}

TEST_CASE("a map that is being loaded is said to be, and a single thing is in the picture") {
    Driver ui;
    ui.app.open(std::string(TICKREEL_SOURCE_DIR) + "/demos/arena_8_players.reel");
    for (int i = 0; i < 20000 && !ui.state().session().ready(); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        ui.frame();
    }
    CHECK(ui.shows("map.loading"));
    ui.settle();
    CHECK_FALSE(ui.shows("map.loading"));

    const Folder folder;
    const std::string reel = folder / "single.reel";
    {
        Match match;
        match.player(0, 9000, 8000, "nameless");
        ReelWriter writer(std::move(*create_file(reel, IfExists::Replace)), {});
        for (const ItemType& type : match.schema.types()) writer.add_type(type);
        writer.begin_segment({"arena", "", ""});
        writer.add_frame(match.frame);
        REQUIRE(writer.finish().ok());
    }
    Driver single(reel);
    CHECK(single.state().view().map.x == 9000);
    CHECK(single.state().view().map.y == 8000);
}

TEST_CASE("every panel shows itself when its tab is clicked, with and without something to show") {
    Driver ui(sample_file("tabs.reel"));
    for (const char* key : {"Home", "End", "X"}) {
        ui.key(key);
        for (const PanelEntry& entry : panel_list()) {
            INFO(entry.id);
            ui.click(std::string("tab.") + entry.id);
            CHECK(ui.state().view().tabs[static_cast<std::size_t>(entry.pane)] == entry.id);
            CHECK_FALSE(ui.app.panels().empty());
        }
    }
}

TEST_CASE("a mismatch is explained, and every record of the file can be checked") {
    Driver ui(sample_file("integrity.reel"));
    ui.key("X");
    CHECK(ui.state().moment().tick == kBadTick);
    CHECK(ui.shows("integrity.check"));
    ui.ask(CheckFile{});
    ui.settle();
    REQUIRE(ui.state().analysis().file_check());
    CHECK(ui.state().analysis().file_check()->problems.empty());
    CHECK(ui.state().analysis().file_check()->records > 3);
}

TEST_CASE("what is missing behind the last snapshot is shown as what it is, with its reason") {
    Driver ui(gap_behind_file("gap_behind_ui.reel"));
    ui.pause();
    ui.ask(RunAction{"seek.end"});
    ui.settle();
    CHECK_THAT(screen_text(ui.app.ui()),
               contains("gap behind\n88 ticks: recorded, but\nunreadable"));
    const Box bar = ui.where("timeline");
    const Image picture = ui.app.picture(kWidth, kHeight);
    const auto drawn = [&](Integrity kind) {
        const ImU32 ink = integrity_fill(kind);
        int count = 0;
        for (int x = static_cast<int>(bar.x1) - 9; x < static_cast<int>(bar.x1); ++x)
            for (int y = static_cast<int>(bar.y0); y < static_cast<int>(bar.y1); ++y) {
                const Color color = picture.at(x, y);
                count += color.r == (ink & 0xffU) && color.g == (ink >> 8U & 0xffU) &&
                         color.b == (ink >> 16U & 0xffU);
            }
        return count;
    };
    CHECK(drawn(Integrity::Gap) > 10);
    CHECK(drawn(Integrity::Unreadable) == 0);
    ui.move(bar.x1 - 3, bar.y0 + 25);
    ui.settle();
    CHECK_THAT(screen_text(ui.app.ui()),
               contains("gap: recorded, but unreadable, 88 ticks behind the last snapshot"));
}
