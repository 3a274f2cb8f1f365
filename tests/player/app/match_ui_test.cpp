// A match file in the window: ghosts are told from what the client was sent.
#include "tests/player/app/driver.h"
#include "tests/player/app/screen_text.h"
#include "tests/recorder/commands/walkers.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

void go_to(Driver& driver, const std::string& tick) {
    driver.ask(GoTo{tick});
    driver.frames(3);
}

}  // namespace

TEST_CASE("a click on a ghost says to whom it was not sent, a click on a walker who was") {
    const Folder folder;
    write_walkers(folder);
    Driver driver(folder / "match.reel");
    const auto text = [&] { return screen_text(driver.app.ui()); };
    REQUIRE((!is_sent(0, 108, 2) && is_sent(1, 108, 2) && is_sent(0, 108, 1)));
    go_to(driver, "108");
    REQUIRE(driver.key("Shift+G"));
    CHECK(driver.state().view().ghosts);
    const MapView& map = driver.state().view().map;
    const Camera camera{{map.x, map.y}, map.scale, driver.where("map")};
    const auto click_on = [&](int id) {
        const int x = x_sent(id == 2 ? 1 : 0, 108, id);
        const Vec2 at = camera.to_screen({static_cast<float>(x), 54});
        driver.move(at.x, at.y);
        driver.app.ui().mouse_button(0, true);
        driver.frame();
        driver.app.ui().mouse_button(0, false);
        driver.frames(3);
    };
    click_on(2);
    REQUIRE(driver.state().selection().selected());
    CHECK(driver.state().selection().selected()->entity == 2);
    CHECK_THAT(text(), contains("not sent to a at this tick"));
    CHECK_FALSE(driver.shows("inspector.x"));
    click_on(1);
    CHECK(driver.state().selection().selected()->entity == 1);
    CHECK(driver.shows("inspector.x"));
    CHECK(driver.shows("inspector.sights"));
    driver.click("menu.View");
    CHECK(driver.shows("menu.view.ghosts"));
}

TEST_CASE("the button that keeps a view shows the underscores of its name") {
    const Folder folder;
    write_walkers(folder);
    std::filesystem::rename(folder / "match.reel", folder / "m____h.reel");
    Driver driver(folder / "m____h.reel");
    const Box button = driver.where("import.keep");
    const Image picture = driver.app.picture(kWidth, kHeight);
    const auto brightness = [&](int x, int y) {
        const Color color = picture.at(x, y);
        return color.r + color.g + color.b;
    };
    int widest = 0;  // below the letters' middle: only underscores are wider than one
    for (int y = static_cast<int>(button.centre().y); y < static_cast<int>(button.y1) - 1; ++y) {
        int run = 0;
        for (int x = static_cast<int>(button.x0) + 4; x < static_cast<int>(button.x1) - 4; ++x) {
            run = brightness(x, y) > 250 ? run + 1 : 0;
            widest = std::max(widest, run);
        }
    }
    CHECK(widest >= 20);
}

TEST_CASE("the first marker of a view asks, and goes beside the match file") {
    const Folder folder;
    write_walkers(folder);
    Driver driver{plain_options()};
    driver.app.open(folder / "match.reel");
    driver.settle();
    REQUIRE(driver.key("M"));
    CHECK_FALSE(driver.shows("markers.file"));  // a temporary recording
    REQUIRE(driver.shows("markers.beside"));
    CHECK_THAT(screen_text(driver.app.ui()), contains("match.reel.markers"));
    driver.click("markers.beside");
    driver.settle();
    CHECK(std::filesystem::exists(folder / "match.reel.markers"));
}

TEST_CASE("the question where the marker of a view goes can be answered by keeping it") {
    const Folder folder;
    write_walkers(folder);
    Driver driver{plain_options()};
    driver.app.open(folder / "match.reel");
    driver.settle();
    REQUIRE(driver.key("M"));
    REQUIRE(driver.shows("markers.beside"));
    CHECK_THAT(screen_text(driver.app.ui()), contains("Ctrl+S keeps what is shown"));
    CHECK(driver.key("Ctrl+S"));
    driver.settle();
    CHECK_FALSE(driver.state().view().any_dialog());
    CHECK_FALSE(driver.state().session().imported());
    CHECK(driver.state().markers().all().size() == 1);
}

TEST_CASE("the right half of the map is a second view with the same camera, and can be clicked") {
    const Folder folder;
    write_walkers(folder);
    Driver driver(folder / "match.reel");
    go_to(driver, "108");
    REQUIRE(driver.key("Shift+B"));
    driver.settle();
    REQUIRE(driver.state().beside().current() != nullptr);
    CHECK(driver.state().beside().match()->name() == "b");
    const MapView& map = driver.state().view().map;
    Box half = driver.where("map");
    half.x0 = std::round(half.centre().x);
    const Camera camera{{map.x, map.y}, map.scale, half};
    const Vec2 at = camera.to_screen({static_cast<float>(x_sent(1, 108, 2)), 54});
    driver.move(at.x, at.y);
    driver.app.ui().mouse_button(0, true);
    driver.frame();
    driver.app.ui().mouse_button(0, false);
    driver.frames(3);
    REQUIRE(driver.state().selection().selected());
    CHECK(driver.state().selection().selected()->entity == 2);
    CHECK_THAT(screen_text(driver.app.ui()), contains("not sent to a at this tick"));
    CHECK(driver.key("Ctrl+B"));
    driver.settle();
    CHECK(driver.state().beside().match()->name() == "c");
    CHECK(driver.key("Shift+B"));
    CHECK_FALSE(driver.state().beside().shown());
}
