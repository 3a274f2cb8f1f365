#pragma once
// The window: SDL video, a renderer, the main loop. Works without a GPU and, with SDL's dummy or
// offscreen driver, without a display.

#include <functional>
#include <memory>
#include <string>

#include <SDL.h>

#include "player/app/player_app.h"
#include "player/app/sdl_canvas.h"
#include "player/app/sdl_input.h"
#include "tickreel/base/result.h"

namespace tickreel {

class Window {
public:
    static Result<std::unique_ptr<Window>> open(int width, int height);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    float pixels_per_point() const;
    // The user interface scale for this screen, as reported by the system.
    float screen_scale() const;
    // Handles events and shows one frame. False when the player should exit.
    bool frame(PlayerApp& app, PlayerState::Seconds elapsed);
    // Runs until the user quits. `first_frame` is called when the first frame is on the screen.
    void run(PlayerApp& app, const std::function<void()>& first_frame);
    void wait_for_pixels() const;     // until the last frame is drawn
    Result<Image> read_back() const;  // the pixels of the last frame, before it is shown
    std::string driver() const;

private:
    Window() = default;
    bool handle_events(PlayerApp& app);
    void show(PlayerApp& app);
    void update_window(PlayerApp& app);

    SDL_Window* window_ = nullptr;
    SDL_Renderer* renderer_ = nullptr;
    std::unique_ptr<SdlCanvas> canvas_;
    SdlInput input_;
    std::string title_;
    bool fullscreen_ = false;
    bool video_ = false;
    int frames_to_draw_ = 0;
};

}  // namespace tickreel
