#include "player/app/sdl_input.h"

#include <array>
#include <string_view>

namespace tickreel {
namespace {

struct KeyPair {
    SDL_Keycode code;
    Key key;
};
constexpr std::array kKeys = {
    KeyPair{SDLK_SPACE, Key::Space},       KeyPair{SDLK_RETURN, Key::Enter},
    KeyPair{SDLK_KP_ENTER, Key::Enter},    KeyPair{SDLK_ESCAPE, Key::Escape},
    KeyPair{SDLK_TAB, Key::Tab},           KeyPair{SDLK_BACKSPACE, Key::Backspace},
    KeyPair{SDLK_DELETE, Key::Delete},     KeyPair{SDLK_LEFT, Key::Left},
    KeyPair{SDLK_RIGHT, Key::Right},       KeyPair{SDLK_UP, Key::Up},
    KeyPair{SDLK_DOWN, Key::Down},         KeyPair{SDLK_HOME, Key::Home},
    KeyPair{SDLK_END, Key::End},           KeyPair{SDLK_PAGEUP, Key::PageUp},
    KeyPair{SDLK_PAGEDOWN, Key::PageDown}, KeyPair{SDLK_F1, Key::F1},
    KeyPair{SDLK_F11, Key::F11},
};

struct PadPair {
    SDL_Keycode code;
    char character;
};
constexpr std::array kPad = {PadPair{SDLK_KP_PLUS, '+'}, PadPair{SDLK_KP_MINUS, '-'},
                             PadPair{SDLK_KP_PERIOD, '.'}};

struct UiPair {
    SDL_Keycode code;
    ImGuiKey key;
};
// Keys used by ImGui's text boxes.
const std::array kUiKeys = {
    UiPair{SDLK_TAB, ImGuiKey_Tab},
    UiPair{SDLK_LEFT, ImGuiKey_LeftArrow},
    UiPair{SDLK_RIGHT, ImGuiKey_RightArrow},
    UiPair{SDLK_UP, ImGuiKey_UpArrow},
    UiPair{SDLK_DOWN, ImGuiKey_DownArrow},
    UiPair{SDLK_HOME, ImGuiKey_Home},
    UiPair{SDLK_END, ImGuiKey_End},
    UiPair{SDLK_DELETE, ImGuiKey_Delete},
    UiPair{SDLK_BACKSPACE, ImGuiKey_Backspace},
    UiPair{SDLK_RETURN, ImGuiKey_Enter},
    UiPair{SDLK_ESCAPE, ImGuiKey_Escape},
    UiPair{SDLK_a, ImGuiKey_A},
    UiPair{SDLK_c, ImGuiKey_C},
    UiPair{SDLK_v, ImGuiKey_V},
    UiPair{SDLK_x, ImGuiKey_X},
    UiPair{SDLK_y, ImGuiKey_Y},
    UiPair{SDLK_z, ImGuiKey_Z},
};

std::optional<int> button_of(Uint8 button) {
    switch (button) {
        case SDL_BUTTON_LEFT:
            return 0;
        case SDL_BUTTON_RIGHT:
            return 1;
        case SDL_BUTTON_MIDDLE:
            return 2;
        default:
            return std::nullopt;
    }
}

}  // namespace

std::optional<KeyChord> chord_of(const SDL_Keysym& key) {
    KeyChord chord;
    chord.ctrl = (key.mod & KMOD_CTRL) != 0;
    chord.shift = (key.mod & KMOD_SHIFT) != 0;
    chord.alt = (key.mod & KMOD_ALT) != 0;
    for (const KeyPair& pair : kKeys) {
        if (pair.code == key.sym) {
            chord.key = pair.key;
            return chord;
        }
    }
    for (const PadPair& pair : kPad) {
        if (pair.code == key.sym) {
            chord.key = Key::Character;
            chord.character = pair.character;
            return chord;
        }
    }
    if (key.sym <= ' ' || key.sym > '~') return std::nullopt;
    chord.key = Key::Character;
    chord.character = static_cast<char>(key.sym);
    if (key.sym >= 'a' && key.sym <= 'z') chord.character = static_cast<char>(key.sym - 'a' + 'A');
    return chord;
}

void SdlInput::handle_key(const SDL_KeyboardEvent& event, PlayerApp& app) {
    const bool down = event.type == SDL_KEYDOWN;
    app.ui().modifiers((event.keysym.mod & KMOD_CTRL) != 0, (event.keysym.mod & KMOD_SHIFT) != 0,
                       (event.keysym.mod & KMOD_ALT) != 0);
    for (const UiPair& pair : kUiKeys)
        if (pair.code == event.keysym.sym) app.ui().key(pair.key, down);
    if (down) {
        const auto chord = chord_of(event.keysym);
        key_was_action_ = chord && app.key(*chord);
    }
}

void SdlInput::handle_text(const char* text, PlayerApp& app) {
    if (app.ui().wants_text()) {
        app.ui().text(text);
        return;
    }
    // Symbols that need Shift on this keyboard, such as ? and +, are identified only by their text.
    const std::string_view sign = text;
    const bool is_sign =
        sign.size() == 1 && sign[0] > ' ' && (sign[0] < 'A' || (sign[0] > 'Z' && sign[0] < 'a'));
    if (!key_was_action_ && is_sign) app.key({Key::Character, sign[0]});
    key_was_action_ = false;
}

void SdlInput::handle(const SDL_Event& event, PlayerApp& app, float pixels_per_point) {
    switch (event.type) {
        case SDL_MOUSEMOTION:
            app.ui().mouse_at(static_cast<float>(event.motion.x) * pixels_per_point,
                              static_cast<float>(event.motion.y) * pixels_per_point);
            break;
        case SDL_MOUSEBUTTONDOWN:
        case SDL_MOUSEBUTTONUP:
            app.ui().mouse_at(static_cast<float>(event.button.x) * pixels_per_point,
                              static_cast<float>(event.button.y) * pixels_per_point);
            if (const auto button = button_of(event.button.button))
                app.ui().mouse_button(*button, event.type == SDL_MOUSEBUTTONDOWN);
            break;
        case SDL_MOUSEWHEEL:
            app.ui().mouse_wheel(static_cast<float>(event.wheel.x),
                                 static_cast<float>(event.wheel.y));
            break;
        case SDL_KEYDOWN:
        case SDL_KEYUP:
            handle_key(event.key, app);
            break;
        case SDL_TEXTINPUT:
            handle_text(event.text.text, app);
            break;
        default:
            break;
    }
}

}  // namespace tickreel
