// The player's frame without a window: input is passed in as a window would, and the resulting
// state is checked.
#include "player/app/screenshot.h"
#include "player/draw/png.h"
#include "tests/player/app/driver.h"
#include "tests/player/app/screen_text.h"
#include "tickreel/base/file.h"

using namespace tickreel;
using namespace tickreel_test;

TEST_CASE("a click on Play and the Space key toggle playback exactly once") {
    Driver ui(sample_file("ui.reel"));
    REQUIRE(ui.state().session().ready());
    CHECK_FALSE(ui.state().playback().playing());
    ui.click("playback.toggle");
    CHECK(ui.state().playback().playing());
    ui.frame(0.2);
    CHECK(ui.state().playback().position() == 10);
    ui.key("Space");
    CHECK_FALSE(ui.state().playback().playing());
    ui.frame(0.2);
    CHECK(ui.state().playback().position() == 10);
}

TEST_CASE("a click that begins and ends between two frames still counts") {
    Driver ui(sample_file("ui.reel"));
    const Vec2 at = ui.where("playback.toggle").centre();
    ui.move(at.x, at.y);
    ui.app.ui().mouse_button(0, true);
    ui.app.ui().mouse_button(0, false);
    ui.frames(3);
    CHECK(ui.state().playback().playing());
}

TEST_CASE("dragging the timeline seeks, waits and goes on") {
    Driver ui(sample_file("ui.reel"));
    ui.key("Space");
    const Box bar = ui.where("timeline");
    const float y = bar.centre().y;
    ui.move(bar.x0 + bar.width() * 0.25F, y);
    ui.app.ui().mouse_button(0, true);
    ui.frames(2);
    CHECK_FALSE(ui.state().playback().playing());
    const auto length = static_cast<double>(ui.state().playback().length());
    CHECK(ui.state().playback().playhead() == Approx(length * 0.25).margin(3));
    for (float share = 0.3F; share <= 0.76F; share += 0.05F)
        ui.move(bar.x0 + bar.width() * share, y);
    ui.frame();
    CHECK(ui.state().playback().playhead() == Approx(length * 0.75).margin(3));
    ui.app.ui().mouse_button(0, false);
    ui.frames(2);
    CHECK(ui.state().playback().playing());
    ui.key("Shift+Backspace");
    CHECK(ui.state().playback().position() < 10);
}

TEST_CASE("with Shift a drag on the timeline is slow and fine") {
    Driver ui(sample_file("ui.reel"));
    const Box bar = ui.where("timeline");
    const float middle = bar.centre().x;
    ui.move(middle, bar.centre().y);
    ui.app.ui().mouse_button(0, true);
    ui.frames(2);
    const auto start = ui.state().playback().position();
    ui.app.ui().modifiers(false, true, false);
    ui.frame();
    ui.move(middle + bar.width() * 0.2F, bar.centre().y);
    ui.frame();
    const auto moved = ui.state().playback().position() - start;
    CHECK(moved > 0);
    CHECK(static_cast<double>(moved) < 0.1 * static_cast<double>(ui.state().playback().length()));
    ui.app.ui().modifiers(false, false, false);
    ui.app.ui().mouse_button(0, false);
    ui.frames(2);
}

TEST_CASE("the wheel zooms the timeline at the cursor, a right drag sets in and out") {
    Driver ui(sample_file("ui.reel"));
    const Box bar = ui.where("timeline");
    ui.move(bar.centre().x, bar.centre().y);
    ui.app.ui().mouse_wheel(0, 4);
    ui.frames(2);
    CHECK_FALSE(ui.state().timeline().whole());
    ui.app.ui().mouse_button(1, true);
    ui.frames(2);
    ui.move(bar.centre().x + 200, bar.centre().y);
    ui.frame();
    ui.app.ui().mouse_button(1, false);
    ui.frames(2);
    const Loop& loop = ui.state().playback().loop();
    REQUIRE(loop.in);
    REQUIRE(loop.out);
    CHECK(*loop.in < *loop.out);
}

TEST_CASE("what is typed into the filter stays there and runs no action") {
    Driver ui(sample_file("ui.reel"));
    ui.key("Ctrl+F");
    ui.frames(3);
    REQUIRE(ui.app.ui().wants_text());
    const auto before = ui.state().playback().position();
    CHECK_FALSE(ui.app.key(*parse_key("L")));
    CHECK_FALSE(ui.app.key(*parse_key("Space")));
    ui.type("bob");
    CHECK(ui.state().playback().position() == before);
    CHECK_FALSE(ui.state().playback().playing());
}

TEST_CASE("G asks for a place and Enter goes there") {
    Driver ui(sample_file("ui.reel"));
    ui.key("G");
    ui.frames(3);
    REQUIRE(ui.app.ui().wants_text());
    ui.type("1400");
    ui.enter();
    CHECK(ui.state().moment().tick == 1400);
    CHECK_FALSE(ui.state().view().shows(Dialog::GoTo));
    ui.key("G");
    ui.frames(3);
    ui.key("Esc");
    CHECK_FALSE(ui.state().view().shows(Dialog::GoTo));
    CHECK(ui.state().moment().tick == 1400);
}

TEST_CASE("open boxes let no key through to the player but their own") {
    Driver ui(sample_file("ui.reel"));
    ui.key("?");
    ui.frames(2);
    CHECK(ui.app.probes().count("help") == 1);
    CHECK_FALSE(ui.app.key(*parse_key("Space")));
    ui.key("Esc");
    ui.frames(2);
    CHECK(ui.app.probes().count("help") == 0);
    CHECK(ui.app.key(*parse_key("Space")));
}

TEST_CASE("a click on the map selects, a drag pans, the wheel zooms") {
    Driver ui(sample_file("ui.reel"));
    ui.key("Tab");
    ui.frames(2);
    const Vec2 middle = ui.where("map").centre();
    ui.ask(SelectItem{});
    ui.click("map");
    REQUIRE(ui.state().selection().selected());
    CHECK(ui.state().selection().selected()->entity == 0);

    const float scale = ui.state().view().map.scale;
    ui.move(middle.x + 60, middle.y + 60);
    ui.app.ui().mouse_wheel(0, 2);
    ui.frames(2);
    CHECK(ui.state().view().map.scale > scale);

    const float x = ui.state().view().map.x;
    ui.app.ui().mouse_button(0, true);
    ui.frames(2);
    ui.move(middle.x - 40, middle.y + 60);
    ui.frames(2);
    ui.app.ui().mouse_button(0, false);
    ui.frames(2);
    CHECK(ui.state().view().map.x > x);
    CHECK_FALSE(ui.state().selection().followed());
    const float y = ui.state().view().map.y;
    ui.app.ui().mouse_button(2, true);  // the middle button pans as well
    ui.frames(2);
    ui.move(middle.x - 40, middle.y - 60);
    ui.frames(2);
    ui.app.ui().mouse_button(2, false);
    ui.frames(2);
    CHECK(ui.state().view().map.y > y);
}

TEST_CASE("every key and every switch of the panels draws a frame") {
    Driver ui(sample_file("ui.reel"));
    for (const Action& action : ui.app.actions().all()) {
        if (action.group == "File" || action.id == "window.quit")  // covered by other tests
            continue;
        ui.ask(RunAction{action.id});
        ui.frame(0.03);
        CHECK_FALSE(ui.app.panels().empty());
    }
    ui.ask(ShowDialog{});
    ui.leave_theatre();
    ui.ask(ResetLayout{});
    ui.ask(ShowTab{Pane::LeftTop, "events"});
    ui.ask(Jump{0});
    ui.frames(2);
    for (const char* name : {"inspector.raw", "inspector.follow", "events.kill", "events.chat"})
        ui.click(name);
    CHECK_FALSE(ui.app.panels().empty());
}

TEST_CASE("without a recording the player says what to do; a broken file says what is wrong") {
    Driver ui;
    ui.frames(2);
    CHECK(ui.app.probes().count("welcome.open") == 1);
    ui.click("welcome.open");
    CHECK(ui.state().view().shows(Dialog::Open));
    ui.key("Esc");
    const std::string junk = "not a recording";
    ui.app.open(write_file("broken.reel", as_bytes(junk)));
    ui.settle();
    CHECK_FALSE(ui.state().session().ready());
    CHECK_THAT(ui.state().session().open_error(), contains("broken.reel"));
    CHECK(ui.app.probes().count("welcome.open") == 1);
}

TEST_CASE("a tiny window draws and does not break") {
    Driver ui(sample_file("ui.reel"));
    for (const auto& [width, height] :
         {std::pair{1.0F, 1.0F}, {200.0F, 100.0F}, {640.0F, 300.0F}, {3840.0F, 2160.0F}}) {
        ui.app.frame(width, height, PlayerState::Seconds(0.02));
        ui.app.frame(width, height, PlayerState::Seconds(0.02));
        CHECK_FALSE(ui.app.panels().empty());
    }
}

TEST_CASE("the picture of the player is the same on every run and shows more than one colour") {
    const std::string file = sample_file("ui.reel");
    Driver first(file);
    Driver second(file);
    const Image a = first.app.picture(kWidth, kHeight);
    const Image b = second.app.picture(kWidth, kHeight);
    CHECK(a == b);
    const Color back = a.at(2, 2);
    std::size_t other = 0;
    for (const Color& pixel : a.pixels) other += pixel == back ? 0 : 1;
    CHECK(other > a.pixels.size() / 4);
}

TEST_CASE("screenshot writes a PNG, refuses to overwrite it, and names what is wrong") {
    const std::string file = sample_file("shot.reel");
    const std::string out = write_file("shot.png", Bytes{});
    const auto run = [](std::vector<std::string> words) {
        std::vector<char*> argv;
        words.insert(words.begin(), "screenshot");
        for (std::string& word : words) argv.push_back(word.data());
        return screenshot_main(static_cast<int>(argv.size()), argv.data());
    };
    CHECK(run({file, "-o", out, "--builtin"}) == 1);
    CHECK(run({file, "-o", out, "--builtin", "--force", "--tick", "50%", "--size", "900x600"}) ==
          0);
    const Result<Image> image = read_png_file(out);
    REQUIRE(image.ok());
    CHECK(image->width == 900);
    CHECK(run({file, "-o", out, "-f", "--size", "0x9"}) == 1);
    CHECK(run({file, "-o", out, "-f", "--select", "Nothing:1"}) == 1);
    CHECK(run({file, "-o", out, "-f", "--action", "no.such"}) == 2);
    CHECK(run({"/nowhere.reel", "-o", out, "-f"}) == 1);
    CHECK(run({file, "-o", out + ".jpg", "--builtin"}) == 2);
    CHECK(run({file, "-o", file, "-f", "--builtin"}) == 2);
    CHECK(run({"--nonsense"}) == 2);
}

TEST_CASE(
    "keys zoom the timeline; it says whether it follows the playhead, and does again on a click") {
    Driver ui(sample_file("ui.reel"));
    CHECK_FALSE(ui.shows("timeline.zoom"));
    ui.ask(Jump{500});
    ui.key("Ctrl+Up");
    ui.key("Ctrl+Up");
    const TimelineView closer = ui.state().timeline();
    CHECK_FALSE(closer.whole());
    CHECK(closer.contains(500));
    CHECK(screen_text(ui.app.ui()).find("follows") != std::string::npos);
    ui.key("Ctrl+Down");
    CHECK(ui.state().timeline().to() - ui.state().timeline().from() > closer.to() - closer.from());
    ui.key("Ctrl+Up");
    // Somebody looks at a part without the playhead.
    ui.key("Ctrl+Up");
    TimelineView elsewhere = ui.state().timeline();
    elsewhere.pan(-1e6);
    ui.ask(SetTimelineView{elsewhere});
    ui.frames(2);
    REQUIRE_FALSE(ui.state().timeline().contains(500));
    CHECK(screen_text(ui.app.ui()).find("stays") != std::string::npos);
    ui.ask(tickreel::Move{510});
    ui.frames(2);
    CHECK_FALSE(ui.state().timeline().contains(510));
    ui.click("timeline.zoom");
    CHECK(ui.state().timeline().contains(510));
    CHECK(ui.state().timeline().follows());
    ui.key("Ctrl+Home");
    CHECK(ui.state().timeline().whole());
    CHECK_FALSE(ui.shows("timeline.zoom"));
}

TEST_CASE(
    "what the pointer shows of the timeline lies above it and leaves the transport in sight") {
    Driver ui(sample_file("ui.reel"));
    const Box bar = ui.where("timeline");
    for (const float share : {0.01F, 0.5F, 0.99F}) {
        ui.move(bar.x0 + bar.width() * share, bar.y1 - 4);
        ui.frames(3);
        const Box shown = ui.where("timeline.hover");
        CHECK(shown.y1 <= bar.y0);
        CHECK(shown.x0 >= 0);
        CHECK(shown.x1 <= static_cast<float>(kWidth));
    }
}
