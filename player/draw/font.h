#pragma once
// Text as textured quads. Glyphs are drawn into atlas textures when they are first needed, from the
// font files given, in order, or from the built-in pixel font, which needs no file and looks the
// same everywhere. Text is UTF-8 of any script: what needs it is shaped (shaped_text.h), emoji keep
// their colours. Broken bytes show as U+FFFD, characters that no font has as a box with their
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
    // Only the built-in font when `files` is empty or none of them can be read (font_chain.h lists
    // those of the system).
    explicit Font(TextureStore& textures, const std::vector<std::string>& files = {});
    ~Font();
    Font(const Font&) = delete;
    Font& operator=(const Font&) = delete;

    // Size is the height of a line in pixels, y is the top of the line.
    float width(std::string_view text, float size);
    // Returns the x behind the text.
    float draw(DrawList& list, Vec2 top_left, float size, Color color, std::string_view text);
    // The same with a dark edge, readable on any ground; centred on x.
    void draw_centred(DrawList& list, Vec2 top_middle, float size, Color color,
                      std::string_view text, bool edge = true);
    void draw_edged(DrawList& list, Vec2 top_left, float size, Color color, std::string_view text);
    // The longest beginning of the text, ended by "...", that fits; letters keep their marks.
    std::string fitted(std::string_view text, float size, float max_width);

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

// The next character; moves `text` on by at least one byte. Broken bytes give U+FFFD.
char32_t next_character(std::string_view& text);
// Without control characters and direction overrides: for names from the wire. Joiners and styles
// stay where shaping needs them.
std::string clean_text(std::string_view text);

}  // namespace tickreel
