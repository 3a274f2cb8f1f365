#pragma once
// Text boxes of Dear ImGui hold 16-bit characters and reject private ones. So characters beyond 16
// bits and private ones are mapped to Yi syllables during editing, and so are real Yi syllables:
// the text box returns its input unchanged.

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace tickreel {

class CharacterAliases {
public:
    static constexpr char32_t kFirst = 0xA000;
    static constexpr std::size_t kCount = 1165;

    // Whether it is one of the substitutes.
    static constexpr bool is_alias(char32_t character) {
        return character >= kFirst && character < kFirst + kCount;
    }
    std::string assign(std::string_view utf8);
    std::string give_back(std::string_view edited) const;
    // The character behind a substitute; any other character is returned unchanged.
    char32_t real(char32_t character) const;

private:
    char32_t borrowed(char32_t character);

    std::array<char32_t, kCount> real_{};  // 0: unused
    std::array<std::size_t, kCount> used_{};
    std::map<char32_t, std::size_t> slots_;
    std::size_t uses_ = 0;
};

// Appends the character as UTF-8.
void append_utf8(std::string& text, char32_t character);

}  // namespace tickreel
