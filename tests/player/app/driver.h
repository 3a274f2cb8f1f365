#pragma once
// Runs the player's frame without a window: input is passed in as a window would.

#include <thread>

#include "player/app/player_app.h"
#include "tests/catch.h"
#include "tests/format/analysis/sample_match.h"

namespace tickreel_test {

using namespace tickreel;

inline constexpr int kWidth = 1280;
inline constexpr int kHeight = 800;

inline PlayerAppOptions plain_options() {
    PlayerAppOptions made;
    made.art.installed = false;
    return made;
}

class Driver {
public:
    explicit Driver(const PlayerAppOptions& options = plain_options()) : app(options) {}
    explicit Driver(const std::string& file, const PlayerAppOptions& options = plain_options())
        : Driver(options) {
        app.open(file);
        settle();
        app.enqueue(DecideMarkers{MarkerHome::File});  // the question has a separate test
    }

    void frame(double seconds = 0) { app.frame(kWidth, kHeight, PlayerState::Seconds(seconds)); }
    void frames(int count) {
        for (int i = 0; i < count; ++i) frame();
    }
    void settle() {
        frame();
        const auto waits = [&] {
            return app.state().session().loading() || app.state().session().scanning() ||
                   app.busy();
        };
        for (int i = 0; i < 20000 && waits(); ++i) {
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
            frame();
        }
        CHECK_FALSE(waits());  // what never ends takes a minute, and would look like patience
        frames(3);
    }
    Box where(const std::string& name) const {
        const auto found = app.probes().find(name);
        REQUIRE(found != app.probes().end());
        return found->second;
    }
    void move(float x, float y) {
        app.ui().mouse_at(x, y);
        frame();
    }
    void click(const std::string& name) {
        const Vec2 at = where(name).centre();
        move(at.x, at.y);
        app.ui().mouse_button(0, true);
        frame();
        app.ui().mouse_button(0, false);
        frames(2);
    }
    // Whether an action ran.
    bool key(const char* text) {
        const auto chord = parse_key(text);
        REQUIRE(chord);
        const bool ran = app.key(*chord);
        frames(3);
        return ran;
    }
    bool shows(const std::string& name) const { return app.probes().count(name) > 0; }
    void press(ImGuiKey key) {
        app.ui().key(key, true);
        frame();
        app.ui().key(key, false);
        frames(2);
    }
    void type(const char* text) {
        app.ui().text(text);
        frames(2);
    }
    void enter() {
        app.ui().key(ImGuiKey_Enter, true);
        frame();
        app.ui().key(ImGuiKey_Enter, false);
        frames(2);
    }
    const PlayerState& state() const { return app.state(); }
    void ask(const Command& command) { app.enqueue(command); }
    void pause() {
        if (state().playback().playing()) ask(TogglePlay{});
    }
    void leave_theatre() {
        if (state().view().theatre) ask(Toggle{&ViewSettings::theatre});
    }

    PlayerApp app;
};

}  // namespace tickreel_test
