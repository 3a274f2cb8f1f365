#include "player/state/keys.h"

#include <array>

namespace tickreel {
namespace {

struct KeyName {
    Key key;
    std::string_view name;
};
constexpr std::array kNames = {
    KeyName{Key::Space, "Space"}, KeyName{Key::Enter, "Enter"},         KeyName{Key::Escape, "Esc"},
    KeyName{Key::Tab, "Tab"},     KeyName{Key::Backspace, "Backspace"}, KeyName{Key::Delete, "Del"},
    KeyName{Key::Left, "Left"},   KeyName{Key::Right, "Right"},         KeyName{Key::Up, "Up"},
    KeyName{Key::Down, "Down"},   KeyName{Key::Home, "Home"},           KeyName{Key::End, "End"},
    KeyName{Key::PageUp, "PgUp"}, KeyName{Key::PageDown, "PgDn"},       KeyName{Key::F1, "F1"},
    KeyName{Key::F11, "F11"},
};

bool take(std::string_view& text, std::string_view prefix) {
    if (text.size() <= prefix.size() || text.substr(0, prefix.size()) != prefix) return false;
    text.remove_prefix(prefix.size());
    return true;
}

}  // namespace

std::string key_text(const KeyChord& chord) {
    std::string text;
    text += chord.ctrl ? "Ctrl+" : "";
    text += chord.alt ? "Alt+" : "";
    text += chord.shift ? "Shift+" : "";
    if (chord.key == Key::Character) return text + chord.character;
    for (const KeyName& entry : kNames)
        if (entry.key == chord.key) return text + std::string(entry.name);
    return {};
}

std::optional<KeyChord> parse_key(std::string_view text) {
    KeyChord chord;
    chord.ctrl = take(text, "Ctrl+");
    chord.alt = take(text, "Alt+");
    chord.shift = take(text, "Shift+");
    for (const KeyName& entry : kNames) {
        if (entry.name == text) {
            chord.key = entry.key;
            return chord;
        }
    }
    if (text.size() != 1 || text[0] <= ' ' || text[0] > '~' || (text[0] >= 'a' && text[0] <= 'z'))
        return std::nullopt;
    chord.key = Key::Character;
    chord.character = text[0];
    return chord;
}

}  // namespace tickreel
