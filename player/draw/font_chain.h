#pragma once
// Font files in order of preference: for each character the first file that has it. Files are
// opened on demand; the coverage of each is then remembered, so that missing characters are
// searched only once. Files that are no font, or damaged, are skipped.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "player/draw/font_face.h"
#include "player/draw/glyph.h"

namespace tickreel {

class FontChain {
public:
    explicit FontChain(std::vector<std::string> files);
    ~FontChain();
    FontChain(const FontChain&) = delete;
    FontChain& operator=(const FontChain&) = delete;

    bool empty() const;  // only the built-in font
    // Whether one of the files has the character.
    bool covers(char32_t character);
    // A hex box if no file has the character. Without any usable file: the built-in font.
    Glyph draw(char32_t character, int line_height);

    // The first file that has all of them; for emoji, the first with "emoji" in its name.
    std::optional<std::uint32_t> face_with(std::span<const char32_t> characters, bool emoji);
    // For shaping; `index` comes from the functions above.
    FontFace& face(std::uint32_t index);
    // The box of U+FFFD if the file is damaged there.
    Glyph draw(const Cluster& cluster, int line_height);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

// The existing fonts of this system that are worth using, best first.
std::vector<std::string> system_font_files();
// The Debian package whose fonts probably have that character; "" if there is none.
std::string_view font_package(char32_t character);

}  // namespace tickreel
