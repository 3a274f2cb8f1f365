#pragma once
// Text boxes of Dear ImGui hold 16-bit characters and refuse private ones. So characters beyond,
// and private ones, borrow a Yi syllable while they are edited, and so does a real Yi syllable:
// what comes back is what was put in.

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

    // Whether it is one of those that are lent.
    static constexpr bool holds(char32_t character) {
        return character >= kFirst && character < kFirst + kCount;
    }
    std::string lend(std::string_view utf8);
    std::string give_back(std::string_view edited) const;
    // What stands behind a borrowed one; any other character stands for itself.
    char32_t real(char32_t character) const;

private:
    char32_t borrowed(char32_t character);

    std::array<char32_t, kCount> real_{};  // 0: free
    std::array<std::size_t, kCount> used_{};
    std::map<char32_t, std::size_t> slots_;
    std::size_t uses_ = 0;
};

// Appends the character as UTF-8.
void append_utf8(std::string& text, char32_t character);

}  // namespace tickreel
