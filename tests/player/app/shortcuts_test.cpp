// Every key of the default table has its documented effect, pressed in the player's frame.
#include <functional>

#include "tests/player/app/driver.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

std::int64_t position(Driver& ui) {
    return ui.state().playback().position();
}

}  // namespace

TEST_CASE("keys move the playhead") {
    Driver ui(sample_file("keys.reel"));
    const auto length = ui.state().playback().length();
    struct Move {
        const char* key;
        std::int64_t from;
        std::int64_t to;
    };
    const Move moves[] = {
        {".", 100, 102},
        {",", 100, 98},
        {"E", 100, 102},
        {"Shift+.", 100, 101},
        {"Shift+,", 100, 99},
        {"Left", 600, 350},  // 5 s of 50 ticks
        {"J", 600, 350},
        {"Right", 100, 350},
        {"L", 100, 350},
        {"Alt+Left", 600, 550},
        {"Alt+Right", 600, 650},
        {"PgUp", 1000, 0},
        {"PgDn", 0, length},
        {"Home", 100, 0},
        {"End", 100, length},
        {"0", 100, 0},
        {"5", 100, length / 2},
        {"9", 100, static_cast<std::int64_t>(static_cast<double>(length) * 0.9)},
        {"Ctrl+Right", 250, kChatTick - kFirstTick},
        {"Ctrl+Left", 450, 400},  // the marker
        {"X", 100, kBadTick - kFirstTick},
        {"Shift+X", 490, kBadTick - kFirstTick},
    };
    for (const Move& move : moves) {
        INFO(move.key);
        ui.ask(tickreel::Move{move.from});
        ui.frame();
        CHECK(ui.key(move.key));
        CHECK(position(ui) == move.to);
    }
}

TEST_CASE("keys play, change speed and direction") {
    Driver ui(sample_file("keys.reel"));
    for (const char* toggle : {"Space", "K", "Enter"}) {
        ui.key(toggle);
        CHECK(ui.state().playback().playing());
        ui.key(toggle);
        CHECK_FALSE(ui.state().playback().playing());
    }
    for (const char* faster : {"Up", "]"}) ui.key(faster);
    CHECK(ui.state().playback().speed() == 1.5);
    for (const char* slower : {"Down", "[", "Down", "["}) ui.key(slower);
    CHECK(ui.state().playback().speed() == 0.5);
    ui.key("R");
    CHECK(ui.state().playback().reversed());
    ui.key("Backspace");
    CHECK(ui.state().playback().speed() == 1.0);
    CHECK_FALSE(ui.state().playback().reversed());
    ui.key("Shift+Right");
    CHECK(ui.state().playback().skip_seconds() == 10.0);
    ui.key("Shift+Left");
    CHECK(ui.state().playback().skip_seconds() == 5.0);
}

TEST_CASE("keys undo a seek and go forward again") {
    Driver ui(sample_file("keys.reel"));
    ui.key("5");
    const auto half = position(ui);
    ui.key("Shift+Backspace");
    CHECK(position(ui) == 0);
    ui.key("Alt+Shift+Right");
    CHECK(position(ui) == half);
    ui.key("Alt+Shift+Left");
    CHECK(position(ui) == 0);
}

TEST_CASE("keys set in and out and loop between them") {
    Driver ui(sample_file("keys.reel"));
    ui.ask(Move{100});
    ui.key("I");
    ui.ask(Move{120});
    ui.key("O");
    CHECK(ui.state().playback().loop().in == 100);
    CHECK(ui.state().playback().loop().out == 120);
    ui.key("Shift+L");
    ui.key("Space");
    ui.frame(0.5);
    CHECK(position(ui) >= 100);
    CHECK(position(ui) <= 120);
    ui.key("Shift+I");
    ui.key("Shift+O");
    CHECK_FALSE(ui.state().playback().loop().in);
    CHECK_FALSE(ui.state().playback().loop().out);
}

TEST_CASE("keys follow players, zoom and switch what is shown") {
    Driver ui(sample_file("keys.reel"));
    ui.key("Tab");
    REQUIRE(ui.state().selection().followed());
    const ItemKey first = *ui.state().selection().followed();
    ui.key("Tab");
    CHECK(ui.state().selection().followed() != first);
    ui.key("Shift+Tab");
    CHECK(ui.state().selection().followed() == first);
    for (int number = 1; number <= 2; ++number) {
        ui.key(("Alt+" + std::to_string(number)).c_str());
        CHECK(ui.state().selection().followed()->entity == static_cast<EntityId>(number - 1));
    }
    ui.key("Esc");
    CHECK_FALSE(ui.state().selection().followed());
    const float scale = ui.state().view().map.scale;
    ui.key("+");
    CHECK(ui.state().view().map.scale > scale);
    ui.key("-");
    CHECK(ui.state().view().map.scale == Approx(scale));
    ui.key("Ctrl+0");
    CHECK(ui.state().view().map.fit);
    const std::pair<const char*, bool ViewSettings::*> switches[] = {
        {"V", &ViewSettings::interpolate},  {"H", &ViewSettings::names},
        {"U", &ViewSettings::hud},          {"Shift+H", &ViewSettings::ids},
        {"B", &ViewSettings::hitboxes},     {"Y", &ViewSettings::trails},
        {"W", &ViewSettings::raw_words},    {"C", &ViewSettings::only_changed},
        {"P", &ViewSettings::scoreboard},   {"F", &ViewSettings::fullscreen},
        {"F11", &ViewSettings::fullscreen}, {"Shift+E", &ViewSettings::entities},
    };
    for (const auto& [key, setting] : switches) {
        INFO(key);
        const bool before = ui.state().view().*setting;
        CHECK(ui.key(key));
        CHECK(ui.state().view().*setting != before);
        ui.key(key);
    }
    ui.key("T");
    CHECK(ui.state().view().time == TimeDisplay::TickNumber);
    ui.key("Ctrl+T");
    CHECK(ui.state().view().theme == Theme::Light);
}

TEST_CASE("every key of the table runs its own action") {
    Driver ui(sample_file("table/keys.reel"));
    const std::string file = ui.state().session().path();
    const ActionRegistry table = default_actions();
    for (const Action& action : table.all()) {
        CHECK_FALSE(action.keys.empty());
        for (const KeyChord& chord : action.keys) {
            INFO(action.id << " " << key_text(chord));
            if (!ui.state().session().ready()) ui.app.open(file);
            ui.ask(ShowDialog{});
            ui.leave_theatre();  // whose bar fades for as long as no time passes
            ui.settle();
            ui.click("timeline");  // takes the keyboard away from text boxes
            REQUIRE(ui.app.actions().find(chord) != nullptr);
            CHECK(ui.app.actions().find(chord)->id == action.id);
            CHECK(ui.app.key(chord));
            ui.pause();
        }
    }
    for (int digit = 0; digit <= 9; ++digit) {
        ui.ask(ShowDialog{});
        ui.leave_theatre();
        ui.key(std::to_string(digit).c_str());
        CHECK(position(ui) ==
              Approx(static_cast<double>(ui.state().playback().length()) * digit / 10).margin(1));
    }
}

TEST_CASE("keys open boxes, and Esc closes them before anything else") {
    Driver ui(sample_file("keys.reel"));
    const std::pair<const char*, Dialog> dialogs[] = {
        {"?", Dialog::Help},
        {"F1", Dialog::Help},
        {"G", Dialog::GoTo},
        {"Ctrl+O", Dialog::Open},
        {"Ctrl+P", Dialog::Palette},
        {"Ctrl+K", Dialog::Palette},
        {"Ctrl+E", Dialog::Export},
        {"Ctrl+Shift+P", Dialog::Keys},
        {"Ctrl+Shift+O", Dialog::Library},
    };
    ui.key("Tab");
    for (const auto& [key, dialog] : dialogs) {
        INFO(key);
        CHECK(ui.key(key));
        CHECK(ui.state().view().shows(dialog));
        CHECK_FALSE(ui.key("X"));  // keys are blocked
        ui.frames(2);
        ui.key("Esc");
        CHECK_FALSE(ui.state().view().any_dialog());
        CHECK(ui.state().selection().followed());
    }
    ui.key("F11");
    ui.key("Esc");
    CHECK_FALSE(ui.state().view().fullscreen);
    CHECK(ui.state().selection().followed());
    ui.key("Esc");
    CHECK_FALSE(ui.state().selection().followed());
}

TEST_CASE("keys go from hit to hit, compare, and look into a field") {
    Driver ui(sample_file("keys.reel"));
    CHECK(ui.key("/"));
    CHECK(ui.app.ui().wants_text());
    ui.type("Projectile");
    ui.enter();
    ui.settle();
    CHECK(ui.state().analysis().query().hits.size() == 11);
    ui.app.ui().mouse_button(0, false);
    ui.click("map");  // the keyboard is available again
    ui.key("N");
    CHECK(position(ui) == 100);
    ui.key("N");
    CHECK(position(ui) == 200);
    ui.key("Shift+N");
    CHECK(position(ui) == 100);
    ui.key("D");
    REQUIRE(ui.state().selection().pinned());
    CHECK(ui.state().selection().pinned()->tick == 1100);
    ui.key("Shift+D");
    CHECK(ui.state().selection().pinned());
    ui.key("D");
    CHECK_FALSE(ui.state().selection().pinned());
    ui.ask(BlameField{FieldRef{ItemKey{0, 0}, 0}});
    ui.settle();
    ui.key("Z");
    CHECK(position(ui) == 102);
    ui.key("Shift+Z");
    CHECK(position(ui) == 100);
}

TEST_CASE("Ctrl+D copies a link that opens this tick again") {
    const std::string file = sample_file("keys.reel");
    Driver ui(file);
    ui.ask(Move{300});
    ui.frame();
    ui.key("Ctrl+D");
    const auto copied = ui.app.take_copied();
    REQUIRE(copied);
    CHECK(*copied == file + "@s0:1300");
    CHECK_FALSE(ui.app.take_copied());
    Driver again;
    again.app.open(file, copied->substr(copied->rfind('@') + 1));
    again.settle();
    CHECK(position(again) == 300);
}

TEST_CASE("Ctrl+Tab opens the next recording of the folder, Ctrl+W closes, Ctrl+Q ends") {
    const std::string a = sample_file("folder/a.reel");
    sample_file("folder/b.reel");
    Driver ui(a);
    ui.key("Ctrl+Tab");
    ui.settle();
    CHECK_THAT(ui.state().session().path(), contains("b.reel"));
    ui.key("Ctrl+Tab");
    ui.settle();
    CHECK_THAT(ui.state().session().path(), contains("a.reel"));
    ui.key("Ctrl+Shift+Tab");
    ui.settle();
    CHECK_THAT(ui.state().session().path(), contains("b.reel"));
    ui.key("Ctrl+W");
    CHECK_FALSE(ui.state().session().ready());
    ui.key("Ctrl+Q");
    CHECK(ui.app.quits());
}
