#pragma once
// Key names, independent of any window library: "Ctrl+Shift+Left", "Space", "0". Letters are upper
// case; a symbol that needs Shift on some keyboards is named by the symbol.

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tickreel {

enum class Key : std::uint8_t {
    None,
    Character,  // KeyChord::character says which: 'A'..'Z', '0'..'9', '.', ',', '[', ']', '+' ...
    Space,
    Enter,
    Escape,
    Tab,
    Backspace,
    Delete,
    Left,
    Right,
    Up,
    Down,
    Home,
    End,
    PageUp,
    PageDown,
    F1,
    F11,
};

struct KeyChord {
    Key key = Key::None;
    char character = 0;
    bool ctrl = false;
    bool shift = false;
    bool alt = false;
    auto operator<=>(const KeyChord&) const = default;
};

std::string key_text(const KeyChord& chord);  // "Shift+Tab"
// Nothing for a text that names no key.
std::optional<KeyChord> parse_key(std::string_view text);

}  // namespace tickreel
