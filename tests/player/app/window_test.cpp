// The real window on SDL's dummy driver with its software renderer: events are sent through SDL,
// pixels are read from the renderer.
#include "player/app/window.h"

#include <cstdlib>
#include <thread>

#include "tests/catch.h"
#include "tests/format/analysis/sample_match.h"

using namespace tickreel;
using namespace tickreel_test;

namespace {

constexpr int kWidth = 1000;
constexpr int kHeight = 640;

void push_key(SDL_Keycode code, Uint16 mod = 0) {
    SDL_Event event{};
    event.type = SDL_KEYDOWN;
    event.key.keysym.sym = code;
    event.key.keysym.mod = mod;
    SDL_PushEvent(&event);
    event.type = SDL_KEYUP;
    SDL_PushEvent(&event);
}

void push_text(const char* text) {
    SDL_Event event{};
    event.type = SDL_TEXTINPUT;
    SDL_strlcpy(event.text.text, text, sizeof event.text.text);
    SDL_PushEvent(&event);
}

std::unique_ptr<Window> dummy_window() {
    setenv("SDL_VIDEODRIVER", "dummy", 1);
    Result<std::unique_ptr<Window>> window = Window::open(kWidth, kHeight);
    REQUIRE(window.ok());
    return std::move(*window);
}

void settle(Window& window, PlayerApp& app) {
    REQUIRE(window.frame(app, PlayerState::Seconds(0)));
    for (int i = 0;
         i < 20000 && (app.state().session().loading() || app.state().session().scanning()); ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        REQUIRE(window.frame(app, PlayerState::Seconds(0)));
    }
    REQUIRE(window.frame(app, PlayerState::Seconds(0)));
    REQUIRE(window.frame(app, PlayerState::Seconds(0)));
}

double difference(const Image& a, const Image& b) {
    std::size_t differing = 0;
    for (std::size_t i = 0; i < a.pixels.size(); ++i) {
        const Color& p = a.pixels[i];
        const Color& q = b.pixels[i];
        const int off = std::abs(p.r - q.r) + std::abs(p.g - q.g) + std::abs(p.b - q.b);
        differing += off > 60 ? 1 : 0;
    }
    return static_cast<double>(differing) / static_cast<double>(a.pixels.size());
}

PlayerAppOptions options() {
    PlayerAppOptions made;
    made.art.installed = false;
    return made;
}

}  // namespace

TEST_CASE("the window shows what the CPU draws") {
    const auto window = dummy_window();
    PlayerApp app(options());
    app.open(sample_file("window.reel"), "50%");
    settle(*window, app);
    REQUIRE(app.state().session().ready());
    const Result<Image> shown = window->read_back();
    REQUIRE(shown.ok());
    const Image drawn = app.picture(kWidth, kHeight);
    REQUIRE(shown->width == drawn.width);
    REQUIRE(shown->height == drawn.height);
    CHECK(difference(*shown, drawn) < 0.02);
}

TEST_CASE("keys, dropped files and the close button arrive through SDL") {
    const auto window = dummy_window();
    PlayerApp app(options());
    settle(*window, app);
    CHECK_FALSE(app.state().session().ready());

    SDL_Event drop{};
    drop.type = SDL_DROPFILE;
    drop.drop.file = SDL_strdup(sample_file("dropped.reel").c_str());
    SDL_PushEvent(&drop);
    settle(*window, app);
    REQUIRE(app.state().session().ready());

    push_key(SDLK_SPACE);
    REQUIRE(window->frame(app, PlayerState::Seconds(0.1)));
    CHECK(app.state().playback().playing());
    push_key(SDLK_SLASH, KMOD_LSHIFT);
    push_text("?");
    REQUIRE(window->frame(app, PlayerState::Seconds(0)));
    CHECK(app.state().view().shows(Dialog::Help));
    push_key(SDLK_ESCAPE);
    push_key(SDLK_PERIOD);
    push_text(".");
    REQUIRE(window->frame(app, PlayerState::Seconds(0)));
    CHECK_FALSE(app.state().view().shows(Dialog::Help));
    CHECK_FALSE(app.state().playback().playing());

    SDL_Event quit{};
    quit.type = SDL_QUIT;
    SDL_PushEvent(&quit);
    CHECK_FALSE(window->frame(app, PlayerState::Seconds(0)));
}

TEST_CASE("of several files that are dropped together one is opened, and the others are named") {
    const auto window = dummy_window();
    PlayerApp app(options());
    settle(*window, app);
    for (const char* name : {"first.reel", "second.reel", "third.reel"}) {
        SDL_Event drop{};
        drop.type = SDL_DROPFILE;
        drop.drop.file = SDL_strdup(sample_file(name).c_str());
        SDL_PushEvent(&drop);
    }
    settle(*window, app);
    REQUIRE(app.state().session().ready());
    CHECK_THAT(app.state().session().path(), contains("first.reel"));
    CHECK_THAT(app.state().notices().text(), contains("2 other files were not"));
}

TEST_CASE("key chords come from what is printed on the key") {
    const auto chord = [](SDL_Keycode code, Uint16 mod) {
        SDL_Keysym key{};
        key.sym = code;
        key.mod = mod;
        const auto found = chord_of(key);
        return found ? key_text(*found) : std::string();
    };
    CHECK(chord(SDLK_k, 0) == "K");
    CHECK(chord(SDLK_LEFT, KMOD_LCTRL) == "Ctrl+Left");
    CHECK(chord(SDLK_TAB, KMOD_RSHIFT) == "Shift+Tab");
    CHECK(chord(SDLK_KP_PLUS, 0) == "+");
    CHECK(chord(SDLK_LSHIFT, KMOD_LSHIFT).empty());
}
