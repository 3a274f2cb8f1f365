#pragma once
// Font files in order of preference: for each character the first file that has it. Files are
// opened when a character asks for them; what each covers is then remembered, so that characters
// nobody has cost no second search. A file that is no font, or is damaged, is passed over.

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
    // Whether one of the files has it.
    bool covers(char32_t character);
    // A hex box when no file has the character. Without any usable file: the built-in font.
    Glyph draw(char32_t character, int line_height);

    // The first file that has all of them, of emoji the first with "emoji" in its name.
    std::optional<std::uint32_t> face_with(std::span<const char32_t> characters, bool emoji);
    // For shaping; a face that was found above.
    FontFace& face(std::uint32_t index);
    // The box of U+FFFD when the file is damaged there.
    Glyph draw(const Cluster& cluster, int line_height);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

// The fonts of this system that are worth using, best first; those that exist.
std::vector<std::string> system_font_files();
// Debian's package whose fonts have that character, as far as one can tell; "" when none will.
std::string_view font_package(char32_t character);

}  // namespace tickreel
