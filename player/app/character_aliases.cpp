#include "player/app/character_aliases.h"

#include <algorithm>

#include "player/draw/characters.h"
#include "player/draw/font.h"

namespace tickreel {

namespace {

bool is_ascii(std::string_view text) {
    return std::all_of(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace

void append_utf8(std::string& text, char32_t c) {
    const auto tail = [&](int shift) { text += static_cast<char>(0x80 | ((c >> shift) & 0x3F)); };
    if (c < 0x80) {
        text += static_cast<char>(c);
    } else if (c < 0x800) {
        text += static_cast<char>(0xC0 | (c >> 6));
        tail(0);
    } else if (c < 0x10000) {
        text += static_cast<char>(0xE0 | (c >> 12));
        tail(6);
        tail(0);
    } else {
        text += static_cast<char>(0xF0 | (c >> 18));
        tail(12);
        tail(6);
        tail(0);
    }
}

namespace {

// The text with every character replaced; ASCII stays as it is.
template <class Replace>
std::string each(std::string_view text, Replace replace) {
    if (is_ascii(text)) return std::string(text);
    std::string out;
    while (!text.empty()) append_utf8(out, replace(next_character(text)));
    return out;
}

}  // namespace

char32_t CharacterAliases::borrowed(char32_t character) {
    if (character < 0x10000 && !is_private(character) && !is_alias(character)) return character;
    const auto known = slots_.find(character);
    std::size_t slot = 0;
    if (known != slots_.end()) {
        slot = known->second;
    } else {  // an unused one, else the least recently used
        slot =
            static_cast<std::size_t>(std::min_element(used_.begin(), used_.end()) - used_.begin());
        slots_.erase(real_[slot]);
        real_[slot] = character;
        slots_[character] = slot;
    }
    used_[slot] = ++uses_;
    return kFirst + static_cast<char32_t>(slot);
}

char32_t CharacterAliases::real(char32_t character) const {
    const char32_t behind = is_alias(character) ? real_[character - kFirst] : 0;
    return behind != 0 ? behind : character;
}

std::string CharacterAliases::assign(std::string_view utf8) {
    return each(
        utf8, [this](char32_t c) { return borrowed(c); });
}

std::string CharacterAliases::give_back(std::string_view edited) const {
    return each(
        edited, [this](char32_t c) { return real(c); });
}

}  // namespace tickreel
