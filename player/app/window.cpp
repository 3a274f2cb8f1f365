#include "player/app/window.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "tickreel/base/concat.h"
#include "tickreel/base/text.h"

namespace tickreel {
namespace {

constexpr int kIdleWait = 500;        // ms between frames while nothing changes
constexpr int kFramesAfterInput = 4;  // ImGui handles an event over several frames
constexpr int kFadeWait = 50;         // ms, while a notice is shown

SDL_SystemCursor cursor_of(ImGuiMouseCursor cursor) {
    switch (cursor) {
        case ImGuiMouseCursor_ResizeEW:
            return SDL_SYSTEM_CURSOR_SIZEWE;
        case ImGuiMouseCursor_ResizeNS:
            return SDL_SYSTEM_CURSOR_SIZENS;
        case ImGuiMouseCursor_TextInput:
            return SDL_SYSTEM_CURSOR_IBEAM;
        case ImGuiMouseCursor_Hand:
            return SDL_SYSTEM_CURSOR_HAND;
        default:
            return SDL_SYSTEM_CURSOR_ARROW;
    }
}

bool is_set(const char* variable) {
    const char* value = std::getenv(variable);
    return value != nullptr && *value != 0;
}

std::string no_window(const std::string& why) {
    return "cannot open a window (" + why +
           "); 'tickreel render' and 'tickreel-player screenshot' make pictures without a display";
}

// SDL falls back to invisible drivers: those count only if they were requested.
bool somebody_sees(const std::string& driver) {
    return is_set("SDL_VIDEODRIVER") || driver == "x11" || driver == "wayland";
}

void open_dropped(const std::vector<std::string>& files, PlayerApp& app) {
    if (files.empty()) return;
    app.open(files.front());
    if (files.size() == 1) return;
    const std::size_t others = files.size() - 1;
    app.enqueue(Say{concat("One file is opened at a time: ", plural(others, "other file"),
                           others == 1 ? " was" : " were",
                           " not. Recordings of one match can be watched side by side: join them "
                           "with \"tickreel merge --views\"")});
}

}  // namespace

Result<std::unique_ptr<Window>> Window::open(int width, int height) {
    std::unique_ptr<Window> window(new Window);
    if (!is_set("DISPLAY") && !is_set("WAYLAND_DISPLAY") && !is_set("SDL_VIDEODRIVER"))
        return fail(no_window("neither DISPLAY nor WAYLAND_DISPLAY is set"));
    SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
    // Wayland does not work without it, and its library would print an error.
    if (!is_set("XDG_RUNTIME_DIR")) SDL_SetHint(SDL_HINT_VIDEODRIVER, "x11");
    if (SDL_Init(SDL_INIT_VIDEO) != 0) return fail(no_window(SDL_GetError()));
    window->video_ = true;
    if (const char* driver = SDL_GetCurrentVideoDriver();
        driver == nullptr || !somebody_sees(driver)) {
        const char* display = std::getenv("DISPLAY");
        return fail(no_window(std::string("no display answers, DISPLAY is '") +
                              (display != nullptr ? display : "") + "'"));
    }
    window->window_ =
        SDL_CreateWindow("Tickreel", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, width, height,
                         SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    if (window->window_ == nullptr) return fail(no_window(SDL_GetError()));
    SDL_SetWindowMinimumSize(window->window_, 900, 560);
    window->renderer_ = SDL_CreateRenderer(window->window_, -1,
                                           SDL_RENDERER_ACCELERATED | SDL_RENDERER_PRESENTVSYNC);
    if (window->renderer_ == nullptr)
        window->renderer_ = SDL_CreateRenderer(window->window_, -1, SDL_RENDERER_SOFTWARE);
    if (window->renderer_ == nullptr) return fail("cannot draw in the window: ", SDL_GetError());
    window->canvas_ = std::make_unique<SdlCanvas>(window->renderer_);
    SDL_EventState(SDL_DROPFILE, SDL_ENABLE);
    SDL_StartTextInput();
    return window;
}

Window::~Window() {
    canvas_.reset();
    if (renderer_ != nullptr) SDL_DestroyRenderer(renderer_);
    if (window_ != nullptr) SDL_DestroyWindow(window_);
    if (video_) SDL_Quit();
}

float Window::pixels_per_point() const {
    int points = 1;
    int pixels = 1;
    SDL_GetWindowSize(window_, &points, nullptr);
    SDL_GetRendererOutputSize(renderer_, &pixels, nullptr);
    return points > 0 ? static_cast<float>(pixels) / static_cast<float>(points) : 1.0F;
}

float Window::screen_scale() const {
    constexpr float kPlainDpi = 96;
    constexpr float kDenseDpi = 140;  // below this it is an ordinary screen
    const float dense = pixels_per_point();
    float dpi = 0;
    if (dense > 1 ||
        SDL_GetDisplayDPI(SDL_GetWindowDisplayIndex(window_), nullptr, &dpi, nullptr) != 0 ||
        dpi < kDenseDpi)
        return dense;
    return std::min(std::round(dpi / kPlainDpi * 4) / 4, 3.0F);
}

std::string Window::driver() const {
    SDL_RendererInfo info{};
    SDL_GetRendererInfo(renderer_, &info);
    return info.name != nullptr ? info.name : "";
}

bool Window::handle_events(PlayerApp& app) {
    SDL_Event event;
    const float scale = pixels_per_point();
    std::vector<std::string> dropped;  // SDL gives those of one drop at once
    while (SDL_PollEvent(&event) != 0) {
        frames_to_draw_ = kFramesAfterInput;
        switch (event.type) {
            case SDL_QUIT:
                app.enqueue(Quit{});  // as Ctrl+Q: markers may ask where they go
                break;
            case SDL_DROPFILE:
                dropped.emplace_back(event.drop.file);
                SDL_free(event.drop.file);
                break;
            case SDL_RENDER_TARGETS_RESET:
            case SDL_RENDER_DEVICE_RESET:
                canvas_->forget_textures();
                break;
            default:
                input_.handle(event, app, scale);
                break;
        }
    }
    open_dropped(dropped, app);
    return true;
}

void Window::update_window(PlayerApp& app) {
    std::string title = "Tickreel";
    if (app.state().session().ready()) {
        title = std::filesystem::path(app.state().session().source_path()).filename().string() +
                " - Tickreel";
    }
    if (title != title_) {
        title_ = title;
        SDL_SetWindowTitle(window_, title_.c_str());
    }
    if (const std::optional<std::string> copied = app.take_copied())
        SDL_SetClipboardText(copied->c_str());
    if (app.state().view().fullscreen != fullscreen_) {
        fullscreen_ = app.state().view().fullscreen;
        SDL_SetWindowFullscreen(window_, fullscreen_ ? SDL_WINDOW_FULLSCREEN_DESKTOP : 0);
    }
}

void Window::show(PlayerApp& app) {
    const ImU32 back = app.back_color();
    SDL_SetRenderDrawColor(renderer_, static_cast<Uint8>(back), static_cast<Uint8>(back >> 8),
                           static_cast<Uint8>(back >> 16), 255);
    SDL_RenderClear(renderer_);
    canvas_->draw(app.scene(), app.textures());
    canvas_->draw(app.panels(), app.textures());
}

bool Window::frame(PlayerApp& app, PlayerState::Seconds elapsed) {
    if (!handle_events(app) || app.quits()) return false;
    int width = 1;
    int height = 1;
    SDL_GetRendererOutputSize(renderer_, &width, &height);
    app.set_screen_scale(screen_scale());
    app.frame(static_cast<float>(width), static_cast<float>(height), elapsed);
    update_window(app);
    show(app);
    return true;
}

void Window::run(PlayerApp& app, const std::function<void()>& first_frame) {
    app.ui().use_clipboard(
        [](void*) -> const char* {
            static std::unique_ptr<char, decltype(&SDL_free)> held(nullptr, SDL_free);
            held.reset(SDL_GetClipboardText());
            return held.get();
        },
        [](void*, const char* text) { SDL_SetClipboardText(text); });
    std::array<SDL_Cursor*, SDL_NUM_SYSTEM_CURSORS> cursors{};
    Uint64 before = SDL_GetPerformanceCounter();
    bool first = true;
    for (;;) {
        const Uint64 now = SDL_GetPerformanceCounter();
        const double elapsed =
            static_cast<double>(now - before) / static_cast<double>(SDL_GetPerformanceFrequency());
        before = now;
        if (!frame(app, PlayerState::Seconds(elapsed))) break;
        SDL_RenderPresent(renderer_);
        if (first) {
            first = false;
            first_frame();
        }
        const SDL_SystemCursor shape = cursor_of(ImGui::GetMouseCursor());
        if (cursors[shape] == nullptr) cursors[shape] = SDL_CreateSystemCursor(shape);
        SDL_SetCursor(cursors[shape]);
        if (app.busy())
            frames_to_draw_ = kFramesAfterInput;
        else if (frames_to_draw_ > 0)
            --frames_to_draw_;
        else
            SDL_WaitEventTimeout(nullptr, app.state().notices().shows() ? kFadeWait : kIdleWait);
    }
    for (SDL_Cursor* cursor : cursors)
        if (cursor != nullptr) SDL_FreeCursor(cursor);
}

void Window::wait_for_pixels() const {
    const SDL_Rect corner{0, 0, 1, 1};
    Color pixel;
    SDL_RenderReadPixels(renderer_, &corner, SDL_PIXELFORMAT_RGBA32, &pixel, sizeof(pixel));
}

Result<Image> Window::read_back() const {
    int width = 0;
    int height = 0;
    SDL_GetRendererOutputSize(renderer_, &width, &height);
    Image image(width, height);
    if (SDL_RenderReadPixels(renderer_, nullptr, SDL_PIXELFORMAT_RGBA32, image.pixels.data(),
                             width * static_cast<int>(sizeof(Color))) != 0)
        return fail("cannot read the window's pixels: ", SDL_GetError());
    return image;
}

}  // namespace tickreel
