#pragma once
// Text as textured quads. Glyphs are rendered into atlas textures on first use, from the given
// font files in order, or from the built-in pixel font, which needs no file and looks the same
// everywhere. Text is UTF-8 in any script: it is shaped where necessary (shaped_text.h), and emoji
// are coloured. Invalid bytes show as U+FFFD, characters without a font as a box with their
// number.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "player/draw/draw_list.h"
#include "player/draw/textures.h"

namespace tickreel {

class Font {
public:
    // Uses only the built-in font if `files` is empty or none of them is readable (font_chain.h
    // lists the system's files).
    explicit Font(TextureStore& textures, const std::vector<std::string>& files = {});
    ~Font();
    Font(const Font&) = delete;
    Font& operator=(const Font&) = delete;

    // `size` is the line height in pixels, y the top of the line.
    float width(std::string_view text, float size);
    // Returns the x after the text.
    float draw(DrawList& list, Vec2 top_left, float size, Color color, std::string_view text);
    // The same with a dark outline, readable on any background; centred on x.
    void draw_centred(DrawList& list, Vec2 top_middle, float size, Color color,
                      std::string_view text, bool edge = true);
    void draw_edged(DrawList& list, Vec2 top_left, float size, Color color, std::string_view text);
    // The longest prefix of the text, followed by "...", that fits; letters keep their marks.
    std::string fitted(std::string_view text, float size, float max_width);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

// The next character; advances `text` by at least one byte. Invalid bytes give U+FFFD.
char32_t next_character(std::string_view& text);
// Removes control characters and direction overrides, for untrusted names and messages; a line
// break or tab becomes a space. Joiners and styles are kept where shaping needs them.
std::string clean_text(std::string_view text);

}  // namespace tickreel
