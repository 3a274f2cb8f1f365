// Query, blame, plots, markers, diff, palette, menus and theme, all through the player's
// frame.
#include <set>

#include "tests/player/app/driver.h"
#include "tests/player/app/screen_text.h"

using namespace tickreel;
using namespace tickreel_test;

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
